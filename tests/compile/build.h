#pragma once

// Small Specs made in code, for the tests of the compiler.

#include <memory>
#include <string>

#include "compile/compile.h"
#include "compile/spec_names.h"

namespace thew::compile::testing {

/// Adds a body to a parent; its name appears in errors.
inline Body& add_body(Body& parent, const std::string& name = "", const Vec3& pos = {}) {
  Body& body = parent.bodies.emplace_back();
  body.name = name;
  body.pos = pos;
  return body;
}

inline Joint& add_joint(Body& body, JointType type = JointType::Hinge,
                        const std::string& name = "") {
  Joint& joint = body.joints.emplace_back();
  joint.type = type;
  joint.name = name;
  return joint;
}

inline Geom& add_geom(Body& body, GeomType type = GeomType::Sphere, const Vec3& size = {0.1, 0, 0},
                      const std::string& name = "") {
  Geom& geom = body.geoms.emplace_back();
  geom.type = type;
  geom.size = size;
  geom.name = name;
  return geom;
}

inline Site& add_site(Body& body, const std::string& name, const Vec3& pos = {}) {
  Site& site = body.sites.emplace_back();
  site.name = name;
  site.pos = pos;
  return site;
}

/// One hinge "j" on a body "b" with a sphere "g".
inline Spec one_hinge() {
  Spec spec;
  Body& body = add_body(spec.world, "b");
  add_joint(body, JointType::Hinge, "j");
  add_geom(body, GeomType::Sphere, {0.1, 0, 0}, "g");
  return spec;
}

inline void set_inertial(Body& body, double mass, const Vec3& inertia) {
  body.explicit_inertial = true;
  body.mass = mass;
  body.inertia = inertia;
}

}  // namespace thew::compile::testing
