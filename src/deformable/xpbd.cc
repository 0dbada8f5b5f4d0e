// The walk through the constraints on positions: in each part of a step all runs of a flex in their
// order, as often as it asks for, and then the contacts.

#include "deformable/xpbd.h"

#include <algorithm>

#include "base/processor.h"
#include "deformable/guard.h"
#include "deformable/twist.h"
#include "deformable/walk.h"
#include "deformable/wide.h"
#include "model/flex_sleep.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::deformable {

using namespace math;
using model::XpbdKind;

namespace {

template <class T>
class Projection {
 public:
  Projection(const Model& m, BasicData<T>& d, Memory& memory)
      : m_(m), d_(d), cloud_(m, memory), twists_(m, d, memory), guards_(m, d, memory) {
    std::int64_t numbers = 0;
    list_runs([&](int, int run, auto kind) {
      using Run = Walk<kind(), T>;
      numbers += Run::room(m.xpbdrun_num[run]);
      multipliers_ += Run::multipliers(m.xpbdrun_num[run]);
    });
    number_ = memory.take<T>(numbers);
    lambda_ = memory.take<T>(multipliers_);
    if (has_moving_pins()) {
      cloud_.pull = memory.take<Vec3<T>>(m.nflexvert);
      if (cloud_.pull) std::fill_n(cloud_.pull, m.nflexvert, Vec3<T>{T(0), T(0), T(0)});
    }
  }

  // With the forces of the material found already, the step is one part that begins where they
  // bring it.
  void run(bool coupled) {
    const int parts = coupled ? 1 : finest();
    most_ = most_times(coupled);
    h_ = T(m_.opt.timestep / parts);
    cloud_.start(m_, d_);
    fill_numbers();
    guards_.weigh(cloud_);
    for (int part = 0; part < parts; ++part) {
      cloud_.predict(h_, part > 0);
      twists_.predict(h_);
      guards_.start();
      begin_multipliers(coupled);
      walk(coupled);
      twists_.measure(h_);
    }
    cloud_.measure(h_);
    cloud_.write(m_, d_);
    twists_.write(d_);
    tear();
  }

  // Adds the impulses of the constraints on what carries vertices.
  bool add_impulses(T* impulse) {
    if (cloud_.pull == nullptr) return false;
    std::fill_n(impulse, m_.nv, T(0));
    for (int v = 0; v < m_.nflexvert; ++v) {
      const int body = m_.flex_vertbodyid[v];
      if (cloud_.weight(v) > T(0) || body < 0 || m_.body_treeid[body] < 0) continue;
      push(m_, d_, body, load3(d_.flexvert_xpos.row(v)), cloud_.pull[v] * (T(1) / h_), impulse);
    }
    twists_.add_impulses(d_, T(1) / h_, impulse);
    return true;
  }

 private:
  // Calls visit(flex, run, kind) in the order of the walk.
  template <class Visit>
  void list_runs(Visit visit) const {
    for (int f = 0; f < m_.nflex; ++f) {
      if (sleep::flex_sleeps(m_, d_, f)) continue;
      for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
        const int run = m_.flex_xpbdrunadr[f] + i;
        with_kind(m_.xpbdrun_kind[run], [&](auto kind) { visit(f, run, kind); });
      }
    }
  }

  void fill_numbers() {
    T* number = number_;
    list_runs([&](int f, int run, auto kind) {
      using Run = Walk<kind(), T>;
      Run::fill(m_, run, part_of(f), cloud_, number);
      number += Run::room(m_.xpbdrun_num[run]);
    });
  }

  template <class Visit>
  void each_run(Visit visit) {
    const T* number = number_;
    T* lambda = lambda_;
    for (int f = 0; f < m_.nflex; ++f) {
      if (sleep::flex_sleeps(m_, d_, f)) continue;
      const Part<T> part = part_of(f);
      const T* torn = torn_constraints(m_, d_, f);
      for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
        const int run = m_.flex_xpbdrunadr[f] + i;
        with_kind(m_.xpbdrun_kind[run], [&](auto kind) {
          using Run = Walk<kind(), T>;
          const Run walk(m_, run, number);
          visit(f, part, walk, lambda, torn);
          number += Run::room(walk.count);
          lambda += Run::multipliers(walk.count);
          if (torn != nullptr) torn += walk.count;
        });
      }
    }
  }

  Part<T> part_of(int f) const {
    const T rate = T(1) / h_;
    return {rate * rate, T(m_.flex_damping[f]) * rate};
  }

  void begin_multipliers(bool coupled) {
    if (most_ < 2) return;  // then there are no sums of them
    if (coupled) {
      each_run([&](int, const Part<T>& part, const auto& walk, T* lambda, const T*) {
        walk.guess(part, cloud_, lambda);
      });
    } else {
      std::fill_n(lambda_, multipliers_, T(0));
    }
  }

  // How often a flex is walked through in each part of the step.
  int times(int f, bool coupled) const {
    if (!is_projected(m_, f)) return 0;
    return m_.flex_xpbditerations[f] * (coupled ? m_.flex_xpbdsubsteps[f] : 1);
  }
  int most_times(bool coupled) const {
    int most = 0;
    for (int f = 0; f < m_.nflex; ++f) most = std::max(most, times(f, coupled));
    return most;
  }

  void walk(bool coupled) {
    for (int k = 0; k < most_; ++k) {
      for (int f = 0; f < m_.nflex; ++f) {
        if (k < times(f, coupled)) twists_.project(f, part_of(f), cloud_);
      }
      each_run([&](int f, const Part<T>& part, const auto& walk, T* lambda, const T* torn) {
        if (k >= times(f, coupled)) return;
        walk.project(part, cloud_, most_ > 1 ? lambda : nullptr, torn);
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
        const int* v = m_.xpbd_vert.data() + m_.xpbdrun_vertadr[run];
        const double* number = m_.xpbd_number.data() + m_.xpbdrun_numberadr[run];
        for (int e = 0; edges && e < m_.xpbdrun_num[run]; ++e, v += 2, number += 2) {
          const bool breaks = norm(cloud_.at(v[1]) - cloud_.at(v[0])) > most * T(number[1]);
          if (breaks && torn[e] == T(0)) release(f, v[0], v[1]);
        }
        torn += m_.xpbdrun_num[run];
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
  Twists<T> twists_;
  Guards<T> guards_;
  T* number_ = nullptr;
  T* lambda_ = nullptr;
  std::int64_t multipliers_ = 0;
  int most_ = 0;  // walks through a flex in each part of the step
  T h_ = T(0);
};

template <class T>
bool project(const Model& m, BasicData<T>& d, Workspace<T>& w, bool coupled, T* impulse) {
  Memory memory(w.solver);
  Projection<T> projection(m, d, memory);
  if (memory.full()) {
    raise(d, Warning::Cnstrfull, static_cast<int>(m.nxpbdrun), true);
    return false;
  }
  projection.run(coupled);
  return projection.add_impulses(impulse);
}

}  // namespace

THEW_ALSO_WIDE;

#if defined(THEW_WIDE_LANES)

bool project_positions_wide(const Model& m, BasicData<double>& d, Workspace<double>& w,
                            bool coupled, double* impulse) {
  return project(m, d, w, coupled, impulse);
}

#else

bool project_positions_narrow(const Model& m, BasicData<double>& d, Workspace<double>& w,
                              bool coupled, double* impulse) {
  return project(m, d, w, coupled, impulse);
}

template <class T>
bool project_positions(const Model& m, BasicData<T>& d, Workspace<T>& w, bool coupled, T* impulse) {
#if defined(THEW_HAS_WIDE_LANES)
  if constexpr (std::is_same_v<T, double>) {
    static const bool wide = base::has_avx512();
    if (wide) return project_positions_wide(m, d, w, coupled, impulse);
  }
#endif
  return project(m, d, w, coupled, impulse);
}

#define THEW_INSTANTIATE(T) \
  template bool project_positions(const Model&, BasicData<T>&, Workspace<T>&, bool, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

#endif

}  // namespace thew::deformable
