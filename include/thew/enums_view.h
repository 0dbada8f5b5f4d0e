#pragma once

namespace thew {

#define THEW_ENUM(name, mujoco_name) enum class name : int {
#define THEW_ENUMERATOR(name, mujoco_name, value) name = value,
#define THEW_ENUM_END(name, mujoco_name) \
  }                                      \
  ;
#include <thew/enums_view.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END

}  // namespace thew
