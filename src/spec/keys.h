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

/// The tag of keyframes that came with an attached model: they stand behind the model's own.
inline constexpr int kAttachedKey = -1;

/// Tells apart all who own numbers of a state, by tags from `first` + 1 on; the last one given.
int number_owners(Spec& spec, int first);

/// Takes joints, actuators or mocap bodies out by `edit`, or puts others in; the keyframes keep
/// what they say about the rest. What `edit` returns are keyframes to add.
void keep_keys(Spec& spec, const std::function<std::vector<AttachedKey>()>& edit);

}  // namespace thew::spec
