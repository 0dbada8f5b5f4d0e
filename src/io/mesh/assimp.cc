#include "io/mesh/assimp.h"

#include "base/fault.h"

#ifdef THEW_ASSIMP
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#endif

namespace thew::io::mesh {

#ifdef THEW_ASSIMP

namespace {

// Files that a file names are not opened: what a model may open is decided elsewhere (Files).
class NoFiles : public Assimp::IOSystem {
 public:
  bool Exists(const char*) const override { return false; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
  void Close(Assimp::IOStream*) override {}
};

void add_mesh(const aiMesh& mesh, const aiMatrix4x4& place, spec::MeshData& data) {
  const int first = static_cast<int>(data.vertex.size() / 3);
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D p = place * mesh.mVertices[i];
    for (const float x : {p.x, p.y, p.z}) data.vertex.push_back(static_cast<double>(x));
  }
  const bool mirrored = place.Determinant() < 0;
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines
    const int a = first + static_cast<int>(face.mIndices[0]);
    const int b = first + static_cast<int>(face.mIndices[mirrored ? 2 : 1]);
    const int c = first + static_cast<int>(face.mIndices[mirrored ? 1 : 2]);
    data.face.insert(data.face.end(), {a, b, c});
  }
}

void add_node(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent,
              spec::MeshData& data) {
  const aiMatrix4x4 place = parent * node.mTransformation;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    add_mesh(*scene.mMeshes[node.mMeshes[i]], place, data);
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    add_node(scene, *node.mChildren[i], place, data);
  }
}

}  // namespace

spec::MeshData read_assimp(std::string_view bytes, const std::string& extension) {
  Assimp::Importer importer;
  importer.SetIOHandler(new NoFiles);  // the importer owns it
  // Positions alone, so that vertices which only their normals keep apart become one.
  constexpr int kLeftOut = aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                           aiComponent_COLORS | aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS |
                           aiComponent_ANIMATIONS | aiComponent_TEXTURES | aiComponent_LIGHTS |
                           aiComponent_CAMERAS | aiComponent_MATERIALS;
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, kLeftOut);
  const aiScene* const scene = importer.ReadFileFromMemory(
      bytes.data(), bytes.size(),
      aiProcess_Triangulate | aiProcess_RemoveComponent | aiProcess_JoinIdenticalVertices,
      extension.c_str());
  if (scene == nullptr || scene->mRootNode == nullptr) {
    throw base::Fault{"not a good file of this kind: " + std::string(importer.GetErrorString()),
                      "of glTF, all must be in one file (.glb, or data: addresses)"};
  }
  spec::MeshData data;
  add_node(*scene, *scene->mRootNode, aiMatrix4x4(), data);
  return data;
}

#else

spec::MeshData read_assimp(std::string_view, const std::string& extension) {
  throw base::Fault{"." + extension + " files are read by a build of thew with assimp only",
                    "convert it to .obj or .stl, or build with libassimp-dev and THEW_ASSIMP=ON"};
}

#endif

}  // namespace thew::io::mesh
