#pragma once

#include <thew/data.h>

namespace thew::passive {

/// Springs, dampers and gravity compensation: qfrc_spring, qfrc_damper, qfrc_gravcomp and their sum qfrc_passive.
template <class T>
void passive(const Model& model, BasicData<T>& data);

}  // namespace thew::passive
