// Meshes as the Model stores them: one after the other, with addresses.

#include "compile/write.h"

#include <algorithm>
#include <limits>

#include "compile/stages.h"

namespace thew::compile {

namespace {

template <class List>
std::int64_t count(const List& list) {
  return static_cast<std::int64_t>(list.size());
}

int to_int(std::int64_t address) {
  return static_cast<int>(address);
}

int largest(const std::vector<int>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

// Addresses are numbers of 32 bits.
constexpr std::int64_t kMost = std::numeric_limits<int>::max() / 3;

// Where the next mesh begins in each array.
struct Place {
  std::int64_t vert = 0, normal = 0, texcoord = 0, face = 0;
  std::int64_t graph = 0, poly = 0, polyvert = 0, polymap = 0, oct = 0;
};

// Copies a list into a field from the given number on; returns where the next one begins.
template <class T, class List>
std::int64_t append(const Array<T>& field, std::int64_t at, const List& values) {
  std::transform(values.begin(), values.end(), field.data() + at,
                 [](auto x) { return static_cast<T>(x); });
  return at + count(values);
}

void write_surface(const Surface& surface, Model& m, int i, Place& at) {
  m.mesh_vertadr[i] = to_int(at.vert);
  m.mesh_vertnum[i] = surface.vertices();
  m.mesh_faceadr[i] = to_int(at.face);
  m.mesh_facenum[i] = surface.faces();
  m.mesh_normaladr[i] = to_int(at.normal);
  m.mesh_normalnum[i] = static_cast<int>(surface.normal.size() / 3);
  m.mesh_texcoordadr[i] = surface.texcoord.empty() ? -1 : to_int(at.texcoord);
  m.mesh_texcoordnum[i] = static_cast<int>(surface.texcoord.size() / 2);
  append(m.mesh_face, 3 * at.face, surface.face);
  append(m.mesh_facenormal, 3 * at.face, surface.facenormal);
  append(m.mesh_facetexcoord, 3 * at.face, surface.facetexcoord);
  at.face += surface.faces();
  at.vert = append(m.mesh_vert, 3 * at.vert, surface.vert) / 3;
  at.normal = append(m.mesh_normal, 3 * at.normal, surface.normal) / 3;
  at.texcoord = append(m.mesh_texcoord, 2 * at.texcoord, surface.texcoord) / 2;
}

// Lists of polygons count from the first of all meshes, corners from the first vertex of the mesh.
void write_hull(const MeshDraft& mesh, Model& m, int i, Place& at) {
  const Polygons& polygons = mesh->polygons;
  const auto polys = static_cast<int>(polygons.vertnum.size());
  m.mesh_graphadr[i] = mesh->hull.graph.empty() ? -1 : to_int(at.graph);
  m.mesh_polyadr[i] = to_int(at.poly);
  m.mesh_polynum[i] = polys;
  put(m.mesh_extrema, i, mesh->hull.extrema);
  for (int p = 0; p < polys; ++p) {
    m.mesh_polyvertadr[at.poly + p] = to_int(at.polyvert + polygons.vertadr[p]);
    m.mesh_polyvertnum[at.poly + p] = polygons.vertnum[p];
  }
  for (int v = 0; v < mesh->surface.vertices(); ++v) {
    const bool mapped = !polygons.mapnum.empty();
    m.mesh_polymapadr[at.vert + v] = to_int(at.polymap + (mapped ? polygons.mapadr[v] : 0));
    m.mesh_polymapnum[at.vert + v] = mapped ? polygons.mapnum[v] : 0;
  }
  append(m.mesh_polynormal, 3 * at.poly, polygons.normal);
  at.poly += polys;
  at.graph = append(m.mesh_graph, at.graph, mesh->hull.graph);
  at.polyvert = append(m.mesh_polyvert, at.polyvert, polygons.vert);
  at.polymap = append(m.mesh_polymap, at.polymap, polygons.map);
}

void write_octree(const std::vector<OctreeCell>& octree, Model& m, int i, Place& at) {
  m.mesh_octadr[i] = octree.empty() ? -1 : to_int(at.oct);
  m.mesh_octnum[i] = static_cast<int>(octree.size());
  for (const OctreeCell& cell : octree) {
    m.oct_depth[at.oct] = cell.depth;
    put(m.oct_child, at.oct, cell.child);
    put(m.oct_aabb, at.oct, cell.box);
    put(m.oct_coeff, at.oct, cell.distance);
    ++at.oct;
  }
}

}  // namespace

void count_meshes(const Draft& draft, Model& m) {
  for (const MeshDraft& mesh : draft.meshes) {
    m.nmeshvert += mesh->surface.vertices();
    m.nmeshnormal += count(mesh->surface.normal) / 3;
    m.nmeshtexcoord += count(mesh->surface.texcoord) / 2;
    m.nmeshface += mesh->surface.faces();
    m.nmeshgraph += count(mesh->hull.graph);
    m.nmeshpoly += count(mesh->polygons.vertnum);
    m.nmeshpolyvert += count(mesh->polygons.vert);
    m.nmeshpolymap += count(mesh->polygons.map);
    m.noct += count(mesh->octree);
    m.npolygonmax = std::max<std::int64_t>(m.npolygonmax, largest(mesh->polygons.vertnum));
    if (m.nmeshface > kMost || m.nmeshgraph > kMost) {
      draft.fail(*mesh.spec, "mesh", "with this one the meshes are too large for one model");
    }
    m.nmeshdegmax = std::max<std::int64_t>(m.nmeshdegmax, largest(mesh->polygons.mapnum));
  }
}

void write_meshes(const Draft& draft, Model& m) {
  Place at;
  for (int i = 0; i < m.nmesh; ++i) {
    const MeshDraft& mesh = draft.meshes[i];
    write_hull(mesh, m, i, at);
    write_surface(mesh->surface, m, i, at);
    put(m.mesh_scale, i, mesh.spec->scale);
    m.mesh_convex[i] = mesh.spec->convex;
    put(m.mesh_pos, i, mesh->frame.pos);
    put(m.mesh_quat, i, mesh->frame.quat);
    write_octree(mesh->octree, m, i, at);
  }
}

}  // namespace thew::compile
