#include "spec/edit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "math/functions.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

template <class T, class Renumber>
void append(List<T>& from, List<T>& to, const Renumber& frame) {
  for (T& element : from) element.frame = frame(element.frame);
  to.take(from, to.size());
}

}  // namespace

void walk(Body& body, const std::function<void(Body&)>& visit) {
  visit(body);
  for (Body& child : body.bodies) walk(child, visit);
}

void walk(const Body& body, const std::function<void(const Body&)>& visit) {
  visit(body);
  for (const Body& child : body.bodies) walk(child, visit);
}

void put(Body part, Body& body, int frame, std::size_t at) {
  const int offset = static_cast<int>(body.frames.size());
  const auto moved = [=](int number) { return number < 0 ? frame : number + offset; };
  append(part.frames, body.frames, moved);
  append(part.joints, body.joints, moved);
  append(part.geoms, body.geoms, moved);
  append(part.sites, body.sites, moved);
  append(part.cameras, body.cameras, moved);
  append(part.lights, body.lights, moved);
  append(part.flexcomps, body.flexcomps, moved);
  for (Body& child : part.bodies) child.frame = moved(child.frame);
  body.bodies.take(part.bodies, std::min(at, body.bodies.size()));
}

void convert_angles(Body& part, const Compiler& from, const Compiler& to) {
  if (from.degree == to.degree && from.eulerseq == to.eulerseq) return;
  const double scale = from.degree == to.degree ? 1 : from.degree ? kPi / 180 : 180 / kPi;
  const auto convert = [&](Orientation& orientation) {
    using Form = Orientation::Form;
    if (orientation.form == Form::Axisangle) orientation.axisangle[3] *= scale;
    if (orientation.form == Form::Euler) {
      orientation.quat = euler_rotation(orientation.euler, from);
      orientation.form = Form::Quat;
    }
  };
  for (auto& frame : part.frames) convert(frame.orientation);
  for (auto& geom : part.geoms) convert(geom.orientation);
  for (auto& site : part.sites) convert(site.orientation);
  for (auto& camera : part.cameras) convert(camera.orientation);
  for (auto& flexcomp : part.flexcomps) convert(flexcomp.orientation);
  for (auto& joint : part.joints) {
    if (joint.type != JointType::Hinge && joint.type != JointType::Ball) continue;
    joint.ref *= scale;
    joint.springref *= scale;
    joint.springyield *= scale;
    for (double& limit : joint.range) limit *= scale;
  }
}

Vec4 euler_rotation(const Vec3& euler, const Compiler& compiler) {
  Vec4 rotation = {1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = compiler.degree ? euler[i] * kPi / 180 : euler[i];
    const char axis = compiler.eulerseq[i];
    const bool intrinsic = axis >= 'x';  // lower case: about the axes that have moved already
    Vec4 step = {math::cos(angle / 2), 0, 0, 0};
    step[static_cast<std::size_t>(axis - (intrinsic ? 'x' : 'X')) + 1] = math::sin(angle / 2);
    rotation = intrinsic ? multiply(rotation, step) : multiply(step, rotation);
  }
  return rotation;
}

}  // namespace thew::spec
