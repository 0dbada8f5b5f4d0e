#include "derivative/reaction.h"

#include "derivative/smoothing.h"
#include "element/impedance.h"
#include "model/integrator.h"

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

// How one base row follows.
struct RowSpring {
  RowSpring(const Model& m, const Data& d, const Block& block, int base) {
    const double h = is_discrete(m) ? m.opt.timestep : 0;
    const double* s = spring(d, block, base);
    const double K = s[0], B = s[1], imp = s[2], imp_slope = s[3];
    // A spring that is as stiff as the step allows follows the impedance, K imp = 1 / h^2.
    const bool capped = h > 0 && block.type >= static_cast<int>(ConstraintType::LimitJoint) &&
                        math::abs(K * imp * h * h - 1) < 1e-12;
    const double stiffness = K * imp, stiffness_slope = capped ? 0 : K * imp_slope;
    const double B_slope = capped ? -B * imp_slope / (2 * imp) : 0;
    const bool has_spring = !block.is_pyramid() || base == 0;
    const int row = block.row + (block.is_pyramid() ? 0 : base);
    const double v = d.kept.base_vel[block.base + base];
    const double pos = has_spring ? d.efc_pos[row] - d.efc_margin[row] : 0;
    hardening = 1 + h * (B + h * stiffness);
    hardening_slope = h * (B_slope + h * stiffness_slope);
    aref = d.kept.base_aref[block.base + base];
    if (is_contact(block)) aref = -(B * v + stiffness * (pos + h * v)) / hardening;
    by_position = has_spring ? -stiffness / hardening : 0;
    by_velocity = -(B + h * stiffness) / hardening;
    by_violation =
        -(B_slope * v + stiffness_slope * (pos + h * v) + aref * hardening_slope) / hardening;
  }
  double by_position, by_violation, by_velocity, hardening, hardening_slope, aref;
};

}  // namespace

Springs springs(const Model& m, const Data& d, const Block& block) {
  Springs result;
  for (int b = 0; b < block.bases; ++b) {
    const RowSpring row(m, d, block, b);
    result.by_position[b] = row.by_position;
    result.by_violation[b] = row.by_violation;
    result.by_velocity[b] = row.by_velocity;
  }
  const RowSpring first(m, d, block, 0);
  const double* s = spring(d, block, 0);
  const double imp = s[2], least = (1 - element::kMaxImp) / element::kMaxImp;
  const bool hardest = is_discrete(m) && element::softness(s) / first.hardening <= least;
  result.by_drift = -1 / first.hardening;
  result.softening =
      hardest ? 0 : -s[3] / (imp * (1 - imp)) - first.hardening_slope / first.hardening;
  // R of the reference is that before the metric is known.
  const bool sticks = is_contact(block) && d.contact.adhesion[block.id] != 0;
  result.pull = sticks ? d.kept.base_aref[block.base] - first.aref : 0;
  return result;
}

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
