#pragma once

// Rows of each kind at fixed accelerations: what add_constraints() adds to r.

#include <vector>

#include <thew/workspace.h>

#include "derivative/contact_motion.h"
#include "derivative/reaction.h"
#include "derivative/rne.h"

namespace thew::derivative {

/// Limits, dry friction and equalities of joints and tendons.
void add_scalar_row(const Model& m, const Data& d, const Block& block, double smoothing, Matrix& r);

/// Connects, welds and distances, from the motions of bodies at the velocities and accelerations of
/// the state.
void add_joining_rows(const Model& m, const Data& d, const Block& block, const Motions& motions,
                      Matrix& r);

/// One contact, from what velocities and accelerations do to bodies; adds its force to `wrench`,
/// from which add_axis_change() has the rest.
void add_contact_rows(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                      const ContactMotion& motion, const Velocities& a, const Velocities& v,
                      double smoothing, std::vector<Force>& wrench, Matrix& r);

}  // namespace thew::derivative
