#include "derivative/residual_differences.h"

#include <thew/stages.h>

namespace thew::derivative {

namespace {

// The stages that do not see an input.
Stage skipped(Input input) {
  switch (input) {
    case Input::Position:
    case Input::Number:
      return Stage::None;
    case Input::Velocity:
      return Stage::Pos;
    default:
      return Stage::Vel;
  }
}

}  // namespace

ResidualColumns::ResidualColumns(const Model& m, const Data& at, double eps, Activations of,
                                 std::span<const ModelNumber> numbers)
    : m_(m),
      at_(at),
      eps_(eps),
      of_(of),
      worlds_(m, at, numbers),
      applied_(static_cast<std::size_t>(m.nv)),
      residual_(applied_) {
  forward_to(m_, worlds_.data, worlds_.work, Stage::Vel);
}

void ResidualColumns::differentiate(Input input, std::int64_t count, int first, Matrix& r,
                                    Matrix& next) {
  const Stage skip = skipped(input);
  const std::vector<double>& here = value();
  const std::vector<Pack4> next_here = next_;
  moved_ = skip != Stage::Vel;
  std::vector<Nudge> nudges;
  std::vector<double> way(static_cast<std::size_t>(count), 0.0);
  for (int i = 0; i < count; ++i) {
    const double length = worlds_.length(input, i, eps_);
    const Reach reach = reach_of(m_, at_, input, i, length);
    if (reach.forwards) nudges.push_back({input, i, length});
    if (reach.backwards) nudges.push_back({input, i, -length});
    way[static_cast<std::size_t>(i)] = length * (int{reach.forwards} + int{reach.backwards});
  }
  worlds_.for_each(
      nudges, [&](std::span<const Nudge>) { run(skip); },
      [&](int n, int lane) {
        const Nudge& nudge = nudges[static_cast<std::size_t>(n)];
        const double share = (nudge.by > 0 ? 1 : -1) / way[static_cast<std::size_t>(nudge.index)];
        const int column = first + nudge.index;
        for (int i = 0; i < m_.nv; ++i)
          r(i, column) += share * (lane_of(residual_[static_cast<std::size_t>(i)], lane) -
                                   here[static_cast<std::size_t>(i)]);
        for (int i = 0; i < next.rows(); ++i)
          next(i, column) += share * (lane_of(next_[static_cast<std::size_t>(i)], lane) -
                                      lane_of(next_here[static_cast<std::size_t>(i)], lane));
      });
}

const std::vector<double>& ResidualColumns::value() {
  worlds_.restore();
  run(moved_ ? Stage::None : Stage::Vel);
  moved_ = false;
  value_.clear();
  for (const Pack4& r : residual_) value_.push_back(lane_of(r, 0));
  return value_;
}

// Actuators come first: the metric of the discrete integrator has their slopes.
void ResidualColumns::run(Stage skip) {
  BasicData<Pack4>& d = worlds_.data;
  if (skip < Stage::Pos) forward_position(m_, d, worlds_.work);
  if (skip < Stage::Vel) forward_velocity(m_, d, worlds_.work);
  forward_actuation(m_, d);
  inverse_skip(m_, d, worlds_.work, Stage::Vel, true);
  std::copy(d.qfrc_applied.begin(), d.qfrc_applied.end(), applied_.begin());
  dynamics::accumulate_applied(m_, d, applied_.data());
  for (int i = 0; i < m_.nv; ++i) {
    const auto k = static_cast<std::size_t>(i);
    residual_[k] = applied_[k] + d.qfrc_actuator[i] - d.qfrc_inverse[i];
  }
  find_activations(m_, d, of_, next_);
}

}  // namespace thew::derivative
