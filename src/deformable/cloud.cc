#include "deformable/cloud.h"

#include "base/share.h"
#include "deformable/wide.h"
#include "model/flex_sleep.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

constexpr std::int64_t kVerticesToShare = 1000;

// How a point of a body moves by velocities of the dofs.
template <class T>
Vec3<T> moving(const Model& m, const BasicData<T>& d, int body, const Vec3<T>& point) {
  const Vec3<T> arm = dynamics::arm_to(m, d, point, body);
  Vec3<T> sum = {T(0), T(0), T(0)};
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const Motion<T> axis = load_motion(d.cdof.row(i));
    sum = axpy(d.qvel[i], axis.translation + cross(axis.rotation, arm), sum);
  }
  return sum;
}

}  // namespace

template <class T>
void Cloud<T>::start_one(const Model& m, const BasicData<T>& d, bool projected, int v) {
  const Vec3<T> x = load3(d.flexvert_xpos.row(v));
  moved[v] = Four<T>(T(0));
  const int body = m.flex_vertbodyid[v];
  if (projected && body >= 0 && is_point(m, body)) return start_point(m, d, x, body, v);
  const bool moves = projected && body >= 0 && m.body_treeid[body] >= 0;
  begin[v] = four(x, T(0));
  velocity[v] = moves ? four(moving(m, d, body, x), T(0)) : Four<T>(T(0));
  acceleration[v] = Four<T>(T(0));
}

template <class T>
void Cloud<T>::start_point(const Model& m, const BasicData<T>& d, const Vec3<T>& x, int body,
                           int v) {
  const int first = m.body_dofadr[body];
  const Vec3<T> before = load3(d.cvel.row(body) + 3);
  Vec3<T> after = {T(0), T(0), T(0)};
  for (int i = first + 2; i >= first; --i) {
    after = axpy(d.qvel[i], load3(d.cdof.row(i) + 3), after);
  }
  velocity[v] = four(before, T(0));
  acceleration[v] = four((after - before) * T(1 / m.opt.timestep), T(0));
  begin[v] = four(x, inverse_mass(m, d, body));
}

template <class T>
void Cloud<T>::start(const Model& m, const BasicData<T>& d) {
  for (int f = 0; f < m.nflex; ++f) {
    const bool projected = is_projected(m, f) && !sleep::flex_sleeps(m, d, f);
    const int begin_of_flex = m.flex_vertadr[f];
    base::share(m.flex_vertnum[f], kVerticesToShare, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t v = first; v < last; ++v) {
        start_one(m, d, projected, begin_of_flex + static_cast<int>(v));
      }
    });
  }
}

template <class T>
void Cloud<T>::predict(const T& h, bool goes_on) {
  const T rate = T(1) / h;
  base::share(count, kVerticesToShare, [&](std::int64_t first, std::int64_t last) {
    const Cloud own = *this;  // where its tables are does not change
    std::int64_t v = first;
    for (; v + kVertices <= last; v += kVertices)
      own.template predict_at<kVertices>(v, h, rate, goes_on);
    for (; v < last; ++v) own.template predict_at<1>(v, h, rate, goes_on);
  });
}

template <class T>
void Cloud<T>::measure(const T& h) {
  const Four<T> rate(T(1) / h);
  base::share(count, kVerticesToShare, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t v = first; v < last; ++v) velocity[v] = measured(v, rate);
  });
}

template <class T>
void Cloud<T>::write(const Model& m, BasicData<T>& d) const {
  const T h = T(m.opt.timestep);
  for (int v = 0; v < count; ++v) {
    if (!(weight(v) > T(0))) continue;
    const Vec3<T> way = at(v) - load3(d.flexvert_xpos.row(v)), speed = three(velocity[v]);
    const int first = m.body_dofadr[m.flex_vertbodyid[v]];
    for (int i = first; i < first + 3; ++i) {
      const Vec3<T> axis = load3(d.cdof.row(i) + 3);
      T& position = d.qpos[m.jnt_qposadr[m.dof_jntid[i]]];
      position = position + fma(-h, d.qvel[i], dot(axis, way));
      d.qvel[i] = dot(axis, speed);
    }
  }
}

THEW_ALSO_WIDE;

#define THEW_INSTANTIATE(T) template struct Cloud<T>
#if defined(THEW_WIDE_LANES)
THEW_INSTANTIATE(double);
#else
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)
#endif

}  // namespace thew::deformable
