#pragma once

namespace thew {

// The curves of muscles. `prm` is range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax.

/// Active force at full activation; negative, as muscles pull.
double muscle_gain(double length, double velocity, const double lengthrange[2], double acc0,
                   const double prm[9]);

/// Passive force.
double muscle_bias(double length, const double lengthrange[2], double acc0, const double prm[9]);

/// Rate of the activation; `prm` is the time constants of activation and deactivation, and the
/// width of the transition between them.
double muscle_dynamics(double ctrl, double act, const double prm[3]);

}  // namespace thew
