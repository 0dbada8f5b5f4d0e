#include "element/muscle.h"

#include <thew/muscle.h>

namespace thew {

namespace {

element::Muscle<double> load(const double prm[9]) {
  return {{prm[0], prm[1]}, prm[2], prm[3], prm[4], prm[5], prm[6], prm[7], prm[8]};
}

}  // namespace

double muscle_gain(double length, double velocity, const double lengthrange[2], double acc0,
                   const double prm[9]) {
  const auto muscle = load(prm);
  return element::muscle_gain(muscle,
                              element::muscle_state(muscle, length, velocity, lengthrange, acc0));
}

double muscle_bias(double length, const double lengthrange[2], double acc0, const double prm[9]) {
  const auto muscle = load(prm);
  return element::muscle_bias(muscle,
                              element::muscle_state(muscle, length, 0.0, lengthrange, acc0));
}

double muscle_dynamics(double ctrl, double act, const double prm[3]) {
  return element::muscle_rate(ctrl, act, prm[0], prm[1], prm[2]);
}

}  // namespace thew
