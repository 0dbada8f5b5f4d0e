#include "derivative/actuators.h"

#include <algorithm>

#include <thew/stages.h>

#include "element/gain.h"
#include "model/activation.h"

namespace thew::derivative {

namespace {

// Numbers that slopes are computed of: after an actuation with something moved.
struct Outcome {
  std::vector<double> force, damping, next;
};

bool is_inside(const Model& m, int control, double value) {
  if (!m.actuator_ctrllimited[control] || has(m.opt.disableflags, DisableBit::Clampctrl)) {
    return true;
  }
  const double* range = m.actuator_ctrlrange.values().row(control);
  return range[0] <= value && value <= range[1];
}

// Gain and bias are affine in length and velocity, and multiply the control as it is.
bool is_affine(const Model& m, const Data& d, int i) {
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  const auto bias = static_cast<Bias>(m.actuator_biastype[i]);
  return (gain == Gain::Fixed || gain == Gain::Affine) &&
         (bias == Bias::None || bias == Bias::Affine) && m.actuator_actnum[i] == 0 &&
         m.actuator_ctrlnum[i] == 1 && m.actuator_plugin[i] < 0 && m.actuator_historyadr[i] < 0 &&
         setpoint_period(m, d, i) == 0;
}

void add_affine(const Model& m, const Data& d, int i, std::vector<Slope>& slopes) {
  if (m.actuator_forcelimited[i] && d.kept.actuator_saturated[i] != 0) return;
  const int out = m.actuator_outadr[i], u = m.actuator_ctrladr[i];
  const double *gain = m.actuator_gainprm.values().row(i),
               *bias = m.actuator_biasprm.values().row(i);
  const bool gains = m.actuator_gaintype[i] == static_cast<int>(Gain::Affine);
  const bool biased = m.actuator_biastype[i] == static_cast<int>(Bias::Affine);
  const double ctrl = d.kept.ctrl[u], length = d.actuator_length[out],
               velocity = d.actuator_velocity[out];
  const double by_length = (gains ? gain[1] * ctrl : 0) + (biased ? bias[1] : 0);
  const double by_velocity = (gains ? gain[2] * ctrl : 0) + (biased ? bias[2] : 0);
  const double by_ctrl =
      gains ? element::affine(gain[0], gain[1], gain[2], length, velocity) : gain[0];
  if (by_length != 0) slopes.push_back({i, {Dependence::Length, out}, by_length});
  if (by_velocity != 0) slopes.push_back({i, {Dependence::Velocity, out}, by_velocity});
  if (is_inside(m, u, d.ctrl[u])) {
    slopes.push_back({i, {Dependence::Control, u}, by_ctrl, gains ? -gain[2] : 0});
  }
}

// Differences of all other actuators.
class Differences {
 public:
  Differences(const Model& m, Data& d, bool with_damping, Activations of,
              const std::vector<int>& actuators)
      : m_(m), d_(d), with_damping_(with_damping), of_(of), actuators_(actuators) {
    run(nominal_);
  }

  void add_to(std::vector<Slope>& slopes) {
    const auto output = [&](int i) { return m_.actuator_outadr[i]; };
    by(Dependence::Length, d_.actuator_length.data(), output, slopes);
    by(Dependence::Velocity, d_.actuator_velocity.data(), output, slopes);
    by_each(Dependence::Control, d_.ctrl.data(), m_.actuator_ctrladr.data(),
            m_.actuator_ctrlnum.data(), slopes);
    by_each(Dependence::Activation, d_.act.data(), m_.actuator_actadr.data(),
            m_.actuator_actnum.data(), slopes);
    run(nominal_);
  }

 private:
  static constexpr double kEps = 1e-6;

  void run(Outcome& outcome) {
    actuation::actuation(m_, d_);
    outcome.force.assign(d_.actuator_force.begin(), d_.actuator_force.end());
    find_activations(m_, d_, of_, outcome.next);
    if (!with_damping_) return;
    actuation::tangents(m_, d_);
    outcome.damping.resize(static_cast<std::size_t>(m_.nout));
    for (int out = 0; out < m_.nout; ++out) {
      outcome.damping[static_cast<std::size_t>(out)] = d_.kept.actuator_tangent.row(out)[1];
    }
  }

  // Moves the numbers that actuators have several of: the first of each, then the second...
  void by_each(Dependence::Kind kind, double* values, const int* first, const int* count,
               std::vector<Slope>& slopes) {
    int most = 0;
    for (const int i : actuators_) most = std::max(most, count[i]);
    for (int slot = 0; slot < most; ++slot) {
      by(kind, values, [&](int i) { return slot < count[i] ? first[i] + slot : -1; }, slopes);
    }
  }

  // Moves a number of every actuator, whose index `place` gives, both ways; controls only as far as
  // their range goes.
  template <class Place>
  void by(Dependence::Kind kind, double* values, Place place, std::vector<Slope>& slopes) {
    const std::vector<int>& all = actuators_;
    std::vector<double> kept(all.size()), way(all.size(), 0.0);
    for (std::size_t n = 0; n < all.size(); ++n) {
      if (const int at = place(all[n]); at >= 0) kept[n] = values[at];
    }
    Outcome side[2];
    for (const int s : {0, 1}) {
      for (std::size_t n = 0; n < all.size(); ++n) {
        const int at = place(all[n]);
        if (at < 0) continue;
        const double moved = kept[n] + (s == 0 ? kEps : -kEps);
        if (kind == Dependence::Control &&
            !(is_inside(m_, at, kept[n]) && is_inside(m_, at, moved)))
          continue;
        values[at] = moved;
        way[n] += s == 0 ? moved - kept[n] : kept[n] - moved;
      }
      run(side[s]);
      for (std::size_t n = 0; n < all.size(); ++n) {
        if (const int at = place(all[n]); at >= 0) values[at] = kept[n];
      }
    }
    for (std::size_t n = 0; n < all.size(); ++n) {
      const int at = place(all[n]);
      if (at >= 0 && way[n] != 0) slopes.push_back(slope(all[n], {kind, at}, side, way[n]));
    }
  }

  Slope slope(int i, Dependence by, const Outcome (&side)[2], double way) const {
    const auto out = static_cast<std::size_t>(m_.actuator_outadr[i]);
    Slope result = {i, by, (side[0].force[out] - side[1].force[out]) / way};
    if (with_damping_) result.damping = (side[0].damping[out] - side[1].damping[out]) / way;
    for (int a = m_.actuator_actadr[i]; a < m_.actuator_actadr[i] + m_.actuator_actnum[i]; ++a) {
      const auto k = static_cast<std::size_t>(a);
      result.next.push_back((side[0].next[k] - side[1].next[k]) / way);
    }
    return result;
  }

  const Model& m_;
  Data& d_;
  bool with_damping_;
  Activations of_;
  const std::vector<int>& actuators_;
  Outcome nominal_;
};

}  // namespace

std::vector<Slope> actuator_slopes(const Model& m, Data& d, bool with_damping, Activations of) {
  std::vector<Slope> slopes;
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) return slopes;
  std::vector<int> others;
  for (int i = 0; i < m.nactuator; ++i) {
    if (is_affine(m, d, i)) {
      if (!actuator_disabled(m, i)) add_affine(m, d, i, slopes);
    } else {
      others.push_back(i);
    }
  }
  if (!others.empty()) Differences(m, d, with_damping, of, others).add_to(slopes);
  return slopes;
}

bool covers_actuators(const Model& m) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_outnum[i] != 1) return false;
  }
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_actfrclimited[t] && m.tendon_driver[t] >= 0) return false;
  }
  return true;
}

}  // namespace thew::derivative
