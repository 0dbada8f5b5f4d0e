#include "derivative/rk4.h"

#include <algorithm>

#include "derivative/linearization.h"
#include "math/dual.h"
#include "pipeline/rotation_rate.h"

namespace thew::derivative {

using namespace math;

namespace {

// Positions, velocities and activations: numbers, and their tangents by all inputs, a column each.
struct Part {
  std::vector<double> value;
  Matrix tangent;

  Part(std::int64_t n, int width) : value(static_cast<std::size_t>(n)), tangent(n, width) {}
  int size() const { return static_cast<int>(value.size()); }

  // this <- this + s other
  void add_scaled(double s, const Part& other) {
    add(size(), s, other.value.data(), value.data());
    for (int i = 0; i < size(); ++i)
      add(tangent.columns(), s, other.tangent.row(i), tangent.row(i));
  }
};
struct Parts {
  Parts(const Model& m, int width)
      : position(m.nv, width), velocity(m.nv, width), act(m.na, width) {}
  Part position, velocity, act;

  void add_scaled(double s, const Parts& other) {
    position.add_scaled(s, other.position);
    velocity.add_scaled(s, other.velocity);
    act.add_scaled(s, other.act);
  }
};

// Rotations among the dofs.
template <class Visit>
void each_rotation(const Model& m, Visit visit) {
  for (int j = 0; j < m.njnt; ++j) {
    const auto type = static_cast<JointType>(m.jnt_type[j]);
    if (type == JointType::Ball) visit(m.jnt_dofadr[j]);
    if (type == JointType::Free) visit(m.jnt_dofadr[j] + 3);
  }
}

// Three rows of y <- y + A three rows of x.
void add_rows(const double* a, const Matrix& x, int dof, Matrix& y) {
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) add(x.columns(), a[3 * i + k], x.row(dof + k), y.row(dof + i));
  }
}

void clear_rows(Matrix& x, int dof) {
  for (int k = 0; k < 3; ++k) std::fill_n(x.row(dof + k), x.columns(), 0.0);
}

class Chain {
 public:
  Chain(const Model& m, const Data& at, const DerivativeConfig& config)
      : m_(m),
        at_(at),
        config_(config),
        columns_(m),
        width_(columns_.end + static_cast<int>(m.nv)),
        shift_(m, width_),
        rate_(m, width_),
        sum_(m, width_) {}

  const char* run(const Transition& result) {
    Data stage = at_;
    for (int k = 0; k < 4; ++k) {
      if (k > 0) place(stage, k < 3 ? 0.5 : 1);
      const Linearization here(m_, stage, config_, Activations::Rates);
      if (here.refusal()) return here.refusal();
      report_ = here.report();
      const Matrix acceleration = here.accelerations();
      if (k == 0) here.fill_sensors(acceleration, {{}, {}, result.C, result.D});
      record(here, acceleration, stage);
      sum_.add_scaled((k == 0 || k == 3 ? 1.0 : 2.0) / 6, rate_);
    }
    finish(result);
    return nullptr;
  }
  const DerivativeReport& report() const { return report_; }

 private:
  // Tangents of a position that is displaced by u from the start: exp(-u) of the start's own
  // tangent, and the right Jacobian of u times du.
  Matrix position_tangent(const Part& u) const {
    Matrix result = u.tangent;
    for (const Turn& t : turns(m_, u.value.data(), 1)) {
      clear_rows(result, t.dof);
      add_rows(t.map, u.tangent, t.dof, result);
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
          result(t.dof + i, t.dof + k) += t.turn[3 * i + k] - (i == k ? 1 : 0);
      }
    }
    for (int i = 0; i < m_.nv; ++i) result(i, i) += 1;
    return result;
  }

  // The state of the next stage: the start moved along the last rates.
  void place(Data& stage, double fraction) {
    const double h = fraction * m_.opt.timestep;
    shift_ = Parts(m_, width_);
    shift_.add_scaled(h, rate_);
    std::copy(at_.qpos.begin(), at_.qpos.end(), stage.qpos.begin());
    dynamics::integrate_pos(m_, stage.qpos.data(), rate_.position.value.data(), h);
    for (int i = 0; i < m_.nv; ++i)
      stage.qvel[i] = at_.qvel[i] + shift_.velocity.value[static_cast<std::size_t>(i)];
    for (int i = 0; i < m_.na; ++i)
      stage.act[i] = at_.act[i] + shift_.act.value[static_cast<std::size_t>(i)];
    stage.time = at_.time + h;
  }

  // Rates at the stage, and their tangents.
  void record(const Linearization& here, const Matrix& acceleration, const Data& stage) {
    const int nv = static_cast<int>(m_.nv), na = static_cast<int>(m_.na);
    // What the inputs do to the state of the stage, in the order of the columns of `acceleration`.
    Matrix inputs(columns_.end, width_);
    const Matrix position = position_tangent(shift_.position);
    for (int i = 0; i < nv; ++i) {
      add(width_, 1, position.row(i), inputs.row(i));
      add(width_, 1, shift_.velocity.tangent.row(i), inputs.row(columns_.velocity + i));
      inputs(columns_.velocity + i, columns_.velocity + i) += 1;
    }
    for (int i = 0; i < na; ++i) {
      add(width_, 1, shift_.act.tangent.row(i), inputs.row(columns_.activation + i));
      inputs(columns_.activation + i, columns_.activation + i) += 1;
    }
    for (int i = columns_.control; i < columns_.end; ++i) inputs(i, i) = 1;
    rate_ = Parts(m_, width_);
    add_product(acceleration, inputs, rate_.velocity.tangent);
    const Matrix by_forces = here.accelerations_by_forces();
    for (int i = 0; i < nv; ++i)
      add(nv, 1, by_forces.row(i), rate_.velocity.tangent.row(i) + columns_.end);
    add_product(here.activations(), inputs, rate_.act.tangent);
    std::copy_n(here.data().qacc.begin(), nv, rate_.velocity.value.begin());
    std::copy_n(here.data().act_dot.begin(), na, rate_.act.value.begin());
    record_position(inputs, stage);
  }

  // Rates of positions are velocities, those of rotations mapped to the tangent at the start.
  void record_position(const Matrix& inputs, const Data& stage) {
    const int nv = static_cast<int>(m_.nv);
    Matrix velocity(nv, width_);
    for (int i = 0; i < nv; ++i) add(width_, 1, inputs.row(columns_.velocity + i), velocity.row(i));
    rate_.position.tangent = velocity;
    std::copy_n(stage.qvel.begin(), nv, rate_.position.value.begin());
    each_rotation(m_, [&](int dof) {
      double by_shift[9], by_velocity[9];
      const Vec3<double> u = load3(shift_.position.value.data() + dof);
      const Vec3<double> w = load3(stage.qvel.data() + dof);
      map_rotation(u, w, by_shift, by_velocity);
      store(rate_.position.value.data() + dof, rotation_rate(u, w));
      clear_rows(rate_.position.tangent, dof);
      add_rows(by_shift, shift_.position.tangent, dof, rate_.position.tangent);
      add_rows(by_velocity, velocity, dof, rate_.position.tangent);
    });
  }

  static void map_rotation(const Vec3<double>& u, const Vec3<double>& w, double* by_shift,
                           double* by_velocity) {
    using D = Dual<double>;
    for (int k = 0; k < 6; ++k) {
      const auto part = [&](double value, int place) { return D(value, place == k ? 1.0 : 0.0); };
      const Vec3<D> rate = rotation_rate(Vec3<D>{part(u.x, 0), part(u.y, 1), part(u.z, 2)},
                                         Vec3<D>{part(w.x, 3), part(w.y, 4), part(w.z, 5)});
      double* to = (k < 3 ? by_shift : by_velocity) + k % 3;
      to[0] = rate.x.slope;
      to[3] = rate.y.slope;
      to[6] = rate.z.slope;
    }
  }

  void finish(const Transition& result) {
    const int nv = static_cast<int>(m_.nv);
    const double h = m_.opt.timestep;
    shift_ = Parts(m_, width_);
    shift_.add_scaled(h, sum_);
    Matrix next(columns_.control, width_);
    const Matrix position = position_tangent(shift_.position);
    for (int i = 0; i < nv; ++i) {
      add(width_, 1, position.row(i), next.row(i));
      add(width_, 1, shift_.velocity.tangent.row(i), next.row(nv + i));
      next(nv + i, nv + i) += 1;
    }
    for (int i = 0; i < m_.nactuator; ++i) {
      for (int a = m_.actuator_actadr[i]; a < m_.actuator_actadr[i] + m_.actuator_actnum[i]; ++a)
        finish_activation(i, a, next.row(2 * nv + a));
    }
    const auto put = [&](std::span<double> to, int first, int count) {
      for (int i = 0; i < columns_.control && !to.empty(); ++i)
        std::copy_n(next.row(i) + first, count, to.data() + std::ptrdiff_t{i} * count);
    };
    put(result.A, 0, columns_.control);
    put(result.B, columns_.control, static_cast<int>(m_.nu));
    put(result.F, columns_.end, nv);
  }

  // One advance of an activation by its mean rate.
  void finish_activation(int actuator, int a, double* to) {
    Slopes act = still(at_.act[a]), rate = still(sum_.act.value[static_cast<std::size_t>(a)]);
    act.slope.set(0, 1);
    rate.slope.set(1, 1);
    const Slopes next = advanced_activation(m_, actuator, act, rate);
    add(width_, next.slope[1], sum_.act.tangent.row(a), to);
    to[columns_.activation + a] += next.slope[0];
  }

  const Model& m_;
  const Data& at_;
  DerivativeConfig config_;
  Columns columns_;
  int width_;
  Parts shift_;  // displacement of the stage from the start
  Parts rate_, sum_;
  DerivativeReport report_;
};

const char* find_refusal(const Model& m) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_dyntype[i] > static_cast<int>(Dynamics::Muscle))
      return "activations that do not advance by their rate alone";
  }
  return nullptr;
}

}  // namespace

Outcome rk4_transition(const Model& m, const Data& at, const DerivativeConfig& config,
                       const Transition& result) {
  Outcome outcome;
  outcome.refusal = find_refusal(m);
  if (outcome.refusal) return outcome;
  Chain chain(m, at, config);
  outcome.refusal = chain.run(result);
  outcome.report = chain.report();
  return outcome;
}

}  // namespace thew::derivative
