// The pipeline and its stages: functions of a model and a data.
#include <algorithm>

#include <thew/collision.h>
#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/set_constants.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "bind.h"
#include "functions.h"

namespace thew::python {

namespace {

struct Stage {
  const char* name;
  void (*work)(const Model&, Data&);
  const char* text;
};

void settle_muscles(const Model& m, Data& d) {
  forward_position(m, d);
  actuation::settle(m, d);
}

void forward_kinematics(const Model& m, Data& d) {
  dynamics::kinematics(m, d);
  dynamics::com_pos(m, d);
  dynamics::camera_light(m, d);
  deformable::position(m, d);
  tendon::position(m, d);
}

constexpr Stage kStages[] = {
    {"settle_muscles", settle_muscles,
     "Puts the fibres of Hill muscles in equilibrium with their tendons, at rest."},
    {"mj_forward", forward<double>, "Computes everything from the state."},
    {"mj_compareFwdInv", compare_inverse<double>,
     "How far inverse dynamics is from forward dynamics: solver_fwdinv."},
    {"mj_inverse", inverse<double>, "Computes qfrc_inverse, the force that produces qacc."},
    {"mj_step1", step1<double>, "The first half of a step: up to the controls."},
    {"mj_step2", step2<double>, "The second half of a step: from the controls on."},
    {"mj_fwdPosition", forward_position<double>, "Everything that depends on positions alone."},
    {"mj_fwdVelocity", forward_velocity<double>, "Everything that depends on velocities."},
    {"mj_fwdActuation", forward_actuation<double>, "Actuator forces and activation rates."},
    {"mj_fwdAcceleration", forward_acceleration<double>, "The unconstrained acceleration."},
    {"mj_fwdConstraint", forward_constraint<double>, "Constraint forces and the acceleration."},
    {"mj_fwdKinematics", forward_kinematics,
     "Poses of everything, centres of mass, flexes and tendons: the first part of mj_fwdPosition."},
    {"mj_invPosition", forward_position<double>, "The part of mj_inverse that needs positions."},
    {"mj_invVelocity", forward_velocity<double>, "The part of mj_inverse that needs velocities."},
    {"mj_invConstraint",
     [](const Model& m, Data& d) { constraint::inverse(m, d, *Borrowed<double>(m)); },
     "Constraint forces from qacc."},
    {"mj_Euler", integrate_euler<double>, "Advances the state, semi-implicit in velocity."},
    {"mj_implicit", integrate_implicit<double>, "Advances the state, implicit in velocity."},
    {"mj_checkPos", check_position<double>,
     "Flags bad numbers in qpos and resets if there are any."},
    {"mj_checkVel", check_velocity<double>,
     "Flags bad numbers in qvel and resets if there are any."},
    {"mj_checkAcc", check_acceleration<double>,
     "Flags bad numbers in qacc and resets if there are any."},
    {"mj_kinematics", dynamics::kinematics<double>,
     "World poses of bodies, joints, geoms and sites."},
    {"mj_comPos", dynamics::com_pos<double>, "Subtree centres of mass, inertias and motion axes."},
    {"mj_camlight", dynamics::camera_light<double>, "World poses of cameras and lights."},
    {"mj_crb", dynamics::crba<double>, "Composite inertias and the inertia matrix."},
    {"mj_makeM", dynamics::make_inertia<double>, "The inertia matrix, with armature."},
    {"mj_factorM", dynamics::factor_inertia<double>, "L' D L of the inertia matrix."},
    {"mj_flex", deformable::position<double>, "Vertices, boxes and edges of flexes."},
    {"mj_tendon", tendon::position<double>, "Tendon lengths and Jacobians."},
    {"mj_collision", collision::collide<double>, "Contacts between geoms."},
    {"mj_makeConstraint", [](const Model& m, Data& d) { constraint::assemble(m, d); },
     "The rows of all active constraints."},
    {"mj_island", constraint::find_islands, "The islands of the rows."},
    {"mj_projectConstraint", constraint::project,
     "What rows meet in the inertia: exact diagonals, and softness under the discrete integrator."},
    {"mj_referenceConstraint", constraint::reference<double>,
     "Velocities and reference accelerations of the rows."},
    {"mj_transmission", actuation::transmission<double>, "Actuator lengths and moment arms."},
    {"mj_passive", passive::passive<double>,
     "Forces of springs, dampers and gravity compensation."},
    {"mj_comVel", dynamics::com_vel<double>, "Spatial velocities of the bodies."},
    {"mj_subtreeVel", dynamics::subtree_vel<double>, "Velocities and momenta of subtrees."},
    {"mj_rnePostConstraint", rne_post_constraint,
     "Body accelerations and forces after the constraint solve."},
    {"mj_sensorPos", sensor::position<double>, "Sensors that need positions."},
    {"mj_sensorVel", sensor::velocity<double>, "Sensors that need velocities."},
    {"mj_sensorAcc", sense_acceleration, "Sensors that need accelerations and forces."},
    {"mj_energyPos", dynamics::energy_pos<double>, "Potential energy."},
    {"mj_energyVel", dynamics::energy_vel<double>, "Kinetic energy."},
};

void mj_step(const PyModel& m, PyData& d, int nstep) {
  run(m, d, [nstep](const Model& model, Data& data) {
    for (int i = 0; i < nstep; ++i) step(model, data);
  });
}

// MuJoCo takes any integer for a stage: below Pos nothing is skipped, from Vel on all is.
thew::Stage stage_of(int skip) {
  if (skip >= static_cast<int>(thew::Stage::Vel)) return thew::Stage::Vel;
  return skip >= static_cast<int>(thew::Stage::Pos) ? thew::Stage::Pos : thew::Stage::None;
}

void runge_kutta(const PyModel& m, PyData& d, int order) {
  if (order != 4) throw FatalError("mj_RungeKutta: the only order is 4");
  run(m, d, [](const Model& model, Data& data) { integrate_rk4(model, data); });
}

void mj_set_const(PyModel& m, PyData& d) {
  check_match(m, d);
  Model& model = m.model();
  Data& data = d.data();
  const nb::gil_scoped_release unlocked;
  set_constants(model);
  std::copy(model.qpos_spring.begin(), model.qpos_spring.end(), data.qpos.begin());
  forward_kinematics(model, data);
}

}  // namespace

void bind_pipeline(nb::module_& m) {
  for (const Stage& stage : kStages) {
    m.def(
        stage.name, [work = stage.work](const PyModel& model, PyData& d) { run(model, d, work); },
        "m"_a, "d"_a, stage.text);
  }
  m.def("mj_step", mj_step, "m"_a, "d"_a, "nstep"_a = 1, "Advances the simulation by nstep steps.");
  m.def(
      "mj_forwardSkip",
      [](const PyModel& model, PyData& d, int skip, int skip_sensors) {
        run(model, d, [=](const Model& a, Data& b) {
          forward_skip(a, b, stage_of(skip), skip_sensors != 0);
        });
      },
      "m"_a, "d"_a, "skipstage"_a, "skipsensor"_a, "mj_forward from a later stage (mjtStage) on.");
  m.def(
      "mj_inverseSkip",
      [](const PyModel& model, PyData& d, int skip, int skip_sensors) {
        run(model, d, [=](const Model& a, Data& b) {
          inverse_skip(a, b, stage_of(skip), skip_sensors != 0);
        });
      },
      "m"_a, "d"_a, "skipstage"_a, "skipsensor"_a, "mj_inverse from a later stage (mjtStage) on.");
  m.def("mj_setConst", mj_set_const, "m"_a, "d"_a,
        "Computes again what compiling derived from numbers of the model; d goes to qpos_spring.");
  m.def("mj_RungeKutta", runge_kutta, "m"_a, "d"_a, "N"_a,
        "Advances the state by Runge-Kutta of order N = 4.");
}

}  // namespace thew::python
