#include "deformable/tangent.h"

#include "deformable/contact.h"
#include "deformable/rod_terms.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

bool has_tangent(const Model& m, int f) {
  if (m.flex_rigid[f]) return false;
  if (m.flex_passive[f] != 0) return true;
  if (m.flex_dim[f] == 1) return is_elastic_rod(m, f);
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

// y <- y + (spring + damper * damping) K x, element by element.
template <class T>
class Products {
 public:
  Products(const Model& m, const BasicData<T>& d, const T& spring, const T& damper, const T* x,
           T* y)
      : m_(m), d_(d), spring_(spring), damper_(damper), x_(x), y_(y) {}

  void hinges(int f) {
    const FlexView flex(m_, f);
    const T scale = scale_of(f);
    detail::each_hinge(m_, f, [&](const int* corner, const double* hinge) {
      Vec3<T> u[4], force[4];
      for (int i = 0; i < 4; ++i) u[i] = moved_vertex(flex, corner[i]);
      element::multiply_hinge(hinge, u, force);
      for (int i = 0; i < 4; ++i) push_vertex(flex, corner[i], scale * force[i]);
    });
  }

  template <int dim>
  void stretched(int f) {
    const FlexView flex(m_, f);
    const T scale = scale_of(f);
    detail::each_stretched<dim>(m_, d_, f, [&](const detail::Stretched<dim, T>& s) {
      Vec3<T> x[dim + 1], u[dim + 1], force[dim + 1];
      for (int i = 0; i <= dim; ++i) {
        x[i] = vertex_at(d_, flex, s.corner[i]);
        u[i] = moved_vertex(flex, s.corner[i]);
        force[i] = {T(0), T(0), T(0)};
      }
      element::multiply_stretch_tangent<dim>(x, s.change, s.stiffness, u, force);
      for (int i = 0; i <= dim; ++i) push_vertex(flex, s.corner[i], scale * force[i]);
    });
  }

  void patches(int f) {
    Tangent<T> tangent;
    detail::each_patch(m_, d_, f, tangent, [&](const Tangent<T>& t) { add(t); });
  }

 private:
  T scale_of(int f) const { return fma(damper_, T(m_.flex_damping[f]), spring_); }
  Vec3<T> moved_vertex(const FlexView& flex, int v) const {
    return moved(m_, d_, flex.body(v), vertex_at(d_, flex, v), x_);
  }
  void push_vertex(const FlexView& flex, int v, const Vec3<T>& force) const {
    push(m_, d_, flex.body(v), vertex_at(d_, flex, v), force, y_);
  }

  void add(const Tangent<T>& t) const {
    T u[Tangent<T>::kSize];
    for (int i = 0; i < t.count; ++i) store(u + 3 * i, moved(m_, d_, t.body[i], t.x[i], x_));
    const T scale = fma(damper_, t.damping, spring_);
    for (int i = 0; i < t.count; ++i) {
      T force[3];
      for (int k = 0; k < 3; ++k) {
        const T* row = t.matrix + (3 * i + k) * t.size();
        T sum(0);
        for (int j = 0; j < t.size(); ++j) sum = fma(row[j], u[j], sum);
        force[k] = scale * sum;
      }
      push(m_, d_, t.body[i], t.x[i], load3(force), y_);
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  T spring_, damper_;
  const T* x_;
  T* y_;
};

template <class T>
void add_elements(const Model& m, const BasicData<T>& d, const T& spring, const T& damper,
                  const T* x, T* y) {
  each_elastic_part(m, d, Products<T>(m, d, spring, damper, x, y));
}

template <class T>
void add_rod_points(const Model& m, const BasicData<T>& d, const RodElement<T>& e, const T* weight,
                    const T* x, T* y) {
  T u[3 * element::RodTerms<T>::kPoints], force[3 * element::RodTerms<T>::kPoints] = {};
  for (int i = 0; i < e.count; ++i) store(u + 3 * i, moved(m, d, e.body[i], e.x[i], x));
  for (int t = 0; t < e.terms.terms; ++t) {
    if (weight[t] == T(0)) continue;
    const T* row = e.terms.row[t];
    T sum(0);
    for (int k = 0; k < 3 * e.count; ++k) sum = fma(row[k], u[k], sum);
    for (int k = 0; k < 3 * e.count; ++k) force[k] = fma(weight[t] * sum, row[k], force[k]);
  }
  for (int i = 0; i < e.count; ++i) push(m, d, e.body[i], e.x[i], load3(force + 3 * i), y);
}

// The whole metric of rods, or what of it shifts forces by velocities.
template <class T>
void add_rods(const Model& m, const BasicData<T>& d, const T& spring, const T& damper, bool whole,
              const T* x, T* y) {
  each_rod_element(m, d, RodPart::All, [&](const RodElement<T>& e) {
    T weight[element::RodTerms<T>::kMost];
    for (int t = 0; t < e.terms.terms; ++t) {
      weight[t] = whole || e.shifts(t) ? e.weight(t, spring, damper) : T(0);
    }
    add_rod_points(m, d, e, weight, x, y);
    each_hinge_term(e, spring, damper, [&](const T& scale, const T& first, const T& second) {
      const T part[2] = {first, second};
      T sum(0);
      for (int s = 0; s < 2; ++s) {
        if (e.dof[s] >= 0) sum = fma(part[s], x[e.dof[s]], sum);
      }
      for (int s = 0; s < 2; ++s) {
        if (e.dof[s] >= 0) y[e.dof[s]] = fma(scale * part[s], sum, y[e.dof[s]]);
      }
    });
  });
}

}  // namespace

template <class T>
void add_tangents(const Model& m, const BasicData<T>& d, const T& spring, const T& damper,
                  const T* x, T* y) {
  add_elements(m, d, spring, damper, x, y);
  add_rods(m, d, spring, damper, true, x, y);
}

template <class T>
void add_flex_tangents(const Model& m, const BasicData<T>& d, int f, const T& scale, const T* x,
                       T* y) {
  each_elastic_part(m, f, Products<T>(m, d, scale, T(0), x, y));
}

template <class T>
void add_shift(const Model& m, const BasicData<T>& d, const T& h, T* force) {
  add_elements(m, d, -h, T(0), d.qvel.data(), force);
  add_rods(m, d, -h, T(0), false, d.qvel.data(), force);
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

#define THEW_INSTANTIATE(T)                                                                        \
  template void add_flex_tangents(const Model&, const BasicData<T>&, int, const T&, const T*, T*); \
  template void add_shift(const Model&, const BasicData<T>&, const T&, T*);                        \
  template void add_spring_contacts(const Model&, const BasicData<T>&, const T&, const T*, T*);    \
  template void add_tangents(const Model&, const BasicData<T>&, const T&, const T&, const T*, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
