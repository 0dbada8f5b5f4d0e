// The kinematic tree.

#include <utility>

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

const Element& element_of_body(std::string_view name) {
  static const Element& body =
      *schema().find_child("worldbody")->element->find_child("body")->element;
  return *body.find_child(name)->element;
}

}  // namespace

void Reader::read_world(const Node& node) {
  read_children(node, {model_.spec.world, -1, 0, true});
}

void Reader::read_children(const Node& node, const Place& place) {
  using Read = void (Reader::*)(const Node&, const Place&);
  static const std::map<std::string_view, Read> readers = {
      {"body", &Reader::read_body},           {"frame", &Reader::read_frame},
      {"replicate", &Reader::read_replicate}, {"attach", &Reader::read_attach},
      {"inertial", &Reader::read_inertial},   {"joint", &Reader::read_joint},
      {"freejoint", &Reader::read_freejoint}, {"geom", &Reader::read_geom},
      {"site", &Reader::read_site},           {"camera", &Reader::read_camera},
      {"light", &Reader::read_light},         {"plugin", &Reader::read_body_plugin},
      {"flexcomp", &Reader::read_flexcomp},   {"composite", &Reader::read_composite}};
  for (const Node& child : node.children) {
    const bool moves =
        child.name() == "inertial" || child.name() == "joint" || child.name() == "freejoint";
    if (moves && place.is_world)
      fail(child, "the world cannot have <" + std::string(child.name()) + ">");
    if (moves && place.is_part) {
      fail(child, "a replicate cannot hold <" + std::string(child.name()) + "> directly",
           "put it into a body");
    }
    (this->*readers.at(child.name()))(child, place);
  }
}

void Reader::read_body(const Node& node, const Place& place) {
  spec::Body& body = place.body.bodies.emplace_back();
  start(node, body);
  body.frame = place.frame;
  read_attributes(node, element_of_body("body"), &body);
  const int number =
      body.childclass.empty() ? place.defaults : find_class(node, "childclass", body.childclass);
  body.classname = defaults(number).name;
  read_children(node, {body, -1, number, false});
}

void Reader::read_frame(const Node& node, const Place& place) {
  const auto index = place.body.frames.size();
  spec::Frame& frame = place.body.frames.emplace_back();
  start(node, frame);
  frame.frame = place.frame;
  read_attributes(node, element_of_body("frame"), &frame);
  const int number =
      frame.childclass.empty() ? place.defaults : find_class(node, "childclass", frame.childclass);
  read_children(node, {place.body, static_cast<int>(index), number, place.is_world, place.is_part});
}

void Reader::read_inertial(const Node& node, const Place& place) {
  spec::Body& body = place.body;
  body.explicit_inertial = true;
  body.iframe = place.frame;
  body.inertia = {};
  body.iorientation = {};
  body.fullinertia = std::nullopt;
  read_attributes(node, element_of_body("inertial"), &body);
  if (node.has("fullinertia") && node.has("diaginertia")) {
    fail_at(node, "diaginertia", "fullinertia and diaginertia cannot both be given");
  }
}

void Reader::read_joint(const Node& node, const Place& place) {
  const int number = class_of(node, place.defaults);
  spec::Joint& joint = place.body.joints.emplace_back(defaults(number).joint);
  start(node, joint);
  joint.frame = place.frame;
  read_attributes(node, element_of_body("joint"), &joint);
  joint.classname = defaults(number).name;
}

void Reader::read_freejoint(const Node& node, const Place& place) {
  spec::Joint& joint = place.body.joints.emplace_back();  // defaults do not reach it
  start(node, joint);
  joint.type = JointType::Free;
  joint.frame = place.frame;
  read_attributes(node, element_of_body("freejoint"), &joint);
}

void Reader::read_geom(const Node& node, const Place& place) {
  const int number = class_of(node, place.defaults);
  spec::Geom geom = defaults(number).geom;
  start(node, geom);
  geom.frame = place.frame;
  read_attributes(node, element_of_body("geom"), &geom);
  geom.classname = defaults(number).name;
  for (const Node& child : node.children) {
    if (read_plugin_use(child, geom.plugin)) continue;
    if (geom.type == GeomType::Sdf) return leave_out(node, ObjectType::Geom, "<plugin> of a geom");
    leave_out(child, ObjectType::Plugin, "<plugin>");
  }
  place.body.geoms.push_back(std::move(geom));
}

void Reader::read_site(const Node& node, const Place& place) {
  const int number = class_of(node, place.defaults);
  spec::Site site = defaults(number).site;
  start(node, site);
  site.frame = place.frame;
  read_attributes(node, element_of_body("site"), &site);
  site.classname = defaults(number).name;
  if (site.type == GeomType::Sdf) return leave_out(node, ObjectType::Site, "<site type=\"sdf\">");
  place.body.sites.push_back(std::move(site));
}

void Reader::read_camera(const Node& node, const Place& place) {
  const int number = class_of(node, place.defaults);
  spec::Camera& camera = place.body.cameras.emplace_back(defaults(number).camera);
  start(node, camera);
  camera.frame = place.frame;
  read_attributes(node, element_of_body("camera"), &camera);
  camera.classname = defaults(number).name;
}

void Reader::read_light(const Node& node, const Place& place) {
  const int number = class_of(node, place.defaults);
  spec::Light& light = place.body.lights.emplace_back(defaults(number).light);
  start(node, light);
  light.frame = place.frame;
  read_attributes(node, element_of_body("light"), &light);
  light.classname = defaults(number).name;
}

}  // namespace thew::io::mjcf
