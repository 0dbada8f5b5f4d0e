// Skins: surfaces that follow the bodies which are their bones. Nothing of them is simulated.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

constexpr double kLeastWeight = 1e-15;  // of a vertex, all bones together

bool is_finite(const auto& list) {
  return std::all_of(std::begin(list), std::end(list), [](float x) { return std::isfinite(x); });
}

void check_surface(const Draft& draft, const Skin& spec) {
  if (spec.vert.empty() || spec.face.empty() || spec.bones.empty()) {
    draft.fail(spec, "skin", "it needs vertices, triangles and bones");
  }
  if (spec.vert.size() % 3 != 0) draft.fail(spec, "skin", "vertices have three numbers each");
  if (spec.face.size() % 3 != 0) draft.fail(spec, "skin", "triangles have three vertices each");
  const std::size_t vertices = spec.vert.size() / 3;
  if (!spec.texcoord.empty() && spec.texcoord.size() != 2 * vertices) {
    draft.fail(spec, "skin", "there are not as many texture positions as vertices");
  }
  if (!is_finite(spec.vert)) draft.fail(spec, "skin", "a vertex is not finite");
  if (!is_finite(spec.texcoord)) draft.fail(spec, "skin", "a texture position is not finite");
  for (const int i : spec.face) {
    if (i >= 0 && static_cast<std::size_t>(i) < vertices) continue;
    draft.fail(spec, "skin",
               "a triangle has vertex " + std::to_string(i) + ", which does not exist",
               "there are " + std::to_string(vertices));
  }
}

void check_bone(const Draft& draft, const Skin& spec, std::size_t number) {
  const SkinBone& bone = spec.bones[number];
  const std::size_t vertices = spec.vert.size() / 3;
  const auto fail = [&](const std::string& what, const std::string& hint = "") {
    draft.fail(spec, "skin", "bone " + std::to_string(number) + " " + what, hint);
  };
  if (bone.vertid.empty()) fail("has no vertices");
  if (bone.vertid.size() != bone.vertweight.size()) fail("has not as many weights as vertices");
  if (!is_finite(bone.bindpos) || !is_finite(bone.bindquat) || !is_finite(bone.vertweight)) {
    fail("has a number that is not finite");
  }
  for (const int i : bone.vertid) {
    if (i >= 0 && static_cast<std::size_t>(i) < vertices) continue;
    fail("has vertex " + std::to_string(i) + ", which does not exist",
         "there are " + std::to_string(vertices));
  }
}

// Weights in single precision, as they are stored.
void weigh(const Draft& draft, SkinDraft& skin) {
  const Skin& spec = *skin.spec;
  std::vector<float> total(spec.vert.size() / 3);
  for (const SkinBone& bone : spec.bones) {
    for (std::size_t k = 0; k < bone.vertid.size(); ++k) {
      total[static_cast<std::size_t>(bone.vertid[k])] += bone.vertweight[k];
    }
  }
  for (std::size_t i = 0; i < total.size(); ++i) {
    if (total[i] > kLeastWeight && std::isfinite(total[i])) continue;
    draft.fail(spec, "skin",
               "vertex " + std::to_string(i) + " needs bones with a positive total weight");
  }
  for (const SkinBone& bone : spec.bones) {
    for (std::size_t k = 0; k < bone.vertid.size(); ++k) {
      skin.weight.push_back(bone.vertweight[k] / total[static_cast<std::size_t>(bone.vertid[k])]);
    }
  }
}

// Where the parts of the next skin begin.
struct Begin {
  int vert = 0, texcoord = 0, face = 0, bone = 0, bonevert = 0;
};

void write_bones(const SkinDraft& skin, Begin& begin, Model& m) {
  std::copy(skin.weight.begin(), skin.weight.end(), m.skin_bonevertweight.data() + begin.bonevert);
  for (std::size_t k = 0; k < skin.bodies.size(); ++k, ++begin.bone) {
    const SkinBone& bone = skin.spec->bones[k];
    Vec4 quat = {bone.bindquat[0], bone.bindquat[1], bone.bindquat[2], bone.bindquat[3]};
    normalise(quat);
    put(m.skin_bonebindpos, begin.bone, bone.bindpos);
    put(m.skin_bonebindquat, begin.bone, quat);
    m.skin_bonebodyid[begin.bone] = skin.bodies[k];
    m.skin_bonevertadr[begin.bone] = begin.bonevert;
    m.skin_bonevertnum[begin.bone] = static_cast<int>(bone.vertid.size());
    std::copy(bone.vertid.begin(), bone.vertid.end(), m.skin_bonevertid.data() + begin.bonevert);
    begin.bonevert += static_cast<int>(bone.vertid.size());
  }
}

void write_surface(const Skin& spec, int i, Begin& begin, Model& m) {
  m.skin_vertadr[i] = begin.vert;
  m.skin_vertnum[i] = static_cast<int>(spec.vert.size() / 3);
  m.skin_texcoordadr[i] = spec.texcoord.empty() ? -1 : begin.texcoord;
  m.skin_faceadr[i] = begin.face;
  m.skin_facenum[i] = static_cast<int>(spec.face.size() / 3);
  std::copy(spec.vert.begin(), spec.vert.end(), m.skin_vert.data() + 3 * std::int64_t{begin.vert});
  std::copy(spec.texcoord.begin(), spec.texcoord.end(),
            m.skin_texcoord.data() + 2 * std::int64_t{begin.texcoord});
  std::copy(spec.face.begin(), spec.face.end(), m.skin_face.data() + 3 * std::int64_t{begin.face});
  begin.vert += m.skin_vertnum[i];
  begin.texcoord += static_cast<int>(spec.texcoord.size() / 2);
  begin.face += m.skin_facenum[i];
}

}  // namespace

void compile_skins(Draft& draft) {
  for (SkinDraft& skin : draft.skins) {
    const Skin& spec = *skin.spec;
    check_surface(draft, spec);
    for (std::size_t k = 0; k < spec.bones.size(); ++k) {
      check_bone(draft, spec, k);
      skin.bodies.push_back(draft.refer(spec, "skin", ObjectType::Body, spec.bones[k].bodyname));
    }
    if (!spec.material.empty()) {
      skin.material = draft.refer(spec, "skin", ObjectType::Material, spec.material);
    }
    weigh(draft, skin);
  }
}

void count_skins(const Draft& draft, Model& m) {
  for (const SkinDraft& skin : draft.skins) {
    m.nskinvert += static_cast<std::int64_t>(skin.spec->vert.size() / 3);
    m.nskintexvert += static_cast<std::int64_t>(skin.spec->texcoord.size() / 2);
    m.nskinface += static_cast<std::int64_t>(skin.spec->face.size() / 3);
    m.nskinbone += static_cast<std::int64_t>(skin.bodies.size());
    m.nskinbonevert += static_cast<std::int64_t>(skin.weight.size());
  }
}

void write_skins(const Draft& draft, Model& m) {
  Begin begin;
  for (int i = 0; i < m.nskin; ++i) {
    const SkinDraft& skin = draft.skins[i];
    m.skin_matid[i] = skin.material;
    m.skin_group[i] = skin.spec->group;
    put(m.skin_rgba, i, skin.spec->rgba);
    m.skin_inflate[i] = skin.spec->inflate;
    m.skin_blend[i] = static_cast<int>(skin.spec->blend);
    m.skin_boneadr[i] = begin.bone;
    m.skin_bonenum[i] = static_cast<int>(skin.bodies.size());
    write_surface(*skin.spec, i, begin, m);
    write_bones(skin, begin, m);
  }
}

}  // namespace thew::compile
