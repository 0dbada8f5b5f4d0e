// The chain of rk4.cc backwards: gradients go from the end of a step to its stages, and from each
// of them to the one before. States of stages are found first, and their derivatives once more on
// the way back, so that one world is enough.

#include <algorithm>
#include <memory>
#include <optional>

#include "derivative/rk4.h"
#include "derivative/rk4_stage.h"

namespace thew::derivative {

using namespace math;

namespace {

using Vector = std::vector<double>;

// Numbers of positions, velocities and activations: of rates and shifts, or gradients by them.
struct Parts {
  explicit Parts(const Model& m)
      : position(static_cast<std::size_t>(m.nv)),
        velocity(position),
        act(static_cast<std::size_t>(m.na)) {}
  Vector position, velocity, act;

  void add_scaled(double s, const Parts& other) {
    const auto add_to = [&](Vector& to, const Vector& x) {
      add(static_cast<int>(to.size()), s, x.data(), to.data());
    };
    add_to(position, other.position);
    add_to(velocity, other.velocity);
    add_to(act, other.act);
  }
};

// y <- y + A' x, 3 x 3
void add_transposed(const double* a, const double* x, double* y) {
  for (int i = 0; i < 3; ++i) add(3, x[i], a + 3 * i, y);
}

class Backwards {
 public:
  Backwards(const Model& m, const Data& at, const DerivativeConfig& config)
      : m_(m),
        at_(at),
        config_(config),
        columns_(m),
        stage_(at),
        shift_(kStages, Parts(m)),
        rate_(m),
        sum_(m) {}

  Outcome run(std::span<const double> cotangent, const Gradient& result) {
    Outcome outcome;
    outcome.refusal = find_stages();
    if (outcome.refusal) return outcome;
    outcome.report = here_->report();
    Vector columns(static_cast<std::size_t>(columns_.end), 0.0), forces(rate_.velocity.size(), 0.0);
    const Parts by_mean = from_end(cotangent, columns.data());
    Parts by_next(m_);  // by the shift of the stage after
    for (int k = kStages - 1; k >= 0; --k) {
      Parts by_rate(m_);
      by_rate.add_scaled(stage_weight(k), by_mean);
      if (k < kStages - 1) {
        by_rate.add_scaled(m_.opt.timestep * stage_time(k + 1), by_next);
        place(k);
      }
      by_next = from_stage(k, by_rate, columns.data(), forces.data());
    }
    std::copy_n(columns.begin(), result.x.size(), result.x.begin());
    std::copy_n(columns.begin() + columns_.control, result.u.size(), result.u.begin());
    std::copy_n(forces.begin(), result.f.size(), result.f.begin());
    return outcome;
  }

 private:
  // Shifts of all stages from the start; the last one stays here.
  const char* find_stages() {
    for (int k = 0; k < kStages; ++k) {
      Parts& shift = shift_[static_cast<std::size_t>(k)];
      shift.add_scaled(m_.opt.timestep * stage_time(k), rate_);
      place(k);
      if (here_->refusal()) return here_->refusal();
      if (k == 0) start_.emplace(m_, *here_);
      rate_.position.assign(stage_.qvel.begin(), stage_.qvel.end());
      each_rotation(m_, [&](int dof) {
        const RotationRate rate(shift.position.data() + dof, stage_.qvel.data() + dof);
        store(rate_.position.data() + dof, rate.value);
      });
      rate_.velocity.assign(here_->data().qacc.begin(), here_->data().qacc.end());
      rate_.act.assign(here_->data().act_dot.begin(), here_->data().act_dot.end());
      sum_.add_scaled(stage_weight(k), rate_);
    }
    return nullptr;
  }

  // The derivatives at a stage.
  void place(int k) {
    const Parts& shift = shift_[static_cast<std::size_t>(k)];
    std::copy(at_.qpos.begin(), at_.qpos.end(), stage_.qpos.begin());
    dynamics::integrate_pos(m_, stage_.qpos.data(), shift.position.data(), 1.0);
    for (int i = 0; i < m_.nv; ++i)
      stage_.qvel[i] = at_.qvel[i] + shift.velocity[static_cast<std::size_t>(i)];
    for (int i = 0; i < m_.na; ++i)
      stage_.act[i] = at_.act[i] + shift.act[static_cast<std::size_t>(i)];
    stage_.time = at_.time + stage_time(k) * m_.opt.timestep;
    here_.reset();  // its world is for the next one
    here_ = std::make_unique<const Linearization>(m_, stage_, config_, Activations::Rates);
  }

  // Gradients by positions that are displaced by `shift` become those by the shift; what reaches
  // the start itself is added to columns.
  Vector by_shift(const Vector& shift, const double* by_position, double* columns) const {
    Vector result(by_position, by_position + m_.nv);
    const std::vector<Turn> all = turns(m_, shift.data(), 1);
    for (int i = 0; i < m_.nv; ++i) columns[i] += by_position[i];
    for (const Turn& t : all) {
      add(3, -1, by_position + t.dof, columns + t.dof);
      add_transposed(t.turn, by_position + t.dof, columns + t.dof);
      std::fill_n(result.begin() + t.dof, 3, 0.0);
      add_transposed(t.map, by_position + t.dof, result.data() + t.dof);
    }
    return result;
  }

  // Gradients by the mean rates, times the step.
  Parts from_end(std::span<const double> cotangent, double* columns) const {
    const int nv = static_cast<int>(m_.nv);
    const double h = m_.opt.timestep, *by_velocity = cotangent.data() + nv;
    Parts by(m_);
    Vector end(sum_.position);
    for (double& x : end) x *= h;
    add(nv, h, by_shift(end, cotangent.data(), columns).data(), by.position.data());
    add(nv, h, by_velocity, by.velocity.data());
    add(nv, 1, by_velocity, columns + columns_.velocity);
    each_activation(m_, [&](int i, int state, int a) {
      const auto n = static_cast<std::size_t>(a);
      const double by_act = cotangent[static_cast<std::size_t>(columns_.activation + a)];
      const EndOfActivation at_end(m_, i, state, at_.act[a], sum_.act[n], (*start_)[i]);
      columns[columns_.activation + a] += at_end.by_act * by_act;
      start_->add(i, at_end.by_velocity * by_act, columns);
      by.act[n] = at_end.by_rate * by_act;
    });
    return by;
  }

  // Gradients by the rates of a stage become those by its shift; what reaches the start is added.
  Parts from_stage(int k, const Parts& by_rate, double* columns, double* forces) const {
    const int nv = static_cast<int>(m_.nv);
    const Parts& shift = shift_[static_cast<std::size_t>(k)];
    Vector by_acceleration = by_rate.velocity, by(static_cast<std::size_t>(columns_.end), 0.0);
    here_->pull_back(by_acceleration.data(), by_rate.act.data(), by.data());
    add(nv, 1, by_acceleration.data(), forces);
    Parts to(m_);
    to.position = by_shift(shift.position, by.data(), columns);
    to.velocity.assign(by.begin() + columns_.velocity, by.begin() + columns_.activation);
    to.act.assign(by.begin() + columns_.activation, by.begin() + columns_.control);
    add(nv, 1, by_rate.position.data(), to.velocity.data());
    each_rotation(m_, [&](int dof) {
      const double *own = by_rate.position.data() + dof, *at = stage_.qvel.data() + dof;
      const RotationRate rate(shift.position.data() + dof, at);
      add_transposed(rate.by_shift, own, to.position.data() + dof);
      add(3, -1, own, to.velocity.data() + dof);
      add_transposed(rate.by_velocity, own, to.velocity.data() + dof);
    });
    add(nv, 1, to.velocity.data(), columns + columns_.velocity);
    add(static_cast<int>(m_.na), 1, to.act.data(), columns + columns_.activation);
    add(static_cast<int>(m_.nu), 1, by.data() + columns_.control, columns + columns_.control);
    return to;
  }

  const Model& m_;
  const Data& at_;
  DerivativeConfig config_;
  Columns columns_;
  Data stage_;
  std::vector<Parts> shift_;  // displacements of the stages from the start
  Parts rate_, sum_;
  std::optional<StartVelocities> start_;
  std::unique_ptr<const Linearization> here_;
};

}  // namespace

Outcome rk4_vjp(const Model& m, const Data& at, const DerivativeConfig& config,
                std::span<const double> cotangent, const Gradient& result) {
  return Backwards(m, at, config).run(cotangent, result);
}

}  // namespace thew::derivative
