#include "base/limits.h"

#include <utility>

namespace thew {

namespace {

constexpr std::pair<const char*, std::int64_t Limits::*> kLimits[] = {
    {"elements", &Limits::elements},
    {"nesting", &Limits::nesting},
    {"includes", &Limits::includes},
    {"file_bytes", &Limits::file_bytes},
    {"asset_bytes", &Limits::asset_bytes},
    {"pixels", &Limits::pixels},
    {"faces", &Limits::faces},
    {"points", &Limits::points},
    {"numbers", &Limits::numbers}};

}  // namespace

std::int64_t* find_limit(Limits& limits, std::string_view name) {
  for (const auto& [key, member] : kLimits) {
    if (name == key) return &(limits.*member);
  }
  return nullptr;
}

std::string limit_names() {
  std::string names;
  for (const auto& [key, member] : kLimits) {
    names += (names.empty() ? "" : ", ") + std::string(key);
  }
  return names;
}

namespace base {

std::string limit_hint(const std::string& name) {
  return "limits." + name + " permits more: limits={\"" + name + "\": ...}, --limit " + name +
         "=...";
}

void check_limit(std::int64_t amount, std::int64_t limit, const char* name,
                 const std::string& what) {
  if (amount <= limit) return;
  throw Refusal{{what + " (at most " + std::to_string(limit) + ")", limit_hint(name)}};
}

}  // namespace base

}  // namespace thew
