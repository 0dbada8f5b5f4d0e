#include "io/mesh/msh.h"

#include <string>

#include "base/fault.h"
#include "io/bytes.h"

namespace thew::io::mesh {

namespace {

constexpr std::size_t kHeader = 16;

std::vector<double> take_floats(std::string_view& bytes, std::int64_t count) {
  std::vector<double> list(static_cast<std::size_t>(count));
  for (double& value : list) value = take<float>(bytes);
  return list;
}

}  // namespace

spec::MeshData read_msh(std::string_view bytes) {
  if (bytes.empty()) throw base::Fault{"the file is empty"};
  if (bytes.size() < kHeader)
    throw base::Fault{"the file is too short for an MSH header of 16 bytes"};
  const std::int64_t size = static_cast<std::int64_t>(bytes.size());
  const std::int64_t vertices = take<std::int32_t>(bytes);
  const std::int64_t normals = take<std::int32_t>(bytes);
  const std::int64_t texcoords = take<std::int32_t>(bytes);
  const std::int64_t faces = take<std::int32_t>(bytes);
  if (vertices < 4 || normals < 0 || texcoords < 0 || faces < 0) {
    throw base::Fault{"an MSH file needs 4 vertices or more, and no count may be negative"};
  }
  if ((normals > 0 && normals != vertices) || (texcoords > 0 && texcoords != vertices)) {
    throw base::Fault{"an MSH file has one normal and one texture position per vertex, or none"};
  }
  const std::int64_t expected = 16 + 12 * (vertices + normals + faces) + 8 * texcoords;
  if (size != expected) {
    throw base::Fault{"the file has " + std::to_string(size) + " bytes, but its counts ask for " +
                      std::to_string(expected)};
  }
  spec::MeshData data;
  data.vertex = take_floats(bytes, 3 * vertices);
  data.normal = take_floats(bytes, 3 * normals);
  data.texcoord = take_floats(bytes, 2 * texcoords);
  data.face.resize(static_cast<std::size_t>(3 * faces));
  for (int& index : data.face) index = take<std::int32_t>(bytes);
  return data;
}

}  // namespace thew::io::mesh
