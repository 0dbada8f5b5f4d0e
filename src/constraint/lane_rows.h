#pragma once

#include <thew/data.h>

namespace thew::constraint {

/// The contacts and rows of one lane as the world alone has them, for readers: kinds, positions,
/// velocities and forces of the rows, without their Jacobians. False if there is no room for them.
template <class T>
bool extract_rows(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& data);

}  // namespace thew::constraint
