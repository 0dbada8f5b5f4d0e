#include "constraint/metric_rows.h"

#include <algorithm>

#include "constraint/pack_block.h"
#include "model/coupling.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// Copies `count` values to new memory with room for more.
template <class E>
E* extend(const E* values, std::int64_t count, std::int64_t more, Memory& memory) {
  E* copy = memory.take<E>(count + more);
  if (copy != nullptr) std::copy_n(values, count, copy);
  return copy;
}

// How much memory blocks use.
struct Extent {
  std::int64_t columns = 0, entries = 0;
};
Extent extent_of(std::span<const Block> blocks) {
  Extent e;
  for (const Block& b : blocks) {
    e.columns = std::max<std::int64_t>(e.columns, b.column + b.columns);
    e.entries = std::max<std::int64_t>(e.entries, b.tile + b.tile_size());
  }
  return e;
}

}  // namespace

template <class T>
BasicProblem<T> with_couplings(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                               Memory& memory) {
  int stiff = 0, columns = 0;
  std::int64_t entries = 0;
  for (int i = 0; i < coupling_count(m); ++i) {
    const Coupling<T> c = coupling(m, d, i);
    if (c.scale == 0 || c.count == 0) continue;
    ++stiff;
    columns += c.count;
    entries += packed_size(c.count, 1, m.ngroup);
  }
  if (stiff == 0) return p;
  const Extent used = extent_of(p.blocks);
  const auto blocks = static_cast<std::int64_t>(p.blocks.size());
  BasicProblem<T> q = p;
  Block* block = extend(p.blocks.data(), blocks, stiff, memory);
  int* group = extend(p.group, used.columns, columns, memory);
  T* jacobian = extend(p.jacobian, used.entries, entries, memory);
  T* aref = extend(p.aref, p.bases, stiff, memory);
  T* D = extend(p.D, p.rows, stiff, memory);
  T* R = extend(p.R, p.rows, stiff, memory);
  T* loss = extend(p.loss, p.rows, stiff, memory);
  q.force = extend(p.force, p.rows, stiff, memory);
  q.state = extend(p.state, p.rows, stiff, memory);
  if (memory.full()) return p;
  int at_column = static_cast<int>(used.columns), at_entry = static_cast<int>(used.entries);
  int added = 0;
  for (int i = 0; i < coupling_count(m); ++i) {
    const Coupling<T> c = coupling(m, d, i);
    if (c.scale == 0 || c.count == 0) continue;
    const int row = p.rows + added, base = p.bases + added;
    const int groups = pack_block(m.dof_place.data(), c.column, c.value, c.count, 1,
                                  group + at_column, jacobian + at_entry);
    block[blocks + added++] = {static_cast<int>(ConstraintType::Equality),
                               i,
                               row,
                               1,
                               base,
                               1,
                               at_column,
                               c.count,
                               groups,
                               at_entry};
    D[row] = c.scale * c.scale;
    R[row] = 1 / D[row];
    loss[row] = aref[base] = 0;
    for (int k = 0; k < c.count; ++k) {
      aref[base] = math::fma(c.value[k], p.smooth_acc[c.column[k]], aref[base]);
    }
    at_column += c.count;
    at_entry += block[blocks + added - 1].tile_size();
  }
  q.blocks = {block, static_cast<std::size_t>(blocks + stiff)};
  q.rows += stiff;
  q.bases += stiff;
  q.columns = at_column;
  q.group = group;
  q.jacobian = jacobian;
  q.aref = aref;
  q.D = D;
  q.R = R;
  q.loss = loss;
  return q;
}

template <class T>
void take_back(const BasicProblem<T>& from, const BasicProblem<T>& to) {
  if (from.force == to.force) return;
  std::copy_n(from.force, to.rows, to.force);
  std::copy_n(from.state, to.rows, to.state);
}

#define THEW_INSTANTIATE(T)                                                  \
  template BasicProblem<T> with_couplings(const Model&, const BasicData<T>&, \
                                          const BasicProblem<T>&, Memory&);  \
  template void take_back(const BasicProblem<T>&, const BasicProblem<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
