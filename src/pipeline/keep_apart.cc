// The step of sheets that never cross.
//
// It minimises the cost of the discrete step with pairs of features that push each other apart
// (pipeline/held_pairs.h), in turns: solve with the pairs linear about places that are safe, search
// along the line to the solution for a lower cost, take over the forces of the pairs, and move the
// safe places towards the solution as far as no pair closes. It ends when they are there.

#include "pipeline/keep_apart.h"

#include <algorithm>
#include <type_traits>

#include <thew/constraint.h>
#include <thew/stages.h>

#include "constraint/dual.h"
#include "constraint/pushes.h"
#include "deformable/vertices.h"
#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "model/warning.h"
#include "pipeline/held_pairs.h"
#include "pipeline/push_rows.h"
#include "pipeline/rows.h"

namespace thew {

namespace {

constexpr int kMostTurns = 1024, kMostStalled = 64, kMostTrials = 8;
constexpr double kLeastAdvance = 1e-6;
constexpr double kConverged = 0.05;  // [m/s]
constexpr double kWhole = 1 - 1e-6;

template <class T>
class Apart {
 public:
  // The lists have an eighth of the memory each, and the solver about half of it.
  Apart(const Model& m, BasicData<T>& d, Workspace<T>& w)
      : m_(m),
        d_(d),
        w_(w),
        share_(w.solver.size() / 8),
        memory_(w.solver),
        points_(deformable::sheet_points(m, d, memory_)),
        scene_(m, d, points_, memory_),
        held_(d, scene_, share_, memory_),
        problem_(m, d, memory_) {
    found_.room = static_cast<int>(std::min<std::size_t>(share_ / sizeof(SheetPair), 1 << 24));
    found_.item = memory_.take<SheetPair>(found_.room);
    gap_ = memory_.take<double>(found_.room);
    time_ = memory_.take<double>(found_.room);
    for (Vec3d** x : {&old_, &coasted_, &expected_, &now_, &safe_, &trial_, &proposed_}) {
      *x = memory_.take<Vec3d>(points_.count);
    }
    for (T** v : {&free_flight_, &velocity_, &safe_velocity_, &way_, &trial_velocity_, &acc_,
                  &start_, &force_}) {
      *v = memory_.take<T>(m.nv);
    }
    of_sheets_ = memory_.take<bool>(m.nv);
    waits_ = memory_.take<bool>(m.nv);
  }

  bool fits() const { return !memory_.full(); }

  void run() {
    begin();
    double advanced = 0;
    for (int turn = 0, stalled = 0; turn < kMostTurns && stalled < kMostStalled; ++turn) {
      held_.linearise(safe_, expected_, now_);
      propose();
      const bool converged = is_converged();
      const bool whole = search_line(converged);
      held_.update_forces(safe_, now_);
      const double part = advance();
      advanced += (1 - advanced) * part;
      if (advanced >= kWhole && (whole || converged)) break;
      stalled = part > kLeastAdvance ? 0 : stalled + 1;
    }
    finish();
    if (advanced < kWhole) raise(d_, Warning::Badqacc, 0, true);
    if (const int lost = held_.lost() + found_.lost) raise(d_, Warning::Contactfull, lost, true);
  }

 private:
  double h() const { return m_.opt.timestep; }

  // Where points are after a step with these velocities.
  void place(const T* velocity, Vec3d* x) const {
    for (int i = 0; i < points_.count; ++i) {
      if (!points_.moves(i)) {
        x[i] = old_[i];
        continue;
      }
      const auto at = math::load3(d_.flexvert_xpos.row(points_.vertex[i]));
      const auto way = deformable::moved(m_, d_, points_.body[i], at, velocity);
      x[i] = math::axpy(h(), in_double(way), old_[i]);
    }
  }
  static Vec3d in_double(const math::Vec3<T>& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
  }

  void begin() {
    std::copy_n(w_.dof_a.data(), m_.nv, free_flight_);
    mark_dofs();
    for (int i = 0; i < points_.count; ++i) {
      old_[i] = in_double(math::load3(d_.flexvert_xpos.row(points_.vertex[i])));
    }
    for (int i = 0; i < m_.nv; ++i) {
      velocity_[i] = safe_velocity_[i] = T(0);
      trial_velocity_[i] = math::fma(T(h()), d_.qacc_smooth[i], d_.qvel[i]);
    }
    place(d_.qvel.data(), coasted_);
    place(trial_velocity_, expected_);
    std::copy_n(old_, points_.count, safe_);
    std::copy_n(old_, points_.count, now_);
    scene_.find(old_, expected_, 0, memory_, found_);
    if (found_.count == 0) {
      for (int i = 0; i < m_.nv; ++i) velocity_[i] = of_sheets_[i] ? trial_velocity_[i] : T(0);
      place(velocity_, now_);
    }
    held_.begin(found_);
  }

  // Dofs of free points; and of all trees whose points wait until nothing is in their way.
  void mark_dofs() {
    std::fill_n(of_sheets_, m_.nv, false);
    std::fill_n(waits_, m_.nv, false);
    for (int i = 0; i < points_.count; ++i) {
      if (!points_.moves(i)) continue;
      const int tree = m_.dof_treeid[points_.last_dof[i]];
      std::fill_n(waits_ + m_.tree_dofadr[tree], m_.tree_dofnum[tree], true);
      if (points_.is_free[i]) std::fill_n(of_sheets_ + points_.last_dof[i] - 2, 3, true);
    }
  }

  // The accelerations with which the step would end at velocities.
  void accelerate(const T* velocity, T* acc) const {
    for (int i = 0; i < m_.nv; ++i) acc[i] = (velocity[i] - d_.qvel[i]) / T(h());
  }

  // Solves until no pair that was left out is too near at the solution.
  void propose() {
    accelerate(velocity_, start_);
    do {
      Memory memory = memory_;
      const PushRows<T> rows(m_, d_, points_, held_, safe_, coasted_, memory);
      problem_.solve(rows.pushes(), start_, memory, force_);
      let_others_fly();
      std::copy(d_.qacc.begin(), d_.qacc.end(), start_);
      for (int i = 0; i < m_.nv; ++i) {
        trial_velocity_[i] = math::fma(T(h()), d_.qacc[i], d_.qvel[i]);
      }
      place(trial_velocity_, proposed_);
    } while (held_.add_pushing(safe_, proposed_));
    for (int i = 0; i < m_.nv; ++i) way_[i] = trial_velocity_[i] - velocity_[i];
  }

  // Bodies that nothing touches turn as in free flight.
  void let_others_fly() {
    std::copy(d_.qacc.begin(), d_.qacc.end(), acc_);
    restore_free_flight(m_, d_, w_, free_flight_);
    for (int i = 0; i < m_.nv; ++i) d_.qacc[i] = waits_[i] ? acc_[i] : d_.qacc[i];
  }

  bool is_converged() const {
    double most = 0;
    for (int i = 0; i < m_.nv; ++i) most = std::max(most, static_cast<double>(math::abs(way_[i])));
    return most <= kConverged;
  }

  double cost(const T* velocity, const Vec3d* x) {
    accelerate(velocity, acc_);
    const double of_rows = static_cast<double>(problem_.cost(acc_));
    return h() * h() * of_rows + held_.cost(safe_, x);
  }

  // The last trial is taken however it is. Returns whether it was the whole way.
  bool search_line(bool converged) {
    const double before = cost(velocity_, now_);
    const double slack = 1e-12 + (std::is_same_v<T, float> ? 1e-5 : 0) * before;
    bool lower = false, whole = false;
    T part(1);
    for (int i = 0; i < kMostTrials && !lower; ++i, part = T(0.5) * part) {
      for (int k = 0; k < m_.nv; ++k) {
        trial_velocity_[k] = math::fma(part, way_[k], velocity_[k]);
      }
      place(trial_velocity_, trial_);
      lower = converged || cost(trial_velocity_, trial_) <= before + slack;
      whole = lower && i == 0;
    }
    std::copy_n(trial_velocity_, m_.nv, velocity_);
    std::copy_n(trial_, points_.count, now_);
    return whole;
  }

  // Moves the safe places as far as no pair closes; gives the part of the way.
  double advance() {
    double drift = 0;
    for (int i = 0; i < points_.count; ++i) drift = std::max(drift, norm(safe_[i] - old_[i]));
    scene_.find(safe_, now_, drift, memory_, found_);
    for (int i = 0; i < found_.count; ++i) gap_[i] = scene_.gap(found_[i], safe_).distance;
    const double part = scene_.advance(found_, gap_, safe_, now_, time_);
    held_.merge(found_, gap_, time_, memory_);
    for (int i = 0; i < m_.nv; ++i) {
      const T way = velocity_[i] - safe_velocity_[i];
      if (!waits_[i]) {
        safe_velocity_[i] = velocity_[i];
      } else if (part > kLeastAdvance) {
        safe_velocity_[i] = math::fma(T(part), way, safe_velocity_[i]);
      }
    }
    place(safe_velocity_, safe_);
    return part;
  }

  // Forces of the model's rows at the acceleration of the step, and those of the pairs in the last
  // solve.
  void finish() {
    accelerate(safe_velocity_, acc_);
    std::copy_n(acc_, m_.nv, d_.qacc.begin());
    problem_.react_to_acceleration();
    constraint::collect_force(m_, d_, w_);
    for (int i = 0; i < m_.nv; ++i) d_.qfrc_constraint[i] = d_.qfrc_constraint[i] + force_[i];
  }

  const Model& m_;
  BasicData<T>& d_;
  Workspace<T>& w_;
  std::size_t share_;
  Memory memory_;
  SheetPoints points_;
  SheetScene<T> scene_;
  HeldPairs<T> held_;
  constraint::PushedProblem<T> problem_;
  BoundedList<SheetPair> found_;
  double *gap_, *time_;
  Vec3d *old_, *coasted_, *expected_, *now_, *safe_, *trial_, *proposed_;
  T *free_flight_, *velocity_, *safe_velocity_, *way_, *trial_velocity_, *acc_, *start_, *force_;
  bool *of_sheets_, *waits_;
};

}  // namespace

template <class T>
void keep_apart(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), 0);
  if (m.nv == 0) return;
  integrate::free_flight(m, d, w, w.dof_a.data());
  constraint::project(m, d, w);
  Apart<T> apart(m, d, w);
  if (!apart.fits()) return raise(d, Warning::Cnstrfull, static_cast<int>(m.nflexvert), true);
  apart.run();
}

#define THEW_INSTANTIATE(T) template void keep_apart(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew
