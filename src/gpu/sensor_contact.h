#pragma once

// Sensors of contacts. A contact sensor matches contacts by what they touch; its normal points from
// the first of the things it names to the second, so that a contact found the other way round is
// turned by half a turn about its second tangent.

#include "element/inside.h"
#include "element/ray.h"
#include "gpu/body_force.h"
#include "model/sensor_fields.h"

namespace thew::gpu::detail {

/// How a contact matches a sensor.
enum class Match { None, Straight, Turned };

template <class T>
THEW_STAGE bool is_on(const DeviceModel<T>& m, int geom, ObjectType type, int id) {
  const int body = m.geom_bodyid[geom];
  switch (type) {
    case ObjectType::Geom:
      return geom == id;
    case ObjectType::Body:
      return body == id;
    case ObjectType::Xbody:  // itself or something that hangs on it
      return body >= id && body < m.tables.body_end[id];
    default:  // no condition, or a site, which is looked at before
      return true;
  }
}

/// Whether a point of the world is inside of a site.
template <class T>
THEW_CALL bool is_inside_site(const SenseWorld<T>& w, int site, const math::Vec3<T>& point) {
  const Frame<T> frame = frame_of(w, ObjectType::Site, site);
  return element::is_inside<T>(static_cast<GeomType>(w.m.site_type[site]),
                               w.own3(w.m.site_size, site),
                               multiply_transposed(frame.axes, point - frame.origin));
}

template <class T>
THEW_CALL Match match(const SenseWorld<T>& w, int sensor, int contact) {
  const auto& m = w.m;
  const auto first = static_cast<ObjectType>(m.sensor_objtype[sensor]),
             second = static_cast<ObjectType>(m.sensor_reftype[sensor]);
  const int id = m.sensor_objid[sensor], other = m.sensor_refid[sensor];
  if (first == ObjectType::Site &&
      !is_inside_site(w, id, math::load3(w.row(w.rows.contact_pos) + 3 * contact))) {
    return Match::None;
  }
  const int pair = w.row(w.rows.contact_pair)[contact];
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair];
  const bool named_first = first != ObjectType::Unknown,
             named_second = second != ObjectType::Unknown;
  // What is not named lies on either side.
  if (is_on(m, a, first, id) && is_on(m, b, second, other)) return Match::Straight;
  const bool turned = is_on(m, b, first, id) && is_on(m, a, second, other);
  return turned && (named_first || named_second) ? Match::Turned : Match::None;
}

/// How the second side of a contact moves relative to the first at the contact, in the axes of its
/// frame.
template <class T>
THEW_STAGE math::Motion<T> contact_motion(const SenseWorld<T>& w, int contact) {
  using namespace math;
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  const Mat3<T> axes = load9(w.row(w.rows.contact_frame) + 9 * contact);
  Frame<T> at = {m.geom_bodyid[m.tables.pair_geom1[pair]],
                 load3(w.row(w.rows.contact_pos) + 3 * contact), axes};
  const Motion<T> v = motion_at(w, at, w.rows.cvel);
  at.body = m.geom_bodyid[m.tables.pair_geom2[pair]];
  const Motion<T> u = motion_at(w, at, w.rows.cvel);
  return {axes * (u.rotation - v.rotation), axes * (u.translation - v.translation)};
}

/// Writes the chosen fields one after another.
template <class T>
struct FieldWriter {
  int fields;
  T* values;

  template <class Field>
  THEW_STAGE bool asks(Field field) const {
    return (fields >> static_cast<int>(field) & 1) != 0;
  }
  template <class Field>
  THEW_STAGE void put(Field field, const T& x) {
    if (asks(field)) *values++ = x;
  }
  template <class Field>
  THEW_STAGE void put(Field field, const math::Vec3<T>& v) {
    if (!asks(field)) return;
    store(values, v);
    values += 3;
  }
};

template <class T>
THEW_STAGE void write_contact(const SenseWorld<T>& w, int contact, bool turned, int matches,
                              FieldWriter<T>& writer) {
  using namespace math;
  const T sign = turned ? T(-1) : T(1);
  const auto seen = [&](const Vec3<T>& v) { return Vec3<T>{v.x, v.y, sign * v.z}; };
  const Wrench<T> wrench = contact_force(w, contact);
  const T* frame = w.row(w.rows.contact_frame) + 9 * contact;
  writer.put(ConDataField::Found, T(matches));
  writer.put(ConDataField::Force, seen(wrench.force));
  writer.put(ConDataField::Torque, seen(wrench.torque));
  writer.put(ConDataField::Dist, w.row(w.rows.contact_dist)[contact]);
  writer.put(ConDataField::Pos, load3(w.row(w.rows.contact_pos) + 3 * contact));
  writer.put(ConDataField::Normal, load3(frame) * sign);
  writer.put(ConDataField::Tangent, load3(frame + 3) * sign);
  if (!writer.asks(ConDataField::Linvel) && !writer.asks(ConDataField::Angvel)) return;
  const Motion<T> motion = contact_motion(w, contact);
  writer.put(ConDataField::Linvel, seen(motion.translation));
  writer.put(ConDataField::Angvel, seen(motion.rotation));
}

/// What all matching contacts exert together, in world axes, at the mean of their positions
/// weighted by force.
template <class T>
THEW_STAGE void write_net_force(const SenseWorld<T>& w, int sensor, int matches,
                                FieldWriter<T>& writer) {
  using namespace math;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  const int contacts = w.row(w.rows.ncon)[0];
  Vec3<T> point = zero, force = zero, torque = zero;
  T weight = T(0);
  // First where, then how much.
  THEW_ROLLED
  for (int round = 0; round < 2; ++round) {
    THEW_ROLLED
    for (int i = 0; i < contacts; ++i) {
      const Match how = match(w, sensor, i);
      if (how == Match::None) continue;
      const Wrench<T> wrench = contact_force(w, i);
      const Vec3<T> pos = load3(w.row(w.rows.contact_pos) + 3 * i);
      const T sign = how == Match::Turned ? T(-1) : T(1);
      if (round == 0) {
        const T size = norm(wrench.force * sign);
        point = axpy(size, pos, point);
        weight = weight + size;
      } else {
        const Mat3<T> frame = load9(w.row(w.rows.contact_frame) + 9 * i);
        const Vec3<T> world = multiply_transposed(frame, wrench.force * sign);
        force = force + world;
        torque =
            torque + multiply_transposed(frame, wrench.torque * sign) + cross(pos - point, world);
      }
    }
    if (round == 0) point = point * (T(1) / max(weight, T(kMinVal)));
  }
  writer.put(ConDataField::Found, T(matches));
  writer.put(ConDataField::Force, force);
  writer.put(ConDataField::Torque, torque);
  writer.put(ConDataField::Dist, T(0));
  writer.put(ConDataField::Pos, point);
  writer.put(ConDataField::Normal, Vec3<T>{T(1), T(0), T(0)});
  writer.put(ConDataField::Tangent, Vec3<T>{T(0), T(1), T(0)});
}

/// What contacts are chosen by: the smallest come first, equal ones in their order.
template <class T>
THEW_STAGE T criterion(const SenseWorld<T>& w, ContactReduce reduce, int contact) {
  if (reduce == ContactReduce::MinDist) return w.row(w.rows.contact_dist)[contact];
  if (reduce == ContactReduce::None) return T(0);
  const math::Vec3<T> force = contact_force(w, contact).force;
  return -dot(force, force);
}

/// A contact and its place in the order of the criterion.
template <class T>
struct Choice {
  int contact = -1;
  T value = T(0);
  bool turned = false;
};

/// The matching contact that follows `last` in the order of the criterion.
template <class T>
THEW_STAGE Choice<T> next_choice(const SenseWorld<T>& w, int sensor, ContactReduce reduce,
                                 const Choice<T>& last) {
  Choice<T> best;
  const int contacts = w.row(w.rows.ncon)[0];
  THEW_ROLLED
  for (int i = reduce == ContactReduce::None ? last.contact + 1 : 0; i < contacts; ++i) {
    const Match how = match(w, sensor, i);
    if (how == Match::None) continue;
    const T value = criterion(w, reduce, i);
    const bool after =
        last.contact < 0 || value > last.value || (value == last.value && i > last.contact);
    if (!after || (best.contact >= 0 && !(value < best.value))) continue;
    best = {i, value, how == Match::Turned};
    if (reduce == ContactReduce::None) break;
  }
  return best;
}

template <class T>
THEW_CALL void measure_contacts(const SenseWorld<T>& w, int sensor, T* values) {
  const auto& m = w.m;
  const int *parameters = m.sensor_intprm + kNSENS * sensor, dim = m.sensor_dim[sensor];
  const auto reduce = static_cast<ContactReduce>(parameters[1]);
  for (int k = 0; k < dim; ++k) values[k] = T(0);
  int matches = 0;
  const int contacts = m.tables.npairs > 0 ? w.row(w.rows.ncon)[0] : 0;
  THEW_ROLLED
  for (int i = 0; i < contacts; ++i) matches += match(w, sensor, i) != Match::None ? 1 : 0;
  if (matches == 0) return;
  FieldWriter<T> writer = {parameters[0], values};
  if (reduce == ContactReduce::NetForce) return write_net_force(w, sensor, matches, writer);
  const int slots = min(dim / contact_size(parameters[0]), matches);
  Choice<T> choice;
  THEW_ROLLED
  for (int slot = 0; slot < slots; ++slot) {
    choice = next_choice(w, sensor, reduce, choice);
    if (choice.contact < 0) return;  // a criterion that is no number has no place in the order
    write_contact(w, choice.contact, choice.turned, matches, writer);
  }
}

template <class T>
THEW_STAGE element::Placed<T> placed_site(const SenseWorld<T>& w, int site) {
  const Frame<T> frame = frame_of(w, ObjectType::Site, site);
  return {frame.origin, frame.axes, w.own3(w.m.site_size, site)};
}

/// Where a ray meets a primitive.
template <class T>
THEW_CALL element::Hit<T> hit_primitive(GeomType type, const element::Placed<T>& at,
                                        const element::Ray<T>& ray) {
  return element::ray_primitive(type, at, ray);
}

/// Normal forces of contacts that meet the site's volume.
template <class T>
THEW_STAGE T measure_touch(const SenseWorld<T>& w, int sensor) {
  using namespace math;
  const auto& m = w.m;
  const int site = m.sensor_objid[sensor], body = m.site_bodyid[site];
  const int contacts = m.tables.npairs > 0 ? w.row(w.rows.ncon)[0] : 0;
  T sum = T(0);
  THEW_ROLLED
  for (int i = 0; i < contacts; ++i) {
    const int pair = w.row(w.rows.contact_pair)[i];
    const bool second = m.geom_bodyid[m.tables.pair_geom2[pair]] == body;
    if (!second && m.geom_bodyid[m.tables.pair_geom1[pair]] != body) continue;
    const T force = contact_force(w, i).force.x;
    if (!(force > T(0))) continue;
    // The normal comes out of the body at its place.
    const Vec3<T> normal = load3(w.row(w.rows.contact_frame) + 9 * i) * (second ? T(-1) : T(1));
    const auto hit =
        hit_primitive<T>(static_cast<GeomType>(m.site_type[site]), placed_site(w, site),
                         {load3(w.row(w.rows.contact_pos) + 3 * i), normal});
    if (hit.distance >= T(0)) sum = sum + force;
  }
  return sum;
}

}  // namespace thew::gpu::detail
