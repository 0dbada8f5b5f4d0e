#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// Resets the lanes of the mask to the model's initial state, all trees awake, and leaves the
/// others alone.
template <class T>
void reset_where(const Model& model, BasicData<T>& data, const math::MaskOf<T>& where);

/// The state of a keyframe, in all lanes.
template <class T>
void apply_key(const Model& model, BasicData<T>& data, int key);

}  // namespace thew
