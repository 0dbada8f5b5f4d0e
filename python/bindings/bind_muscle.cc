// The curves of muscles.
#include <thew/muscle.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

void bind_muscle(nb::module_& m) {
  m.def(
      "mju_muscleGain",
      [](double length, double velocity, In lengthrange, double acc0, In prm) {
        return muscle_gain(length, velocity, lengthrange.values(2, "lengthrange has 2 numbers"),
                           acc0, prm.values(9, "prm has 9 numbers"));
      },
      "len"_a, "vel"_a, "lengthrange"_a, "acc0"_a, "prm"_a, "Active force of a muscle.");
  m.def(
      "mju_muscleBias",
      [](double length, In lengthrange, double acc0, In prm) {
        return muscle_bias(length, lengthrange.values(2, "lengthrange has 2 numbers"), acc0,
                           prm.values(9, "prm has 9 numbers"));
      },
      "len"_a, "lengthrange"_a, "acc0"_a, "prm"_a, "Passive force of a muscle.");
  m.def(
      "mju_muscleDynamics",
      [](double ctrl, double act, In prm) {
        return muscle_dynamics(ctrl, act, prm.values(3, "prm has 3 numbers"));
      },
      "ctrl"_a, "act"_a, "prm"_a, "Rate of a muscle's activation.");
}

}  // namespace thew::python
