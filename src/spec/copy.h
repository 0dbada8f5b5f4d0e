#pragma once

// Copies of parts of the kinematic tree, for replicate and attach. A part is a Body that stands for
// none: what it holds goes into another body; its elements with frame -1 go into the frame where it
// is put.

#include <string>

#include <thew/spec.h>

#include "spec/edit.h"
#include "spec/names.h"

namespace thew::spec {

/// How names change in a copy.
struct Renaming {
  std::string prefix;
  std::string suffix;
  bool with_assets = false;  ///< another model brings its own materials and classes

  std::string operator()(const std::string& name) const {
    return name.empty() ? name : prefix + name + suffix;
  }
};

/// Makes a body and its joints nobody in particular.
void forget_tags(Body& body);

/// How many elements there are in a part.
std::int64_t count_elements(const Body& part);

/// The numbers that a skin holds.
std::int64_t count_numbers(const Skin& skin);

/// The names of everything in a part.
NameSet collect_names(const Body& part);

/// Renames everything in a part; references are renamed where they point into `inside`.
void rename(Body& part, const Renaming& renaming, const NameSet& inside);

/// The contents of one frame of a body, as a part: copies, or the elements themselves.
Body part_of_frame(const Body& body, int frame, bool share = false);

}  // namespace thew::spec
