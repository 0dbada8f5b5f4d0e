#pragma once

#include <memory>

namespace thew {

namespace base {
class Pool;
}

/// Threads that share the work on one large world. What they compute has the bits of one thread.
/// Where a world is too small for it to pay, they sleep, as they do between steps.
class Team {
 public:
  /// So many threads, the one that steps the world among them.
  explicit Team(int threads);
  Team(Team&&) noexcept;
  Team& operator=(Team&&) noexcept;
  ~Team();

  int threads() const;

  /// While this lives, what the calling thread computes is shared with a team: one that nobody else
  /// calls on meanwhile, or none.
  class Help {
   public:
    explicit Help(const Team* team);
    ~Help();
    Help(const Help&) = delete;
    Help& operator=(const Help&) = delete;

   private:
    base::Pool* before_;
  };

 private:
  std::unique_ptr<base::Pool> pool_;
};

}  // namespace thew
