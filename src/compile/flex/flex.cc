// Deformable bodies: what must hold of them, where they are at qpos0, and what follows.

#include "compile/flex/flex.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "compile/stages.h"

namespace thew::compile {

namespace {

void check_sizes(const Draft& draft, const Flex& spec) {
  const auto fail = [&](const char* what) { draft.fail(spec, "flex", what); };
  if (spec.dim < 1 || spec.dim > 3) fail("dim must be 1, 2 or 3");
  if (spec.elem.empty()) fail("elem is empty");
  const auto corners = static_cast<std::size_t>(spec.dim) + 1;
  if (spec.elem.size() % corners != 0) fail("elem size must be multiple of (dim+1)");
  if (spec.vertbody.empty() && spec.nodebody.empty()) {
    fail("vertbody and nodebody are both empty");
  }
  if (spec.vert.size() % 3 != 0) fail("vert size must be a multiple of 3");
  const std::size_t vertices = spec.vert.empty() ? spec.vertbody.size() : spec.vert.size() / 3;
  if (spec.vertbody.size() != 1 && spec.vertbody.size() != vertices) {
    fail("vertbody size must be 1 or nvert");
  }
  if (vertices < corners) fail("not enough vertices");
  for (const int v : spec.elem) {
    if (v < 0 || static_cast<std::size_t>(v) >= vertices) fail("elem vertex id out of range");
  }
  for (std::size_t e = 0; e < spec.elem.size(); e += corners) {
    const std::set<int> different(spec.elem.begin() + static_cast<std::ptrdiff_t>(e),
                                  spec.elem.begin() + static_cast<std::ptrdiff_t>(e + corners));
    if (different.size() != corners) fail("repeated vertex in element");
  }
  const bool mapped = !spec.elemtexcoord.empty();
  if (mapped && spec.elemtexcoord.size() != spec.elem.size()) {
    fail("elemtexcoord must have one entry per corner of the elements");
  }
  if (!mapped && !spec.texcoord.empty() && spec.texcoord.size() != 2 * vertices) {
    fail("two texture coordinates per vertex expected");
  }
  for (const int t : spec.elemtexcoord) {
    if (t < 0 || static_cast<std::size_t>(t) >= spec.texcoord.size() / 2) {
      fail("elemtexcoord out of range");
    }
  }
}

void check_nodes(const Draft& draft, const Flex& spec) {
  const auto fail = [&](const std::string& what) { draft.fail(spec, "flex", what); };
  const auto nodes = static_cast<std::int64_t>(spec.nodebody.size());
  if (nodes > 0 && spec.order == 0) {
    fail("Interpolation order must be explicitly specified (dof is missing)");
  }
  if (spec.order == 0) return;
  if (spec.order < 1 || spec.order > 2) fail("interpolation is of order 1 or 2");
  std::int64_t expected = 1;
  for (const int cells : spec.cellcount) {
    if (cells < 1) fail("cellcount cannot be 0 in any dimension when interpolation order > 0");
    expected *= std::int64_t{cells} * spec.order + 1;
    draft.check_limit(spec, "flex", expected, std::min<std::int64_t>(draft.limits.points, 1 << 28),
                      "points", "it has too many nodes");
  }
  if (nodes != expected) {
    fail("number of nodes (" + std::to_string(nodes) +
         ") does not match cellcount and dof expected (" + std::to_string(expected) + ")");
  }
  if (!spec.node.empty() && spec.node.size() != 3 * spec.nodebody.size()) {
    fail("nodecoord must have three numbers per node");
  }
}

void check_material(const Draft& draft, const FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const auto fail = [&](const char* what) { draft.fail(spec, "flex", what); };
  const bool interpolated = !spec.nodebody.empty();
  if (spec.edgestiffness > 0 && spec.dim > 1) {
    fail("edge stiffness only available for dim=1, please use <elasticity>");
  }
  const bool elastic = spec.elastic2d != 0 || spec.young > 0;
  if (elastic && !(spec.poisson >= 0 && spec.poisson < 0.5)) {
    fail("Poisson ratio must be in [0, 0.5)");
  }
  if (spec.elastic2d != 0) {
    if (!(spec.thickness > 0)) fail("2d elasticity requires positive thickness");
    if (spec.dim != 2 && !interpolated) fail("2d elasticity requires 2d flex");
  }
  if (spec.elastic3d < 0 || spec.elastic3d > 1) {
    fail("elastic3d must be 0 (Saint Venant-Kirchhoff) or 1 (stable Neo-Hookean)");
  }
  if (spec.elastic3d != 0 && (spec.dim != 3 || interpolated)) {
    fail("the stable Neo-Hookean law is for solids that are not interpolated");
  }
  if (spec.elastic3d != 0 &&
      draft.spec.option.integrator != static_cast<int>(Integrator::Discrete)) {
    fail("the stable Neo-Hookean law needs the integrator discrete");
  }
  if (spec.stressyield[1] > 0 && (spec.dim != 2 || interpolated)) {
    fail("bending yield requires a non-interpolated 2d flex");
  }
  if (spec.stressyield[0] > 0 && spec.dim == 1) fail("1D flexes do not support plasticity");
}

// Which equalities hold it.
int equality_of(const Draft& draft, const Flex& spec) {
  for (const Equality& equality : draft.spec.equalities) {
    if (equality.name1 != spec.name || spec.name.empty()) continue;
    if (equality.type == EqualityType::Flex) return 1;
    if (equality.type == EqualityType::Flexstrain) return 3;
  }
  return 0;
}

bool all_zero(const std::vector<double>& list) {
  return std::all_of(list.begin(), list.end(), [](double x) { return x == 0; });
}

std::vector<Vec3> positions(const std::vector<Pose>& poses, const std::vector<int>& bodies,
                            const std::vector<double>& local, std::size_t count) {
  std::vector<Vec3> list(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Pose& pose = poses[bodies.size() == 1 ? bodies[0] : bodies[i]];
    list[i] = pose.pos;
    if (local.empty()) continue;
    list[i] = list[i] + rotate(pose.quat, {local[3 * i], local[3 * i + 1], local[3 * i + 2]});
  }
  return list;
}

void place(FlexDraft& flex, const std::vector<Pose>& poses) {
  const Flex& spec = *flex.spec;
  const std::size_t vertices = spec.vert.empty() ? spec.vertbody.size() : spec.vert.size() / 3;
  flex.vertpos = positions(poses, flex.vertbody, spec.vert, vertices);
  flex.nodepos = positions(poses, flex.nodebody, spec.node, spec.nodebody.size());
  if (flex.interpolated()) {
    flex.centered = all_zero(spec.node);
    flex.vertbody.assign(vertices, -1);
    return;
  }
  if (flex.vertbody.size() == 1) flex.vertbody.assign(vertices, flex.vertbody[0]);
  flex.centered = all_zero(spec.vert);
}

bool is_rigid(const Flex& spec) {
  if (!spec.nodebody.empty()) return false;
  return std::all_of(spec.vertbody.begin(), spec.vertbody.end(),
                     [&](const std::string& name) { return name == spec.vertbody[0]; });
}

void build_tree(FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  std::vector<BoxLeaf> leaves;
  for (int e = 0; e < flex.elements(); ++e) {
    if (spec.dim == 3 && flex.elemlayer[e] >= spec.activelayers) continue;
    BoxLeaf leaf;
    leaf.id = e;
    const int* v = flex.elem.data() + e * (spec.dim + 1);
    for (int k = 0; k <= spec.dim; ++k) leaf.box.add(flex.vertpos[v[k]]);
    leaf.centre = 0.5 * (leaf.box.high + leaf.box.low);
    const Vec3 half = 0.5 * (leaf.box.high - leaf.box.low);
    for (std::size_t k = 0; k < 3; ++k) {
      leaf.box.low[k] = leaf.centre[k] - (half[k] + flex.radius);
      leaf.box.high[k] = leaf.centre[k] + (half[k] + flex.radius);
    }
    leaves.push_back(leaf);
  }
  flex.bvh = build_box_tree(leaves);
}

// Vertices in the box around the tree: from 0 to 1.
void normalise_vertices(FlexDraft& flex) {
  Vec6 box = {};
  if (!flex.bvh.empty()) box = flex.bvh[0].box;
  for (std::size_t k = 0; k < 3; ++k) flex.size[k] = box[3 + k] - flex.radius;
  for (const Vec3& p : flex.vertpos) {
    Vec3 share;
    for (std::size_t k = 0; k < 3; ++k) {
      share[k] = flex.size[k] > kMinVal ? (p[k] - box[k]) / (2 * flex.size[k]) + 0.5 : 0.5;
    }
    flex.vert0.push_back(share);
  }
  flex.vertcell.assign(flex.vertpos.size(), -1);
}

// What yields has a place in the state for what it has yielded by.
void count_plastic(FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  if (!(spec.young > 0) || flex.rigid || spec.dim == 1 || flex.is_projected()) return;
  const bool solid = flex.interpolated() ? spec.elastic2d == 0 : spec.dim == 3;
  const bool stretches = spec.stressyield[0] > 0 && (solid || spec.elastic2d >= 2);
  const bool bends = spec.stressyield[1] > 0 && !flex.interpolated() &&
                     (spec.elastic2d == 1 || spec.elastic2d == 3);
  const auto [x, y, z] = spec.cellcount;
  const std::int64_t parts = !flex.interpolated() ? flex.elements()
                             : solid              ? x * y * z
                                                  : 2 * (y * z + x * z + x * y);
  if (stretches) flex.plastic += (solid ? 6 : 3) * parts;
  if (bends) flex.plastic += static_cast<std::int64_t>(flex.edge.size());
  flex.plasticmode = (bends ? 1 : 0) + (stretches ? 2 : 0);
}

// Dofs that move either end, in order.
void list_dofs(const Draft& draft, FlexDraft& flex) {
  if (flex.rigid || flex.interpolated()) return;
  if (flex.is_projected()) return flex.dofs.resize(flex.edge.size());  // none pulls at them
  for (const auto& [a, b] : flex.edge) {
    std::set<int> dofs;
    for (const int v : {a, b}) {
      for (int body = flex.vertbody[v]; body > 0; body = draft.bodies[body].parent) {
        const BodyDraft& moved = draft.bodies[body];
        for (int d = 0; d < moved.dofs; ++d) dofs.insert(moved.first_dof + d);
      }
    }
    flex.dofs.emplace_back(dofs.begin(), dofs.end());
  }
}

void warn_of_loose(Draft& draft, const FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  if (flex.rigid || flex.is_projected() || flex.equality != 0 || spec.edgestiffness != 0 ||
      spec.edgedamping != 0 || spec.damping != 0 || !flex.bending.empty() ||
      !flex.stiffness.empty()) {
    return;
  }
  draft.warn(spec, "flex", "it is not rigid and has no equality constraints or passive forces");
}

void compile_flex(Draft& draft, FlexDraft& flex, const std::vector<Pose>& poses) {
  const Flex& spec = *flex.spec;
  check_sizes(draft, spec);
  check_nodes(draft, spec);
  check_material(draft, flex);
  flex.elem = spec.elem;
  flex.radius = spec.radius;
  flex.rigid = is_rigid(spec);
  flex.equality = equality_of(draft, spec);
  resolve_references(draft, flex);
  place(flex, poses);
  orient(flex);
  flex.elemtexcoord = spec.elemtexcoord.empty() ? flex.elem : spec.elemtexcoord;
  list_edges(flex);
  find_surface(flex);
  set_xpbd(draft, flex);
  set_rod(draft, flex);
  build_tree(flex);
  if (flex.is_projected()) {
    normalise_vertices(flex);
  } else if (flex.interpolated()) {
    place_in_grid(draft, flex);
    set_cell_stiffness(draft, flex);
    set_shell_bending(flex);
  } else {
    normalise_vertices(flex);
    set_stiffness(flex);
    set_bending(flex);
  }
  count_plastic(flex);
  list_dofs(draft, flex);
  warn_of_loose(draft, flex);
}

}  // namespace

void compile_flexes(Draft& draft) {
  if (draft.flexes.empty()) return;
  std::vector<Pose> poses;  // of bodies in the world at qpos0
  for (std::size_t b = 0; b < draft.bodies.size(); ++b) {
    const BodyDraft& body = draft.bodies[b];
    poses.push_back(b == 0 ? body.pose : compose(poses[body.parent], body.pose));
  }
  for (FlexDraft& flex : draft.flexes) compile_flex(draft, flex, poses);
  check_flex_equalities(draft);
}

}  // namespace thew::compile
