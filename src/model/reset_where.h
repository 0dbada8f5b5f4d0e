#pragma once

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

/// Resets the lanes of the mask to the model's initial state (or a keyframe) and leaves the others
/// alone.
template <class T>
void reset_where(const Model& model, BasicData<T>& data, const math::MaskOf<T>& where,
                 int key = -1);

}  // namespace thew
