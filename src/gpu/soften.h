#pragma once

// How soft the rows of a block are: their weights, springs and dampers; and the Jacobian of dense
// blocks that are no contacts.

#include "element/cone.h"
#include "gpu/blocks.h"
#include "gpu/equality.h"
#include "gpu/sliding.h"

namespace thew::gpu {

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

/// How many base rows a contact has. `rich`: it may stick, and pull without friction from beyond
/// its margin.
template <bool rich, class T>
THEW_STAGE int rows_of_contact(const RowsWorld<T>& w, int contact) {
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  int dim = dim_of(m, pair);
  if (!(w.row(w.rows.contact_dist)[contact] < margin_of(w, pair))) {
    const bool sticks = rich && m.tables.sticky != 0 && adhesion_of(w, pair) != T(0);
    if (!sticks) return 0;
    dim = 1;
  }
  const int body1 = m.geom_bodyid[m.tables.pair_geom1[pair]],
            body2 = m.geom_bodyid[m.tables.pair_geom2[pair]];
  return m.body_weldid[body1] != m.body_weldid[body2] ? dim : 0;
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
  if (equality_type(m, i) == EqualityType::Joint) {
    hold_joints(w, i, row, e);
  } else if (equality_type(m, i) == EqualityType::Tendon) {
    hold_tendons(w, i, row, e);
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
                                const EqualityState<T>& e, const T* kbip, const T& soft) {
  for (int k = 0; k < 6; ++k) {
    if (k >= info.count()) break;
    set_row(w, info.base() + k, kbip[1], kbip[0] * kbip[2] * e.pos[k] + e.drift[k],
            max(T(kMinVal), soft * e.inverse[k / 3]));
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
  add_tendon(w, t, side % 2 == 0 ? T(1) : T(-1), row);
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
                               const T* kbip, const T& soft) {
  const auto& m = w.m;
  const int base = info.base();
  const bool pyramid = info.kind() == ConstraintType::ContactPyramidal;
  const T linear = pull.inverse;
  const T diagonal = pyramid ? linear + p.friction[0] * p.friction[0] * linear : linear;
  const T normal = max(T(kMinVal), soft * diagonal);
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
    T own = pyramid ? edge : normal;
    if (!pyramid && k > 0) {
      const T other = w.row(w.rows.block_friction)[(m.tables.most_bases - 1) * block + k - 1];
      own = k == 1 ? first : element::tangent_softness(first, p.friction[0], other);
    }
    set_row(w, base + k, pyramid || k == 0 ? kbip[1] : sliding, k == 0 ? stretch : T(0), own);
  }
}

/// Keeps the inverse inertia that rows are thought to meet; of an equality the first three rows and
/// the others have their own.
template <class T>
THEW_STAGE void keep_inverse(const RowsWorld<T>& w, const BlockInfo& info, const T& inverse,
                             const T* of_equality, const T& friction) {
  const bool pyramid = info.kind() == ConstraintType::ContactPyramidal;
  const T own = pyramid ? inverse + friction * friction * inverse : inverse;
  THEW_ROLLED
  for (int k = 0; k < info.count(); ++k)
    w.keep(w.rows.row_inverse, info.base() + k, of_equality != nullptr ? of_equality[k / 3] : own);
}

/// What a contact that sticks adds to its rows, with so much softness.
template <class W, class T>
THEW_STAGE void hold_back(const W& w, const BlockInfo& info, int pair, const T& softness) {
  const bool pyramid = info.kind() == ConstraintType::ContactPyramidal;
  const T share = pyramid ? T(1) / T(2 * (info.count() - 1)) : T(1);
  T& pull = w.row(w.rows.row_pull)[info.base()];
  pull = pull - softness * adhesion_of(w, pair) * share;
}

/// Springs and dampers at the end of a step h; those of a cone's tangents have no stiffness.
template <class T>
THEW_STAGE void move_to_end(const RowsWorld<T>& w, const BlockInfo& info, const T& h,
                            const T* kbip) {
  const bool cone = info.kind() == ConstraintType::ContactElliptic;
  T *damping = w.row(w.rows.row_damping) + info.base(),
    *pull = w.row(w.rows.row_pull) + info.base();
  THEW_ROLLED
  for (int k = 0; k < info.count(); ++k) {
    const T stiffness = cone && k > 0 ? T(0) : kbip[0] * kbip[2];
    const T factor = T(1) + h * (damping[k] + h * stiffness);
    damping[k] = (damping[k] + h * stiffness) / factor;
    pull[k] = pull[k] / factor;
  }
}

/// Weights and springs of the rows of a block, and the Jacobian of a dense one that is no contact.
/// `rich`: surfaces may slide, diagonals are exact, or springs act at the end of the step.
template <bool rich, class T>
THEW_STAGE void soften(const RowsWorld<T>& w, const RowCounts& n, int block) {
  const auto& m = w.m;
  const BlockInfo info = w.row(w.rows.block_info)[block];
  const int id = w.row(w.rows.block_id)[block], base = info.base();
  const bool dense = block < n.dense, contact = dense && block >= n.others;
  T* row = dense && !contact ? w.row(w.rows.other_rows) + base * m.tables.solve.width : nullptr;
  Violation<T> pull;
  ContactParameters<T> p = {};
  EqualityState<T> e = {};
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
  } else if (info.kind() == ConstraintType::FrictionTendon) {
    add_tendon(w, id, T(1), row);
    pull = {T(0), w.own(m.tendon_invweight0, id),
            softness_of(w.own(m.tendon_solref_fri), w.own(m.tendon_solimp_fri), id)};
  } else {
    const int dof = id / 2;
    pull = {T(0), w.own(m.dof_invweight0, dof),
            softness_of(w.own(m.dof_solref), w.own(m.dof_solimp), dof)};
  }
  const bool safe = !has(m.opt.disableflags, DisableBit::Refsafe),
             at_end = rich && m.tables.metric == kDiscreteMetric;
  const T h = m.opt.timestep;
  element::make_safe(pull.softness, safe && !at_end ? T(2) * h : T(0));
  T kbip[4];
  element::spring_of(pull.softness, pull.amount, kbip);
  if constexpr (rich) {
    if (at_end && is_dry(info.kind())) kbip[0] = T(0);
    const bool one_sided =
        static_cast<int>(info.kind()) >= static_cast<int>(ConstraintType::LimitJoint);
    if (at_end && safe && one_sided) element::make_resolvable(pull.softness, h, kbip);
  }
  const T soft = at_end ? element::softness_at_end(h, kbip) : element::softness(kbip);
  if constexpr (rich) p.dim = info.count();
  if (contact) {
    soften_contact(w, block, info, p, pull, kbip, soft);
  } else if (info.kind() == ConstraintType::Equality) {
    soften_equality(w, info, e, kbip, soft);
  } else {
    const T own = max(T(kMinVal), soft * pull.inverse);
    if (is_dry(info.kind())) {
      w.row(w.rows.block_mu)[block] = own;
      w.row(w.rows.block_bound)[block] =
          dense ? w.own(m.tendon_frictionloss, id) : w.own(m.dof_frictionloss, id / 2);
    }
    set_row(w, base, kbip[1], kbip[0] * kbip[2] * pull.amount, own);
  }
  if constexpr (rich) {
    const bool equality = info.kind() == ConstraintType::Equality;
    keep_inverse(w, info, pull.inverse, equality ? e.inverse : nullptr, p.friction[0]);
    if (at_end) move_to_end(w, info, h, kbip);
    if (contact && m.tables.slides != 0) add_sliding(w, id, base, p.dim);
    if (contact && m.tables.sticky != 0)
      hold_back(w, info, w.row(w.rows.contact_pair)[id], T(1) / w.row(w.rows.row_weight)[base]);
  }
}

}  // namespace detail

}  // namespace thew::gpu
