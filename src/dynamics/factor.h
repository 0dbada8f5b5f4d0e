#pragma once

#include <algorithm>

#include <thew/data.h>

#include "math/tree_ldl.h"
#include "model/awake.h"
#include "model/warning.h"

namespace thew::dynamics {

/// The sparsity of M, and of everything that has it.
inline math::TreeRows inertia_rows(const Model& m) {
  return {static_cast<int>(m.nv), m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data(), 1,
          m.dof_run.data()};
}

/// A union of whole trees: dofs [first, end), and whether all their rows of M are diagonal.
struct DofRange {
  int first, end;
  bool diagonal;
};

/// Calls visit(range) for the diagonal blocks of M that are independent of one another: trees, or
/// many of them in a row whose rows are diagonal. Those that sleep can be left out.
template <class T, class Visit>
THEW_INLINE void each_range(const Model& m, const BasicData<T>& d, bool all, Visit visit) {
  const bool some_asleep = !all && sleep::some_asleep(m, d);
  for (int first = 0, end; first < m.nv; first = end) {
    const int tree = m.dof_treeid[first], tree_end = m.tree_dofadr[tree] + m.tree_dofnum[tree];
    const int diagonal_end = first + m.dof_simplenum[first];
    end = diagonal_end == first ? tree_end
          : some_asleep         ? std::min(diagonal_end, tree_end)
                                : diagonal_end;
    if (some_asleep && sleep::is_tree_asleep(d, tree)) continue;
    visit(DofRange{first, end, end <= diagonal_end || end == first + 1});
  }
}

/// Factors a range of a matrix with the sparsity of M in place; pivots that are not positive are
/// raised and flagged.
template <class T>
void factor_range(const Model& m, BasicData<T>& d, const DofRange& range, T* matrix, T* inverse) {
  const int first = range.first, count = range.end - first;
  const T floor = T(kMinVal);
  const auto clamped =
      range.diagonal
          ? math::factor_diagonal(count, matrix + m.M_rowadr[first], inverse + first, floor)
          : math::factor(inertia_rows(m), first, range.end, matrix, inverse, floor);
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
}

/// Copies the range from one matrix with the sparsity of M to another.
template <class T>
void copy_range(const Model& m, const DofRange& range, const T* from, T* to) {
  const int begin = m.M_rowadr[range.first], last = range.end - 1;
  std::copy(from + begin, from + m.M_rowadr[last] + m.M_rownnz[last], to + begin);
}

/// x <- A^-1 x for the range of a matrix that was factored so.
template <class T>
void solve_range(const Model& m, const DofRange& range, const T* factor, const T* inverse, T* x) {
  if (!range.diagonal)
    return math::solve(inertia_rows(m), range.first, range.end, factor, inverse, x);
  for (int i = range.first; i < range.end; ++i) x[i] = x[i] * inverse[i];
}

/// x <- A^-1 f in the trees that are awake.
template <class T>
void solve_awake(const Model& m, const BasicData<T>& d, const T* factor, const T* inverse,
                 const T* f, T* x) {
  each_range(m, d, false, [&](const DofRange& range) {
    std::copy(f + range.first, f + range.end, x + range.first);
    solve_range(m, range, factor, inverse, x);
  });
}

}  // namespace thew::dynamics
