#pragma once

#include <thew/data.h>

namespace thew::batch {

/// A world in single precision as an ordinary one, without its constraint rows: for functions of
/// the user, which see worlds in double.
void widen(const BasicData<float>& from, Data& to);

}  // namespace thew::batch
