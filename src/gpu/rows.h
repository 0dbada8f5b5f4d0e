#pragma once

// Constraint rows: their Jacobian on all dofs, weights, and the accelerations that they ask for.
// Rows come in blocks; those on one dof, dry friction and limits, have no Jacobian of their own.

#include "element/cone.h"
#include "element/contact_row.h"
#include "element/impedance.h"
#include "gpu/passive.h"
#include "gpu/smooth.h"

namespace thew::gpu {

template <class T>
using ConstrainWorld = World<T, ConstrainMemory<T>>;

/// How many rows a world has.
struct RowCounts {
  int blocks = 0;  ///< all of them
  int dense = 0;   ///< blocks with a Jacobian, which come first
  int near = 0;    ///< base rows of these whose Jacobian is near
  int rows = 0;    ///< base rows of these
  int bases = 0;   ///< all base rows
  int dofs = 0;    ///< of the model
};

namespace detail {

template <class T>
THEW_STAGE bool is_elliptic(const DeviceModel<T>& m) {
  return m.opt.cone == static_cast<int>(Cone::Elliptic);
}

/// Numbers of a contact that follow from its pair.
template <class T>
struct ContactParameters {
  int dim;
  T margin;
  T friction[5];
  element::Softness<T> softness;
};

/// The share of the first of two weights; nothing counts as nothing, twice nothing as halves.
template <class T>
THEW_STAGE T share(const T& first, const T& second) {
  const bool no_first = first < T(kMinVal), no_second = second < T(kMinVal);
  if (no_first) return no_second ? T(0.5) : T(0);
  return no_second ? T(1) : first / (first + second);
}

template <class T>
THEW_STAGE void mix(const ConstrainWorld<T>& w, int a, int b, ContactParameters<T>& p,
                    T* friction) {
  const auto& m = w.m;
  p.dim = max(m.geom_condim[a], m.geom_condim[b]);
  const T mine = share(w.own(m.geom_solmix, a), w.own(m.geom_solmix, b)), other = T(1) - mine;
  const T *ref_a = w.own(m.geom_solref) + kNREF * a, *ref_b = w.own(m.geom_solref) + kNREF * b;
  const bool standard = ref_a[0] > T(0) && ref_b[0] > T(0);
  for (int k = 0; k < kNREF; ++k) {
    p.softness.ref[k] = standard ? mine * ref_a[k] + other * ref_b[k] : min(ref_a[k], ref_b[k]);
  }
  const T *imp_a = w.own(m.geom_solimp) + kNIMP * a, *imp_b = w.own(m.geom_solimp) + kNIMP * b;
  for (int k = 0; k < kNIMP; ++k) p.softness.imp[k] = mine * imp_a[k] + other * imp_b[k];
  const T *mu_a = w.own(m.geom_friction) + 3 * a, *mu_b = w.own(m.geom_friction) + 3 * b;
  for (int k = 0; k < 3; ++k) friction[k] = max(mu_a[k], mu_b[k]);
}

template <class T>
THEW_STAGE int dim_of(const DeviceModel<T>& m, int pair) {
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  if (named >= 0) return m.pair_dim[named];
  const int order = m.geom_priority[a] - m.geom_priority[b];
  if (order == 0) return max(m.geom_condim[a], m.geom_condim[b]);
  return m.geom_condim[order > 0 ? a : b];
}

template <class T>
THEW_STAGE T margin_of(const ConstrainWorld<T>& w, int pair) {
  const auto& m = w.m;
  if (has(m.opt.enableflags, EnableBit::Override)) return m.opt.o_margin;
  const int named = m.tables.pair_explicit[pair];
  return named >= 0 ? w.own(m.pair_margin, named)
                    : w.own(m.geom_margin, m.tables.pair_geom1[pair]) +
                          w.own(m.geom_margin, m.tables.pair_geom2[pair]);
}

template <class T>
THEW_STAGE ContactParameters<T> parameters_of(const ConstrainWorld<T>& w, int pair) {
  const auto& m = w.m;
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  ContactParameters<T> p;
  p.margin = margin_of(w, pair);
  for (int k = 0; k < kNREF; ++k) p.softness.ref_friction[k] = T(0);
  const auto take = [&](const T* ref, const T* imp) {
    for (int k = 0; k < kNREF; ++k) p.softness.ref[k] = ref[k];
    for (int k = 0; k < kNIMP; ++k) p.softness.imp[k] = imp[k];
  };
  if (named >= 0) {
    p.dim = m.pair_dim[named];
    take(w.own(m.pair_solref) + kNREF * named, w.own(m.pair_solimp) + kNIMP * named);
    for (int k = 0; k < kNREF; ++k)
      p.softness.ref_friction[k] = w.own(m.pair_solreffriction, kNREF * named + k);
    for (int k = 0; k < 5; ++k) p.friction[k] = w.own(m.pair_friction, 5 * named + k);
  } else {
    T friction[3];
    const int order = m.geom_priority[a] - m.geom_priority[b];
    if (order == 0) {
      mix(w, a, b, p, friction);
    } else {
      const int geom = order > 0 ? a : b;
      p.dim = m.geom_condim[geom];
      take(w.own(m.geom_solref) + kNREF * geom, w.own(m.geom_solimp) + kNIMP * geom);
      for (int k = 0; k < 3; ++k) friction[k] = w.own(m.geom_friction, 3 * geom + k);
    }
    p.friction[0] = p.friction[1] = friction[0];
    p.friction[2] = friction[1];
    p.friction[3] = p.friction[4] = friction[2];
  }
  if (has(m.opt.enableflags, EnableBit::Override)) {
    take(m.opt.o_solref, m.opt.o_solimp);
    for (int k = 0; k < kNREF; ++k) p.softness.ref_friction[k] = m.opt.o_solref[k];
    for (int k = 0; k < 5; ++k) p.friction[k] = m.opt.o_friction[k];
  }
  for (int k = 0; k < 5; ++k) p.friction[k] = max(p.friction[k], T(1e-5));
  return p;
}

template <class T>
THEW_STAGE element::Softness<T> softness_of(const T* ref, const T* imp, int i) {
  element::Softness<T> s;
  for (int k = 0; k < kNREF; ++k) s.ref[k] = ref[kNREF * i + k];
  for (int k = 0; k < kNREF; ++k) s.ref_friction[k] = T(0);
  for (int k = 0; k < kNIMP; ++k) s.imp[k] = imp[kNIMP * i + k];
  return s;
}

/// Stiffness, damping and impedance of a row.
template <class T>
THEW_CALL void spring(element::Softness<T>& s, const T violation, const T least, T* kbip) {
  element::make_safe(s, least);
  element::spring_of(s, violation, kbip);
}
template <class T>
THEW_STAGE void spring(const DeviceModel<T>& m, element::Softness<T>& s, const T& violation,
                       T* kbip) {
  const bool safe = !has(m.opt.disableflags, DisableBit::Refsafe);
  spring(s, violation, safe ? T(2) * m.opt.timestep : T(0), kbip);
}

/// Until velocities are known, `x` of a base row has its damping and `y` the pull of its spring.
template <class T>
THEW_STAGE void set_row(const ConstrainWorld<T>& w, int base, const T& damping, const T& pull,
                        const T& softness) {
  w.s.x[base] = damping;
  w.s.y[base] = pull;
  w.s.weight[base] = T(1) / softness;
}

/// Weights and springs of the rows of a contact.
template <class T>
THEW_STAGE void soften_contact(const ConstrainWorld<T>& w, int block, int base, int contact) {
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  ContactParameters<T> p = parameters_of(w, pair);
  const T violation = w.row(w.rows.contact_dist)[contact] - p.margin;
  T kbip[4];
  spring(m, p.softness, violation, kbip);
  const int body1 = m.geom_bodyid[m.tables.pair_geom1[pair]],
            body2 = m.geom_bodyid[m.tables.pair_geom2[pair]];
  const T* inverse = w.own(m.body_invweight0);
  const T linear = inverse[2 * body1] + inverse[2 * body2];
  const bool pyramid = p.dim > 1 && !is_elliptic(m);
  const T diagonal = pyramid ? linear + p.friction[0] * p.friction[0] * linear : linear;
  const T normal = max(T(kMinVal), element::softness(kbip) * diagonal);
  for (int k = 0; k < 5; ++k) w.s.friction[5 * block + k] = p.friction[k];
  const T pull = kbip[0] * kbip[2] * violation;
  if (p.dim == 1) {
    w.s.kind[block] = static_cast<int>(ConstraintType::ContactFrictionless);
    return set_row(w, base, kbip[1], pull, normal);
  }
  const bool alike = m.opt.impratio == T(1);
  const T first = alike ? normal : normal / max(T(kMinVal), m.opt.impratio);
  const T mu = alike ? p.friction[0] : element::softened_friction(p.friction[0], normal, first);
  w.s.mu[block] = mu;
  if (pyramid) {
    w.s.kind[block] = static_cast<int>(ConstraintType::ContactPyramidal);
    const T edge = element::edge_softness(mu, normal);
    THEW_ROLLED
    for (int k = 0; k < p.dim; ++k) set_row(w, base + k, kbip[1], k == 0 ? pull : T(0), edge);
    return;
  }
  w.s.kind[block] = static_cast<int>(ConstraintType::ContactElliptic);
  const T sliding = element::sliding_damping(p.softness);
  set_row(w, base, kbip[1], pull, normal);
  THEW_ROLLED
  for (int k = 1; k < p.dim; ++k) {
    const T soft =
        k == 1 ? first : element::tangent_softness(first, p.friction[0], p.friction[k - 1]);
    set_row(w, base + k, sliding, T(0), soft);
  }
}

/// Whether a contact has rows.
template <class T>
THEW_STAGE bool acts(const ConstrainWorld<T>& w, int contact) {
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  if (!(w.row(w.rows.contact_dist)[contact] < margin_of(w, pair))) return false;
  const int body1 = m.geom_bodyid[m.tables.pair_geom1[pair]],
            body2 = m.geom_bodyid[m.tables.pair_geom2[pair]];
  return m.body_weldid[body1] != m.body_weldid[body2];
}

/// The entries of one dof in the rows of contacts, from block `begin` to block `end` - 1.
template <class T>
THEW_STAGE void fill_contacts(const ConstrainWorld<T>& w, int begin, int end, int near, int dof) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  const int first = m.dof_bodyid[dof], last = t.body_end[first];
  const Motion<T> axis = load_motion(w.row(w.rows.cdof) + 6 * dof);
  const int* pairs = w.row(w.rows.contact_pair);
  THEW_ROLLED
  for (int block = begin; block < end; ++block) {
    const int contact = w.s.id[block], pair = pairs[contact], n = w.s.count[block];
    const int body1 = m.geom_bodyid[t.pair_geom1[pair]], body2 = m.geom_bodyid[t.pair_geom2[pair]];
    const bool one = body1 >= first && body1 < last, two = body2 >= first && body2 < last;
    T* column = w.s.row(w.s.base[block], near) + dof;
    if (one == two) {
      THEW_ROLLED
      for (int k = 0; k < n; ++k) column[k * w.s.width] = T(0);
      continue;
    }
    const T* com = w.row(w.rows.subtree_com) + 3 * m.body_rootid[one ? body1 : body2];
    const Vec3<T> arm = load3(w.row(w.rows.contact_pos) + 3 * contact) - load3(com);
    const T* frame = w.row(w.rows.contact_frame) + 9 * contact;
    const T sign = one ? T(-1) : T(1);
    THEW_ROLLED
    for (int k = 0; k < n; ++k) {
      const Force<T> wrench = element::contact_wrench(frame, arm, sign, k);
      column[k * w.s.width] = element::contact_entry(wrench, axis);
    }
  }
}

/// The angle of a ball joint, its axis, and how far it is from its limit.
template <class T>
struct BallAngle {
  math::Vec3<T> axis;
  T dist;
};
template <class T>
THEW_STAGE BallAngle<T> ball_angle(const ConstrainWorld<T>& w, int joint) {
  using namespace math;
  const auto& m = w.m;
  const Quat<T> q = normalized(load4(w.row(w.rows.qpos) + m.jnt_qposadr[joint]));
  const Vec3<T> turn = logarithm(q);
  const T angle = norm(turn);
  const Vec3<T> x = {T(1), T(0), T(0)};
  const T bound = max(w.own(m.jnt_range, 2 * joint), w.own(m.jnt_range, 2 * joint + 1));
  return {angle < T(kMinVal) ? x : turn * (T(1) / angle), bound - angle};
}

template <class T>
THEW_STAGE void soften_limit(const ConstrainWorld<T>& w, int block, int base, int joint,
                             const T& dist) {
  const auto& m = w.m;
  element::Softness<T> s = softness_of(w.own(m.jnt_solref), w.own(m.jnt_solimp), joint);
  const T violation = dist - w.own(m.jnt_margin, joint);
  T kbip[4];
  spring(m, s, violation, kbip);
  const T inverse = w.own(m.dof_invweight0, m.jnt_dofadr[joint]);
  w.s.kind[block] = static_cast<int>(ConstraintType::LimitJoint);
  w.s.groups[block] = ~0;
  w.s.base[block] = base;
  w.s.count[block] = 1;
  set_row(w, base, kbip[1], kbip[0] * kbip[2] * violation,
          max(T(kMinVal), element::softness(kbip) * inverse));
}

/// Polynomial of a joint equality: how far the first joint is from what the second asks for.
template <class T>
struct JointEquality {
  T violation, slope;
};
template <class T>
THEW_STAGE JointEquality<T> joint_equality(const ConstrainWorld<T>& w, int equality) {
  const auto& m = w.m;
  const auto displacement = [&](int joint) {
    const int adr = m.jnt_qposadr[joint];
    return w.row(w.rows.qpos)[adr] - w.own(m.qpos0, adr);
  };
  const T* c = w.own(m.eq_data) + kNEQDATA * equality;
  const T one = displacement(m.eq_obj1id[equality]);
  const int second = m.eq_obj2id[equality];
  if (second < 0) return {one - c[0], T(0)};
  const T z = displacement(second);
  return {one - (c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * c[4])))),
          c[1] + z * (T(2) * c[2] + z * (T(3) * c[3] + z * T(4) * c[4]))};
}

template <class T>
THEW_STAGE void make_joint_equality(const ConstrainWorld<T>& w, int block, int base, int i) {
  const auto& m = w.m;
  const JointEquality<T> e = joint_equality(w, i);
  element::Softness<T> s = softness_of(w.own(m.eq_solref), w.own(m.eq_solimp), i);
  T kbip[4];
  spring(m, s, e.violation, kbip);
  const int first = m.jnt_dofadr[m.eq_obj1id[i]], second = m.eq_obj2id[i];
  T inverse = w.own(m.dof_invweight0, first);
  T* row = w.s.jacobian + base * w.s.width;
  row[first] = T(1);
  if (second >= 0) {
    row[m.jnt_dofadr[second]] = -e.slope;
    inverse = inverse + w.own(m.dof_invweight0, m.jnt_dofadr[second]);
  }
  w.s.kind[block] = static_cast<int>(ConstraintType::Equality);
  w.s.groups[block] = ~0;
  w.s.base[block] = base;
  w.s.count[block] = 1;
  set_row(w, base, kbip[1], kbip[0] * kbip[2] * e.violation,
          max(T(kMinVal), element::softness(kbip) * inverse));
}

// Counts of blocks and rows go through scans together.
constexpr int kBlockUnit = 1 << 16;

}  // namespace detail

/// Makes all rows of a world.
template <class Team, class T>
THEW_STAGE RowCounts make_rows(const Team& team, const ConstrainWorld<T>& w) {
  using namespace detail;
  const auto& m = w.m;
  const auto& s = w.s;
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  RowCounts n;
  n.dofs = m.nv;
  if (disabled(DisableBit::Constraint)) return n;
  const T *qpos = w.row(w.rows.qpos), *qvel = w.row(w.rows.qvel);
  const auto is_ball = [&](int j) { return m.jnt_type[j] == static_cast<int>(JointType::Ball); };
  const auto is_scalar = [&](int j) { return m.jnt_type[j] >= static_cast<int>(JointType::Slide); };
  // Dense rows, as many as there is room for.
  const auto fits = [&](int block, int row, int rows) {
    return block < m.tables.nblocks && row + rows <= m.tables.nrows;
  };
  team.each(m.tables.nothers * s.width, [&](int i) { s.jacobian[i] = T(0); });
  int wanted = 0;  // blocks and rows
  if (m.neq > 0 && !disabled(DisableBit::Equality)) {
    const std::uint8_t* active = w.row(w.rows.eq_active);
    wanted = team.scan(
        m.neq, [&](int i) { return active[i] != 0 ? kBlockUnit + 1 : 0; },
        [&](int i, int place, int count) {
          if (count > 0) make_joint_equality(w, place / kBlockUnit, place % kBlockUnit, i);
        });
  }
  n.dense = wanted / kBlockUnit;
  n.rows = wanted % kBlockUnit;
  if (!disabled(DisableBit::Limit)) {
    const int more = team.scan(
        m.njnt,
        [&](int j) {
          return m.jnt_limited[j] && is_ball(j) && ball_angle(w, j).dist < w.own(m.jnt_margin, j)
                     ? 1
                     : 0;
        },
        [&](int j, int place, int count) {
          const int block = n.dense + place, row = n.rows + place;
          if (count == 0 || !fits(block, row, 1)) return;
          const BallAngle<T> ball = ball_angle(w, j);
          soften_limit(w, block, row, j, ball.dist);
          store(s.jacobian + row * s.width + m.jnt_dofadr[j], -ball.axis);
        });
    n.dense += more;
    n.rows += more;
  }
  const int others = n.dense;
  n.near = n.rows;
  bool full = false;
  if (m.tables.npairs > 0 && !disabled(DisableBit::Contact)) {
    const int* pair = w.row(w.rows.contact_pair);
    const int contacts = w.row(w.rows.ncon)[0];
    const int more = team.scan(
        contacts, [&](int c) { return acts(w, c) ? kBlockUnit + dim_of(m, pair[c]) : 0; },
        [&](int c, int place, int count) {
          const int block = n.dense + place / kBlockUnit, row = n.rows + place % kBlockUnit;
          if (count == 0 || block >= m.tables.nblocks) return;
          const bool room = fits(block, row, count % kBlockUnit);
          s.base[block] = room ? row : -1;
          if (!room) return;
          s.id[block] = c;
          s.groups[block] = m.tables.pair_groups[pair[c]];
          s.count[block] = count % kBlockUnit;
          soften_contact(w, block, row, c);
        });
    int blocks = n.dense + more / kBlockUnit, rows = n.rows + more % kBlockUnit;
    full = !fits(blocks - 1, rows, 0);
    if (full) {
      // Rows are in order: those that found no room are the last.
      blocks = min(blocks, m.tables.nblocks);
      while (blocks > others && s.base[blocks - 1] < 0) --blocks;
      rows = blocks > others ? s.base[blocks - 1] + s.count[blocks - 1] : n.rows;
    }
    n.dense = blocks;
    n.rows = rows;
    // A block is near as a whole.
    n.near = min(rows, m.tables.nnear);
    if (rows > m.tables.nnear) {
      int block = blocks - 1;
      while (s.base[block] > m.tables.nnear) --block;
      n.near = s.base[block];
    }
  }
  team.each(m.nv, [&](int dof) { fill_contacts(w, others, n.dense, n.near, dof); });
  const int pad = s.width - m.nv;
  team.each(n.rows * pad, [&](int k) { s.row(k / pad, n.near)[m.nv + k % pad] = T(0); });
  // Rows on one dof.
  int room = m.tables.nsingles;
  n.blocks = n.dense;
  n.bases = n.rows;
  team.each(3 * m.nv, [&](int i) { s.single[i] = -1; });
  if (!disabled(DisableBit::Frictionloss)) {
    const T* loss = w.own(m.dof_frictionloss);
    const int more = team.scan(
        m.nv, [&](int i) { return loss[i] != T(0) ? 1 : 0; },
        [&](int i, int place, int count) {
          if (count == 0 || place >= room) return;
          const int block = n.blocks + place, base = n.bases + place;
          element::Softness<T> softness = softness_of(w.own(m.dof_solref), w.own(m.dof_solimp), i);
          T kbip[4];
          spring(m, softness, T(0), kbip);
          const T soft = max(T(kMinVal), element::softness(kbip) * w.own(m.dof_invweight0, i));
          s.kind[block] = static_cast<int>(ConstraintType::FrictionDof);
          s.base[block] = base;
          s.id[block] = 2 * i;
          s.count[block] = 1;
          s.bound[block] = loss[i];
          s.mu[block] = soft;
          set_row(w, base, kbip[1], T(0), soft);
          s.single[3 * i] = block;
        });
    full |= more > room;
    n.blocks += min(more, room);
    n.bases += min(more, room);
    room -= min(more, room);
  }
  if (!disabled(DisableBit::Limit)) {
    // Lower and upper sides, one after the other.
    const auto dist_of = [&](int k) {
      const int j = k / 2;
      const T value = qpos[m.jnt_qposadr[j]];
      return k % 2 == 0 ? value - w.own(m.jnt_range, 2 * j) : w.own(m.jnt_range, 2 * j + 1) - value;
    };
    const int more = team.scan(
        2 * m.njnt,
        [&](int k) {
          const int j = k / 2;
          return m.jnt_limited[j] && is_scalar(j) && dist_of(k) < w.own(m.jnt_margin, j) ? 1 : 0;
        },
        [&](int k, int place, int count) {
          if (count == 0 || place >= room) return;
          const int block = n.blocks + place, base = n.bases + place, dof = m.jnt_dofadr[k / 2];
          soften_limit(w, block, base, k / 2, dist_of(k));
          s.id[block] = 2 * dof + k % 2;  // the upper side pushes down
          s.single[3 * dof + 1 + k % 2] = block;
        });
    full |= more > room;
    n.blocks += min(more, room);
    n.bases += min(more, room);
    room -= min(more, room);
  }
  if (full) {
    team.once([&] { ++w.row(w.rows.warning_number)[static_cast<int>(Warning::Cnstrfull)]; });
  }
  // What the rows ask for, at the velocities of now.
  team.each(n.bases, [&](int base) {
    T velocity = T(0);
    if (base < n.rows) {
      const T* row = s.row(base, n.near);
      THEW_ROLLED
      for (int i = 0; i < m.nv; ++i) velocity = fma(row[i], qvel[i], velocity);
    } else {
      const int id = s.id[base - n.rows + n.dense];
      velocity = id % 2 == 0 ? qvel[id / 2] : -qvel[id / 2];
    }
    s.aref[base] = -s.x[base] * velocity - s.y[base];
  });
  return n;
}

}  // namespace thew::gpu
