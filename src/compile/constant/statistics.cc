// Typical sizes and masses of the model at qpos0, and where it is.

#include <algorithm>
#include <cmath>

#include "compile/stages.h"

namespace thew::compile {

namespace {

struct Bounds {
  Vec3 low = {1e10, 1e10, 1e10};
  Vec3 high = {-1e10, -1e10, -1e10};

  void add(const double* p, double radius) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k] - radius);
      high[k] = std::max(high[k], p[k] + radius);
    }
  }
};

// Planes count with a tenth of their size, endless ones with a centimetre.
double radius_of(const Model& m, int geom) {
  const double radius = m.geom_rbound.values()[geom];
  if (radius > 0) return radius;
  if (m.geom_type[geom] != static_cast<int>(GeomType::Plane)) return 0;
  const double* size = m.geom_size.values().row(geom);
  return size[0] != 0 || size[1] != 0 ? 0.1 * std::max(size[0], size[1]) : 0.01;
}

Bounds bound(const Model& m, const Data& d) {
  Bounds bounds;
  for (int b = 1; b < m.nbody; ++b) {
    bounds.add(d.xpos.row(b), 0);
    bounds.add(d.xipos.row(b), 0);
  }
  for (int j = 0; j < m.njnt; ++j) bounds.add(d.xanchor.row(j), 0);
  for (int s = 0; s < m.nsite; ++s) bounds.add(d.site_xpos.row(s), 0);
  for (int g = 0; g < m.ngeom; ++g) bounds.add(d.geom_xpos.row(g), radius_of(m, g));
  return bounds;
}

double distance(const double* a, const double* b) {
  double square = 0;
  for (int k = 0; k < 3; ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

// Edges of flexes; with interpolation, the distances of all nodes.
template <class Reach>
void reach_along_flexes(const Model& m, const Data& d, const Reach& reach) {
  for (int f = 0; f < m.nflex; ++f) {
    const int first = m.flex_nodeadr[f], end = first + m.flex_nodenum[f];
    for (int a = first; a < end; ++a) {
      const int body = m.flex_nodebodyid[a];
      for (int b = first; b < end; ++b) {
        reach(body, distance(d.xpos.row(body), d.xpos.row(m.flex_nodebodyid[b])));
      }
    }
    if (m.flex_interp[f] != 0) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      for (int k = 0; k < 2; ++k) {
        reach(m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge.row(e)[k]], m.flexedge_length0[e]);
      }
    }
  }
}

// How far each body reaches from its centre of mass: to its joints, those of its children, and
// around its geoms.
std::vector<double> body_lengths(const Model& m, const Data& d) {
  std::vector<double> length(static_cast<std::size_t>(m.nbody));
  const auto reach = [&](int body, double x) { length[body] = std::max(length[body], x); };
  for (int j = 0; j < m.njnt; ++j) {
    for (const int body : {m.jnt_bodyid[j], m.body_parentid[m.jnt_bodyid[j]]}) {
      reach(body, distance(d.xipos.row(body), d.xanchor.row(j)));
    }
  }
  for (int g = 0; g < m.ngeom; ++g) {
    const int body = m.geom_bodyid[g];
    const double radius = m.geom_rbound.values()[g];
    if (radius > 0) reach(body, radius + distance(d.xipos.row(body), d.geom_xpos.row(g)));
  }
  reach_along_flexes(m, d, reach);
  for (int b = 1; b < m.nbody; ++b) reach(b, 1e-5);
  return length;
}

// Rotations are compared with translations at the length of their body.
void set_dof_lengths(Model& m, const std::vector<double>& length) {
  for (int i = 0; i < m.nv; ++i) {
    const int joint = m.dof_jntid[i];
    const auto type = static_cast<JointType>(m.jnt_type[joint]);
    const bool translates =
        type == JointType::Slide || (type == JointType::Free && i - m.jnt_dofadr[joint] < 3);
    m.dof_length[i] = translates ? 1 : length[m.dof_bodyid[i]];
  }
}

}  // namespace

void set_statistics(Model& m, const Data& d) {
  Statistic& stat = m.stat;
  stat.meaninertia = 1;
  stat.meanmass = 1;
  stat.meansize = 0.2;
  stat.extent = 2;

  const Bounds bounds = bound(m, d);
  double widest = 0;
  for (int k = 0; k < 3; ++k) {
    stat.center[k] = 0.5 * (bounds.low[k] + bounds.high[k]);
    widest = std::max(widest, bounds.high[k] - bounds.low[k]);
  }
  if (bounds.high[0] > bounds.low[0]) stat.extent = std::max(1e-5, widest);

  const std::vector<double> length = body_lengths(m, d);
  set_dof_lengths(m, length);
  const auto moving = static_cast<double>(m.nbody - 1);
  if (m.nbody > 1) {
    stat.meansize = stat.meanmass = 0;
    for (int b = 1; b < m.nbody; ++b) {
      stat.meansize += length[b] / moving;
      stat.meanmass += m.body_mass[b] / moving;
    }
  }
  stat.extent = std::max(stat.extent, 2 * stat.meansize);
  if (m.nv > 0) {
    stat.meaninertia = 0;
    for (int i = 0; i < m.nv; ++i) stat.meaninertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    stat.meaninertia /= static_cast<double>(m.nv);
  }
}

void override_statistics(const StatisticOverride& given, Statistic& stat) {
  if (given.meaninertia) stat.meaninertia = *given.meaninertia;
  if (given.meanmass) stat.meanmass = *given.meanmass;
  if (given.meansize) stat.meansize = *given.meansize;
  if (given.extent) stat.extent = *given.extent;
  if (given.center) std::copy(given.center->begin(), given.center->end(), stat.center);
}

}  // namespace thew::compile
