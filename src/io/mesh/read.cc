#include "io/mesh/read.h"

#include <algorithm>
#include <cmath>

#include "base/fault.h"
#include "io/file_name.h"
#include "io/mesh/dae.h"
#include "io/mesh/msh.h"
#include "io/mesh/obj.h"
#include "io/mesh/stl.h"

namespace thew::io::mesh {

namespace {

constexpr std::size_t kMostFaces = 100'000'000;

// MSH is the only format that a media type can choose against the extension, as in the reference.
std::string type_of(std::string_view file, std::string_view content_type) {
  constexpr std::string_view kMsh = "model/vnd.mujoco.msh";
  const std::string end = extension(file);
  if (content_type == kMsh || (content_type.empty() && end == ".msh")) return std::string(kMsh);
  if (end == ".obj") return "model/obj";
  if (end == ".stl") return "model/stl";
  if (end == ".dae") return "model/vnd.collada+xml";
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

}  // namespace

spec::MeshData read(std::string_view bytes, std::string_view file, std::string_view content_type,
                    std::vector<std::string>* warnings) {
  const std::string type = type_of(file, content_type);
  if (type == "model/obj") return read_obj(bytes, warnings);
  if (type == "model/stl") return read_stl(bytes);
  if (type == "model/vnd.mujoco.msh") return read_msh(bytes);
  if (type == "model/vnd.collada+xml") return read_dae(bytes, warnings);
  throw base::Fault{"unknown format of meshes: \"" + type + "\"",
                    "meshes are .obj, .stl, .msh or .dae files"};
}

void check(const spec::MeshData& data) {
  const std::size_t vertices = data.vertex.size() / 3;
  if (data.vertex.size() % 3 != 0) throw base::Fault{"vertices have three numbers each"};
  if (vertices < 4) throw base::Fault{"a mesh has at least 4 vertices"};
  if (data.normal.size() % 3 != 0) throw base::Fault{"normals have three numbers each"};
  if (data.texcoord.size() % 2 != 0) throw base::Fault{"texture positions have two numbers each"};
  if (data.face.size() % 3 != 0) throw base::Fault{"faces have three vertices each"};
  if (data.face.size() / 3 > kMostFaces) throw base::Fault{"more than 10^8 faces"};
  if (data.facenormal.empty() && !data.normal.empty() && data.normal.size() != data.vertex.size()) {
    throw base::Fault{"there are not as many normals as vertices"};
  }
  if (data.facetexcoord.empty() && !data.texcoord.empty() && data.texcoord.size() != 2 * vertices) {
    throw base::Fault{"there are not as many texture positions as vertices"};
  }
  check_finite(data.vertex, "vertex");
  check_finite(data.normal, "normal");
  check_indices(data.face, vertices, "vertex");
  check_corners(data.facenormal, data.face, data.normal.size() / 3, "normal");
  check_corners(data.facetexcoord, data.face, data.texcoord.size() / 2, "texture position");
}

}  // namespace thew::io::mesh
