#pragma once

// Where the parameters of Hill muscles stand in gainprm and dynprm.

namespace thew {

namespace hill_gain {
inline constexpr int kForce = 0;      ///< greatest isometric force [N]
inline constexpr int kFibre = 1;      ///< optimal fibre length [m]
inline constexpr int kSlack = 2;      ///< slack length of the tendon [m]
inline constexpr int kPennation = 3;  ///< at the optimal length [rad]
inline constexpr int kVmax = 4;       ///< shortening velocity without force [optimal lengths / s]
inline constexpr int kDamping = 5;    ///< of the fibre, relative to force and velocity
inline constexpr int kStrain = 6;     ///< of the tendon under the greatest isometric force
inline constexpr int kPlateau = 7;    ///< force at high lengthening velocities
inline constexpr int kOffset = 8;     ///< length of the muscle where the actuator's length is 0 [m]
inline constexpr int kRigid = 9;      ///< 1 for a tendon that does not stretch
}  // namespace hill_gain

namespace hill_dyn {
inline constexpr int kRise = 0, kFall = 1;  ///< time constants of the activation [s]
inline constexpr int kSmooth = 2;           ///< width of the change from one to the other
inline constexpr int kFloor = 3;            ///< least activation
inline constexpr int kRest = 4;             ///< state of the fibre at qpos0, in equilibrium at rest
}  // namespace hill_dyn

}  // namespace thew
