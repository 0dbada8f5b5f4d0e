#pragma once

// The ways of all paths around geoms. One world finds four at a time, side by side in a register: a
// way is a chain of roots, divisions and an arc tangent, and none waits for another one.

#include <thew/workspace.h>

#include "model/memory.h"
#include "tendon/path.h"

namespace thew::tendon {

template <class T>
class Ways {
 public:
  Ways(const Model& m, const BasicData<T>& d, Workspace<T>& w) : m_(m), d_(d) {
    if constexpr (math::lanes_v<T> == 1) {
      if (m.nwrap < kFour) return;
      Memory memory(w.solver);
      way_ = memory.take<Wrapping<T>>(m.nwrap);
      if (way_ != nullptr) find_all();
    }
  }

  /// Of the geom behind the site in this item of a path.
  Wrapping<T> operator()(int item) const {
    return way_ == nullptr ? find_way(m_, d_, item) : way_[item];
  }

 private:
  static constexpr int kFour = 4;
  using Four = math::Wide<math::Scalar<T>, kFour>;

  // Items whose ways are found alike.
  struct Queue {
    int item[kFour], count = 0;
  };

  void find_all() {
    Queue queue[2][2];  // spheres and cylinders, without and with a side
    for (int t = 0; t < m_.ntendon; ++t) {
      if (m_.tendon_type[t] == static_cast<int>(TendonType::Fixed)) continue;
      const int last = m_.tendon_adr[t] + m_.tendon_num[t] - 1;
      for (int w = m_.tendon_adr[t]; w < last; ++w) {
        if (m_.wrap_type[w] == static_cast<int>(WrapType::Site) && goes_around(w)) {
          add(queue[is_cylinder(w)][wrap_side(m_, w + 1) >= 0], w);
        }
      }
    }
    for (auto& round : queue) {
      for (Queue& one : round) finish(one);
    }
  }

  bool goes_around(int w) const {
    const int type = m_.wrap_type[w + 1];
    return type == static_cast<int>(WrapType::Sphere) ||
           type == static_cast<int>(WrapType::Cylinder);
  }
  bool is_cylinder(int w) const {
    return m_.geom_type[m_.wrap_objid[w + 1]] == static_cast<int>(GeomType::Cylinder);
  }

  void add(Queue& queue, int w) {
    queue.item[queue.count++] = w;
    if (queue.count == kFour) finish(queue);
  }

  // Finds those that wait; places without one repeat the first.
  void finish(Queue& queue) {
    if (queue.count == 1) {
      way_[queue.item[0]] = find_way(m_, d_, queue.item[0]);
    } else if (queue.count > 1) {
      for (int k = queue.count; k < kFour; ++k) queue.item[k] = queue.item[0];
      find_four(queue.item);
    }
    queue.count = 0;
  }

  template <class Value>
  static THEW_INLINE math::Vec3<Four> of_four(const Value& value) {
    math::Vec3<Four> four;
    for (int k = 0; k < kFour; ++k) {
      const T* v = value(k);
      four.x.set(k, v[0]), four.y.set(k, v[1]), four.z.set(k, v[2]);
    }
    return four;
  }

  void find_four(const int* item) {
    const auto site = [&](int k, int after) {
      return d_.site_xpos.row(m_.wrap_objid[item[k] + after]);
    };
    const auto p = of_four([&](int k) { return site(k, 0); });
    const auto q = of_four([&](int k) { return site(k, 2); });
    const bool has_side = wrap_side(m_, item[0] + 1) >= 0;
    const auto side =
        of_four([&](int k) { return d_.site_xpos.row(has_side ? wrap_side(m_, item[k] + 1) : 0); });
    const auto way = wrap(p, q, four_geoms(item), has_side ? &side : nullptr);
    for (int k = 0; k < kFour; ++k) {
      const auto of = [k](const math::Vec3<Four>& v) {
        return math::Vec3<T>{v.x[k], v.y[k], v.z[k]};
      };
      way_[item[k]] = {bool(way.wraps[k]), of(way.first),     of(way.second),
                       of(way.arrival),    of(way.departure), way.length[k]};
    }
  }

  RoundGeom<Four> four_geoms(const int* item) const {
    const auto geom = [&](int k) { return m_.wrap_objid[item[k] + 1]; };
    const auto x = of_four([&](int k) { return d_.geom_xmat.row(geom(k)); });
    const auto y = of_four([&](int k) { return d_.geom_xmat.row(geom(k)) + 3; });
    const auto z = of_four([&](int k) { return d_.geom_xmat.row(geom(k)) + 6; });
    Four radius;
    for (int k = 0; k < kFour; ++k) radius.set(k, param(d_, m_.geom_size, 3 * geom(k)));
    return {of_four([&](int k) { return d_.geom_xpos.row(geom(k)); }),
            {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z},
            radius,
            is_cylinder(item[0])};
  }

  const Model& m_;
  const BasicData<T>& d_;
  Wrapping<T>* way_ = nullptr;
};

}  // namespace thew::tendon
