// Skins: triangles whose vertices follow the bodies that are their bones.

#include <algorithm>
#include <cmath>
#include <vector>

#include "element/skin.h"
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

// How a bone has moved since it was bound.
struct Motion {
  Motion(const Model& m, const Data& d, int bone) {
    const float* q = m.skin_bonebindquat.row(bone);
    const int body = m.skin_bonebodyid[bone];
    turn = load4(d.xquat.row(body)) * conjugate(Quat<double>{q[0], q[1], q[2], q[3]});
    matrix = to_matrix(turn);
    shift = load3(d.xpos.row(body)) - matrix * widened(m.skin_bonebindpos.row(bone));
  }

  Quat<double> turn;
  Matrix matrix;
  Vector shift;
};

// Calls visit(vertex, weight) with those that a bone moves.
template <class Visit>
void each_vertex(const Model& m, int bone, Visit visit) {
  const int first = m.skin_bonevertadr[bone], end = first + m.skin_bonevertnum[bone];
  for (int k = first; k < end; ++k) visit(m.skin_bonevertid[k], double{m.skin_bonevertweight[k]});
}

// Each bone takes its vertices along from the pose in which it was bound, by their weights.
void blend_linear(const Model& m, const Data& d, int skin, const float* bound, float* vert) {
  const int first = m.skin_boneadr[skin], end = first + m.skin_bonenum[skin];
  for (int bone = first; bone < end; ++bone) {
    const Motion motion(m, d, bone);
    each_vertex(m, bone, [&](int v, double weight) {
      const Vector moved = motion.matrix * widened(bound + 3 * v) + motion.shift;
      add_to(vert + 3 * v, moved * weight);
    });
  }
}

// Each vertex is moved by a mean of the motions of its bones.
void blend_dual(const Model& m, const Data& d, int skin, const float* bound, float* vert) {
  std::vector<element::DualQuat<double>> sum(static_cast<std::size_t>(m.skin_vertnum[skin]));
  const int first = m.skin_boneadr[skin], end = first + m.skin_bonenum[skin];
  for (int bone = first; bone < end; ++bone) {
    const Motion motion(m, d, bone);
    const auto moved = element::rigid_motion(motion.turn, motion.shift);
    each_vertex(m, bone, [&](int v, double weight) {
      element::add_motion(sum[static_cast<std::size_t>(v)], moved, weight);
    });
  }
  for (std::size_t v = 0; v < sum.size(); ++v) {
    add_to(vert + 3 * v, element::move(sum[v], widened(bound + 3 * v)));
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
  const bool dual = m.skin_blend[skin] == static_cast<int>(SkinBlend::Dual);
  (dual ? blend_dual : blend_linear)(m, d, skin, bound, vert);
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
