#include "warning_log.h"

#include <fmt/format.h>

#include "names.h"

namespace thew::cli {
namespace {

// What the number that a warning leaves behind stands for.
std::string about(const Model& model, Warning warning, int info) {
  switch (warning) {
    case Warning::Badqpos:
      return qpos_owner(model, info);
    case Warning::Inertia:
    case Warning::Badqvel:
    case Warning::Badqacc:
      return dof_owner(model, info);
    case Warning::Badctrl:
      return ctrl_owner(model, info);
    default:
      return fmt::format("{} at that time", info);
  }
}

// The last one is no warning of MuJoCo's: solver_fallback.
constexpr int kKinds = kNWARNING + 1;

std::int32_t count_of(const Data& data, int kind) {
  return kind < kNWARNING ? data.warning_number[kind] : data.solver_fallback[0];
}

}  // namespace

void WarningLog::update(const Data& data, double time) {
  // Time that did not advance is the trace of a reset, which cleared the counts.
  if (data.time <= last_time_) {
    for (Kind& kind : kinds_) kind.seen = 0;
  }
  last_time_ = data.time;
  std::int64_t total = 0, seen = 0;
  for (int i = 0; i < kKinds; ++i) {
    total += count_of(data, i);
    seen += kinds_[static_cast<std::size_t>(i)].seen;
  }
  if (total != seen) add(data, time);
}

void WarningLog::add(const Data& data, double time) {
  for (int i = 0; i < kKinds; ++i) {
    Kind& kind = kinds_[static_cast<std::size_t>(i)];
    const std::int32_t number = count_of(data, i);
    if (number > kind.seen) {
      if (kind.count == 0) kind.first = time;
      kind.count += number - kind.seen;
      kind.info = i < kNWARNING ? data.warning_lastinfo[i] : data.solver_niter[0];
    }
    kind.seen = number;
  }
}

std::vector<WarningLog::Entry> WarningLog::entries(const Model& model) const {
  std::vector<Entry> result;
  for (int i = 0; i < kKinds; ++i) {
    const Kind& kind = kinds_[static_cast<std::size_t>(i)];
    if (kind.count == 0) continue;
    result.push_back({i < kNWARNING ? enum_word("mjtWarning", i) : "cgfallback", kind.count,
                      about(model, static_cast<Warning>(i), kind.info), kind.first});
  }
  return result;
}

}  // namespace thew::cli
