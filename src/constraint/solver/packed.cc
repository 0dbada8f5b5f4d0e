#include "constraint/solver/packed.h"

#include <algorithm>

#include "constraint/solver/order.h"

namespace thew::constraint {

using tile::kSide, tile::kSize, tile::Row;

Packed::Packed(const Problem& p, Memory& memory)
    : p_(p),
      place_(memory.take<int>(p.dofs)),
      groups_(memory.full() ? 0 : order_dofs(p, kSide, memory, place_)),
      mass_pattern_(groups_, memory) {
  if (groups_ == 0) memory.set_full();
  if (memory.full()) return;
  pack_mass(memory);
  if (!memory.full()) pack_jacobian(memory);
}

// The groups of a dof's ancestors; a group may get more of them than all its dofs have.
void Packed::find_mass_tiles() {
  const math::TreeRows& tree = p_.tree;
  for (int g = 0; g < groups_; ++g) mass_pattern_.add(g, g);
  for (int i = 0; i < p_.dofs; ++i) {
    if (tree.ancestors(i) == 0) continue;
    const int parent = tree.column[tree.start[i] + tree.ancestors(i) - 1];
    mass_pattern_.inherit(tile::group_of(place_[i]), tile::group_of(place_[parent]));
  }
}

// Four rows at a time are spread over all columns, then cut into tiles.
void Packed::pack_mass(Memory& memory) {
  const math::TreeRows& tree = p_.tree;
  find_mass_tiles();
  mass_ = memory.take<double>(std::int64_t{mass_pattern_.number()} * kSize);
  Memory work = memory;
  int* dof_at = work.take<int>(size());
  double* rows = work.take<double>(std::int64_t{kSide} * size());
  if (work.full()) return memory.set_full();
  std::fill_n(dof_at, size(), -1);
  for (int i = 0; i < p_.dofs; ++i) dof_at[place_[i]] = i;
  std::fill_n(rows, kSide * size(), 0.0);
  double* entries = mass_;
  for (int g = 0; g < groups_; ++g) {
    for (int k = 0; k < kSide; ++k) {
      const int at = kSide * g + k;
      double* row = rows + k * size();
      if (dof_at[at] < 0) {  // only fills up the group
        row[at] = 1;
        continue;
      }
      const int start = tree.start[dof_at[at]], count = tree.ancestors(dof_at[at]) + 1;
      for (int e = start; e < start + count; ++e) row[place_[tree.column[e]]] = p_.mass[e];
    }
    for (int k = 1; k < kSide; ++k) {
      for (int l = 0; l < k; ++l) {
        rows[k * size() + kSide * g + l] = rows[l * size() + kSide * g + k];
      }
    }
    mass_pattern_.each_column(g, [&](int j) THEW_INLINE_LAMBDA {
      for (int k = 0; k < kSide; ++k, entries += kSide) {
        double* part = rows + k * size() + kSide * j;
        Row::load(part).store(entries);
        Row(0.0).store(part);
      }
    });
  }
}

void Packed::pack_jacobian(Memory& memory) {
  std::int64_t columns = 0, entries = 0;
  for (const Block& block : p_.blocks) {
    columns += block.columns;
    entries += std::int64_t{block.bases} * std::min(block.columns, groups_) *
               (block.columns == 1 ? 1 : kSide);
  }
  blocks_ = memory.take<PackedBlock>(static_cast<std::int64_t>(p_.blocks.size()));
  group_ = memory.take<int>(columns);
  double* next = memory.take<double>(entries);
  if (memory.full()) return;

  int used = 0;
  PackedBlock* packed = blocks_;
  for (const Block& block : p_.blocks) {
    const int* column = p_.column + block.column;
    const double* base = p_.jacobian + block.jacobian;
    const int bases = block.bases;
    if (block.columns == 1) {
      *packed++ = {place_[column[0]], 0, bases, next};
      std::copy_n(base, bases, next);
      next += bases;
      continue;
    }
    const int first = used;
    double* const jacobian = next;
    // Columns of one tree have falling places; those of several come tree by tree.
    for (int i = block.columns, last = -1; i-- > 0;) {
      const int at = place_[column[i]];
      if (at / kSide != last) {
        last = at / kSide;
        const auto found = std::find(group_ + first, group_ + used, last);
        next = jacobian + (found - (group_ + first)) * kSide * bases;
        if (found == group_ + used) {
          group_[used++] = last;
          std::fill_n(next, kSide * bases, 0.0);
        }
      }
      for (int k = 0; k < bases; ++k) next[kSide * k + at % kSide] = base[k * block.columns + i];
    }
    *packed++ = {first, used - first, bases, jacobian};
    next = jacobian + (used - first) * kSide * bases;
  }
}

void Packed::gather(const double* from, double* to) const {
  std::fill_n(to, size(), 0.0);
  for (int i = 0; i < p_.dofs; ++i) to[place_[i]] = from[i];
}

void Packed::scatter(const double* from, double* to) const {
  for (int i = 0; i < p_.dofs; ++i) to[i] = from[place_[i]];
}

void Packed::multiply_mass(const double* x, double* y) const {
  std::fill_n(y, size(), 0.0);
  const double* entries = mass_;
  for (int i = 0; i < groups_; ++i) {
    const double* own = x + kSide * i;
    Row sum[kSide];
    for (Row& s : sum) s = Row(0.0);
    mass_pattern_.each_column(i, [&](int j) THEW_INLINE_LAMBDA {
      const Row other = Row::load(x + kSide * j);
      for (int k = 0; k < kSide; ++k) sum[k] = fma(Row::load(entries + kSide * k), other, sum[k]);
      if (j > i) tile::add_transposed(entries, own, y + kSide * j);
      entries += kSize;
    });
    (Row::load(y + kSide * i) + tile::sums(sum[0], sum[1], sum[2], sum[3])).store(y + kSide * i);
  }
}

void Packed::multiply_jacobian(const double* x, double* y) const {
  const PackedBlock* packed = blocks_;
  for (const Block& block : p_.blocks) {
    const PackedBlock& b = *packed++;
    double* out = y + block.base;
    if (b.groups == 0) {
      for (int k = 0; k < b.bases; ++k) out[k] = b.jacobian[k] * x[b.group];
      continue;
    }
    with_bases(b.bases, [&](auto bases) THEW_INLINE_LAMBDA {
      Row sum[bases];
      for (Row& s : sum) s = Row(0.0);
      const double* j = b.jacobian;
      for (int g = 0; g < b.groups; ++g) {
        const Row part = Row::load(x + kSide * group_[b.group + g]);
        for (int k = 0; k < bases; ++k, j += kSide) sum[k] = fma(Row::load(j), part, sum[k]);
      }
      for (int k = 0; k < bases; ++k) out[k] = tile::sum(sum[k]);
    });
  }
}

void Packed::subtract_force(const PackedBlock& b, const double* force, double* y) const {
  if (b.groups == 0) {
    for (int k = 0; k < b.bases; ++k) {
      y[b.group] = math::fma(-b.jacobian[k], force[k], y[b.group]);
    }
    return;
  }
  with_bases(b.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    const double* j = b.jacobian;
    for (int g = 0; g < b.groups; ++g) {
      double* part = y + kSide * group_[b.group + g];
      Row sum = Row::load(part);
      for (int k = 0; k < bases; ++k, j += kSide) sum = fma(Row(-force[k]), Row::load(j), sum);
      sum.store(part);
    }
  });
}

}  // namespace thew::constraint
