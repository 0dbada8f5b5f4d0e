#include "batch/pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace thew::batch {

struct Pool::Threads {
  pid_t process = getpid();
  std::mutex mutex;
  std::condition_variable begun, ended;
  std::uint64_t round = 0;  // counts calls of run()
  int working = 0;
  bool closing = false;
  std::atomic<std::int64_t> next = 0;
  std::atomic<double> done = 0;  // items, and parts of them
  std::atomic<bool> stopped = false;
  std::int64_t items = 0;
  const std::function<void(int, std::int64_t)>* work = nullptr;
  const GoOn* go_on = nullptr;
  std::exception_ptr error;  // the first one
  std::vector<std::thread> threads;

  // Whether to go on, which only the calling thread can ask.
  bool ask(int thread) {
    if (thread == 0 && *go_on && !stopped) {
      const double part = done / static_cast<double>(std::max<std::int64_t>(items, 1));
      if (!(*go_on)(std::min(part, 1.0))) stopped = true;
    }
    return !stopped.load(std::memory_order_relaxed);
  }

  // Takes items until there are none left.
  void take(int thread) {
    while (ask(thread)) {
      const std::int64_t item = next.fetch_add(1, std::memory_order_relaxed);
      if (item >= items) return;
      try {
        (*work)(thread, item);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        stopped = true;
      }
    }
  }

  void wait_for_work(int thread) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      begun.wait(lock, [&] { return closing || round != seen; });
      if (closing) return;
      seen = round;
      lock.unlock();
      take(thread);
      lock.lock();
      if (--working == 0) ended.notify_one();
    }
  }

  ~Threads() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    begun.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
};

Pool::Pool(int threads) : threads_(threads) {}

void Pool::start() {
  // What a fork left behind can be neither joined nor destroyed.
  if (state_ && state_->process != getpid()) static_cast<void>(state_.release());
  if (state_) return;
  state_ = std::make_unique<Threads>();
  for (int i = 1; i < threads_; ++i) {
    state_->threads.emplace_back([threads = state_.get(), i] { threads->wait_for_work(i); });
  }
}

Pool::~Pool() {
  if (state_ && state_->process != getpid()) static_cast<void>(state_.release());
}

bool Pool::report(int thread, double part) {
  state_->done += part;
  return state_->ask(thread);
}

void Pool::run(std::int64_t items, const std::function<void(int, std::int64_t)>& work,
               const GoOn& go_on) {
  start();
  Threads& t = *state_;
  const int helpers = items > 1 ? threads_ - 1 : 0;
  {
    const std::lock_guard lock(t.mutex);
    t.work = &work;
    t.go_on = &go_on;
    t.items = items;
    t.next = 0;
    t.done = 0;
    t.stopped = false;
    t.working = helpers;
    if (helpers > 0) ++t.round;
  }
  if (helpers > 0) t.begun.notify_all();
  t.take(0);
  std::unique_lock lock(t.mutex);
  // Others may be busy for long, and the user may want to stop.
  const auto idle = [&] { return t.working == 0; };
  while (!t.ended.wait_for(lock, std::chrono::milliseconds(20), idle)) {
    lock.unlock();
    t.ask(0);
    lock.lock();
  }
  if (t.error) std::rethrow_exception(std::exchange(t.error, nullptr));
}

}  // namespace thew::batch
