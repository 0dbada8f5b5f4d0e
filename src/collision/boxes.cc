// Boxes around geoms in the world.

#include <limits>

#include "collision/search.h"
#include "collision/speculative.h"
#include "math/mat3.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::collision {

using namespace math;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Box kNowhere = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
constexpr Box kEverywhere = {{-kInfinity, -kInfinity, -kInfinity},
                             {kInfinity, kInfinity, kInfinity}};

// Single precision rounds by at most 2^-24 of the value.
float round_down(double x) {
  return static_cast<float>(x - 1.2e-7 * abs(x));
}
float round_up(double x) {
  return static_cast<float>(x + 1.2e-7 * abs(x));
}

// Least and largest value over the lanes.
template <class T>
double least(const T& x) {
  double value = lane(x, 0);
  for (int k = 1; k < kLanes<T>; ++k) value = lane(x, k) < value ? lane(x, k) : value;
  return value;
}
template <class T>
double largest(const T& x) {
  return -least(-x);
}

// The box along world axes around the geom's own box, cut by its bounding sphere; where contacts
// are speculative, around all of its way in the step. Returns false where the pose is not finite.
template <class T>
bool box_of(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int geom, Box& box) {
  const Vec3<T> pos = load3(d.geom_xpos.row(geom));
  const Mat3<T> rot = load9(d.geom_xmat.row(geom));
  T bound[6];
  for (int k = 0; k < 6; ++k) bound[k] = param(d, m.geom_aabb, 6 * geom + k);
  const Vec3<T> middle = pos + rot * load3(bound);
  const T radius = param(d, m.geom_rbound, geom), more = reach(m, d, geom);
  const T at[] = {pos.x, pos.y, pos.z}, centre[] = {middle.x, middle.y, middle.z};
  const T* row = d.geom_xmat.row(geom);
  T spin(0), shift[3] = {T(0), T(0), T(0)};
  if (speculates(m)) {
    const Sweep<T> sweep = sweep_of(w, geom);
    spin = norm(sweep.turn) * radius;
    store(shift, sweep.shift);
  }
  bool finite = true;
  for (int k = 0; k < 3; ++k, row += 3) {
    const T half =
        fma(abs(row[0]), bound[3], fma(abs(row[1]), bound[4], abs(row[2]) * bound[5])) + spin;
    const T back = min(shift[k], T(0)) - more, ahead = max(shift[k], T(0)) + more;
    const double low = least(max(at[k] - radius, centre[k] - half) + back);
    const double high = largest(min(at[k] + radius, centre[k] + half) + ahead);
    finite &= high - low < 1e30;
    box.low[k] = round_down(low);
    box.high[k] = round_up(high);
  }
  return finite;
}

// Below a plane along two world axes there is a half space along the third.
template <class T>
Box box_of_plane(const Model& m, const BasicData<T>& d, int geom) {
  Box box = kEverywhere;
  const T* rot = d.geom_xmat.row(geom);
  for (int k = 0; k < 3; ++k) {
    if (any(abs(rot[3 * ((k + 1) % 3) + 2]) + abs(rot[3 * ((k + 2) % 3) + 2]) > T(0))) continue;
    const T at = d.geom_xpos.row(geom)[k], more = reach(m, d, geom);
    if (all(rot[3 * k + 2] > T(0))) box.high[k] = round_up(largest(at + more));
    if (all(rot[3 * k + 2] < T(0))) box.low[k] = round_down(least(at - more));
  }
  return box;
}

}  // namespace

template <class T>
void geom_boxes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  Box* box = reinterpret_cast<Box*>(w.geom_box.data());
  for (int g = 0; g < m.ngeom; ++g) {
    if ((m.geom_contype[g] | m.geom_conaffinity[g]) == 0) {
      box[g] = kNowhere;
    } else if (!any(param(d, m.geom_rbound, g) > T(0))) {
      box[g] = flag_pose(d, g) ? box_of_plane(m, d, g) : kNowhere;
    } else if (!box_of(m, d, w, g, box[g])) {
      box[g] = kNowhere;
      raise(d, Warning::Badqpos, g, MaskOf<T>(true));
    }
  }
}

#define THEW_INSTANTIATE(T) template void geom_boxes(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
