#include "constraint/metric_tiles.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/shared_dofs.h"
#include "constraint/solver/pattern.h"
#include "constraint/solver/tile.h"
#include "deformable/rod_terms.h"
#include "deformable/tangent.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using deformable::RodElement;
using deformable::Tangent;
using tile::kSide, tile::kSize;

// Whether a body has three slides and is a tree of its own, and so a group.
bool has_group(const Model& m, int body) {
  const int dof = m.body_dofadr[body];
  return m.body_simple[body] == 2 && m.body_dofnum[body] == 3 && m.dof_parentid[dof] < 0 &&
         tile::within(m.dof_place[dof]) == 0;
}
bool is_fixed(const Model& m, int body) {
  return dynamics::last_dof(m, body) < 0;
}

template <class T>
class MetricTiles {
 public:
  MetricTiles(const Model& m, const BasicData<T>& d, Memory& memory)
      : m_(m), d_(d), pattern_(static_cast<int>(m.ngroup), memory) {
    const double h = m.opt.timestep;
    if (!has(m.opt.disableflags, DisableBit::Spring)) spring_ = T(h * h);
    if (!has(m.opt.disableflags, DisableBit::Damper)) damper_ = T(h);
  }

  void append_to(BasicProblem<T>& p, Memory& memory) {
    if (memory.full()) return;
    find_pattern();
    const int tiles = pattern_.number();
    int *row = memory.take<int>(tiles), *column = memory.take<int>(tiles);
    tile_ = memory.take<T>(std::int64_t{tiles} * kSize);
    column_ = memory.take<int>(widest_);
    way_ = memory.take<T>(std::int64_t{Tangent<T>::kSize} * widest_);
    product_ = memory.take<T>(std::int64_t{Tangent<T>::kSize} * widest_);
    if (memory.full()) return;
    std::fill_n(tile_, std::int64_t{tiles} * kSize, T(0));
    int at = 0;
    for (int i = 0; i < pattern_.rows(); ++i) {
      pattern_.each_column(i, [&](int j) {
        row[at] = i;
        column[at++] = j;
      });
    }
    fill();
    p.beside_tiles = tiles;
    p.beside_row = row;
    p.beside_column = column;
    p.beside = tile_;
    p.beside_order = {m_.efmC_perm.data(), static_cast<std::size_t>(m_.nefmCvert)};
  }

 private:
  // Whether a body slides along the axes of the world and nothing carries it.
  bool is_point(int body) const {
    if (!has_group(m_, body)) return false;
    const int dof = m_.body_dofadr[body];
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l) {
        if (d_.cdof.row(dof + k)[3 + l] != T(k == l ? 1 : 0)) return false;
      }
    }
    return true;
  }
  int group_of(int dof) const { return tile::group_of(m_.dof_place[dof]); }

  void find_pattern() {
    Tangent<T> tangent;
    tangent.only_bodies = true;
    each_tangent(m_, d_, tangent, [&](const Tangent<T>& t) { connect(t.body, t.count); });
    deformable::each_rod_element(m_, d_, true, [&](const RodElement<T>& e) {
      connect(e.body, e.count);
      for (const int dof : e.dof) {
        if (dof >= 0) pattern_.add(group_of(dof), group_of(dof));
      }
      if (e.dof[0] >= 0 && e.dof[1] >= 0) {
        const int one = group_of(e.dof[0]), other = group_of(e.dof[1]);
        pattern_.add(std::max(one, other), std::min(one, other));
      }
    });
  }

  // All groups that move some bodies with one another.
  void connect(const int* body, int count) {
    int group[element::kCellNodes], groups = 0;
    for (int i = 0; i < count; ++i) {
      if (is_point(body[i])) {
        group[groups++] = group_of(m_.body_dofadr[body[i]]);
      } else if (!is_fixed(m_, body[i])) {
        return connect_dofs(body, count);
      }
    }
    for (int i = 0; i < groups; ++i) {
      for (int j = 0; j < groups; ++j) {
        if (group[j] <= group[i]) pattern_.add(group[i], group[j]);
      }
    }
  }
  void connect_dofs(const int* body, int count) {
    int columns = 0;
    each_shared_dof(
        m_, body, count,
        [&](int dof, int) {
          each_shared_dof(
              m_, body, count,
              [&](int other, int) {
                if (other <= dof) pattern_.add(group_of(dof), group_of(other));
              },
              [] {});
        },
        [&] { ++columns; });
    widest_ = std::max(widest_, columns);
  }

  void fill() {
    Tangent<T> tangent;
    each_tangent(m_, d_, tangent, [&](const Tangent<T>& t) {
      add(t.body, t.x, t.count, t.matrix, math::fma(damper_, t.damping, spring_));
    });
    deformable::each_rod_element(m_, d_, false, [&](const RodElement<T>& e) { add_rod(e); });
  }

  void add(const int* body, const math::Vec3<T>* x, int count, const T* matrix, const T& scale) {
    int group[element::kCellNodes];
    for (int i = 0; i < count; ++i) {
      group[i] = -1;
      if (is_fixed(m_, body[i])) continue;
      if (!is_point(body[i])) return add_dofs(body, x, count, matrix, scale);
      group[i] = group_of(m_.body_dofadr[body[i]]);
    }
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        if (group[j] < 0 || group[j] > group[i]) continue;
        T* to = tile_ + std::int64_t{pattern_.find(group[i], group[j])} * kSize;
        const T* from = matrix + 3 * (3 * count * i + j);
        for (int k = 0; k < 3; ++k, to += kSide, from += 3 * count) {
          for (int l = 0; l < 3; ++l) to[l] = math::fma(scale, from[l], to[l]);
        }
      }
    }
  }

  // W' K W, with the ways W that dofs move the points.
  void add_dofs(const int* body, const math::Vec3<T>* x, int count, const T* matrix,
                const T& scale) {
    const int size = 3 * count, columns = find_ways(body, x, count);
    for (int i = 0; i < size; ++i) {
      for (int c = 0; c < columns; ++c) {
        T sum(0);
        for (int j = 0; j < size; ++j) {
          sum = math::fma(matrix[i * size + j], way_[j * columns + c], sum);
        }
        product_[i * columns + c] = sum;
      }
    }
    for (int a = 0; a < columns; ++a) {
      for (int b = 0; b <= a; ++b) {
        T sum(0);
        for (int i = 0; i < size; ++i) {
          sum = math::fma(way_[i * columns + a], product_[i * columns + b], sum);
        }
        add_entry(column_[a], column_[b], scale * sum);
      }
    }
  }

  // Ascending dofs, and row by row of the points' coordinates what they do; returns how many dofs.
  int find_ways(const int* body, const math::Vec3<T>* x, int count) {
    const int columns = count_shared_dofs(m_, body, count);
    std::fill_n(way_, std::int64_t{3} * count * columns, T(0));
    int at = columns - 1;
    each_shared_dof(
        m_, body, count,
        [&](int dof, int i) {
          column_[at] = dof;
          const math::Vec3<T> way = motion(d_, dof, dynamics::arm_to(m_, d_, x[i], body[i])).linear;
          const T part[3] = {way.x, way.y, way.z};
          for (int k = 0; k < 3; ++k) way_[(3 * i + k) * columns + at] = part[k];
        },
        [&] { --at; });
    return columns;
  }

  // Of the lower triangle.
  void add_entry(int dof, int other, const T& value) {
    const int row = m_.dof_place[dof], column = m_.dof_place[other];
    T* to =
        tile_ + std::int64_t{pattern_.find(tile::group_of(row), tile::group_of(column))} * kSize;
    to[kSide * tile::within(row) + tile::within(column)] += value;
    if (tile::group_of(row) != tile::group_of(column) || row == column) return;
    to[kSide * tile::within(column) + tile::within(row)] += value;
  }

  // A bend of a rod: terms over its points, and over the hinges of its segments.
  void add_rod(const RodElement<T>& e) {
    using Terms = element::RodTerms<T>;
    const int size = 3 * e.count;
    T matrix[9 * Terms::kPoints * Terms::kPoints] = {};
    for (int t = 0; t < e.terms.terms; ++t) {
      const T weight = e.weight(t, spring_, damper_);
      if (!(weight > T(0))) continue;
      const T* row = e.terms.row[t];
      for (int i = 0; i < size; ++i) {
        const T own = weight * row[i];
        for (int j = 0; j < size; ++j) {
          matrix[i * size + j] = math::fma(own, row[j], matrix[i * size + j]);
        }
      }
    }
    add(e.body, e.x, e.count, matrix, T(1));
    each_hinge_term(e, spring_, damper_, [&](const T& weight, const T& first, const T& second) {
      const T part[2] = {first, second};
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
          if (e.dof[i] < 0 || e.dof[j] < 0 || e.dof[j] > e.dof[i]) continue;
          add_entry(e.dof[i], e.dof[j], weight * part[i] * part[j]);
        }
      }
    });
  }

  const Model& m_;
  const BasicData<T>& d_;
  Pattern pattern_;
  T spring_ = T(0), damper_ = T(0);
  int widest_ = 0;  // dofs of an element that are not points
  T* tile_ = nullptr;
  int* column_ = nullptr;
  T *way_ = nullptr, *product_ = nullptr;
};

}  // namespace

template <class T>
void add_metric_tiles(const Model& m, const BasicData<T>& d, BasicProblem<T>& p, Memory& memory) {
  if (m.nflex == 0) return;
  MetricTiles<T>(m, d, memory).append_to(p, memory);
}

#define THEW_INSTANTIATE(T) \
  template void add_metric_tiles(const Model&, const BasicData<T>&, BasicProblem<T>&, Memory&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
