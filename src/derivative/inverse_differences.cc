#include <thew/derivative.h>
#include <thew/step.h>

#include "derivative/beside.h"

namespace thew::derivative {

namespace {

// Rows of one input: of the force, the sensors and the inertia.
struct Rows {
  std::span<double> force, sensors, inertia;
  bool any() const { return !force.empty() || !sensors.empty() || !inertia.empty(); }
};

template <class T>
class Inverses {
 public:
  Inverses(const Model& m, const Data& at, double eps, bool subtract_actuation, bool with_sensors)
      : m_(m),
        eps_(eps),
        subtract_actuation_(subtract_actuation),
        with_sensors_(with_sensors),
        worlds_(m, at) {
    worlds_.restore();
    work(Stage::None);
    nominal_.resize(static_cast<std::size_t>(size()));
    take(nominal_.data(), 0);
  }

  // Fills the rows of an input of nv numbers, which inverse dynamics sees from stage `skip` on.
  void differentiate(Input input, Stage skip, const Rows& rows) {
    if (!rows.any()) return;
    std::vector<Nudge> nudges;
    for (int i = 0; i < m_.nv; ++i) nudges.push_back({input, i, eps_});
    outcome_.resize(nominal_.size());
    worlds_.for_each(
        nudges, [&](std::span<const Nudge>) { work(skip); },
        [&](int i, int lane) {
          take(outcome_.data(), lane);
          std::int64_t first = 0;
          for (const auto& [matrix, width] :
               {std::pair(rows.force, m_.nv), std::pair(rows.sensors, m_.nsensordata),
                std::pair(rows.inertia, m_.nC)}) {
            if (!matrix.empty()) put_row(matrix.data() + i * width, first, width);
            first += width;
          }
        });
  }

 private:
  std::int64_t size() const { return m_.nv + m_.nsensordata + m_.nC; }

  void work(Stage skip) {
    inverse_skip(m_, worlds_.data, worlds_.work, skip, !with_sensors_);
    if (!subtract_actuation_) return;
    forward_actuation(m_, worlds_.data);
    // Sensors of forces see those of the actuators.
    if (with_sensors_) sense_acceleration(m_, worlds_.data, worlds_.work);
  }

  void take(double* to, int lane) const {
    const BasicData<T>& d = worlds_.data;
    for (int i = 0; i < m_.nv; ++i) {
      const double actuation = subtract_actuation_ ? lane_of(d.qfrc_actuator[i], lane) : 0.0;
      *to++ = lane_of(d.qfrc_inverse[i], lane) - actuation;
    }
    for (std::int64_t i = 0; i < m_.nsensordata; ++i) *to++ = lane_of(d.sensordata[i], lane);
    for (std::int64_t i = 0; i < m_.nC; ++i) *to++ = lane_of(d.M[i], lane);
  }

  void put_row(double* row, std::int64_t first, std::int64_t width) const {
    for (std::int64_t k = 0; k < width; ++k) {
      const auto at = static_cast<std::size_t>(first + k);
      row[k] = (outcome_[at] - nominal_[at]) / eps_;
    }
  }

  const Model& m_;
  double eps_;
  bool subtract_actuation_, with_sensors_;
  Beside<T> worlds_;
  std::vector<double> nominal_, outcome_;
};

void check(const Model& m, double eps, const InverseDerivative& result) {
  check_differences(m, eps);
  if (m.opt.noslip_iterations > 0) {
    throw Error({}, "inverse dynamics does not know the noslip solver",
                "set opt.noslip_iterations to 0");
  }
  check_matrix("DfDq", result.DfDq, m.nv, m.nv);
  check_matrix("DfDv", result.DfDv, m.nv, m.nv);
  check_matrix("DfDa", result.DfDa, m.nv, m.nv);
  check_matrix("DsDq", result.DsDq, m.nv, m.nsensordata);
  check_matrix("DsDv", result.DsDv, m.nv, m.nsensordata);
  check_matrix("DsDa", result.DsDa, m.nv, m.nsensordata);
  check_matrix("DmDq", result.DmDq, m.nv, m.nC);
}

}  // namespace

void inverse_differences(const Model& m, const Data& at, double eps, bool subtract_actuation,
                         const InverseDerivative& result) {
  check(m, eps, result);
  const bool with_sensors = !result.DsDq.empty() || !result.DsDv.empty() || !result.DsDa.empty();
  with_worlds([&]<class T>(std::type_identity<T>) {
    Inverses<T> inverses(m, at, eps, subtract_actuation, with_sensors);
    inverses.differentiate(Input::Acceleration, Stage::Vel, {result.DfDa, result.DsDa, {}});
    inverses.differentiate(Input::Velocity, Stage::Pos, {result.DfDv, result.DsDv, {}});
    inverses.differentiate(Input::Position, Stage::None, {result.DfDq, result.DsDq, result.DmDq});
  });
}

}  // namespace thew::derivative
