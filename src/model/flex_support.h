#pragma once

#include <thew/model.h>

namespace thew::model {

/// Throws Error where a flex of the model has a part that is compiled but not simulated; it names
/// both. Whoever simulates has a Data, and each Data asks here.
void refuse_unsupported_flexes(const Model& m);

/// The same for worlds in lanes, which have no flexes.
void refuse_flexes_in_lanes(const Model& m);

/// Whether the options, which may be written at any time, let the flexes of a model step. No Data
/// is made where they do not.
bool options_take_flexes(const Model& m);

/// Whether a flex is elastic by forces, and not by constraints on positions.
bool is_elastic(const Model& m, int flex);

/// Whether constraints on positions (xpbd) hold a flex in shape.
bool is_projected(const Model& m, int flex);

/// What about a flex the integrator of the model cannot take, as with MuJoCo, or null.
const char* integrator_conflict(const Model& m, int flex);

}  // namespace thew::model
