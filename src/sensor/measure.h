#pragma once

// One stage of sensors: a loop over those that belong to it.

#include <thew/data.h>
#include <thew/stages.h>

#include "math/pack.h"

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

/// Runs `measure(sensor, values)` for every sensor of a stage.
template <class T, class Measure>
void measure_stage(const Model& m, BasicData<T>& d, Stage stage, const Measure& measure) {
  if (m.nsensor == 0 || has(m.opt.disableflags, DisableBit::Sensor)) return;
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_needstage[i] != static_cast<int>(stage)) continue;
    if (kLanes<T> > 1 && is_of_constraints(type_of(m, i))) continue;
    T* const values = d.sensordata.data() + m.sensor_adr[i];
    measure(i, values);
    cut_off(m, i, values);
  }
}

// One sensor of contacts or limits, in one world. constraints.cc
void measure_constraint(const Model& m, const Data& d, int sensor, double* values);

// contact.cc
/// Numbers of the contacts between the things that it names.
void measure_contacts(const Model& m, const Data& d, int sensor, double* values);
/// Normal forces of contacts that meet the site's volume.
double measure_touch(const Model& m, const Data& d, int sensor);

// rangefinder.cc
/// What rays from a site or through the pixels of a camera meet.
template <class T>
void measure_range(const Model& m, BasicData<T>& d, int sensor, T* values);

// distance.cc
/// Smallest distance between geoms of two things, its direction or its segment.
template <class T>
void measure_distance(const Model& m, const BasicData<T>& d, int sensor, T* values);

}  // namespace thew::sensor
