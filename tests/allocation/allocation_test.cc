// Stepping never allocates: every call of the C library's allocator, by which operator new works
// too, is counted over all own models and integrators.

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/team.h>

#include "model/lane_types.h"
#include "support/worlds.h"

#ifndef THEW_SANITIZED  // sanitizers bring their own allocator

namespace {
std::atomic<bool> counting = false;
std::atomic<long> allocations = 0;

void count() {
  if (counting) ++allocations;
}
}  // namespace

// The C library's own doors to its allocator; what is defined here, visible to all libraries, goes
// before malloc and its kin.
#pragma GCC visibility push(default)
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t number, std::size_t bytes);
void* __libc_realloc(void* p, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  count();
  return __libc_malloc(bytes);
}
void* calloc(std::size_t number, std::size_t bytes) {
  count();
  return __libc_calloc(number, bytes);
}
void* realloc(void* p, std::size_t bytes) {
  count();
  return __libc_realloc(p, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  count();
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  count();
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t bytes) {
  count();
  *p = __libc_memalign(alignment, bytes);
  return *p ? 0 : ENOMEM;
}
}
#pragma GCC visibility pop

namespace thew {
namespace {

template <class T>
long allocations_of_steps(const Model& m, BasicData<T>& d) {
  step(m, d);
  allocations = 0;
  counting = true;
  for (int i = 0; i < 10; ++i) step(m, d);
  forward(m, d);
  inverse(m, d);
  counting = false;
  return allocations;
}

// How many allocations `make` is seen to do. The pointers are volatile, because a compiler may
// leave out or move the allocations that it sees.
long seen(void* (*make)(), void (*free)(void*)) {
  void* (*volatile opaque)() = make;
  allocations = 0;
  counting = true;
  void* p = opaque();
  counting = false;
  free(p);
  return allocations;
}

template <class E>
void remove(void* p) {
  delete static_cast<E*>(p);
}

TEST(Allocation, CounterSeesEveryKind) {
  struct alignas(64) Wide {
    double x[8];
  };
  EXPECT_EQ(seen([]() -> void* { return new int(3); }, remove<int>), 1);
  EXPECT_EQ(seen([]() -> void* { return new (std::nothrow) int(3); }, remove<int>), 1);
  EXPECT_EQ(seen([]() -> void* { return new Wide; }, remove<Wide>), 1);
  EXPECT_EQ(seen([] { return std::malloc(8); }, std::free), 1);
  EXPECT_EQ(seen([] { return std::calloc(8, 8); }, std::free), 1);
  EXPECT_EQ(seen([] { return std::realloc(nullptr, 8); }, std::free), 1);
  EXPECT_EQ(seen([] { return std::aligned_alloc(64, 64); }, std::free), 1);
  const auto posix = []() -> void* {
    void* p = nullptr;
    return posix_memalign(&p, 64, 64) == 0 ? p : nullptr;
  };
  EXPECT_EQ(seen(posix, std::free), 1);
}

TEST(Allocation, SteppingNeverAllocates) {
  std::mt19937 random(3);
  for (const std::string& name : test::own_models()) {
    Model m = test::load_own(name);
    m.opt.enableflags |= static_cast<int>(EnableBit::Energy);
    for (const auto& integrator : test::kIntegrators) {
      m.opt.integrator = static_cast<int>(integrator.value);
      Data d(m);
      test::randomize(m, d, random);
      BasicData<Pack4> lanes(m);
      for (int k = 0; k < 4; ++k) insert(d, lanes, k);
      EXPECT_EQ(allocations_of_steps(m, d), 0) << name << " " << integrator.name;
      EXPECT_EQ(allocations_of_steps(m, lanes), 0) << name << " " << integrator.name << " in lanes";
    }
  }
}

TEST(Allocation, NoSolverAllocates) {
  Model m = test::load_own("humanoid");
  m.opt.noslip_iterations = 3;
  m.opt.enableflags |= static_cast<int>(EnableBit::Fwdinv) | static_cast<int>(EnableBit::Diagexact);
  for (const Solver solver : {Solver::Pgs, Solver::Cg, Solver::Newton}) {
    for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
      for (const Integrator integrator : {Integrator::Euler, Integrator::Discrete}) {
        m.opt.solver = static_cast<int>(solver);
        m.opt.cone = static_cast<int>(cone);
        m.opt.integrator = static_cast<int>(integrator);
        Data d(m);
        for (int i = 0; i < 200; ++i) step(m, d);
        EXPECT_GT(d.nefc, 0);
        EXPECT_EQ(allocations_of_steps(m, d), 0);
      }
    }
  }
}

TEST(Allocation, ATeamDoesNotAllocate) {
  const Model m = load_string(R"(<mujoco><option timestep=".004"/><worldbody>
    <geom size=".2" pos="0 0 -.203"/>
    <flexcomp name="f" type="grid" dim="2" count="40 40 1" spacing=".01 .01 .01" radius=".004">
      <contact selfcollide="none"/><xpbd material="fabric/cotton"/>
    </flexcomp></worldbody></mujoco>)");
  Data d(m);
  const Team team(2);
  const Team::Help help(&team);
  EXPECT_EQ(allocations_of_steps(m, d), 0);
  EXPECT_GT(d.ncon, 100);
}

TEST(Allocation, ClassicFormulationDoesNotAllocate) {
  for (const char* solver : {"PGS", "CG", "CGStrict"}) {
    const Model m = load_string(std::string("<mujoco><option formulation='classic' solver='") +
                                solver + R"('/><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="0 0 .3"><freejoint/><geom type="box" size=".09 .09 .1"/>
        <body pos="0 0 .2"><joint axis="0 1 0" range="-10 10"/><geom size=".05"/></body></body>
      </worldbody></mujoco>)");
    Data d(m);
    reset(m, d);
    for (int i = 0; i < 50; ++i) step(m, d);
    EXPECT_GT(d.nefc, 0);
    BasicData<Pack4> lanes(m);
    for (int k = 0; k < 4; ++k) insert(d, lanes, k);
    EXPECT_EQ(allocations_of_steps(m, d), 0) << solver;
    EXPECT_EQ(allocations_of_steps(m, lanes), 0) << solver;
  }
}

// A pile that is pushed about, by forces some centimetres beside the centres of bodies.
// THEW_PILE_STEPS sets the number of steps.
constexpr const char* kPile = R"(<mujoco><option timestep=".004"/><size memory="4M"/>
<default><geom size=".1 .08 .06" type="box"/></default>
<worldbody><geom type="plane" size="2 2 .1"/>
  <geom type="plane" pos="-.5 0 0" zaxis="1 0 0" size="2 2 .1"/><geom type="plane" pos=".5 0 0" zaxis="-1 0 0" size="2 2 .1"/>
  <geom type="plane" pos="0 -.5 0" zaxis="0 1 0" size="2 2 .1"/><geom type="plane" pos="0 .5 0" zaxis="0 -1 0" size="2 2 .1"/>
  <body pos="0 0 .1"><freejoint/><geom/></body><body pos=".1 0 .3"><freejoint/><geom type="capsule"/></body>
  <body pos="0 .1 .5"><freejoint/><geom type="cylinder"/></body><body pos="0 0 .7"><freejoint/><geom type="ellipsoid" condim="6"/></body>
  <body pos="-.1 0 .9"><freejoint/><geom/></body>
</worldbody></mujoco>)";

TEST(Endurance, PushedPileStaysSane) {
  const char* asked = std::getenv("THEW_PILE_STEPS");
  const long steps = asked != nullptr ? std::atol(asked) : 20000;
  const Model m = load_string(kPile);
  Data d(m);
  reset(m, d);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr double kForce = 5, kArm = 0.1;  // N, m
  double highest = 0, fastest = 0;
  allocations = 0;
  counting = true;
  for (long i = 0; i < steps; ++i) {
    if (i % 100 < 10) {
      for (int body = 1; body < m.nbody; ++body) {
        double* push = d.xfrc_applied.row(body);
        for (int k = 0; k < 6; ++k) push[k] = (k < 3 ? kForce : kArm * kForce) * normal(random);
      }
    } else if (i % 100 == 10) {
      std::fill(d.xfrc_applied.begin(), d.xfrc_applied.end(), 0.0);
    }
    step(m, d);
    for (int body = 1; body < m.nbody; ++body) highest = std::max(highest, d.xpos.row(body)[2]);
    for (const double v : d.qvel) fastest = std::max(fastest, std::abs(v));
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
  for (const int count : d.warning_number) EXPECT_EQ(count, 0);
  EXPECT_GT(d.time, 0.99 * m.opt.timestep * static_cast<double>(steps));
  EXPECT_LT(highest, 20) << "m";
  EXPECT_LT(fastest, 200) << "m/s or rad/s";
  EXPECT_GT(fastest, 0.1);
  std::printf("%ld steps, highest %.3g m, fastest %.3g m/s or rad/s\n", steps, highest, fastest);
}

}  // namespace
}  // namespace thew

#endif
