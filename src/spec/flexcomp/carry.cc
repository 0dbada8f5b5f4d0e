// A finer surface that tetrahedra carry along: a skin whose bones are the bodies of the points,
// with barycentric coordinates as weights. What moves all points by one linear map moves the
// surface so.

#include <algorithm>
#include <cmath>
#include <map>

#include "base/limits.h"
#include "spec/flexcomp/flexcomp.h"

namespace thew::spec::flexcomp {

namespace {

using base::Fault;

constexpr int kPairs = 100;  // of vertices and tetrahedra, for each point that limits permit

// A tetrahedron by the gradients of its last three coordinates.
struct Tetrahedron {
  Tetrahedron(const Work& work, const int* corners)
      : vertex(corners), origin(work.point(*corners)) {
    const Vec3 a = work.point(corners[1]) - origin, b = work.point(corners[2]) - origin,
               c = work.point(corners[3]) - origin;
    const double volume = dot(cross(a, b), c);
    const double scale = std::abs(volume) > kMinVal * kMinVal ? 1 / volume : 0;
    gradient = {scale * cross(b, c), scale * cross(c, a), scale * cross(a, b)};
    is_flat = scale == 0;
  }

  Vec4 coordinates(const Vec3& p) const {
    const Vec3 way = p - origin;
    Vec4 share = {1, dot(gradient[0], way), dot(gradient[1], way), dot(gradient[2], way)};
    share[0] -= share[1] + share[2] + share[3];
    return share;
  }

  const int* vertex;
  Vec3 origin;
  std::array<Vec3, 3> gradient;
  bool is_flat;
};

std::vector<Tetrahedron> list_tetrahedra(const Work& work) {
  std::vector<Tetrahedron> list;
  for (std::size_t e = 0; e + 3 < work.shape.elem.size(); e += 4) {
    const Tetrahedron one(work, work.shape.elem.data() + e);
    if (!one.is_flat) list.push_back(one);
  }
  if (list.empty()) throw Fault{"it has no tetrahedron that could carry a skin"};
  return list;
}

// The one that a point is in, or is least far outside of by its smallest coordinate. From there
// coordinates go on: some are negative.
const Tetrahedron& nearest(const std::vector<Tetrahedron>& list, const Vec3& p, Vec4& share) {
  const Tetrahedron* best = &list.front();
  double least = -HUGE_VAL;
  for (const Tetrahedron& one : list) {
    const Vec4 here = one.coordinates(p);
    const double smallest = *std::min_element(here.begin(), here.end());
    if (!(smallest > least)) continue;
    least = smallest;
    best = &one;
    share = here;
    if (least >= 0) break;
  }
  return *best;
}

void check_mesh(const MeshData& mesh) {
  const auto check = [](const std::vector<int>& list, std::size_t count) {
    for (const int i : list) {
      if (i < 0 || static_cast<std::size_t>(i) >= count) {
        throw Fault{"a triangle of its skin has corner " + std::to_string(i) + " of " +
                        std::to_string(count),
                    "", 0, "skin"};
      }
    }
  };
  check(mesh.face, mesh.vertex.size() / 3);
  if (mesh.texcoord.empty()) return;
  check(mesh.facetexcoord.empty() ? mesh.face : mesh.facetexcoord, mesh.texcoord.size() / 2);
  if (!mesh.facetexcoord.empty() && mesh.facetexcoord.size() != mesh.face.size()) {
    throw Fault{"triangles of its skin have not as many places in the texture", "", 0, "skin"};
  }
}

// Corners of triangles that differ in their places in the texture become vertices of their own.
void set_surface(const MeshData& mesh, Skin& skin) {
  check_mesh(mesh);
  const bool textured = !mesh.texcoord.empty();
  const std::vector<int>& places = mesh.facetexcoord.empty() ? mesh.face : mesh.facetexcoord;
  std::map<std::pair<int, int>, int> known;
  for (std::size_t k = 0; k < mesh.face.size(); ++k) {
    const int place = textured ? places[k] : 0;
    const auto [at, is_new] =
        known.try_emplace({mesh.face[k], place}, static_cast<int>(known.size()));
    skin.face.push_back(at->second);
    if (!is_new) continue;
    const auto copy = [](const std::vector<double>& from, int i, int n, std::vector<float>& to) {
      for (int r = 0; r < n; ++r) {
        to.push_back(static_cast<float>(from[static_cast<std::size_t>(n * i + r)]));
      }
    };
    copy(mesh.vertex, mesh.face[k], 3, skin.vert);
    if (textured) copy(mesh.texcoord, place, 2, skin.texcoord);
  }
}

// One for each body, in the frame of the parent. Points that the parent holds have it in common.
SkinBone& bone_of(const Work& work, const Flex& flex, int point,
                  std::map<std::string, std::size_t>& number, Skin& skin) {
  const bool held = work.rigid || work.pinned[static_cast<std::size_t>(point)];
  const std::string& body =
      held ? work.parent.name : flex.vertbody[static_cast<std::size_t>(point)];
  const auto [at, is_new] = number.try_emplace(body, skin.bones.size());
  if (is_new) {
    SkinBone bone;
    bone.bodyname = body;
    const Vec3 pos = held ? Vec3{} : work.point(point);
    std::copy(pos.begin(), pos.end(), bone.bindpos.begin());
    skin.bones.push_back(std::move(bone));
  }
  return skin.bones[at->second];
}

void add_weight(SkinBone& bone, int vertex, double weight) {
  if (!bone.vertid.empty() && bone.vertid.back() == vertex) {
    bone.vertweight.back() += static_cast<float>(weight);
    return;
  }
  bone.vertid.push_back(vertex);
  bone.vertweight.push_back(static_cast<float>(weight));
}

}  // namespace

void add_skin(const Work& work, Flex& flex) {
  const Flexcomp& recipe = work.recipe;
  if (!recipe.xpbd || recipe.xpbd->skin.empty()) return;
  if (work.shape.dim != 3) throw Fault{"skin is for solids: tetrahedra carry it"};
  Skin skin;
  work.begin(skin);
  skin.name = recipe.name;
  set_surface(find_carried(work), skin);
  const std::vector<Tetrahedron> list = list_tetrahedra(work);
  const auto vertices = static_cast<int>(skin.vert.size() / 3);
  base::check_limit(vertices * static_cast<std::int64_t>(list.size()) / kPairs, work.limits.points,
                    "points", "it carries too fine a mesh");
  std::map<std::string, std::size_t> number;
  for (int v = 0; v < vertices; ++v) {
    const float* p = skin.vert.data() + 3 * static_cast<std::size_t>(v);
    Vec4 share = {};
    const Tetrahedron& one = nearest(list, {p[0], p[1], p[2]}, share);
    for (std::size_t k = 0; k < 4; ++k) {
      add_weight(bone_of(work, flex, one.vertex[k], number, skin), v, share[k]);
    }
  }
  // It has the looks of the flex, which is not shown itself.
  skin.group = flex.group;
  skin.rgba = flex.rgba;
  if (!flex.material.empty()) skin.material = flex.material.front();
  flex.material.clear();
  flex.rgba[3] = 0;
  flex.xpbd->skin.clear();
  work.spec.skins.push_back(std::move(skin));
}

}  // namespace thew::spec::flexcomp
