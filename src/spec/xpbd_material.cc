#include "spec/xpbd_material.h"

#include <cmath>

#include "base/fault.h"
#include "spec/vector.h"

namespace thew::spec {

using base::Fault;

namespace {

XpbdMaterial named(const FlexProperties& flex, int dim) {
  constexpr const char* kDefault[] = {"chain/default", "cloth/default", "solid/default"};
  const std::string& name = flex.xpbd->material;
  if (!name.empty()) return detail::find_preset(name, dim, flex.radius);
  if (flex.young > 0) return {};
  return detail::find_preset(kDefault[dim - 1], dim, flex.radius);
}

// How much of a volume an element's length or area stands for.
double section(const XpbdMaterial& material, int dim, double radius) {
  return dim == 1 ? kPi * radius * radius : dim == 2 ? material.thickness : 1;
}

void check(const FlexProperties& flex, const XpbdMaterial& m, int dim) {
  const Xpbd& own = *flex.xpbd;
  for (const double number : {own.density, own.strain, flex.young, flex.damping}) {
    if (!(number >= 0)) throw Fault{"xpbd: density, strain, young and damping are not negative"};
  }
  if (!(m.poisson >= 0 && m.poisson < 0.5)) throw Fault{"Poisson ratio must be in [0, 0.5)"};
  if (own.substeps < 1 || own.substeps > 1000) throw Fault{"substeps must be from 1 to 1000"};
  if (own.iterations < 1 || own.iterations > 1000) {
    throw Fault{"iterations must be from 1 to 1000"};
  }
  if (own.twist >= 0 && dim != 1) throw Fault{"xpbd: twist is for chains"};
  if (twists(flex) && dim == 1 && own.strain > 0) {
    throw Fault{"xpbd: a chain that twists does not tear",
                "leave out strain, or twist and elasticity's shear"};
  }
  if (own.shear >= 0 && dim != 2) throw Fault{"xpbd: shear is for sheets"};
  if (own.bend >= 0 && dim == 3) throw Fault{"xpbd: bend is for chains and sheets"};
  if (own.volume >= 0 && dim != 3) throw Fault{"xpbd: volume is for solids"};
  if (dim == 1 && flex.section == FlexSection::Box) throw Fault{"xpbd: chains are round"};
  if (own.law == Xpbd::Law::NeoHookean && !(dim == 3 && m.young > 0)) {
    throw Fault{"law=\"neohookean\" is for solids with Young's modulus",
                "give young in <elasticity>, or a material that has it"};
  }
}

double measure(const std::vector<double>& point, const int* v, int dim) {
  const auto at = [&](int k) {
    const auto i = 3 * static_cast<std::size_t>(v[k]);
    return Vec3{point[i], point[i + 1], point[i + 2]};
  };
  const Vec3 a = at(1) - at(0);
  if (dim == 1) return std::sqrt(dot(a, a));
  const Vec3 n = cross(a, at(2) - at(0));
  if (dim == 2) return std::sqrt(dot(n, n)) / 2;
  return std::abs(dot(n, at(3) - at(0))) / 6;
}

}  // namespace

bool twists(const FlexProperties& flex) {
  return flex.xpbd && (flex.xpbd->twist >= 0 || flex.shear > 0);
}

XpbdMaterial xpbd_material(const FlexProperties& flex, int dim) {
  const Xpbd& own = *flex.xpbd;
  XpbdMaterial m = named(flex, dim);
  const bool by_volume = m.young > 0 || own.density > 0;  // the density, until now
  if (flex.young > 0) {
    m.young = flex.young;
    m.stretch = m.bend = m.volume = -1;
    m.membrane = m.rigidity = 0;
  }
  if (flex.poisson != 0) m.poisson = flex.poisson;
  if (flex.damping != 0) m.damping = flex.damping;
  if (flex.thickness > 0) m.thickness = flex.thickness;
  if (!(m.thickness > 0)) m.thickness = 2 * flex.radius;
  if (own.density > 0) m.density = own.density;
  check(flex, m, dim);
  if (by_volume) m.density *= section(m, dim, flex.radius);
  if (own.stretch >= 0) m.stretch = own.stretch;
  if (own.shear >= 0) m.shear = own.shear;
  if (own.bend >= 0) m.bend = own.bend;
  if (own.volume >= 0) m.volume = own.volume;
  return m;
}

std::vector<double> vertex_masses(const std::vector<double>& point, const std::vector<int>& elem,
                                  int dim, double density) {
  std::vector<double> mass(point.size() / 3);
  const auto corners = static_cast<std::size_t>(dim) + 1;
  for (std::size_t e = 0; e < elem.size(); e += corners) {
    const double share =
        density * measure(point, elem.data() + e, dim) / static_cast<double>(corners);
    for (std::size_t k = 0; k < corners; ++k) mass[static_cast<std::size_t>(elem[e + k])] += share;
  }
  return mass;
}

}  // namespace thew::spec
