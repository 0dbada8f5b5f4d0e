#include "derivative/row_change.h"

#include <algorithm>

#include "constraint/columns.h"
#include "derivative/grip.h"
#include "derivative/pulls.h"
#include "derivative/slopes.h"
#include "tendon/path.h"

namespace thew::derivative {

using namespace math;

namespace {

Pulls tendon_pulls(const Model& m, const Data& d, int tendon, const Moved& moved) {
  Pulls pulls;
  const auto site = [&](int s) { return moved.point(d.site_xpos.row(s), m.site_bodyid[s]); };
  tendon::each_piece(m, d, tendon, [&](const tendon::Piece<double>& piece) {
    const Vec3<Slopes> p = site(piece.site[0]), q = site(piece.site[1]);
    const int from = m.site_bodyid[piece.site[0]], to = m.site_bodyid[piece.site[1]];
    const Slopes share = still(1 / piece.divisor);
    const auto pull = [&](int a, const Vec3<Slopes>& at, int b, const Vec3<Slopes>& on,
                          const Vec3<Slopes>& direction) {
      pulls.add(m, d, a, at, direction * -share);
      pulls.add(m, d, b, on, direction * share);
    };
    if (piece.way.wraps) {
      const int geom = piece.geom, body = m.geom_bodyid[geom];
      const tendon::RoundGeom<Slopes> round = {
          moved.point(d.geom_xpos.row(geom), body), moved.frame(d.geom_xmat.row(geom), body),
          still(param(d, m.geom_size, 3 * geom)),
          m.geom_type[geom] == static_cast<int>(GeomType::Cylinder)};
      const Vec3<Slopes> side = site(std::max(piece.side, 0));
      const auto way = element::wrap(p, q, round, piece.side >= 0 ? &side : nullptr);
      pull(from, p, body, way.first, way.arrival);
      pull(body, way.second, to, q, way.departure);
      pulls.length += share * way.length;
    } else {
      const Vec3<Slopes> span = q - p;
      const Slopes distance = norm(span);
      pulls.length += share * distance;
      // Ends that meet have no direction.
      if (piece.distance < kMinVal) return;
      pull(from, p, to, q, span * (still(1) / distance));
    }
  });
  return pulls;
}

Quat<double> site_orientation(const Model& m, const Data& d, int site) {
  const double* local = m.site_quat.values().row(site);
  return load4(d.xquat.row(m.site_bodyid[site])) * load4(local);
}

Vec3<Slopes> gear(const Model& m, int actuator, int first) {
  return still(load3(m.actuator_gear.values().data() + 6 * m.actuator_outadr[actuator] + first));
}

Pulls site_pulls(const Model& m, const Data& d, int i, const Moved& moved) {
  const int site = m.actuator_trnid[2 * i], reference = m.actuator_trnid[2 * i + 1];
  const int frame = reference < 0 ? site : reference, body = m.site_bodyid[site];
  const Mat3<Slopes> axes = moved.frame(d.site_xmat.row(frame), m.site_bodyid[frame]);
  const Vec3<Slopes> translation = gear(m, i, 0), rotation = gear(m, i, 3);
  const Vec3<Slopes> force = axes * translation, torque = axes * rotation;
  const Vec3<Slopes> at = moved.point(d.site_xpos.row(site), body);
  Pulls pulls;
  pulls.add(m, d, body, at, force, torque);
  if (reference < 0) return pulls;
  const int other = m.site_bodyid[reference];
  const Vec3<Slopes> from = moved.point(d.site_xpos.row(reference), other);
  pulls.add(m, d, other, from, -force, -torque);
  const Vec3<Slopes> angle =
      difference(moved.orientation(site_orientation(m, d, site), body),
                 moved.orientation(site_orientation(m, d, reference), other));
  pulls.length = dot(multiply_transposed(axes, at - from), translation) + dot(angle, rotation);
  return pulls;
}

// length = a'v - sqrt((a'v)^2 + r^2 - v'v); a'v where the rod is too short.
Pulls crank_pulls(const Model& m, const Data& d, int i, const Moved& moved) {
  const int crank = m.actuator_trnid[2 * i], slider = m.actuator_trnid[2 * i + 1];
  const int body = m.site_bodyid[crank], other = m.site_bodyid[slider];
  const Vec3<Slopes> axis = moved.frame(d.site_xmat.row(slider), other).column_z();
  const Vec3<Slopes> at = moved.point(d.site_xpos.row(crank), body),
                     from = moved.point(d.site_xpos.row(slider), other), v = at - from;
  const Slopes rod = still(m.actuator_cranklength[i]), av = dot(axis, v);
  const Slopes square = av * av + rod * rod - dot(v, v), scale = gear(m, i, 0).x;
  const bool reaches = square.value[0] > 0;
  const Slopes root = reaches ? sqrt(square) : still(1);
  const Slopes along = reaches ? still(1) - av / root : still(1);
  const Vec3<Slopes> by_v = axis * along + v * (reaches ? still(1) / root : still(0));
  Pulls pulls;
  pulls.add(m, d, body, at, by_v * scale);
  pulls.add(m, d, other, from, by_v * -scale, cross(axis, v * along) * scale);
  pulls.length = scale * (reaches ? av - root : av);
  return pulls;
}

// Dofs that move one of two bodies and not the other.
std::vector<int> dofs_between(const Model& m, int body1, int body2) {
  std::vector<int> dofs;
  constraint::each_dof(m, body1, body2, false, [&](int dof, int) { dofs.push_back(dof); });
  return dofs;
}

// Dofs of a ball, or all six of a free joint. dq = q (0, e) / 2 along an axis e of the body.
RowChange ball_change(const Model& m, const Data& d, int i, bool in_parent) {
  using D = Dual<double>;
  const int joint = m.actuator_trnid[2 * i];
  const bool ball = m.jnt_type[joint] == static_cast<int>(JointType::Ball);
  const int first = ball ? 0 : 3, count = first + 3;
  const Quat<double> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[joint] + first));
  const double* g = m.actuator_gear.values().data() + 6 * m.actuator_outadr[i] + first;
  RowChange change;
  change.second.reset(count, count);
  change.length.assign(static_cast<std::size_t>(count), 0.0);
  for (int k = 0; k < count; ++k) {
    change.dofs.push_back(m.jnt_dofadr[joint] + k);
    if (k < first) continue;
    const int n = k - first;
    const Quat<double> rate =
        q * Quat<double>{0, n == 0 ? 0.5 : 0, n == 1 ? 0.5 : 0, n == 2 ? 0.5 : 0};
    const Quat<D> moved = {{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}};
    const Vec3<D> gears = {D(g[0]), D(g[1]), D(g[2])};
    const Vec3<D> axis = in_parent ? rotate(conjugate(moved), gears) : gears;
    change.second(first, k) = axis.x.slope;
    change.second(first + 1, k) = axis.y.slope;
    change.second(first + 2, k) = axis.z.slope;
    if (ball)
      change.length[static_cast<std::size_t>(k)] = finite(dot(logarithm(moved), axis).slope);
  }
  return change;
}

// About axis k of a ball: a unit vector at all positions, along which the length is that part of
// the rotation vector.
RowChange ball_axis_change(const Model& m, const Data& d, int joint, int k) {
  const Quat<double> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[joint]));
  RowChange change;
  change.second.reset(3, 3);
  for (int n = 0; n < 3; ++n) {
    change.dofs.push_back(m.jnt_dofadr[joint] + n);
    const Vec3<Dual<double>> turn = rotation_along(q, n);
    change.length.push_back(finite((k == 0 ? turn.x : k == 1 ? turn.y : turn.z).slope));
  }
  return change;
}

// About axis k of a site, against a reference site.
Pulls axis_pulls(const Model& m, const Data& d, int i, int k, const Moved& moved) {
  const int site = m.actuator_trnid[2 * i], reference = m.actuator_trnid[2 * i + 1];
  const int body = m.site_bodyid[site], other = m.site_bodyid[reference];
  const Mat3<Slopes> axes = moved.frame(d.site_xmat.row(site), body);
  const Vec3<Slopes> none = still(Vec3<double>{0, 0, 0});
  const Vec3<Slopes> axis = k == 0 ? axes.column_x() : k == 1 ? axes.column_y() : axes.column_z();
  Pulls pulls;
  pulls.add(m, d, body, moved.point(d.site_xpos.row(site), body), none, axis);
  pulls.add(m, d, other, moved.point(d.site_xpos.row(reference), other), none, -axis);
  const Vec3<Slopes> turn = difference(moved.orientation(site_orientation(m, d, site), body),
                                       moved.orientation(site_orientation(m, d, reference), other));
  pulls.length = k == 0 ? turn.x : k == 1 ? turn.y : turn.z;
  return pulls;
}

RowChange scaled(RowChange change, double factor) {
  for (int i = 0; i < change.second.rows(); ++i) {
    for (int k = 0; k < change.second.columns(); ++k) change.second(i, k) *= factor;
  }
  for (double& x : change.length) x *= factor;
  return change;
}

}  // namespace

double RowChange::along(std::size_t k, const double* w) const {
  double sum = 0;
  for (std::size_t i = 0; i < dofs.size(); ++i)
    sum = math::fma(second(static_cast<int>(i), static_cast<int>(k)), w[dofs[i]], sum);
  return sum;
}

RowChange tendon_change(const Model& m, const Data& d, int t) {
  if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) return {};
  const int* column = m.ten_J_colind.data() + m.ten_J_rowadr[t];
  return differentiate(m, d, {column, column + m.ten_J_rownnz[t]},
                       [&](const Moved& moved) { return tendon_pulls(m, d, t, moved); });
}

namespace {

// Of the k-th output of an actuator.
RowChange moment_change(const Model& m, const Data& d, Workspace<double>& w, int i, int k) {
  const int id = m.actuator_trnid[2 * i], second = m.actuator_trnid[2 * i + 1];
  switch (static_cast<Transmission>(m.actuator_trntype[i])) {
    case Transmission::Joint:
    case Transmission::Jointinparent: {
      const auto type = static_cast<JointType>(m.jnt_type[id]);
      if (type == JointType::Hinge || type == JointType::Slide) return {};
      return ball_change(m, d, i,
                         m.actuator_trntype[i] == static_cast<int>(Transmission::Jointinparent));
    }
    case Transmission::Tendon:
      return scaled(tendon_change(m, d, id), gear(m, i, 0).x.value[0]);
    case Transmission::Site:
      return differentiate(
          m, d, dofs_between(m, second < 0 ? 0 : m.site_bodyid[second], m.site_bodyid[id]),
          [&](const Moved& moved) { return site_pulls(m, d, i, moved); });
    case Transmission::Slidercrank:
      return differentiate(m, d, dofs_between(m, m.site_bodyid[second], m.site_bodyid[id]),
                           [&](const Moved& moved) { return crank_pulls(m, d, i, moved); });
    case Transmission::So3:
      if (second < 0) return ball_axis_change(m, d, id, k);
      return differentiate(m, d, dofs_between(m, m.site_bodyid[second], m.site_bodyid[id]),
                           [&](const Moved& moved) { return axis_pulls(m, d, i, k, moved); });
    case Transmission::Body:
      return grip_change(m, d, w, id);
    default:
      return {};
  }
}

}  // namespace

std::vector<RowChange> moment_changes(const Model& m, const Data& d, Workspace<double>& w) {
  std::vector<RowChange> changes(static_cast<std::size_t>(m.nout));
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_outnum[i]; ++k)
      changes[static_cast<std::size_t>(m.actuator_outadr[i] + k)] = moment_change(m, d, w, i, k);
  }
  return changes;
}

}  // namespace thew::derivative
