#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew::dynamics {

// The stages of the smooth dynamics one by one, in the order of forward(). What belongs to trees
// that are asleep is up to date, and is left alone.

/// World poses of bodies, inertial frames, joints, geoms, sites from qpos and mocap: both of the
/// following.
template <class T>
void kinematics(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(kinematics)
/// World poses of bodies and joints, of sleeping ones too.
template <class T>
void place_bodies(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(place_bodies)
/// World poses of inertial frames, geoms and sites.
template <class T>
void place_frames(const Model& model, BasicData<T>& data);
/// World poses of cameras and lights; needs com_pos.
template <class T>
void camera_light(const Model& model, BasicData<T>& data);
/// Subtree centres of mass, spatial inertias and motion axes about them.
template <class T>
void com_pos(const Model& model, BasicData<T>& data);
/// Composite inertias and the joint-space inertia M (composite rigid body algorithm, armature of
/// dofs and tendons).
template <class T>
void make_inertia(const Model& model, BasicData<T>& data);
/// Composite inertias and M from them, without tendon armature.
template <class T>
void crba(const Model& model, BasicData<T>& data);
/// M = L' D L: qLD, qLDiagInv.
template <class T>
void factor_inertia(const Model& model, BasicData<T>& data);
/// Spatial velocities of the bodies and time derivatives of the motion axes.
template <class T>
void com_vel(const Model& model, BasicData<T>& data);
/// Velocities and angular momenta of the subtrees.
template <class T>
void subtree_vel(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(subtree_vel)
/// What happens to the entries of trees that sleep: computed as all others, or left as they are.
enum class Asleep { Include, Skip };
/// Recursive Newton-Euler: M qacc + c (with_acceleration) or c alone, into `result` (nv).
template <class T>
void rne(const Model& model, BasicData<T>& data, Workspace<T>& work, bool with_acceleration,
         Asleep asleep, T* result);
THEW_SIMPLE_CALL(rne)
/// What users apply to bodies (xfrc_applied), at the reference points of their trees: cfrc_ext.
template <class T>
void applied_force(const Model& model, BasicData<T>& data);
/// Body accelerations and the forces between bodies, from qacc and cfrc_ext: cacc, cfrc_int.
template <class T>
void rne_post_constraint(const Model& model, BasicData<T>& data);
/// Potential energy (energy[0]) and kinetic energy (energy[1]).
template <class T>
void energy_pos(const Model& model, BasicData<T>& data);
template <class T>
void energy_vel(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(energy_vel)

// Products with M in its tree-sparse form; `vector` and `result` have nv entries and may not
// overlap.
template <class T>
void multiply_inertia(const Model& model, const BasicData<T>& data, T* result, const T* vector);
/// x <- M^-1 x.
template <class T>
void solve_inertia(const Model& model, const BasicData<T>& data, T* x);
/// x <- D^-1/2 L'^-1 x: half of the solve.
template <class T>
void solve_inertia_half(const Model& model, const BasicData<T>& data, T* x);
/// M as a dense symmetric matrix, nv x nv.
template <class T>
void full_inertia(const Model& model, const BasicData<T>& data, T* dense);

// Jacobians of a point fixed to a body: 3 x nv, row-major; either may be nullptr. They need
// com_pos.
template <class T>
void jacobian(const Model& model, const BasicData<T>& data, T* jacp, T* jacr, const T point[3],
              int body);
/// Time derivative of the same; needs com_vel.
template <class T>
void jacobian_dot(const Model& model, const BasicData<T>& data, T* jacp, T* jacr, const T point[3],
                  int body);
template <class T>
void jacobian_subtree_com(const Model& model, const BasicData<T>& data, T* jacp, int body);
/// Adds J' (force, torque) at the point to `result` (nv).
template <class T>
void apply_force(const Model& model, const BasicData<T>& data, const T force[3], const T torque[3],
                 const T point[3], int body, T* result);
/// Adds the generalised force of all xfrc_applied to `result`.
template <class T>
void accumulate_applied(const Model& model, const BasicData<T>& data, T* result);
/// (rotation, translation) velocity or acceleration of an object's frame, in world or local axes.
template <class T>
void object_velocity(const Model& model, const BasicData<T>& data, ObjectType type, int id,
                     T result[6], bool local);
template <class T>
void object_acceleration(const Model& model, const BasicData<T>& data, ObjectType type, int id,
                         T result[6], bool local);

// The configuration manifold.
/// qpos <- qpos (+) qvel dt, of all joints or of those in [first, end).
template <class T>
void integrate_pos(const Model& model, T* qpos, const T* qvel, T dt);
template <class T>
void integrate_pos(const Model& model, int first, int end, T* qpos, const T* qvel, T dt);
/// qvel <- (qpos2 (-) qpos1) / dt.
template <class T>
void differentiate_pos(const Model& model, T* qvel, T dt, const T* qpos1, const T* qpos2);
/// Normalises all quaternions.
template <class T>
void normalize_quaternions(const Model& model, T* qpos);

}  // namespace thew::dynamics
