#include "spec/vector.h"

#include "math/functions.h"
#include "model/same_frame.h"

namespace thew::spec {

namespace {

constexpr Vec4 kIdentity = {1, 0, 0, 0};

}  // namespace

Vec4 multiply(const Vec4& a, const Vec4& b) {
  Vec4 q = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  normalise(q);
  return q;
}

Vec3 rotate(const Vec4& q, const Vec3& v) {
  if (q == kIdentity) return v;
  // v + 2 u x (w v + u x v), u the vector part.
  const Vec3 u = {q[1], q[2], q[3]};
  return v + 2.0 * cross(u, q[0] * v + cross(u, v));
}

Mat3 to_matrix(const Vec4& q) {
  const auto [w, x, y, z] = q;
  return {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
}

Vec4 from_axes(const Vec3& x, const Vec3& y, const Vec3& z) {
  const double trace = x[0] + y[1] + z[2];
  Vec4 q;
  // Shepperd: divide by the largest component.
  if (trace > 0) {
    q[0] = 0.5 * std::sqrt(1 + trace);
    const double s = 0.25 / q[0];
    q[1] = s * (y[2] - z[1]);
    q[2] = s * (z[0] - x[2]);
    q[3] = s * (x[1] - y[0]);
  } else if (x[0] > y[1] && x[0] > z[2]) {
    q[1] = 0.5 * std::sqrt(1 + x[0] - y[1] - z[2]);
    const double s = 0.25 / q[1];
    q[0] = s * (y[2] - z[1]);
    q[2] = s * (y[0] + x[1]);
    q[3] = s * (z[0] + x[2]);
  } else if (y[1] > z[2]) {
    q[2] = 0.5 * std::sqrt(1 - x[0] + y[1] - z[2]);
    const double s = 0.25 / q[2];
    q[0] = s * (z[0] - x[2]);
    q[1] = s * (y[0] + x[1]);
    q[3] = s * (z[1] + y[2]);
  } else {
    q[3] = 0.5 * std::sqrt(1 - x[0] - y[1] + z[2]);
    const double s = 0.25 / q[3];
    q[0] = s * (x[1] - y[0]);
    q[1] = s * (z[0] + x[2]);
    q[2] = s * (z[1] + y[2]);
  }
  normalise(q);
  return q;
}

Vec4 from_z(const Vec3& direction) {
  Vec3 axis = cross({0, 0, 1}, direction);
  const double sine = normalise(axis);
  if (sine < 1e-10) axis = {1, 0, 0};
  const double half = 0.5 * math::atan2(sine, direction[2]);
  const double s = math::sin(half);
  return {math::cos(half), axis[0] * s, axis[1] * s, axis[2] * s};
}

Pose compose(const Pose& frame, const Pose& child) {
  return {frame.pos + rotate(frame.quat, child.pos), multiply(frame.quat, child.quat)};
}

Pose inverse(const Pose& pose) {
  const Vec4 back = conjugate(pose.quat);
  return {-1.0 * rotate(back, pose.pos), back};
}

bool same_position(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(a[i] - b[i]) < kSameFrame)) return false;
  }
  return true;
}

bool same_rotation(const Vec4& a, const Vec4& b) {
  bool same = true, opposite = true;
  for (int i = 0; i < 4; ++i) {
    same = same && std::abs(a[i] - b[i]) < kSameFrame;
    opposite = opposite && std::abs(a[i] + b[i]) < kSameFrame;
  }
  return same || opposite;
}

Vec3 multiply(const Mat3& a, const Vec3& v) {
  return {a[0] * v[0] + a[1] * v[1] + a[2] * v[2], a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
          a[6] * v[0] + a[7] * v[1] + a[8] * v[2]};
}

Mat3 multiply(const Mat3& a, const Mat3& b) {
  Mat3 c = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
    }
  }
  return c;
}

}  // namespace thew::spec
