// What delayed actuators and sensors remember.
#include <thew/history.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

void check_range(const char* what, int id, std::int64_t count) {
  if (id < 0 || id >= count) raise(PyExc_IndexError, std::string(what) + " id out of range");
}

nb::object read_control(const PyModel& m, const PyData& d, int id, double time, nb::object result,
                        int interp) {
  check_match(m, d);
  check_range("actuator", id, m.model().nactuator);
  double* values = Out(result).values(m.model().actuator_ctrlnum[id],
                                      "result should have length actuator_ctrlnum[id]");
  read_ctrl(m.model(), d.data(), id, time, interp,
            {values, static_cast<std::size_t>(m.model().actuator_ctrlnum[id])});
  return result;
}

nb::object read_measurement(const PyModel& m, const PyData& d, int id, double time,
                            nb::object result, int interp) {
  check_match(m, d);
  check_range("sensor", id, m.model().nsensor);
  double* values =
      Out(result).values(m.model().sensor_dim[id], "result should have length sensor_dim[id]");
  read_sensor(m.model(), d.data(), id, time, interp,
              {values, static_cast<std::size_t>(m.model().sensor_dim[id])});
  return result;
}

using Times = ReadOrNone<NPY_FLOAT64, double>;

const double* read_samples(In& samples, int count, int dim, const char* complaint) {
  const double* values = samples.values(npy_intp{count} * dim, complaint);
  const bool fits = samples.is_flat() || samples.last_dimension() == dim;
  if (count > 0 && !fits) raise(PyExc_TypeError, complaint);
  return values;
}

std::span<const double> span(const double* values, int count) {
  return {values, values == nullptr ? 0 : static_cast<std::size_t>(count)};
}

[[noreturn]] void refuse_times() {
  throw FatalError("mju_historyInit: times must be strictly increasing");
}

void init_control(const PyModel& m, PyData& d, int id, Times times, In values) {
  check_match(m, d);
  const Model& model = m.model();
  check_range("actuator", id, model.nactuator);
  const int samples = model.actuator_history[2 * id];
  const double* at = times.values(samples, "times should have length actuator_history[2*id]");
  const double* numbers =
      read_samples(values, samples, model.actuator_ctrlnum[id],
                   "values should have shape (actuator_history[2*id], actuator_ctrlnum[id])");
  if (samples == 0) throw FatalError("mj_initCtrlHistory: the actuator has no history buffer");
  if (!init_ctrl_history(model, d.data(), id, span(at, samples),
                         span(numbers, samples * model.actuator_ctrlnum[id])))
    refuse_times();
}

void init_measurement(const PyModel& m, PyData& d, int id, Times times, In values, double phase) {
  check_match(m, d);
  const Model& model = m.model();
  check_range("sensor", id, model.nsensor);
  const int samples = model.sensor_history[2 * id];
  const double* at = times.values(samples, "times should have length sensor_history[2*id]");
  const double* numbers =
      read_samples(values, samples, model.sensor_dim[id],
                   "values should have shape (sensor_history[2*id], sensor_dim[id])");
  if (samples == 0) throw FatalError("mj_initSensorHistory: the sensor has no history buffer");
  if (!init_sensor_history(model, d.data(), id, span(at, samples),
                           span(numbers, samples * model.sensor_dim[id]), phase))
    refuse_times();
}

}  // namespace

void bind_history(nb::module_& m) {
  m.def("mj_readCtrl", read_control, "m"_a, "d"_a, "id"_a, "time"_a, "result"_a, "interp"_a,
        "Writes the controls that arrive at an actuator at a time, and returns them.");
  m.def("mj_readSensor", read_measurement, "m"_a, "d"_a, "id"_a, "time"_a, "result"_a, "interp"_a,
        "Writes the measurement that a sensor reports at a time, and returns it.");
  m.def("mj_initCtrlHistory", init_control, "m"_a, "d"_a, "id"_a, "times"_a.none(), "values"_a,
        "Writes all past controls of an actuator, oldest first; None keeps the times.");
  m.def("mj_initSensorHistory", init_measurement, "m"_a, "d"_a, "id"_a, "times"_a.none(),
        "values"_a, "phase"_a,
        "Writes all past measurements of a sensor, oldest first; None keeps the times.");
}

}  // namespace thew::python
