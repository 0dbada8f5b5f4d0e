#pragma once

// Inverse dynamics at the accelerations of a state, in worlds beside it: by positions where that is
// asked for, and by numbers of the model.

#include <vector>

#include <thew/step.h>

#include "derivative/actuators.h"
#include "derivative/beside.h"
#include "derivative/dense.h"

namespace thew::derivative {

/// Columns of r (residual.h) by centred differences in lanes, all forces included. The state must
/// outlive it.
class ResidualColumns {
 public:
  ResidualColumns(const Model& m, const Data& at, double eps, Activations of,
                  std::span<const ModelNumber> numbers = {});

  /// The columns of `count` numbers of an input, from `first` on, and the same of the next
  /// activations, or of their rates; neither may have been written before.
  void differentiate(Input input, std::int64_t count, int first, Matrix& r, Matrix& next);

 private:
  // r itself, at the accelerations that the state has now.
  const std::vector<double>& value();
  void run(Stage skip);

  const Model& m_;
  const Data& at_;
  double eps_;
  Activations of_;
  Beside<Pack4> worlds_;
  bool moved_ = false;  // positions and velocities are not those of the state
  std::vector<Pack4> applied_, residual_, next_;
  std::vector<double> value_;
};

}  // namespace thew::derivative
