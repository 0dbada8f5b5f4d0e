#pragma once

// Keyframes of attached models. They speak of the joints, actuators and mocap bodies of their own
// model; in the model they are attached to, these stand elsewhere, and the keyframe says nothing
// about the rest.

#include "io/mjcf/model.h"
#include "io/mjcf/tree.h"

namespace thew::io::mjcf {

/// A keyframe of a model, taken apart.
AttachedKey take_apart(const compile::Key& key, const compile::Spec& spec, const Session& session);

/// Puts the keyframes of attached models together for the whole model, after its own.
void put_together(ReadModel& model);

}  // namespace thew::io::mjcf
