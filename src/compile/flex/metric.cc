// The metric of the integrator `discrete` that bending adds to the inertia of flat sheets: M + (h^2
// + h d) K, with d the damping and K the bending stiffness, does not change with the state. It is
// kept as the triangle L of L' L, in the order of vertices.
//
// Bending couples each coordinate with itself, so that rows of vertices say it all. The Model has
// MuJoCo's pattern: a row for each dof, with all three coordinates of the vertices it is coupled
// to.

#include <algorithm>
#include <cmath>
#include <set>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

using Rows = std::vector<std::vector<int>>;

bool moves_alone(const Draft& draft, int body) {
  return draft.bodies[body].dofs == 3;
}

bool is_point_mesh(const FlexDraft& flex) {
  return !flex.interpolated() && !flex.rigid;
}

bool bends(const FlexDraft& flex) {
  return is_point_mesh(flex) && flex.spec->dim == 2 && !flex.bending.empty();
}

// Vertices in the metric: the first dof of each, and by vertex of each flex its place, or -1.
struct Slots {
  std::vector<int> dof;
  Rows of_flex;

  explicit Slots(const Draft& draft) {
    for (const FlexDraft& flex : draft.flexes) {
      std::vector<int>& slots = of_flex.emplace_back();
      if (!bends(flex)) continue;
      for (const int body : flex.vertbody) {
        slots.push_back(moves_alone(draft, body) ? static_cast<int>(dof.size()) : -1);
        if (slots.back() >= 0) dof.push_back(draft.bodies[body].first_dof);
      }
    }
  }
};

// Columns of L by row, itself last. Row v is coupled to the vertices of its hinges; eliminated from
// the last one on, its columns are also coupled to one another, which the greatest of them keeps.
Rows factor_rows(const Draft& draft, const Slots& slots) {
  std::vector<std::set<int>> columns(slots.dof.size());
  for (std::size_t f = 0; f < draft.flexes.size(); ++f) {
    const FlexDraft& flex = draft.flexes[f];
    if (slots.of_flex[f].empty()) continue;
    for (std::size_t e = 0; e < flex.edge.size(); ++e) {
      if (flex.flap[e][1] < 0) continue;
      for (const int a : {flex.edge[e][0], flex.edge[e][1], flex.flap[e][0], flex.flap[e][1]}) {
        for (const int b : {flex.edge[e][0], flex.edge[e][1], flex.flap[e][0], flex.flap[e][1]}) {
          const int row = slots.of_flex[f][a], column = slots.of_flex[f][b];
          if (column >= 0 && column < row) columns[row].insert(column);
        }
      }
    }
  }
  Rows rows(columns.size());
  for (std::size_t v = columns.size(); v-- > 0;) {
    if (!columns[v].empty()) {
      const int next = *columns[v].rbegin();
      columns[next].insert(columns[v].begin(), std::prev(columns[v].end()));
    }
    rows[v].assign(columns[v].begin(), columns[v].end());
    rows[v].push_back(static_cast<int>(v));
  }
  return rows;
}

// Whether a later row has a vertex as column: its own coordinates are then coupled in the pattern.
std::vector<bool> coupled_vertices(const Rows& rows) {
  std::vector<bool> coupled(rows.size());
  for (std::size_t v = 0; v < rows.size(); ++v) {
    for (const int w : rows[v]) {
      if (w != static_cast<int>(v)) coupled[w] = true;
    }
  }
  return coupled;
}

// Dofs that the columns of row 3 v + k stand for.
std::vector<int> dof_columns(const std::vector<int>& row, int k, bool coupled) {
  const int v = row.back();
  std::vector<int> columns;
  for (const int w : row) {
    for (int j = 0; j < (w == v ? k : 3); ++j) {
      if (w != v || coupled) columns.push_back(3 * w + j);
    }
  }
  columns.push_back(3 * v + k);
  return columns;
}

bool moves(const Draft& draft, int body) {
  for (int b = body; b > 0; b = draft.bodies[b].parent) {
    if (draft.bodies[b].dofs > 0) return true;
  }
  return false;
}

// The vertices of a rod that take part in a bend (compile/flex/rod.cc), or all of another flex.
std::vector<bool> bent_vertices(const FlexDraft& flex) {
  std::vector<bool> bent(flex.vertbody.size(), flex.spec->dim > 1);
  for (std::size_t r = 1; r < flex.bending.size() && flex.spec->dim == 1; r += 10) {
    for (std::size_t i = r; i < r + 4; ++i) {
      if (flex.bending[i] >= 0) bent[static_cast<std::size_t>(flex.bending[i])] = true;
    }
  }
  return bent;
}

// Vertices that a solver of the whole metric eliminates: those of flexes with elastic forces or
// held edges, none where one of those with elastic forces is carried by a body that moves.
std::set<int> elastic_dofs(const Draft& draft) {
  std::set<int> dofs;
  for (const FlexDraft& flex : draft.flexes) {
    const bool elastic = !flex.stiffness.empty() || !flex.bending.empty() || flex.equality != 0;
    if (!is_point_mesh(flex) || !elastic || (flex.spec->dim == 1 && flex.bending.empty())) continue;
    const std::vector<bool> bent = bent_vertices(flex);
    for (std::size_t v = 0; v < flex.vertbody.size(); ++v) {
      const int body = flex.vertbody[v];
      if (!bent[v]) continue;
      if (moves_alone(draft, body)) {
        dofs.insert(draft.bodies[body].first_dof);
      } else if (moves(draft, body) && (!flex.stiffness.empty() || !flex.bending.empty())) {
        return {};
      }
    }
  }
  return dofs;
}

// Row v of the lower triangle of the metric along one coordinate, in the pattern of L.
using Values = std::vector<std::vector<double>>;

double& entry(const Rows& rows, Values& values, int row, int column) {
  const auto found = std::lower_bound(rows[row].begin(), rows[row].end(), column);
  return values[row][static_cast<std::size_t>(found - rows[row].begin())];
}

// H = L' L from the last row on.
void factor(const Rows& rows, Values& values) {
  for (std::size_t v = rows.size(); v-- > 0;) {
    std::vector<double>& own = values[v];
    const double pivot = std::sqrt(std::max(own.back(), kMinVal));
    own.back() = pivot;
    for (std::size_t i = 0; i + 1 < own.size(); ++i) own[i] /= pivot;
    for (std::size_t i = 0; i + 1 < own.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        entry(rows, values, rows[v][i], rows[v][j]) -= own[i] * own[j];
    }
  }
}

// Rows of vertices, from the Model's rows of dofs.
Rows vertex_rows(const Model& m) {
  Rows rows(static_cast<std::size_t>(m.nefm0dof / 3));
  for (std::size_t v = 0; v < rows.size(); ++v) {
    const int* column = m.efm0_L_colind.data() + m.efm0_L_rowadr[3 * v];
    for (int i = 0; i + 1 < m.efm0_L_rownnz[3 * v]; i += 3) rows[v].push_back(column[i] / 3);
    rows[v].push_back(static_cast<int>(v));
  }
  return rows;
}

// Adds what bending adds, the same for each coordinate.
void add_bending(const Model& m, const Rows& rows, Values& values) {
  int next = 0;
  for (int f = 0; f < m.nflex; ++f) {
    const bool sheet = m.flex_interp[f] == 0 && !m.flex_rigid[f] && m.flex_dim[f] == 2;
    if (!sheet || m.flex_bendingadr[f] < 0) continue;
    std::vector<int> slot;
    for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
      slot.push_back(m.body_dofnum[m.flex_vertbodyid[v]] == 3 ? next++ : -1);
    }
    const double h = m.opt.timestep, scale = h * h + h * m.flex_damping[f];
    for (int e = 0; e < m.flex_edgenum[f]; ++e) {
      const int* edge = m.flex_edge.row(m.flex_edgeadr[f] + e);
      const int* flap = m.flex_edgeflap.row(m.flex_edgeadr[f] + e);
      if (flap[1] < 0) continue;
      const int corner[4] = {slot[edge[0]], slot[edge[1]], slot[flap[0]], slot[flap[1]]};
      const double* stiffness = m.flex_bending.data() + m.flex_bendingadr[f] + 17 * std::int64_t{e};
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
          if (corner[b] < 0 || corner[b] > corner[a]) continue;
          entry(rows, values, corner[a], corner[b]) += scale * stiffness[4 * a + b];
        }
      }
    }
  }
}

}  // namespace

void count_metric(const Draft& draft, Model& m) {
  const Slots slots(draft);
  const Rows rows = factor_rows(draft, slots);
  const std::vector<bool> coupled = coupled_vertices(rows);
  m.nefm0dof = 3 * static_cast<std::int64_t>(slots.dof.size());
  for (std::size_t v = 0; v < rows.size(); ++v) {
    m.nefm0L += 9 * static_cast<std::int64_t>(rows[v].size() - 1) + (coupled[v] ? 6 : 3);
  }
  std::int64_t vertices = 0, dofs = 0;
  for (const FlexDraft& flex : draft.flexes) {
    const bool counts = is_point_mesh(flex) && (flex.spec->dim > 1 || !flex.bending.empty());
    if (counts) vertices += static_cast<std::int64_t>(flex.vertpos.size());
  }
  for (const BodyDraft& body : draft.bodies) dofs += body.dofs;
  m.nefmCvert = std::min(vertices, dofs / 3);
}

void write_metric(const Draft& draft, Model& m) {
  const Slots slots(draft);
  const Rows rows = factor_rows(draft, slots);
  const std::vector<bool> coupled = coupled_vertices(rows);
  int adr = 0;
  for (int r = 0; r < m.nefm0dof; ++r) {
    const int v = r / 3, k = r % 3;
    const std::vector<int> columns = dof_columns(rows[v], k, coupled[v]);
    m.efm0_dofid[r] = slots.dof[v] + k;
    m.efm0_L_rowadr[r] = adr;
    m.efm0_L_rownnz[r] = static_cast<int>(columns.size());
    std::copy(columns.begin(), columns.end(), m.efm0_L_colind.data() + adr);
    adr += static_cast<int>(columns.size());
  }
  const std::set<int> vertices = elastic_dofs(draft);
  const std::vector<int> dofs = elimination_order(draft, {vertices.begin(), vertices.end()});
  std::fill(m.efmC_perm.begin(), m.efmC_perm.end(), -1);
  std::copy_n(dofs.begin(), std::min(m.nefmCvert, static_cast<std::int64_t>(dofs.size())),
              m.efmC_perm.begin());
}

void factor_metric(Model& m) {
  if (m.nefm0dof == 0) return;
  const Rows rows = vertex_rows(m);
  for (int k = 0; k < 3; ++k) {
    Values values;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      const int dof = m.efm0_dofid[3 * v + k];
      values.emplace_back(rows[v].size(), 0.0);
      values[v].back() = m.body_mass.values()[m.dof_bodyid[dof]] + m.dof_armature.values()[dof];
    }
    add_bending(m, rows, values);
    factor(rows, values);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      const std::size_t row = 3 * v + k, last = m.efm0_L_rownnz[row] - 1;
      double* out = m.efm0_L.data() + m.efm0_L_rowadr[row];
      std::fill_n(out, last + 1, 0.0);
      for (std::size_t i = 0; i + 1 < values[v].size(); ++i) out[3 * i + k] = values[v][i];
      out[last] = values[v].back();
    }
  }
}

}  // namespace thew::compile
