// Actuators without a closed form: actuation again, with one number of each of them moved.

#include <algorithm>

#include <thew/stages.h>

#include "derivative/actuators.h"
#include "model/poly_force.h"

namespace thew::derivative {

namespace {

// Numbers that slopes are computed of: after an actuation with something moved.
struct Outcome {
  std::vector<double> force, stiffness, damping, next;
};

class Differences {
 public:
  Differences(const Model& m, Data& d, const std::vector<int>& actuators, bool with_tangents,
              Activations of, std::vector<Slope>& slopes)
      : m_(m),
        d_(d),
        with_tangents_(with_tangents),
        of_(of),
        actuators_(actuators),
        slopes_(slopes) {
    for (const int i : actuators) rounds_ = std::max(rounds_, round_of(i) + 1);
  }

  void add() {
    const int *out = m_.actuator_outadr.data(), *outs = m_.actuator_outnum.data();
    for (int round = 0; round < rounds_; ++round) {
      by_each(Dependence::Length, d_.actuator_length.data(), out, outs, round);
      by_each(Dependence::Velocity, d_.actuator_velocity.data(), out, outs, round);
      by_each(Dependence::Control, d_.ctrl.data(), m_.actuator_ctrladr.data(),
              m_.actuator_ctrlnum.data(), round);
      by_each(Dependence::Activation, d_.act.data(), m_.actuator_actadr.data(),
              m_.actuator_actnum.data(), round);
    }
    Outcome as_it_was;
    run(as_it_was);
  }

 private:
  static constexpr double kEps = 1e-6;

  void run(Outcome& outcome) {
    actuation::actuation(m_, d_);
    outcome.force.assign(d_.actuator_force.begin(), d_.actuator_force.end());
    find_activations(m_, d_, of_, outcome.next);
    if (!with_tangents_) return;
    actuation::tangents(m_, d_);
    outcome.stiffness.resize(static_cast<std::size_t>(m_.nout));
    outcome.damping.resize(static_cast<std::size_t>(m_.nout));
    for (int out = 0; out < m_.nout; ++out) {
      const double* tangent = d_.kept.actuator_tangent.row(out);
      outcome.stiffness[static_cast<std::size_t>(out)] = tangent[0];
      outcome.damping[static_cast<std::size_t>(out)] = tangent[1];
    }
  }

  // Actuators that share the range of a tendon's force change one another's: they are moved one
  // after the other.
  int round_of(int actuator) const {
    int round = 0;
    for (int i = first_of_limited_tendon(m_, actuator); i >= 0 && i != actuator;
         i = m_.actuator_next[i])
      ++round;
    return round;
  }

  // Calls visit(output) for those that an actuator changes.
  template <class Visit>
  void each_output(int actuator, Visit visit) const {
    const int first = first_of_limited_tendon(m_, actuator);
    if (first >= 0) {
      return each_driver(m_, first, [&](int i) { visit(m_.actuator_outadr[i]); });
    }
    for (int k = 0; k < m_.actuator_outnum[actuator]; ++k) visit(m_.actuator_outadr[actuator] + k);
  }

  // Moves the numbers that actuators have several of: the first of each, then the second...
  void by_each(Dependence::Kind kind, double* values, const int* first, const int* count,
               int round) {
    int most = 0;
    for (const int i : actuators_) most = std::max(most, count[i]);
    for (int slot = 0; slot < most; ++slot) {
      by(kind, values,
         [&](int i) { return slot < count[i] && round_of(i) == round ? first[i] + slot : -1; });
    }
  }

  // Moves a number of every actuator, whose index `place` gives, both ways; controls only as far as
  // their range goes.
  template <class Place>
  void by(Dependence::Kind kind, double* values, Place place) {
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
      if (at >= 0 && way[n] != 0) add_slopes(all[n], {kind, at}, side, way[n]);
    }
  }

  void add_slopes(int i, Dependence by, const Outcome (&side)[2], double way) {
    const auto rate = [&](const std::vector<double> Outcome::* of, int k) {
      const auto at = static_cast<std::size_t>(k);
      return ((side[0].*of)[at] - (side[1].*of)[at]) / way;
    };
    each_output(i, [&](int out) {
      Slope slope = {i, out, by, rate(&Outcome::force, out)};
      if (with_tangents_) {
        slope.stiffness = rate(&Outcome::stiffness, out);
        slope.damping = rate(&Outcome::damping, out);
      }
      for (int k = 0; k < m_.actuator_actnum[i] && out == m_.actuator_outadr[i]; ++k)
        slope.next.push_back(rate(&Outcome::next, m_.actuator_actadr[i] + k));
      slopes_.push_back(std::move(slope));
    });
  }

  const Model& m_;
  Data& d_;
  bool with_tangents_;
  Activations of_;
  const std::vector<int>& actuators_;
  std::vector<Slope>& slopes_;
  int rounds_ = 1;
};

}  // namespace

void add_actuator_differences(const Model& m, Data& d, const std::vector<int>& actuators,
                              bool with_tangents, Activations of, std::vector<Slope>& slopes) {
  Differences(m, d, actuators, with_tangents, of, slopes).add();
}

}  // namespace thew::derivative
