#pragma once

// Threads that wait for work. They sleep while there is none, and are started again in a process
// that was forked, which has the memory of its parent but not its threads.

#include <cstdint>
#include <functional>
#include <memory>

namespace thew::batch {

class Pool {
 public:
  /// How many threads work, the caller of run() among them.
  explicit Pool(int threads);
  ~Pool();

  int threads() const { return threads_; }

  /// Asked with the part of the work that is done: whether to go on.
  using GoOn = std::function<bool(double)>;

  /// Calls work(thread, item) for every item from 0 on, each once, in no particular order, and
  /// returns when all are done. The calling thread is number 0. It asks go_on, if there is one, now
  /// and then; where that says no, no further item is begun. What work throws is thrown here.
  void run(std::int64_t items, const std::function<void(int, std::int64_t)>& work,
           const GoOn& go_on);

  /// For long items: another part of one is done. Whether to go on with it.
  bool report(int thread, double part);

 private:
  struct Threads;
  void start();

  int threads_;
  std::unique_ptr<Threads> state_;
};

}  // namespace thew::batch
