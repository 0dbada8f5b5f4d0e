#pragma once

#include <string>

#include "json.h"
#include "model_blob.h"
#include "world.h"

namespace thew::viewer {

/// All fields of one element, of the model and of the world (PROTOCOL.md, "properties").
Json properties(const World& world, const Kind& kind, int index);

/// Everything about one contact, or about all of them.
Json contact_json(const World& world, int contact);
Json contacts_json(const World& world);
/// The contact nearest to a point, or -1.
int nearest_contact(const World& world, const double* point);

/// The state as a `<key .../>` of MJCF, every number with all its digits.
std::string key_text(const World& world);

/// What a constraint row belongs to: `contact of floor and foot, row 2`.
std::string row_name(const World& world, int row);

/// What the solver left undone. Its dual method (PGS) leaves rows whose force does not fit their
/// acceleration, J a - aref + R f; the others leave forces out of balance, M a - smooth - J' f.
struct Residual {
  double norm = 0;
  int worst = -1;        ///< row, or dof; -1: nothing is left
  bool of_rows = false;  ///< which of the two
};
Residual residual(const World& world);
/// What the worst row or dof belongs to; "" where there is none.
std::string worst_name(const World& world, const Residual& residual);

}  // namespace thew::viewer
