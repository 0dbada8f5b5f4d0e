// The stiffness of flexes as tiles beside the inertia, against what the elements do one by one.

#include "constraint/metric_tiles.h"

#include <cmath>
#include <string>
#include <vector>

#include <thew/step.h>

#include "constraint/cart.h"
#include "deformable/tangent.h"

namespace thew {
namespace {

std::string scene(const std::string& flexcomp) {
  return R"(<option integrator="discrete" timestep=".004"/><worldbody>)" + flexcomp +
         "</worldbody>";
}
std::string cloth(const std::string& attributes) {
  return "<flexcomp name='c' type='grid' dim='2' count='4 3 1' spacing='.05 .06 .05' "
         "radius='.004' " +
         attributes +
         R"(><pin id="0 1"/><elasticity young="1e4" poisson=".2" thickness=".01" damping=".01" elastic2d="both"/>
    <contact selfcollide="none" contype="0" conaffinity="0"/></flexcomp>)";
}
std::string rope() {
  return R"(<flexcomp name="r" type="grid" dim="1" count="6 1 1" spacing=".05 .05 .05" radius=".004">
    <pin id="0"/><elasticity young="1e6" poisson=".3" damping=".02"/>
    <contact selfcollide="none" contype="0" conaffinity="0"/></flexcomp>)";
}
std::string jelly() {
  return R"(<flexcomp name="j" type="grid" dim="3" count="3 3 3" spacing=".05 .06 .07" dof="trilinear">
    <elasticity young="3e3" poisson=".3"/><contact selfcollide="none" contype="0" conaffinity="0"/></flexcomp>)";
}

std::string cube() {
  return R"(<flexcomp name="s" type="grid" dim="3" count="3 3 3" spacing=".05 .06 .07" radius=".004">
    <elasticity young="3e3" poisson=".3" damping=".02"/>
    <contact selfcollide="none" contype="0" conaffinity="0"/></flexcomp>)";
}

// y <- K x
std::vector<double> multiply(const Model& m, const constraint::Problem& p,
                             const std::vector<double>& x) {
  std::vector<double> grouped(4 * static_cast<std::size_t>(m.ngroup)), product(grouped),
      y(x.size());
  for (int i = 0; i < m.nv; ++i) grouped[m.dof_place[i]] = x[i];
  for (int t = 0; t < p.beside_tiles; ++t) {
    const int row = 4 * p.beside_row[t], column = 4 * p.beside_column[t];
    EXPECT_LE(column, row);
    for (int k = 0; k < 16; ++k) {
      const double value = p.beside[16 * t + k];
      product[row + k / 4] += value * grouped[column + k % 4];
      if (row != column) product[column + k % 4] += value * grouped[row + k / 4];
    }
  }
  for (int i = 0; i < m.nv; ++i) y[i] = product[m.dof_place[i]];
  return y;
}

void expect_elements(const std::string& text) {
  test::World w(text);
  for (int i = 0; i < w.m.nv; ++i) {
    w.d.qpos[i] += 0.004 * std::sin(7.0 * i);
    w.d.qvel[i] = std::cos(3.0 * i);
  }
  forward(w.m, w.d);
  std::vector<std::byte> bytes(16 << 20);
  Memory memory(bytes);
  constraint::Problem p;
  constraint::add_metric_tiles(w.m, w.d, p, memory);
  ASSERT_FALSE(memory.full());
  ASSERT_GT(p.beside_tiles, 0);
  std::vector<double> x(static_cast<std::size_t>(w.m.nv)), wanted(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + static_cast<double>(i * i));
  const double h = w.m.opt.timestep;
  deformable::add_tangents<double>(w.m, w.d, h * h, h, x.data(), wanted.data());
  const std::vector<double> found = multiply(w.m, p, x);
  double largest = 0;
  for (const double y : wanted) largest = std::max(largest, std::abs(y));
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-13 * largest) << i;
}

TEST(MetricTiles, HaveTheStiffnessOfSheets) {
  expect_elements(scene(cloth("")));
}
TEST(MetricTiles, HaveThatOfSheetsThatAreTurned) {
  expect_elements(scene("<body name='b' euler='20 30 40'>" + cloth("") + "</body>"));
}
TEST(MetricTiles, CoupleSheetsWithWhatCarriesThem) {
  expect_elements(scene("<body name='b'><joint axis='1 .2 .3'/><geom size='.02' contype='0'/>" +
                        cloth("euler='10 20 30'") + "</body>"));
}
TEST(MetricTiles, HaveTheStiffnessOfSolids) {
  expect_elements(scene(cube()));
}
TEST(MetricTiles, HaveTheStiffnessOfRods) {
  expect_elements(scene(rope()));
}
TEST(MetricTiles, HaveTheStiffnessOfCells) {
  expect_elements(scene(jelly()));
}

// A sheet falls on the ground. With the rows in its preconditioner CG finds in few steps what
// Newton's method finds.
TEST(MetricTiles, LetCgKnowTheRows) {
  const std::string ground = "<geom type='plane' size='1 1 .1'/>";
  const auto fall = [&](const std::string& solver) {
    return scene(ground + R"(<flexcomp name="c" type="grid" dim="2" count="7 6 1" pos="0 0 .01"
      spacing=".05 .06 .05" radius=".004" euler="5 3 0"><contact selfcollide="none"/>
      <elasticity young="1e4" poisson=".2" thickness=".01" damping=".01" elastic2d="both"/>
      </flexcomp>)") +
           "<option tolerance='1e-12' solver='" + solver + "'/>";
  };
  test::World newton(fall("Newton")), cg(fall("CG"));
  int most = 0, contacts = 0;
  for (int k = 0; k < 50; ++k) {
    std::copy(newton.d.qpos.begin(), newton.d.qpos.end(), cg.d.qpos.begin());
    std::copy(newton.d.qvel.begin(), newton.d.qvel.end(), cg.d.qvel.begin());
    step(newton.m, newton.d), step(cg.m, cg.d);
    contacts = std::max(contacts, newton.d.ncon);
    most = std::max(most, cg.d.solver_niter[0]);
    for (int i = 0; i < newton.m.nv; ++i) EXPECT_NEAR(cg.d.qacc[i], newton.d.qacc[i], 1e-4);
  }
  EXPECT_GT(contacts, 20);
  EXPECT_LT(most, 25);
}

// Of a sheet and a rod: what inverse dynamics, which goes element by element, finds is nothing.
TEST(MetricTiles, GiveTheAccelerationThatBalancesTheForce) {
  test::World w(scene(cloth("") + rope()));
  for (int i = 0; i < w.m.nv; ++i) w.d.qpos[i] += 0.003 * std::sin(5.0 * i);
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 0);
  inverse(w.m, w.d);
  double largest = 0;
  for (int i = 0; i < w.m.nv; ++i) largest = std::max(largest, std::abs(w.d.qfrc_passive[i]));
  for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(w.d.qfrc_inverse[i], 0, 1e-11 * largest) << i;
}

}  // namespace
}  // namespace thew
