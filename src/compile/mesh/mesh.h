#pragma once

// A mesh while it is compiled, and the steps that its files share. The order of the steps is in
// mesh.cc.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compile/mesh/hull.h"
#include "compile/mesh/octree.h"
#include "compile/spec_names.h"
#include "compile/tree/box_tree.h"

namespace thew::compile {

struct Draft;
struct PluginDraft;

/// Whether geoms of a type have the shape of a mesh.
inline bool has_mesh(GeomType type) {
  return type == GeomType::Mesh || type == GeomType::Sdf;
}

/// Triangles with what belongs to their corners. Vertices are doubles while they are processed;
/// what a file gives and what the Model stores are floats.
struct Surface {
  std::vector<double> vert;       ///< 3 per vertex
  std::vector<float> normal;      ///< 3 per normal
  std::vector<float> texcoord;    ///< 2 per texture position
  std::vector<int> face;          ///< 3 vertices per triangle
  std::vector<int> facenormal;    ///< 3 normals per triangle
  std::vector<int> facetexcoord;  ///< 3 texture positions per triangle

  int vertices() const { return static_cast<int>(vert.size() / 3); }
  int faces() const { return static_cast<int>(face.size() / 3); }
};

/// What comes of a mesh, which models that have the same mesh share.
struct CompiledMesh {
  Surface surface;
  Hull hull;
  Polygons polygons;
  std::vector<BvhNode> bvh;  ///< boxes around the triangles
  std::vector<OctreeCell> octree;
  Pose frame;         ///< centre of mass and principal axes, as seen from the written vertices
  double amount = 0;  ///< volume, or area of a shell [m^3 or m^2]
  Vec3 box = {};      ///< half sizes of the box of the same inertia
  Box bounds;         ///< in the final frame
};

struct MeshDraft {
  const Mesh* spec = nullptr;
  bool needs_hull = false;
  bool needs_field = false;  ///< an octree of distances
  int plugin = -1;           ///< whose distance field it is the surface of
  MeshInertia kind = MeshInertia::Legacy;
  std::shared_ptr<const CompiledMesh> made;  ///< once compile_meshes is done

  const CompiledMesh* operator->() const { return made.get(); }
};

/// Corner i of a list of points.
inline Vec3 corner(std::span<const double> points, int i) {
  return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

// builtin.cc
/// The vertices, and for some the triangles and normals, of a built-in shape.
MeshData make_builtin(const Draft& draft, const Mesh& mesh);
/// Whether a built-in shape has no volume.
bool is_flat(const Mesh& mesh);

// check.cc
/// Refuses data that describe no triangles: sizes that do not fit, numbers out of range.
void check_mesh_data(const Draft& draft, const Mesh& mesh, const MeshData& data);
/// Refuses two triangles that run along their common edge in the same direction.
void check_orientation(const Draft& draft, const Mesh& mesh, const Surface& surface);

// surface.cc
/// The surface where a distance field in closed form is zero, by marching cubes.
MeshData make_surface(const PluginDraft& plugin);

// normals.cc
/// A unit normal for each vertex: the mean of the triangles around it, weighted by area, without
/// those that stand at a large angle to the mean unless `smooth`.
std::vector<float> vertex_normals(const Surface& surface, bool smooth);

// inertia.cc
/// What the space inside triangles, or the triangles themselves, weigh at unit density.
struct MassProperties {
  double amount = 0;  ///< volume, or area for shells
  Vec3 centre = {};
  std::array<double, 9> inertia = {};  ///< about the centre
};
/// Of a mesh with its vertices in metres; an Error when it has no area or volume.
MassProperties weigh(const Draft& draft, const MeshDraft& mesh, const CompiledMesh& made);

// fit.cc
/// The pose and size of a primitive that stands for a mesh.
struct Fit {
  Vec3 centre = {};  ///< in the mesh's final frame
  Vec3 size = {};
};
/// A sphere, capsule, cylinder, ellipsoid or box of about the inertia of a mesh, or around its
/// bounds.
Fit fit(const MeshDraft& mesh, GeomType type, bool to_bounds);

}  // namespace thew::compile
