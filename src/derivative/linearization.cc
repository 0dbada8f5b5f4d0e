#include "derivative/linearization.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "collision/speculative.h"
#include "derivative/residual_differences.h"
#include "derivative/sensors.h"
#include "derivative/step_columns.h"
#include "model/formulation.h"
#include "model/integrator.h"

namespace thew::derivative {

namespace {

bool all_finite(const auto& values) {
  for (const double x : values) {
    if (!(x - x == 0)) return false;
  }
  return true;
}

void check_finite(const Data& d, const char* what) {
  if (all_finite(d.qpos) && all_finite(d.qvel) && all_finite(d.act) && all_finite(d.qacc)) return;
  throw Error({},
              std::string("there is no derivative: ") + what + " has numbers that are not finite",
              "check qpos, qvel, act and the forces");
}

bool has_cutoffs(const Model& m) {
  return std::any_of(m.sensor_cutoff.data(), m.sensor_cutoff.data() + m.nsensor,
                     [](double cutoff) { return cutoff > 0; });
}

}  // namespace

Linearization::Linearization(const Model& m, const Data& at, const DerivativeConfig& config,
                             Activations of)
    : m_(m), of_(of), columns_(m), world_(m, at), config_(config) {
  Data& d = world_.data;
  refusal_ = find_refusal();
  if (refusal_) return;
  std::fill(d.qacc.begin(), d.qacc.end(), 0.0);
  check_finite(d, "the state");
  forward_skip_sensors(m, d, world_.work);
  check_finite(d, "the acceleration");
  if (!find_optimum()) {
    refusal_ = "the Hessian of the constraints is not positive";
    return;
  }
  find_terms();
  if (!advance_) return;
  if (!advance_->sound()) {
    refusal_ = "the matrix of the integrator is not positive";
    return;
  }
  std::vector<double> velocity(d.qvel.begin(), d.qvel.end());
  add(static_cast<int>(m.nv), m.opt.timestep, advance_->step_acceleration().data(),
      velocity.data());
  turns_ = turns(m, velocity.data(), m.opt.timestep);
}

const char* Linearization::find_refusal() const {
  if (callbacks_are_set()) return "functions of the user are called";
  if (is_classic(m_)) return "contacts of the classic formulation are not an optimum";
  if (m_.opt.noslip_iterations > 0) return "noslip is not an optimum";
  for (int i = 0; i < m_.nactuator; ++i) {
    if (m_.actuator_plugin[i] >= 0) return "an actuator is a plugin";
  }
  if (has(m_.opt.enableflags, EnableBit::Invdiscrete)) return "inverse dynamics is that of steps";
  if (collision::speculates(m_)) return "contacts are foreseen from velocities";
  return nullptr;
}

// The accelerations where forces balance, and the matrix that they are found in.
bool Linearization::find_optimum() {
  Data& d = world_.data;
  if (!is_discrete(m_)) {
    inertia_ = Sparse(layout_of(m_, d), true);
    for (int i = 0; i < m_.nv; ++i) {
      for (int adr = m_.M_rowadr[i]; adr < m_.M_rowadr[i] + m_.M_rownnz[i]; ++adr)
        inertia_.set(i, m_.M_colind[adr], d.M[adr]);
    }
    return derivative::find_optimum(m_, d, inertia_, d.qfrc_smooth.data(), hessian_);
  }
  std::vector<double> force(static_cast<std::size_t>(m_.nv));
  metric_of(m_, d, d.kept.metric.data()).multiply(d.qacc_smooth.data(), force.data());
  inertia_ = discrete_inertia(m_, d, world_.work);
  return derivative::find_optimum(m_, d, inertia_, force.data(), hessian_);
}

void Linearization::find_terms() {
  Data& d = world_.data;
  const bool of_step = of_ == Activations::Next;
  report_.method = config_.method;
  const bool implicit = of_step && integrator_of(m_) != Integrator::Euler;
  slopes_ = actuator_slopes(m_, d, implicit, of_);
  moments_ = moment_changes(m_, d, world_.work);
  if (implicit) actuation::tangents(m_, d);
  if (config_.smoothing > 0 && d.nefc > 0)
    smooth_hessian(m_, d, config_.smoothing, inertia_, hessian_);
  if (!of_step) return;
  terms_ = std::make_unique<const ImplicitTerms>(m_, d, slopes_, moments_);
  advance_ = std::make_unique<const Advance>(m_, d, world_.work, inertia_, *terms_);
}

void Linearization::add_residual(const Sum& to) const {
  const Data& d = world_.data;
  const ImplicitTerms* metric = is_discrete(m_) ? terms_.get() : nullptr;
  add_smooth(m_, d, slopes_, moments_, to);
  if (metric) metric->add_change(d.qacc.data(), to);
  add_constraints(m_, d, world_.work, metric, config_.smoothing, to);
}

void Linearization::add_activations(const Sum& to) const {
  for (const Slope& slope : slopes_) {
    for (std::size_t n = 0; n < slope.next.size(); ++n) {
      const Sum::Row row = to.row(m_.actuator_actadr[slope.actuator] + static_cast<int>(n));
      each_input(m_, world_.data, slope.by, moments_,
                 [&](int column, double by) { row[column] += slope.next[n] * by; });
    }
  }
}

// Columns of r, whose first ones are those of positions, and of activations, by differences.
Matrix Linearization::positions_by_differences(Matrix& next) const {
  Matrix r(m_.nv, m_.nv);
  next.reset(m_.na, m_.nv);
  ResidualColumns(m_, world_.data, config_.eps, of_)
      .differentiate(Input::Position, m_.nv, columns_.position, r, next);
  return r;
}

Matrix Linearization::residual() const {
  Matrix r(m_.nv, columns_.end), next;
  add_residual(r);
  if (report_.method != Method::Hybrid) return r;
  const Matrix positions = positions_by_differences(next);
  for (int i = 0; i < m_.nv; ++i) std::copy_n(positions.row(i), m_.nv, r.row(i));
  return r;
}

Matrix Linearization::activations() const {
  Matrix result(m_.na, columns_.end), next;
  add_activations(result);
  if (report_.method != Method::Hybrid || m_.na == 0) return result;
  positions_by_differences(next);
  for (int i = 0; i < m_.na; ++i) std::copy_n(next.row(i), m_.nv, result.row(i));
  return result;
}

Matrix Linearization::accelerations() const {
  Matrix result = residual();
  hessian_.solve(result);
  return result;
}

// Writes columns [first, first + count) of dx' from da*, from a column of the result on: dv' = dv +
// h da*, dq' = turn dq + h map dv'. Forces change no activation: then there is no `next`.
void Linearization::put_state(const Matrix& acceleration, int first, int count, int column,
                              const Matrix* next, std::span<double> to, std::int64_t width) const {
  const int nv = static_cast<int>(m_.nv);
  const double h = m_.opt.timestep;
  const auto row = [&](int i) { return to.data() + i * width + column; };
  for (int i = 0; i < nv; ++i) {
    double *v = row(nv + i), *q = row(i);
    const double* a = acceleration.row(i) + first;
    for (int c = 0; c < count; ++c) v[c] = h * a[c];
    if (next && columns_.velocity + i >= first && columns_.velocity + i < first + count) {
      v[columns_.velocity + i - first] += 1;
    }
    for (int c = 0; c < count; ++c) q[c] = h * v[c];
  }
  const bool positions = next && first == columns_.position;
  for (const Turn& t : turns_) {
    for (int c = 0; c < count; ++c) {
      double dv[3];
      for (int k = 0; k < 3; ++k) dv[k] = row(nv + t.dof + k)[c];
      for (int k = 0; k < 3; ++k) row(t.dof + k)[c] = h * dot(3, t.map + 3 * k, dv);
    }
  }
  for (int i = 0; i < nv && positions; ++i) row(i)[i] += 1;
  for (const Turn& t : turns_) {
    for (int i = 0; i < 3 && positions; ++i) {
      for (int k = 0; k < 3; ++k) row(t.dof + i)[t.dof + k] += t.turn[3 * i + k] - (i == k ? 1 : 0);
    }
  }
  for (int i = 0; i < m_.na; ++i) {
    for (int c = 0; c < count; ++c) row(2 * nv + i)[c] = next ? (*next)(i, first + c) : 0;
  }
}

void Linearization::fill(const Transition& result) const {
  const bool of_state = !result.A.empty() || !result.B.empty();
  Matrix forward;
  if (of_state || !result.C.empty() || !result.D.empty()) forward = accelerations();
  Matrix step, next;
  if (of_state) {
    advance_->to_step(step = forward);
    next = activations();
  }
  if (!result.A.empty()) put_state(step, 0, columns_.control, 0, &next, result.A, columns_.control);
  if (!result.B.empty())
    put_state(step, columns_.control, static_cast<int>(m_.nu), 0, &next, result.B, m_.nu);
  if (!result.F.empty()) fill_forces(result);
  fill_sensors(forward, result);
}

void Linearization::fill_sensors(const Matrix& acceleration, const Transition& result) const {
  Transition beside = result;
  const bool closed = report_.method == Method::Analytic;
  if (closed && all_have_closed_forms(m_, world_.data)) beside.C = beside.D = {};
  fill_beside(acceleration, beside);
  if (!closed || (result.C.empty() && result.D.empty())) return;
  Data& d = world_.data;
  if (sensor::needs_body_forces(m_)) rne_post_constraint(m_, d, world_.work);
  if (has_cutoffs(m_)) {  // what they report decides
    sensor::position(m_, d, world_.work);
    sensor::velocity(m_, d, world_.work);
    sense_acceleration(m_, d, world_.work);
  }
  Sensors(m_, world_.data, world_.work, slopes_, moments_, config_.smoothing)
      .fill(acceleration, result.C, result.D);
}

// da = H^-1 df
Matrix Linearization::accelerations_by_forces() const {
  const int nv = static_cast<int>(m_.nv);
  Matrix unit(nv, nv);
  for (int i = 0; i < nv; ++i) unit(i, i) = 1;
  hessian_.solve(unit);
  return unit;
}

void Linearization::fill_forces(const Transition& result) const {
  Matrix acceleration = accelerations_by_forces();
  advance_->to_step_of_forces(acceleration);
  put_state(acceleration, 0, acceleration.columns(), 0, nullptr, result.F, m_.nv);
}

void Linearization::multiply_transposed(std::span<const double> cotangent,
                                        const Gradient& result) const {
  const int nv = static_cast<int>(m_.nv);
  const double h = m_.opt.timestep;
  std::vector<double> columns(static_cast<std::size_t>(columns_.end), 0.0);
  std::vector<double> velocity(static_cast<std::size_t>(nv));
  const double *by_q = cotangent.data(), *by_v = by_q + nv, *by_act = by_v + nv;
  for (int i = 0; i < nv; ++i) {
    velocity[static_cast<std::size_t>(i)] = math::fma(h, by_q[i], by_v[i]);
    columns[static_cast<std::size_t>(i)] = by_q[i];
  }
  for (const Turn& t : turns_) {
    for (int k = 0; k < 3; ++k) {
      double mapped = 0, turned = 0;
      for (int i = 0; i < 3; ++i) {
        mapped += t.map[3 * i + k] * by_q[t.dof + i];
        turned += t.turn[3 * i + k] * by_q[t.dof + i];
      }
      velocity[static_cast<std::size_t>(t.dof + k)] = math::fma(h, mapped, by_v[t.dof + k]);
      columns[static_cast<std::size_t>(t.dof + k)] = turned;
    }
  }
  for (int i = 0; i < nv; ++i)
    columns[static_cast<std::size_t>(nv + i)] = velocity[static_cast<std::size_t>(i)];
  for (double& y : velocity) y *= h;
  advance_->from_step(velocity.data(), columns.data());
  pull_back(velocity.data(), by_act, columns.data());
  std::copy_n(columns.begin(), result.x.size(), result.x.begin());
  std::copy_n(columns.begin() + columns_.control, result.u.size(), result.u.begin());
  std::copy_n(velocity.begin(), result.f.size(), result.f.begin());
}

void Linearization::pull_back(double* by_acceleration, const double* by_activation,
                              double* columns) const {
  hessian_.solve_transposed(by_acceleration);
  if (report_.method == Method::Hybrid) {
    const Matrix r = residual(), next = activations();
    for (int i = 0; i < m_.nv; ++i) add(columns_.end, by_acceleration[i], r.row(i), columns);
    for (int i = 0; i < m_.na; ++i) add(columns_.end, by_activation[i], next.row(i), columns);
    return;
  }
  add_residual(Sum(by_acceleration, columns));
  add_activations(Sum(by_activation, columns));
}

Matrix Linearization::accelerations_by_numbers(std::span<const ModelNumber> numbers) const {
  const auto count = static_cast<std::int64_t>(numbers.size());
  Matrix r(m_.nv, count), next(m_.na, count);
  ResidualColumns(m_, world_.data, config_.eps, of_, numbers)
      .differentiate(Input::Number, count, 0, r, next);
  hessian_.solve(r);
  return r;
}

void Linearization::fill_beside(const Matrix& acceleration, const Transition& result) const {
  const auto& [C, D, numbers, P, E] =
      std::tie(result.C, result.D, result.numbers, result.P, result.E);
  const bool with_state = !P.empty(), with_sensors = !C.empty() || !D.empty() || !E.empty();
  if (!with_state && !with_sensors) return;
  Matrix by_numbers;
  if (!P.empty() || !E.empty()) by_numbers = accelerations_by_numbers(numbers);
  StepColumns<Pack4, GivenAccelerations<Pack4>> steps(
      m_, world_.data, {config_.eps, true}, {m_, world_.data, with_state, with_sensors}, numbers);
  const auto fill = [&](Input input, std::int64_t count, Stage skip, const Matrix& by, int first,
                        const Target& target) {
    steps.motion().follow(input, by, first);
    steps.add(input, count, skip, target);
  };
  const std::int64_t nx = columns_.control, np = std::ssize(numbers);
  fill(Input::Control, m_.nu, Stage::Vel, acceleration, columns_.control, {{}, D, 0, m_.nu});
  fill(Input::Activation, m_.na, Stage::Vel, acceleration, columns_.activation,
       {{}, C, columns_.activation, nx});
  fill(Input::Velocity, m_.nv, Stage::Pos, acceleration, columns_.velocity,
       {{}, C, columns_.velocity, nx});
  fill(Input::Position, m_.nv, Stage::None, acceleration, 0, {{}, C, 0, nx});
  fill(Input::Number, np, Stage::None, by_numbers, 0, {P, E, 0, np});
  steps.run();
}

}  // namespace thew::derivative
