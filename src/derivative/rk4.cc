#include "derivative/rk4.h"

#include <algorithm>
#include <optional>

#include "derivative/rk4_stage.h"

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
      if (k > 0) place(stage, stage_time(k));
      const Linearization here(m_, stage, config_, Activations::Rates);
      if (here.refusal()) return here.refusal();
      report_ = here.report();
      const Matrix acceleration = here.accelerations();
      if (k == 0) {
        here.fill_sensors(acceleration, {{}, {}, result.C, result.D});
        start_.emplace(m_, here);
      }
      record(here, acceleration, stage);
      sum_.add_scaled(stage_weight(k), rate_);
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
      const RotationRate rate(shift_.position.value.data() + dof, stage.qvel.data() + dof);
      store(rate_.position.value.data() + dof, rate.value);
      clear_rows(rate_.position.tangent, dof);
      add_rows(rate.by_shift, shift_.position.tangent, dof, rate_.position.tangent);
      add_rows(rate.by_velocity, velocity, dof, rate_.position.tangent);
    });
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
    each_activation(
        m_, [&](int i, int state, int a) { finish_activation(i, state, a, next.row(2 * nv + a)); });
    const auto put = [&](std::span<double> to, int first, int count) {
      for (int i = 0; i < columns_.control && !to.empty(); ++i)
        std::copy_n(next.row(i) + first, count, to.data() + std::ptrdiff_t{i} * count);
    };
    put(result.A, 0, columns_.control);
    put(result.B, columns_.control, static_cast<int>(m_.nu));
    put(result.F, columns_.end, nv);
  }

  // One advance of an activation by its mean rate.
  void finish_activation(int actuator, int state, int a, double* to) const {
    const EndOfActivation end(m_, actuator, state, at_.act[a],
                              sum_.act.value[static_cast<std::size_t>(a)], (*start_)[actuator]);
    add(width_, end.by_rate, sum_.act.tangent.row(a), to);
    start_->add(actuator, end.by_velocity, to);
    to[columns_.activation + a] += end.by_act;
  }

  const Model& m_;
  const Data& at_;
  DerivativeConfig config_;
  Columns columns_;
  int width_;
  Parts shift_;  // displacement of the stage from the start
  Parts rate_, sum_;
  std::optional<StartVelocities> start_;
  DerivativeReport report_;
};

}  // namespace

Outcome rk4_transition(const Model& m, const Data& at, const DerivativeConfig& config,
                       const Transition& result) {
  Outcome outcome;
  Chain chain(m, at, config);
  outcome.refusal = chain.run(result);
  outcome.report = chain.report();
  return outcome;
}

}  // namespace thew::derivative
