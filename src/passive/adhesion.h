#pragma once

#include <thew/data.h>

namespace thew::passive {

/// Adds to qfrc_adhesion what pulls surfaces together that stick; whether there was anything.
template <class T>
bool adhesion(const Model& m, BasicData<T>& d);

}  // namespace thew::passive
