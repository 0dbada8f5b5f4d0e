// A geom in a fluid is taken for an ellipsoid with the same semi-axes; this file has its added
// masses and inertias.

#include <algorithm>

#include "compile/stages.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

// One point of the quadrature below: the variable l, dl/dx there, and the weight.
struct Point {
  double l, slope, weight;
};

// Gauss-Kronrod with 15 points for an integral over l from 0 to infinity, by l = x^3 / (1 - x)^2
// with x from 0 to 1. The weights are those of the reference, with its eight digits: the numbers
// agree to rounding only with the same ones.
constexpr Point kPoints[] = {
    {7.865151709349917e-08, 5.538677720489877e-05, 0.01146766},
    {1.7347976913907274e-05, 0.002080868285293228, 0.03154605},
    {0.0003548008144506193, 0.016514126520723166, 0.05239501},
    {0.002846636252924549, 0.07261900344370877, 0.07032663},
    {0.014094260903596077, 0.23985243401862602, 0.08450236},
    {0.053063261727396636, 0.6868318249020725, 0.09517529},
    {0.17041978741317773, 1.8551129519182894, 0.10221647},
    {0.5, 5.0, 0.10474107},
    {1.4036301548686991, 14.060031152313941, 0.10221647},
    {3.9353484827022642, 43.28941239611009, 0.09517529},
    {11.644841677041734, 156.58546376397112, 0.08450236},
    {39.53187807410903, 747.9826085305024, 0.07032663},
    {177.5711362220801, 5827.4042950027115, 0.05239501},
    {1429.4772912937397, 116754.0197944512, 0.03154605},
    {54087.416549217705, 25482945.327264845, 0.01146766},
};

// Lamb's coefficient for motion along the first axis:
// kappa = a b c * integral of dl / sqrt((a^2 + l)^3 (b^2 + l) (c^2 + l)), l scaled to make it
// dimensionless.
double kappa(double a, double b, double c) {
  const double scale = math::pow(a * a * a * b * c, 0.4);
  const double aa = 1 / (a * a), bb = 1 / (b * b), cc = 1 / (c * c);
  double sum = 0;
  for (const Point& p : kPoints) {
    const double l = scale * p.l;
    const double x = 1 + l * aa;
    sum += scale * p.slope / (x * std::sqrt(x * (1 + l * bb) * (1 + l * cc))) * p.weight;
  }
  return sum * aa;
}

Vec3 semi_axes(GeomType type, const Vec3& size) {
  switch (type) {
    case GeomType::Sphere:
      return {size[0], size[0], size[0]};
    case GeomType::Capsule:
      return {size[0], size[0], size[0] + size[1]};
    case GeomType::Cylinder:
      return {size[0], size[0], size[1]};
    default:
      return size;
  }
}

// Factor of the added inertia about the axis that is normal to semi-axes b and c.
double turning(double b, double c, double kappa_b, double kappa_c) {
  const double minus = b * b - c * c, plus = b * b + c * c;
  return minus * minus * std::abs(kappa_c - kappa_b) /
         std::max(kTiny, std::abs(2 * minus + plus * (kappa_b - kappa_c)));
}

}  // namespace

std::array<double, kNFLUID> fluid_parameters(GeomType type, const Vec3& size, const Vec5& coefs) {
  const auto [a, b, c] = semi_axes(type, size);
  const double space = 4.0 / 3.0 * kPi * a * b * c;
  const double ka = kappa(a, b, c), kb = kappa(b, c, a), kc = kappa(c, a, b);
  const auto added_mass = [&](double k) { return space * k / std::max(kTiny, 2 - k); };
  return {1,
          coefs[0],
          coefs[1],
          coefs[2],
          coefs[3],
          coefs[4],
          added_mass(ka),
          added_mass(kb),
          added_mass(kc),
          space * turning(b, c, kb, kc) / 5,
          space * turning(c, a, kc, ka) / 5,
          space * turning(a, b, ka, kb) / 5};
}

}  // namespace thew::compile
