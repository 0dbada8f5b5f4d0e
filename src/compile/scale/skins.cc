// Skins in scaled frames: the bones agree on one stretch of the space in which the skin was made.

#include <algorithm>

#include "compile/scale/scale.h"

namespace thew::compile {

namespace {

// The scale of a bone's body, in the axes in which the skin was made.
Scale scale_of(const SkinBone& bone, const ScaledTree& tree) {
  const auto found = tree.bodies.find(bone.bodyname);
  if (found == tree.bodies.end()) return {};
  Vec4 quat = {bone.bindquat[0], bone.bindquat[1], bone.bindquat[2], bone.bindquat[3]};
  return normalise(quat) == 0 ? found->second : seen_from(found->second, conjugate(quat));
}

bool agree(const Scale& a, const Scale& b) {
  return std::equal(a.stretch.begin(), a.stretch.end(), b.stretch.begin(),
                    [&](double x, double y) { return std::abs(x - y) <= 1e-12 * a.length; });
}

void stretch(float* point, const Mat3& by) {
  const Vec3 stretched = multiply(by, Vec3{point[0], point[1], point[2]});
  std::transform(stretched.begin(), stretched.end(), point,
                 [](double x) { return static_cast<float>(x); });
}

}  // namespace

void scale_skins(Spec& spec, const Draft& draft, const ScaledTree& tree) {
  for (Skin& skin : spec.skins) {
    if (skin.bones.empty()) continue;  // the compiler will say so
    const Scale scale = scale_of(skin.bones.front(), tree);
    for (SkinBone& bone : skin.bones) {
      if (!agree(scale, scale_of(bone, tree))) {
        draft.fail(skin, "skin", "its bones must have the same scale");
      }
      stretch(bone.bindpos.data(), scale.stretch);
    }
    for (std::size_t i = 0; i + 2 < skin.vert.size(); i += 3) stretch(&skin.vert[i], scale.stretch);
    skin.inflate = static_cast<float>(skin.inflate * scale.length);
  }
}

}  // namespace thew::compile
