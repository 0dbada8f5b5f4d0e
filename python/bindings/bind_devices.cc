// Instruments with noise (thew.devices).
#include <algorithm>
#include <vector>

#include <thew/device.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

constexpr npy_intp kColumns = 6;

std::vector<Imperfection> channels_of(In& table) {
  const double* x = table.values();
  if (table.size() % kColumns != 0) raise(PyExc_TypeError, "channels should have 6 columns");
  std::vector<Imperfection> channels;
  for (npy_intp i = 0; i < table.size() / kColumns; ++i, x += kColumns) {
    channels.push_back({x[0], x[1], x[2], x[3], x[4], x[5]});
  }
  return channels;
}

void read_device(Device& device, double time, In truth, Out reading) {
  const npy_intp n = device.channels();
  const double* values = truth.values(n, "truth should have one value per channel");
  double* const out = reading.values(n, "reading should have one value per channel");
  const auto found = device.read(time, {values, static_cast<std::size_t>(n)});
  std::copy(found.begin(), found.end(), out);
}

// Consecutive samples at the rate of the device.
void record(Device& device, In truth, Out readings) {
  const npy_intp n = device.channels();
  double* out = readings.values("readings");
  const npy_intp count = n > 0 ? readings.size() / n : 0;
  const double* values = truth.values(count * n, "truth and readings should have the same size");
  const nb::gil_scoped_release unlocked;
  for (npy_intp i = 0; i < count; ++i, values += n, out += n) {
    const auto found =
        device.read(static_cast<double>(i) / device.rate(), {values, static_cast<std::size_t>(n)});
    std::copy(found.begin(), found.end(), out);
  }
}

}  // namespace

void bind_devices(nb::module_& m) {
  nb::class_<Device>(m, "Device")
      .def(
          "__init__",
          [](Device* self, In channels, double rate, double latency, std::uint64_t seed,
             std::uint64_t world) {
            new (self) Device(channels_of(channels), rate, latency, seed, world);
          },
          "channels"_a, "rate"_a, "latency"_a, "seed"_a, "world"_a)
      .def("reset", &Device::reset)
      .def("read", read_device, "time"_a, "truth"_a, "reading"_a)
      .def("record", record, "truth"_a, "readings"_a);
}

}  // namespace thew::python
