#include "derivative/reaction.h"

#include "derivative/smoothing.h"

namespace thew::derivative {

namespace {

// The numbers of all rows as the solvers see them.
constraint::Problem problem_of(const Data& d) {
  constraint::Problem p;
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  return p;
}

}  // namespace

Reaction react(const Data& d, const Block& block, const Jacobian& jacobian, const double* a,
               double smoothing) {
  const constraint::Problem p = problem_of(d);
  double x[kMostBases];
  jacobian.multiply(a, x);
  for (int b = 0; b < block.bases; ++b) x[b] -= d.kept.base_aref[block.base + b];
  const constraint::Reaction<double> reaction = constraint::react(p, block, x);
  Reaction result;
  std::copy_n(reaction.force, kMostBases, result.force);
  if (smoothing > 0) {
    smoothed_curvature(p, block, x, smoothing, result.curvature);
  } else {
    constraint::curvature(p, block, x, reaction.pieces, result.curvature);
  }
  const auto nonzero = [](double v) { return v != 0; };
  result.acts = std::any_of(result.force, result.force + block.bases, nonzero);
  for (int b = 0; b < block.bases; ++b) result.acts |= result.curvature[b * kMostBases + b] != 0;
  return result;
}

}  // namespace thew::derivative
