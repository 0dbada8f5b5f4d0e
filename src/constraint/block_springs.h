#pragma once

// The springs and dampers of blocks: of one, or of four of a kind side by side in one register,
// where one world has rows. Each is a chain of divisions that waits for itself alone. Every entry
// has the bits that it has alone.

#include "constraint/softness.h"
#include "constraint/solver/tile.h"
#include "model/integrator.h"

namespace thew::constraint {

/// One world's numbers of four blocks.
inline constexpr int kFourBlocks = tile::kSide;
template <class T>
using OfFourBlocks = math::Wide<T, kFourBlocks>;

/// value(block) of four blocks.
template <class T, class Value>
THEW_INLINE OfFourBlocks<T> of_four_blocks(const Block* four, const Value& value) {
  OfFourBlocks<T> x;
  for (int k = 0; k < kFourBlocks; ++k) x.set(k, value(four[k]));
  return x;
}

/// Whether four blocks have numbers from the same tables and a violation each.
inline bool are_alike(const Block* four) {
  if (four->kind() == ConstraintType::Equality) return false;
  for (int k = 1; k < kFourBlocks; ++k) {
    if (four[k].type != four->type) return false;
  }
  return true;
}

template <class X>
struct Springs {
  X kbip[4];  ///< as efc_KBIP has them
  X sliding;  ///< damping of the sliding rows of a cone
  X soft;     ///< what R is in units of the inverse inertia
};

/// The springs of blocks of the kind of `block`, from their numbers and violations. Under the
/// discrete integrator they act at the end of the step.
template <class X>
THEW_INLINE Springs<X> springs_of(const Model& m, const Block& block, element::Softness<X> s,
                                  const X& violation) {
  const bool safe = !has(m.opt.disableflags, DisableBit::Refsafe), discrete = is_discrete(m);
  const double least = safe && !discrete ? 2 * m.opt.timestep : 0;
  element::make_safe(s, static_cast<math::Scalar<X>>(least));
  Springs<X> springs;
  X* kbip = springs.kbip;
  element::spring_of(s, violation, kbip);
  if (block.is_dry()) kbip[0] = X(0);
  const bool one_sided = block.type >= static_cast<int>(ConstraintType::LimitJoint);
  const X h(math::Scalar<X>(m.opt.timestep));
  if (discrete && safe && one_sided) element::make_resolvable(s, h, kbip);
  springs.sliding = block.is_cone() ? element::sliding_damping(s) : X(0);
  springs.soft = discrete ? element::softness_at_end(h, kbip) : element::softness(kbip);
  return springs;
}

/// KBIP and regularisation of a block's rows: all have those of the first one, but for the sliding
/// ones of a cone. `kbip` are four numbers side by side.
template <class T, class Row>
THEW_INLINE void keep_springs(BasicData<T>& d, const Block& block, const Row& kbip,
                              const T& sliding, const T& soft) {
  for (int k = 0; k < block.rows; ++k) kbip.store(d.efc_KBIP.row(block.row + k));
  if (block.is_cone()) {
    for (int k = 1; k < block.rows; ++k) {
      d.efc_KBIP.row(block.row + k)[0] = T(0);
      d.efc_KBIP.row(block.row + k)[1] = sliding;
    }
  }
  T* r = d.efc_R.data() + block.row;
  const T* inertia = d.efc_diagA.data() + block.row;
  for (int k = 0; k < (block.is_pyramid() || block.is_cone() ? 1 : block.rows); ++k) {
    r[k] = max(T(kMinVal), soft * inertia[k]);
  }
}

/// Finds and keeps the springs of a block.
template <class T>
THEW_INLINE void soften_block(const Model& m, BasicData<T>& d, const Block& block) {
  const Springs<T> s = springs_of(m, block, given_softness(m, d, block), violation(d, block));
  tile::Row<T> kbip;  // not in memory yet: four numbers just stored are slow to read as a row
  for (int i = 0; i < 4; ++i) kbip.set(i, s.kbip[i]);
  keep_springs(d, block, kbip, s.sliding, s.soft);
}

/// The same for four blocks that are alike, of one world.
template <class T>
void soften_four_blocks(const Model& m, BasicData<T>& d, const Block* four) {
  using X = OfFourBlocks<T>;
  const auto of = [&](const auto& value) THEW_INLINE_LAMBDA {
    return of_four_blocks<T>(four, [&](const Block& block) { return value(block.id); });
  };
  const auto violations =
      of_four_blocks<T>(four, [&](const Block& block) { return violation(d, block); });
  Springs<X> s = springs_of(m, *four, given_softness<X>(m, d, four->kind(), of), violations);
  tile::transpose(s.kbip);
  for (int k = 0; k < kFourBlocks; ++k) {
    keep_springs(d, four[k], s.kbip[k], s.sliding[k], s.soft[k]);
  }
}

/// The first of these blocks, or the first four; returns how many.
template <class T>
THEW_INLINE int soften_next(const Model& m, BasicData<T>& d, const Block* block, const Block* end) {
  if constexpr (math::lanes_v<T> == 1) {
    if (end - block >= kFourBlocks && are_alike(block)) {
      soften_four_blocks(m, d, block);
      return kFourBlocks;
    }
  }
  soften_block(m, d, *block);
  return 1;
}

}  // namespace thew::constraint
