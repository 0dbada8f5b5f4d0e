// Shapes and meshes.

#include <memory>

#include "io/file_name.h"
#include "io/mesh/read.h"
#include "io/urdf/package.h"
#include "io/urdf/reader.h"

namespace thew::io::urdf {

namespace fs = std::filesystem;
using spec::operator*;
using spec::Vec3;

void Reader::read_geometry(const Node& node, spec::Geom& geom) {
  const Node& geometry = need(node, "geometry");
  const spec::Pose pose = origin(node);
  geom.pos = pose.pos;
  geom.orientation.quat = pose.quat;
  // URDF has whole lengths, the engine has halves.
  if (const Node* const box = find(geometry, "box")) {
    geom.type = GeomType::Box;
    geom.size = 0.5 * need_vector(*box, "size");
  } else if (const Node* const cylinder = find(geometry, "cylinder")) {
    geom.type = GeomType::Cylinder;
    geom.size = {need_number(*cylinder, "radius"), need_number(*cylinder, "length") / 2, 0};
  } else if (const Node* const sphere = find(geometry, "sphere")) {
    geom.type = GeomType::Sphere;
    geom.size = {need_number(*sphere, "radius"), 0, 0};
  } else if (const Node* const capsule = find(geometry, "capsule")) {
    geom.type = GeomType::Capsule;
    geom.size = {need_number(*capsule, "radius"), need_number(*capsule, "length") / 2, 0};
  } else if (const Node* const mesh = find(geometry, "mesh")) {
    geom.type = GeomType::Mesh;
    const Vec3 scale = vector(*mesh, "scale").value_or(Vec3{1, 1, 1});
    geom.meshname = find_mesh(*mesh, need_text(*mesh, "filename"), scale);
  } else {
    fail(geometry, "there is no shape in it", "shapes are box, cylinder, sphere, capsule and mesh");
  }
}

// The name of the mesh that a file in one scale makes; geoms share it. Meshes whose files have the
// same name are numbered.
std::string Reader::find_mesh(const Node& node, const std::string& written, const Vec3& scale) {
  const std::string file = model_.spec.compilers[0].strippath ? file_name(written) : written;
  const auto known = meshes_.find({file, scale});
  if (known != meshes_.end()) return known->second;
  spec::Mesh mesh;
  start(node, mesh);
  const std::string base = stem(file);
  const int number = meshes_by_stem_[base]++;
  mesh.name = number == 0 ? base : base + std::to_string(number);
  while (!mesh_names_.insert(mesh.name).second) mesh.name += "_";
  mesh.scale = scale;
  read_mesh(node, file, mesh);
  meshes_.emplace(std::pair(file, scale), mesh.name);
  model_.spec.meshes.push_back(std::move(mesh));
  return model_.spec.meshes.back().name;
}

void Reader::read_mesh(const Node& node, const std::string& name, spec::Mesh& mesh) {
  const auto [file, path] = find_file(node, name);
  try {
    session_.count_asset(file.text.size());
    const auto read = mesh::read(file.text, path, "");
    for (const std::string& warning : read->warnings) warn(node, "\"" + path + "\": " + warning);
    mesh::check(read->data, session_.options.limits.faces);
    mesh.data = {read, &read->data};
    mesh.file = path;
    mesh.located = true;
  } catch (const base::Fault& fault) {
    throw Error({path, fault.line, 0, node.label()}, fault.what, fault.hint);
  }
}

// A file by the name that URDF gives it, and its path as Model::paths has it.
std::pair<File, std::string> Reader::find_file(const Node& node, const std::string& name) {
  const Uri uri = parse_uri(name);
  const fs::path meshdir = model_.spec.compilers[0].meshdir;
  const fs::path plain = meshdir / uri.path;
  const auto written = [&](const fs::path& path) {
    return (written_folder_ / path).lexically_normal().generic_string();
  };
  const auto found = [&](std::optional<File>&& file, const fs::path& path) {
    return std::pair{std::move(*file), written(path)};
  };
  try {
    // What the caller gave goes by any of its names.
    for (const std::string& given :
         {name, plain.generic_string(), uri.package + "/" + uri.path, file_name(name)}) {
      if (auto file = session_.files.read_given(given)) return found(std::move(file), given);
    }
    if (uri.in_package) {
      std::vector<std::string> folders = session_.options.package_paths;
      for (std::string& folder : environment_paths()) folders.push_back(std::move(folder));
      for (const fs::path& place : places(uri, folders, folder_)) {
        if (auto file = session_.files.read(place)) return found(std::move(file), place);
      }
    }
    // The last two are for robots whose meshdir was meant for names without their folders, which
    // MuJoCo read so until version 4.
    for (const fs::path& path : {plain, fs::path(uri.path), meshdir / file_name(uri.path)}) {
      if (auto file = session_.files.read(folder_ / path)) return found(std::move(file), path);
    }
  } catch (const base::Fault& fault) {
    fail_at(node, "filename", fault.what, fault.hint);
  }
  if (!uri.in_package) fail_at(node, "filename", "file \"" + written(plain) + "\" was not found");
  fail_at(node, "filename", "file \"" + name + "\" was not found",
          "LoadOptions::package_paths and THEW_PACKAGE_PATH say where the package \"" +
              uri.package + "\" is");
}

}  // namespace thew::io::urdf
