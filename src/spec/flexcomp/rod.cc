// Elastic rods twist: a hinge for each segment says how far it is turned about itself.

#include <algorithm>

#include "base/fault.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/xpbd_material.h"

namespace thew::spec::flexcomp {

namespace {

constexpr double kTwistMass = 1e-9;  // [kg], of a body that only turns

// About its own axis, of one segment [kg m^2].
double polar_inertia(const Flexcomp& recipe, double mass) {
  const auto [a, b] = recipe.sectionsize;  // half sizes
  if (recipe.section == FlexSection::Box) return mass * (a * a + b * b) / 3;
  return mass * recipe.radius * recipe.radius / 2;
}

}  // namespace

std::vector<int> open_chain(const FlexShape& shape) {
  const std::size_t points = shape.point.size() / 3, segments = shape.elem.size() / 2;
  if (shape.dim != 1 || segments + 1 != points) return {};
  std::vector<std::vector<int>> beside(points);
  for (std::size_t e = 0; e < segments; ++e) {
    const int a = shape.elem[2 * e], b = shape.elem[2 * e + 1];
    beside[static_cast<std::size_t>(a)].push_back(b);
    beside[static_cast<std::size_t>(b)].push_back(a);
  }
  const auto end = std::find_if(beside.begin(), beside.end(),
                                [](const std::vector<int>& list) { return list.size() == 1; });
  if (end == beside.end()) return {};
  std::vector<int> chain = {static_cast<int>(end - beside.begin())};
  int before = -1;
  while (chain.size() <= points) {
    const std::vector<int>& next = beside[static_cast<std::size_t>(chain.back())];
    if (next.size() > 2) return {};
    const auto on = std::find_if(next.begin(), next.end(), [&](int i) { return i != before; });
    if (on == next.end()) break;
    before = chain.back();
    chain.push_back(*on);
  }
  return chain.size() == points ? chain : std::vector<int>{};
}

void add_twists(const Work& work, double mass) {
  const Flexcomp& recipe = work.recipe;
  if (work.shape.dim != 1 || !(recipe.xpbd ? twists(recipe) : recipe.young > 0)) return;
  const std::vector<int> chain = open_chain(work.shape);
  if (recipe.xpbd && chain.size() < 3) {
    throw base::Fault{"xpbd: only a single open chain of two segments or more twists"};
  }
  if (recipe.dof != FlexcompDof::Full && recipe.section == FlexSection::Box) {
    throw base::Fault{
        "1D flexcomp elasticity with box section requires dof='full' so per-edge "
        "twist joints can be created"};
  }
  if (recipe.dof != FlexcompDof::Full || chain.size() < 3) return;
  const auto edges = static_cast<int>(chain.size()) - 1;
  const auto held = [&](int edge) {
    const auto at = static_cast<std::size_t>(edge);
    return work.pinned[static_cast<std::size_t>(chain[at])] &&
           work.pinned[static_cast<std::size_t>(chain[at + 1])];
  };
  const double inertia = polar_inertia(recipe, mass / edges);
  Body& world = work.spec.world;
  for (int e = 0; e < edges; ++e) {
    const bool last = e == edges - 1;
    if (((e == 0) || (last && edges >= 3)) && held(e)) continue;  // clamped
    const std::string name = recipe.name + "_twist" + (last ? "" : "_" + std::to_string(e));
    Body& body = work.add_body(world, name, {}, kTwistMass, inertia);
    work.add_joint(world, body, JointType::Hinge, {1, 0, 0}).name = name;
  }
}

}  // namespace thew::spec::flexcomp
