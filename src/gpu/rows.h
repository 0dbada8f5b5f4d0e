#pragma once

// The third kernel of a step: which constraint rows there are, their weights and springs. Rows come
// in blocks. Those on several dofs, dense ones, come first; those on one dof, dry friction and
// limits, have no Jacobian of their own. Base rows of contacts are filled by the solver.

#include "element/cone.h"
#include "gpu/contact_parameters.h"
#include "gpu/equality.h"
#include "gpu/smooth.h"

namespace thew::gpu {

/// How many rows a world has, as the row `row_counts` has it.
struct RowCounts {
  int dense = 0;    ///< blocks on several dofs
  int others = 0;   ///< those of these that are no contacts, which come first
  int rows = 0;     ///< base rows of dense blocks
  int near = 0;     ///< those of these whose Jacobian is near
  int singles = 0;  ///< blocks, and base rows, on one dof
  int smooth = 0;   ///< blocks with a cost that has no edges: equalities and dry friction

  THEW_INLINE int blocks() const { return dense + singles; }
  THEW_INLINE int bases() const { return rows + singles; }
};

/// Kind, count of base rows and first base row of a block, in one number.
struct BlockInfo {
  int word;

  THEW_INLINE BlockInfo(int packed) : word(packed) {}
  THEW_INLINE BlockInfo(ConstraintType kind, int count, int base)
      : word(base | count << 16 | static_cast<int>(kind) << 20) {}
  THEW_INLINE int base() const { return word & 0xffff; }
  THEW_INLINE int count() const { return word >> 16 & 7; }
  THEW_INLINE ConstraintType kind() const { return static_cast<ConstraintType>(word >> 20); }
};

namespace detail {

/// How far a row is from where it should be, the inverse inertia that it feels, and how soft it is.
template <class T>
struct Violation {
  T amount, inverse;
  element::Softness<T> softness;
};

template <class T>
THEW_STAGE element::Softness<T> softness_of(const T* ref, const T* imp, int i) {
  element::Softness<T> s;
  for (int k = 0; k < kNREF; ++k) s.ref[k] = ref[kNREF * i + k];
  for (int k = 0; k < kNREF; ++k) s.ref_friction[k] = T(0);
  for (int k = 0; k < kNIMP; ++k) s.imp[k] = imp[kNIMP * i + k];
  return s;
}

template <class T>
THEW_STAGE void set_row(const RowsWorld<T>& w, int base, const T& damping, const T& pull,
                        const T& softness) {
  w.row(w.rows.row_damping)[base] = damping;
  w.row(w.rows.row_pull)[base] = pull;
  w.row(w.rows.row_weight)[base] = T(1) / softness;
}

/// Whether a contact has rows.
template <class T>
THEW_STAGE bool acts(const RowsWorld<T>& w, int contact) {
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  if (!(w.row(w.rows.contact_dist)[contact] < margin_of(w, pair))) return false;
  const int body1 = m.geom_bodyid[m.tables.pair_geom1[pair]],
            body2 = m.geom_bodyid[m.tables.pair_geom2[pair]];
  return m.body_weldid[body1] != m.body_weldid[body2];
}

template <class T>
THEW_STAGE ConstraintType kind_of_contact(const DeviceModel<T>& m, int dim) {
  if (dim == 1) return ConstraintType::ContactFrictionless;
  return m.tables.cones != 0 ? ConstraintType::ContactElliptic : ConstraintType::ContactPyramidal;
}

/// The angle of a ball joint, its axis, and how far it is from its limit.
template <class T>
struct BallAngle {
  math::Vec3<T> axis;
  T dist;
};
template <class T>
THEW_CALL BallAngle<T> ball_angle(const math::Quat<T> q, const T bound) {
  using namespace math;
  const Vec3<T> turn = logarithm(normalized(q));
  const T angle = norm(turn);
  const Vec3<T> x = {T(1), T(0), T(0)};
  return {angle < T(kMinVal) ? x : turn * (T(1) / angle), bound - angle};
}
template <class T>
THEW_STAGE BallAngle<T> ball_angle(const RowsWorld<T>& w, int joint) {
  const auto& m = w.m;
  const T bound = max(w.own(m.jnt_range, 2 * joint), w.own(m.jnt_range, 2 * joint + 1));
  return ball_angle(math::load4(w.row(w.rows.qpos) + m.jnt_qposadr[joint]), bound);
}

/// How far a joint is from its lower (0) or upper (1) limit.
template <class T>
THEW_STAGE T limit_distance(const RowsWorld<T>& w, int joint, int side) {
  const auto& m = w.m;
  const T value = w.row(w.rows.qpos)[m.jnt_qposadr[joint]];
  return side == 0 ? value - w.own(m.jnt_range, 2 * joint)
                   : w.own(m.jnt_range, 2 * joint + 1) - value;
}

/// Of an equality: the violation that decides how stiff it is is the norm over its rows.
template <class T>
THEW_STAGE Violation<T> pull_equality(const RowsWorld<T>& w, int i, int count, T* row,
                                      EqualityState<T>& e) {
  const auto& m = w.m;
  for (int k = 0; k < 6; ++k) e.pos[k] = e.drift[k] = e.inverse[k / 3] = T(0);
  if (equality_type(m, i) == EqualityType::Joint) {
    hold_joints(w, i, row, e);
  } else {
    hold_bodies(w, i, e);
  }
  T square = T(0);
  for (int k = 0; k < 6; ++k) square = fma(e.pos[k], e.pos[k], square);
  return {count == 1 ? e.pos[0] : sqrt(square), e.inverse[0],
          softness_of(w.own(m.eq_solref), w.own(m.eq_solimp), i)};
}

template <class T>
THEW_STAGE void soften_equality(const RowsWorld<T>& w, const BlockInfo& info,
                                const EqualityState<T>& e, const T* kbip) {
  for (int k = 0; k < 6; ++k) {
    if (k >= info.count()) break;
    set_row(w, info.base() + k, kbip[1], kbip[0] * kbip[2] * e.pos[k] + e.drift[k],
            max(T(kMinVal), element::softness(kbip) * e.inverse[k / 3]));
  }
}

/// Of a limit: of a ball joint where the block is dense.
template <class T>
THEW_STAGE Violation<T> pull_limit(const RowsWorld<T>& w, int id, bool dense, T* row) {
  const auto& m = w.m;
  const int joint = dense ? id : m.dof_jntid[id / 2], dof = m.jnt_dofadr[joint];
  T dist;
  if (dense) {
    const BallAngle<T> ball = ball_angle(w, joint);
    store(row + dof, -ball.axis);
    dist = ball.dist;
  } else {
    dist = limit_distance(w, joint, id % 2);
  }
  return {dist - w.own(m.jnt_margin, joint), w.own(m.dof_invweight0, dof),
          softness_of(w.own(m.jnt_solref), w.own(m.jnt_solimp), joint)};
}

/// Of a limit of a tendon, 2 t for the lower side and 2 t + 1 for the upper.
template <class T>
THEW_STAGE T tendon_distance(const RowsWorld<T>& w, int side) {
  const int t = side / 2;
  const T length = w.row(w.rows.ten_length)[t], bound = w.own(w.m.tendon_range, side);
  return side % 2 == 0 ? length - bound : bound - length;
}
template <class T>
THEW_STAGE Violation<T> pull_tendon_limit(const RowsWorld<T>& w, int side, T* row) {
  const auto& m = w.m;
  const int t = side / 2;
  const T* jacobian = w.row(w.rows.ten_J);
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
    row[m.ten_J_colind[e]] = side % 2 == 0 ? jacobian[e] : -jacobian[e];
  return {tendon_distance(w, side) - w.own(m.tendon_margin, t), w.own(m.tendon_invweight0, t),
          softness_of(w.own(m.tendon_solref_lim), w.own(m.tendon_solimp_lim), t)};
}

/// Where a contact is: its frame, and the arms from the references of both bodies.
template <class T>
THEW_STAGE void place_contact(const RowsWorld<T>& w, int block, int contact, int body1, int body2) {
  using namespace math;
  const auto& m = w.m;
  int* bodies = w.row(w.rows.block_bodies) + 2 * block;
  bodies[0] = body1;
  bodies[1] = body2;
  const T* frame = w.row(w.rows.contact_frame) + 9 * contact;
  T* place = w.row(w.rows.block_place) + 15 * block;
  THEW_ROLLED
  for (int k = 0; k < 9; ++k) place[k] = frame[k];
  const Vec3<T> pos = load3(w.row(w.rows.contact_pos) + 3 * contact);
  const T* com = w.row(w.rows.subtree_com);
  store(place + 9, pos - load3(com + 3 * m.body_rootid[body1]));
  store(place + 12, pos - load3(com + 3 * m.body_rootid[body2]));
}

/// Weights and springs of the rows of a contact, from its spring.
template <class T>
THEW_STAGE void soften_contact(const RowsWorld<T>& w, int block, const BlockInfo& info,
                               const ContactParameters<T>& p, const Violation<T>& pull,
                               const T* kbip) {
  const auto& m = w.m;
  const int base = info.base();
  const bool pyramid = info.kind() == ConstraintType::ContactPyramidal;
  const T linear = pull.inverse;
  const T diagonal = pyramid ? linear + p.friction[0] * p.friction[0] * linear : linear;
  const T normal = max(T(kMinVal), element::softness(kbip) * diagonal);
  const T stretch = kbip[0] * kbip[2] * pull.amount;
  const bool alike = m.opt.impratio == T(1) || p.dim == 1;
  const T first = alike ? normal : normal / max(T(kMinVal), m.opt.impratio);
  const T mu = alike ? p.friction[0] : element::softened_friction(p.friction[0], normal, first);
  w.row(w.rows.block_mu)[block] = mu;
  T* friction = w.row(w.rows.block_friction) + (m.tables.most_bases - 1) * block;
  for (int k = 0; k < 5; ++k) {
    if (k < m.tables.most_bases - 1) friction[k] = p.friction[k];
  }
  const T edge = element::edge_softness(mu, normal),
          sliding = element::sliding_damping(pull.softness);
  THEW_ROLLED
  for (int k = 0; k < p.dim; ++k) {
    T soft = pyramid ? edge : normal;
    if (!pyramid && k > 0) {
      const T other = w.row(w.rows.block_friction)[(m.tables.most_bases - 1) * block + k - 1];
      soft = k == 1 ? first : element::tangent_softness(first, p.friction[0], other);
    }
    set_row(w, base + k, pyramid || k == 0 ? kbip[1] : sliding, k == 0 ? stretch : T(0), soft);
  }
}

/// Weights and springs of the rows of a block, and the Jacobian of a dense one that is no contact.
template <class T>
THEW_STAGE void soften(const RowsWorld<T>& w, const RowCounts& n, int block) {
  const auto& m = w.m;
  const BlockInfo info = w.row(w.rows.block_info)[block];
  const int id = w.row(w.rows.block_id)[block], base = info.base();
  const bool dense = block < n.dense, contact = dense && block >= n.others;
  T* row = dense && !contact ? w.row(w.rows.other_rows) + base * m.tables.solve.width : nullptr;
  Violation<T> pull;
  ContactParameters<T> p;
  EqualityState<T> e;
  if (contact) {
    const int pair = w.row(w.rows.contact_pair)[id];
    const int body1 = m.geom_bodyid[m.tables.pair_geom1[pair]],
              body2 = m.geom_bodyid[m.tables.pair_geom2[pair]];
    p = parameters_of(w, pair);
    const T* inverse = w.own(m.body_invweight0);
    pull = {w.row(w.rows.contact_dist)[id] - p.margin, inverse[2 * body1] + inverse[2 * body2],
            p.softness};
    place_contact(w, block, id, body1, body2);
  } else if (info.kind() == ConstraintType::Equality) {
    pull = pull_equality(w, id, info.count(), row, e);
  } else if (info.kind() == ConstraintType::LimitJoint) {
    pull = pull_limit(w, id, dense, row);
  } else if (info.kind() == ConstraintType::LimitTendon) {
    pull = pull_tendon_limit(w, id, row);
  } else {
    const int dof = id / 2;
    pull = {T(0), w.own(m.dof_invweight0, dof),
            softness_of(w.own(m.dof_solref), w.own(m.dof_solimp), dof)};
  }
  const bool safe = !has(m.opt.disableflags, DisableBit::Refsafe);
  element::make_safe(pull.softness, safe ? T(2) * m.opt.timestep : T(0));
  T kbip[4];
  element::spring_of(pull.softness, pull.amount, kbip);
  if (contact) return soften_contact(w, block, info, p, pull, kbip);
  if (info.kind() == ConstraintType::Equality) return soften_equality(w, info, e, kbip);
  const T soft = max(T(kMinVal), element::softness(kbip) * pull.inverse);
  if (info.kind() == ConstraintType::FrictionDof) {
    w.row(w.rows.block_mu)[block] = soft;
    w.row(w.rows.block_bound)[block] = w.own(m.dof_frictionloss, id / 2);
  }
  set_row(w, base, kbip[1], kbip[0] * kbip[2] * pull.amount, soft);
}

// Counts of blocks and rows go through scans together.
constexpr int kBlockUnit = 1 << 16;

/// The Jacobian of equalities between bodies, the first blocks.
template <class Team, class T>
THEW_STAGE void join_bodies(const Team& team, const RowsWorld<T>& w, int equalities) {
  const auto& m = w.m;
  THEW_ROLLED
  for (int block = 0; block < equalities; ++block) {
    const int i = w.row(w.rows.block_id)[block];
    if (equality_type(m, i) == EqualityType::Joint) continue;
    const BlockInfo info = w.row(w.rows.block_info)[block];
    T* rows = w.row(w.rows.other_rows) + info.base() * m.tables.solve.width;
    team.each(m.nv, [&](int dof) { fill_joining(w, i, dof, rows + dof); });
  }
}

/// Whether a dof changes the length of a tendon.
template <class T>
THEW_STAGE bool moves(const RowsWorld<T>& w, int t) {
  const auto& m = w.m;
  const T* jacobian = w.row(w.rows.ten_J);
  bool any = false;
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
    any |= jacobian[e] != T(0);
  return any;
}

/// Lists the dense blocks that are no contacts.
template <class Team, class T>
THEW_STAGE void list_others(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id),
      *groups = w.row(w.rows.block_groups);
  T* rows = w.row(w.rows.other_rows);
  team.each(m.tables.nothers * m.tables.solve.width, [&](int i) { rows[i] = T(0); });
  const auto add = [&](ConstraintType kind, int block, int base, int count, int id) {
    info[block] = BlockInfo(kind, count, base).word;
    ids[block] = id;
    groups[block] = ~0;
  };
  if (m.neq > 0 && !disabled(DisableBit::Equality)) {
    const std::uint8_t* active = w.row(w.rows.eq_active);
    const auto count_of = [&](int i) { return active[i] != 0 ? m.tables.eq_rows[i] : 0; };
    const int wanted = team.scan(
        m.neq, [&](int i) { return count_of(i) > 0 ? kBlockUnit + count_of(i) : 0; },
        [&](int i, int place, int count) {
          if (count == 0) return;
          add(ConstraintType::Equality, place / kBlockUnit, place % kBlockUnit, count % kBlockUnit,
              i);
        });
    n.dense = n.smooth = wanted / kBlockUnit;
    n.rows = wanted % kBlockUnit;
    join_bodies(team, w, n.dense);
  }
  if (!disabled(DisableBit::Limit)) {
    const auto reached = [&](int j) {
      return m.jnt_limited[j] && m.jnt_type[j] == static_cast<int>(JointType::Ball) &&
             ball_angle(w, j).dist < w.own(m.jnt_margin, j);
    };
    const int more = team.scan(
        m.njnt, [&](int j) { return reached(j) ? 1 : 0; },
        [&](int j, int place, int count) {
          if (count > 0) add(ConstraintType::LimitJoint, n.dense + place, n.rows + place, 1, j);
        });
    n.dense += more;
    n.rows += more;
    const auto stretched = [&](int side) {
      return m.tendon_limited[side / 2] && moves(w, side / 2) &&
             tendon_distance(w, side) < w.own(m.tendon_margin, side / 2);
    };
    const int tendons = team.scan(
        2 * m.ntendon, [&](int side) { return stretched(side) ? 1 : 0; },
        [&](int side, int place, int count) {
          if (count > 0) add(ConstraintType::LimitTendon, n.dense + place, n.rows + place, 1, side);
        });
    n.dense += tendons;
    n.rows += tendons;
  }
  n.others = n.dense;
  n.near = n.rows;
}

/// Lists the contacts that have rows, as many as there is room for; true if that is not all.
template <class Team, class T>
THEW_STAGE bool list_contacts(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const int *pair = w.row(w.rows.contact_pair), contacts = w.row(w.rows.ncon)[0];
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id),
      *groups = w.row(w.rows.block_groups);
  const int more = team.scan(
      contacts, [&](int c) { return acts(w, c) ? kBlockUnit + dim_of(m, pair[c]) : 0; },
      [&](int c, int place, int count) {
        const int block = n.dense + place / kBlockUnit, row = n.rows + place % kBlockUnit,
                  dim = count % kBlockUnit;
        if (count == 0 || block >= t.nblocks) return;
        ids[block] = row + dim <= t.nrows ? c : -1;
        info[block] = BlockInfo(kind_of_contact(m, dim), dim, min(row, 0xffff)).word;
        groups[block] = t.pair_groups[pair[c]];
      });
  int blocks = n.dense + more / kBlockUnit, rows = n.rows + more % kBlockUnit;
  const bool full = blocks > t.nblocks || rows > t.nrows;
  // Rows are in order: those that found no room are the last.
  blocks = min(blocks, t.nblocks);
  while (full && blocks > n.others && ids[blocks - 1] < 0) --blocks;
  const int first = n.rows;
  const auto end_of = [&](int block) {
    if (block == n.others) return first;
    const BlockInfo last = info[block - 1];
    return last.base() + last.count();
  };
  rows = end_of(blocks);
  n.dense = blocks;
  n.rows = rows;
  // A block is near as a whole.
  while (end_of(blocks) > t.nnear) --blocks;
  n.near = end_of(blocks);
  return full;
}

/// Lists dry friction and the limits of joints with one dof; true where there is not enough room.
template <class Team, class T>
THEW_STAGE bool list_singles(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id);
  const auto add = [&](ConstraintType kind, int place, int id) {
    info[n.dense + place] = BlockInfo(kind, 1, n.rows + place).word;
    ids[n.dense + place] = id;
  };
  const int room = m.tables.nsingles;
  bool full = false;
  if (!has(m.opt.disableflags, DisableBit::Frictionloss)) {
    const T* loss = w.own(m.dof_frictionloss);
    const int more = team.scan(
        m.nv, [&](int i) { return loss[i] != T(0) ? 1 : 0; },
        [&](int i, int place, int count) {
          if (count > 0 && place < room) add(ConstraintType::FrictionDof, place, 2 * i);
        });
    full = more > room;
    n.singles = min(more, room);
    n.smooth += n.singles;
  }
  if (!has(m.opt.disableflags, DisableBit::Limit)) {
    const auto reached = [&](int k) {
      const int j = k / 2;
      return m.jnt_limited[j] && m.jnt_type[j] >= static_cast<int>(JointType::Slide) &&
             limit_distance(w, j, k % 2) < w.own(m.jnt_margin, j);
    };
    // Lower and upper sides, one after the other; the upper one pushes down.
    const int more = team.scan(
        2 * m.njnt, [&](int k) { return reached(k) ? 1 : 0; },
        [&](int k, int place, int count) {
          if (count == 0 || n.singles + place >= room) return;
          add(ConstraintType::LimitJoint, n.singles + place, 2 * m.jnt_dofadr[k / 2] + k % 2);
        });
    full |= n.singles + more > room;
    n.singles = min(n.singles + more, room);
  }
  return full;
}

}  // namespace detail

/// The rows of a world.
template <class Team, class T>
THEW_STAGE void make_rows(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                          std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const RowsWorld<T> w(m, worlds, world, nullptr);
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  RowCounts n;
  if (!disabled(DisableBit::Constraint)) {
    if (m.tables.nothers > 0) detail::list_others(team, w, n);
    bool full = false;
    if (m.tables.npairs > 0 && !disabled(DisableBit::Contact))
      full = detail::list_contacts(team, w, n);
    full |= detail::list_singles(team, w, n);
    team.each(n.blocks(), [&](int block) { detail::soften(w, n, block); });
    if (full) {
      team.once([&] { ++w.row(worlds.warning_number)[static_cast<int>(Warning::Cnstrfull)]; });
    }
  }
  team.once([&] {
    int* counts = w.row(worlds.row_counts);
    counts[0] = n.dense;
    counts[1] = n.others;
    counts[2] = n.rows;
    counts[3] = n.near;
    counts[4] = n.singles;
    counts[5] = n.smooth;
  });
}

}  // namespace thew::gpu
