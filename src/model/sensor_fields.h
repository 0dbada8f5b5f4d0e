#pragma once

// What contact sensors and rangefinders report: the fields whose bits are set in sensor_intprm[0],
// in the order of their bits.

#include <thew/enums.h>

#include "math/scalar.h"

namespace thew {

/// How a contact sensor chooses among the contacts that match (sensor_intprm[1]).
enum class ContactReduce { None, MinDist, MaxForce, NetForce };

inline constexpr int kContactFields = static_cast<int>(ConDataField::kNcondata);
inline constexpr int kRayFields = static_cast<int>(RayDataField::kNraydata);

// Kernels call these: a table outside of a function would not be there on a device.

/// Numbers of a field.
THEW_HD constexpr int contact_field_size(ConDataField field) {
  return field == ConDataField::Found || field == ConDataField::Dist ? 1 : 3;
}
THEW_HD constexpr int ray_field_size(RayDataField field) {
  return field == RayDataField::Dist || field == RayDataField::Depth ? 1 : 3;
}

/// Numbers of one contact, or of one ray.
THEW_HD constexpr int contact_size(int bits) {
  int size = 0;
  for (int i = 0; i < kContactFields; ++i)
    size += (bits >> i & 1) * contact_field_size(static_cast<ConDataField>(i));
  return size;
}
THEW_HD constexpr int ray_size(int bits) {
  int size = 0;
  for (int i = 0; i < kRayFields; ++i)
    size += (bits >> i & 1) * ray_field_size(static_cast<RayDataField>(i));
  return size;
}

}  // namespace thew
