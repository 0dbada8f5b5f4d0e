// The walk through the constraints on positions: in each part of a step all runs of a flex in their
// order, as often as it asks for, and then the contacts.

#include "deformable/xpbd.h"

#include <algorithm>

#include "deformable/guard.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::deformable {

using namespace math;
using model::XpbdKind;

namespace {

// How all constraints of a flex yield over a part of the step.
template <class T>
struct Part {
  T rate2;   // 1 / h^2
  T damped;  // damping / h

  element::Compliance<T> operator()(double compliance) const {
    return {T(compliance) * rate2, damped};
  }
};

// The constraints of a run, one after another.
template <XpbdKind kind>
struct Walk {
  static constexpr int kVertices = model::shape_of(kind).vertices;
  static constexpr int kNumbers = model::shape_of(kind).numbers;
  static constexpr int kRows = rows_of(kind);

  Walk(const Model& m, int run)
      : vertex(m.xpbd_vert.data() + m.xpbdrun_vertadr[run]),
        number(m.xpbd_number.data() + m.xpbdrun_numberadr[run]),
        count(m.xpbdrun_num[run]) {}

  // Moves the points of all; lambda and torn may be null.
  template <class T>
  void project(const Part<T>& part, Cloud<T>& cloud, T* lambda, const T* torn) {
    for (int i = 0; i < count; ++i, vertex += kVertices, number += kNumbers) {
      if (torn != nullptr && torn[i] != T(0)) continue;
      Vec3<T> x[kVertices], moved[kVertices];
      T weight[kVertices];
      for (int k = 0; k < kVertices; ++k) {
        x[k] = cloud.x[vertex[k]];
        moved[k] = cloud.moved[vertex[k]];
        weight[k] = cloud.weight[vertex[k]];
      }
      move(part, weight, lambda ? lambda + i * kRows : nullptr, cloud, x, moved);
      for (int k = 0; k < kVertices; ++k) {
        cloud.x[vertex[k]] = x[k];
        cloud.moved[vertex[k]] = moved[k];
      }
    }
  }

  // Multipliers that moved the points to where they are, if gradients were those of the begin.
  template <class T>
  void guess(const Part<T>& part, const Cloud<T>& cloud, T* lambda) {
    for (int i = 0; i < count; ++i, vertex += kVertices, number += kNumbers, lambda += kRows) {
      Vec3<T> begin[kVertices], way[kVertices];
      T weight[kVertices];
      for (int k = 0; k < kVertices; ++k) {
        way[k] = cloud.moved[vertex[k]];
        begin[k] = cloud.x[vertex[k]] - way[k];
        weight[k] = cloud.weight[vertex[k]];
      }
      guess_one(part, weight, begin, way, lambda);
    }
  }

  const int* vertex;
  const double* number;
  int count;

 private:
  template <class T>
  void move(const Part<T>& part, const T* weight, T* lambda, Cloud<T>& cloud, Vec3<T>* x,
            Vec3<T>* moved) const {
    const element::Compliance<T> yields = part(number[0]);
    if constexpr (kind == XpbdKind::Bend) {
      const RestNumbers<4, T> c(number);
      Vec3<T> sum = {T(0), T(0), T(0)};
      if (lambda) sum = load3(lambda);
      const Vec3<T> change = element::project_bent(c.value, weight, yields, sum, x, moved);
      if (lambda) store(lambda, sum);
      if (cloud.pull == nullptr) return;
      for (int k = 0; k < kVertices; ++k) pull(cloud, k, weight[k], change * c.value[k]);
    } else if constexpr (kind == XpbdKind::Dilate) {
      const auto both = neo_hookean(x, number, part);
      T none[2] = {T(0), T(0)}, change[2];
      both.project(weight, lambda ? lambda : none, x, moved, change);
      if (cloud.pull == nullptr) return;
      for (int k = 0; k < kVertices; ++k) {
        const Vec3<T> first = both.first.gradient[k] * change[0];
        pull(cloud, k, weight[k], axpy(change[1], both.second.gradient[k], first));
      }
    } else {
      const auto c = constraint_at<kind>(x, number);
      T sum = lambda ? *lambda : T(0);
      const T change = element::project(c, weight, yields, sum, x, moved);
      if (lambda) *lambda = sum;
      if (cloud.pull == nullptr) return;
      for (int k = 0; k < kVertices; ++k) pull(cloud, k, weight[k], c.gradient[k] * change);
    }
  }

  // What carries a vertex is pulled.
  template <class T>
  void pull(Cloud<T>& cloud, int k, const T& weight, const Vec3<T>& by) const {
    if (weight == T(0)) cloud.pull[vertex[k]] = cloud.pull[vertex[k]] + by;
  }

  template <class T>
  static T guess_row(const element::PointConstraint<T, kVertices>& c,
                     const element::Compliance<T>& yields, const T* weight, const Vec3<T>* way) {
    T mobility(0), along(0);
    for (int k = 0; k < kVertices; ++k) {
      along = along + dot(c.gradient[k], way[k]);
      mobility = fma(weight[k], dot(c.gradient[k], c.gradient[k]), mobility);
    }
    return -fma(T(1) + yields.damped, along, c.value) /
           element::coupled_softness(yields.soft, mobility);
  }

  template <class T>
  void guess_one(const Part<T>& part, const T* weight, const Vec3<T>* begin, const Vec3<T>* way,
                 T* lambda) const {
    const element::Compliance<T> yields = part(number[0]);
    if constexpr (kind == XpbdKind::Bend) {
      const RestNumbers<4, T> c(number);
      T mobility(0);
      for (int k = 0; k < 4; ++k) mobility = fma(weight[k] * c.value[k], c.value[k], mobility);
      const Vec3<T> ahead =
          element::bent(begin, c.value) + element::bent(way, c.value) * (T(1) + yields.damped);
      store(lambda, ahead * (T(-1) / element::coupled_softness(yields.soft, mobility)));
    } else if constexpr (kind == XpbdKind::Dilate) {
      const auto both = neo_hookean(begin, number, part);
      lambda[0] = guess_row(both.first, both.first_yields, weight, way);
      lambda[1] = guess_row(both.second, both.second_yields, weight, way);
    } else {
      *lambda = guess_row(constraint_at<kind>(begin, number), yields, weight, way);
    }
  }
};

template <class T>
class Projection {
 public:
  Projection(const Model& m, BasicData<T>& d, Memory& memory)
      : m_(m), d_(d), cloud_(m, memory), guards_(m, d, memory) {
    lambda_ = memory.take<T>(m.nxpbdvert);
    if (has_moving_pins()) {
      cloud_.pull = memory.take<Vec3<T>>(m.nflexvert);
      if (cloud_.pull) std::fill_n(cloud_.pull, m.nflexvert, Vec3<T>{T(0), T(0), T(0)});
    }
  }

  // With the forces of the material found already, the step is one part that begins where they
  // bring it.
  void run(bool coupled) {
    const int parts = coupled ? 1 : finest();
    h_ = T(m_.opt.timestep / parts);
    cloud_.start(m_, d_);
    for (int part = 0; part < parts; ++part) {
      cloud_.predict(m_.nflexvert, h_);
      guards_.start();
      begin_multipliers(coupled);
      walk(coupled);
      cloud_.measure(m_.nflexvert, h_);
    }
    cloud_.write(m_, d_);
    tear();
  }

  // Adds the impulses of the constraints on what carries vertices.
  bool add_impulses(T* impulse) const {
    if (cloud_.pull == nullptr) return false;
    std::fill_n(impulse, m_.nv, T(0));
    for (int v = 0; v < m_.nflexvert; ++v) {
      const int body = m_.flex_vertbodyid[v];
      if (cloud_.weight[v] > T(0) || body < 0 || m_.body_treeid[body] < 0) continue;
      push(m_, d_, body, load3(d_.flexvert_xpos.row(v)), cloud_.pull[v] * (T(1) / h_), impulse);
    }
    return true;
  }

 private:
  template <class Visit>
  void each_run(Visit visit) {
    T* lambda = lambda_;
    for (int f = 0; f < m_.nflex; ++f) {
      const T rate = T(1) / h_;
      const Part<T> part = {rate * rate, T(m_.flex_damping[f]) * rate};
      const T* torn = torn_constraints(m_, d_, f);
      for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
        const int run = m_.flex_xpbdrunadr[f] + i;
        with_kind(m_.xpbdrun_kind[run], [&](auto kind) {
          Walk<kind()> walk(m_, run);
          visit(f, part, walk, lambda, torn);
          lambda += walk.kRows * m_.xpbdrun_num[run];
          if (torn != nullptr) torn += m_.xpbdrun_num[run];
        });
      }
    }
  }

  void begin_multipliers(bool coupled) {
    if (coupled) {
      each_run([&](int, const Part<T>& part, auto& walk, T* lambda, const T*) {
        walk.guess(part, cloud_, lambda);
      });
    } else {
      std::fill_n(lambda_, m_.nxpbdvert, T(0));
    }
  }

  void walk(bool coupled) {
    const auto times = [&](int f) {
      return m_.flex_xpbditerations[f] * (coupled ? m_.flex_xpbdsubsteps[f] : 1);
    };
    int most = 0;
    for (int f = 0; f < m_.nflex; ++f) most = std::max(most, is_projected(m_, f) ? times(f) : 0);
    for (int k = 0; k < most; ++k) {
      each_run([&](int f, const Part<T>& part, auto& walk, T* lambda, const T* torn) {
        if (k >= times(f)) return;
        walk.project(part, cloud_, most > 1 ? lambda : nullptr, torn);
      });
      guards_.project(cloud_);
    }
  }

  // As finely as any flex asks for: what touches moves together.
  int finest() const {
    int parts = 1;
    for (int f = 0; f < m_.nflex; ++f) {
      if (is_projected(m_, f)) parts = std::max<int>(parts, m_.flex_xpbdsubsteps[f]);
    }
    return parts;
  }

  bool has_moving_pins() const {
    for (int f = 0; f < m_.nflex; ++f) {
      if (!is_projected(m_, f)) continue;
      for (int v = m_.flex_vertadr[f]; v < m_.flex_vertadr[f] + m_.flex_vertnum[f]; ++v) {
        const int body = m_.flex_vertbodyid[v];
        if (body >= 0 && m_.body_treeid[body] >= 0 && !is_point(m_, body)) return true;
      }
    }
    return false;
  }

  // Edges that are longer than they can be are no more, and what spans them.
  void tear() {
    for (int f = 0; f < m_.nflex; ++f) {
      T* torn = torn_constraints(m_, d_, f);
      if (torn == nullptr) continue;
      const T most = T(1 + m_.flex_xpbdstrain[f]);
      for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
        const int run = m_.flex_xpbdrunadr[f] + i;
        const bool edges = m_.xpbdrun_kind[run] == static_cast<int>(XpbdKind::Stretch);
        const Walk<XpbdKind::Stretch> walk(m_, run);
        for (int e = 0; edges && e < walk.count; ++e) {
          const int* v = walk.vertex + 2 * e;
          const T longest = most * T(walk.number[2 * e + 1]);
          const bool breaks = norm(cloud_.x[v[1]] - cloud_.x[v[0]]) > longest;
          if (breaks && torn[e] == T(0)) release(f, v[0], v[1]);
        }
        torn += walk.count;
      }
    }
  }

  // Marks all constraints of a flex that have both ends of an edge.
  void release(int f, int a, int b) {
    T* torn = torn_constraints(m_, d_, f);
    for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
      const int run = m_.flex_xpbdrunadr[f] + i;
      const auto kind = static_cast<XpbdKind>(m_.xpbdrun_kind[run]);
      const int count = model::shape_of(kind).vertices;
      const int* vertex = m_.xpbd_vert.data() + m_.xpbdrun_vertadr[run];
      for (int c = 0; c < m_.xpbdrun_num[run]; ++c, ++torn, vertex += count) {
        const int* end = vertex + count;
        if (std::find(vertex, end, a) != end && std::find(vertex, end, b) != end) *torn = T(1);
      }
    }
  }

  const Model& m_;
  BasicData<T>& d_;
  Cloud<T> cloud_;
  Guards<T> guards_;
  T* lambda_ = nullptr;
  T h_ = T(0);
};

}  // namespace

template <class T>
bool project_positions(const Model& m, BasicData<T>& d, Workspace<T>& w, bool coupled, T* impulse) {
  Memory memory(w.solver);
  Projection<T> projection(m, d, memory);
  if (memory.full()) {
    raise(d, Warning::Cnstrfull, static_cast<int>(m.nxpbdrun), true);
    return false;
  }
  projection.run(coupled);
  return projection.add_impulses(impulse);
}

#define THEW_INSTANTIATE(T) \
  template bool project_positions(const Model&, BasicData<T>&, Workspace<T>&, bool, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
