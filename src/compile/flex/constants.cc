// Constants of flexes at qpos0.

#include <algorithm>
#include <cmath>
#include <utility>

#include <thew/dynamics.h>

#include "compile/flex/flex.h"
#include "compile/stages.h"

namespace thew::compile {

namespace {

Vec3 vertex(const Model& m, const Data& d, std::int64_t v) {
  const int body = m.flex_vertbodyid[v];
  const Vec4 quat = {d.xquat.row(body)[0], d.xquat.row(body)[1], d.xquat.row(body)[2],
                     d.xquat.row(body)[3]};
  const double* local = m.flex_vert.row(v);
  const double* origin = d.xpos.row(body);
  return Vec3{origin[0], origin[1], origin[2]} + rotate(quat, {local[0], local[1], local[2]});
}

// The rate of an edge's length by the dofs that move its ends.
std::vector<double> edge_row(const Model& m, const Data& d, const std::array<int, 2>& bodies,
                             const std::array<Vec3, 2>& ends) {
  Vec3 along = ends[1] - ends[0];
  normalise(along);
  const auto nv = static_cast<std::size_t>(m.nv);
  std::vector<double> row(nv), jacobian(3 * nv);
  for (int side = 0; side < 2; ++side) {
    dynamics::jacobian<double>(m, d, jacobian.data(), nullptr, ends[side].data(), bodies[side]);
    for (std::size_t i = 0; i < nv; ++i) {
      const double rate =
          along[0] * jacobian[i] + along[1] * jacobian[nv + i] + along[2] * jacobian[2 * nv + i];
      row[i] += side == 0 ? -rate : rate;
    }
  }
  return row;
}

double inverse_weight(const Model& m, const Data& d, int edge, const std::array<int, 2>& bodies,
                      const std::array<Vec3, 2>& ends) {
  if (m.body_simple[bodies[0]] == 2 && m.body_simple[bodies[1]] == 2) {
    return (1 / m.body_mass.values()[bodies[0]] + 1 / m.body_mass.values()[bodies[1]]) / 2;
  }
  if (m.flexedge_J_rownnz[edge] == 0) return 0;  // nothing pulls at it
  const std::vector<double> row = edge_row(m, d, bodies, ends);
  std::vector<double> x = row;
  dynamics::solve_inertia(m, d, x.data());
  double sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] * x[i];
  return sum;
}

}  // namespace

Data data_without_flexes(Model& m) {
  const std::int64_t flexes = std::exchange(m.nflex, 0);
  try {
    Data d(m);
    m.nflex = flexes;
    return d;
  } catch (...) {
    m.nflex = flexes;
    throw;
  }
}

void set_flex_edges(Model& m, const Data& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_interp[f] != 0) continue;  // edges between nodes exert no force
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      std::array<int, 2> bodies;
      std::array<Vec3, 2> ends;
      for (int k = 0; k < 2; ++k) {
        const std::int64_t v = m.flex_vertadr[f] + m.flex_edge.row(e)[k];
        bodies[k] = m.flex_vertbodyid[v];
        ends[k] = vertex(m, d, v);
      }
      const Vec3 along = ends[1] - ends[0];
      m.flexedge_length0[e] = std::sqrt(dot(along, along));
      const bool moves = m.nv > 0 && !m.flexedge_rigid[e];
      m.flexedge_invweight0[e] = moves ? inverse_weight(m, d, e, bodies, ends) : 0;
    }
  }
  factor_metric(m);
}

}  // namespace thew::compile
