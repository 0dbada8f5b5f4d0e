// Functions of constraints that take or give arrays.
#include <algorithm>

#include <thew/constraint.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

void contact_force(const PyModel& m, const PyData& d, int id, Out result) {
  check_match(m, d);
  double* values = result.values(6, "result should have length 6");
  const bool there = id >= 0 && id < d.data().ncon;
  std::fill_n(values, 6, 0.0);
  if (there) constraint::contact_force(m.model(), d.data(), id, values);
}

void constraint_update(const PyModel& m, PyData& d, In jar, OutOrNone cost, int cone_hessian) {
  check_match(m, d);
  const double* x = jar.values(d.data().nefc, "size of jar should equal nefc");
  double* to = cost.values(1, "cost should be of size 1");
  const double value = constraint::update(m.model(), d.data(), x, cone_hessian != 0);
  if (to != nullptr) *to = value;
}

void read_column(nb::handle row, const char* name, double* to, int count) {
  std::copy_n(In(row[name]).values(count, name), count, to);
}
void read_column(nb::handle row, const char* name, std::int32_t* to, int count) {
  std::copy_n(InInts(row[name]).values(count, name), count, to);
}

// 1 if there is no room. The row has the columns of a contact by name.
int add_contact(const PyModel& m, PyData& d, nb::dict row) {
  check_match(m, d);
  Data& data = d.data();
  ContactColumns<double>& c = data.contact;
  const int i = data.ncon;
  if (i >= data.contact_capacity()) return 1;
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  read_column(row, #name, c.name.row(i), columns);
#include <thew/fields.inc>
  for (int k = 0; k < 2; ++k) check_id("geom", c.geom.row(i)[k], m.model().ngeom);
  const int dim = c.dim[i];
  if (dim != 1 && dim != 3 && dim != 4 && dim != 6) {
    raise(PyExc_ValueError, "dim should be 1, 3, 4 or 6, not " + std::to_string(dim));
  }
  c.geom1[i] = c.geom.row(i)[0];
  c.geom2[i] = c.geom.row(i)[1];
  for (auto* column : {&c.flex, &c.elem, &c.vert}) std::fill_n(column->row(i), 2, -1);
  c.efc_address[i] = -1;
  ++data.ncon;
  return 0;
}

void multiply(const PyModel& m, const PyData& d, Out res, In vec) {
  check_match(m, d);
  double* to = res.values(d.data().nefc, "res should be of length nefc");
  const double* from = vec.values(m.model().nv, "vec should be of length nv");
  constraint::multiply_jacobian(m.model(), d.data(), from, to);
}

void multiply_transposed(const PyModel& m, const PyData& d, Out res, In vec) {
  check_match(m, d);
  double* to = res.values(m.model().nv, "res should be of length nv");
  const double* from = vec.values(d.data().nefc, "vec should be of length nefc");
  constraint::multiply_jacobian_transposed(m.model(), d.data(), from, to);
}

int is_pyramidal(const PyModel& m) {
  return constraint::has_elliptic_cones(m.model()) ? 0 : 1;
}

// MuJoCo's rule; Thew's matrices are sparse always.
int is_sparse(const PyModel& m) {
  constexpr int kFewDofs = 60;
  const auto jacobian = static_cast<Jacobian>(m.model().opt.jacobian);
  const bool automatic = jacobian == Jacobian::Auto && m.model().nv >= kFewDofs;
  return jacobian == Jacobian::Sparse || automatic ? 1 : 0;
}

int is_dual(const PyModel& m) {
  const Options& o = m.model().opt;
  return o.solver == static_cast<int>(Solver::Pgs) || o.noslip_iterations > 0 ? 1 : 0;
}

}  // namespace

void bind_constraints(nb::module_& m) {
  m.def("mj_contactForce", contact_force, "m"_a, "d"_a, "id"_a, "result"_a,
        "Force and torque of a contact in its frame.");
  m.def("_add_contact", add_contact, "m"_a, "d"_a, "row"_a, "Appends a contact; 1 if it is full.");
  m.def("mj_constraintUpdate", constraint_update, "m"_a, "d"_a, "jar"_a, "cost"_a.none(),
        "flg_coneHessian"_a, "Forces, states and cost of the rows where J qacc - aref is jar.");
  m.def("mj_mulJacVec", multiply, "m"_a, "d"_a, "res"_a, "vec"_a, "res = J vec");
  m.def("mj_mulJacTVec", multiply_transposed, "m"_a, "d"_a, "res"_a, "vec"_a, "res = J' vec");
  m.def("mj_isPyramidal", is_pyramidal, "m"_a, "Whether friction cones are pyramids.");
  m.def("mj_isSparse", is_sparse, "m"_a,
        "Whether efc_J has only the entries that can differ from zero.");
  m.def("mj_isDual", is_dual, "m"_a, "Whether a dual solver runs.");
}

}  // namespace thew::python
