#pragma once

// Vectors, quaternions and poses as the compiler uses them: plain arrays, double only. Quaternions
// are w x y z.

#include <cmath>

#include <thew/spec.h>

namespace thew::spec {

inline constexpr double kPi = 3.14159265358979323846;
/// Below this a length, a mass or a volume counts as nothing.
inline constexpr double kTiny = 1e-14;

using Mat3 = std::array<double, 9>;  ///< row-major

/// A position and an orientation in an enclosing frame.
struct Pose {
  Vec3 pos = {};
  Vec4 quat = {1, 0, 0, 0};
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3 operator*(double s, const Vec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline double dot(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Scales to unit length and returns the length it had; leaves a vector that is too short and
/// returns 0. What is unit already to rounding stays as it is, so that numbers written in a file
/// survive.
template <std::size_t n>
double normalise(std::array<double, n>& v) {
  double square = 0;
  for (const double x : v) square += x * x;
  if (square < kTiny) return 0;
  const double length = std::sqrt(square);
  if (std::abs(length - 1) > kTiny) {
    for (double& x : v) x /= length;
  }
  return length;
}

inline Vec4 conjugate(const Vec4& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}

/// The rotation b followed by a.
Vec4 multiply(const Vec4& a, const Vec4& b);
Vec3 multiply(const Mat3& a, const Vec3& v);
Mat3 multiply(const Mat3& a, const Mat3& b);
Vec3 rotate(const Vec4& q, const Vec3& v);
Mat3 to_matrix(const Vec4& q);
/// The rotation whose matrix has these columns.
Vec4 from_axes(const Vec3& x, const Vec3& y, const Vec3& z);
/// The smallest rotation that takes the z axis to a unit vector.
Vec4 from_z(const Vec3& direction);

/// A pose given in `frame`, seen from where `frame` is given.
Pose compose(const Pose& frame, const Pose& child);
Pose inverse(const Pose& pose);

/// Whether two frames agree within 1e-6 in every number; quaternions of either sign.
bool same_position(const Vec3& a, const Vec3& b);
bool same_rotation(const Vec4& a, const Vec4& b);

}  // namespace thew::spec
