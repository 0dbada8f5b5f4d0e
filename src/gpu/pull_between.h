#pragma once

// Transmissions that few models have: between two sites, cranks, orientations, and bodies that
// stick to what they touch.

#include "gpu/transmission.h"

namespace thew::gpu::detail {

// What pulls at a body.
template <class T>
struct Tug {
  int body;
  math::Force<T> wrench;
};

// A pull at a site.
template <class T>
THEW_STAGE Tug<T> tug_at(const SmoothWorld<T>& w, int site, const math::Vec3<T>& force,
                         const math::Vec3<T>& torque) {
  const int body = w.m.site_bodyid[site];
  return {body, wrench_at(w, body, site_position(w, site), force, torque)};
}

// Adds two pulls to the moments of an output. `relative`: dofs that move both bodies do not change
// what is between them.
template <class T>
THEW_CALL void add_tugs(const SmoothWorld<T>& w, int out, const Tug<T>& one, const Tug<T>& two,
                        bool relative, T* moment) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const int start = t.moment_adr[out];
  THEW_ROLLED
  for (int e = start; e < t.moment_adr[out + 1]; ++e) {
    const int dof = t.moment_dof[e], first = m.dof_bodyid[dof], end = t.body_end[first];
    const bool moves_one = one.body >= first && one.body < end,
               moves_two = two.body >= first && two.body < end;
    if (relative && moves_one && moves_two) continue;
    const auto axis = math::load_motion(w.s.cdof + 6 * dof);
    T sum = moment[e - start];
    if (moves_one) sum = sum + dot(axis, one.wrench);
    if (moves_two) sum = sum + dot(axis, two.wrench);
    moment[e - start] = sum;
  }
}

// Rotation vector of a site relative to its reference site.
template <class T>
THEW_STAGE math::Vec3<T> relative_rotation(const SmoothWorld<T>& w, int site, int reference) {
  const auto orientation = [&](int i) {
    return math::load4(w.row(w.rows.xquat) + 4 * w.m.site_bodyid[i]) * w.own4(w.m.site_quat, i);
  };
  return difference(orientation(site), orientation(reference));
}

// A site relative to another one, in whose frame the gear is.
template <class T>
THEW_STAGE T pull_sites(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const int site = w.m.actuator_trnid[2 * actuator], other = w.m.actuator_trnid[2 * actuator + 1];
  const T* gear = w.own(w.m.actuator_gear) + 6 * out;
  const Vec3<T> translation = load3(gear), rotation = load3(gear + 3);
  const Mat3<T> axes = load9(w.row(w.rows.site_xmat) + 9 * other);
  const Vec3<T> force = axes * translation, torque = axes * rotation;
  add_tugs(w, out, tug_at(w, site, force, torque), tug_at(w, other, -force, -torque), true, moment);
  const Vec3<T> offset = site_position(w, site) - site_position(w, other);
  return dot(multiply_transposed(axes, offset), translation) +
         dot(relative_rotation(w, site, other), rotation);
}

// With the axis a of the slider, the vector v from the slider to the crank and the rod r,
// length = a'v - sqrt((a'v)^2 + r^2 - v'v); a'v where the rod is too short.
template <class T>
THEW_STAGE T pull_crank(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const int crank = m.actuator_trnid[2 * actuator], slider = m.actuator_trnid[2 * actuator + 1];
  const Vec3<T> axis = load9(w.row(w.rows.site_xmat) + 9 * slider).column_z();
  const Vec3<T> v = site_position(w, crank) - site_position(w, slider);
  const T rod = m.actuator_cranklength[actuator], av = dot(axis, v);
  const T square = fma(av, av, fma(rod, rod, -dot(v, v)));
  const bool reaches = square > T(0);
  const T root = sqrt(reaches ? square : T(1));
  // d length / d v and d length / d a.
  const T along = reaches ? T(1) - av / root : T(1), gear = w.own(m.actuator_gear, 6 * out);
  const Vec3<T> by_v = gear * (along * axis + (reaches ? T(1) / root : T(0)) * v),
                by_axis = along * v, none = {T(0), T(0), T(0)};
  add_tugs(w, out, tug_at(w, crank, by_v, none),
           tug_at(w, slider, -by_v, gear * cross(axis, by_axis)), false, moment);
  return (reaches ? av - root : av) * gear;
}

// A body that sticks to what it touches: against the mean of all its contact normals. Contacts
// that are too far away for a force still count; those that cannot move do not.
template <class T>
THEW_CALL void pull_body(const SmoothWorld<T>& w, int body, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  const RowsWorld<T> contacts(m, w.rows, w.number, nullptr);
  T count = T(0);
  THEW_ROLLED
  for (int c = 0; c < w.row(w.rows.ncon)[0]; ++c) {
    const int pair = w.row(w.rows.contact_pair)[c];
    const int one = m.geom_bodyid[t.pair_geom1[pair]], two = m.geom_bodyid[t.pair_geom2[pair]];
    if (one != body && two != body) continue;
    const bool fixed = m.body_weldid[one] == m.body_weldid[two];
    if (fixed && w.row(w.rows.contact_dist)[c] < margin_of(contacts, pair)) continue;
    const Vec3<T> point = load3(w.row(w.rows.contact_pos) + 3 * c),
                  normal = load3(w.row(w.rows.contact_frame) + 9 * c), none = {T(0), T(0), T(0)};
    add_tugs(w, out, Tug<T>{two, wrench_at(w, two, point, normal, none)},
             Tug<T>{one, wrench_at(w, one, point, -normal, none)}, false, moment);
    count = count + T(1);
  }
  const T scale = T(-1) / max(count, T(1));
  THEW_ROLLED
  for (int e = 0; e < t.moment_adr[out + 1] - t.moment_adr[out]; ++e) moment[e] = moment[e] * scale;
}

// One of the three outputs of an orientation, number `out`: about the axes of a ball joint, or of a
// site relative to another.
template <class T>
THEW_STAGE T pull_orientation(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const int id = m.actuator_trnid[2 * actuator], other = m.actuator_trnid[2 * actuator + 1],
            k = out - m.actuator_outadr[actuator];
  Vec3<T> turn;
  if (other < 0) {
    turn = logarithm(normalized(load4(w.s.qpos + m.jnt_qposadr[id])));
    moment[0] = T(1);
  } else {
    const T* axes = w.row(w.rows.site_xmat) + 9 * id;
    const Vec3<T> axis = {axes[k], axes[k + 3], axes[k + 6]}, none = {T(0), T(0), T(0)};
    add_tugs(w, out, tug_at(w, id, none, axis), tug_at(w, other, none, -axis), true, moment);
    turn = relative_rotation(w, id, other);
  }
  return k == 0 ? turn.x : k == 1 ? turn.y : turn.z;
}

// All of them, and those that many models have. `touched`: contacts are known.
template <class T>
THEW_STAGE T pull_any(const SmoothWorld<T>& w, int actuator, int out, bool touched, T* moment) {
  const auto& m = w.m;
  const auto type = static_cast<Transmission>(m.actuator_trntype[actuator]);
  const bool sites = type == Transmission::Site && m.actuator_trnid[2 * actuator + 1] >= 0;
  if (!sites && (type == Transmission::Site || type == Transmission::Tendon ||
                 type == Transmission::Joint || type == Transmission::Jointinparent)) {
    return pull(w, actuator, out, moment);
  }
  THEW_ROLLED
  for (int e = 0; e < m.tables.moment_adr[out + 1] - m.tables.moment_adr[out]; ++e)
    moment[e] = T(0);
  if (sites) return pull_sites(w, actuator, out, moment);
  if (type == Transmission::Slidercrank) return pull_crank(w, actuator, out, moment);
  if (type == Transmission::So3) return pull_orientation(w, actuator, out, moment);
  if (touched) pull_body(w, m.actuator_trnid[2 * actuator], out, moment);
  return T(0);
}

}  // namespace thew::gpu::detail
