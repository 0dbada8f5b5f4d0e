#include "base/pool.h"

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

namespace thew::base {

namespace {

using Clock = std::chrono::steady_clock;

// How long to look out before sleeping: for work that may not come, and for the end of work that
// others are doing.
constexpr std::chrono::microseconds kPatience{30}, kPatienceForEnd{100};

// Looks out until it has come, or for so long. Others may have work for this processor, and keep
// it.
template <class Come>
void look_out(std::chrono::microseconds patience, const Come& come) {
  constexpr int kYieldEvery = 64;
  const auto end = Clock::now() + patience;
  for (int i = 1; !come(); ++i) {
    if (i % kYieldEvery == 0) {
      if (Clock::now() >= end) return;
      std::this_thread::yield();
    }
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

}  // namespace

// Each thread has a range of the items, of which others take when they have finished theirs: so a
// thread has the same ones again, which its processor remembers. Who has taken an item sees the run
// that it is of, which does not end before the item is done. So a thread may come late, or not at
// all.
struct Pool::Threads {
  struct alignas(64) Range {
    std::atomic<std::int64_t> left = 0;  // items that nobody has taken yet
    std::int64_t end = 0;                // of all
  };

  Threads(int count, Wait how)
      : brisk(how == Wait::Brisk), ranges(static_cast<std::size_t>(count)) {}

  const pid_t process = getpid();
  const bool brisk;
  std::vector<Range> ranges;

  // What is read by all is not beside what all write.
  alignas(64) std::atomic<std::uint64_t> round = 0;  // counts calls of run()
  std::atomic<bool> stopped = false;
  std::int64_t items = 0;
  const Work* work = nullptr;
  const GoOn* go_on = nullptr;
  alignas(64) std::atomic<std::int64_t> unfinished = 0;  // items
  std::atomic<double> done = 0;                          // items, and parts of them

  alignas(64) std::mutex mutex;
  std::condition_variable begun, ended;
  std::atomic<int> asleep = 0;        // threads that are to be woken
  std::atomic<bool> waiting = false;  // the caller is to be woken
  std::atomic<bool> closing = false;
  std::exception_ptr error;  // the first one
  std::vector<std::thread> threads;

  // Whether to go on, which only the calling thread can ask.
  bool ask(int thread) {
    if (thread == 0 && *go_on && !stopped) {
      const double part = done / static_cast<double>(std::max<std::int64_t>(items, 1));
      if (!(*go_on)(std::min(part, 1.0))) stop();
    }
    return !stopped.load(std::memory_order_relaxed);
  }

  void stop() {
    stopped = true;
    for (Range& range : ranges) finish(range.left.exchange(0));
  }

  void finish(std::int64_t count) {
    if (unfinished.fetch_sub(count) > count || !waiting) return;
    const std::lock_guard lock(mutex);
    ended.notify_one();
  }

  void hand_out(std::int64_t count) {
    items = count;
    unfinished = count;
    const auto among = static_cast<std::int64_t>(ranges.size());
    std::int64_t begin = 0;
    for (std::int64_t k = 0; k < among; ++k) {
      Range& range = ranges[static_cast<std::size_t>(k)];
      range.end = count * (k + 1) / among;
      range.left = range.end - begin;
      begin = range.end;
    }
    ++round;
  }

  // Takes an item, one of its own if it can; -1 where there is none left.
  std::int64_t take(int thread) {
    const std::size_t count = ranges.size();
    for (std::size_t k = 0; k < count; ++k) {
      Range& range = ranges[(static_cast<std::size_t>(thread) + k) % count];
      std::int64_t rest = range.left.load();
      while (rest > 0) {
        if (range.left.compare_exchange_weak(rest, rest - 1)) return range.end - rest;
      }
    }
    return -1;
  }

  // Takes items until there are none left.
  void work_on(int thread) {
    std::int64_t count = 0, item = 0;
    while (ask(thread) && (item = take(thread)) >= 0) {
      ++count;
      try {
        (*work)(thread, item);
      } catch (...) {
        {
          const std::lock_guard lock(mutex);
          if (!error) error = std::current_exception();
        }
        stop();
      }
    }
    if (count > 0) finish(count);
  }

  void wait_for_work(int thread) {
    std::uint64_t seen = 0;
    while (!closing) {
      if (brisk) look_out(kPatience, [&] { return round != seen || closing; });
      if (round == seen) sleep(seen);
      seen = round;
      work_on(thread);
    }
  }

  void sleep(std::uint64_t seen) {
    std::unique_lock lock(mutex);
    ++asleep;
    begun.wait(lock, [&] { return closing || round != seen; });
    --asleep;
  }

  void wake() {
    if (asleep == 0) return;
    {
      const std::lock_guard lock(mutex);
    }
    begun.notify_all();
  }

  // For what others are still working on.
  void wait_for_end() {
    const auto idle = [&] { return unfinished.load() == 0; };
    if (brisk) look_out(kPatienceForEnd, idle);
    if (idle()) return;
    std::unique_lock lock(mutex);
    waiting = true;
    // Others may be busy for long, and the user may want to stop.
    while (!ended.wait_for(lock, std::chrono::milliseconds(20), idle)) {
      lock.unlock();
      ask(0);
      lock.lock();
    }
    waiting = false;
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

Pool::Pool(int threads, Wait wait) : threads_(threads), wait_(wait) {}

void Pool::start() {
  // What a fork left behind can be neither joined nor destroyed.
  if (state_ && state_->process != getpid()) static_cast<void>(state_.release());
  if (state_) return;
  state_ = std::make_unique<Threads>(threads_, wait_);
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

void Pool::run(std::int64_t items, const Work& work, const GoOn& go_on) {
  start();
  Threads& t = *state_;
  t.work = &work;
  t.go_on = &go_on;
  t.done = 0;
  t.stopped = false;
  t.hand_out(items);
  if (items > 1) t.wake();
  t.work_on(0);
  t.wait_for_end();
  if (t.error) std::rethrow_exception(std::exchange(t.error, nullptr));
}

}  // namespace thew::base
