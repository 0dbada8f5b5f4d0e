// The sensor of `mujoco.sensor.touch_grid`: forces of the contacts of a site's body, by the
// direction in which the site sees them. It looks along its negative z axis; a cell of the picture
// is a bin of azimuth and elevation, and a channel one of six numbers of the wrench in the site's
// axes: force along z, x, y, then torque.

#include <algorithm>

#include "constraint/contact_force.h"
#include "math/functions.h"
#include "math/mat3.h"
#include "model/contact_side.h"
#include "model/lane_types.h"
#include "model/plugin.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Grid {
  int channels = 1;
  int size[2] = {1, 1};
  double view[2] = {1, 1};  // half angles of the field of view [rad]
  double gamma = 0;         // how much finer it is in the middle
};

Grid grid_of(const Model& m, int instance) {
  Grid grid;
  double channels = 0, numbers[2] = {0, 0};
  read_setting(plugin_setting(m, instance, 0), &channels, 1);
  if (channels >= 1) grid.channels = static_cast<int>(std::min(channels, 6.0));
  if (read_setting(plugin_setting(m, instance, 1), numbers, 2) == 2) {
    constexpr double kMost = 1 << 14;
    for (int k = 0; k < 2; ++k) grid.size[k] = static_cast<int>(std::clamp(numbers[k], 1.0, kMost));
  }
  if (read_setting(plugin_setting(m, instance, 2), numbers, 2) == 2) {
    for (int k = 0; k < 2; ++k) grid.view[k] = numbers[k] * kPi / 180;
  }
  read_setting(plugin_setting(m, instance, 3), &grid.gamma, 1);
  return grid;
}

// The cell of an angle along one axis of the picture; -1 outside.
int cell_of(double angle, const Grid& grid, int axis) {
  const double step = 2.0 / grid.size[axis];
  double even = -1;
  for (int k = 0; k <= grid.size[axis]; ++k, even += step) {
    const double square = even * even;
    const double edge =
        grid.gamma == 0 ? even : grid.gamma * square * square * even + (1 - grid.gamma) * even;
    if (angle <= edge * grid.view[axis]) return k - 1;
  }
  return -1;
}

}  // namespace

template <class T>
void measure_touch_grid(const Model& m, const BasicData<T>& d, int sensor, T* values) {
  std::fill_n(values, m.sensor_dim[sensor], T(0));
  const int instance = m.sensor_plugin[sensor];
  if (instance < 0 || m.plugin[instance] != kTouchGridPlugin) return;
  const Grid grid = grid_of(m, instance);
  const int site = m.sensor_objid[sensor], weld = m.body_weldid[m.site_bodyid[site]];
  const std::int64_t cells = std::int64_t{grid.size[0]} * grid.size[1];
  if (grid.channels * cells > m.sensor_dim[sensor]) return;
  const Vec3<T> origin = load3(d.site_xpos.row(site));
  const Mat3<T> axes = load9(d.site_xmat.row(site));
  for (int i = 0; i < d.ncon; ++i) {
    const auto bodies = named_bodies(m, d, i);
    if (m.body_weldid[bodies[0]] != weld && m.body_weldid[bodies[1]] != weld) continue;
    const Vec3<T> p = multiply_transposed(axes, load3(d.contact.pos.row(i)) - origin);
    const int column = cell_of(atan2(p.x, -p.z), grid, 0);
    const int row = cell_of(atan2(p.y, sqrt(p.x * p.x + p.z * p.z)), grid, 1);
    if (column < 0 || row < 0) continue;
    const constraint::Wrench<T> wrench = constraint::contact_force(m, d, i);
    const Mat3<T> frame = load9(d.contact.frame.row(i));
    // It acts on the second body.
    const T sign = m.body_weldid[bodies[1]] == weld ? 1 : -1;
    const auto seen = [&](const Vec3<T>& v) {
      return multiply_transposed(axes, multiply_transposed(frame, v)) * sign;
    };
    const Vec3<T> force = seen(wrench.force), torque = seen(wrench.torque);
    const T numbers[6] = {force.z, force.x, force.y, torque.z, torque.x, torque.y};
    for (int k = 0; k < grid.channels; ++k) {
      values[k * cells + row * grid.size[0] + column] += numbers[k];
    }
  }
}

#define THEW_INSTANTIATE(T) \
  template void measure_touch_grid(const Model&, const BasicData<T>&, int, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
