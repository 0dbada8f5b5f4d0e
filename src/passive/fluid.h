#pragma once

#include <thew/data.h>

namespace thew::passive {

/// qfrc_fluid: drag, lift and carried mass of all bodies, wind on sheets; whether there is a fluid.
template <class T>
bool fluid(const Model& model, BasicData<T>& data);

}  // namespace thew::passive
