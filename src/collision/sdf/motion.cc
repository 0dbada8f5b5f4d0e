#include "collision/sdf/motion.h"

namespace thew::collision {
namespace {

using Quatd = math::Quat<double>;

constexpr double kTiny = 1e-15;

// Sums of four are made of two pairs.
Quatd plain_normalized(const Quatd& q) {
  const double norm = math::sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
  if (norm < kTiny) return {1, 0, 0, 0};
  if (!(math::abs(norm - 1) > kTiny)) return q;
  const double s = 1 / norm;
  return {q.w * s, q.x * s, q.y * s, q.z * s};
}

Quatd plain_product(const Quatd& a, const Quatd& b) {
  return {(a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
          (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
          (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
          (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x)};
}

bool is_unit(const Quatd& q) {
  return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0;
}

Mat3d plain_matrix(const Quatd& q) {
  if (is_unit(q)) return math::identity3<double>();
  const double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  return {(ww - yy) + (xx - zz), 2 * (xy - wz),         2 * (xz + wy),  //
          2 * (xy + wz),         (ww + yy) - (xx + zz), 2 * (yz - wx),  //
          2 * (xz - wy),         2 * (yz + wx),         (ww - yy) - (xx - zz)};
}

}  // namespace

// v + 2 u x (w v + u x v), u being the vector part.
Vec3d plain_rotate(const Quatd& q, const Vec3d& v) {
  if (is_unit(q) || (v.x == 0 && v.y == 0 && v.z == 0)) return v;
  const Vec3d t = {q.w * v.x + q.y * v.z - q.z * v.y, q.w * v.y + q.z * v.x - q.x * v.z,
                   q.w * v.z + q.x * v.y - q.y * v.x};
  return {v.x + 2 * (q.y * t.z - q.z * t.y), v.y + 2 * (q.z * t.x - q.x * t.z),
          v.z + 2 * (q.x * t.y - q.y * t.x)};
}

Motion motion(const Shape& from, const Shape& to) {
  const Quatd back = conjugate(to.quat);
  const Vec3d origin = -plain_rotate(back, to.at.pos);
  return {plain_matrix(plain_normalized(plain_product(back, from.quat))),
          plain_rotate(back, from.at.pos) + origin};
}

}  // namespace thew::collision
