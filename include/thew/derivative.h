#pragma once

#include <span>
#include <string_view>

#include <thew/data.h>
#include <thew/model.h>

// Derivatives of a step. The state is x = (tangent of qpos, qvel, act), 2 nv + na numbers, the
// input u is ctrl, and s are the sensors. Matrices are row-major; one that is left empty is not
// computed.

namespace thew::derivative {

/// How far numbers are moved, and whether both ways: an error of eps^2 instead of eps. Threads
/// share the columns; the bits are those of one.
struct Differences {
  double eps = 1e-6;
  bool centred = true;
  int threads = 1;
};

/// A number of the model as an input, for identification: {"body_mass", 3}. Those that
/// docs/fields.md marks as own, "gravity" and "wind"; what compiling derived from them stays as it
/// is.
struct ModelNumber {
  std::string_view field;
  std::int64_t index;  ///< among all numbers of the field, row by row
};

/// x_next = A x + B u + F f + P p, s = C x + D u + E p, near a state.
struct Transition {
  std::span<double> A;       ///< nx x nx
  std::span<double> B;       ///< nx x nu
  std::span<double> C;       ///< nsensordata x nx
  std::span<double> D;       ///< nsensordata x nu
  std::span<double> F = {};  ///< nx x nv, by qfrc_applied
  std::span<const ModelNumber> numbers = {};
  std::span<double> P = {};  ///< nx x numbers
  std::span<double> E = {};  ///< nsensordata x numbers
};

/// Differences of whole steps from the state of `data`, which stays as it is. A control at the end
/// of its range is moved inwards only. Throws Error for matrices of another size, an eps that is no
/// positive number, numbers that the model lacks, and models that sleep.
void transition_differences(const Model& model, const Data& data, const Differences& how,
                            const Transition& result);

/// Analytic: in closed form, but for what docs/derivatives.md lists. Hybrid: positions by
/// differences of the forces at fixed accelerations, without a solver, the rest as before.
/// Differences: of whole steps.
enum class Method { Analytic, Hybrid, Differences };

struct DerivativeConfig {
  Method method = Method::Analytic;
  double eps = 1e-7;    ///< of what is left to differences; impedances bend within 1e-3
  bool centred = true;  ///< for differences of whole steps; all others are
  /// Switches of constraints smoothed over so much acceleration [m/s^2], where the method is
  /// analytic; 0: not at all.
  double smoothing = 0;
  int threads = 1;  ///< for differences of whole steps
};

/// How a derivative was found.
struct DerivativeReport {
  Method method = Method::Analytic;  ///< what the model and the state allowed
  const char* reason = "";           ///< why it is not what was asked for
};

/// The derivative of a step from the state of `data`, which stays as it is. The constraint stage is
/// differentiated at its optimum by the implicit function theorem, so that neither the solver's
/// tolerance nor its warm start matter. Where constraints switch, the derivative is that of the
/// present active set, or a blend of both sides with `smoothing`. Throws Error as
/// transition_differences(), and where the state or its accelerations are no finite numbers.
DerivativeReport transition(const Model& model, const Data& data, const DerivativeConfig& config,
                            const Transition& result);

/// Rows instead of columns: gradients of a number whose gradient by the next state is given.
struct Gradient {
  std::span<double> x;       ///< nx
  std::span<double> u;       ///< nu
  std::span<double> f = {};  ///< nv, by qfrc_applied
  std::span<const ModelNumber> numbers = {};
  std::span<double> p = {};  ///< one for each number; these cost half a forward pass each
};

/// x = A' cotangent, u = B' cotangent, f = F' cotangent, p = P' cotangent, without the matrices.
DerivativeReport vjp(const Model& model, const Data& data, const DerivativeConfig& config,
                     std::span<const double> cotangent, const Gradient& result);

/// Derivatives of qfrc_inverse (f), the sensors (s) and the sparse inertia M (m) by positions,
/// velocities and accelerations; row i is by the i-th of these.
struct InverseDerivative {
  std::span<double> DfDq, DfDv, DfDa;  ///< nv x nv
  std::span<double> DsDq, DsDv, DsDa;  ///< nv x nsensordata
  std::span<double> DmDq;              ///< nv x nC
};

/// Forward differences of inverse dynamics from the state and qacc of `data`, which stays as it is;
/// forces of actuators are taken off where asked. Throws Error as above, and for the noslip solver.
void inverse_differences(const Model& model, const Data& data, double eps, bool subtract_actuation,
                         const InverseDerivative& result);

/// Fills qDeriv at the state of `data`, whatever its integrator: derivatives of passive, actuator
/// and bias forces by velocities, as the step of `implicit` does. Terms between branches of a tree
/// have no place there.
void smooth_velocity(const Model& model, Data& data);

}  // namespace thew::derivative
