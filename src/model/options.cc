// Default values of options and visual settings; the numbers are MuJoCo's where it has them.

#include <algorithm>
#include <initializer_list>

#include <thew/model.h>

namespace thew {

namespace {

template <class T, std::size_t n>
void set(T (&array)[n], std::initializer_list<double> values) {
  std::transform(values.begin(), values.end(), array, [](double v) { return static_cast<T>(v); });
}

}  // namespace

Options::Options() {
  timestep = 0.002;
  impratio = 1;
  tolerance = 1e-8;
  ls_tolerance = 0.01;
  noslip_tolerance = 1e-6;
  ccd_tolerance = 1e-6;
  sleep_tolerance = 1e-3;
  set(gravity, {0, 0, -9.81});
  set(magnetic, {0, -0.5, 0});
  set(o_solref, {0.02, 1});
  set(o_solimp, {0.9, 0.95, 0.001, 0.5, 2});
  set(o_friction, {1, 1, 0.005, 0.0001, 0.0001});
  integrator = static_cast<int>(Integrator::Euler);
  cone = static_cast<int>(Cone::Pyramidal);
  jacobian = static_cast<int>(Jacobian::Auto);
  solver = static_cast<int>(Solver::Newton);
  iterations = 100;
  ls_iterations = 50;
  ccd_iterations = 35;
  sdf_initpoints = 40;
  sdf_iterations = 10;
  formulation = static_cast<int>(Formulation::Default);
  regularization = 1e-6;
  default_eq_stiffness = 1e4;
  default_eq_damping = 1e3;
  max_constraint_vel = 1;
  max_constraint_angvel = 1;
  friction_smoothing = 1000;
}

Visual::Visual() {
  global_.azimuth = 90;
  global_.cameraid = -1;
  global_.elevation = -45;
  global_.fovy = 45;
  global_.glow = 0.3f;
  global_.ipd = 0.068f;
  global_.linewidth = 1;
  global_.offheight = 480;
  global_.offwidth = 640;
  global_.realtime = 1;
  quality.numquads = 4;
  quality.numslices = 28;
  quality.numstacks = 16;
  quality.offsamples = 4;
  quality.shadowsize = 4096;
  headlight.active = 2;
  set(headlight.ambient, {0.1, 0.1, 0.1});
  set(headlight.diffuse, {0.4, 0.4, 0.4});
  set(headlight.specular, {0.5, 0.5, 0.5});
  map.actuatortendon = 2;
  map.alpha = 0.3f;
  map.fogend = 10;
  map.fogstart = 3;
  map.force = 0.005f;
  map.haze = 0.3f;
  map.shadowclip = 1;
  map.shadowscale = 0.6f;
  map.stiffness = 100;
  map.stiffnessrot = 500;
  map.torque = 0.1f;
  map.zfar = 50;
  map.znear = 0.01f;
  scale.actuatorlength = 0.7f;
  scale.actuatorwidth = 0.2f;
  scale.camera = 0.3f;
  scale.com = 0.4f;
  scale.connect = 0.2f;
  scale.constraint = 0.1f;
  scale.contactheight = 0.1f;
  scale.contactwidth = 0.3f;
  scale.forcewidth = 0.1f;
  scale.framelength = 1;
  scale.framewidth = 0.1f;
  scale.frustum = 10;
  scale.jointlength = 1;
  scale.jointwidth = 0.1f;
  scale.light = 0.3f;
  scale.selectpoint = 0.2f;
  scale.slidercrank = 0.2f;
  set(rgba.actuator, {0.2, 0.25, 0.2, 1});
  set(rgba.actuatornegative, {0.2, 0.6, 0.9, 1});
  set(rgba.actuatorpositive, {0.9, 0.4, 0.2, 1});
  set(rgba.bv, {0, 1, 0, 0.5});
  set(rgba.bvactive, {1, 0, 0, 0.5});
  set(rgba.camera, {0.6, 0.9, 0.6, 1});
  set(rgba.com, {0.9, 0.9, 0.9, 1});
  set(rgba.connect, {0.2, 0.2, 0.8, 1});
  set(rgba.constraint, {0.9, 0, 0, 1});
  set(rgba.contactforce, {0.7, 0.9, 0.9, 1});
  set(rgba.contactfriction, {0.9, 0.8, 0.4, 1});
  set(rgba.contactgap, {0.5, 0.8, 0.9, 1});
  set(rgba.contactpoint, {0.9, 0.6, 0.2, 1});
  set(rgba.contacttorque, {0.9, 0.7, 0.9, 1});
  set(rgba.crankbroken, {0.9, 0, 0, 1});
  set(rgba.fog, {0, 0, 0, 1});
  set(rgba.force, {1, 0.5, 0.5, 1});
  set(rgba.frustum, {1, 1, 0, 0.2});
  set(rgba.haze, {1, 1, 1, 1});
  set(rgba.inertia, {0.8, 0.2, 0.2, 0.6});
  set(rgba.joint, {0.2, 0.6, 0.8, 1});
  set(rgba.light, {0.6, 0.6, 0.9, 1});
  set(rgba.rangefinder, {1, 1, 0.1, 1});
  set(rgba.selectpoint, {0.9, 0.9, 0.1, 1});
  set(rgba.slidercrank, {0.5, 0.3, 0.8, 1});
}

}  // namespace thew
