#pragma once

// Which bodies hang on which.

#include <thew/model.h>

namespace thew {

/// Whether `body` is `top` or hangs on it: numbers of bodies grow outwards.
inline bool is_in_subtree(const Model& m, int body, int top) {
  while (body > top) body = m.body_parentid[body];
  return body == top;
}

}  // namespace thew
