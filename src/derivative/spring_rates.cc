#include "derivative/spring_rates.h"

#include "derivative/slopes.h"
#include "model/spring.h"

namespace thew::derivative {

using namespace math;

// dq = q (0, e) / 2 along an axis e of the body.
Rates rotation_rates(const Model& m, const Data& d, int j) {
  using D = Dual<double>;
  const int first = m.jnt_type[j] == static_cast<int>(JointType::Free) ? 3 : 0;
  const Quat<double> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[j] + first));
  const auto at = [&](int k) { return D(spring_rest(m, d, j, first + k)); };
  Rates rates;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3<double> half = kAxes[k] * 0.5;
    const Quat<double> rate = q * Quat<double>{0, half.x, half.y, half.z};
    const Vec3<D> x =
        difference(Quat<D>{{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}},
                   Quat<D>{at(0), at(1), at(2), at(3)});
    rates[k] = {finite(x.x.slope), finite(x.y.slope), finite(x.z.slope)};
  }
  return rates;
}

}  // namespace thew::derivative
