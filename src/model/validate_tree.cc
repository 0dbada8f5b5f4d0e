// The tree of bodies and dofs, and what is laid out by it. Everything here follows from parents and
// joints; it is worked out again and compared.

#include <algorithm>
#include <vector>

#include "model/validate.h"

namespace thew::model {

namespace {

using Rows = std::vector<std::vector<int>>;

struct Size {
  int positions, dofs;
};

Size size_of(JointType type) {
  switch (type) {
    case JointType::Free:
      return {7, 6};
    case JointType::Ball:
      return {4, 3};
    default:
      return {1, 1};
  }
}

// Parts of all owners lie one after the other: `next` is where this one's begin.
void check_parts(const char* address_name, int owner, int address, int count, std::int64_t& next) {
  require(count == 0 || address == next, address_name, owner, address, "the end of the one before");
  next += count;
}

void check_bodies(const Model& m) {
  std::int64_t joints = 0, dofs = 0, geoms = 0;
  for (int b = 0; b < m.nbody; ++b) {
    require(m.body_parentid[b] < std::max(b, 1), "body_parentid", b, m.body_parentid[b],
            "a body before it");
    require(m.body_rootid[b] <= b, "body_rootid", b, m.body_rootid[b], "no body after it");
    require(m.body_weldid[b] <= b, "body_weldid", b, m.body_weldid[b], "no body after it");
    require(b > 0 || m.body_jntnum[b] == 0, "body_jntnum", b, m.body_jntnum[b], "0 for the world");
    check_parts("body_jntadr", b, m.body_jntadr[b], m.body_jntnum[b], joints);
    check_parts("body_dofadr", b, m.body_dofadr[b], m.body_dofnum[b], dofs);
    check_parts("body_geomadr", b, m.body_geomadr[b], m.body_geomnum[b], geoms);
  }
  require(joints == m.njnt, "body_jntnum", 0, joints, "njnt in total");
  require(dofs == m.nv, "body_dofnum", 0, dofs, "nv in total");
  require(geoms == m.ngeom, "body_geomnum", 0, geoms, "ngeom in total");
  for (int b = 0; b < m.nbody; ++b) {
    for (int j = m.body_jntadr[b]; j < m.body_jntadr[b] + m.body_jntnum[b]; ++j) {
      require(m.jnt_bodyid[j] == b, "jnt_bodyid", j, m.jnt_bodyid[j], "the body that lists it");
    }
    for (int i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; ++i) {
      require(m.dof_bodyid[i] == b, "dof_bodyid", i, m.dof_bodyid[i], "the body that lists it");
    }
    for (int g = m.body_geomadr[b]; g < m.body_geomadr[b] + m.body_geomnum[b]; ++g) {
      require(m.geom_bodyid[g] == b, "geom_bodyid", g, m.geom_bodyid[g], "the body that lists it");
    }
  }
}

void check_joints(const Model& m) {
  std::int64_t position = 0, dof = 0;
  for (int j = 0; j < m.njnt; ++j) {
    const Size size = size_of(static_cast<JointType>(m.jnt_type[j]));
    check_parts("jnt_qposadr", j, m.jnt_qposadr[j], size.positions, position);
    check_parts("jnt_dofadr", j, m.jnt_dofadr[j], size.dofs, dof);
    require(position <= m.nq, "jnt_qposadr", j, m.jnt_qposadr[j], "in qpos with all of it");
    require(dof <= m.nv, "jnt_dofadr", j, m.jnt_dofadr[j], "in qvel with all of it");
    for (int i = m.jnt_dofadr[j]; i < dof; ++i) {
      require(m.dof_jntid[i] == j, "dof_jntid", i, m.dof_jntid[i], "the joint that lists it");
      require(m.dof_bodyid[i] == m.jnt_bodyid[j], "dof_bodyid", i, m.dof_bodyid[i],
              "that of its joint");
    }
    const int plastic = m.jnt_plasticadr[j];
    require(plastic < 0 || plastic + size.positions <= m.nplastic, "jnt_plasticadr", j, plastic,
            "in plastic with all of it");
  }
  require(position == m.nq, "nq", 0, m.nq, "the sum of all joints");
  require(dof == m.nv, "nv", 0, m.nv, "the sum of all joints");
}

void check_dof_parents(const Model& m) {
  std::vector<int> last(static_cast<std::size_t>(m.nbody), -1);  // dof at or above each body
  for (int b = 1; b < m.nbody; ++b) {
    last[b] = last[m.body_parentid[b]];
    for (int i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; ++i) {
      require(m.dof_parentid[i] == last[b], "dof_parentid", i, m.dof_parentid[i],
              "the next dof on the way to the root");
      last[b] = i;
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    const int simple = m.dof_simplenum[i];
    require(simple <= m.nv - i, "dof_simplenum", i, simple, "no more than there are");
    const int next = i + 1 < m.nv ? m.dof_simplenum[i + 1] : 0;
    require(simple == 0 || simple == next + 1, "dof_simplenum", i, simple, "counted backwards");
  }
}

void check_trees(const Model& m) {
  std::int64_t next = 0;
  for (int t = 0; t < m.ntree; ++t) {
    require(m.tree_dofnum[t] > 0, "tree_dofnum", t, m.tree_dofnum[t], "1 or more");
    check_parts("tree_dofadr", t, m.tree_dofadr[t], m.tree_dofnum[t], next);
    for (int i = m.tree_dofadr[t]; i < next; ++i) {
      require(m.dof_treeid[i] == t, "dof_treeid", i, m.dof_treeid[i], "the tree that lists it");
      const bool top = i == m.tree_dofadr[t], parent = m.dof_parentid[i] >= 0;
      require(top != parent, "tree_dofadr", t, m.tree_dofadr[t], "one connected tree");
    }
    for (int b = m.tree_bodyadr[t]; b < m.tree_bodyadr[t] + m.tree_bodynum[t]; ++b) {
      require(m.body_treeid[b] == t, "body_treeid", b, m.body_treeid[b], "the tree that lists it");
    }
  }
  require(next == m.nv, "ntree", 0, m.ntree, "all trees that move");
  for (int b = 0; b < m.nbody; ++b) {
    for (int i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; ++i) {
      require(m.body_treeid[b] == m.dof_treeid[i], "body_treeid", b, m.body_treeid[b],
              "that of its dofs");
    }
  }
}

// Rows of the lower triangle of M: ancestors and the dof itself, in ascending order; only the
// latter where the row is reduced to its diagonal.
Rows inertia_rows(const Model& m, bool reduced) {
  Rows rows(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) {
    const bool diagonal = reduced && m.dof_simplenum[i] > 0;
    for (int j = i; j >= 0; j = diagonal ? -1 : m.dof_parentid[j]) rows[i].push_back(j);
    std::reverse(rows[i].begin(), rows[i].end());
  }
  return rows;
}

struct Pattern {
  const char *address_name, *column_name;
  const Array<field::Int>&count, &address, &column;
};

void check_pattern(const Pattern& p, const Rows& rows, std::int64_t size) {
  std::int64_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto n = static_cast<std::int64_t>(rows[i].size());
    const auto row = static_cast<std::int64_t>(i);
    require(p.address[row] == next && p.count[row] == n && next + n <= size, p.address_name, row,
            p.address[row], "laid out by the tree of dofs");
    for (std::int64_t k = 0; k < n; ++k) {
      require(p.column[next + k] == rows[i][static_cast<std::size_t>(k)], p.column_name, next + k,
              p.column[next + k], "laid out by the tree of dofs");
    }
    next += n;
  }
  require(next == size, p.column_name, next, size, "laid out by the tree of dofs");
}

void check_patterns(const Model& m) {
  const Rows lower = inertia_rows(m, false);
  check_pattern({"M_rowadr", "M_colind", m.M_rownnz, m.M_rowadr, m.M_colind}, inertia_rows(m, true),
                m.nC);
  Rows both = lower;
  for (int i = 0; i < m.nv; ++i) {
    for (const int j : lower[i]) {
      if (j != i) both[j].push_back(i);
    }
  }
  check_pattern({"D_rowadr", "D_colind", m.D_rownnz, m.D_rowadr, m.D_colind}, both, m.nD);
  for (int i = 0; i < m.nv; ++i) {
    const auto before = static_cast<int>(lower[i].size()) - 1;
    require(m.D_diag[i] == before, "D_diag", i, m.D_diag[i], "the place of the diagonal");
    require(m.dof_Madr[i] + before < m.nM, "dof_Madr", i, m.dof_Madr[i], "in the old layout");
  }
}

constexpr int kSide = 4;  // dofs in a group

// The tiles of a group's row.
struct TileRow {
  const field::Int *begin, *end;

  int find(int group) const {
    const auto* found = std::lower_bound(begin, end, group);
    return found != end && *found == group ? static_cast<int>(found - begin) : -1;
  }
};

TileRow tile_row(const Model& m, int group) {
  const field::Int* begin = m.tile_group.data() + m.group_tileadr[group];
  return {begin, begin + m.group_tilenum[group]};
}

int tile_address(const Model& m, int i, int j) {
  const int row = m.dof_place[i], column = m.dof_place[j];
  const int tile = m.group_tileadr[row / kSide] + tile_row(m, row / kSide).find(column / kSide);
  return (tile * kSide + row % kSide) * kSide + column % kSide;
}

void check_places(const Model& m) {
  for (int i = 0; i < m.nv; ++i) {
    const int place = m.dof_place[i];
    const bool inside = place >= 0 && place < kSide * m.ngroup;
    require(inside && (i == 0 || place > m.dof_place[i - 1]), "dof_place", i, place,
            "behind the dof before, in a group");
    require(m.group_tree[place / kSide] == m.dof_treeid[i], "dof_place", i, place,
            "in a group of its tree");
  }
  for (int t = 0; t < m.ntree; ++t) {
    require(m.tree_group[t] == m.dof_place[m.tree_dofadr[t]] / kSide, "tree_group", t,
            m.tree_group[t], "the group of its first dof");
  }
}

void check_tile_rows(const Model& m) {
  std::int64_t next = 0;
  for (int g = 0; g < m.ngroup; ++g) {
    require(m.group_tilenum[g] > 0, "group_tilenum", g, m.group_tilenum[g], "1 or more");
    check_parts("group_tileadr", g, m.group_tileadr[g], m.group_tilenum[g], next);
    const TileRow row = tile_row(m, g);
    for (const field::Int* tile = row.begin; tile != row.end; ++tile) {
      const bool last = tile + 1 == row.end;
      require(last ? *tile == g : *tile < tile[1], "tile_group", tile - m.tile_group.data(), *tile,
              "ascending, up to the diagonal");
      require(m.group_tree[*tile] == m.group_tree[g], "tile_group", tile - m.tile_group.data(),
              *tile, "a group of the same tree");
    }
  }
  require(next == m.ntile, "ntile", 0, m.ntile, "the sum of all rows");
  // What a dof's ancestors touch, it touches too.
  for (int i = 0; i < m.nv; ++i) {
    if (m.dof_parentid[i] < 0) continue;
    const int group = m.dof_place[i] / kSide, above = m.dof_place[m.dof_parentid[i]] / kSide;
    const TileRow row = tile_row(m, group), upper = tile_row(m, above);
    for (const field::Int* tile = upper.begin; tile != upper.end; ++tile) {
      require(row.find(*tile) >= 0, "tile_group", tile - m.tile_group.data(), *tile,
              "in the rows of all descendants");
    }
  }
}

void check_runs(const Model& m) {
  for (int i = 0; i < m.nv; ++i) {
    const int parent = m.dof_parentid[i];
    const int run = parent >= 0 && parent == i - 1 ? m.dof_run[parent] : i;
    require(m.dof_run[i] == run, "dof_run", i, m.dof_run[i], "the start of its chain");
  }
}

void check_tiles(const Model& m) {
  check_places(m);
  check_tile_rows(m);
  for (int i = 0; i < m.nv; ++i) {
    for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k) {
      require(m.M_tile[k] == tile_address(m, i, m.M_colind[k]), "M_tile", k, m.M_tile[k],
              "the place of its entry");
    }
    for (int k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; ++k) {
      const int j = m.D_colind[k];
      require(m.D_tile[k] == (j > i ? -1 : tile_address(m, i, j)), "D_tile", k, m.D_tile[k],
              "the place of its entry");
    }
  }
}

}  // namespace

void validate_tree(const Model& m) {
  check_bodies(m);
  check_joints(m);
  check_dof_parents(m);
  check_trees(m);
  check_patterns(m);
}

void validate_extra(const Model& m) {
  check_runs(m);
  check_tiles(m);
  for (int i = 0; i < m.nactuator; ++i) {
    const int next = m.actuator_next[i];
    require(next == -1 || next > i, "actuator_next", i, next, "a later actuator, or -1");
  }
}

}  // namespace thew::model
