// Orientations in all the forms in which they can be written, and frames inside bodies.

#include "compile/stages.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

double radians(double angle, const Compiler& rules) {
  return rules.degree ? angle / 180.0 * kPi : angle;
}

// Three rotations in turn: about the moving axes for lower-case letters, about the fixed ones for
// capitals.
bool from_euler(const Vec3& euler, const Compiler& rules, Vec4& result) {
  result = {1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = i < rules.eulerseq.size() ? rules.eulerseq[i] : '?';
    const char lower = static_cast<char>(letter | 0x20);
    if (lower < 'x' || lower > 'z') return false;
    const double half = radians(euler[i], rules) / 2;
    Vec4 turn = {math::cos(half), 0, 0, 0};
    turn[lower - 'x' + 1] = math::sin(half);
    result = letter == lower ? multiply(result, turn) : multiply(turn, result);
  }
  return true;
}

}  // namespace

Vec4 resolve(const Draft& draft, const Orientation& orientation, const Compiler& rules,
             const Element& element, std::string_view kind) {
  using Form = Orientation::Form;
  switch (orientation.form) {
    case Form::Quat: {
      Vec4 quat = orientation.quat;
      if (normalise(quat) == 0) draft.fail(element, kind, "zero quaternion");
      return quat;
    }
    case Form::Axisangle: {
      Vec3 axis = {orientation.axisangle[0], orientation.axisangle[1], orientation.axisangle[2]};
      if (normalise(axis) == 0) draft.fail(element, kind, "the axis of axisangle is zero");
      const double half = radians(orientation.axisangle[3], rules) / 2;
      const double s = math::sin(half);
      return {math::cos(half), s * axis[0], s * axis[1], s * axis[2]};
    }
    case Form::Xyaxes: {
      Vec3 x = {orientation.xyaxes[0], orientation.xyaxes[1], orientation.xyaxes[2]};
      Vec3 y = {orientation.xyaxes[3], orientation.xyaxes[4], orientation.xyaxes[5]};
      if (normalise(x) == 0) draft.fail(element, kind, "the x axis of xyaxes is zero");
      y = y - dot(x, y) * x;
      if (normalise(y) == 0) draft.fail(element, kind, "the axes of xyaxes are parallel");
      Vec3 z = cross(x, y);
      normalise(z);
      return from_axes(x, y, z);
    }
    case Form::Zaxis: {
      Vec3 z = orientation.zaxis;
      if (normalise(z) == 0) draft.fail(element, kind, "zaxis is zero");
      return from_z(z);
    }
    case Form::Euler: {
      Vec4 quat;
      if (!from_euler(orientation.euler, rules, quat)) {
        draft.fail(element, kind, "eulerseq must be three of the letters x y z X Y Z");
      }
      return quat;
    }
  }
  return {1, 0, 0, 0};
}

void resolve_frames(Draft& draft) {
  for (BodyDraft& body : draft.bodies) {
    for (const Frame& frame : body.spec->frames) {
      const Pose own = {frame.pos, resolve(draft, frame.orientation, *body.rules, frame, "frame")};
      body.frames.push_back(place(body, frame.frame, own));
    }
  }
}

Pose place(const BodyDraft& body, int frame, const Pose& pose) {
  return frame < 0 ? pose : compose(body.frames[frame], pose);
}

Pose from_to(const Draft& draft, const Vec6& points, GeomType type, const Vec3& pos, Vec3& size,
             const Element& element, std::string_view kind) {
  if (type != GeomType::Capsule && type != GeomType::Cylinder && type != GeomType::Ellipsoid &&
      type != GeomType::Box) {
    draft.fail(element, kind, "fromto needs a capsule, cylinder, ellipsoid or box");
  }
  if (pos != Vec3{}) draft.fail(element, kind, "pos and fromto cannot both be given");
  const Vec3 from = {points[0], points[1], points[2]};
  const Vec3 to = {points[3], points[4], points[5]};
  Vec3 direction = from - to;
  size[1] = normalise(direction) / 2;
  if (size[1] < kTiny) draft.fail(element, kind, "the two points of fromto are the same");
  // The length is along z, which is the last half size of ellipsoids and boxes.
  if (type == GeomType::Ellipsoid || type == GeomType::Box) {
    size[2] = size[1];
    size[1] = size[0];
  }
  return {0.5 * (from + to), from_z(direction)};
}

}  // namespace thew::compile
