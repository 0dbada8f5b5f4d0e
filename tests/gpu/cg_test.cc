// Conjugate gradients of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

Model by_cg(const std::string& name, Cone cone) {
  Model m = as_one_problem(test::load_own(name));
  m.opt.solver = static_cast<int>(Solver::Cg);
  m.opt.cone = static_cast<int>(cone);
  refuse(m);
  return m;
}

class ConjugateGradients : public testing::TestWithParam<std::string> {};

// Accelerations in states along the way of Newton's method.
void expect_accelerations(const Model& m, double most) {
  Model exact = m;
  exact.opt.solver = static_cast<int>(Solver::Newton);
  exact.opt.iterations = 100;
  Data d(m), now(m);
  Emulated<double> emulated(m, 1);
  for (int i = 0; i < 40; ++i) {
    step(exact, d);
    if (i % 10 != 9) continue;
    now = d;
    emulated.load(d, 0);
    forward(most < 1e-8 ? m : exact, now);
    emulated.forward();
    ASSERT_LT(difference(now.qacc, emulated.worlds().qacc.of(0)), most) << "step " << i;
    if (most < 1e-8) ASSERT_EQ(emulated.worlds().iterations.of(0)[0], now.solver_niter[0]);
  }
}

// Rounding grows from iteration to iteration: a few of them are the processor's.
TEST_P(ConjugateGradients, FewIterationsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = by_cg(GetParam(), cone);
    m.opt.iterations = 4;
    expect_accelerations(m, 1e-9);
  }
}

// And where they end is the solution.
TEST_P(ConjugateGradients, EndAtTheSolutionOfNewtonsMethod) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = by_cg(GetParam(), cone);
    m.opt.tolerance = 1e-15;
    m.opt.iterations = 2000;
    expect_accelerations(m, 1e-5);
  }
}

TEST_P(ConjugateGradients, DoNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(by_cg(GetParam(), Cone::Pyramidal), 60, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, ConjugateGradients, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace thew::gpu
