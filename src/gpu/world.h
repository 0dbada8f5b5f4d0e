#pragma once

// A world as kernels see it while they work on it.

#include "gpu/memory.h"
#include "gpu/team.h"
#include "math/quat.h"
#include "math/spatial.h"

namespace thew::gpu {

template <class T, class Memory>
struct World {
  using Real = T;
  const DeviceModel<T>& m;
  const DeviceWorlds<T>& rows;
  const std::uint32_t number;
  Memory s;

  THEW_STAGE World(const DeviceModel<T>& model, const DeviceWorlds<T>& worlds, std::uint32_t world,
                   T* memory)
      : m(model), rows(worlds), number(world) {
    s.lay_out(m, m.tables, memory);
  }

  /// This world's numbers of a field of the model.
  THEW_STAGE const T* own(const Own<T>& field) const { return field.of(number); }
  THEW_STAGE T own(const Own<T>& field, int i) const { return field.of(number)[i]; }
  THEW_STAGE math::Vec3<T> own3(const Own<T>& field, int i) const {
    return math::load3(field.of(number) + 3 * i);
  }
  THEW_STAGE math::Quat<T> own4(const Own<T>& field, int i) const {
    return math::load4(field.of(number) + 4 * i);
  }
  /// This world's row of a table.
  template <class E>
  THEW_STAGE E* row(const Rows<E>& table) const {
    return table.of(number);
  }
  /// Keeps numbers where somebody wants them.
  template <class V>
  THEW_STAGE void keep(const Rows<T>& table, int place, const V& value) const {
    if (table) store(table.of(number) + place, value);
  }
  THEW_STAGE void keep(const Rows<T>& table, int place, const T& value) const {
    if (table) table.of(number)[place] = value;
  }
};

template <class T>
using SmoothWorld = World<T, SmoothMemory<T>>;

/// Whether a body's only joint is free: its first three dofs translate along the axes of the world.
template <class T>
THEW_STAGE bool has_free_joint(const DeviceModel<T>& m, int body) {
  return m.body_parentid[body] == 0 && m.body_jntnum[body] > 0 &&
         m.jnt_type[m.body_jntadr[body]] == static_cast<int>(JointType::Free);
}

/// Entry (i, j) of the sum of J' scale J over all tendons.
template <class W, class T>
THEW_STAGE T along_tendons(const W& w, const T* scale, int i, int j) {
  const auto& m = w.m;
  const T* jacobian = w.row(w.rows.ten_J);
  T sum = T(0);
  THEW_ROLLED
  for (int t = 0; t < m.ntendon; ++t) {
    if (scale[t] == T(0)) continue;
    T one = T(0), other = T(0);
    THEW_ROLLED
    for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e) {
      if (m.ten_J_colind[e] == i) one = jacobian[e];
      if (m.ten_J_colind[e] == j) other = jacobian[e];
    }
    sum = fma(scale[t] * one, other, sum);
  }
  return sum;
}

/// Calls turn(body) for all bodies but the world, parents before children.
template <class Team, class T, class Turn>
THEW_STAGE void each_outwards(const Team& team, const DeviceModel<T>& m, Turn turn) {
  THEW_ROLLED
  for (int level = 0; level < m.tables.nlevel; ++level) {
    team.each(m.tables.level_adr[level], m.tables.level_adr[level + 1],
              [&](int k) { turn(m.tables.level_body[k]); });
  }
}

/// Adds the rows of its children, last first, to that of every body but the world: sums over
/// subtrees. load(row) reads one, of so many numbers.
template <int columns, class Team, class T, class Load>
THEW_STAGE void sum_subtrees(const Team& team, const DeviceModel<T>& m, T* table, Load load) {
  const auto& t = m.tables;
  THEW_ROLLED
  for (int level = t.nlevel - 2; level >= 0; --level) {
    team.each(t.level_adr[level], t.level_adr[level + 1], [&](int k) {
      const int body = t.level_body[k], first = t.child_adr[body], end = t.child_adr[body + 1];
      if (first == end) return;
      auto sum = load(table + columns * body);
      THEW_ROLLED
      for (int c = first; c < end; ++c) sum = sum + load(table + columns * t.child[c]);
      store(table + columns * body, sum);
    });
  }
}

}  // namespace thew::gpu
