#pragma once

#include <algorithm>
#include <cstdint>

#include <thew/model.h>

#include "model/pair_signature.h"

namespace thew::collision {

/// Whether two bodies can touch as far as the tree of bodies decides.
class BodyFilter {
 public:
  explicit BodyFilter(const Model& m)
      : m_(m), parents_(!has(m.opt.disableflags, DisableBit::Filterparent)) {}

  bool pass(int a, int b) const {
    const int weld_a = m_.body_weldid[a], weld_b = m_.body_weldid[b];
    if (weld_a == weld_b) return false;
    if (weld_a == 0 || weld_b == 0) {
      // Nothing is filtered against the world but what cannot move.
      if (m_.body_dofnum[weld_a + weld_b] == 0) return false;
    } else {
      if (parents_ && (weld_a == parent(weld_b) || weld_b == parent(weld_a))) return false;
      if (m_.body_dofnum[weld_a] == 0 && m_.body_dofnum[weld_b] == 0) return false;
    }
    return m_.nexclude == 0 || !excluded(std::min(a, b), std::max(a, b));
  }

 private:
  int parent(int weld) const { return m_.body_weldid[m_.body_parentid[weld]]; }

  bool excluded(int a, int b) const {
    const auto less = [](std::int32_t x, std::int32_t y) {
      return model::pair_signature(x) < model::pair_signature(y);
    };
    const auto signature = static_cast<std::int32_t>(model::pair_signature(a, b));
    return std::binary_search(m_.exclude_signature.begin(), m_.exclude_signature.end(), signature,
                              less);
  }

  const Model& m_;
  bool parents_;
};

}  // namespace thew::collision
