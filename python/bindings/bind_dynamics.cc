// Products with the inertia matrix, forces, velocities and the configuration manifold.
#include <algorithm>
#include <cmath>

#include <thew/dynamics.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

void full_inertia(const PyModel& m, const PyData& d, Out dst) {
  check_match(m, d);
  const std::int64_t nv = m.model().nv;
  dynamics::full_inertia(m.model(), d.data(),
                         dst.values(nv, nv, "dst should be of shape (nv, nv)"));
}

// The layout of MuJoCo before 3.11: for each dof its own entry, then those of its ancestors
// upwards.
void full_inertia_legacy(const PyModel& m, Out dst, In inertia) {
  const Model& model = m.model();
  const std::int64_t nv = model.nv;
  double* full = dst.values(nv, nv, "dst should be of shape (nv, nv)");
  const double* value = inertia.values(model.nM, "M should be of size nM");
  std::fill(full, full + nv * nv, 0.0);
  for (std::int64_t i = 0; i < nv; ++i) {
    const double* entry = value + model.dof_Madr[i];
    for (std::int64_t j = i; j >= 0; j = model.dof_parentid[j], ++entry) {
      full[i * nv + j] = full[j * nv + i] = *entry;
    }
  }
}

void multiply(const PyModel& m, const PyData& d, Out res, In vec) {
  check_match(m, d);
  const std::int64_t nv = m.model().nv;
  double* result = res.values(nv, "res should be of size nv");
  const double* vector = vec.values(nv, "vec should be of size nv");
  // The two may share memory; the kernel's may not.
  const std::vector<double> copy(vector, vector + nv);
  dynamics::multiply_inertia(m.model(), d.data(), result, copy.data());
}

// res = D^1/2 L vec, so that res' res = vec' M vec.
void multiply_half(const PyModel& m, const PyData& d, Out res, In vec) {
  check_match(m, d);
  const Model& model = m.model();
  double* result = res.values(model.nv, "res should be of size nv");
  const double* vector = vec.values(model.nv, "vec should be of size nv");
  for (std::int64_t i = model.nv - 1; i >= 0; --i) {
    const double* row = d.data().qLD.data() + model.M_rowadr[i];
    const int* column = model.M_colind.data() + model.M_rowadr[i];
    const int diagonal = model.M_rownnz[i] - 1;
    double sum = vector[i];
    for (int k = 0; k < diagonal; ++k) sum += row[k] * vector[column[k]];
    result[i] = std::sqrt(row[diagonal]) * sum;
  }
}

// Checks x and y, both (n, nv) or (nv); copies y to x and gives the number of rows.
std::int64_t begin_solve(const PyModel& m, const PyData& d, Out& x, In& y) {
  check_match(m, d);
  const std::int64_t nv = m.model().nv;
  double* to = x.values("x");
  const double* from = y.values();
  if (x.last_dimension() != nv)
    raise(PyExc_TypeError, "the last dimension of x should be of size nv");
  if (y.last_dimension() != nv)
    raise(PyExc_TypeError, "the last dimension of y should be of size nv");
  if (x.size() != y.size()) raise(PyExc_TypeError, "x and y should have the same number of rows");
  std::copy_n(from, x.size(), to);
  return nv == 0 ? 0 : x.size() / nv;
}

void solve(const PyModel& m, const PyData& d, Out x, In y) {
  const std::int64_t rows = begin_solve(m, d, x, y);
  double* row = x.values("x");
  for (std::int64_t i = 0; i < rows; ++i, row += m.model().nv) {
    dynamics::solve_inertia(m.model(), d.data(), row);
  }
}

void solve_half(const PyModel& m, const PyData& d, Out x, In y, In sqrt_inv_d) {
  const std::int64_t rows = begin_solve(m, d, x, y), nv = m.model().nv;
  const double* scale = sqrt_inv_d.values(nv, "sqrtInvD should be of size nv");
  double* row = x.values("x");
  for (std::int64_t i = 0; i < rows; ++i, row += nv) {
    dynamics::solve_inertia_half(m.model(), d.data(), row);
    // The kernel scales by its own D; the caller's takes its place.
    for (std::int64_t k = 0; k < nv; ++k) row[k] *= scale[k] / std::sqrt(d.data().qLDiagInv[k]);
  }
}

void rne(const PyModel& m, PyData& d, int with_acceleration, Out result) {
  check_match(m, d);
  double* force = result.values(m.model().nv, "result should have length nv");
  dynamics::rne(m.model(), d.data(), with_acceleration != 0, dynamics::Asleep::Include, force);
}

void apply_ft(const PyModel& m, const PyData& d, In force, In torque, In point, int body,
              Out target) {
  check_match(m, d);
  check_id("body", body, m.model().nbody);
  const double* f = force.values(3, "force should be of size 3");
  const double* t = torque.values(3, "torque should be of size 3");
  const double* p = point.values(3, "point should be of size 3");
  double* result = target.values(m.model().nv, "qfrc_target should be of size nv");
  dynamics::apply_force(m.model(), d.data(), f, t, p, body, result);
}

ObjectType checked_object(const Model& model, int type, int id) {
  const auto object = static_cast<ObjectType>(type);
  const bool has_frame = object == ObjectType::Body || object == ObjectType::Xbody ||
                         object == ObjectType::Geom || object == ObjectType::Site ||
                         object == ObjectType::Camera;
  if (!has_frame) throw FatalError("objtype should be a body, xbody, geom, site or camera");
  const ObjectType counted = object == ObjectType::Xbody ? ObjectType::Body : object;
  check_id("object", id, object_count(model, counted));
  return object;
}

template <auto kernel>
void object_motion(const PyModel& m, const PyData& d, int type, int id, Out res, int local) {
  check_match(m, d);
  const ObjectType object = checked_object(m.model(), type, id);
  kernel(m.model(), d.data(), object, id, res.values(6, "res should be of size 6"), local != 0);
}

void integrate_pos(const PyModel& m, Out qpos, In qvel, double dt) {
  double* q = qpos.values(m.model().nq, "qpos should be of size nq");
  const double* v = qvel.values(m.model().nv, "qvel should be of size nv");
  dynamics::integrate_pos(m.model(), q, v, dt);
}

void differentiate_pos(const PyModel& m, Out qvel, double dt, In qpos1, In qpos2) {
  double* v = qvel.values(m.model().nv, "qvel should be of size nv");
  const double* a = qpos1.values(m.model().nq, "qpos1 should be of size nq");
  const double* b = qpos2.values(m.model().nq, "qpos2 should be of size nq");
  dynamics::differentiate_pos(m.model(), v, dt, a, b);
}

void normalize_quat(const PyModel& m, Out qpos) {
  dynamics::normalize_quaternions(m.model(),
                                  qpos.values(m.model().nq, "qpos should be of size nq"));
}

}  // namespace

void bind_dynamics(nb::module_& m) {
  m.def("mj_fullM", full_inertia, "m"_a, "d"_a, "dst"_a, "The inertia matrix as a dense one.");
  m.def("mj_fullM", full_inertia_legacy, "m"_a, "dst"_a, "M"_a,
        "The form before 3.11, from MjData.qM.");
  m.def("mj_mulM", multiply, "m"_a, "d"_a, "res"_a, "vec"_a, "res = M vec.");
  m.def("mj_mulM2", multiply_half, "m"_a, "d"_a, "res"_a, "vec"_a,
        "res = M^1/2 vec, with M = L' D L.");
  m.def("mj_solveM", solve, "m"_a, "d"_a, "x"_a, "y"_a, "x = M^-1 y, for each row of y.");
  m.def("mj_solveM2", solve_half, "m"_a, "d"_a, "x"_a, "y"_a, "sqrtInvD"_a, "x = D^-1/2 L'^-1 y.");
  m.def("mj_rne", rne, "m"_a, "d"_a, "flg_acc"_a, "result"_a,
        "Recursive Newton-Euler: M qacc + c, or c alone.");
  m.def("mj_applyFT", apply_ft, "m"_a, "d"_a, "force"_a, "torque"_a, "point"_a, "body"_a,
        "qfrc_target"_a, "Adds the generalised force of a force and torque at a point of a body.");
  m.def("mj_objectVelocity", object_motion<dynamics::object_velocity<double>>, "m"_a, "d"_a,
        "objtype"_a, "objid"_a, "res"_a, "flg_local"_a,
        "(rotation, translation) velocity of an object.");
  m.def("mj_objectAcceleration", object_motion<dynamics::object_acceleration<double>>, "m"_a, "d"_a,
        "objtype"_a, "objid"_a, "res"_a, "flg_local"_a,
        "(rotation, translation) acceleration of an object.");
  m.def("mj_integratePos", integrate_pos, "m"_a, "qpos"_a, "qvel"_a, "dt"_a,
        "qpos moves with qvel for dt.");
  m.def("mj_differentiatePos", differentiate_pos, "m"_a, "qvel"_a, "dt"_a, "qpos1"_a, "qpos2"_a,
        "The velocity that leads from qpos1 to qpos2 in dt.");
  m.def("mj_normalizeQuat", normalize_quat, "m"_a, "qpos"_a, "Normalises all quaternions in qpos.");
}

}  // namespace thew::python
