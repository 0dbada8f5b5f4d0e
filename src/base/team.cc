#include <algorithm>
#include <utility>

#include <thew/team.h>

#include "base/share.h"

namespace thew {

constinit thread_local base::Pool* base::helping = nullptr;

Team::Team(int threads)
    : pool_(std::make_unique<base::Pool>(std::max(threads, 1), base::Pool::Wait::Brisk)) {
  pool_->start();
}
Team::Team(Team&&) noexcept = default;
Team& Team::operator=(Team&&) noexcept = default;
Team::~Team() = default;

int Team::threads() const {
  return pool_->threads();
}

Team::Help::Help(const Team* team)
    : before_(std::exchange(base::helping,
                            team && team->threads() > 1 ? team->pool_.get() : nullptr)) {}
Team::Help::~Help() {
  base::helping = before_;
}

}  // namespace thew
