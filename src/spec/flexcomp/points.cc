// Where the points of a flexcomp come from.

#include <algorithm>

#include "base/fault.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/orientation.h"

namespace thew::spec::flexcomp {

namespace {

using base::Fault;

const Compiler& rules_of(const Spec& spec, const Body& body) {
  return spec.compilers[static_cast<std::size_t>(body.compiler)];
}

// The pose of the recipe in the frame of its body, through the frames it stands in.
Pose pose_of(const Spec& spec, const Body& parent, const Flexcomp& recipe) {
  const Compiler& rules = rules_of(spec, parent);
  Pose pose = {recipe.pos, rotation_of(recipe.orientation, rules)};
  for (int f = recipe.frame; f >= 0; f = parent.frames[static_cast<std::size_t>(f)].frame) {
    const Frame& frame = parent.frames[static_cast<std::size_t>(f)];
    pose = compose({frame.pos, rotation_of(frame.orientation, rules)}, pose);
  }
  return pose;
}

void transform(std::vector<double>& points, const Vec3& scale, const Pose& pose) {
  for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
    const Vec3 p = {points[i] * scale[0], points[i + 1] * scale[1], points[i + 2] * scale[2]};
    const Vec3 moved = pose.pos + rotate(pose.quat, p);
    std::copy(moved.begin(), moved.end(), points.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

const Mesh& find_mesh(const Spec& spec, const std::string& name) {
  for (const Mesh& mesh : spec.meshes) {
    if (mesh.name == name) return mesh;
  }
  throw Fault{"there is no mesh \"" + name + "\"", "", 0, "mesh"};
}

// What a built-in mesh is made of has a volume, other than the surface that is shown.
std::optional<FlexShape> built_in(const Mesh& mesh, const Limits& limits) {
  constexpr std::array kTypes = {std::pair{MeshBuiltin::Grid, FlexcompType::Grid},
                                 std::pair{MeshBuiltin::Box, FlexcompType::Box},
                                 std::pair{MeshBuiltin::Cylinder, FlexcompType::Cylinder},
                                 std::pair{MeshBuiltin::Ellipsoid, FlexcompType::Ellipsoid},
                                 std::pair{MeshBuiltin::Square, FlexcompType::Square},
                                 std::pair{MeshBuiltin::Disc, FlexcompType::Disc}};
  for (const auto& [builtin, type] : kTypes) {
    if (mesh.builtin != builtin || mesh.params.size() < 6) continue;
    GridShape grid;
    grid.type = type;
    grid.most = limits.points;
    for (std::size_t k = 0; k < 3; ++k) {
      grid.count[k] = static_cast<int>(std::clamp(mesh.params[k], 1.0, 1e9));
      grid.spacing[k] = mesh.params[k + 3];
    }
    const bool flat = type == FlexcompType::Square || type == FlexcompType::Disc;
    grid.dim = flat ? 2 : mesh.params.size() > 6 && mesh.params[6] == 2 ? 2 : 3;
    return make_shape(grid);
  }
  return std::nullopt;
}

// refpos, refquat and scale of a mesh, in this order.
void place(const Mesh& mesh, std::vector<double>& points) {
  Vec4 quat = mesh.refquat;
  if (normalise(quat) == 0) throw Fault{"refquat is a zero quaternion"};
  transform(points, {1, 1, 1}, inverse({mesh.refpos, quat}));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] *= mesh.scale[i % 3];
}

// A mesh of the model, placed as a geom would show it.
FlexShape from_asset(const Mesh& mesh, const Flexcomp& recipe, const Limits& limits) {
  FlexShape shape;
  if (!mesh.usernode.empty() && !mesh.usertet.empty()) {
    shape.dim = 3;
    shape.point = mesh.usernode;
    shape.elem = mesh.usertet;
  } else if (auto made = built_in(mesh, limits)) {
    shape = std::move(*made);
  } else if (mesh.data && !mesh.data->tet.empty()) {
    shape = make_shape(*mesh.data, 3, {});
  } else if (mesh.data && !mesh.data->face.empty()) {
    MeshData placed = *mesh.data;
    place(mesh, placed.vertex);
    return make_shape(placed, recipe.dim, recipe.origin);
  } else {
    throw Fault{"mesh \"" + mesh.name + "\" has no triangles or tetrahedra", "", 0, "mesh"};
  }
  place(mesh, shape.point);
  return shape;
}

FlexShape from_file(const Flexcomp& recipe) {
  if (!recipe.data) throw Fault{"File is required", "the attribute is called file, or mesh"};
  const bool gmsh = recipe.type == FlexcompType::Gmsh;
  const MeshData& data = *recipe.data;
  if (data.vertex.empty() || (data.face.empty() && data.tet.empty())) {
    throw Fault{"Vertex and face data required"};
  }
  return make_shape(data, gmsh ? (data.tet.empty() ? 2 : 3) : recipe.dim, recipe.origin);
}

FlexShape raw_shape(const Spec& spec, const Flexcomp& recipe, const Limits& limits) {
  const bool files = recipe.type == FlexcompType::Mesh || recipe.type == FlexcompType::Gmsh;
  if (!recipe.meshname.empty()) {
    if (!recipe.file.empty()) throw Fault{"both 'file' and 'mesh' specified"};
    if (!files && recipe.type != FlexcompType::Grid) {
      throw Fault{"mesh asset can only be used with flexcomp type mesh or gmsh", "", 0, "type"};
    }
    return from_asset(find_mesh(spec, recipe.meshname), recipe, limits);
  }
  if (files) return from_file(recipe);
  if (recipe.type == FlexcompType::Direct) {
    FlexShape shape;
    shape.dim = recipe.dim;
    shape.point = recipe.point;
    shape.elem = recipe.elem;
    return shape;
  }
  const bool flat = recipe.type == FlexcompType::Square || recipe.type == FlexcompType::Disc;
  return make_shape({recipe.type, flat ? 2 : recipe.dim, recipe.count, recipe.spacing,
                     recipe.texcoord.empty() && !recipe.material.empty(), limits.points});
}

bool is_scaled(const Flexcomp& recipe) {
  return recipe.type == FlexcompType::Direct || recipe.type == FlexcompType::Mesh ||
         recipe.type == FlexcompType::Gmsh || !recipe.meshname.empty();
}

}  // namespace

FlexShape find_shape(const Spec& spec, const Body& parent, const Flexcomp& recipe,
                     const Limits& limits) {
  FlexShape shape = raw_shape(spec, recipe, limits);
  if (!recipe.texcoord.empty()) shape.texcoord = recipe.texcoord;
  const Vec3 scale = is_scaled(recipe) ? recipe.scale : Vec3{1, 1, 1};
  transform(shape.point, scale, pose_of(spec, parent, recipe));
  return shape;
}

MeshData find_carried(const Work& work) {
  const Mesh& mesh = find_mesh(work.spec, work.recipe.xpbd->skin);
  if (!mesh.data || mesh.data->face.empty()) {
    throw Fault{"mesh \"" + mesh.name + "\" has no triangles that could be carried",
                "its faces are those of a file, or written in the model", 0, "skin"};
  }
  MeshData placed = *mesh.data;
  place(mesh, placed.vertex);
  const Vec3 scale = is_scaled(work.recipe) ? work.recipe.scale : Vec3{1, 1, 1};
  transform(placed.vertex, scale, pose_of(work.spec, work.parent, work.recipe));
  return placed;
}

std::vector<int> drop_unused(FlexShape& shape) {
  const std::size_t points = shape.point.size() / 3;
  std::vector<int> number(points, -1), kept;
  for (const int i : shape.elem) number[static_cast<std::size_t>(i)] = 0;
  const bool by_point = shape.elemtexcoord.empty() && shape.texcoord.size() == 2 * points;
  FlexShape used = shape;
  used.point.clear();
  if (by_point) used.texcoord.clear();
  for (std::size_t i = 0; i < points; ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(kept.size());
    kept.push_back(static_cast<int>(i));
    for (std::size_t k = 0; k < 3; ++k) used.point.push_back(shape.point[3 * i + k]);
    for (std::size_t k = 0; by_point && k < 2; ++k) {
      used.texcoord.push_back(shape.texcoord[2 * i + k]);
    }
  }
  for (int& i : used.elem) i = number[static_cast<std::size_t>(i)];
  shape = std::move(used);
  return kept;
}

}  // namespace thew::spec::flexcomp
