// Jacobians, 3 x nv; each output may be None.
#include <algorithm>
#include <vector>

#include <thew/dynamics.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

struct Pair {
  double* translation;
  double* rotation;
};

Pair outputs(const PyModel& m, const PyData& d, OutOrNone& jacp, OutOrNone& jacr) {
  check_match(m, d);
  const std::int64_t nv = m.model().nv;
  return {jacp.values(3, nv, "jacp should be of shape (3, nv)"),
          jacr.values(3, nv, "jacr should be of shape (3, nv)")};
}

void jac(const PyModel& m, const PyData& d, OutOrNone jacp, OutOrNone jacr, In point, int body) {
  const Pair out = outputs(m, d, jacp, jacr);
  check_id("body", body, m.model().nbody);
  const double* p = point.values(3, "point should be of size 3");
  dynamics::jacobian(m.model(), d.data(), out.translation, out.rotation, p, body);
}

void jac_dot(const PyModel& m, const PyData& d, OutOrNone jacp, OutOrNone jacr, In point,
             int body) {
  const Pair out = outputs(m, d, jacp, jacr);
  check_id("body", body, m.model().nbody);
  const double* p = point.values(3, "point should be of size 3");
  dynamics::jacobian_dot(m.model(), d.data(), out.translation, out.rotation, p, body);
}

// The point of an object, and the body that it is fixed to.
struct Anchor {
  const double* point;
  int body;
};
using Find = Anchor (*)(const Model&, const Data&, int id);

struct ObjectJacobian {
  const char* name;
  const char* object;  // also the name of the argument
  ObjectType type;
  Find find;
  const char* text;
};

constexpr ObjectJacobian kObjects[] = {
    {"mj_jacBody", "body", ObjectType::Body,
     [](const Model&, const Data& d, int i) { return Anchor{d.xpos.row(i), i}; },
     "Jacobians of the origin of a body."},
    {"mj_jacBodyCom", "body", ObjectType::Body,
     [](const Model&, const Data& d, int i) { return Anchor{d.xipos.row(i), i}; },
     "Jacobians of the centre of mass of a body."},
    {"mj_jacGeom", "geom", ObjectType::Geom,
     [](const Model& m, const Data& d, int i) {
       return Anchor{d.geom_xpos.row(i), m.geom_bodyid[i]};
     },
     "Jacobians of the centre of a geom."},
    {"mj_jacSite", "site", ObjectType::Site,
     [](const Model& m, const Data& d, int i) {
       return Anchor{d.site_xpos.row(i), m.site_bodyid[i]};
     },
     "Jacobians of the centre of a site."},
};

void jac_subtree_com(const PyModel& m, const PyData& d, OutOrNone jacp, int body) {
  check_match(m, d);
  check_id("body", body, m.model().nbody);
  double* out = jacp.values(3, m.model().nv, "jacp should be of shape (3, nv)");
  if (out) dynamics::jacobian_subtree_com(m.model(), d.data(), out, body);
}

// The axis turns with the body: d axis / dt = w x axis, column by column.
void jac_point_axis(const PyModel& m, const PyData& d, OutOrNone jac_point, OutOrNone jac_axis,
                    In point, In axis, int body) {
  const Pair out = outputs(m, d, jac_point, jac_axis);
  check_id("body", body, m.model().nbody);
  const double* p = point.values(3, "point should be of size 3");
  const double* a = axis.values(3, "axis should be of size 3");
  dynamics::jacobian(m.model(), d.data(), out.translation, out.rotation, p, body);
  if (!out.rotation) return;
  const std::int64_t nv = m.model().nv;
  for (std::int64_t i = 0; i < nv; ++i) {
    double *x = out.rotation + i, *y = x + nv, *z = y + nv;
    const double w[] = {*x, *y, *z};
    *x = w[1] * a[2] - w[2] * a[1];
    *y = w[2] * a[0] - w[0] * a[2];
    *z = w[0] * a[1] - w[1] * a[0];
  }
}

// Angular momentum of a body about `centre`, per joint velocity: I w + (x - centre) x m v.
void add_momentum(const Model& m, const Data& d, int body, const double centre[3],
                  const std::vector<double>& jacp, const std::vector<double>& jacr,
                  double* result) {
  const double *r = d.ximat.row(body), *x = d.xipos.row(body),
               *moments = m.body_inertia.values().row(body);
  const double arm[] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
  const double mass = m.body_mass.values()[body];
  const std::int64_t nv = m.nv;
  for (std::int64_t i = 0; i < nv; ++i) {
    const double w[] = {jacr[i], jacr[nv + i], jacr[2 * nv + i]};
    const double v[] = {jacp[i], jacp[nv + i], jacp[2 * nv + i]};
    double local[3];  // the angular momentum in the inertial frame
    for (int k = 0; k < 3; ++k)
      local[k] = moments[k] * (r[k] * w[0] + r[3 + k] * w[1] + r[6 + k] * w[2]);
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      result[k * nv + i] += r[3 * k] * local[0] + r[3 * k + 1] * local[1] +
                            r[3 * k + 2] * local[2] + mass * (arm[a] * v[b] - arm[b] * v[a]);
    }
  }
}

void angmom_mat(const PyModel& m, const PyData& d, Out mat, int body) {
  check_match(m, d);
  const Model& model = m.model();
  const Data& data = d.data();
  check_id("body", body, model.nbody);
  double* result = mat.values(3, model.nv, "mat should be of shape (3, nv)");
  std::fill(result, result + 3 * model.nv, 0.0);
  std::vector<double> jacp(static_cast<std::size_t>(3 * model.nv)), jacr(jacp);
  std::vector<bool> inside(static_cast<std::size_t>(model.nbody));
  for (int b = body; b < model.nbody; ++b) {
    inside[b] = b == body || (b > 0 && inside[model.body_parentid[b]]);
    if (!inside[b]) continue;
    dynamics::jacobian(model, data, jacp.data(), jacr.data(), data.xipos.row(b), b);
    add_momentum(model, data, b, data.subtree_com.row(body), jacp, jacr, result);
  }
}

}  // namespace

void bind_jacobians(nb::module_& m) {
  m.def("mj_jac", jac, "m"_a, "d"_a, "jacp"_a.none(), "jacr"_a.none(), "point"_a, "body"_a,
        "Jacobians of a point (in world coordinates) that is fixed to a body.");
  m.def("mj_jacDot", jac_dot, "m"_a, "d"_a, "jacp"_a.none(), "jacr"_a.none(), "point"_a, "body"_a,
        "Their time derivatives.");
  for (const ObjectJacobian& object : kObjects) {
    m.def(
        object.name,
        [&object](const PyModel& model, const PyData& d, OutOrNone jacp, OutOrNone jacr, int id) {
          const Pair out = outputs(model, d, jacp, jacr);
          check_id(object.object, id, object_count(model.model(), object.type));
          const Anchor anchor = object.find(model.model(), d.data(), id);
          dynamics::jacobian(model.model(), d.data(), out.translation, out.rotation, anchor.point,
                             anchor.body);
        },
        "m"_a, "d"_a, "jacp"_a.none(), "jacr"_a.none(), nb::arg(object.object), object.text);
  }
  m.def("mj_jacSubtreeCom", jac_subtree_com, "m"_a, "d"_a, "jacp"_a.none(), "body"_a,
        "Jacobian of the centre of mass of a subtree.");
  m.def("mj_jacPointAxis", jac_point_axis, "m"_a, "d"_a, "jacPoint"_a.none(), "jacAxis"_a.none(),
        "point"_a, "axis"_a, "body"_a,
        "Jacobians of a point and of an axis that are fixed to a body.");
  m.def("mj_angmomMat", angmom_mat, "m"_a, "d"_a, "mat"_a, "body"_a,
        "The matrix that gives a subtree's angular momentum from qvel.");
}

}  // namespace thew::python
