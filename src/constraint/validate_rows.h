#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew::constraint {

/// Throws Error unless the blocks of rows that came with a Data are such as assemble() makes from
/// its contacts; then finds their islands anew.
void validate_rows(const Model& model, Data& data);

}  // namespace thew::constraint
