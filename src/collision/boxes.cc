// Boxes around geoms in the world.

#include <algorithm>
#include <cstring>
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

// The same along three axes at once, of four numbers of which the last one is no axis.
using Double4 = Wide<double, 4>;
template <class S>
THEW_INLINE Double4 widen(const Wide<S, 4>& x) {
  Double4 wide;
  wide.v[0] = __builtin_convertvector(x.v[0], Double4::V);
  return wide;
}
THEW_INLINE void store_three(float* to, const Double4& x) {
  const auto narrow = __builtin_convertvector(x.v[0], Wide<float, 4>::V);
  std::memcpy(to, &narrow, 3 * sizeof(float));
}

template <class T>
constexpr bool kRough = std::is_same_v<Scalar<T>, float>;

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

// Numbers along world axes: of one world those of all three in one vector, in lanes one axis at a
// time.
template <class T>
constexpr int kAtOnce = lanes_v<T> == 1 ? 3 : 1;
template <class T>
using Along = std::conditional_t<lanes_v<T> == 1, Wide<Scalar<T>, 4>, T>;

// From the first of them, which lie `apart` from one another.
template <class T>
THEW_INLINE Along<T> along(const T* first, int apart = 1) {
  if constexpr (lanes_v<T> == 1) {
    Along<T> all;
    for (int k = 0; k < 4; ++k) all.set(k, first[apart * std::min(k, 2)]);
    return all;
  } else {
    return *first;
  }
}

// Stores bounds along the axes, in lanes the least and the largest over all lanes, no tighter than
// they are; false where they are not finite. In single precision the sums before are no better than
// the numbers of the box, and `size` tells how large those are.
template <class T>
THEW_INLINE bool store_bounds(const Along<T>& low, const Along<T>& high, const Along<T>& size,
                              float* to_low, float* to_high) {
  constexpr double kSlack = kRough<T> ? 2e-6 : 0;
  if constexpr (lanes_v<T> == 1) {
    const Double4 lowest = widen(low), highest = widen(high), round(1.2e-7);
    Double4 below = lowest, above = highest;
    if constexpr (kRough<T>) {
      const Double4 slack = Double4(kSlack) * widen(size);
      below -= slack;
      above += slack;
    }
    store_three(to_low, below - round * abs(below));
    store_three(to_high, above + round * abs(above));
    return all(highest - lowest < Double4(1e30));
  } else {
    const double lowest = least(low), highest = largest(high);
    const double slack = kRough<T> ? kSlack * largest(size) : 0;
    *to_low = round_down(lowest - slack);
    *to_high = round_up(highest + slack);
    return highest - lowest < 1e30;
  }
}

// How a geom moves and turns in the step where contacts are speculative: along the axes, and how
// far its points go when it turns.
template <class T>
struct Way {
  Way(const Model& m, const Workspace<T>& w, int geom, const T& radius) {
    if (!speculates(m)) return;
    const Sweep<T> sweep = sweep_of(w, geom);
    spin = norm(sweep.turn) * radius;
    store(shift, sweep.shift);
  }
  T spin = T(0), shift[3] = {T(0), T(0), T(0)};
};

// The box along world axes around the geom's own box, cut by its bounding sphere; where contacts
// are speculative, around all of its way in the step. Returns false where the pose is not finite.
template <class T>
bool box_of(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int geom, Box& box) {
  using X = Along<T>;
  T bound[6];
  for (int k = 0; k < 6; ++k) bound[k] = param(d, m.geom_aabb, 6 * geom + k);
  const T own_radius = param(d, m.geom_rbound, geom);
  const X radius(own_radius), more(reach(m, d, geom)), zero(T(0));
  const Way<T> way(m, w, geom, own_radius);
  bool finite = true;
  for (int first = 0; first < 3; first += kAtOnce<T>) {
    const T* row = d.geom_xmat.row(geom) + 3 * first;
    const X r[] = {along(row, 3), along(row + 1, 3), along(row + 2, 3)};
    const X at = along(d.geom_xpos.row(geom) + first), shift = along(way.shift + first);
    const X centre = at + (r[0] * X(bound[0]) + r[1] * X(bound[1]) + r[2] * X(bound[2]));
    const X half =
        fma(abs(r[0]), X(bound[3]), fma(abs(r[1]), X(bound[4]), abs(r[2]) * X(bound[5]))) +
        X(way.spin);
    const X back = min(shift, zero) - more, ahead = max(shift, zero) + more;
    const X low = max(at - radius, centre - half) + back;
    const X high = min(at + radius, centre + half) + ahead;
    const X size = abs(at) + radius + ahead - back;
    finite &= store_bounds<T>(low, high, size, box.low + first, box.high + first);
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
