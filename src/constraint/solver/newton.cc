// Newton's method on the primal problem. The Hessian M + J' C J is kept between iterations and
// changed only by the blocks whose curvature changed. Worlds in lanes share all of it; in the line
// search each tries points of its own.

#include "constraint/solver/newton.h"

#include <algorithm>

#include "constraint/solver/descent.h"
#include "constraint/solver/hessian.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

/// What one iteration did.
template <class S>
struct Progress {
  MaskOf<S> moved;  ///< where there was a way down
  S improvement;
  Iteration record;  ///< of one world
};

template <class S>
class Newton {
 public:
  Newton(const BasicProblem<S>& p, Memory& memory)
      : p_(p),
        packed_(p, p.blocks, memory),
        hessian_(packed_, p.blocks, true, memory),
        acc_(take_vector(memory)),
        smooth_acc_(take_vector(memory)),
        smooth_force_(take_vector(memory)),
        mass_acc_(take_vector(memory)),
        gradient_(take_vector(memory)),
        direction_(take_vector(memory)),
        mass_direction_(take_vector(memory)),
        x_(memory.take<S>(tile::whole(p.bases))),
        y_(memory.take<S>(tile::whole(p.bases))),
        pieces_(memory.take<Pieces<S>>(count())),
        curvature_(memory.take<S>(count() * kMostBases * kMostBases)),
        line_(p, 0, memory) {}

  /// Everything at the better of two starts: the acceleration without constraints, or the one
  /// given.
  void start() {
    packed_.gather(p_.smooth_acc, smooth_acc_);
    packed_.gather(p_.smooth_force, smooth_force_);
    if (p_.beside_tiles > 0) packed_.multiply_mass(smooth_acc_, smooth_force_);
    hessian_.set_mass();
    std::fill_n(pieces_, count(), Pieces<S>{0});
    packed_.find_residual(smooth_acc_, y_);
    MaskOf<S> warm(false);
    if (p_.warmstart != nullptr) {
      S smooth_cost(0);
      for (const Block& block : p_.blocks) smooth_cost += react(p_, block, y_ + block.base).cost;
      packed_.gather(p_.warmstart, acc_);
      packed_.multiply_mass(acc_, mass_acc_);
      packed_.find_residual(acc_, x_);
      evaluate();
      warm = cost_ < smooth_cost;
      if (all(warm)) return;
    }
    keep_where(warm, acc_, smooth_acc_, packed_.size());
    keep_where(warm, mass_acc_, smooth_force_, packed_.size());
    keep_where(warm, x_, y_, p_.bases);
    evaluate();
  }

  int entries() const { return hessian_.entries(); }
  const Pieces<S>* pieces() const { return pieces_; }

  void finish() {
    packed_.scatter(acc_, p_.acc);
    descent::write_rows(p_, x_);
  }

  S scaled_gradient() const {
    return p_.scale * sqrt(tile::dot(gradient_, gradient_, packed_.groups()));
  }

  /// Finds the next direction; returns the scaled improvement that a quadratic cost would have.
  S aim() {
    if (is_stale_) hessian_.factor();
    is_stale_ = false;
    for (int i = 0; i < packed_.size(); i += tile::kSide) {
      (-tile::Row<S>::load(gradient_ + i)).store(direction_ + i);
    }
    hessian_.solve(direction_);
    slope_ = tile::dot(gradient_, direction_, packed_.groups());
    const S expected = S(-0.5) * p_.scale * slope_;
    return select(expected > S(0), expected, S(0));
  }

  /// Goes to the lowest point in the direction, in the lanes that are open.
  Progress<S> advance(const MaskOf<S>& open) {
    packed_.multiply_mass(direction_, mass_direction_);
    packed_.multiply_jacobian(direction_, y_);
    const S linear = tile::dot_of<S>(packed_.groups(), tile::part_of(direction_),
                                     tile::part_of(mass_acc_, smooth_force_));
    const S square = tile::dot(direction_, mass_direction_, packed_.groups());
    const S length = sqrt(tile::dot(direction_, direction_, packed_.groups()));
    S enough = S(p_.tolerance * p_.ls_tolerance) * length / p_.scale;
    if constexpr (std::is_same_v<math::Scalar<S>, float>) {
      enough = math::max(enough, S(1e-6f) * math::abs(slope_));  // the sums have no more digits
    }
    Progress<S> progress = {};
    const Step<S> found = search(line_.gather(linear, square, x_, y_), enough, p_.ls_iterations,
                                 open & !(length < S(kMinVal)));
    const S step = found.length;
    progress.improvement = found.improvement;
    if constexpr (kLanes<S> == 1) {
      progress.record.slope = found.slope;
      progress.record.evaluations = static_cast<int>(found.evaluations);
    }
    progress.improvement *= p_.scale;
    progress.moved = step != S(0);
    if (none(progress.moved)) return progress;
    move_where(progress.moved, step, direction_, acc_, packed_.size());
    move_where(progress.moved, step, mass_direction_, mass_acc_, packed_.size());
    move_where(progress.moved, step, y_, x_, p_.bases);
    progress.record.changed = evaluate();
    return progress;
  }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(p_.blocks.size()); }

  S* take_vector(Memory& memory) { return memory.take<S>(packed_.size()); }

  // x <- y in the lanes where the mask does not hold.
  static void keep_where(const MaskOf<S>& mask, S* x, const S* y, int n) {
    for (int i = 0; i < n; ++i) x[i] = select(mask, x[i], y[i]);
  }

  // x <- x + step y in the lanes where the mask holds, in whole fours.
  static void move_where(const MaskOf<S>& mask, const S& step, const S* y, S* x, int n) {
    if constexpr (kLanes<S> == 1) {
      tile::add(step, y, x, tile::whole(n) / tile::kSide);
    } else {
      for (int i = 0; i < n; ++i) x[i] = select(mask, fma(step, y[i], x[i]), x[i]);
    }
  }

  // Cost, forces, gradient and Hessian at x; returns how many rows changed their state.
  int evaluate() {
    cost_ = S(0.5) * tile::subtract(mass_acc_, smooth_force_, acc_, smooth_acc_, packed_.groups(),
                                    gradient_);
    int changed = 0;
    for (std::int64_t b = 0; b < count();) {
      if (is_dry_run(b)) {
        changed += evaluate_dry(b);
        b += FourDry<S>::kRows;
      } else {
        changed += evaluate_block(b++);
      }
    }
    return changed;
  }

  // One block's part of that.
  int evaluate_block(std::int64_t b) {
    const Block& block = p_.blocks[static_cast<std::size_t>(b)];
    const S* x = x_ + block.base;
    const Reaction<S> r = react(p_, block, x);
    cost_ += r.cost;
    if (r.pieces != 0 || any(r.cost > S(0))) packed_.subtract_force(block, r.force, gradient_);
    const bool curved = block.is_cone() && any(holds<S>(r.pieces, kSlides));
    if (r.pieces == pieces_[b] && !curved) return 0;
    int changed = 0;
    if constexpr (kLanes<S> == 1) changed = changed_rows(block, pieces_[b], r.pieces);
    update_hessian(b, block, x, r.pieces);
    return changed;
  }

  // Whether the four blocks from b on are dry friction of dofs in four rows that follow one
  // another.
  bool is_dry_run(std::int64_t b) const {
    if (b + FourDry<S>::kRows > count()) return false;
    const Block *first = &p_.blocks[static_cast<std::size_t>(b)], *last = first + 3;
    return first->kind() == ConstraintType::FrictionDof &&
           last->kind() == ConstraintType::FrictionDof && last->row == first->row + 3;
  }

  // The part of these four.
  int evaluate_dry(std::int64_t b) {
    const Block* block = &p_.blocks[static_cast<std::size_t>(b)];
    const S* x = x_ + block->base;
    const FourDry<S> r = react_dryly(p_, block->row, x);
    for (const S& cost : r.cost) cost_ += cost;
    int changed = 0;
    for (int k = 0; k < FourDry<S>::kRows; ++k, ++block, ++b) {
      S& gradient = gradient_[packed_.group(*block)[0]];
      gradient = fma(-packed_.jacobian(*block)[0], r.force[k], gradient);
      if (r.pieces[k] == pieces_[b]) continue;
      ++changed;
      update_hessian(b, *block, x + k, r.pieces[k]);
    }
    return changed;
  }

  void update_hessian(std::int64_t b, const Block& block, const S* x, Pieces<S> pieces) {
    S* old = curvature_ + b * kMostBases * kMostBases;
    S now[kMostBases * kMostBases], change[kMostBases * kMostBases];
    curvature(p_, block, x, pieces, now);
    const bool flat = pieces_[b] == 0;  // until now, and nothing is stored
    with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
      for (int i = 0; i < bases; ++i) {
        for (int j = 0; j < bases; ++j) {
          const int k = i * kMostBases + j;
          change[k] = flat ? now[k] : now[k] - old[k];
          old[k] = now[k];
        }
      }
    });
    hessian_.add(block, change);
    is_stale_ = true;
    pieces_[b] = pieces;
  }

  const BasicProblem<S>& p_;
  Packed<S> packed_;
  Hessian<S> hessian_;
  S *acc_, *smooth_acc_, *smooth_force_;
  S *mass_acc_, *gradient_, *direction_, *mass_direction_;
  S *x_, *y_;  // J a - aref, J direction
  Pieces<S>* pieces_;
  S* curvature_;
  descent::LineOf<S> line_;
  S cost_ = S(0);
  S slope_ = S(0);        // of the cost in the direction
  bool is_stale_ = true;  // whether the Hessian has changed since it was factored
};

}  // namespace

template <class S>
BasicSolution<S> solve_newton(const BasicProblem<S>& p, Memory memory) {
  constexpr int kRemembered = kLanes<S> == 1 ? 200 : 0;
  BasicSolution<S> solution;
  Iteration* history = memory.take<Iteration>(kRemembered);
  Newton<S> newton(p, memory);
  if (memory.full()) return {false, {}, 0, {}};
  newton.start();
  const S tolerance(p.tolerance), expected = newton.aim();
  MaskOf<S> open = p.lanes & !((newton.scaled_gradient() < tolerance) & (expected < tolerance));
  int rounds = 0;
  while (any(open) && rounds < p.iterations) {
    Progress<S> progress = newton.advance(open);
    open &= progress.moved;
    if (none(open)) break;
    const S gradient = newton.scaled_gradient();
    if constexpr (kLanes<S> == 1) {
      progress.record.improvement = progress.improvement;
      progress.record.gradient = gradient;
      progress.record.active = descent::count_active(p, newton.pieces());
      if (rounds < kRemembered) history[rounds] = progress.record;
    }
    ++rounds;
    descent::count(open, solution.iterations);
    open &= !(((progress.improvement > S(0)) & (progress.improvement < tolerance)) |
              (gradient < tolerance));
    if (none(open) || rounds == p.iterations) break;
    open &= !(newton.aim() < tolerance);
  }
  newton.finish();
  solution.entries = newton.entries();
  solution.history = {history, static_cast<std::size_t>(std::min(rounds, kRemembered))};
  return solution;
}

#define THEW_INSTANTIATE(S) template BasicSolution<S> solve_newton(const BasicProblem<S>&, Memory)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
