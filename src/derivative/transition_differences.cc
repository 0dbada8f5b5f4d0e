#include <thew/derivative.h>

#include "derivative/beside.h"
#include "derivative/step_columns.h"

namespace thew::derivative {

void transition_differences(const Model& m, const Data& at, const Differences& how,
                            const Transition& result) {
  check_transition(m, how.eps, result);
  const std::int64_t nx = 2 * m.nv + m.na, np = std::ssize(result.numbers);
  const bool with_sensors = !result.C.empty() || !result.D.empty() || !result.E.empty();
  with_worlds([&]<class T>(std::type_identity<T>) {
    StepColumns<T, SolvedSteps<T>> steps(m, at, how, {m, with_sensors}, result.numbers);
    steps.differentiate(Input::Control, m.nu, Stage::Vel, {result.B, result.D, 0, m.nu});
    steps.differentiate(Input::Force, m.nv, Stage::Vel, {result.F, {}, 0, m.nv});
    steps.differentiate(Input::Activation, m.na, Stage::Vel, {result.A, result.C, 2 * m.nv, nx});
    steps.differentiate(Input::Velocity, m.nv, Stage::Pos, {result.A, result.C, m.nv, nx});
    steps.differentiate(Input::Position, m.nv, Stage::None, {result.A, result.C, 0, nx});
    steps.differentiate(Input::Number, np, Stage::None, {result.P, result.E, 0, np});
  });
}

}  // namespace thew::derivative
