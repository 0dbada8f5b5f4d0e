#include "derivative/actuators.h"

#include <thew/stages.h>

#include "derivative/slopes.h"
#include "element/gain.h"
#include "element/muscle.h"

namespace thew::derivative {

using namespace math;

namespace {

// The numbers that an actuator depends on, one in each lane.
enum Lane { kLength, kVelocity, kControl, kActivation, kLaneCount };

Slopes along(double value, Lane lane) {
  Slopes x = still(value);
  x.slope.set(lane, 1);
  return x;
}

bool has_closed_form(const Model& m, const Data& d, int i) {
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  const auto bias = static_cast<Bias>(m.actuator_biastype[i]);
  const auto dynamics = static_cast<Dynamics>(m.actuator_dyntype[i]);
  const bool one = m.actuator_outnum[i] == 1 && m.actuator_ctrlnum[i] == 1 &&
                   m.actuator_actnum[i] == (dynamics == Dynamics::None ? 0 : 1);
  return one && (gain == Gain::Fixed || gain == Gain::Affine || gain == Gain::Muscle) &&
         (bias == Bias::None || bias == Bias::Affine || bias == Bias::Muscle) &&
         dynamics <= Dynamics::Muscle && m.actuator_plugin[i] < 0 && m.actuator_historyadr[i] < 0 &&
         setpoint_period(m, d, i) == 0 && first_of_limited_tendon(m, i) < 0;
}

// One actuator as a function of its four numbers.
class Response {
 public:
  Response(const Model& m, const Data& d, int i)
      : m_(m),
        i_(i),
        length_(along(d.actuator_length[m.actuator_outadr[i]], kLength)),
        velocity_(along(d.actuator_velocity[m.actuator_outadr[i]], kVelocity)),
        input_(along(d.kept.ctrl[m.actuator_ctrladr[i]], kControl)) {
    // A control beyond its range does nothing.
    const int u = m.actuator_ctrladr[i];
    if (!is_inside(m, u, d.ctrl[u])) input_ = still(d.kept.ctrl[u]);
    if (m.actuator_actnum[i] == 0) return;
    const Slopes act = along(d.act[m.actuator_actadr[i]], kActivation);
    rate_ = rate(input_, act);
    next_ = advanced_activation(m, i, act, actuator_disabled(m, i) ? still(0) : rate_);
    input_ = m.actuator_actearly[i] ? advanced_activation(m, i, act, rate_) : act;
  }

  const Slopes& rate() const { return rate_; }
  const Slopes& next() const { return next_; }

  Slopes force() const { return gain() * input_ + bias(); }
  // How it falls with length and velocity.
  Slopes stiffness() const { return -(by_length(gain_) * input_ + by_length(bias_)); }
  Slopes damping() const { return -(by_velocity(gain_) * input_ + by_velocity(bias_)); }

 private:
  // Gain and bias have the same forms.
  enum class Form { None, Fixed, Affine, Muscle };
  struct Curve {
    Form form;
    const double* number;
    bool active;  // a muscle's force by activation, or without
  };

  static Curve gain_of(const Model& m, int i) {
    const auto type = static_cast<Gain>(m.actuator_gaintype[i]);
    return {type == Gain::Fixed    ? Form::Fixed
            : type == Gain::Affine ? Form::Affine
                                   : Form::Muscle,
            m.actuator_gainprm.values().row(i), true};
  }
  static Curve bias_of(const Model& m, int i) {
    const auto type = static_cast<Bias>(m.actuator_biastype[i]);
    return {type == Bias::None     ? Form::None
            : type == Bias::Affine ? Form::Affine
                                   : Form::Muscle,
            m.actuator_biasprm.values().row(i), false};
  }

  Slopes rate(const Slopes& ctrl, const Slopes& act) const {
    const double* p = m_.actuator_dynprm.values().row(i_);
    switch (static_cast<Dynamics>(m_.actuator_dyntype[i_])) {
      case Dynamics::Integrator:
        return ctrl;
      case Dynamics::Muscle:
        return element::muscle_rate(ctrl, act, still(p[0]), still(p[1]), still(p[2]));
      default:
        return element::filter_rate(ctrl, act, still(p[0]));
    }
  }

  element::Muscle<Slopes> muscle(const double* p) const {
    return {{still(p[0]), still(p[1])},
            still(p[2]),
            still(p[3]),
            still(p[4]),
            still(p[5]),
            still(p[6]),
            still(p[7]),
            still(p[8])};
  }
  element::MuscleState<Slopes> state(const element::Muscle<Slopes>& muscle) const {
    const int out = m_.actuator_outadr[i_];
    const double* range = m_.actuator_lengthrange.values().row(out);
    const Slopes lengths[2] = {still(range[0]), still(range[1])};
    return muscle_state(muscle, length_, velocity_, lengths, still(m_.actuator_acc0.values()[out]));
  }

  Slopes value(const Curve& c) const {
    const double* p = c.number;
    if (c.form == Form::None) return still(0);
    if (c.form == Form::Fixed) return still(p[0]);
    if (c.form == Form::Affine)
      return element::affine(still(p[0]), still(p[1]), still(p[2]), length_, velocity_);
    const element::Muscle<Slopes> body = muscle(p);
    return c.active ? muscle_gain(body, state(body)) : muscle_bias(body, state(body));
  }
  Slopes by_length(const Curve& c) const {
    if (c.form == Form::Affine) return still(c.number[1]);
    if (c.form != Form::Muscle) return still(0);
    const element::Muscle<Slopes> body = muscle(c.number);
    return c.active ? muscle_gain_by_length(body, state(body))
                    : muscle_bias_by_length(body, state(body));
  }
  Slopes by_velocity(const Curve& c) const {
    if (c.form == Form::Affine) return still(c.number[2]);
    if (c.form != Form::Muscle || !c.active) return still(0);
    const element::Muscle<Slopes> body = muscle(c.number);
    return muscle_gain_by_velocity(body, state(body));
  }
  Slopes gain() const { return value(gain_); }
  Slopes bias() const { return value(bias_); }

  const Model& m_;
  int i_;
  Curve gain_ = gain_of(m_, i_), bias_ = bias_of(m_, i_);
  Slopes length_, velocity_, input_, rate_ = still(0), next_ = still(0);
};

void add_response(const Model& m, const Data& d, int i, bool with_tangents, Activations of,
                  std::vector<Slope>& slopes) {
  const int out = m.actuator_outadr[i];
  const Response response(m, d, i);
  const bool limited = m.actuator_forcelimited[i] && d.kept.actuator_saturated[i] != 0;
  const bool acts = !limited && !actuator_disabled(m, i);
  const auto transmission = static_cast<Transmission>(m.actuator_trntype[i]);
  const bool drives_joint =
      transmission == Transmission::Joint || transmission == Transmission::Jointinparent;
  const bool yields = acts && with_tangents &&
                      !(drives_joint && !is_live(m, d, m.jnt_dofadr[m.actuator_trnid[2 * i]]));
  const Slopes force = acts ? response.force() : still(0);
  const Slopes stiffness = yields ? response.stiffness() : still(0);
  const Slopes damping = yields ? response.damping() : still(0);
  const bool with_next = m.actuator_actnum[i] > 0;
  const Slopes next = of == Activations::Next   ? response.next()
                      : actuator_disabled(m, i) ? still(0)
                                                : response.rate();
  const Dependence by[kLaneCount] = {{Dependence::Length, out},
                                     {Dependence::Velocity, out},
                                     {Dependence::Control, m.actuator_ctrladr[i]},
                                     {Dependence::Activation, m.actuator_actadr[i]}};
  for (int lane = 0; lane < (with_next ? kLaneCount : kActivation); ++lane) {
    Slope slope = {i,
                   out,
                   by[lane],
                   finite(force.slope[lane]),
                   finite(stiffness.slope[lane]),
                   finite(damping.slope[lane])};
    const double by_next = with_next ? finite(next.slope[lane]) : 0;
    if (with_next && by_next != 0) slope.next = {by_next};
    if (slope.force != 0 || slope.stiffness != 0 || slope.damping != 0 || by_next != 0)
      slopes.push_back(std::move(slope));
  }
}

}  // namespace

Slopes advanced_activation(const Model& m, int i, const Slopes& act, const Slopes& rate) {
  const Slopes h = still(m.opt.timestep), tau = still(m.actuator_dynprm.values().row(i)[0]);
  const bool exact = m.actuator_dyntype[i] == static_cast<int>(Dynamics::Filterexact);
  const Slopes next = exact ? element::decay(act, rate, tau, h) : act + rate * h;
  if (!m.actuator_actlimited[i]) return next;
  const double* range = m.actuator_actrange.values().row(i);
  return clamp(next, still(range[0]), still(range[1]));
}

bool is_inside(const Model& m, int control, double value) {
  if (!m.actuator_ctrllimited[control] || has(m.opt.disableflags, DisableBit::Clampctrl)) {
    return true;
  }
  const double* range = m.actuator_ctrlrange.values().row(control);
  return range[0] <= value && value <= range[1];
}

bool is_live(const Model& m, const Data& d, int dof) {
  const int joint = m.dof_jntid[dof];
  if (!m.jnt_actfrclimited[joint]) return true;
  const double* range = m.jnt_actfrcrange.values().row(joint);
  return d.qfrc_actuator[dof] > range[0] && d.qfrc_actuator[dof] < range[1];
}

int first_of_limited_tendon(const Model& m, int actuator) {
  if (m.actuator_trntype[actuator] != static_cast<int>(Transmission::Tendon)) return -1;
  const int tendon = m.actuator_trnid[2 * actuator];
  return m.tendon_actfrclimited[tendon] ? m.tendon_driver[tendon] : -1;
}

std::vector<Slope> actuator_slopes(const Model& m, Data& d, bool with_tangents, Activations of) {
  std::vector<Slope> slopes;
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) return slopes;
  std::vector<int> others;
  for (int i = 0; i < m.nactuator; ++i) {
    if (has_closed_form(m, d, i)) {
      add_response(m, d, i, with_tangents, of, slopes);
    } else {
      others.push_back(i);
    }
  }
  if (!others.empty()) add_actuator_differences(m, d, others, with_tangents, of, slopes);
  return slopes;
}

}  // namespace thew::derivative
