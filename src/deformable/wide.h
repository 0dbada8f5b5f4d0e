#pragma once

// The walk of one world of double precision through its constraints on positions, compiled for
// AVX-512 (cmake/ThewWideLanes.cmake): the same sources, sixteen constraints at a time, with the
// same bits.

#include <thew/data.h>
#include <thew/workspace.h>

// A source that says this is compiled so, too.
#define THEW_ALSO_WIDE static_assert(true)

namespace thew::deformable {

/// As project_positions does; for processors that have such registers alone.
bool project_positions_wide(const Model& m, BasicData<double>& d, Workspace<double>& w,
                            bool coupled, double* impulse);
/// The same on every processor.
bool project_positions_narrow(const Model& m, BasicData<double>& d, Workspace<double>& w,
                              bool coupled, double* impulse);

}  // namespace thew::deformable
