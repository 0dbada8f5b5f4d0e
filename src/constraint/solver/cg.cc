// Nonlinear conjugate gradients on the primal problem with the preconditioner inv(M), where M has
// the stiffness of flexes that integrators take into the inertia. The direction
// is that of Hager and Zhang, "A new conjugate gradient method with guaranteed descent and an
// efficient line search", SIAM J. Optim. 16 (2005): with g the gradient, z = inv(M) g, y the
// change of g, w that of z, and p the last direction,
//   p+ = -z + beta p,  beta = (y'z - 2 (y'w / p'y) p'g) / p'y,  bounded from below.

#include "constraint/solver/cg.h"

#include <algorithm>

#include "constraint/metric_rows.h"
#include "constraint/solver/descent.h"
#include "constraint/solver/hessian.h"
#include "constraint/solver/links.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

template <class S>
class ConjugateGradient {
 public:
  ConjugateGradient(const BasicProblem<S>& p, Memory& memory)
      : p_(p),
        packed_(p, stiffness(p), memory),
        mass_(packed_, stiffness(p), false, memory),
        acc_(take_vector(memory)),
        smooth_acc_(take_vector(memory)),
        smooth_force_(take_vector(memory)),
        mass_acc_(take_vector(memory)),
        gradient_(take_vector(memory)),
        preconditioned_(take_vector(memory)),
        old_gradient_(take_vector(memory)),
        old_preconditioned_(take_vector(memory)),
        direction_(take_vector(memory)),
        mass_direction_(take_vector(memory)),
        x_(memory.take<S>(tile::whole(p.bases))),
        y_(memory.take<S>(tile::whole(p.bases))),
        weight_(memory.take<S>(tile::whole(p.bases))),
        push_(memory.take<S>(tile::whole(p.bases))),
        pieces_(memory.take<unsigned>(static_cast<std::int64_t>(p.blocks.size()))),
        equalities_(leading_equalities(p)),
        linked_(Links<S>::find(equalities_)),
        links_(packed_, linked_, memory),
        line_(p, equalities_.size(), memory) {}

  /// Everything at the better of the two starts: the acceleration without constraints or the one
  /// given.
  void start() {
    std::fill_n(pieces_, p_.blocks.size(), 0u);
    std::fill_n(pieces_, equalities_.size(), all_pieces<S>(1));
    weigh_equalities();
    packed_.gather(p_.smooth_acc, smooth_acc_);
    packed_.gather(p_.smooth_force, smooth_force_);
    if (p_.beside_tiles > 0) packed_.multiply_mass(smooth_acc_, smooth_force_);
    start_at(p_.smooth_acc);
    if (p_.warmstart != nullptr) {
      const S smooth_cost = cost_;
      start_at(p_.warmstart);
      if (!(cost_ < smooth_cost)) start_at(p_.smooth_acc);
    }
    factor();
    precondition();
    for (int i = 0; i < size(); ++i) direction_[i] = -preconditioned_[i];
  }

  void finish() {
    packed_.scatter(acc_, p_.acc);
    descent::write_rows(p_, x_);
  }

  S scaled_gradient() const { return p_.scale * norm(gradient_); }

  /// Whether there is nothing to gain. The cost is at least as curved as M, so it is above its
  /// minimum by 1/2 g' inv(M) g at most; with rows in the preconditioner it is so near the start.
  bool is_solved() const {
    const S gap = S(0.5) * p_.scale * dot(gradient_, preconditioned_);
    if (knows_rows() && !(scaled_gradient() < p_.tolerance)) return false;
    return std::max(S(0), gap) < p_.tolerance;
  }

  /// One iteration; false when there is no way down.
  bool iterate(Iteration& record) {
    packed_.multiply_mass(direction_, mass_direction_);
    multiply_jacobian(direction_, y_);
    const auto along = tile::part_of(direction_), force = tile::part_of(mass_direction_);
    const auto pull = tile::part_of(mass_acc_, smooth_force_);
    S dots[3];
    tile::dots_of<3>(
        packed_.groups(),
        [&](int i, auto* left, auto* right) THEW_INLINE_LAMBDA {
          left[0] = left[1] = left[2] = right[2] = along(i);
          right[0] = pull(i);
          right[1] = force(i);
        },
        dots);
    const Line<S>& line = gather_line(dots[0], dots[1]);
    const S length = math::sqrt(dots[2]);
    if (length < S(kMinVal)) return false;
    const S unit = length / p_.scale;  // of slopes
    const Step<S> step = search(line, p_.tolerance * p_.ls_tolerance * unit, p_.ls_iterations);
    record.slope = math::abs(step.slope) / unit;
    record.evaluations = static_cast<int>(step.evaluations);
    record.improvement = p_.scale * step.improvement;
    if (step.length == 0) return false;
    tile::add(step.length, direction_, acc_, packed_.groups());
    tile::add(step.length, mass_direction_, mass_acc_, packed_.groups());
    for (int i = 0; i < p_.bases; ++i) x_[i] = math::fma(step.length, y_[i], x_[i]);
    std::swap(gradient_, old_gradient_);
    std::swap(preconditioned_, old_preconditioned_);
    record.changed = evaluate();
    changed_ += record.changed;
    ++age_;
    is_new_ = knows_rows() && is_worn();
    if (is_new_) factor();
    precondition();
    record.gradient = scaled_gradient();
    record.active = active_;
    return true;
  }

  /// The next direction.
  void turn() {
    const S beta = is_new_ ? S(0) : conjugacy();
    for (int i = 0; i < size(); ++i) {
      direction_[i] = math::fma(beta, direction_[i], -preconditioned_[i]);
    }
  }

 private:
  // The last blocks.
  static std::span<const Block> stiffness(const BasicProblem<S>& p) {
    std::size_t count = 0;
    while (count < p.blocks.size() && p.blocks[p.blocks.size() - count - 1].id == kFlexTerm) {
      ++count;
    }
    return p.blocks.last(count);
  }
  void add_stiffness(const Block& block) {
    S curvature[kMostBases * kMostBases] = {};
    for (int k = 0; k < block.rows; ++k) curvature[(kMostBases + 1) * k] = p_.D[block.row + k];
    mass_.add(block, curvature);
  }

  // The first blocks, as far as all are equalities: quadratic wherever they are.
  static std::span<const Block> leading_equalities(const BasicProblem<S>& p) {
    std::size_t count = 0;
    while (count < p.blocks.size() && p.blocks[count].kind() == ConstraintType::Equality) ++count;
    return p.blocks.first(count);
  }
  int equality_fours() const {
    return equalities_.empty()
               ? 0
               : tile::whole(equalities_.back().base + equalities_.back().bases) / tile::kSide;
  }
  // Their D; none beyond them.
  void weigh_equalities() {
    std::fill_n(weight_, tile::kSide * equality_fours(), S(0));
    for (S* rows : {x_, y_}) std::fill(rows + p_.bases, rows + tile::whole(p_.bases), S(0));
    for (const Block& block : equalities_) {
      for (int k = 0; k < block.rows; ++k) weight_[block.base + k] = p_.D[block.row + k];
      held_ += block.rows;
    }
  }
  // Takes their forces from the gradient, and returns their cost.
  S react_equalities() {
    using Row = tile::Row<S>;
    if (equalities_.empty()) return S(0);
    for (int i = 0; i < tile::kSide * equality_fours(); i += tile::kSide) {
      (Row::load(weight_ + i) * Row::load(x_ + i)).store(push_ + i);
    }
    const auto add_pushes = [&](std::span<const Block> blocks) {
      for (const Block& block : blocks) packed_.add_push(block, push_ + block.base, gradient_);
    };
    add_pushes(equalities_.first(before_links()));
    if (!linked_.empty()) links_.add_forces(push_ + linked_[0].base, gradient_);
    add_pushes(equalities_.subspan(before_links() + linked_.size()));
    return S(0.5) * tile::dot(push_, x_, equality_fours());
  }
  // The cost along the direction.
  const Line<S>& gather_line(S linear, S square) {
    using Row = tile::Row<S>;
    const auto weighted = [&](int i) THEW_INLINE_LAMBDA {
      return Row::load(weight_ + tile::kSide * i) * Row::load(y_ + tile::kSide * i);
    };
    const auto x = tile::part_of(x_), y = tile::part_of(y_);
    S dots[2];
    tile::dots_of<2>(
        equality_fours(),
        [&](int i, auto* left, auto* right) THEW_INLINE_LAMBDA {
          left[0] = left[1] = weighted(i);
          right[0] = x(i);
          right[1] = y(i);
        },
        dots);
    linear += dots[0];
    square += dots[1];
    return line_.gather(linear, square, x_, y_);
  }

  void multiply_jacobian(const S* a, S* y) const {
    packed_.multiply_jacobian(p_.blocks.first(before_links()), a, y);
    if (!linked_.empty()) links_.multiply(a, y + linked_[0].base);
    packed_.multiply_jacobian(p_.blocks.subspan(before_links() + linked_.size()), a, y);
  }

  std::size_t before_links() const {
    return static_cast<std::size_t>(linked_.data() - equalities_.data());
  }

  int size() const { return packed_.size(); }
  S* take_vector(Memory& memory) { return memory.take<S>(packed_.size()); }
  S dot(const S* a, const S* b) const { return tile::dot(a, b, packed_.groups()); }
  S norm(const S* a) const { return math::sqrt(dot(a, a)); }

  void start_at(const S* acc) {
    packed_.gather(acc, acc_);
    packed_.multiply_mass(acc_, mass_acc_);
    multiply_jacobian(acc_, x_);
    for (int i = 0; i < p_.bases; ++i) x_[i] -= p_.aref[i];
    evaluate();
  }

  // Cost, forces and gradient at x; returns how many rows changed their state.
  int evaluate() {
    int changed = 0;
    S cost = S(0.5) * tile::subtract(mass_acc_, smooth_force_, acc_, smooth_acc_, packed_.groups(),
                                     gradient_);
    cost += react_equalities();
    active_ = held_;
    unsigned* pieces = pieces_ + equalities_.size();
    for (const Block& block : p_.blocks.subspan(equalities_.size())) {
      const Reaction<S> r = react(p_, block, x_ + block.base);
      cost += r.cost;
      if (r.cost > 0 || r.pieces != 0) packed_.subtract_force(block, r.force, gradient_);
      changed += changed_rows(block, *pieces, r.pieces);
      active_ += active_rows(block, r.pieces);
      *pieces++ = r.pieces;
    }
    cost_ = cost;
    return changed;
  }

  void precondition() {
    std::copy_n(gradient_, size(), preconditioned_);
    mass_.solve(preconditioned_);
  }

  // A factor costs as much as some iterations, and rows that are not as they were cost some too.
  bool is_worn() const {
    constexpr int kPart = 16, kIterations = 12;
    return changed_ > p_.rows / kPart || (changed_ > 0 && age_ >= kIterations);
  }

  // Where the stiffness of elements is factored anyway, rows that couple no more than it does are
  // in the preconditioner too, with their curvature at the start.
  bool knows_rows() const { return p_.beside_tiles > 0; }
  void factor() {
    changed_ = age_ = 0;
    mass_.set_mass();
    for (const Block& block : stiffness(p_)) add_stiffness(block);
    if (knows_rows()) {
      const unsigned* pieces = pieces_;
      for (const Block& block : p_.blocks.first(p_.blocks.size() - stiffness(p_).size())) {
        add_curvature(block, *pieces++);
      }
    }
    mass_.factor();
  }
  void add_curvature(const Block& block, unsigned pieces) {
    if (pieces == 0 || !mass_.has_place_for(block)) return;
    S bend[kMostBases * kMostBases];
    if (block.kind() == ConstraintType::Equality) pieces = all_pieces<S>(block.rows);
    curvature(p_, block, x_ + block.base, pieces, bend);
    mass_.add(block, bend);
  }

  S conjugacy() const {
    const auto direction = tile::part_of(direction_), z = tile::part_of(preconditioned_);
    const auto y = tile::part_of(gradient_, old_gradient_);
    const auto w = tile::part_of(preconditioned_, old_preconditioned_);
    const auto gradient = tile::part_of(gradient_);
    S dots[6];
    tile::dots_of<6>(
        packed_.groups(),
        [&](int i, auto* left, auto* right) THEW_INLINE_LAMBDA {
          left[0] = left[3] = left[4] = right[4] = direction(i);
          right[3] = left[5] = right[5] = gradient(i);
          right[0] = left[1] = left[2] = y(i);
          right[1] = w(i);
          right[2] = z(i);
        },
        dots);
    const auto [py, yw, yz, pg, pp, gg] = dots;
    if (py < S(kMinVal)) return 0;
    const S least = -1 / std::max(S(kMinVal), math::sqrt(pp) * std::min(S(0.01), math::sqrt(gg)));
    return std::max(least, (yz - 2 * (yw / py) * pg) / py);
  }

  const BasicProblem<S>& p_;
  Packed<S> packed_;
  Hessian<S> mass_;  // M, with the stiffness of flexes: the preconditioner
  S *acc_, *smooth_acc_, *smooth_force_, *mass_acc_;
  S *gradient_, *preconditioned_, *old_gradient_, *old_preconditioned_;
  S *direction_, *mass_direction_;
  S *x_, *y_;          // J a - aref, J direction
  S *weight_, *push_;  // D of equalities, D x
  unsigned* pieces_;
  std::span<const Block> equalities_;
  std::span<const Block> linked_;  // of them
  Links<S> links_;
  descent::LineOf<S> line_;
  S cost_ = 0;
  int held_ = 0;         // rows of equalities
  int active_ = 0;       // rows that push, slide or hold
  int changed_ = 0;      // rows, since the preconditioner was factored
  int age_ = 0;          // iterations since then
  bool is_new_ = false;  // whether that was in this iteration
};

// Of the Jacobian, as users see it.
template <class S>
int entries(const BasicProblem<S>& p) {
  int sum = 0;
  for (const Block& block : p.blocks) sum += block.rows * block.columns;
  return sum;
}

}  // namespace

template <class S>
BasicSolution<S> solve_cg(const BasicProblem<S>& p, Memory memory) {
  BasicSolution<S> solution;
  Iteration* history = memory.take<Iteration>(kNSOLVER);
  ConjugateGradient<S> cg(p, memory);
  if (memory.full()) return {false, 0, 0, {}};
  cg.start();
  const bool solved = cg.is_solved();
  while (!solved && solution.iterations < p.iterations) {
    Iteration record;
    if (!cg.iterate(record)) break;
    if (solution.iterations < kNSOLVER) history[solution.iterations] = record;
    ++solution.iterations;
    const bool slow = record.improvement > 0 && record.improvement < p.tolerance;
    if (slow || record.gradient < p.tolerance) break;
    cg.turn();
  }
  cg.finish();
  solution.entries = entries(p);
  solution.history = {history, static_cast<std::size_t>(std::min(solution.iterations, kNSOLVER))};
  return solution;
}

#define THEW_INSTANTIATE(S) template BasicSolution<S> solve_cg(const BasicProblem<S>&, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
