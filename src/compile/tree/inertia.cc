// Mass and inertia: of primitives, solid or shell, and of bodies, as written or put together from
// their geoms.

#include <algorithm>

#include "compile/stages.h"
#include "math/eigen3.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

// Symmetric 3x3 matrices as xx yy zz xy xz yz.
using Sym3 = Vec6;

Vec3 squares(const Vec3& v) {
  return {v[0] * v[0], v[1] * v[1], v[2] * v[2]};
}

// (yy + zz, xx + zz, xx + yy): what squares of lengths become in an inertia.
Vec3 around(const Vec3& s) {
  return {s[1] + s[2], s[0] + s[2], s[0] + s[1]};
}

// mass v / n, rounded in this order.
Vec3 share(double mass, const Vec3& v, double n) {
  return {mass * v[0] / n, mass * v[1] / n, mass * v[2] / n};
}

Vec3 capsule_inertia(const Vec3& size, GeomInertia kind, double mass) {
  const double r = size[0], half = size[1], h = 2 * half;
  if (kind == GeomInertia::Volume) {
    const double ball = mass * 4 * r / (4 * r + 3 * h);  // share of the two hemispheres
    const double tube = mass - ball;
    // A hemisphere's centre of mass is 3/8 r beyond the end of the tube.
    const double ends = 2 * ball * r * r / 5;
    const double x = tube * (3 * r * r + h * h) / 12 + (ends + ball * h * (3 * r + 2 * h) / 8);
    return {x, x, tube * r * r / 2 + ends};
  }
  const double ball = mass * (4 * kPi * r * r) / (4 * kPi * r * r + 2 * kPi * r * h);
  const double tube = mass - ball;
  // A hemispherical shell's centre of mass is r/2 beyond the end of the tube.
  const double ends = 2 * ball * r * r / 3;
  const double away = half + r / 2;
  const double x = tube * (6 * r * r + h * h) / 12 + (ends + ball * (away * away - r * r / 4));
  return {x, x, tube * r * r + ends};
}

Vec3 cylinder_inertia(const Vec3& size, GeomInertia kind, double mass) {
  const double r = size[0], half = size[1], h = 2 * half;
  if (kind == GeomInertia::Volume) {
    const double x = mass * (3 * r * r + h * h) / 12;
    return {x, x, mass * r * r / 2};
  }
  const double disc = mass * (kPi * r * r) / (2 * kPi * r * r + 2 * kPi * r * h);  // of two ends
  const double tube = mass - 2 * disc;
  const double x = tube * (6 * r * r + h * h) / 12 + 2 * (disc * r * r / 4 + disc * half * half);
  return {x, x, tube * r * r + disc * r * r};
}

Vec3 ellipsoid_inertia(const Vec3& size, GeomInertia kind, double mass) {
  if (kind == GeomInertia::Volume) return share(mass, around(squares(size)), 5);
  // A shell is the difference of two solids, one a little larger; it needs the same small step as
  // the reference, since an ellipsoid's shell has no closed form.
  constexpr double kStep = 1e-6;
  const Vec3 larger = size + Vec3{kStep, kStep, kStep};
  const double inner = 4 * kPi * size[0] * size[1] * size[2] / 3;
  const double outer = 4 * kPi * larger[0] * larger[1] * larger[2] / 3;
  const double density = mass / (outer - inner);
  return (outer * density / 5) * around(squares(larger)) -
         (inner * density / 5) * around(squares(size));
}

Vec3 box_inertia(const Vec3& size, GeomInertia kind, double mass) {
  const Vec3 s = squares(size);
  if (kind == GeomInertia::Volume) return share(mass, around(s), 3);
  // Two faces normal to each axis k: mass by area, a plate of half sizes (i, j) at distance
  // size[k].
  const double area = size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  Vec3 total = {};
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double faces = mass * size[i] * size[j] / area;
    total[i] += faces * (s[j] / 3 + s[k]);
    total[j] += faces * (s[i] / 3 + s[k]);
    total[k] += faces * (s[i] + s[j]) / 3;
  }
  return total;
}

// R diag(principal) R'. Rounding decides about the axes of symmetric bodies, so that the order of
// operations, here and in the sum over geoms, is that of the reference.
Sym3 to_global(const Vec3& principal, const Vec4& quat) {
  const Mat3 r = to_matrix(quat);
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += r[3 * i + k] * (r[3 * j + k] * principal[k]);
    return sum;
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

// Steiner's term of a mass at this offset.
Sym3 offset_inertia(double mass, const Vec3& v) {
  return {mass * (v[1] * v[1] + v[2] * v[2]),
          mass * (v[0] * v[0] + v[2] * v[2]),
          mass * (v[0] * v[0] + v[1] * v[1]),
          -mass * v[0] * v[1],
          -mass * v[0] * v[2],
          -mass * v[1] * v[2]};
}

// Principal axes and inertias of the body from its full inertia.
void diagonalise(const Draft& draft, BodyDraft& body, const Sym3& full) {
  const math::Eigen3 eigen = math::eigen3(
      {full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]});
  // With a lower bound for inertias, a zero eigenvalue (to rounding) will be raised to it.
  const double least = body.rules->boundinertia > 0 ? -1e-12 * std::abs(eigen.value[0]) : kTiny;
  if (!(eigen.value[2] >= least)) {
    draft.fail(*body.spec, "body", "the inertia matrix is not positive definite");
  }
  body.inertial.quat = eigen.quat;
  body.inertia = eigen.value;
}

void written_inertia(const Draft& draft, BodyDraft& body) {
  const Body& spec = *body.spec;
  body.mass = spec.mass;
  body.inertia = spec.inertia;
  body.inertial.pos = spec.ipos;
  if (!spec.fullinertia) {
    body.inertial.quat = resolve(draft, spec.iorientation, *body.rules, spec, "body");
    body.inertial = place(body, spec.iframe, body.inertial);
    return;
  }
  if (spec.iorientation.form != Orientation::Form::Quat) {
    draft.fail(spec, "body", "fullinertia and an orientation of the inertia cannot both be given");
  }
  if (spec.inertia != Vec3{}) {
    draft.fail(spec, "body", "fullinertia and diaginertia cannot both be given");
  }
  diagonalise(draft, body, *spec.fullinertia);
  body.inertial = place(body, spec.iframe, body.inertial);
}

// Lower bounds, signs, and A + B >= C.
void bound_inertia(const Draft& draft, BodyDraft& body) {
  const Compiler& rules = *body.rules;
  const double mass = body.mass;
  const Vec3 inertia = body.inertia;
  body.mass = std::max(body.mass, rules.boundmass);
  for (double& x : body.inertia) x = std::max(x, rules.boundinertia);
  auto& [a, b, c] = body.inertia;
  if (body.mass < 0 || a < 0 || b < 0 || c < 0) {
    draft.fail(*body.spec, "body", "mass and inertia cannot be negative");
  }
  // Flat bodies reach equality, where rounding must not decide.
  const double slack = 1e-12 * (a + b + c);
  if (a + b < c - slack || a + c < b - slack || b + c < a - slack) {
    if (!rules.balanceinertia) {
      draft.fail(*body.spec, "body", "no principal inertia can exceed the sum of the other two",
                 "compiler balanceinertia=\"true\" would even them out");
    }
    a = b = c = (a + b + c) / 3;
  }
  body.bounded = body.mass != mass || body.inertia != inertia;
}

}  // namespace

void inertia_from_geoms(const Draft& draft, BodyDraft& body,
                        const std::vector<const GeomDraft*>& geoms) {
  if (geoms.size() == 1) {
    body.inertial = geoms[0]->pose;
    body.mass = geoms[0]->mass;
    body.inertia = geoms[0]->inertia;
    return;
  }
  body.mass = 0;
  Vec3 moment = {};
  for (const GeomDraft* geom : geoms) {
    body.mass += geom->mass;
    moment = moment + geom->mass * geom->pose.pos;
  }
  body.inertial.pos = {moment[0] / body.mass, moment[1] / body.mass, moment[2] / body.mass};
  Sym3 full = {};
  for (const GeomDraft* geom : geoms) {
    const Sym3 own = to_global(geom->inertia, geom->pose.quat);
    const Sym3 away = offset_inertia(geom->mass, geom->pose.pos - body.inertial.pos);
    for (std::size_t i = 0; i < 6; ++i) {
      full[i] += own[i];
      full[i] += away[i];
    }
  }
  diagonalise(draft, body, full);
}

double volume(GeomType type, const Vec3& size, GeomInertia kind) {
  const bool solid = kind == GeomInertia::Volume;
  const auto [a, b, c] = size;
  switch (type) {
    case GeomType::Sphere:
      return solid ? 4 * kPi * a * a * a / 3 : 4 * kPi * a * a;
    case GeomType::Capsule:
      return solid ? kPi * (a * a * 2 * b + 4 * a * a * a / 3)
                   : 4 * kPi * a * a + 2 * kPi * a * 2 * b;
    case GeomType::Cylinder:
      return solid ? kPi * a * a * 2 * b : 2 * kPi * a * a + 2 * kPi * a * 2 * b;
    case GeomType::Ellipsoid: {
      if (solid) return 4 * kPi * a * b * c / 3;
      // Knud Thomsen's approximation of the area.
      constexpr double p = 1.6075;
      const double sum = math::pow(a * b, p) + math::pow(b * c, p) + math::pow(c * a, p);
      return 4 * kPi * math::pow(sum / 3, 1 / p);
    }
    case GeomType::Box:
    case GeomType::Hfield:
      return solid ? 8 * a * b * c : 8 * (a * b + b * c + c * a);
    default:
      return 0;
  }
}

Vec3 inertia(GeomType type, const Vec3& size, GeomInertia kind, double mass) {
  switch (type) {
    case GeomType::Sphere: {
      const double x = 2 * mass * size[0] * size[0] / (kind == GeomInertia::Volume ? 5 : 3);
      return {x, x, x};
    }
    case GeomType::Capsule:
      return capsule_inertia(size, kind, mass);
    case GeomType::Cylinder:
      return cylinder_inertia(size, kind, mass);
    case GeomType::Ellipsoid:
      return ellipsoid_inertia(size, kind, mass);
    case GeomType::Box:
    case GeomType::Hfield:
      return box_inertia(size, kind, mass);
    default:
      return {};
  }
}

void resolve_inertia(Draft& draft, BodyDraft& body, int id) {
  const Body& spec = *body.spec;
  const Compiler& rules = *body.rules;
  if (id == 0) return;

  std::vector<const GeomDraft*> geoms;
  for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
    const GeomDraft& geom = draft.geoms[g];
    const bool chosen = geom.spec->group >= rules.inertiagrouprange[0] &&
                        geom.spec->group <= rules.inertiagrouprange[1];
    if (chosen && geom.mass > kTiny) geoms.push_back(&geom);
  }
  const bool infer = rules.inertiafromgeom == InertiaFromGeom::True ||
                     (!spec.explicit_inertial && rules.inertiafromgeom == InertiaFromGeom::Auto);
  if (spec.explicit_inertial) written_inertia(draft, body);
  if (infer && !geoms.empty()) {
    inertia_from_geoms(draft, body, geoms);
    body.inferred = true;
  } else if (!spec.explicit_inertial) {
    // Nothing is known: the reference takes the numbers of the body's own frame.
    body.inertial = body.pose;
  }
  bound_inertia(draft, body);
}

void adopt_inertia(Body& spec, const BodyDraft& body) {
  spec.explicit_inertial = true;
  spec.mass = body.mass;
  spec.ipos = body.inertial.pos;
  spec.iorientation = {};
  spec.iorientation.quat = body.inertial.quat;
  spec.inertia = body.inertia;
  spec.fullinertia.reset();
  spec.iframe = -1;
}

}  // namespace thew::compile
