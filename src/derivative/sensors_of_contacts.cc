// Sensors of contacts, and of the forces between bodies, which contacts change.

#include <algorithm>

#include <thew/ray.h>

#include "constraint/equality.h"
#include "derivative/pulls.h"
#include "derivative/sensors.h"
#include "dynamics/jacobian.h"
#include "dynamics/load.h"
#include "model/contact_exclude.h"
#include "model/sensor_fields.h"
#include "model/subtree.h"
#include "sensor/contact_choice.h"

namespace thew::derivative {

using namespace math;

namespace {

bool asks(int fields, ConDataField field) {
  return (fields >> static_cast<int>(field) & 1) != 0;
}

// Calls visit(contact, whether it is turned) for what a contact sensor reports, slot by slot.
template <class Visit>
void each_reported(const Model& m, const Data& d, int sensor, Visit visit) {
  const int* parameters = m.sensor_intprm.row(sensor);
  const auto reduce = static_cast<ContactReduce>(parameters[1]);
  const int slots = m.sensor_dim[sensor] / contact_size(parameters[0]);
  sensor::Choice<double> choice;
  for (int slot = 0; slot < slots; ++slot) {
    choice = sensor::next_choice(m, d, sensor, reduce, choice);
    if (choice.contact < 0) return;
    visit(slot, choice.contact, choice.match == sensor::Match::Turned);
  }
}

}  // namespace

// All must have rows, whose softness does not follow the inertia where forces are asked for.
bool contact_sensor_has_closed_form(const Model& m, const Data& d, int i) {
  const int* parameters = m.sensor_intprm.row(i);
  if (static_cast<ContactReduce>(parameters[1]) == ContactReduce::NetForce) return false;
  bool all = true;
  each_reported(m, d, i,
                [&](int, int contact, bool) { all &= d.contact.efc_address[contact] >= 0; });
  return all;
}

// Equalities between bodies act on them too.
bool force_sensor_has_closed_form(const Model& m, const Data& d, int i) {
  if (m.site_bodyid[m.sensor_objid[i]] == 0) return false;
  for (const Block& block : constraint::blocks(d)) {
    if (d.nefc > 0 && block.kind() == ConstraintType::Equality &&
        constraint::joins_bodies(constraint::equality_type(m, block.id)))
      return false;
  }
  return true;
}

const ContactColumns& Sensors::contact(int id) {
  if (contacts_.empty()) {
    contacts_.resize(static_cast<std::size_t>(d_.ncon));
    const std::vector<ContactMotion> moves = contact_motions(m_, d_, w_, exclude::kNot);
    const Velocities a = velocities(m_, d_, d_.qacc.data()), v = velocities(m_, d_, d_.qvel.data());
    for (const Block& block : constraint::blocks(d_)) {
      if (!is_contact(block)) continue;
      const auto at = static_cast<std::size_t>(block.id);
      contacts_[at] = contact_columns(m_, d_, w_, block, moves[at], a, v, smoothing_);
    }
  }
  return contacts_[static_cast<std::size_t>(id)];
}

void Sensors::add_contact_number(int row, const ContactColumn& column, int axis, double sign) {
  fixed_(row, column.dof) += sign * column.by_position[axis];
  fixed_(row, columns_.velocity + column.dof) += sign * column.by_velocity[axis];
  by_acceleration_(row, column.dof) += sign * column.by_acceleration[axis];
}

// Normal forces of contacts whose normals meet the site.
void Sensors::find_touch(int i) {
  const int site = m_.sensor_objid[i], body = m_.site_bodyid[site];
  const auto type = static_cast<GeomType>(m_.site_type[site]);
  for (int c = 0; c < d_.ncon; ++c) {
    const ContactBodies bodies = named_bodies(m_, d_, c);
    const bool second = bodies.second == body;
    if (d_.contact.efc_address[c] < 0 || (!second && bodies.first != body)) continue;
    if (!(contact(c).force[0] > 0)) continue;
    double ray[3];
    store(ray, load3(d_.contact.frame.row(c)) * (second ? -1.0 : 1.0));
    const double* size = m_.site_size.values().row(site);
    if (collision::ray_primitive(type, d_.site_xpos.row(site), d_.site_xmat.row(site), size,
                                 d_.contact.pos.row(c), ray)
            .distance < 0)
      continue;
    for (const ContactColumn& column : contact(c).dofs)
      add_contact_number(m_.sensor_adr[i], column, 0, 1);
  }
}

void Sensors::find_contacts(int i) {
  const int fields = m_.sensor_intprm.row(i)[0], size = contact_size(fields);
  each_reported(m_, d_, i, [&](int slot, int id, bool turned) {
    const double sign = turned ? -1 : 1;
    for (const ContactColumn& column : contact(id).dofs)
      put_contact(fields, m_.sensor_adr[i] + slot * size, column, sign);
  });
}

// The fields of one contact in their order.
void Sensors::put_contact(int fields, int row, const ContactColumn& column, double sign) {
  const auto put = [&](ConDataField field, int count, double scale, const double* x) {
    for (int k = 0; k < count && asks(fields, field); ++k) fixed_(row++, column.dof) = scale * x[k];
  };
  const auto put_force = [&](ConDataField field, int first) {
    for (int k = 0; k < 3 && asks(fields, field); ++k)
      add_contact_number(row++, column, first + k, k == 2 ? sign : 1);
  };
  const auto put_speed = [&](ConDataField field, int first) {
    for (int k = 0; k < 3 && asks(fields, field); ++k, ++row) {
      const double scale = k == 2 ? sign : 1;
      fixed_(row, column.dof) = scale * column.speed[first + k];
      fixed_(row, columns_.velocity + column.dof) = scale * column.speed_by_velocity[first + k];
    }
  };
  if (asks(fields, ConDataField::Found)) ++row;
  double point[3];
  store(point, column.at.point);
  put_force(ConDataField::Force, 0);
  put_force(ConDataField::Torque, 3);
  put(ConDataField::Dist, 1, 1, &column.at.dist);
  put(ConDataField::Pos, 3, 1, point);
  put(ConDataField::Normal, 3, sign, column.frame);
  put(ConDataField::Tangent, 3, sign, column.frame + 3);
  put_speed(ConDataField::Linvel, 0);
  put_speed(ConDataField::Angvel, 3);
}

// What a body and its parent exert on one another, about the point of its tree: the rate of the
// momentum beyond, less what acts there from outside.
class BodyForce {
 public:
  BodyForce(const Model& m, const Data& d, int body)
      : m_(m),
        d_(d),
        top_(body),
        columns_(m),
        change_(static_cast<std::size_t>(columns_.activation + m.nv), kNone) {}

  Force& by(int column) { return change_[static_cast<std::size_t>(column)]; }
  Force& by_acceleration(int dof) { return by(columns_.activation + dof); }

  void add_inertial(const Motions& motions, const std::vector<BodyTerms>& terms) {
    for (int k = 0; k < m_.nv; ++k) {
      const int own = m_.dof_bodyid[k];
      if (!is_in_subtree(m_, own, top_) && !is_in_subtree(m_, top_, own)) continue;
      const BodyTerms& part = terms[static_cast<std::size_t>(std::max(own, top_))];
      const DofTerms& dof = motions.dof[static_cast<std::size_t>(k)];
      const Motion s = load_motion(d_.cdof.row(k));
      by(k) = add_cross(part.inertia * dof.acceleration + part.map * dof.velocity, s, part.force);
      by(columns_.velocity + k) = part.inertia * dof.rate + part.map * s;
      by_acceleration(k) = part.inertia * s;
    }
  }

  // Forces of users go with the centres of mass of their bodies.
  void subtract_applied() {
    for (int b = top_; b < m_.nbody; ++b) {
      const Vec3<double> force = load3(d_.xfrc_applied.row(b));
      if (dot(force, force) == 0 || !is_in_subtree(m_, b, top_)) continue;
      const Vec3<double> arm = dynamics::arm_to(m_, d_, load3(d_.xipos.row(b)), b);
      for (int k = dynamics::last_dof(m_, b); k >= 0; k = m_.dof_parentid[k]) {
        const Motion s = load_motion(d_.cdof.row(k));
        by(k).torque = by(k).torque - cross(s.translation + cross(s.rotation, arm), force);
      }
    }
  }

  // One that acts on a side within, and not on both.
  void subtract(const double* frame, const ContactColumns& contact, const ContactBodies& bodies) {
    const bool second = is_in_subtree(m_, bodies.second, top_),
               first = is_in_subtree(m_, bodies.first, top_);
    if (first == second) return;
    const double sign = second ? -1 : 1;
    const Vec3<double> arm = dynamics::arm_to(m_, d_, contact.point, top_);
    const Force whole = to_world(frame, contact.force);
    const auto add = [&](Force& to, const Force& f) {
      to = to + Force{(f.torque + cross(arm, f.force)) * sign, f.force * sign};
    };
    for (const ContactColumn& k : contact.dofs) {
      Force moved = to_world(frame, k.by_position) + to_world(k.frame, contact.force);
      moved.torque = moved.torque + cross(k.at.point, whole.force);
      add(by(k.dof), moved);
      add(by(columns_.velocity + k.dof), to_world(frame, k.by_velocity));
      add(by_acceleration(k.dof), to_world(frame, k.by_acceleration));
    }
  }

 private:
  static constexpr Force kNone = {{0, 0, 0}, {0, 0, 0}};

  static Force to_world(const double* frame, const double* y) {
    Force f = kNone;
    for (int b = 0; b < 3; ++b) {
      f.force = axpy(y[b], load3(frame + 3 * b), f.force);
      f.torque = axpy(y[3 + b], load3(frame + 3 * b), f.torque);
    }
    return f;
  }

  const Model& m_;
  const Data& d_;
  int top_;
  Columns columns_;
  std::vector<Force> change_;
};

// At the site and along its axes, which move too.
void Sensors::find_force(int i) {
  const int site = m_.sensor_objid[i], body = m_.site_bodyid[site], row = m_.sensor_adr[i];
  const bool torque = static_cast<SensorType>(m_.sensor_type[i]) == SensorType::Torque;
  BodyForce change(m_, d_, body);
  change.add_inertial(motions_, body_terms(m_, d_, motions_));
  change.subtract_applied();
  for (int c = 0; c < d_.ncon; ++c) {
    if (d_.contact.efc_address[c] >= 0)
      change.subtract(d_.contact.frame.row(c), contact(c), contact_bodies(m_, d_, c));
  }
  const Force whole = load_force(d_.cfrc_int.row(body));
  const Vec3<double> at = load3(d_.site_xpos.row(site));
  const Vec3<double> arm = dynamics::arm_to(m_, d_, at, body);
  const Mat3<double> axes = load9(d_.site_xmat.row(site));
  const Vec3<double> seen = torque ? whole.torque - cross(arm, whole.force) : whole.force;
  const auto put = [&](Matrix& to, int column, const Force& by, const Motion& s) {
    Vec3<double> v = torque ? by.torque - cross(arm, by.force) : by.force;
    if (torque) v = v - cross(s.translation + cross(s.rotation, arm), whole.force);
    v = multiply_transposed(axes, v - cross(s.rotation, seen));
    to(row, column) = v.x, to(row + 1, column) = v.y, to(row + 2, column) = v.z;
  };
  const Motion still = {{0, 0, 0}, {0, 0, 0}};
  for (int k = 0; k < m_.nv; ++k) {
    put(fixed_, k, change.by(k), moves(m_, k, body) ? load_motion(d_.cdof.row(k)) : still);
    put(fixed_, columns_.velocity + k, change.by(columns_.velocity + k), still);
    put(by_acceleration_, k, change.by_acceleration(k), still);
  }
}

}  // namespace thew::derivative
