#pragma once

// What contact sensors and rangefinders report: the fields whose bits are set in sensor_intprm[0],
// in the order of their bits.

#include <thew/enums.h>

namespace thew {

/// How a contact sensor chooses among the contacts that match (sensor_intprm[1]).
enum class ContactReduce { None, MinDist, MaxForce, NetForce };

inline constexpr int kContactFields = static_cast<int>(ConDataField::kNcondata);
inline constexpr int kRayFields = static_cast<int>(RayDataField::kNraydata);

/// Numbers of each field.
inline constexpr int kContactFieldSize[kContactFields] = {1, 3, 3, 1, 3, 3, 3, 3, 3};
inline constexpr int kRayFieldSize[kRayFields] = {1, 3, 3, 3, 3, 1};

/// Numbers of one contact, or of one ray.
constexpr int contact_size(int bits) {
  int size = 0;
  for (int i = 0; i < kContactFields; ++i) size += (bits >> i & 1) * kContactFieldSize[i];
  return size;
}
constexpr int ray_size(int bits) {
  int size = 0;
  for (int i = 0; i < kRayFields; ++i) size += (bits >> i & 1) * kRayFieldSize[i];
  return size;
}

}  // namespace thew
