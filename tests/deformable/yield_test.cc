// Flexes that yield, by how much they must.

#include "deformable/yield.h"

#include <thew/step.h>

#include "deformable/triangles.h"
#include "element/flex.h"

namespace thew {
namespace {

using test::near;

constexpr const char* kYields =
    R"(<contact selfcollide="none"/><elasticity young="1000" poisson="0" thickness=".02" elastic2d="both" yield=".01"/>)";

struct Sheet : test::Sheet {
  Sheet() : test::Sheet(kYields) {}

  void yield() {
    const std::vector<double> still(static_cast<std::size_t>(m.nv));
    deformable::yield_flexes(m, d, still.data());
  }
  const double* bent() const { return d.plastic.data() + m.flex_plasticadr[0] + 2 * 3; }
};

TEST(FlexYield, NothingStaysOfSmallStrains) {
  Sheet w;
  w.move(1, 0.005, 0, 0);
  w.yield();
  for (const double x : w.d.plastic) EXPECT_EQ(x, 0);
}

// Stretched by 1.2 along x: E_xx = .22 alone, von Mises' strain with the sheet thinner by as much
// is 2/sqrt(3) .22. What is elastic then has a strain of .01 of that kind.
TEST(FlexYield, StrainBeyondTheBoundStays) {
  Sheet w;
  w.move(1, 0.2, 0, 0);
  w.yield();
  const double kept = 0.01 * std::sqrt(3.0) / 2, square = 2 * (0.22 - kept);
  int edges = 0;
  for (int e = 0; e < 3; ++e) {  // of the first element, the edges that are longer
    if (w.d.plastic[w.m.flex_plasticadr[0] + e] == 0) continue;
    EXPECT_NEAR(w.d.plastic[w.m.flex_plasticadr[0] + e], square, 1e-12);
    ++edges;
  }
  EXPECT_EQ(edges, 2);  // along x, and across: its square grows by the same
  deformable::PlasticParts<double> parts(w.m, w.d, 0);
  EXPECT_EQ(parts.stretch, w.d.plastic.data() + w.m.flex_plasticadr[0]);
  EXPECT_EQ(parts.bend, w.bent());
}

// Lifted vertices turn their triangles about the edge in common, of length 1 and area 1: strain is
// t/2 angle, so that an angle of 1 stays but for the bound.
TEST(FlexYield, ASheetStaysBent) {
  Sheet w;
  const double angle = 0.4;  // of either triangle
  for (const int v : {2, 3})
    w.move(v, 0, (v == 2 ? 1 : -1) * (std::cos(angle) - 1), std::sin(angle));
  w.yield();
  const int e = w.edge(0, 1);
  const double stiffness = w.m.flex_bending[element::kHingeNumbers * e + 11];
  const double stays = 2 * angle - 2 * 0.01 / 0.02;
  EXPECT_LT(stays, 0);  // within the bound
  EXPECT_EQ(w.bent()[e], 0);
  w.m.flex_yield.row(0)[1] = 0.005;
  w.yield();
  EXPECT_NEAR(std::abs(w.bent()[e]), stiffness * std::tan(2 * angle - 0.5), 1e-12);
}

}  // namespace
}  // namespace thew
