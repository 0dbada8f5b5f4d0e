// Orientations in all the forms in which they can be written.

#include "spec/orientation.h"

#include "base/fault.h"
#include "math/functions.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

using base::Fault;

double radians(double angle, const Compiler& rules) {
  return rules.degree ? angle / 180.0 * kPi : angle;
}

// Three rotations in turn: about the moving axes for lower-case letters, about the fixed ones for
// capitals.
Vec4 from_euler(const Vec3& euler, const Compiler& rules) {
  Vec4 result = {1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = i < rules.eulerseq.size() ? rules.eulerseq[i] : '?';
    const char lower = static_cast<char>(letter | 0x20);
    if (lower < 'x' || lower > 'z') {
      throw Fault{"eulerseq must be three of the letters x y z X Y Z"};
    }
    const double half = radians(euler[i], rules) / 2;
    Vec4 turn = {math::cos(half), 0, 0, 0};
    turn[static_cast<std::size_t>(lower - 'x') + 1] = math::sin(half);
    result = letter == lower ? multiply(result, turn) : multiply(turn, result);
  }
  return result;
}

Vec4 from_axisangle(const Vec4& axisangle, const Compiler& rules) {
  Vec3 axis = {axisangle[0], axisangle[1], axisangle[2]};
  if (normalise(axis) == 0) throw Fault{"the axis of axisangle is zero"};
  const double half = radians(axisangle[3], rules) / 2;
  const double s = math::sin(half);
  return {math::cos(half), s * axis[0], s * axis[1], s * axis[2]};
}

Vec4 from_xyaxes(const Vec6& axes) {
  Vec3 x = {axes[0], axes[1], axes[2]};
  Vec3 y = {axes[3], axes[4], axes[5]};
  if (normalise(x) == 0) throw Fault{"the x axis of xyaxes is zero"};
  y = y - dot(x, y) * x;
  if (normalise(y) == 0) throw Fault{"the axes of xyaxes are parallel"};
  Vec3 z = cross(x, y);
  normalise(z);
  return from_axes(x, y, z);
}

}  // namespace

Vec4 rotation_of(const Orientation& orientation, const Compiler& rules) {
  using Form = Orientation::Form;
  switch (orientation.form) {
    case Form::Quat: {
      Vec4 quat = orientation.quat;
      if (normalise(quat) == 0) throw Fault{"zero quaternion"};
      return quat;
    }
    case Form::Axisangle:
      return from_axisangle(orientation.axisangle, rules);
    case Form::Xyaxes:
      return from_xyaxes(orientation.xyaxes);
    case Form::Zaxis: {
      Vec3 z = orientation.zaxis;
      if (normalise(z) == 0) throw Fault{"zaxis is zero"};
      return from_z(z);
    }
    case Form::Euler:
      return from_euler(orientation.euler, rules);
  }
  return {1, 0, 0, 0};
}

}  // namespace thew::spec
