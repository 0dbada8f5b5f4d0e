#include "io/mesh/read.h"

#include <algorithm>
#include <cmath>

#include "base/cache.h"
#include "base/fault.h"
#include "base/limits.h"
#include "io/file_name.h"
#include "io/mesh/assimp.h"
#include "io/mesh/dae.h"
#include "io/mesh/gmsh.h"
#include "io/mesh/msh.h"
#include "io/mesh/obj.h"
#include "io/mesh/stl.h"

namespace thew::io::mesh {

namespace {

// MSH is the only format that a media type can choose against the extension, as in the reference.
std::string type_of(std::string_view file, std::string_view content_type) {
  constexpr std::string_view kMsh = "model/vnd.mujoco.msh";
  const std::string end = extension(file);
  if (content_type == kMsh || (content_type.empty() && end == ".msh")) return std::string(kMsh);
  if (end == ".gmsh") return "model/vnd.gmsh";
  if (end == ".obj") return "model/obj";
  if (end == ".stl") return "model/stl";
  if (end == ".dae") return "model/vnd.collada+xml";
  if (end == ".ply") return "model/ply";
  if (end == ".gltf") return "model/gltf+json";
  if (end == ".glb") return "model/gltf-binary";
  return content_type.empty() ? end : std::string(content_type);
}

void check_finite(const std::vector<double>& list, const std::string& what) {
  const auto bad =
      std::find_if_not(list.begin(), list.end(), [](double x) { return std::isfinite(x); });
  if (bad == list.end()) return;
  throw base::Fault{what + " " + std::to_string((bad - list.begin()) / 3) + " is not finite"};
}

void check_indices(const std::vector<int>& indices, std::size_t count, const std::string& what) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= 0 && static_cast<std::size_t>(indices[i]) < count) continue;
    throw base::Fault{"face " + std::to_string(i / 3) + " has " + what + " " +
                          std::to_string(indices[i]) + ", which does not exist",
                      "there are " + std::to_string(count)};
  }
}

// Lists of indices beside the vertices of the faces.
void check_corners(const std::vector<int>& indices, const std::vector<int>& face, std::size_t count,
                   const std::string& what) {
  if (indices.empty()) return;
  if (indices.size() != face.size())
    throw base::Fault{"the faces have not as many " + what + "s as corners"};
  check_indices(indices, count, what);
}

template <class T>
void complete(std::vector<T>& list, const std::vector<T>& added, std::string_view what) {
  if (added.empty()) return;
  if (!list.empty()) throw base::Fault{std::string(what) + " is given by the file already"};
  list = added;
}

spec::MeshData decode(std::string_view bytes, const std::string& type,
                      std::vector<std::string>& warnings) {
  if (type == "model/obj") return read_obj(bytes, &warnings);
  if (type == "model/stl") return read_stl(bytes);
  if (type == "model/vnd.gmsh" || (type == "model/vnd.mujoco.msh" && is_gmsh(bytes))) {
    return read_gmsh(bytes);
  }
  if (type == "model/vnd.mujoco.msh") return read_msh(bytes);
  if (type == "model/vnd.collada+xml") return read_dae(bytes, &warnings);
  if (type == "model/ply") return read_assimp(bytes, "ply");
  if (type == "model/gltf+json") return read_assimp(bytes, "gltf");
  if (type == "model/gltf-binary") return read_assimp(bytes, "glb");
  throw base::Fault{"unknown format of meshes: \"" + type + "\"",
                    "meshes are .obj, .stl, .msh, .gmsh, .dae, .ply, .gltf or .glb files"};
}

}  // namespace

void complete(spec::MeshData& data, const spec::MeshData& added) {
  complete(data.vertex, added.vertex, "vertex");
  complete(data.normal, added.normal, "normal");
  complete(data.texcoord, added.texcoord, "texcoord");
  complete(data.face, added.face, "face");
  complete(data.facenormal, added.facenormal, "facenormal");
  complete(data.facetexcoord, added.facetexcoord, "facetexcoord");
}

bool is_mesh_name(std::string_view file) {
  return type_of(file, "").starts_with("model/");
}

std::size_t ReadMesh::memory() const {
  const auto bytes = [](const auto&... lists) { return (... + base::bytes_of(lists).size()); };
  return sizeof *this + bytes(data.vertex, data.normal, data.texcoord, data.face, data.facenormal,
                              data.facetexcoord, data.tet);
}

std::shared_ptr<const ReadMesh> read(std::string_view bytes, std::string_view file,
                                     std::string_view content_type) {
  const std::string type = type_of(file, content_type);
  const base::Digest content = base::digest(bytes);
  const base::Digest key = base::digest(type + std::string(base::bytes_of(content)));
  if (auto known = base::asset_cache().find<ReadMesh>(key)) return known;
  auto made = std::make_shared<ReadMesh>();
  made->data = decode(bytes, type, made->warnings);
  base::asset_cache().put(key, made, made->memory());
  return made;
}

std::shared_ptr<const spec::MeshData> read_flex(std::string_view bytes, std::string_view file,
                                                spec::FlexcompType type) {
  if (type == spec::FlexcompType::Gmsh || is_gmsh(bytes)) {
    return std::make_shared<const spec::MeshData>(read_gmsh(bytes));
  }
  if (extension(file) == ".msh") {
    throw base::Fault{"legacy MSH files are not supported in flexcomp"};
  }
  const auto mesh = read(bytes, file, "");
  return {mesh, &mesh->data};
}

void check(const spec::MeshData& data, std::int64_t most_faces) {
  const std::size_t vertices = data.vertex.size() / 3;
  if (data.vertex.size() % 3 != 0) throw base::Fault{"vertices have three numbers each"};
  if (vertices < 4) throw base::Fault{"a mesh has at least 4 vertices"};
  if (data.normal.size() % 3 != 0) throw base::Fault{"normals have three numbers each"};
  if (data.texcoord.size() % 2 != 0) throw base::Fault{"texture positions have two numbers each"};
  if (data.face.size() % 3 != 0) throw base::Fault{"faces have three vertices each"};
  const auto faces = static_cast<std::int64_t>(data.face.size() / 3);
  base::check_limit(faces, most_faces, "faces", "the mesh has " + std::to_string(faces) + " faces");
  if (data.facenormal.empty() && !data.normal.empty() && data.normal.size() != data.vertex.size()) {
    throw base::Fault{"there are not as many normals as vertices"};
  }
  if (data.facetexcoord.empty() && !data.texcoord.empty() && data.texcoord.size() != 2 * vertices) {
    throw base::Fault{"there are not as many texture positions as vertices"};
  }
  check_finite(data.vertex, "vertex");
  check_finite(data.normal, "normal");
  check_indices(data.face, vertices, "vertex");
  check_indices(data.tet, vertices, "vertex");
  check_corners(data.facenormal, data.face, data.normal.size() / 3, "normal");
  check_corners(data.facetexcoord, data.face, data.texcoord.size() / 2, "texture position");
}

}  // namespace thew::io::mesh
