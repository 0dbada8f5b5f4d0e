#pragma once

#include <array>
#include <cmath>

// Small matrices as OpenGL has them: floats, column by column.

namespace thew::render {

using Vec3 = std::array<float, 3>;
using Vec4 = std::array<float, 4>;
using Mat3 = std::array<float, 9>;
using Mat4 = std::array<float, 16>;

inline Vec3 vec3(const float* v) {
  return {v[0], v[1], v[2]};
}
inline float dot(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 sub(const Vec3& a, const Vec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Vec3 unit(const Vec3& a) {
  const float length = std::sqrt(dot(a, a));
  if (!(length > 0)) return {0, 0, 1};
  return {a[0] / length, a[1] / length, a[2] / length};
}

inline constexpr Mat4 kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

inline Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 c;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[4 * k + row] * b[4 * column + k];
      c[4 * column + row] = sum;
    }
  }
  return c;
}

inline Mat4 translation(float x, float y, float z) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
}
inline Mat4 scaling(float x, float y, float z) {
  return {x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1};
}

/// From the frame at `pos` with the rotation `mat` (row by row, as scenes have it) to the world.
inline Mat4 pose(const float* pos, const float* mat) {
  return {mat[0], mat[3], mat[6], 0, mat[1], mat[4], mat[7], 0,
          mat[2], mat[5], mat[8], 0, pos[0], pos[1], pos[2], 1};
}

/// From the world to the eye at `pos`, which looks along its negative z axis.
inline Mat4 look(const Vec3& pos, const Vec3& forward, const Vec3& up) {
  const Vec3 f = unit(forward), right = unit(cross(f, up)), u = cross(right, f);
  return {right[0], u[0], -f[0], 0, right[1],         u[1],         -f[1],       0,
          right[2], u[2], -f[2], 0, -dot(right, pos), -dot(u, pos), dot(f, pos), 1};
}

/// The mirror in the plane through `pos` with the unit normal `n`.
inline Mat4 mirror(const Vec3& pos, const Vec3& n) {
  Mat4 m = kIdentity;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[4 * j + i] -= 2 * n[i] * n[j];
    m[12 + i] = 2 * dot(pos, n) * n[i];
  }
  return m;
}

inline Vec3 transform(const Mat4& m, const Vec3& p) {
  Vec3 q;
  for (int i = 0; i < 3; ++i) q[i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
  return q;
}

/// Edges of what a camera sees, at its near plane.
struct Frustum {
  float left, right, bottom, top, near, far;
};

// Projections give the near plane depth 1 and the far plane 0: floating-point depths are then fine
// where perspective is coarse. OpenGL takes depths as they are (`zero_to_one`), or maps [-1, 1] to
// [0, 1].

inline Mat4 perspective(const Frustum& f, bool zero_to_one) {
  const float w = f.right - f.left, h = f.top - f.bottom, d = f.far - f.near;
  float a = f.near / d, b = f.far * f.near / d;  // depth = (a z + b) / -z
  if (!zero_to_one) {
    a = 2 * a + 1;
    b = 2 * b;
  }
  const float x = (f.right + f.left) / w, y = (f.top + f.bottom) / h;
  return {2 * f.near / w, 0, 0, 0, 0, 2 * f.near / h, 0, 0, x, y, a, -1, 0, 0, b, 0};
}

inline Mat4 orthographic(const Frustum& f, bool zero_to_one) {
  const float w = f.right - f.left, h = f.top - f.bottom, d = f.far - f.near;
  float a = 1 / d, b = f.far / d;  // depth = a z + b
  if (!zero_to_one) {
    a = 2 * a;
    b = 2 * b - 1;
  }
  const float x = -(f.right + f.left) / w, y = -(f.top + f.bottom) / h;
  return {2 / w, 0, 0, 0, 0, 2 / h, 0, 0, 0, 0, a, 0, x, y, b, 1};
}

/// The matrix that turns normals: the inverse transpose of the upper left part, up to a factor.
inline Mat3 normal_matrix(const Mat4& m) {
  const Vec3 a = {m[0], m[1], m[2]}, b = {m[4], m[5], m[6]}, c = {m[8], m[9], m[10]};
  const Vec3 x = cross(b, c), y = cross(c, a), z = cross(a, b);
  return {x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]};
}

}  // namespace thew::render
