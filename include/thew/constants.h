#pragma once

namespace thew {

// Dimensions that are the same in every model.
inline constexpr int kNREF = 2;       ///< solver reference parameters
inline constexpr int kNIMP = 5;       ///< solver impedance parameters
inline constexpr int kNPOLY = 2;      ///< polynomial coefficients beyond the linear one
inline constexpr int kNEQDATA = 12;   ///< numbers of an equality
inline constexpr int kNDYN = 10;      ///< parameters of actuator dynamics
inline constexpr int kNGAIN = 10;     ///< parameters of an actuator's gain
inline constexpr int kNBIAS = 10;     ///< parameters of an actuator's bias
inline constexpr int kNFLUID = 12;    ///< fluid parameters of a geom
inline constexpr int kNSENS = 3;      ///< integer parameters of a sensor
inline constexpr int kNTEXROLE = 10;  ///< textures of a material, by role
inline constexpr int kNISLAND = 20;   ///< islands with solver statistics
inline constexpr int kNSOLVER = 200;  ///< iterations of an island with solver statistics
inline constexpr int kNWARM = 12;  ///< numbers of a contact that the classic formulation remembers
inline constexpr int kNWARNING = 7;
inline constexpr int kNTIMER = 15;

inline constexpr double kMinVal = 1e-15;  ///< smallest divisor
inline constexpr double kMaxVal = 1e10;   ///< largest sane position, velocity or acceleration

}  // namespace thew
