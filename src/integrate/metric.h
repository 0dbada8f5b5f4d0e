#pragma once

// The effective inertia of linearly implicit steps, A = M + h D + h^2 K, and the shift h K v of its
// right-hand side. Joint terms are diagonal and terms along one chain of dofs fit the tree
// sparsity; tendons and actuators between sites may couple branches and enter as a low-rank update
// (Woodbury).

#include <thew/data.h>
#include <thew/workspace.h>

#include "math/pack.h"

namespace thew::integrate {

/// Which stiffness and damping the metric collects.
struct MetricTerms {
  bool tendons = true;
  bool actuators = true;
  bool fluid = true;
};

/// What the metric of the discrete integrator has: the dual solver leaves the terms of tendons and
/// actuators explicit.
inline MetricTerms discrete_terms(const Model& m) {
  const bool all = m.opt.solver != static_cast<int>(Solver::Pgs);
  return {.tendons = all, .actuators = all, .fluid = true};
}

/// Builds and factors A; subtracts h K v from `force`. The tree part of A itself is left in
/// w.factor_upper.
template <class T>
void build_metric(const Model& model, BasicData<T>& data, Workspace<T>& work, MetricTerms terms,
                  T* force);

/// Where actuators that pull on a free joint have terms in the metric.
template <class T>
math::MaskOf<T> joint_has_actuator_terms(const Model& model, const BasicData<T>& data, int joint);

/// x <- B^-1 x, with the part B of A that fits the trees.
template <class T>
void solve_trees(const Model& model, const BasicData<T>& data, const Workspace<T>& work, T* x);

/// x <- A^-1 x.
template <class T>
void solve_metric(const Model& model, BasicData<T>& data, Workspace<T>& work, T* x);

/// y <- A x.
template <class T>
void multiply_metric(const Model& model, BasicData<T>& data, Workspace<T>& work, const T* x, T* y);

/// y <- y + factor C x, with the part C of A that couples branches: tendons and actuators between
/// sites.
template <class T>
void add_couplings(const Model& model, const BasicData<T>& data, const T& factor, const T* x, T* y);

}  // namespace thew::integrate
