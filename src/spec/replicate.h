#pragma once

// Copies of a part in a row, each with a number behind its names. Who refers to the part is copied
// along.

#include "spec/assembly.h"
#include "spec/relations.h"

namespace thew::spec {

struct Replicate {
  int count = 1;
  std::string sep;
  Vec3 offset = {};  ///< from each copy to the next, in the frame of the former
  Vec3 euler = {};   ///< likewise
};

/// Puts copies of a part whose first frame encloses the rest. What was left out of it are the names
/// in `model.left_out` from place `left_out` on. Throws Fault.
void replicate(Assembly& model, Relations& relations, const Body& part, std::size_t left_out,
               const Replicate& how, const Spot& spot, Context& context);

}  // namespace thew::spec
