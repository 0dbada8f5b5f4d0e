#pragma once

// Which contacts a contact sensor reports.

#include "constraint/contact_force.h"
#include "model/contact_side.h"
#include "model/subtree.h"
#include "sensor/frame.h"
#include "sensor/inside.h"

namespace thew::sensor {

/// How a contact matches a sensor: its normal may point the other way.
enum class Match { None, Straight, Turned };

inline bool is_on(const Model& m, int geom, int body, ObjectType type, int id) {
  switch (type) {
    case ObjectType::Geom:
      return geom == id;
    case ObjectType::Body:
      return body == id;
    case ObjectType::Xbody:  // itself or something that hangs on it
      return is_in_subtree(m, body, id);
    default:  // no condition, or a site, which has been looked at before
      return true;
  }
}

template <class T>
Match match(const Model& m, const BasicData<T>& d, int sensor, int contact) {
  const ObjectType first = object_type(m, sensor), second = reference_type(m, sensor);
  const int id = m.sensor_objid[sensor], other = m.sensor_refid[sensor];
  if (first == ObjectType::Site && !is_inside(m, d, id, math::load3(d.contact.pos.row(contact)))) {
    return Match::None;
  }
  const int* geom = d.contact.geom.row(contact);
  const ContactBodies body = named_bodies(m, d, contact);
  const auto on = [&](int side, ObjectType type, int object) {
    return is_on(m, geom[side], body[side], type, object);
  };
  const bool first_on[2] = {on(0, first, id), on(1, first, id)};
  const bool second_on[2] = {on(0, second, other), on(1, second, other)};
  const bool named_first = first != ObjectType::Unknown,
             named_second = second != ObjectType::Unknown;
  if (named_first && named_second) {
    if (first_on[0] && second_on[1]) return Match::Straight;
    return first_on[1] && second_on[0] ? Match::Turned : Match::None;
  }
  if (named_first) {
    return first_on[0] ? Match::Straight : first_on[1] ? Match::Turned : Match::None;
  }
  if (named_second) {
    return second_on[1] ? Match::Straight : second_on[0] ? Match::Turned : Match::None;
  }
  return Match::Straight;
}

/// What contacts are chosen by: the smallest come first, equal ones in their order.
template <class T>
T criterion(const Model& m, const BasicData<T>& d, ContactReduce reduce, int contact) {
  if (reduce == ContactReduce::MinDist) return d.contact.dist[contact];
  if (reduce == ContactReduce::None) return 0;
  const math::Vec3<T> force = constraint::contact_force(m, d, contact).force;
  return -dot(force, force);
}

/// A contact and its place in the order of the criterion.
template <class T>
struct Choice {
  int contact = -1;
  T value = 0;
  Match match = Match::None;
};

/// The matching contact that follows `last` in the order of the criterion.
template <class T>
Choice<T> next_choice(const Model& m, const BasicData<T>& d, int sensor, ContactReduce reduce,
                      const Choice<T>& last) {
  Choice<T> best;
  for (int i = reduce == ContactReduce::None ? last.contact + 1 : 0; i < d.ncon; ++i) {
    const Match how = match(m, d, sensor, i);
    if (how == Match::None) continue;
    const T value = criterion(m, d, reduce, i);
    const bool after =
        last.contact < 0 || value > last.value || (value == last.value && i > last.contact);
    if (!after || (best.contact >= 0 && !(value < best.value))) continue;
    best = {i, value, how};
    if (reduce == ContactReduce::None) break;
  }
  return best;
}

}  // namespace thew::sensor
