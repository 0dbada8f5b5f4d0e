// Forces of constraints at fixed accelerations, and the optimum itself.

#include <algorithm>
#include <utility>

#include "constraint/equality.h"
#include "derivative/diagonal_change.h"
#include "derivative/residual.h"
#include "derivative/rows.h"
#include "model/contact_exclude.h"

namespace thew::derivative {

using constraint::blocks;

namespace {

// Adds J' C J to the Hessian, and J' f to the force.
void add_block(const Model& m, const Data& d, const Block& block, double smoothing, Sparse& hessian,
               std::vector<double>& force) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  const int n = block.bases;
  for (int i = 0; i < jacobian.count(); ++i) {
    double row[kMostBases];
    multiply(reaction, n, jacobian.at(i), row);
    for (int k = 0; k < jacobian.count(); ++k) {
      if (jacobian.dof(k) <= jacobian.dof(i) || !hessian.symmetric())
        hessian.add(jacobian.dof(i), jacobian.dof(k), dot(n, row, jacobian.at(k)));
    }
    force[static_cast<std::size_t>(jacobian.dof(i))] += dot(n, reaction.force, jacobian.at(i));
  }
}

bool joins_bodies(const Model& m, const Block& block) {
  return block.kind() == ConstraintType::Equality &&
         constraint::joins_bodies(constraint::equality_type(m, block.id));
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double v : x) most = std::max(most, math::abs(v));
  return most;
}

}  // namespace

bool find_optimum(const Model& m, Data& d, const Sparse& inertia, const double* smooth,
                  Sparse& hessian) {
  const int nv = static_cast<int>(m.nv);
  std::vector<double> force(static_cast<std::size_t>(nv)), step(force), balance(force);
  constexpr int kMost = 20;
  constexpr double kEnough = 1e-11;  // of the accelerations: far below what derivatives show
  for (int n = 0; n < kMost; ++n) {
    hessian = inertia;
    std::copy_n(smooth, nv, force.begin());
    for (const Block& block : blocks(d)) add_block(m, d, block, 0, hessian, force);
    if (!hessian.factor()) return false;
    double most = 1;
    inertia.multiply(d.qacc.data(), balance.data());
    for (int i = 0; i < nv; ++i) {
      const auto at = static_cast<std::size_t>(i);
      step[at] = force[at] - balance[at];
      most = std::max(most, math::abs(d.qacc[i]));
    }
    hessian.solve(step.data());
    const double size = largest(step);
    if (!(size - size == 0)) return false;
    if (size <= kEnough * most) return true;
    for (int i = 0; i < nv; ++i) d.qacc[i] += step[static_cast<std::size_t>(i)];
    if (size <= 1e-7 * most) return true;  // the next step would be its square
  }
  return true;
}

bool smooth_hessian(const Model& m, const Data& d, double smoothing, const Sparse& inertia,
                    Sparse& hessian) {
  hessian = inertia;
  std::vector<double> force(static_cast<std::size_t>(m.nv));
  for (const Block& block : blocks(d)) add_block(m, d, block, smoothing, hessian, force);
  return hessian.factor();
}

void add_constraints(const Model& m, const Data& d, Workspace<double>& w,
                     const ImplicitTerms* implicit, double smoothing, const Sum& r) {
  if (d.nefc == 0) return;
  std::vector<Force> wrench(static_cast<std::size_t>(m.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  std::vector<ContactMotion> contacts;
  Motions bodies, coasting;
  Velocities a, v;
  for (const Block& block : blocks(d)) {
    if (joins_bodies(m, block)) {
      if (bodies.dof.empty()) {
        const std::vector<double> still(static_cast<std::size_t>(m.nv), 0.0);
        const Motion ground = {{0, 0, 0}, {0, 0, 0}};
        bodies = motions(m, d, d.qvel.data(), d.qacc.data(), ground);
        coasting = motions(m, d, d.qvel.data(), still.data(), ground);
      }
      add_joining_rows(m, d, block, bodies, coasting, r);
      continue;
    }
    if (!is_contact(block)) {
      add_scalar_row(m, d, block, smoothing, r);
      continue;
    }
    if (contacts.empty()) {
      contacts = contact_motions(m, d, w, exclude::kNot);
      a = velocities(m, d, d.qacc.data());
      v = velocities(m, d, d.qvel.data());
    }
    add_contact_rows(m, d, w, block, contacts[static_cast<std::size_t>(block.id)], a, v, smoothing,
                     wrench, r);
  }
  if (!contacts.empty()) add_axis_change(m, d, wrench, r);
  if (!has_changing_diagonals(m)) return;
  for (const Block& block : blocks(d))
    add_diagonal_change(m, d, w, block, contacts, implicit, smoothing, r);
}

}  // namespace thew::derivative
