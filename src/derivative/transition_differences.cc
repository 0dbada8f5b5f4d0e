#include <algorithm>
#include <exception>
#include <thread>

#include <thew/derivative.h>

#include "derivative/beside.h"
#include "derivative/step_columns.h"

namespace thew::derivative {

namespace {

// The share of one thread of several.
void fill(const Model& m, const Data& at, const Differences& how, const Transition& result,
          int share, int shares) {
  const std::int64_t nx = 2 * m.nv + m.na, np = std::ssize(result.numbers);
  const bool with_sensors = !result.C.empty() || !result.D.empty() || !result.E.empty();
  with_worlds([&]<class T>(std::type_identity<T>) {
    StepColumns<T, SolvedSteps<T>> steps(m, at, how, {m, with_sensors}, result.numbers);
    steps.add(Input::Control, m.nu, Stage::Vel, {result.B, result.D, 0, m.nu});
    steps.add(Input::Force, m.nv, Stage::Vel, {result.F, {}, 0, m.nv});
    steps.add(Input::Activation, m.na, Stage::Vel, {result.A, result.C, 2 * m.nv, nx});
    steps.add(Input::Velocity, m.nv, Stage::Pos, {result.A, result.C, m.nv, nx});
    steps.add(Input::Position, m.nv, Stage::None, {result.A, result.C, 0, nx});
    steps.add(Input::Number, np, Stage::None, {result.P, result.E, 0, np});
    steps.run(share, shares);
  });
}

}  // namespace

void transition_differences(const Model& m, const Data& at, const Differences& how,
                            const Transition& result) {
  check_transition(m, how.eps, result);
  // Functions of the user are called by one thread.
  const int shares = callbacks_are_set() ? 1 : std::clamp(how.threads, 1, 256);
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(shares));
  const auto work = [&](int share) {
    try {
      fill(m, at, how, result, share, shares);
    } catch (...) {
      errors[static_cast<std::size_t>(share)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int share = 1; share < shares; ++share) others.emplace_back(work, share);
    work(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace thew::derivative
