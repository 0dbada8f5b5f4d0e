#pragma once

// Models that are put together from several: what they share, and what each of them tells besides
// its Spec.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <thew/spec.h>

#include "spec/names.h"

namespace thew::spec {

/// What all models of one assembly share.
struct Context {
  std::int64_t max_elements = 0;
  bool ignore_unsupported = false;
  std::vector<std::string> file_names = {};  ///< by Source::file
  std::vector<std::string> warnings = {};
  std::int64_t elements = 0;  ///< made so far
  std::int64_t looked = 0;    ///< at so many elements, to find those that are attached
  int tags = 0;               ///< given so far

  /// Counts new elements; throws Fault where there are more than the caller allows.
  void count(std::int64_t more);
  /// Counts elements that were only looked at; throws Fault where a small model asks for too much.
  void look(std::int64_t more);
  /// The file of a source; "" if there is none.
  std::string file_name(const Source& source) const;
};

/// A keyframe of an attached model: what it says about each joint, actuator and mocap body, by
/// Element::tag.
struct AttachedKey {
  std::string name;
  Source source;
  double time = 0;
  std::map<int, std::vector<double>> qpos, qvel, act, ctrl, mpos, mquat;
};

/// A model that parts can be attached to, and that can be attached to another.
struct Assembly {
  Spec spec;
  NameSet left_out;  ///< what cannot be simulated yet
  std::vector<AttachedKey> attached_keys;
};

/// Where something is put: into a body, inside of one of its frames (-1: none).
struct Spot {
  Body& body;
  int frame = -1;
};

}  // namespace thew::spec
