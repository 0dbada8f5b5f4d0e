#include "spec/copy.h"

#include <utility>

namespace thew::spec {

namespace {

template <class T>
void keep_if_inside(const List<T>& from, List<T>& to, const std::vector<int>& numbers, bool share) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int frame = from[i].frame;
    if (frame < 0 || numbers[static_cast<std::size_t>(frame)] < 0) continue;
    to.push_back(share ? from.share(i) : std::make_shared<T>(from[i]));
    to.back().frame = numbers[static_cast<std::size_t>(frame)];
  }
}

// Renames what stands directly in a body.
void rename_contents(Body& body, const Renaming& renaming, const NameSet& inside) {
  const auto rename_class = [&](std::string& name) {
    if (renaming.with_assets) name = renaming(name.empty() ? "main" : name);
  };
  const auto rename_asset = [&](std::string& name) {
    if (renaming.with_assets) name = renaming(name);
  };
  const auto rename_element = [&](auto& element) {
    element.name = renaming(element.name);
    rename_class(element.classname);
  };
  const auto rename_target = [&](std::string& name) {
    // A body of the same name in another model is not the one that is meant.
    const bool foreign = renaming.with_assets && name != "world";
    if (foreign || inside.has(ObjectType::Body, name)) name = renaming(name);
  };
  for (auto& frame : body.frames) {
    frame.name = renaming(frame.name);
    if (!frame.childclass.empty()) rename_class(frame.childclass);
  }
  for (auto& joint : body.joints) rename_element(joint);
  for (auto& geom : body.geoms) {
    rename_element(geom);
    rename_asset(geom.material);
    rename_asset(geom.meshname);
    if (geom.plugin) rename_asset(geom.plugin->instance);
    rename_asset(geom.hfieldname);
  }
  for (auto& site : body.sites) {
    rename_element(site);
    rename_asset(site.material);
    rename_asset(site.meshname);
  }
  for (auto& flexcomp : body.flexcomps) {
    flexcomp.name = renaming(flexcomp.name);
    for (std::string& name : flexcomp.material) rename_asset(name);
    rename_asset(flexcomp.meshname);
    if (flexcomp.xpbd) rename_asset(flexcomp.xpbd->skin);
  }
  for (auto& camera : body.cameras) rename_element(camera), rename_target(camera.targetbody);
  for (auto& light : body.lights) {
    rename_element(light);
    rename_target(light.targetbody);
    rename_asset(light.texture);
  }
}

}  // namespace

void forget_tags(Body& body) {
  body.tag = 0;
  for (auto& joint : body.joints) joint.tag = 0;
}

std::int64_t count_elements(const Body& part) {
  std::size_t count = 0;
  walk(part, [&](const Body& body) {
    count += (&body == &part ? 0u : 1u) + body.frames.size() + body.joints.size() +
             body.geoms.size() + body.sites.size() + body.cameras.size() + body.lights.size() +
             body.flexcomps.size();
  });
  return static_cast<std::int64_t>(count);
}

std::int64_t count_numbers(const Skin& skin) {
  std::size_t count = skin.vert.size() + skin.texcoord.size() + skin.face.size();
  for (const SkinBone& bone : skin.bones) count += bone.vertid.size() + bone.vertweight.size();
  return static_cast<std::int64_t>(count);
}

NameSet collect_names(const Body& part) {
  NameSet names;
  walk(part, [&](const Body& body) {
    if (&body != &part) {
      names.add(ObjectType::Body, body.name);
      names.add(ObjectType::Xbody, body.name);
    }
    for (const auto& frame : body.frames) names.add(ObjectType::Frame, frame.name);
    for (const auto& joint : body.joints) names.add(ObjectType::Joint, joint.name);
    for (const auto& geom : body.geoms) names.add(ObjectType::Geom, geom.name);
    for (const auto& site : body.sites) names.add(ObjectType::Site, site.name);
    for (const auto& camera : body.cameras) names.add(ObjectType::Camera, camera.name);
    for (const auto& flexcomp : body.flexcomps) names.add(ObjectType::Flex, flexcomp.name);
    for (const auto& light : body.lights) names.add(ObjectType::Light, light.name);
  });
  return names;
}

void rename(Body& part, const Renaming& renaming, const NameSet& inside) {
  walk(part, [&](Body& body) {
    if (&body != &part) {
      body.name = renaming(body.name);
      if (renaming.with_assets && !body.childclass.empty())
        body.childclass = renaming(body.childclass);
      if (renaming.with_assets && body.plugin)
        body.plugin->instance = renaming(body.plugin->instance);
    }
    rename_contents(body, renaming, inside);
  });
}

Body part_of_frame(const Body& body, int frame, bool share) {
  // New numbers of the frames inside; the frame itself comes first and loses what encloses it.
  std::vector<int> numbers(body.frames.size(), -1);
  Body part;
  part.compiler = body.compiler;
  for (std::size_t i = 0; i < body.frames.size(); ++i) {
    const int outer = body.frames[i].frame;
    const bool is_root = static_cast<int>(i) == frame;
    if (!is_root && (outer < 0 || numbers[static_cast<std::size_t>(outer)] < 0)) continue;
    numbers[i] = static_cast<int>(part.frames.size());
    part.frames.push_back(share ? body.frames.share(i) : std::make_shared<Frame>(body.frames[i]));
    part.frames.back().frame = is_root ? -1 : numbers[static_cast<std::size_t>(outer)];
  }
  keep_if_inside(body.joints, part.joints, numbers, share);
  keep_if_inside(body.geoms, part.geoms, numbers, share);
  keep_if_inside(body.sites, part.sites, numbers, share);
  keep_if_inside(body.cameras, part.cameras, numbers, share);
  keep_if_inside(body.lights, part.lights, numbers, share);
  keep_if_inside(body.flexcomps, part.flexcomps, numbers, share);
  keep_if_inside(body.bodies, part.bodies, numbers, share);
  return part;
}

}  // namespace thew::spec
