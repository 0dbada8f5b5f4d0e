#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace thew::viewer {

class Session;

/// What other threads ask of the one that owns the session.
class Mailbox {
 public:
  using Task = std::function<void(Session&)>;

  void post(Task task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    filled_.notify_one();
  }

  /// Everything that was posted; waits for something for at most so many seconds.
  std::vector<Task> take(double seconds) {
    std::unique_lock lock(mutex_);
    if (seconds > 0) {
      filled_.wait_for(lock, std::chrono::duration<double>(seconds),
                       [this] { return !tasks_.empty(); });
    }
    return std::exchange(tasks_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<Task> tasks_;
};

}  // namespace thew::viewer
