#include "derivative/sensors.h"

#include <algorithm>

#include "derivative/diagonal_change.h"
#include "derivative/moving_point.h"
#include "dynamics/load.h"
#include "model/poly_force.h"
#include "model/subtree.h"
#include "sensor/frame.h"
#include "sensor/memory.h"

namespace thew::derivative {

using namespace math;

namespace {

SensorType type_of(const Model& m, int sensor) {
  return static_cast<SensorType>(m.sensor_type[sensor]);
}

// The body that a frame is fixed to, or -1.
int body_of(const Model& m, ObjectType type, int id) {
  switch (type) {
    case ObjectType::Body:
    case ObjectType::Xbody:
      return id;
    case ObjectType::Geom:
      return m.geom_bodyid[id];
    case ObjectType::Site:
      return m.site_bodyid[id];
    default:
      return -1;
  }
}

// A frame in motion.
struct MovingFrame {
  MovingPoint at;
  Mat3<Slopes> axes;
  Quat<Slopes> orientation;
};

MovingFrame moving_frame(const Model& m, const Data& d, const Motions& motions, const Moved& moved,
                         Along along, ObjectType type, int id) {
  const int body = body_of(m, type, id);
  const sensor::Frame<double> frame = sensor::frame_of(d, type, id);
  const Quat<double> q = sensor::orientation_of(m, d, type, id);
  double axes[9];
  store(axes, frame.axes);
  const bool turns = along == Along::Positions;
  return {moving_point(m, d, motions, moved, along, body, frame.origin),
          turns ? moved.frame(axes, body) : still(frame.axes),
          turns ? moved.orientation(q, body) : still(q)};
}

// Numbers of a sensor of a frame, which is seen from another one if that is given.
void measure(const Model& m, int sensor, const MovingFrame& f, const MovingFrame* from,
             Slopes* values) {
  const auto seen = [&](const Vec3<Slopes>& v) {
    return from ? multiply_transposed(from->axes, v) : v;
  };
  const auto own = [&](const Vec3<Slopes>& v) { return multiply_transposed(f.axes, v); };
  const MovingPoint& p = f.at;
  switch (type_of(m, sensor)) {
    case SensorType::Magnetometer:
      return store(values, own(still(load3(m.opt.magnetic))));
    case SensorType::Framepos:
      return store(values, seen(from ? p.point - from->at.point : p.point));
    case SensorType::Framexaxis:
      return store(values, seen(f.axes.column_x()));
    case SensorType::Frameyaxis:
      return store(values, seen(f.axes.column_y()));
    case SensorType::Framezaxis:
      return store(values, seen(f.axes.column_z()));
    case SensorType::Framequat:
      return store(values, from ? conjugate(from->orientation) * f.orientation : f.orientation);
    case SensorType::Velocimeter:
      return store(values, own(p.velocity));
    case SensorType::Gyro:
      return store(values, own(p.turn));
    case SensorType::Framelinvel:
      return store(values, from ? seen(p.velocity - from->at.velocity -
                                       cross(from->at.turn, p.point - from->at.point))
                                : p.velocity);
    case SensorType::Frameangvel:
      return store(values, seen(from ? p.turn - from->at.turn : p.turn));
    case SensorType::Accelerometer:
      return store(values, own(p.acceleration));
    case SensorType::Framelinacc:
      return store(values, p.acceleration);
    case SensorType::Frameangacc:
      return store(values, p.turn_rate);
    default:
      return;
  }
}

bool is_of_frame(SensorType type) {
  switch (type) {
    case SensorType::Magnetometer:
    case SensorType::Framepos:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
    case SensorType::Framequat:
    case SensorType::Velocimeter:
    case SensorType::Gyro:
    case SensorType::Framelinvel:
    case SensorType::Frameangvel:
    case SensorType::Accelerometer:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc:
      return true;
    default:
      return false;
  }
}

bool is_of_acceleration(SensorType type) {
  return type == SensorType::Accelerometer || type == SensorType::Framelinacc ||
         type == SensorType::Frameangacc;
}

bool is_of_parts(SensorType type) {
  switch (type) {
    case SensorType::Jointpos:
    case SensorType::Tendonpos:
    case SensorType::Actuatorpos:
    case SensorType::Jointvel:
    case SensorType::Tendonvel:
    case SensorType::Actuatorvel:
    case SensorType::Ballangvel:
    case SensorType::Actuatorfrc:
    case SensorType::Tendonactfrc:
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
    case SensorType::Clock:
    case SensorType::Ballquat:
    case SensorType::EPotential:
    case SensorType::EKinetic:
    case SensorType::Subtreeangmom:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
      return true;
    default:
      return false;
  }
}

bool is_of_body_force(SensorType type) {
  return type == SensorType::Force || type == SensorType::Torque;
}

// The softness of rows must not follow the inertia.
bool is_of_row_force(SensorType type) {
  return type == SensorType::Jointlimitfrc || type == SensorType::Tendonlimitfrc ||
         type == SensorType::Touch || type == SensorType::Contact || is_of_body_force(type);
}

// One ray of a site, without the normal of what it meets, which is curved.
bool is_plain_ray(const Model& m, int i) {
  return m.sensor_objtype[i] == static_cast<int>(ObjectType::Site) &&
         (m.sensor_intprm.row(i)[0] >> static_cast<int>(RayDataField::Normal) & 1) == 0;
}

}  // namespace

bool has_closed_form(const Model& m, const Data& d, int i) {
  if (sensor::remembers(m, i)) return false;
  const SensorType type = type_of(m, i);
  if (is_of_row_force(type)) {
    if (has_changing_diagonals(m)) return false;
    if (type == SensorType::Contact) return contact_sensor_has_closed_form(m, d, i);
    return !is_of_body_force(type) || force_sensor_has_closed_form(m, d, i);
  }
  if (is_of_parts(type)) return true;
  if (type == SensorType::Jointactfrc) return !m.jnt_actgravcomp[m.sensor_objid[i]];
  if (type == SensorType::Insidesite) return m.sensor_intprm.row(i)[0] == 0;  // steps
  if (type == SensorType::Rangefinder) return is_plain_ray(m, i);
  if (!is_of_frame(type)) return false;
  const auto is_fixed = [&](int kind, int id) {
    return body_of(m, static_cast<ObjectType>(kind), id) >= 0;
  };
  return is_fixed(m.sensor_objtype[i], m.sensor_objid[i]) &&
         (m.sensor_refid[i] < 0 || is_fixed(m.sensor_reftype[i], m.sensor_refid[i]));
}

bool all_have_closed_forms(const Model& m, const Data& d) {
  if (has(m.opt.disableflags, DisableBit::Sensor)) return false;
  for (int i = 0; i < m.nsensor; ++i) {
    if (!has_closed_form(m, d, i)) return false;
  }
  return true;
}

Sensors::Sensors(const Model& m, const Data& d, Workspace<double>& w,
                 const std::vector<Slope>& slopes, const Moments& moments, double smoothing)
    : m_(m),
      d_(d),
      w_(w),
      slopes_(slopes),
      moments_(moments),
      smoothing_(smoothing),
      columns_(m),
      fixed_(m.nsensordata, columns_.end),
      by_acceleration_(m.nsensordata, m.nv) {
  if (has(m.opt.disableflags, DisableBit::Sensor)) return;
  Motion ground = {{0, 0, 0}, {0, 0, 0}};
  if (!has(m.opt.disableflags, DisableBit::Gravity))
    ground.translation = -dynamics::param3<ParameterId::gravity>(d, m.opt.gravity);
  motions_ = motions(m, d, d.qvel.data(), d.qacc.data(), ground);
  for (int i = 0; i < m.nsensor; ++i) {
    if (!has_closed_form(m, d, i)) continue;
    find(i);
    if (m.sensor_cutoff[i] > 0) cut_off(i);
  }
}

void Sensors::add_actuator_force(int output, int row) {
  for (const Slope& slope : slopes_) {
    if (slope.output != output || slope.force == 0) continue;
    each_input(m_, d_, slope.by, moments_,
               [&](int column, double by) { fixed_(row, column) += slope.force * by; });
  }
}

void Sensors::find(int i) {
  const int id = m_.sensor_objid[i], row = m_.sensor_adr[i];
  const auto along_output = [&](Dependence::Kind kind) {
    for (int k = 0; k < m_.sensor_dim[i]; ++k) {
      each_input(m_, d_, {kind, m_.actuator_outadr[id] + k}, moments_,
                 [&](int column, double by) { fixed_(row + k, column) += by; });
    }
  };
  const auto along_tendon = [&](int first) {
    const Row tendon = tendon_row(m_, d_, id);
    for (int k = 0; k < tendon.count; ++k) fixed_(row, first + tendon.column[k]) += tendon.entry[k];
  };
  switch (type_of(m_, i)) {
    case SensorType::Jointpos:
      fixed_(row, m_.jnt_dofadr[id]) = 1;
      break;
    case SensorType::Jointvel:
      fixed_(row, columns_.velocity + m_.jnt_dofadr[id]) = 1;
      break;
    case SensorType::Ballangvel:
      for (int k = 0; k < 3; ++k) fixed_(row + k, columns_.velocity + m_.jnt_dofadr[id] + k) = 1;
      break;
    case SensorType::Tendonpos:
      along_tendon(columns_.position);
      break;
    case SensorType::Tendonvel: {
      along_tendon(columns_.velocity);
      const RowChange change = tendon_change(m_, d_, id);
      for (std::size_t k = 0; k < change.dofs.size(); ++k)
        fixed_(row, change.dofs[k]) += change.along(k, d_.qvel.data());
      break;
    }
    case SensorType::Actuatorpos:
      along_output(Dependence::Length);
      break;
    case SensorType::Actuatorvel:
      if (!has(m_.opt.disableflags, DisableBit::Actuation)) along_output(Dependence::Velocity);
      break;
    case SensorType::Actuatorfrc:
      for (int k = 0; k < m_.sensor_dim[i]; ++k)
        add_actuator_force(m_.actuator_outadr[id] + k, row + k);
      break;
    case SensorType::Tendonactfrc:
      each_driver(m_, m_.tendon_driver[id],
                  [&](int j) { add_actuator_force(m_.actuator_outadr[j], row); });
      break;
    case SensorType::Jointactfrc:
      if (actuation_.rows() == 0) {
        actuation_.reset(m_.nv, columns_.end);
        add_actuation(m_, d_, slopes_, moments_, actuation_);
      }
      add(columns_.end, 1, actuation_.row(m_.jnt_dofadr[id]), fixed_.row(row));
      break;
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
      find_subtree(i);
      break;
    case SensorType::Ballquat: {
      const Quat<double> q = normalized(load4(d_.qpos.data() + m_.jnt_qposadr[id]));
      for (int k = 0; k < 3; ++k) {
        double by[4];
        store(by, q * Quat<double>{0, k == 0 ? 0.5 : 0, k == 1 ? 0.5 : 0, k == 2 ? 0.5 : 0});
        for (int n = 0; n < 4; ++n) fixed_(row + n, m_.jnt_dofadr[id] + k) = by[n];
      }
      break;
    }
    case SensorType::EPotential:
      find_potential(row);
      break;
    case SensorType::EKinetic:
      find_kinetic(row);
      break;
    case SensorType::Subtreeangmom:
      find_angular_momentum(i);
      break;
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Jointlimitfrc:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Tendonlimitfrc:
      find_limit(i);
      break;
    case SensorType::Rangefinder:
      find_ray(i);
      break;
    case SensorType::Touch:
      find_touch(i);
      break;
    case SensorType::Contact:
      find_contacts(i);
      break;
    case SensorType::Force:
    case SensorType::Torque:
      find_force(i);
      break;
    case SensorType::Clock:
    case SensorType::Insidesite:
      break;
    default:
      find_frame(i);
  }
}

// What is beyond the range of a sensor does not change what it reports.
void Sensors::cut_off(int i) {
  const double cutoff = m_.sensor_cutoff[i];
  const bool both = m_.sensor_datatype[i] == static_cast<int>(DataType::Real);
  if (!both && m_.sensor_datatype[i] != static_cast<int>(DataType::Positive)) return;
  for (int row = m_.sensor_adr[i]; row < m_.sensor_adr[i] + m_.sensor_dim[i]; ++row) {
    const double value = d_.sensordata[row];
    if (value < cutoff && (!both || value > -cutoff)) continue;
    std::fill_n(fixed_.row(row), columns_.end, 0.0);
    std::fill_n(by_acceleration_.row(row), m_.nv, 0.0);
  }
}

// The centre of mass of a subtree, or its velocity: the mean of those of its bodies.
void Sensors::find_subtree(int i) {
  const int top = m_.sensor_objid[i], row = m_.sensor_adr[i];
  const bool velocity = type_of(m_, i) == SensorType::Subtreelinvel;
  double mass = 0;
  for (int b = top; b < m_.nbody; ++b) {
    if (is_in_subtree(m_, b, top)) mass += param(d_, m_.body_mass, b);
  }
  for (int b = top; b < m_.nbody; ++b) {
    const double share = param(d_, m_.body_mass, b) / std::max(mass, kMinVal);
    if (share == 0 || !is_in_subtree(m_, b, top)) continue;
    for (int dof = dynamics::last_dof(m_, b); dof >= 0; dof = m_.dof_parentid[dof]) {
      const Moved moved(m_, d_, std::span(&dof, 1));
      for (const Along along : {Along::Positions, Along::Velocities}) {
        if (!velocity && along == Along::Velocities) continue;
        const MovingPoint p =
            moving_point(m_, d_, motions_, moved, along, b, load3(d_.xipos.row(b)));
        const Vec3<double> rate = slope_of(velocity ? p.velocity : p.point, 0) * share;
        const int column = dof + (along == Along::Positions ? 0 : columns_.velocity);
        fixed_(row, column) += rate.x;
        fixed_(row + 1, column) += rate.y;
        fixed_(row + 2, column) += rate.z;
      }
    }
  }
}

// Along the dofs above both frames, four at a time.
void Sensors::find_frame(int i) {
  const auto type = static_cast<ObjectType>(m_.sensor_objtype[i]),
             other = static_cast<ObjectType>(m_.sensor_reftype[i]);
  const int id = m_.sensor_objid[i], reference = m_.sensor_refid[i], row = m_.sensor_adr[i];
  const int body = body_of(m_, type, id);
  std::vector<int> dofs;
  for (int k = 0; k < m_.nv; ++k) {
    if (moves(m_, k, body) || (reference >= 0 && moves(m_, k, body_of(m_, other, reference))))
      dofs.push_back(k);
  }
  const Mat3<double> axes = sensor::frame_of(d_, type, id).axes;
  constexpr int kMost = 4;
  for (std::size_t first = 0; first < dofs.size(); first += kLanes<Pack4>) {
    const std::span<const int> group =
        std::span(dofs).subspan(first, std::min<std::size_t>(kLanes<Pack4>, dofs.size() - first));
    const Moved moved(m_, d_, group);
    for (const Along along : {Along::Positions, Along::Velocities}) {
      const auto frame = [&](ObjectType of, int n) {
        return moving_frame(m_, d_, motions_, moved, along, of, n);
      };
      Slopes values[kMost];
      const MovingFrame own = frame(type, id);
      if (reference >= 0) {
        const MovingFrame from = frame(other, reference);
        measure(m_, i, own, &from, values);
      } else {
        measure(m_, i, own, nullptr, values);
      }
      const int start = along == Along::Positions ? columns_.position : columns_.velocity;
      for (int k = 0; k < m_.sensor_dim[i]; ++k) {
        for (std::size_t n = 0; n < group.size(); ++n)
          fixed_(row + k, start + group[n]) = finite(values[k].slope[static_cast<int>(n)]);
      }
    }
    if (!is_of_acceleration(type_of(m_, i))) continue;
    for (const int dof : group) {
      const Motion s = load_motion(d_.cdof.row(dof));
      const Vec3<double> arm =
          dynamics::arm_to(m_, d_, sensor::frame_of(d_, type, id).origin, body);
      Vec3<double> by = s.translation + cross(s.rotation, arm);
      if (type_of(m_, i) == SensorType::Frameangacc) by = s.rotation;
      if (type_of(m_, i) == SensorType::Accelerometer) by = multiply_transposed(axes, by);
      by_acceleration_(row, dof) = by.x;
      by_acceleration_(row + 1, dof) = by.y;
      by_acceleration_(row + 2, dof) = by.z;
    }
  }
}

void Sensors::fill(const Matrix& acceleration, std::span<double> C, std::span<double> D) const {
  if (has(m_.opt.disableflags, DisableBit::Sensor)) return;
  const int nx = columns_.control, nu = static_cast<int>(m_.nu);
  std::vector<double> line(static_cast<std::size_t>(columns_.end));
  for (int i = 0; i < m_.nsensor; ++i) {
    if (!has_closed_form(m_, d_, i)) continue;
    for (int row = m_.sensor_adr[i]; row < m_.sensor_adr[i] + m_.sensor_dim[i]; ++row) {
      std::copy_n(fixed_.row(row), columns_.end, line.begin());
      for (int k = 0; k < m_.nv; ++k) {
        if (by_acceleration_(row, k) != 0)
          add(columns_.end, by_acceleration_(row, k), acceleration.row(k), line.data());
      }
      if (!C.empty()) std::copy_n(line.begin(), nx, C.data() + std::ptrdiff_t{row} * nx);
      if (!D.empty()) std::copy_n(line.begin() + nx, nu, D.data() + std::ptrdiff_t{row} * nu);
    }
  }
}

}  // namespace thew::derivative
