#pragma once

// Keyframes of attached models. They speak of the joints, actuators and mocap bodies of their own
// model; in the model they are attached to, these stand elsewhere, and the keyframe says nothing
// about the rest.

#include <functional>

#include "spec/assembly.h"

namespace thew::spec {

/// A keyframe of a model, taken apart.
AttachedKey take_apart(const Key& key, const Spec& spec, const Context& context);

/// Puts the keyframes of attached models together for the whole model, after its own.
void put_together(Assembly& model);

/// Takes joints, actuators or mocap bodies out by `edit`; the keyframes keep what they say about
/// the others.
void keep_keys(Spec& spec, const std::function<void()>& edit);

}  // namespace thew::spec
