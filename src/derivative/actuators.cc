#include "derivative/actuators.h"

#include <algorithm>

#include "derivative/response.h"
#include "model/poly_force.h"

namespace thew::derivative {

using namespace math;

namespace {

// The n-th of the numbers of an actuator (response.h).
Dependence number_of(const Model& m, int i, int n) {
  const int outputs = m.actuator_outnum[i], controls = m.actuator_ctrlnum[i];
  if (n < outputs) return {Dependence::Length, m.actuator_outadr[i] + n};
  n -= outputs;
  if (n < outputs) return {Dependence::Velocity, m.actuator_outadr[i] + n};
  n -= outputs;
  if (n < controls) return {Dependence::Control, m.actuator_ctrladr[i] + n};
  return {Dependence::Activation, m.actuator_actadr[i] + n - controls};
}

// The force before ranges bound it.
double drive_of(const Model& m, const Data& d, int i) {
  return actuator_disabled(m, i) ? 0 : value_of(Response(m, d, i, 0).drive(0));
}

bool is_limited(const Model& m, const Data& d, int i) {
  return m.actuator_forcelimited[i] && d.kept.actuator_saturated[i] != 0;
}

// The joint that it drives does not go beyond its own range of forces.
bool drives_live_dofs(const Model& m, const Data& d, int i) {
  const auto transmission = static_cast<Transmission>(m.actuator_trntype[i]);
  const bool drives_joint =
      transmission == Transmission::Joint || transmission == Transmission::Jointinparent;
  return !drives_joint || is_live(m, d, m.jnt_dofadr[m.actuator_trnid[2 * i]]);
}

// Slopes of one actuator that acts.
class ActuatorReaction {
 public:
  ActuatorReaction(const Model& m, const Data& d, int i, bool with_tangents, Activations of,
                   std::vector<Slope>& slopes)
      : m_(m),
        d_(d),
        i_(i),
        of_(of),
        yields_(with_tangents && drives_live_dofs(m, d, i)),
        slopes_(slopes) {
    const int first = first_of_limited_tendon(m, i);
    if (first < 0) return;
    const int tendon = m.actuator_trnid[2 * i];
    stretched_ = d.kept.tendon_saturated[tendon] != 0;
    each_driver(m, first, [&](int k) { sum_ += drive_of(m, d, k); });
    const double* range = m.tendon_actfrcrange.values().row(tendon);
    bound_ = std::clamp(sum_, range[0], range[1]);
  }

  void add() const {
    const int count = Response::count(m_, i_);
    for (int first = 0; first < count; first += kLanes<Pack4>) {
      const Response response(m_, d_, i_, first);
      for (int lane = 0; lane < std::min(kLanes<Pack4>, count - first); ++lane)
        add(response, lane, number_of(m_, i_, first + lane));
    }
  }

 private:
  void add(const Response& response, int lane, const Dependence& by) const {
    const int first = m_.actuator_outadr[i_];
    if (bound_ != sum_) return add_shared(response, lane, by);
    double force[kMostOutputs];
    bounded_slopes(response, lane, force);
    for (int k = 0; k < m_.actuator_outnum[i_]; ++k) put(response, lane, by, first + k, force[k]);
  }

  // Without mechanics: within the range of the actuator, which for an orientation servo is that of
  // the size of its torque.
  void bounded_slopes(const Response& response, int lane, double* force) const {
    const int outputs = m_.actuator_outnum[i_];
    const bool limited = is_limited(m_, d_, i_);
    for (int k = 0; k < outputs; ++k)
      force[k] = limited ? 0 : finite(response.drive(k).slope[lane]);
    if (!limited || m_.actuator_gaintype[i_] != static_cast<int>(Gain::So3)) return;
    const Vec3<Slopes> torque = {response.drive(0), response.drive(1), response.drive(2)};
    const double most = m_.actuator_forcerange.values().row(i_)[1];
    store(force, slope_of(torque * (still(most) / norm(torque)), lane));
  }

  // Actuators share the range of a tendon's force, and their sum f is beyond it: each force f_k
  // becomes f_k b / f with the bound b, and changes with those of the others.
  void add_shared(const Response& response, int lane, const Dependence& by) const {
    const double own = finite(response.drive(0).slope[lane]), scale = bound_ / sum_;
    each_driver(m_, first_of_limited_tendon(m_, i_), [&](int k) {
      double force = -drive_of(m_, d_, k) * scale / sum_ * own;
      if (k == i_) force += scale * own;
      put(response, lane, by, m_.actuator_outadr[k], is_limited(m_, d_, k) ? 0 : force);
    });
  }

  void put(const Response& response, int lane, const Dependence& by, int output,
           double force) const {
    const bool own = output >= m_.actuator_outadr[i_] &&
                     output < m_.actuator_outadr[i_] + m_.actuator_outnum[i_];
    Slope slope = {i_, output, by, force};
    if (own) slope.force += finite(response.mechanics().slope[lane]);
    if (own && yields_) {
      const Response::Tangent mechanics = response.mechanics_tangent();
      Response::Tangent drive;
      if (!is_limited(m_, d_, i_) && !stretched_) drive = response.drive_tangent();
      slope.stiffness = finite((drive.stiffness + mechanics.stiffness).slope[lane]);
      slope.damping = finite((drive.damping + mechanics.damping).slope[lane]);
    }
    if (output == m_.actuator_outadr[i_]) put_next(response, lane, slope);
    if (slope.force != 0 || slope.stiffness != 0 || slope.damping != 0 || !slope.next.empty())
      slopes_.push_back(std::move(slope));
  }

  void put_next(const Response& response, int lane, Slope& slope) const {
    bool any = false;
    for (int k = 0; k < m_.actuator_actnum[i_]; ++k) {
      const Slopes x = of_ == Activations::Next ? response.next(k) : response.rate(k);
      slope.next.push_back(finite(x.slope[lane]));
      any |= slope.next.back() != 0;
    }
    if (!any) slope.next.clear();
  }

  const Model& m_;
  const Data& d_;
  int i_;
  Activations of_;
  bool yields_, stretched_ = false;
  double sum_ = 0, bound_ = 0;  // of all forces on a tendon
  std::vector<Slope>& slopes_;
};

// Most motors: their force is the gain times the control.
bool scales_control(const Model& m, int i) {
  return m.actuator_gaintype[i] == static_cast<int>(Gain::Fixed) &&
         m.actuator_biastype[i] == static_cast<int>(Bias::None) && m.actuator_actnum[i] == 0 &&
         m.actuator_ctrlnum[i] == 1 && m.actuator_historyadr[i] < 0 &&
         first_of_limited_tendon(m, i) < 0;
}

// An actuator that is switched off keeps its activations, but for what they do by themselves.
void add_rest(const Model& m, const Data& d, int i, Activations of, std::vector<Slope>& slopes) {
  const int count = Response::count(m, i), states = m.actuator_actnum[i];
  for (int n = 0; n < count && states > 0 && of == Activations::Next; ++n) {
    const Response response(m, d, i, n);
    Slope slope = {i, m.actuator_outadr[i], number_of(m, i, n)};
    for (int k = 0; k < states; ++k) slope.next.push_back(finite(response.next(k).slope[0]));
    slopes.push_back(std::move(slope));
  }
}

}  // namespace

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

std::vector<Slope> actuator_slopes(const Model& m, const Data& d, bool with_tangents,
                                   Activations of) {
  std::vector<Slope> slopes;
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) return slopes;
  for (int i = 0; i < m.nactuator; ++i) {
    if (actuator_disabled(m, i)) {
      add_rest(m, d, i, of, slopes);
    } else if (scales_control(m, i)) {
      const int u = m.actuator_ctrladr[i];
      const double gain = m.actuator_gainprm.values().row(i)[0];
      if (is_inside(m, u, d.ctrl[u]) && !is_limited(m, d, i) && gain != 0)
        slopes.push_back({i, m.actuator_outadr[i], {Dependence::Control, u}, gain});
    } else {
      ActuatorReaction(m, d, i, with_tangents, of, slopes).add();
    }
  }
  return slopes;
}

}  // namespace thew::derivative
