#include "progress.h"

#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

namespace thew::cli {
namespace {

constexpr double kRedraw = 0.1;  // on a terminal [s]
constexpr double kLine = 2.0;    // elsewhere [s]
constexpr int kWidth = 30;

}  // namespace

Progress::Progress(std::int64_t steps, double timestep, bool silent)
    : steps_(steps),
      timestep_(timestep),
      silent_(silent),
      terminal_(isatty(STDERR_FILENO) != 0),
      next_(terminal_ ? kRedraw : kLine) {}

void Progress::update(std::int64_t done) {
  if (silent_) return;
  const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
  if (wall < next_) return;
  next_ = wall + (terminal_ ? kRedraw : kLine);
  draw(done, wall);
}

void Progress::draw(std::int64_t done, double wall) {
  const double simulated = static_cast<double>(done) * timestep_;
  const double total = static_cast<double>(steps_) * timestep_;
  const std::string numbers = fmt::format("{:.2f} / {:.2f} s simulated, {:.1f}x real time",
                                          simulated, total, simulated / wall);
  if (!terminal_) {
    fmt::print(stderr, "{}\n", numbers);
    return;
  }
  const auto full = static_cast<std::size_t>(kWidth * done / steps_);
  fmt::print(stderr, "\r[{:<{}}] {}\x1b[K", std::string(full, '#'), kWidth, numbers);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::finish() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace thew::cli
