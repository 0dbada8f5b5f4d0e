#include "compile/scale/scale.h"

#include <algorithm>

#include "compile/stages.h"
#include "math/functions.h"
#include "spec/edit.h"

namespace thew::compile {

namespace {

// Sine of the angle by which a stretched axis may turn and still count as one of the stretch.
constexpr double kAligned = 0.0349;

Mat3 transpose(const Mat3& a) {
  return {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
}

double norm(const Vec3& v) {
  return std::sqrt(dot(v, v));
}

Vec3 column(const Mat3& a, int i) {
  return {a[i], a[3 + i], a[6 + i]};
}

// Factors of lengths along the three axes of something that is turned by `quat`.
Vec3 along_axes(const Scale& scale, const Vec4& quat) {
  if (scale.uniform) return {scale.length, scale.length, scale.length};
  const Mat3 axes = multiply(scale.stretch, to_matrix(quat));
  return {norm(column(axes, 0)), norm(column(axes, 1)), norm(column(axes, 2))};
}

// Whether a stretch keeps the direction of an axis.
bool keeps(const Scale& scale, const Vec3& axis) {
  const Vec3 stretched = multiply(scale.stretch, axis);
  return norm(cross(axis, stretched)) <= kAligned * norm(stretched) * norm(axis);
}

class Scaler {
 public:
  explicit Scaler(Spec& spec) : spec_(spec), draft_(spec) {}

  void run() {
    walk(spec_.world, {});
    scale_references(spec_, draft_, tree_);
    scale_skins(spec_, draft_, tree_);
    scale_assets(spec_, tree_);
  }

 private:
  void walk(Body& body, const Scale& own);
  std::vector<Scale> enter_frames(Body& body, const Scale& own, std::vector<WorldMap>& maps);
  Scale enter(Frame& frame, const Scale& outer, const Vec4& quat) const;
  void scale_inertial(Body& body, const Scale& scale) const;
  void scale_joint(Joint& joint, const Scale& scale);
  void scale_geom(Geom& geom, const Scale& scale);
  void scale_site(Site& site, const Scale& scale);
  void check_shape(const Geom& geom, const Scale& scale, const Vec4& quat) const;
  /// Moves the pose of a geom or a site; returns its rotation before.
  template <class T>
  Vec4 move(T& element, const Scale& scale, const char* kind) const;
  const Compiler& rules() const { return spec_.compilers[static_cast<std::size_t>(compiler_)]; }

  Spec& spec_;
  Draft draft_;  // for its errors
  ScaledTree tree_;
  int compiler_ = 0;  // of the body at hand
};

Scale Scaler::enter(Frame& frame, const Scale& outer, const Vec4& quat) const {
  for (const double s : frame.scale) {
    if (!(s > 0) || !std::isfinite(s)) draft_.fail(frame, "frame", "scale must be positive");
  }
  if (!(frame.massscale >= 0) || !std::isfinite(frame.massscale)) {
    draft_.fail(frame, "frame", "massscale cannot be negative");
  }
  const auto [x, y, z] = frame.scale;
  const bool uniform = x == y && y == z;
  const bool units = frame.scaling == Scaling::Similar;
  if (!uniform && units) {
    draft_.fail(frame, "frame", "different scales along the axes need scaling=\"geometry\"");
  }
  const double mass = frame.massscale > 0 ? frame.massscale : x * y * z;
  Scale inner = seen_from(outer, quat);
  inner.stretch = multiply(inner.stretch, Mat3{x, 0, 0, 0, y, 0, 0, 0, z});
  inner.uniform = inner.uniform && uniform;
  inner.length *= uniform ? x : math::pow(x * y * z, 1.0 / 3.0);
  inner.mass *= mass;
  if (units) {
    inner.unit_length *= x;
    inner.unit_mass *= mass;
  }
  frame.scale = {1, 1, 1};
  frame.massscale = 0;
  return inner;
}

// The scales inside of a body's frames. For the frames of the world also where its points go:
// a frame at t with rotation R takes p to t + R S R' (p - t).
std::vector<Scale> Scaler::enter_frames(Body& body, const Scale& own, std::vector<WorldMap>& maps) {
  std::vector<Scale> scales;
  std::vector<Pose> poses;  // as written, before scaling
  for (Frame& frame : body.frames) {
    const bool inside = frame.frame >= 0;
    const Scale outer = inside ? scales[frame.frame] : own;
    const Vec4 quat = resolve(draft_, frame.orientation, rules(), frame, "frame");
    const Pose pose = {frame.pos, quat};
    poses.push_back(inside ? compose(poses[frame.frame], pose) : pose);
    scales.push_back(enter(frame, outer, quat));
    // x = R'(p - t) becomes S x, and t itself goes where the enclosing frame takes it.
    const Mat3 r = to_matrix(poses.back().quat);
    WorldMap map;
    map.matrix = scales.back().uniform ? scales.back().stretch
                                       : multiply(r, multiply(scales.back().stretch, transpose(r)));
    const Vec3& t = poses.back().pos;
    const Vec3 moved =
        inside ? multiply(maps[frame.frame].matrix, t) + maps[frame.frame].offset : t;
    map.offset = moved - multiply(map.matrix, t);
    maps.push_back(map);
    frame.pos = multiply(outer.stretch, frame.pos);
  }
  return scales;
}

template <class T>
Vec4 Scaler::move(T& element, const Scale& scale, const char* kind) const {
  element.pos = multiply(scale.stretch, element.pos);
  if constexpr (requires { element.fromto; }) {
    if (element.fromto) {
      Vec6& p = *element.fromto;
      Vec3 direction = {p[0] - p[3], p[1] - p[4], p[2] - p[5]};
      for (std::size_t i = 0; i < 6; i += 3) {
        const Vec3 point = multiply(scale.stretch, Vec3{p[i], p[i + 1], p[i + 2]});
        std::copy(point.begin(), point.end(), p.begin() + static_cast<std::ptrdiff_t>(i));
      }
      return normalise(direction) == 0 ? Vec4{1, 0, 0, 0} : from_z(direction);
    }
  }
  return scale.uniform ? Vec4{1, 0, 0, 0}
                       : resolve(draft_, element.orientation, rules(), element, kind);
}

// I = tr(C) 1 - C, with the second moments C = S C S' under a stretch.
void Scaler::scale_inertial(Body& body, const Scale& scale) const {
  body.ipos = multiply(scale.stretch, body.ipos);
  body.mass *= scale.mass;
  if (scale.uniform) {
    const double factor = scale.mass * scale.length * scale.length;
    for (double& x : body.inertia) x *= factor;
    if (body.fullinertia) {
      for (double& x : *body.fullinertia) x *= factor;
    }
    return;
  }
  Mat3 full = {body.inertia[0], 0, 0, 0, body.inertia[1], 0, 0, 0, body.inertia[2]};
  if (body.fullinertia) {
    const Vec6& f = *body.fullinertia;
    full = {f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]};
  } else {
    const Mat3 r = to_matrix(resolve(draft_, body.iorientation, rules(), body, "body"));
    full = multiply(r, multiply(full, transpose(r)));
  }
  const double half = (full[0] + full[4] + full[8]) / 2;
  Mat3 moments = {half, 0, 0, 0, half, 0, 0, 0, half};
  for (std::size_t i = 0; i < 9; ++i) moments[i] -= full[i];
  moments = multiply(scale.stretch, multiply(moments, transpose(scale.stretch)));
  for (double& x : moments) x *= scale.mass;
  const auto& c = moments;
  body.fullinertia = {c[4] + c[8], c[0] + c[8], c[0] + c[4], -c[1], -c[2], -c[5]};
  body.inertia = {};
  body.iorientation = {};
}

void Scaler::scale_joint(Joint& joint, const Scale& scale) {
  const bool straight = joint.type == JointType::Slide;
  if (!scale.uniform && (straight || joint.type == JointType::Hinge) && !keeps(scale, joint.axis)) {
    draft_.fail(joint, "joint", "the axis is not along an axis of the scale");
  }
  Vec3 axis = joint.axis;
  normalise(axis);
  const double along = scale.uniform ? scale.length : norm(multiply(scale.stretch, axis));
  const CoordinateScale by = straight ? translation_scale(scale, along) : rotation_scale(scale);
  tree_.joint_list.push_back({scale, by, joint.type, joint.springyield > 0});
  if (!joint.name.empty()) tree_.joints.emplace(joint.name, tree_.joint_list.back());
  if (joint.type == JointType::Free) return;  // its numbers are of mixed dimensions
  joint.pos = multiply(scale.stretch, joint.pos);
  for (double* x :
       {&joint.ref, &joint.springref, &joint.springyield, &joint.margin, &joint.range[0],
        &joint.range[1], &joint.solimp_limit[2], &joint.solimp_friction[2]}) {
    *x *= by.coordinate;
  }
  for (double* x : {&joint.frictionloss, &joint.actfrcrange[0], &joint.actfrcrange[1]}) {
    *x *= by.force;
  }
  joint.armature *= by.force / by.unit_coordinate;
  scale_polynomial(joint.stiffness, by);
  scale_polynomial(joint.damping, by);
}

// Shapes that a stretch would turn into something else.
void Scaler::check_shape(const Geom& geom, const Scale& scale, const Vec4& quat) const {
  if (scale.uniform) return;
  if (!geom.meshname.empty()) {
    draft_.fail(geom, "geom",
                "not supported yet: a mesh that is stretched differently along its axes");
  }
  if (geom.type == GeomType::Sphere) {
    draft_.fail(geom, "geom", "a sphere can only be scaled uniformly", "use an ellipsoid");
  }
  const Mat3 axes = to_matrix(quat);
  for (int i = 0; i < 3; ++i) {
    if (!keeps(scale, column(axes, i))) {
      draft_.fail(geom, "geom", "the shape is not aligned with the axes of the scale");
    }
  }
  const Vec3 by = along_axes(scale, quat);
  const bool round =
      geom.fromto || geom.type == GeomType::Capsule || geom.type == GeomType::Cylinder;
  if (round && std::abs(by[0] - by[1]) > kAligned * by[0]) {
    draft_.fail(geom, "geom", "the shape can only be scaled equally across its axis");
  }
}

// Sizes of a shape whose axes are stretched by these factors.
void scale_size(Vec3& size, GeomType type, const Vec3& by, double mean, bool across) {
  const double radius = std::sqrt(by[0] * by[1]);
  switch (type) {
    case GeomType::Sphere:
      size[0] *= mean;
      break;
    case GeomType::Capsule:
    case GeomType::Cylinder:
      size[0] *= by[0] == by[1] ? by[0] : radius;
      size[1] *= by[2];
      break;
    case GeomType::Plane:
      for (std::size_t i = 0; i < 2; ++i) size[i] *= by[i];
      size[2] *= mean;
      break;
    default:
      // Between two points there is one size across.
      if (across) size[0] *= by[0] == by[1] ? by[0] : radius;
      for (std::size_t i = 0; i < 3 && !across; ++i) size[i] *= by[i];
  }
}

void Scaler::scale_geom(Geom& geom, const Scale& scale) {
  const Vec4 quat = move(geom, scale, "geom");
  check_shape(geom, scale, quat);
  const Vec3 by = along_axes(scale, quat);
  scale_size(geom.size, geom.type, by, scale.length, geom.fromto.has_value());
  // The density belongs to the volume, or to the area of a shell.
  const double area = scale.length * scale.length;
  const bool solid = geom.typeinertia == GeomInertia::Volume;
  if (geom.mass) *geom.mass *= scale.mass;
  geom.density *= scale.mass / (solid ? area * scale.length : area);
  for (double* x :
       {&geom.margin, &geom.gap, &geom.friction[1], &geom.friction[2], &geom.solimp[2]}) {
    *x *= scale.length;
  }
  for (std::size_t i = 0; i < 3; ++i) geom.surfacevel[i] *= by[i];
  geom.adhesion *= scale.unit_mass * scale.unit_length;
  if (!geom.meshname.empty()) tree_.geom_meshes.push_back({&geom.meshname, by});
  if (!geom.hfieldname.empty()) tree_.hfields.push_back({&geom.hfieldname, by});
  if (!geom.name.empty()) tree_.geoms.emplace(geom.name, scale);
}

void Scaler::scale_site(Site& site, const Scale& scale) {
  const Vec4 quat = move(site, scale, "site");
  if (!site.meshname.empty()) {
    if (!scale.uniform) {
      draft_.fail(site, "site",
                  "not supported yet: a mesh that is stretched differently along its axes");
    }
    tree_.site_meshes.push_back({&site.meshname, along_axes(scale, quat)});
  }
  scale_size(site.size, site.type, along_axes(scale, quat), scale.length, site.fromto.has_value());
}

void scale_camera(Camera& camera, const Scale& scale) {
  camera.pos = multiply(scale.stretch, camera.pos);
  camera.ipd *= scale.length;
  for (auto* pair : {&camera.sensor_size, &camera.focal_length, &camera.principal_length}) {
    for (float& x : *pair) x = static_cast<float>(x * scale.length);
  }
}

void scale_light(Light& light, const Scale& scale) {
  light.pos = multiply(scale.stretch, light.pos);
  const auto by = static_cast<float>(scale.length);
  light.bulbradius *= by;
  light.range *= by;
  light.attenuation[1] /= by;
  light.attenuation[2] /= by * by;
}

void Scaler::walk(Body& body, const Scale& own) {
  compiler_ = body.compiler;
  std::vector<WorldMap> maps;
  const std::vector<Scale> scales = enter_frames(body, own, maps);
  const auto inside = [&](int frame) { return frame < 0 ? own : scales[frame]; };
  if (body.explicit_inertial) scale_inertial(body, inside(body.iframe));
  for (Joint& joint : body.joints) scale_joint(joint, inside(joint.frame));
  for (Geom& geom : body.geoms) scale_geom(geom, inside(geom.frame));
  for (Site& site : body.sites) {
    scale_site(site, inside(site.frame));
    if (!site.name.empty()) tree_.sites.emplace(site.name, inside(site.frame));
  }
  for (Camera& camera : body.cameras) {
    scale_camera(camera, inside(camera.frame));
    if (!camera.name.empty()) tree_.cameras.emplace(camera.name, inside(camera.frame));
  }
  for (Light& light : body.lights) scale_light(light, inside(light.frame));
  for (Body& child : body.bodies) {
    const Scale scale = inside(child.frame);
    const WorldMap map = child.frame < 0 || &body != &spec_.world ? WorldMap{} : maps[child.frame];
    for (const Joint& joint : child.joints) {
      if (joint.type == JointType::Free) tree_.free_list.push_back(map);
    }
    if (child.mocap) tree_.mocap_list.push_back(map);
    child.pos = multiply(scale.stretch, child.pos);
    compiler_ = child.compiler;
    const Scale turned =
        scale.uniform
            ? scale
            : seen_from(scale, resolve(draft_, child.orientation, rules(), child, "body"));
    if (!child.name.empty()) tree_.bodies.emplace(child.name, turned);
    walk(child, turned);
  }
}

}  // namespace

Scale seen_from(const Scale& scale, const Vec4& quat) {
  if (scale.uniform) return scale;
  Scale turned = scale;
  const Mat3 r = to_matrix(quat);
  turned.stretch = multiply(transpose(r), multiply(scale.stretch, r));
  return turned;
}

CoordinateScale rotation_scale(const Scale& scale) {
  return {1, 1, scale.unit_mass * scale.unit_length * scale.unit_length};
}

CoordinateScale translation_scale(const Scale& scale, double along) {
  return {along, scale.unit_length, scale.unit_mass * scale.unit_length};
}

void scale_polynomial(Poly& poly, const CoordinateScale& by) {
  double factor = by.force;
  for (double& x : poly) x *= factor /= by.unit_coordinate;
}

void scale_frames(Spec& spec) {
  Scaler(spec).run();
}

}  // namespace thew::compile
