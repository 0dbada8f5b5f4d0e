#pragma once

// Keyframes of attached models. They speak of the joints, actuators and mocap bodies of their own
// model; in the model they are attached to, these stand elsewhere, and the keyframe says nothing
// about the rest.

#include "spec/assembly.h"

namespace thew::spec {

/// A keyframe of a model, taken apart.
AttachedKey take_apart(const Key& key, const Spec& spec, const Context& context);

/// Puts the keyframes of attached models together for the whole model, after its own.
void put_together(Assembly& model);

}  // namespace thew::spec
