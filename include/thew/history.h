#pragma once

#include <span>

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

// What delayed actuators and sensors remember (Data::history), read and written by the caller.
// Without a history the present values are read. `interpolation` is 0 (the sample before), 1 (a
// line), 2 (a cubic), or -1 for the model's own. All throw Error where there is no such actuator or
// sensor, or where the values given are not as many as it has.

/// The controls that arrive at an actuator at `time`, so those of `time` - delay: as many values as
/// it has inputs.
void read_ctrl(const Model& model, const Data& data, int actuator, double time, int interpolation,
               std::span<double> values);

/// The measurement that a sensor reports at `time`, so that of `time` - delay: as many values as it
/// has.
void read_sensor(const Model& model, const Data& data, int sensor, double time, int interpolation,
                 std::span<double> values);

/// Writes all samples, oldest first; no times keep the present ones. False if there is no history
/// or if times do not ascend; then nothing changes.
bool init_ctrl_history(const Model& model, Data& data, int actuator, std::span<const double> times,
                       std::span<const double> values);

/// The same for a sensor; `phase` is the time at which it last measured.
bool init_sensor_history(const Model& model, Data& data, int sensor, std::span<const double> times,
                         std::span<const double> values, double phase);

}  // namespace thew
