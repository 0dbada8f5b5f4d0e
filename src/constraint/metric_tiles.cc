#include "constraint/metric_tiles.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/shared_dofs.h"
#include "constraint/solver/pattern.h"
#include "constraint/stretch_tiles.h"
#include "deformable/rod_terms.h"
#include "deformable/tangent.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using deformable::FlexView;
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
      : m_(m),
        d_(d),
        pattern_(static_cast<int>(m.ngroup), memory),
        group_(memory.take<int>(m.nbody)) {
    const double h = m.opt.timestep;
    if (!has(m.opt.disableflags, DisableBit::Spring)) spring_ = T(h * h);
    if (!has(m.opt.disableflags, DisableBit::Damper)) damper_ = T(h);
  }

  void append_to(BasicProblem<T>& p, Memory& memory) {
    if (memory.full()) return;
    find_groups();
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
  static constexpr int kFixed = -1, kCarried = -2;  // in place of a group

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
  void find_groups() {
    for (int b = 0; b < m_.nbody; ++b) {
      group_[b] = is_fixed(m_, b) ? kFixed : is_point(b) ? group_of(m_.body_dofadr[b]) : kCarried;
    }
  }
  // The groups of some bodies; false where one is carried by another.
  bool find_groups(const int* body, int count, int* group) const {
    for (int i = 0; i < count; ++i) {
      group[i] = group_[body[i]];
      if (group[i] == kCarried) return false;
    }
    return true;
  }

  template <class Visit>
  static void each_pair(const int* group, int count, Visit visit) {
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        if (group[j] >= 0 && group[j] <= group[i]) visit(i, j);
      }
    }
  }

  // Of a flex, which bodies its elements have.
  struct Connect {
    void hinges(int f) {
      const FlexView flex(tiles.m_, f);
      deformable::detail::each_hinge(
          tiles.m_, f, [&](const int* corner, const double*) { connect(flex, corner, 4); });
    }
    template <int dim>
    void stretched(int f) {
      const FlexView flex(tiles.m_, f);
      for (int e = 0; e < tiles.m_.flex_elemnum[f]; ++e) connect(flex, flex.element(e), dim + 1);
    }
    void patches(int f) {
      tangent.only_bodies = true;
      deformable::detail::each_patch(tiles.m_, tiles.d_, f, tangent,
                                     [&](const Tangent<T>& t) { tiles.connect(t.body, t.count); });
    }
    void connect(const FlexView& flex, const int* corner, int count) {
      int body[4];
      for (int i = 0; i < count; ++i) body[i] = flex.body(corner[i]);
      tiles.connect(body, count);
    }
    MetricTiles& tiles;
    Tangent<T> tangent;
  };

  void find_pattern() {
    deformable::each_elastic_part(m_, d_, Connect{*this, {}});
    deformable::each_rod_element(m_, d_, deformable::RodPart::Bodies, [&](const RodElement<T>& e) {
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
    int group[element::kCellNodes];
    if (!find_groups(body, count, group)) return connect_dofs(body, count);
    each_pair(group, count, [&](int i, int j) { pattern_.add(group[i], group[j]); });
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

  // Adds the stiffness of the elements of a flex.
  struct Fill {
    void hinges(int f) {
      const FlexView flex(tiles.m_, f);
      const T scale = tiles.scale_of(f);
      deformable::detail::each_hinge(tiles.m_, f, [&](const int* corner, const double* hinge) {
        int group[4];
        if (!place(flex, corner, 4, group)) {
          element::add_hinge_tangent(hinge, tangent.matrix);
          return tiles.add(tangent, scale);
        }
        each_pair(group, 4, [&](int i, int j) {
          T* to = tiles.at(group[i], group[j]);
          const T weight = scale * T(hinge[4 * i + j]);
          for (int k = 0; k < 3; ++k, to += kSide + 1) *to = *to + weight;
        });
      });
    }

    template <int dim>
    void stretched(int f) {
      const FlexView flex(tiles.m_, f);
      const T scale = tiles.scale_of(f);
      deformable::detail::each_stretched<dim>(tiles.m_, tiles.d_, f, [&](const auto& s) {
        int group[dim + 1];
        if (!place(flex, s.corner, dim + 1, group)) {
          element::add_stretch_tangent<dim>(tangent.x, s.change, s.stiffness, tangent.matrix);
          return tiles.add(tangent, scale);
        }
        math::Vec3<T> x[dim + 1];
        for (int i = 0; i <= dim; ++i) x[i] = vertex_at(tiles.d_, flex, s.corner[i]);
        const StretchTiles<dim, T> stiffness(x, s.change, s.stiffness, scale);
        each_pair(group, dim + 1,
                  [&](int i, int j) { stiffness.add(i, j, tiles.at(group[i], group[j])); });
      });
    }

    void patches(int f) {
      deformable::detail::each_patch(tiles.m_, tiles.d_, f, tangent, [&](const Tangent<T>& t) {
        tiles.add(t, math::fma(tiles.damper_, t.damping, tiles.spring_));
      });
    }

    // The groups of some corners; false where the element is to be added as a matrix over points.
    bool place(const FlexView& flex, const int* corner, int count, int* group) {
      int body[4];
      for (int i = 0; i < count; ++i) body[i] = flex.body(corner[i]);
      if (tiles.find_groups(body, count, group)) return true;
      tangent.start(count, T(0));
      for (int i = 0; i < count; ++i) {
        tangent.body[i] = body[i];
        tangent.x[i] = vertex_at(tiles.d_, flex, corner[i]);
      }
      return false;
    }

    MetricTiles& tiles;
    Tangent<T> tangent;
  };

  void fill() {
    deformable::each_elastic_part(m_, d_, Fill{*this, {}});
    deformable::each_rod_element(m_, d_, deformable::RodPart::All,
                                 [&](const RodElement<T>& e) { add_rod(e); });
  }
  T scale_of(int f) const { return math::fma(damper_, T(m_.flex_damping[f]), spring_); }
  T* at(int row, int column) const {
    return tile_ + std::int64_t{pattern_.find(row, column)} * kSize;
  }

  void add(const Tangent<T>& t, const T& scale) { add(t.body, t.x, t.count, t.matrix, scale); }
  void add(const int* body, const math::Vec3<T>* x, int count, const T* matrix, const T& scale) {
    int group[element::kCellNodes];
    if (!find_groups(body, count, group)) return add_dofs(body, x, count, matrix, scale);
    each_pair(group, count, [&](int i, int j) {
      T* to = at(group[i], group[j]);
      const T* from = matrix + 3 * (3 * count * i + j);
      for (int k = 0; k < 3; ++k, to += kSide, from += 3 * count) {
        for (int l = 0; l < 3; ++l) to[l] = math::fma(scale, from[l], to[l]);
      }
    });
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
    T* to = at(tile::group_of(row), tile::group_of(column));
    to[kSide * tile::within(row) + tile::within(column)] += value;
    if (tile::group_of(row) != tile::group_of(column) || row == column) return;
    to[kSide * tile::within(column) + tile::within(row)] += value;
  }

  // A bend of a rod: terms over its points, and over the hinges of its segments.
  void add_rod(const RodElement<T>& e) {
    using Terms = element::RodTerms<T>;
    T weight[Terms::kMost];
    for (int t = 0; t < e.terms.terms; ++t) {
      weight[t] = math::max(e.weight(t, spring_, damper_), T(0));
    }
    int group[Terms::kPoints];
    if (find_groups(e.body, e.count, group)) {
      add_terms(e.terms, weight, group, e.count);
    } else {
      const int size = 3 * e.count;
      T matrix[9 * Terms::kPoints * Terms::kPoints] = {};
      for (int t = 0; t < e.terms.terms; ++t) {
        const T* row = e.terms.row[t];
        for (int i = 0; i < size; ++i) {
          const T own = weight[t] * row[i];
          for (int j = 0; j < size; ++j) {
            matrix[i * size + j] = math::fma(own, row[j], matrix[i * size + j]);
          }
        }
      }
      add_dofs(e.body, e.x, e.count, matrix, T(1));
    }
    add_hinges(e);
  }

  // The same where points have groups of their own, a row of a tile at a time.
  void add_terms(const element::RodTerms<T>& terms, const T* weight, const int* group, int count) {
    using Row = tile::Row<T>;
    constexpr int kMost = element::RodTerms<T>::kMost, kPoints = element::RodTerms<T>::kPoints;
    Row part[kMost][kPoints];
    const T* row[kMost];
    int used = 0;
    for (int t = 0; t < terms.terms; ++t) {
      if (weight[t] == T(0)) continue;
      Row three(weight[t]);
      three.set(kSide - 1, T(0));
      row[used] = terms.row[t];
      for (int i = 0; i < count; ++i) part[used][i] = three * Row::load(row[used] + 3 * i);
      ++used;
    }
    each_pair(group, count, [&](int i, int j) {
      T* to = at(group[i], group[j]);
      Row sum[3];
      for (int k = 0; k < 3; ++k) sum[k] = Row::load(to + kSide * k);
      for (int t = 0; t < used; ++t) {
        const T* own = row[t] + 3 * i;
        for (int k = 0; k < 3; ++k) sum[k] = fma(Row(own[k]), part[t][j], sum[k]);
      }
      for (int k = 0; k < 3; ++k) sum[k].store(to + kSide * k);
    });
  }

  void add_hinges(const RodElement<T>& e) {
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
  int* group_;  // of bodies
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
