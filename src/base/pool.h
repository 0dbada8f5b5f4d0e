#pragma once

// Threads that wait for work. They sleep while there is none, and are started again in a process
// that was forked, which has the memory of its parent but not its threads.

#include <cstdint>
#include <functional>
#include <memory>

namespace thew::base {

class Pool {
 public:
  /// How threads wait for one another.
  enum class Wait {
    Asleep,  ///< at once: work is long
    Brisk,   ///< they look out for it for some microseconds before: it comes in short pieces
  };

  /// How many threads work, the caller of run() among them.
  explicit Pool(int threads, Wait wait = Wait::Asleep);
  ~Pool();

  int threads() const { return threads_; }

  /// Makes the threads, which the first run() does otherwise.
  void start();

  /// Called with the number of a thread and that of an item.
  using Work = std::function<void(int, std::int64_t)>;
  /// Asked with the part of the work that is done: whether to go on.
  using GoOn = std::function<bool(double)>;

  /// Calls work(thread, item) for every item from 0 on, each once, in no particular order, and
  /// returns when all are done. The calling thread is number 0. It asks go_on, if there is one, now
  /// and then; where that says no, no further item is begun. What work throws is thrown here.
  void run(std::int64_t items, const Work& work, const GoOn& go_on);

  /// For long items: another part of one is done. Whether to go on with it.
  bool report(int thread, double part);

 private:
  struct Threads;

  int threads_;
  Wait wait_;
  std::unique_ptr<Threads> state_;
};

}  // namespace thew::base
