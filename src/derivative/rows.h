#pragma once

// Rows of each kind at fixed accelerations: what add_constraints() adds to r.

#include <vector>

#include <thew/workspace.h>

#include "derivative/contact_motion.h"
#include "derivative/reaction.h"
#include "derivative/rne.h"

namespace thew::derivative {

/// Limits, dry friction and equalities of joints and tendons.
void add_scalar_row(const Model& m, const Data& d, const Block& block, double smoothing,
                    const Sum& r);

/// Adds how the force of such a row changes: at fixed accelerations to columns of all inputs, and
/// with accelerations.
void add_scalar_force(const Model& m, const Data& d, const Block& block, double smoothing,
                      double* columns, double* by_acceleration);

/// Connects, welds and distances, from the motions of bodies at the velocities and accelerations of
/// the state, and at its velocities alone.
void add_joining_rows(const Model& m, const Data& d, const Block& block, const Motions& motions,
                      const Motions& coasting, const Sum& r);

/// One contact, from what velocities and accelerations do to bodies; adds its force to `wrench`,
/// from which add_axis_change() has the rest.
void add_contact_rows(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                      const ContactMotion& motion, const Velocities& a, const Velocities& v,
                      double smoothing, std::vector<Force>& wrench, const Sum& r);

/// What one dof does to a contact.
struct ContactColumn {
  int dof;
  PointChange at;              ///< distance, point and normal, by its position
  double frame[9];             ///< axes of the frame
  double by_position[6] = {};  ///< of the force along them, with torques
  double by_velocity[6] = {};
  double by_acceleration[6] = {};
  double speed[6] = {}, speed_by_velocity[6] = {};  ///< of the second body against the first
};
struct ContactColumns {
  math::Vec3<double> point;
  double force[6] = {};  ///< along the frame, with what sticks
  std::vector<ContactColumn> dofs;
};
ContactColumns contact_columns(const Model& m, const Data& d, Workspace<double>& w,
                               const Block& block, const ContactMotion& motion, const Velocities& a,
                               const Velocities& v, double smoothing);

/// These add scale d(J y)/dq of a row to the columns of positions, with y as it is. Of one contact
/// it is that of a weighted sum of its base rows.
void add_scalar_product(const Model& m, const Data& d, const Block& block, const double* y,
                        double scale, double* columns);
void add_joining_product(const Model& m, const Data& d, const Block& block, int row,
                         const Motions& of_y, double scale, double* columns);
void add_contact_product(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                         const ContactMotion& motion, const Velocities& of_y, const double* weight,
                         double scale, double* columns);

}  // namespace thew::derivative
