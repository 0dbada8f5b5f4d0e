// What a flex names, and what its vertices may be attached to.

#include <algorithm>
#include <set>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

std::vector<int> find_bodies(const Draft& draft, const Flex& spec,
                             const std::vector<std::string>& names) {
  std::vector<int> bodies;
  for (const std::string& name : names) {
    const int body = draft.names.find(ObjectType::Body, name);
    if (body < 0) draft.fail(spec, "flex", "unknown body '" + name + "' in flex");
    bodies.push_back(body);
  }
  return bodies;
}

void find_materials(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const auto elements = static_cast<std::size_t>(flex.elements());
  if (spec.material.size() > 1 && spec.material.size() != elements) {
    draft.fail(spec, "flex",
               "it has " + std::to_string(spec.material.size()) + " materials for " +
                   std::to_string(elements) + " elements",
               "one for all, or one for each");
  }
  flex.materials.assign(elements, -1);
  for (std::size_t e = 0; e < elements && !spec.material.empty(); ++e) {
    const std::string& name = spec.material[spec.material.size() > 1 ? e : 0];
    const int material = draft.names.find(ObjectType::Material, name);
    if (material < 0) draft.fail(spec, "flex", "unknown material '" + name + "' in flex");
    flex.materials[e] = material;
  }
}

bool is_point(const Draft& draft, const BodyDraft& body) {
  if (body.joints != 3) return false;
  for (int j = body.first_joint; j < body.first_joint + 3; ++j) {
    if (draft.joints[j].spec->type != JointType::Slide) return false;
  }
  return true;
}

// A point that moves by itself must not be carried along too, unless others are held there.
void check_carriers(const Draft& draft, const FlexDraft& flex, const std::vector<int>& bodies) {
  std::set<int> welds;
  for (const int b : bodies) welds.insert(draft.bodies[b].weld);
  for (const int b : bodies) {
    if (!is_point(draft, draft.bodies[b])) continue;
    for (int a = draft.bodies[b].parent; a > 0; a = draft.bodies[a].parent) {
      if (draft.bodies[a].joints == 0) continue;
      if (welds.contains(draft.bodies[a].weld)) break;
      draft.fail(*flex.spec, "flex",
                 "body '" + draft.bodies[a].spec->name +
                     "' has joints but no flex vertices/nodes are pinned to it",
                 "pin a point to it, or take the joints away");
    }
  }
}

void check_bodies(const Draft& draft, const FlexDraft& flex, const std::vector<int>& bodies) {
  const Flex& spec = *flex.spec;
  const bool elastic = spec.young > 0 && !(spec.dim == 1 && spec.damping == 0) && !spec.xpbd;
  for (const int b : bodies) {
    const BodyDraft& body = draft.bodies[b];
    if (elastic && draft.bodies[body.weld].mocap >= 0) {
      draft.fail(
          spec, "flex",
          "flex elasticity does not support mocap attachments, body '" + body.spec->name + "'");
    }
    if (!is_point(draft, body)) continue;
    for (const Joint& joint : body.spec->joints) {
      if (std::all_of(joint.damping.begin(), joint.damping.end(),
                      [](double x) { return x == 0; })) {
        continue;
      }
      draft.fail(spec, "flex",
                 "flex vertex/node body '" + body.spec->name +
                     "' cannot have joint damping; use flex elasticity or edge damping instead");
    }
  }
}

// A cell by its place in the grid, or an outer face of a shell by its number.
bool has_cell(const Flex& spec, const std::array<double, kNEQDATA>& data) {
  const auto [x, y, z] = spec.cellcount;
  if (spec.elastic2d != 0) {
    return data[0] >= 0 && data[0] < 2 * (y * z + x * z + x * y) && data[1] == -1 && data[2] == -1;
  }
  return data[0] >= 0 && data[0] < x && data[1] >= 0 && data[1] < y && data[2] >= 0 && data[2] < z;
}

}  // namespace

void check_flex_equalities(const Draft& draft) {
  for (const EqualityDraft& equality : draft.equalities) {
    const EqualityType type = equality.spec->type;
    if (type != EqualityType::Flex && type != EqualityType::Flexstrain) continue;
    const FlexDraft& flex = draft.flexes[equality.first];
    const Flex& spec = *flex.spec;
    const auto fail = [&](const std::string& what) {
      draft.fail(*equality.spec, "equality", what);
    };
    if (flex.rigid) fail("rigid flex '" + spec.name + "' in equality constraint");
    if (spec.young > 0 && spec.dim > 1 && spec.elastic2d != 1) {
      fail("flex constraints and elasticity (young) cannot both be present");
    }
    if (spec.edgestiffness > 0) fail("flex constraints and edge stiffness cannot both be present");
    if (type == EqualityType::Flex) continue;
    if (!flex.interpolated()) {
      fail("flex strain equality requires an interpolated flex '" + spec.name + "'");
    }
    if (!has_cell(spec, equality.spec->data)) {
      fail("flex strain cell index out of range in equality constraint");
    }
  }
}

void resolve_references(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  find_materials(draft, flex);
  flex.vertbody = find_bodies(draft, spec, spec.vertbody);
  flex.nodebody = find_bodies(draft, spec, spec.nodebody);
  const std::vector<int>& moving = flex.interpolated() ? flex.nodebody : flex.vertbody;
  if (flex.rigid) return;
  check_bodies(draft, flex, moving);
  check_carriers(draft, flex, moving);
}

}  // namespace thew::compile
