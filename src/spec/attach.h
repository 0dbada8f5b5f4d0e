#pragma once

// Copies of a body, a frame or a whole world, with the assets of their model and with all that
// refers to the copy. The names of the copy get a prefix; its angles keep the rules of their own
// file.

#include <string>

#include "spec/assembly.h"
#include "spec/relations.h"

namespace thew::spec {

/// Which part is copied (neither: the whole world), and what is put before its names.
struct Attach {
  std::string body;
  std::string frame;
  std::string prefix;
};

/// A model that is attached from.
struct Origin {
  Assembly model;
  std::int64_t size = 0;  ///< how many elements it has
  int compiler = -1;      ///< of its first one in the other model's list; -1: not attached yet
};

/// How many elements a model has, to count what is looked at.
std::int64_t size_of(const Spec& spec);

/// Copies a part of a model within it. Throws Fault.
void attach_own(Assembly& model, Relations& relations, const Attach& attach, const Spot& spot,
                Context& context);

/// Copies a part of one model into another. Throws Fault.
void attach_other(Assembly& model, Origin& origin, const Attach& attach, const Spot& spot,
                  Context& context);

}  // namespace thew::spec
