// Skins: triangles whose vertices follow the bodies that are their bones.

#include <algorithm>
#include <cmath>

#include "math/quat.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

Vector widened(const float* p) {
  return {p[0], p[1], p[2]};
}

void add_to(float* p, const Vector& v) {
  p[0] += static_cast<float>(v.x);
  p[1] += static_cast<float>(v.y);
  p[2] += static_cast<float>(v.z);
}

// Each bone takes its vertices along from the pose in which it was bound, by their weights.
void follow_bone(const Model& m, const Data& d, int bone, const float* bound, float* vert) {
  const float* q = m.skin_bonebindquat.row(bone);
  const int body = m.skin_bonebodyid[bone];
  const Quat<double> from = {q[0], q[1], q[2], q[3]};
  const Matrix turn = to_matrix(load4(d.xquat.row(body)) * conjugate(from));
  const Vector shift = load3(d.xpos.row(body)) - turn * widened(m.skin_bonebindpos.row(bone));
  const int first = m.skin_bonevertadr[bone], end = first + m.skin_bonevertnum[bone];
  for (int k = first; k < end; ++k) {
    const int v = m.skin_bonevertid[k];
    const Vector moved = turn * widened(bound + 3 * v) + shift;
    add_to(vert + 3 * v, moved * double{m.skin_bonevertweight[k]});
  }
}

// The mean of the normals of the triangles around, by their areas.
void find_normals(const Model& m, int skin, const float* vert, float* normal) {
  const int first = m.skin_faceadr[skin], end = first + m.skin_facenum[skin];
  for (int k = first; k < end; ++k) {
    const int* face = m.skin_face.row(k);
    const Vector corner = widened(vert + 3 * face[0]);
    const Vector area =
        cross(widened(vert + 3 * face[1]) - corner, widened(vert + 3 * face[2]) - corner);
    for (int r = 0; r < 3; ++r) add_to(normal + 3 * face[r], area);
  }
  for (int k = 0; k < m.skin_vertnum[skin]; ++k) {
    float* n = normal + 3 * k;
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const float scale = 1 / std::max(static_cast<float>(kMinVal), length);
    for (int r = 0; r < 3; ++r) n[r] *= scale;
  }
}

void update_skin(const Model& m, const Data& d, int skin, float* vert, float* normal) {
  const float* bound = m.skin_vert.row(m.skin_vertadr[skin]);
  const int first = m.skin_boneadr[skin], end = first + m.skin_bonenum[skin];
  for (int bone = first; bone < end; ++bone) follow_bone(m, d, bone, bound, vert);
  find_normals(m, skin, vert, normal);
  for (int k = 0; k < 3 * m.skin_vertnum[skin]; ++k) vert[k] += m.skin_inflate[skin] * normal[k];
}

}  // namespace

void update_skins(const Model& model, const Data& data, const Option& option, Scene& scene) {
  scene.skinvert.assign(static_cast<std::size_t>(3 * model.nskinvert), 0);
  scene.skinnormal.assign(scene.skinvert.size(), 0);
  for (int i = 0; i < model.nskin; ++i) {
    if (!in_group(option.skingroup, model.skin_group[i])) continue;
    const std::ptrdiff_t first = 3 * std::ptrdiff_t{model.skin_vertadr[i]};
    update_skin(model, data, i, scene.skinvert.data() + first, scene.skinnormal.data() + first);
  }
}

void update_skins(const Model& model, const Data& data, Scene& scene) {
  update_skins(model, data, Option(), scene);
}

void add_skins(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(CatBit::Dynamic) || !shapes.shows(VisFlag::Skin)) return;
  for (int i = 0; i < m.nskin; ++i) {
    if (!in_group(shapes.option.skingroup, m.skin_group[i])) continue;
    Geom geom = begin_geom(ObjectType::Skin, i, CatBit::Dynamic);
    geom.type = static_cast<int>(GeomType::Skin);
    if (m.skin_bonenum[i] > 0) {
      set_pos(geom, load3(shapes.d.xpos.row(m.skin_bonebodyid[m.skin_boneadr[i]])));
    }
    set_material(shapes, geom, m.skin_matid[i], m.skin_rgba.row(i));
    if (shapes.perturb.skinselect == i) set_selected(shapes, geom);
    if (m.skin_texcoordadr[i] >= 0) geom.texcoord = 1;
    if (geom.rgba[3] == 0) continue;
    if (shapes.labels(LabelType::Skin)) set_label(shapes, geom, ObjectType::Skin, i);
    shapes.add(geom);
  }
}

}  // namespace thew::scene
