// Sensors of contacts. A contact sensor matches contacts by what they touch; its normal points from
// the first of the things it names to the second, so that a contact found the other way round is
// turned by half a turn about its second tangent.

#include <algorithm>

#include <thew/ray.h>

#include "math/spatial.h"
#include "model/contact_side.h"
#include "model/lane_types.h"
#include "model/sensor_fields.h"
#include "sensor/contact_choice.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

// How the second side of a contact moves relative to the first at the contact, in the axes of its
// frame.
template <class T>
Motion<T> contact_motion(const Model& m, const BasicData<T>& d, int contact) {
  const Vec3<T> pos = load3(d.contact.pos.row(contact));
  const auto motion_of = [&](int side) {
    const Vec3<T> zero = {T(0), T(0), T(0)};
    Motion<T> sum = {zero, zero};
    each_side_body(m, d, contact, side, [&](int body, double weight) {
      const Motion<T> v = load_motion(d.cvel.row(body));
      const Vec3<T> arm = pos - load3(d.subtree_com.row(m.body_rootid[body]));
      sum.rotation = axpy(T(weight), v.rotation, sum.rotation);
      sum.translation = axpy(T(weight), v.translation + cross(v.rotation, arm), sum.translation);
    });
    return sum;
  };
  const Motion<T> v = motion_of(0), w = motion_of(1);
  const Mat3<T> frame = load9(d.contact.frame.row(contact));
  return {frame * (w.rotation - v.rotation), frame * (w.translation - v.translation)};
}

// Writes the chosen fields of one contact after another.
template <class T>
class ContactWriter {
 public:
  ContactWriter(int fields, T* values) : fields_(fields), values_(values) {}

  bool asks(ConDataField field) const { return (fields_ >> static_cast<int>(field) & 1) != 0; }
  void put(ConDataField field, T x) {
    if (asks(field)) *values_++ = x;
  }
  void put(ConDataField field, const Vec3<T>& v) {
    if (!asks(field)) return;
    store(values_, v);
    values_ += 3;
  }

 private:
  int fields_;
  T* values_;
};

template <class T>
void write_contact(const Model& m, const BasicData<T>& d, int contact, bool turned, int matches,
                   ContactWriter<T>& writer) {
  const T sign = turned ? -1 : 1;
  const auto seen = [&](const Vec3<T>& v) { return Vec3<T>{v.x, v.y, sign * v.z}; };
  const constraint::Wrench<T> wrench = constraint::contact_force(m, d, contact);
  const T* frame = d.contact.frame.row(contact);
  writer.put(ConDataField::Found, T(matches));
  writer.put(ConDataField::Force, seen(wrench.force));
  writer.put(ConDataField::Torque, seen(wrench.torque));
  writer.put(ConDataField::Dist, d.contact.dist[contact]);
  writer.put(ConDataField::Pos, load3(d.contact.pos.row(contact)));
  writer.put(ConDataField::Normal, load3(frame) * sign);
  writer.put(ConDataField::Tangent, load3(frame + 3) * sign);
  if (!writer.asks(ConDataField::Linvel) && !writer.asks(ConDataField::Angvel)) return;
  const Motion<T> motion = contact_motion(m, d, contact);
  writer.put(ConDataField::Linvel, seen(motion.translation));
  writer.put(ConDataField::Angvel, seen(motion.rotation));
}

// What all matching contacts exert together, in world axes, at the mean of their positions weighted
// by force.
template <class T>
void write_net_force(const Model& m, const BasicData<T>& d, int sensor, int matches,
                     ContactWriter<T>& writer) {
  const Vec3<T> zero = {0, 0, 0};
  Vec3<T> point = zero, force = zero, torque = zero;
  T weight = 0;
  const auto each = [&](auto visit) {
    for (int i = 0; i < d.ncon; ++i) {
      const Match how = match(m, d, sensor, i);
      if (how == Match::None) continue;
      const constraint::Wrench<T> w = constraint::contact_force(m, d, i);
      const T sign = how == Match::Turned ? -1 : 1;
      visit(load3(d.contact.pos.row(i)), load9(d.contact.frame.row(i)), w.force * sign,
            w.torque * sign);
    }
  };
  each([&](const auto& pos, const auto&, const auto& f, const auto&) {
    point = axpy(norm(f), pos, point);
    weight += norm(f);
  });
  point = point * (1 / max(weight, T(kMinVal)));
  each([&](const auto& pos, const auto& frame, const auto& f, const auto& t) {
    const Vec3<T> world = multiply_transposed(frame, f);
    force = force + world;
    torque = torque + multiply_transposed(frame, t) + cross(pos - point, world);
  });
  writer.put(ConDataField::Found, T(matches));
  writer.put(ConDataField::Force, force);
  writer.put(ConDataField::Torque, torque);
  writer.put(ConDataField::Dist, 0);
  writer.put(ConDataField::Pos, point);
  writer.put(ConDataField::Normal, {1, 0, 0});
  writer.put(ConDataField::Tangent, {0, 1, 0});
}

}  // namespace

template <class T>
void measure_contacts(const Model& m, const BasicData<T>& d, int sensor, T* values) {
  const int* parameters = m.sensor_intprm.row(sensor);
  const auto reduce = static_cast<ContactReduce>(parameters[1]);
  std::fill_n(values, m.sensor_dim[sensor], T(0));
  int matches = 0;
  for (int i = 0; i < d.ncon; ++i) matches += match(m, d, sensor, i) != Match::None;
  ContactWriter<T> writer(parameters[0], values);
  if (matches == 0) return;
  if (reduce == ContactReduce::NetForce) {
    return write_net_force(m, d, sensor, matches, writer);
  }
  const int slots = min(m.sensor_dim[sensor] / contact_size(parameters[0]), matches);
  Choice<T> choice;
  for (int slot = 0; slot < slots; ++slot) {
    choice = next_choice(m, d, sensor, reduce, choice);
    if (choice.contact < 0) return;  // a criterion that is no number has no place in the order
    write_contact(m, d, choice.contact, choice.match == Match::Turned, matches, writer);
  }
}

namespace {

// Whether the normal of a contact, which comes out of the body at its place, meets the site.
template <class T>
bool points_into(const Model& m, const BasicData<T>& d, int site, int contact, bool second) {
  double pos[3], axes[9], size[3], from[3], ray[3];
  for (int k = 0; k < 3; ++k) {
    pos[k] = d.site_xpos.row(site)[k];
    size[k] = param(d, m.site_size, 3 * site + k);
    from[k] = d.contact.pos.row(contact)[k];
    ray[k] = d.contact.frame.row(contact)[k] * T(second ? -1 : 1);
  }
  std::copy_n(d.site_xmat.row(site), 9, axes);
  const auto type = static_cast<GeomType>(m.site_type[site]);
  return collision::ray_primitive(type, pos, axes, size, from, ray).distance >= 0;
}

}  // namespace

template <class T>
T measure_touch(const Model& m, const BasicData<T>& d, int sensor) {
  const int site = m.sensor_objid[sensor], body = m.site_bodyid[site];
  T sum = 0;
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.efc_address[i] < 0) continue;
    const ContactBodies bodies = named_bodies(m, d, i);
    const bool second = bodies.second == body;
    if (!second && bodies.first != body) continue;
    const T force = constraint::contact_force(m, d, i).force.x;
    if (!(force > 0)) continue;
    if (points_into(m, d, site, i, second)) sum += force;
  }
  return sum;
}

#define THEW_INSTANTIATE(T)                                                   \
  template void measure_contacts(const Model&, const BasicData<T>&, int, T*); \
  template T measure_touch(const Model&, const BasicData<T>&, int)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
