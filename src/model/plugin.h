#pragma once

// The plugins that MuJoCo ships, but for distance fields (collision/sdf/formula.h): here they are
// part of the engine, with the names and settings of theirs.

#include <charconv>
#include <string_view>

#include <thew/model.h>

namespace thew {

/// What Model::plugin says.
inline constexpr int kPidPlugin = 0;
inline constexpr int kTouchGridPlugin = 1;

/// A plugin with its settings, in the order in which Model::plugin_attr has them.
struct PluginKind {
  const char* name;
  int count;
  const char* key[5];
};
inline constexpr PluginKind kPluginKinds[] = {
    {"mujoco.pid", 5, {"kp", "ki", "kd", "imax", "slewmax"}},
    {"mujoco.sensor.touch_grid", 4, {"nchannel", "size", "fov", "gamma"}}};

/// A setting of an instance; "" where it was not given.
inline std::string_view plugin_setting(const Model& m, int instance, int number) {
  const char* const texts = reinterpret_cast<const char*>(m.plugin_attr.data());
  const char* const end = texts + m.npluginattr;
  const char* text = texts + m.plugin_attradr[instance];
  for (; text < end; ++text) {
    const char* const begin = text;
    while (text < end && *text != 0) ++text;
    if (number-- == 0) return {begin, static_cast<std::size_t>(text - begin)};
  }
  return {};
}

/// Reads the numbers of a setting, separated by spaces, into `out`, `most` at most. Returns how
/// many there were, or -1 where something else stands there.
inline int read_setting(std::string_view text, double* out, int most) {
  int count = 0;
  const char *at = text.data(), *const end = at + text.size();
  while (true) {
    while (at < end && *at == ' ') ++at;
    if (at == end) return count;
    if (count == most) return -1;
    const auto [next, error] = std::from_chars(at, end, out[count++]);
    if (error != std::errc() || (next < end && *next != ' ')) return -1;
    at = next;
  }
}

}  // namespace thew
