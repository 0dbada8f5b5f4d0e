// Meshes: from the triangles of a file to those of the Model, which are centred at their centre of
// mass with the principal axes of inertia as coordinate axes.

#include "compile/mesh/mesh.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>

#include "base/cache.h"
#include "compile/stages.h"
#include "math/eigen3.h"

namespace thew::compile {

namespace {

std::vector<float> to_floats(const std::vector<double>& values) {
  std::vector<float> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](double x) { return static_cast<float>(x); });
  return result;
}

// The numbers of the file; vertices are rounded to the floats that files of meshes hold.
Surface take(const MeshData& data) {
  Surface surface;
  const std::vector<float> vert = to_floats(data.vertex);
  surface.vert.assign(vert.begin(), vert.end());
  surface.normal = to_floats(data.normal);
  surface.texcoord = to_floats(data.texcoord);
  surface.face = data.face;
  surface.facenormal = data.facenormal;
  surface.facetexcoord = data.facetexcoord;
  return surface;
}

// Meshes that collide with their triangles may be flat and have no hull.
void find_hull(const Draft& draft, const MeshDraft& mesh, CompiledMesh& made) {
  try {
    made.hull = convex_hull(made.surface.vert, mesh.spec->maxhullvert);
  } catch (const HullError& error) {
    const bool needs_none = !mesh.spec->convex && !made.surface.face.empty();
    if (needs_none && mesh.kind != MeshInertia::Convex) return;
    draft.fail(*mesh.spec, "mesh", error.what, error.hint);
  }
}

// Triangles of the hull where there are none, normals where there are none, and numbers of normals
// and texture positions for each corner where only vertices have them.
void complete(const Mesh& spec, CompiledMesh& made) {
  Surface& surface = made.surface;
  if (surface.face.empty()) {
    surface.face.assign(made.hull.faces().begin(), made.hull.faces().end());
  }
  if (surface.normal.empty()) {
    surface.normal = vertex_normals(surface, spec.smoothnormal);
    surface.facenormal = surface.face;
  }
  if (surface.facenormal.empty()) {
    const int per_vertex = static_cast<int>(surface.normal.size() / surface.vert.size());
    for (const int vertex : surface.face) surface.facenormal.push_back(per_vertex * vertex);
  }
  if (surface.facetexcoord.empty() && !surface.texcoord.empty()) {
    surface.facetexcoord = surface.face;
  }
}

// Turns triangles around, keeping their first corner.
void reverse(std::vector<int>& triangles) {
  for (std::size_t i = 0; i < triangles.size(); i += 3)
    std::swap(triangles[i + 1], triangles[i + 2]);
}

Vec3 transform(const Mat3& r, const Vec3& v) {
  Vec3 result;
  for (int i = 0; i < 3; ++i)
    result[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2];
  return result;
}

void turn_normals(std::vector<float>& normal, const Mat3& r) {
  for (std::size_t i = 0; i < normal.size(); i += 3) {
    const Vec3 n = transform(r, {normal[i], normal[i + 1], normal[i + 2]});
    for (int k = 0; k < 3; ++k) normal[i + k] = static_cast<float>(n[k]);
  }
}

// Covectors: they stretch by the inverse of the scale. Then unit length.
void stretch_normals(std::vector<float>& normal, const Vec3& scale) {
  for (std::size_t i = 0; i < normal.size(); i += 3) {
    float* n = normal.data() + i;
    if (scale != Vec3{1, 1, 1}) {
      for (int k = 0; k < 3; ++k) n[k] = static_cast<float>(n[k] / scale[k]);
    }
    const float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const bool usable = square > kMinVal && std::isfinite(square);
    const float inverse = usable ? 1 / std::sqrt(square) : 0;
    for (int k = 0; k < 3; ++k) n[k] = usable ? n[k] * inverse : static_cast<float>(k == 2);
  }
}

// refpos, refquat and scale, in this order.
void apply_reference(const Draft& draft, const Mesh& spec, Surface& surface) {
  Vec4 quat = spec.refquat;
  if (normalise(quat) == 0) draft.fail(spec, "mesh", "refquat is a zero quaternion");
  const Mat3 r = to_matrix(conjugate(quat));
  const bool turns = spec.refquat != Vec4{1, 0, 0, 0};
  for (std::size_t i = 0; i < surface.vert.size(); i += 3) {
    Vec3 p = {surface.vert[i], surface.vert[i + 1], surface.vert[i + 2]};
    p = p - spec.refpos;
    if (turns) p = transform(r, p);
    for (int k = 0; k < 3; ++k) surface.vert[i + k] = p[k] * spec.scale[k];
  }
  if (turns) turn_normals(surface.normal, r);
  stretch_normals(surface.normal, spec.scale);
}

// Half sizes of the box with these principal inertias: I_x = m (y^2 + z^2) / 3.
Vec3 inertia_box(const std::array<double, 3>& inertia, double amount) {
  const auto [a, b, c] = inertia;
  const auto half = [&](double twice) {
    return 0.5 * std::sqrt(std::max(0.0, 6 * twice / amount));
  };
  return {half(b + c - a), half(a + c - b), half(a + b - c)};
}

void find_frame(const Draft& draft, const MeshDraft& mesh, CompiledMesh& made) {
  const MassProperties mass = weigh(draft, mesh, made);
  // Vertices are floats: what they do not tell from zero must not turn the axes.
  constexpr double kFloat = 1e-7;
  const math::Eigen3 principal = math::eigen3(mass.inertia, kFloat, kFloat);
  const auto [a, b, c] = principal.value;  // descending
  if (!(c > 0)) draft.fail(*mesh.spec, "mesh", "its inertia is not positive");
  if (b + c < a * (1 - 1e-6) - 1e-9) {
    draft.fail(*mesh.spec, "mesh",
               "its inertia is impossible: one principal inertia exceeds the sum of the others",
               "the triangles may face inwards; inertia=\"convex\" or \"shell\" does without them");
  }
  made.amount = mass.amount;
  made.box = inertia_box(principal.value, mass.amount);
  // The frame of a distance field in closed form is that of its formula.
  if (mesh.plugin < 0) made.frame = {mass.centre, principal.quat};
}

// Moves the vertices into the frame that was found, and finds their bounds.
void align(CompiledMesh& mesh) {
  const Mat3 r = to_matrix(conjugate(mesh.frame.quat));
  std::vector<double>& vert = mesh.surface.vert;
  for (std::size_t i = 0; i < vert.size(); i += 3) {
    const Vec3 p = transform(r, Vec3{vert[i], vert[i + 1], vert[i + 2]} - mesh.frame.pos);
    std::copy(p.begin(), p.end(), vert.begin() + static_cast<std::ptrdiff_t>(i));
    mesh.bounds.add(p);
  }
  turn_normals(mesh.surface.normal, r);
}

std::shared_ptr<const CompiledMesh> compile_mesh(const Draft& draft, const MeshDraft& mesh,
                                                 const MeshData& data) {
  const Mesh& spec = *mesh.spec;
  auto shared = std::make_shared<CompiledMesh>();
  CompiledMesh& made = *shared;
  check_mesh_data(draft, spec, data);
  made.surface = take(data);
  if (mesh.kind == MeshInertia::Exact) check_orientation(draft, spec, made.surface);

  // Of the vertices as written.
  if (mesh.needs_hull || made.surface.face.empty()) find_hull(draft, mesh, made);
  complete(spec, made);
  if (!made.hull.graph.empty()) made.polygons = merge_polygons(made.hull, made.surface.vert);

  // Into the final frame.
  if (!(spec.scale[0] * spec.scale[1] * spec.scale[2] > 0)) {
    reverse(made.surface.face);
    reverse(made.surface.facenormal);
    reverse(made.surface.facetexcoord);
    mirror(made.hull, made.polygons);
  }
  apply_reference(draft, spec, made.surface);
  find_frame(draft, mesh, made);
  align(made);
  if (!made.hull.graph.empty()) {
    find_normals(made.polygons, made.surface.vert);
    find_extrema(made.hull, to_floats(made.surface.vert));
  }
  if (draft.weighs_only) return shared;
  made.bvh = build_face_tree(made.surface.vert, made.surface.face);
  if (mesh.needs_field && mesh.plugin < 0) {
    made.octree = build_octree(MeshDistance(made.surface.vert, made.surface.face, made.bvh));
  }
  return shared;
}

// Everything that decides what comes of a mesh.
base::Digest digest_of(const Draft& draft, const MeshDraft& mesh, const MeshData& data) {
  const Mesh& spec = *mesh.spec;
  std::string key = "mesh";
  const auto add = [&](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const bool marks[] = {mesh.needs_hull, mesh.needs_field, spec.smoothnormal, spec.convex,
                        draft.weighs_only};
  add(marks), add(mesh.kind), add(spec.maxhullvert);
  add(spec.scale), add(spec.refpos), add(spec.refquat);
  const auto add_list = [&](const auto& list) { add(base::digest(base::bytes_of(list))); };
  add_list(data.vertex), add_list(data.normal), add_list(data.texcoord);
  add_list(data.face), add_list(data.facenormal), add_list(data.facetexcoord);
  return base::digest(key);
}

std::size_t memory_of(const CompiledMesh& mesh) {
  const auto bytes = [](const auto&... lists) { return (... + base::bytes_of(lists).size()); };
  const Surface& s = mesh.surface;
  const Polygons& p = mesh.polygons;
  return sizeof mesh + bytes(s.vert, s.normal, s.texcoord, s.face, s.facenormal, s.facetexcoord,
                             mesh.hull.graph, mesh.bvh, mesh.octree, p.vertadr, p.vertnum, p.vert,
                             p.mapadr, p.mapnum, p.map, p.normal);
}

void make_mesh(const Draft& draft, MeshDraft& mesh) {
  const Mesh& spec = *mesh.spec;
  if (mesh.plugin >= 0) {
    mesh.made = compile_mesh(draft, mesh, make_surface(draft.plugins[mesh.plugin]));
    return;
  }
  if (spec.builtin != MeshBuiltin::None) {
    mesh.made = compile_mesh(draft, mesh, make_builtin(draft, spec));
    return;
  }
  if (!spec.data) draft.fail(spec, "mesh", "it has neither vertices nor a file");
  const base::Digest key = digest_of(draft, mesh, *spec.data);
  mesh.made = base::asset_cache().find<CompiledMesh>(key);
  if (mesh.made) return;
  mesh.made = compile_mesh(draft, mesh, *spec.data);
  base::asset_cache().put(key, mesh.made, memory_of(*mesh.made));
}

// Meshes that collide, and those of sites, need a hull; so do those weighed by it. Distance fields
// need one too, against planes.
void mark_needs(Draft& draft) {
  const auto mark = [&](const std::string& name) {
    const int id = draft.names.find(ObjectType::Mesh, name);
    if (id >= 0) draft.meshes[id].needs_hull = true;
  };
  std::vector<bool> paired(draft.geoms.size());
  for (const Pair& pair : draft.spec.pairs) {
    for (const std::string& name : {pair.geomname1, pair.geomname2}) {
      const int id = draft.names.find(ObjectType::Geom, name);
      if (id >= 0) paired[id] = true;
    }
  }
  for (std::size_t g = 0; g < draft.geoms.size() && !draft.weighs_only; ++g) {
    const Geom& geom = *draft.geoms[g].spec;
    if (geom.type == GeomType::Sdf) {
      const int id = draft.names.find(ObjectType::Mesh, geom.meshname);
      if (id >= 0) draft.meshes[id].needs_field = true;
    }
    if (has_mesh(geom.type) && (geom.contype != 0 || geom.conaffinity != 0 || paired[g]))
      mark(geom.meshname);
  }
  for (const SiteDraft& site : draft.sites) {
    if (site.spec->type == GeomType::Mesh) mark(site.spec->meshname);
  }
  for (MeshDraft& mesh : draft.meshes) {
    mesh.needs_hull = mesh.needs_hull || mesh.kind == MeshInertia::Convex;
  }
}

// Meshes do not depend on one another, and hulls of large ones take long: several threads share
// them. The error of the first bad mesh is the one that is thrown.
void compile_all(Draft& draft) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> errors(draft.meshes.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < draft.meshes.size(); i = next++) {
      try {
        make_mesh(draft, draft.meshes[i]);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  const std::size_t wanted = draft.rules().usethread ? std::thread::hardware_concurrency() : 1;
  {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() + 1 < std::min(wanted, draft.meshes.size())) threads.emplace_back(work);
    } catch (const std::system_error&) {
      // No more threads to be had: those that there are do the work.
    }
    work();
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace

void compile_meshes(Draft& draft) {
  for (MeshDraft& mesh : draft.meshes) {
    const Mesh& spec = *mesh.spec;
    const bool to_shell = spec.builtin == MeshBuiltin::Plate ||
                          (is_flat(spec) && spec.inertia == MeshInertia::Legacy);
    mesh.kind = to_shell ? MeshInertia::Shell : spec.inertia;
  }
  mark_needs(draft);
  compile_all(draft);
}

}  // namespace thew::compile
