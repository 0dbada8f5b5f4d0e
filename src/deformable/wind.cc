#include "deformable/wind.h"

#include <algorithm>

#include "deformable/vertices.h"
#include "deformable/xpbd.h"
#include "element/plate.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

// Forces act with their values at the begin of a step. Where a step is too long for that, they are
// weaker: a point is not braked by more than it moves. Twelve triangles share a point at most.
constexpr double kShare = 0.25;

template <class T>
void push_triangle(const Model& m, BasicData<T>& d, const FlexView& flex, const int* corner,
                   const Vec3<T>& wind) {
  Vec3<T> x[3], velocity = -wind;
  T lightest(kMaxVal);
  for (int k = 0; k < 3; ++k) {
    const int body = flex.body(corner[k]);
    x[k] = vertex_at(d, flex, corner[k]);
    velocity = axpy(T(1.0 / 3), carried_velocity(m, d, body, x[k]), velocity);
    const T weight = inverse_mass(m, d, body);
    if (weight > T(0)) lightest = min(lightest, T(1) / weight);
  }
  const T most = lightest * T(kShare / m.opt.timestep);
  const Vec3<T> force =
      element::plate_force(cross(x[1] - x[0], x[2] - x[0]), velocity, T(m.opt.density), most);
  for (int k = 0; k < 3; ++k) {
    push(m, d, flex.body(corner[k]), x[k], force * T(1.0 / 3), d.qfrc_fluid.data());
  }
}

}  // namespace

template <class T>
void add_wind(const Model& m, BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) {
    if (m.nxpbdrun == 0 || m.opt.density == 0) return;
    const Vec3<T> wind = {T(m.opt.wind[0]), T(m.opt.wind[1]), T(m.opt.wind[2])};
    for (int f = 0; f < m.nflex; ++f) {
      if (m.flex_dim[f] != 2 || !is_projected(m, f)) continue;
      const FlexView flex(m, f);
      for (int e = 0; e < m.flex_elemnum[f]; ++e) push_triangle(m, d, flex, flex.element(e), wind);
    }
  }
}

#define THEW_INSTANTIATE(T) template void add_wind(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
