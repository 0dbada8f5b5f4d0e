// The kinematic tree. The elements of a body stand in one list per kind, and each says in which
// frame it is; the file has to name every frame once and keep the order of every list.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "io/mjcf/writer.h"

namespace thew::io::mjcf {

namespace {

const Element& element_of_body(std::string_view name) {
  static const Element& body =
      *schema().find_child("worldbody")->element->find_child("body")->element;
  return *body.find_child(name)->element;
}

// Whether <freejoint> says all of a free joint.
bool is_plain(const spec::Joint& joint) {
  static const Element& element = element_of_body("joint");
  spec::Joint plain;
  plain.type = JointType::Free;
  return std::all_of(element.attributes.begin(), element.attributes.end(),
                     [&](const Attribute& row) {
                       return row.name == "name" || row.name == "class" || row.name == "group" ||
                              row.show(row.form, &joint) == row.show(row.form, &plain);
                     });
}

void write_inertial(pugi::xml_node node, const spec::Body& body) {
  static const Element& element = element_of_body("inertial");
  write_attributes(node.append_child("inertial"), element, &body, element.prototype.get());
}

}  // namespace

// Writes what one body holds.
class BodyWriter {
 public:
  BodyWriter(Writer& writer, const spec::Body& body)
      : writer_(writer), body_(body), inner_(body.frames.size()), visited_(body.frames.size()) {
    for (std::size_t i = 0; i < body.frames.size(); ++i) {
      const int outer = body.frames[i].frame;
      (outer < 0 ? outermost_ : inner_[static_cast<std::size_t>(outer)])
          .push_back(static_cast<int>(i));
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      left_[kind].resize(body.frames.size());
      for (std::size_t i = 0; i < count(kind); ++i) change_left(kind, i, 1);
    }
  }

  void write(pugi::xml_node node, int inherited) { write_level(node, -1, outermost_, inherited); }

 private:
  enum Kind : std::size_t { kJoint, kGeom, kSite, kCamera, kLight, kFlexcomp, kBody, kKinds };

  std::size_t count(std::size_t kind) const {
    const std::size_t counts[] = {body_.joints.size(),  body_.geoms.size(),  body_.sites.size(),
                                  body_.cameras.size(), body_.lights.size(), body_.flexcomps.size(),
                                  body_.bodies.size()};
    return counts[kind];
  }

  int frame_of(std::size_t kind, std::size_t i) const {
    switch (kind) {
      case kJoint:
        return body_.joints[i].frame;
      case kGeom:
        return body_.geoms[i].frame;
      case kSite:
        return body_.sites[i].frame;
      case kCamera:
        return body_.cameras[i].frame;
      case kLight:
        return body_.lights[i].frame;
      case kFlexcomp:
        return body_.flexcomps[i].frame;
      default:
        return body_.bodies[i].frame;
    }
  }

  int enclosing(int frame) const { return body_.frames[static_cast<std::size_t>(frame)].frame; }

  bool is_inside(std::size_t kind, std::size_t i, int outer) const {
    int frame = frame_of(kind, i);
    while (frame >= 0 && frame != outer) frame = enclosing(frame);
    return frame == outer;
  }

  void change_left(std::size_t kind, std::size_t i, int by) {
    for (int f = frame_of(kind, i); f >= 0; f = enclosing(f)) {
      left_[kind][static_cast<std::size_t>(f)] += by;
    }
  }

  bool is_done(int frame) const {
    return std::all_of(left_.begin(), left_.end(), [&](const std::vector<int>& left) {
      return left[static_cast<std::size_t>(frame)] == 0;
    });
  }

  // Whether all that is left in a frame comes next in its lists.
  bool is_next(int frame) const {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const int left = left_[kind][static_cast<std::size_t>(frame)];
      for (std::size_t i = 0; i < static_cast<std::size_t>(left); ++i) {
        if (!is_inside(kind, next_[kind] + i, frame)) return false;
      }
    }
    return true;
  }

  // Whether anything in it does.
  bool has_next(int frame) const {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (next_[kind] < count(kind) && is_inside(kind, next_[kind], frame)) return true;
    }
    return false;
  }

  // What stands in a frame (-1: in the body itself), and the frames in it. Where the order of the
  // lists takes turns between two frames, each of them is written more than once.
  void write_level(pugi::xml_node node, int frame, std::vector<int> inner, int inherited) {
    while (true) {
      write_own(node, frame, inherited);
      auto next = std::find_if(inner.begin(), inner.end(), [&](int f) { return is_next(f); });
      if (next == inner.end()) {
        next = std::find_if(inner.begin(), inner.end(), [&](int f) { return has_next(f); });
      }
      if (next == inner.end()) return;
      write_frame(node, *next, inherited);
      if (is_done(*next)) inner.erase(next);
    }
  }

  void write_own(pugi::xml_node node, int frame, int inherited) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      std::size_t& i = next_[kind];
      for (; i < count(kind) && frame_of(kind, i) == frame; ++i) {
        write_element(kind, i, node, inherited);
        change_left(kind, i, -1);
      }
    }
  }

  void write_frame(pugi::xml_node node, int number, int inherited) {
    static const Element& element = element_of_body("frame");
    const auto place = static_cast<std::size_t>(number);
    const spec::Frame& frame = body_.frames[place];
    pugi::xml_node child = Writer::add(node, "frame");
    write_attributes(child, element, &frame, element.prototype.get());
    if (visited_[place]) child.remove_attribute("name");
    if (!visited_[place] && body_.explicit_inertial && body_.iframe == number) {
      write_inertial(child, body_);
    }
    visited_[place] = true;
    // What is left of it may be less than there was.
    std::vector<int> inner = inner_[place];
    std::erase_if(inner,
                  [&](int f) { return visited_[static_cast<std::size_t>(f)] && is_done(f); });
    const int number_of_class =
        frame.childclass.empty() ? inherited : writer_.class_number(frame.childclass);
    write_level(child, number, std::move(inner), number_of_class);
  }

  void write_element(std::size_t kind, std::size_t i, pugi::xml_node node, int inherited) {
    switch (kind) {
      case kJoint:
        return write_joint(node, body_.joints[i], inherited);
      case kGeom:
        return write_geom(node, body_.geoms[i], inherited);
      case kSite:
        write_of_class(node, "site", body_.sites[i], &spec::Default::site, inherited);
        return;
      case kCamera:
        write_of_class(node, "camera", body_.cameras[i], &spec::Default::camera, inherited);
        return;
      case kLight:
        write_of_class(node, "light", body_.lights[i], &spec::Default::light, inherited);
        return;
      case kFlexcomp:
        return writer_.write_flexcomp(node, body_.flexcomps[i]);
      default:
        return writer_.write_body(node, body_.bodies[i], inherited);
    }
  }

  // An element with the defaults of its class.
  template <class T>
  pugi::xml_node write_of_class(pugi::xml_node node, std::string_view name, const T& object,
                                T spec::Default::* member, int inherited) {
    const int number = writer_.class_number(object.classname);
    pugi::xml_node child = Writer::add(node, name);
    write_attributes(child, element_of_body(name), &object, &(writer_.defaults(number).*member),
                     writer_.class_text(number, inherited));
    return child;
  }

  void write_joint(pugi::xml_node node, const spec::Joint& joint, int inherited) {
    static const Element& element = element_of_body("freejoint");
    if (joint.type == JointType::Free && is_plain(joint)) {
      write_attributes(Writer::add(node, "freejoint"), element, &joint, element.prototype.get());
    } else {
      write_of_class(node, "joint", joint, &spec::Default::joint, inherited);
    }
  }

  void write_geom(pugi::xml_node node, const spec::Geom& geom, int inherited) {
    const pugi::xml_node child =
        write_of_class(node, "geom", geom, &spec::Default::geom, inherited);
    if (geom.plugin) write_plugin_use(child, *geom.plugin);
  }

  Writer& writer_;
  const spec::Body& body_;
  std::vector<int> outermost_;                      // frames
  std::vector<std::vector<int>> inner_;             // of each frame
  std::vector<bool> visited_;                       // frames that were written
  std::array<std::size_t, kKinds> next_ = {};       // how far each list is written
  std::array<std::vector<int>, kKinds> left_ = {};  // of each kind, what is still inside each frame
};

void Writer::write_body(pugi::xml_node parent, const spec::Body& body, int inherited) {
  static const Element& element = element_of_body("body");
  const bool is_world = &body == &spec_.world;
  pugi::xml_node node = add(parent, is_world ? "worldbody" : "body");
  if (!is_world) write_attributes(node, element, &body, element.prototype.get());
  const int number = body.childclass.empty() ? inherited : class_number(body.childclass);
  if (body.explicit_inertial && body.iframe < 0) write_inertial(node, body);
  if (body.plugin) write_plugin_use(node, *body.plugin);
  BodyWriter(*this, body).write(node, number);
  if (is_world && !node.first_child()) parent.remove_child(node);
}

}  // namespace thew::io::mjcf
