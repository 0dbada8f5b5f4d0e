#include "deformable/tangent.h"

#include "deformable/contact.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

bool has_tangent(const Model& m, int f) {
  if (m.flex_rigid[f]) return false;
  if (m.flex_passive[f] != 0) return true;
  if (m.flex_dim[f] == 1) return false;
  if (m.flex_interp[f] != 0) return detail::has_patches(m, f);
  return m.flex_stiffnessadr[f] >= 0 || m.flex_bendingadr[f] >= 0;
}

bool has_tangents(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (has_tangent(m, f)) return true;
  }
  return false;
}

bool has_spring_contacts(const Model& m) {
  const bool off =
      has(m.opt.disableflags, DisableBit::Spring) && has(m.opt.disableflags, DisableBit::Damper);
  for (int f = 0; f < m.nflex && !off; ++f) {
    if (m.flex_passive[f] != 0) return true;
  }
  return false;
}

namespace {

// How a point of a body moves where the dofs move by x.
template <class T>
Vec3<T> moved(const Model& m, const BasicData<T>& d, int body, const Vec3<T>& point, const T* x) {
  const Vec3<T> arm = dynamics::arm_to(m, d, point, body);
  Vec3<T> sum = {T(0), T(0), T(0)};
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const Motion<T> axis = load_motion(d.cdof.row(i));
    sum = axpy(x[i], axis.translation + cross(axis.rotation, arm), sum);
  }
  return sum;
}

}  // namespace

template <class T>
void add_tangents(const Model& m, const BasicData<T>& d, const T& spring, const T& damper,
                  const T* x, T* y) {
  Tangent<T> tangent;
  each_tangent(m, d, tangent, [&](const Tangent<T>& t) {
    T u[Tangent<T>::kSize];
    for (int i = 0; i < t.count; ++i) store(u + 3 * i, moved(m, d, t.body[i], t.x[i], x));
    const T scale = fma(damper, t.damping, spring);
    for (int i = 0; i < t.count; ++i) {
      T force[3];
      for (int k = 0; k < 3; ++k) {
        const T* row = t.matrix + (3 * i + k) * t.size();
        T sum(0);
        for (int j = 0; j < t.size(); ++j) sum = fma(row[j], u[j], sum);
        force[k] = scale * sum;
      }
      push(m, d, t.body[i], t.x[i], load3(force), y);
    }
  });
}

template <class T>
void add_spring_contacts(const Model& m, const BasicData<T>& d, const T& factor, const T* x, T* y) {
  if (!has_spring_contacts(m)) return;
  each_spring_contact(m, d, [&](int contact, const T& stiffness) {
    const Vec3<T> at = load3(d.contact.pos.row(contact));
    const Vec3<T> normal = load3(d.contact.frame.row(contact));
    T apart(0);
    for (int side = 0; side < 2; ++side) {
      each_side_body(m, d, contact, side, [&](int body, double weight) {
        const T share = dot(normal, moved(m, d, body, at, x));
        apart = fma(T(side == 0 ? -weight : weight), share, apart);
      });
    }
    push_apart(m, d, contact, factor * stiffness * apart, y);
  });
}

#define THEW_INSTANTIATE(T)                                                                     \
  template void add_spring_contacts(const Model&, const BasicData<T>&, const T&, const T*, T*); \
  template void add_tangents(const Model&, const BasicData<T>&, const T&, const T&, const T*, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
