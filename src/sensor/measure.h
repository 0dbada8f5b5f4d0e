#pragma once

// One stage of sensors: a loop over those that belong to it, with all that the stages have in
// common. Each stage adds the table of the sensors that are its own.

#include <algorithm>

#include <thew/callback.h>
#include <thew/data.h>
#include <thew/stages.h>

#include "math/pack.h"
#include "sensor/memory.h"

namespace thew::sensor {

inline SensorType type_of(const Model& m, int sensor) {
  return static_cast<SensorType>(m.sensor_type[sensor]);
}

/// Whether it reads contacts or rows of constraints.
constexpr bool is_of_constraints(SensorType type) {
  switch (type) {
    case SensorType::Touch:
    case SensorType::Contact:
    case SensorType::Tactile:
    case SensorType::Plugin:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Jointlimitfrc:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Tendonlimitfrc:
      return true;
    default:
      return false;
  }
}

/// Limits what a sensor reports: plain numbers on both sides, positive ones above. Of contacts and
/// distances the cutoff means something else.
template <class T>
void cut_off(const Model& m, int sensor, T* values) {
  const SensorType type = type_of(m, sensor);
  const double cutoff = m.sensor_cutoff[sensor];
  if (!(cutoff > 0) || type == SensorType::Contact || type == SensorType::Geomfromto) return;
  const auto datatype = static_cast<DataType>(m.sensor_datatype[sensor]);
  for (int k = 0; k < m.sensor_dim[sensor]; ++k) {
    if (datatype == DataType::Real) {
      values[k] = clamp(values[k], T(-cutoff), T(cutoff));
    } else if (datatype == DataType::Positive) {
      values[k] = select(values[k] > T(cutoff), T(cutoff), values[k]);
    }
  }
}

/// Lets the user's callback write the values of user sensors, in one world.
template <class T>
void ask_user(const Model& m, BasicData<T>& d, Stage stage) {
  if constexpr (kCallsUser<T>) {
    const auto measure = callback(callbacks.sensor, d);
    if (measure == nullptr) return;
    measure(m, d, stage);
    for (int i = 0; i < m.nsensor; ++i) {
      const bool own = type_of(m, i) == SensorType::User;
      if (own && m.sensor_needstage[i] == static_cast<int>(stage)) {
        cut_off(m, i, d.sensordata.data() + m.sensor_adr[i]);
      }
    }
  }
}

// One sensor of contacts or limits, in one world. constraints.cc
template <class T>
void measure_constraint(const Model& m, const BasicData<T>& d, int sensor, T* values);

/// One sensor, by `table(sensor, values)` where it belongs to its stage alone. In lanes, sensors of
/// constraints are measured where those are solved.
template <class T, class Table>
void measure_one(const Model& m, BasicData<T>& d, int sensor, const Table& table) {
  const SensorType type = type_of(m, sensor);
  T* const values = fresh_values(m, d, sensor);
  if (is_of_constraints(type)) {
    if constexpr (kLanes<T> == 1) measure_constraint(m, d, sensor, values);
  } else {
    if (type == SensorType::User) std::fill_n(values, m.sensor_dim[sensor], T(0));
    table(sensor, values);
  }
  cut_off(m, sensor, values);
}

/// Measures every sensor of a stage, lets those that remember report the past, and asks the user.
template <class T, class Table>
void measure_stage(const Model& m, BasicData<T>& d, Stage stage, const Table& table) {
  if (m.nsensor == 0 || has(m.opt.disableflags, DisableBit::Sensor)) return;
  bool of_users = false;
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_needstage[i] != static_cast<int>(stage)) continue;
    of_users |= type_of(m, i) == SensorType::User;
    if (kLanes<T> > 1 && is_of_constraints(type_of(m, i))) continue;
    if (is_due(m, d, i)) measure_one(m, d, i, table);
    if (remembers(m, i)) deliver(m, d, i);
  }
  if (of_users) ask_user(m, d, stage);
}

// contact.cc
/// Numbers of the contacts between the things that it names.
template <class T>
void measure_contacts(const Model& m, const BasicData<T>& d, int sensor, T* values);
/// Normal forces of contacts that meet the site's volume.
template <class T>
T measure_touch(const Model& m, const BasicData<T>& d, int sensor);

// tactile.cc
/// Depths at the vertices of a mesh, then speeds along their tangents.
template <class T>
void measure_tactile(const Model& m, const BasicData<T>& d, int sensor, T* values);

// touch_grid.cc
/// Wrenches of contacts, by the direction in which a site sees them.
template <class T>
void measure_touch_grid(const Model& m, const BasicData<T>& d, int sensor, T* values);

// rangefinder.cc
/// What rays from a site or through the pixels of a camera meet.
template <class T>
void measure_range(const Model& m, BasicData<T>& d, Workspace<T>& w, int sensor, T* values);

// distance.cc
/// Smallest distance between geoms of two things, its direction or its segment.
template <class T>
void measure_distance(const Model& m, const BasicData<T>& d, Workspace<T>& w, int sensor,
                      T* values);

}  // namespace thew::sensor
