// Materials by name. Those without a prefix have Young's modulus and follow from the shape of the
// elements. Those of chains, cloths and solids have compliances of each constraint, so that finer
// bodies are softer; `fabric` has what is measured of sheets: the compliances of `cloth` against
// bending are far below those of real ones.

#include <limits>

#include "base/fault.h"
#include "spec/vector.h"
#include "spec/xpbd_material.h"

namespace thew::spec::detail {

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

struct Substance {
  const char* name;
  double young, poisson, density, loss, bend, volume, friction;  // shares of bending and volume
};
constexpr Substance kSubstances[] = {
    {"rubber", 1e6, .49, 1100, .02, 1, 1, .9},
    {"cloth", 1e5, .3, 300, .05, .1, 0, .3},
    {"soft tissue", 1e4, .45, 1050, .1, .5, 1, .2},
    {"muscle", 5e4, .49, 1060, .15, .3, 1, .3},
    {"cartilage", 1e6, .45, 1100, .05, 1, 1, .01},
    {"gelatin", 1e3, .49, 1050, .2, .1, 1, .5},
    {"foam", 1e4, .2, 50, .3, .5, .5, .7},
    {"leather", 1e7, .4, 900, .03, .3, 0, .6},
    {"rope", 1e8, .3, 800, .02, .01, 0, .4},
    {"steel cable", 2e11, .3, 7800, .001, .001, 0, .2},
    {"tendon", 1.2e9, .45, 1100, .05, .01, .5, .1},
    {"paper", 3e9, .2, 700, .1, .001, 0, .4},
    {"flexible plastic", 1e8, .4, 1200, .01, .1, 0, .3},
    {"soft wood", 1e10, .3, 500, .02, 1, 1, .5},
};

// Density per length, area or volume; `other` is the compliance against bending, or that of the
// volume. Zero density: that of steel.
struct Preset {
  const char* name;
  int dim;
  double density, stretch, other, loss, thickness;
};
constexpr Preset kPresets[] = {
    {"chain/default", 1, 1, 0, .001, .02, 0},
    {"chain/rope", 1, .5, 1e-6, .01, .05, 0},
    {"chain/steel cable", 1, 0, 1e-10, 1e-4, .01, 0},
    {"chain/soft cable", 1, .2, 1e-4, .1, .1, 0},
    {"chain/hair", 1, .01, 1e-5, 1, .2, 0},
    {"chain/chain", 1, 3, 0, kNone, .02, 0},
    {"cloth/default", 2, .3, 0, .001, .02, .001},
    {"cloth/cotton", 2, .2, 1e-6, .01, .05, .001},
    {"cloth/silk", 2, .05, 1e-5, .1, .03, .0005},
    {"cloth/leather", 2, 1, 1e-7, 1e-4, .02, .003},
    {"cloth/rubber", 2, 1.5, 1e-5, .001, .1, .002},
    {"cloth/paper", 2, .08, 1e-8, 1e-4, .1, .0001},
    {"cloth/membrane", 2, .1, 1e-5, kNone, .05, .0005},
    {"solid/default", 3, 1000, 1e-6, 1e-6, .02, 0},
    {"solid/rubber", 3, 1100, 1e-5, 1e-8, .05, 0},
    {"solid/gelatin", 3, 1050, 1e-4, 1e-6, .1, 0},
    {"solid/soft tissue", 3, 1060, 1e-5, 1e-7, .15, 0},
    {"solid/muscle", 3, 1050, 5e-6, 1e-8, .1, 0},
    {"solid/foam", 3, 50, 1e-4, 1e-3, .2, 0},
    {"solid/stiff", 3, 2000, 1e-8, 1e-8, .01, 0},
};

// Typical of measurements: area density, stiffness along and across, loss, thickness. Woven cotton
// and silk have some uN m across (Kawabata's instruments); the others are plates of the substances.
struct Fabric {
  const char* name;
  double density, membrane, rigidity, loss, thickness;
};
constexpr Fabric kFabrics[] = {
    {"fabric/cotton", .15, 4e3, 7e-6, .05, .0004},  {"fabric/silk", .06, 3e3, 2e-6, .03, .0002},
    {"fabric/leather", 1, 3e4, 2.7e-2, .03, .003},  {"fabric/rubber", 2.2, 2e3, 8.8e-4, .02, .002},
    {"fabric/paper", .08, 3e5, 2.6e-4, .02, .0001},
};

double beta(double loss) {
  return loss / (2 * kPi * kLossFrequency);
}

XpbdMaterial made_of(const Substance& s) {
  XpbdMaterial m;
  m.young = s.young;
  m.poisson = s.poisson;
  m.density = s.density;
  m.damping = beta(s.loss);
  m.bend_share = s.bend;
  m.volume_share = s.volume;
  return m;
}

XpbdMaterial made_of(const Preset& p, double radius) {
  constexpr double kSteel = 7800;
  XpbdMaterial m;
  m.density = p.density > 0 ? p.density : kSteel * kPi * radius * radius;
  m.damping = beta(p.loss);
  m.thickness = p.thickness;
  m.stretch = p.stretch;
  (p.dim == 3 ? m.volume : m.bend) = p.other;
  return m;
}

XpbdMaterial made_of(const Fabric& f) {
  XpbdMaterial m;
  m.density = f.density;
  m.damping = beta(f.loss);
  m.thickness = f.thickness;
  m.membrane = f.membrane;
  m.rigidity = f.rigidity;
  return m;
}

constexpr const char* kOfDim[] = {"chains", "sheets", "solids"};

void check_dim(const std::string& name, int has, int dim) {
  if (has != dim) {
    throw base::Fault{"material \"" + name + "\" is for " + kOfDim[has - 1] + ", not for " +
                      kOfDim[dim - 1]};
  }
}

}  // namespace

XpbdMaterial find_preset(const std::string& name, int dim, double radius) {
  std::string known;
  for (const Substance& s : kSubstances) {
    if (name == s.name) return made_of(s);
    known += std::string(s.name) + ", ";
  }
  for (const Preset& p : kPresets) {
    if (name == p.name) return check_dim(name, p.dim, dim), made_of(p, radius);
    if (p.dim == dim) known += std::string(p.name) + ", ";
  }
  for (const Fabric& f : kFabrics) {
    if (name == f.name) return check_dim(name, 2, dim), made_of(f);
    if (dim == 2) known += std::string(f.name) + ", ";
  }
  known.resize(known.size() - 2);
  throw base::Fault{"there is no material \"" + name + "\"", "known here: " + known};
}

}  // namespace thew::spec::detail

namespace thew::spec {

Vec3 friction_of(const FlexProperties& flex) {
  Vec3 friction = flex.friction.value_or(kFriction);
  if (flex.friction || !flex.xpbd) return friction;
  for (const detail::Substance& s : detail::kSubstances) {
    if (flex.xpbd->material == s.name) friction[0] = s.friction;
  }
  return friction;
}

}  // namespace thew::spec
