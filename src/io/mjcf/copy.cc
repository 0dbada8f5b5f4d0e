#include "io/mjcf/copy.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "compile/vector.h"

namespace thew::io::mjcf {

using compile::Body;

namespace {

template <class T>
void append(std::vector<T>& from, std::vector<T>& to, const std::function<int(int)>& frame) {
  for (T& element : from) element.frame = frame(element.frame);
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

template <class T>
void keep_if_inside(const std::vector<T>& from, std::vector<T>& to,
                    const std::vector<int>& numbers) {
  for (const T& element : from) {
    if (element.frame < 0 || numbers[static_cast<std::size_t>(element.frame)] < 0) continue;
    to.push_back(element);
    to.back().frame = numbers[static_cast<std::size_t>(element.frame)];
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
    if (inside.has(ObjectType::Body, name)) name = renaming(name);
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
    rename_asset(geom.hfieldname);
  }
  for (auto& site : body.sites) {
    rename_element(site);
    rename_asset(site.material);
    rename_asset(site.meshname);
  }
  for (auto& camera : body.cameras) rename_element(camera), rename_target(camera.targetbody);
  for (auto& light : body.lights) {
    rename_element(light);
    rename_target(light.targetbody);
    rename_asset(light.texture);
  }
}

}  // namespace

Body clone(const Body& body) {
  Body copy;
  static_cast<compile::BodyContents&>(copy) = body;
  copy.bodies.reserve(body.bodies.size());
  for (const auto& child : body.bodies)
    copy.bodies.push_back(std::make_unique<Body>(clone(*child)));
  return copy;
}

void walk(Body& body, const std::function<void(Body&)>& visit) {
  visit(body);
  for (auto& child : body.bodies) walk(*child, visit);
}

void walk(const Body& body, const std::function<void(const Body&)>& visit) {
  visit(body);
  for (const auto& child : body.bodies) walk(std::as_const(*child), visit);
}

void forget_tags(Body& body) {
  body.tag = 0;
  for (auto& joint : body.joints) joint.tag = 0;
}

std::int64_t count_elements(const Body& part) {
  std::size_t count = 0;
  walk(part, [&](const Body& body) {
    count += (&body == &part ? 0u : 1u) + body.frames.size() + body.joints.size() +
             body.geoms.size() + body.sites.size() + body.cameras.size() + body.lights.size();
  });
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
    }
    rename_contents(body, renaming, inside);
  });
}

Body part_of_frame(const Body& body, int frame) {
  // New numbers of the frames inside; the frame itself comes first and loses what encloses it.
  std::vector<int> numbers(body.frames.size(), -1);
  Body part;
  part.compiler = body.compiler;
  for (std::size_t i = 0; i < body.frames.size(); ++i) {
    const int outer = body.frames[i].frame;
    const bool is_root = static_cast<int>(i) == frame;
    if (!is_root && (outer < 0 || numbers[static_cast<std::size_t>(outer)] < 0)) continue;
    numbers[i] = static_cast<int>(part.frames.size());
    part.frames.push_back(body.frames[i]);
    part.frames.back().frame = is_root ? -1 : numbers[static_cast<std::size_t>(outer)];
  }
  keep_if_inside(body.joints, part.joints, numbers);
  keep_if_inside(body.geoms, part.geoms, numbers);
  keep_if_inside(body.sites, part.sites, numbers);
  keep_if_inside(body.cameras, part.cameras, numbers);
  keep_if_inside(body.lights, part.lights, numbers);
  for (const auto& child : body.bodies) {
    if (child->frame < 0 || numbers[static_cast<std::size_t>(child->frame)] < 0) continue;
    part.bodies.push_back(std::make_unique<Body>(clone(*child)));
    part.bodies.back()->frame = numbers[static_cast<std::size_t>(child->frame)];
  }
  return part;
}

void put(Body part, Body& body, int frame) {
  const int offset = static_cast<int>(body.frames.size());
  const auto moved = [=](int number) { return number < 0 ? frame : number + offset; };
  append(part.frames, body.frames, moved);
  append(part.joints, body.joints, moved);
  append(part.geoms, body.geoms, moved);
  append(part.sites, body.sites, moved);
  append(part.cameras, body.cameras, moved);
  append(part.lights, body.lights, moved);
  for (auto& child : part.bodies) {
    child->frame = moved(child->frame);
    body.bodies.push_back(std::move(child));
  }
}

void convert_angles(Body& part, const compile::Compiler& from, const compile::Compiler& to) {
  if (from.degree == to.degree && from.eulerseq == to.eulerseq) return;
  const double scale = from.degree == to.degree ? 1
                       : from.degree            ? compile::kPi / 180
                                                : 180 / compile::kPi;
  const auto convert = [&](compile::Orientation& orientation) {
    using Form = compile::Orientation::Form;
    if (orientation.form == Form::Axisangle) orientation.axisangle[3] *= scale;
    if (orientation.form == Form::Euler) {
      orientation.quat = euler_rotation(orientation.euler, from);
      orientation.form = Form::Quat;
    }
  };
  for (auto& frame : part.frames) convert(frame.orientation);
  for (auto& geom : part.geoms) convert(geom.orientation);
  for (auto& site : part.sites) convert(site.orientation);
  for (auto& camera : part.cameras) convert(camera.orientation);
  for (auto& joint : part.joints) {
    if (joint.type != JointType::Hinge && joint.type != JointType::Ball) continue;
    joint.ref *= scale;
    joint.springref *= scale;
    for (double& limit : joint.range) limit *= scale;
  }
}

compile::Vec4 euler_rotation(const compile::Vec3& euler, const compile::Compiler& compiler) {
  compile::Vec4 rotation = {1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = compiler.degree ? euler[i] * compile::kPi / 180 : euler[i];
    const char axis = compiler.eulerseq[i];
    const bool intrinsic = axis >= 'x';  // lower case: about the axes that have moved already
    compile::Vec4 step = {std::cos(angle / 2), 0, 0, 0};
    step[static_cast<std::size_t>(axis - (intrinsic ? 'x' : 'X')) + 1] = std::sin(angle / 2);
    rotation = intrinsic ? compile::multiply(rotation, step) : compile::multiply(step, rotation);
  }
  return rotation;
}

}  // namespace thew::io::mjcf
