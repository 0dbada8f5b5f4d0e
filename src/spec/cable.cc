#include "spec/cable.h"

#include <sstream>

#include "base/fault.h"
#include "base/limits.h"
#include "math/functions.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

using Points = std::vector<Vec3>;

// Numbers are kept in single precision, as the reference kept them.
Vec3 rounded(const Vec3& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

double coordinate(const std::string& shape, double share, const Vec3& size) {
  if (shape == "0") return 0;
  if (shape == "s") return share * size[0];
  const double angle = kPi * share * size[2];
  if (shape == "cos(s)") return size[1] * math::cos(angle);
  if (shape == "sin(s)") return size[1] * math::sin(angle);
  throw base::Fault{"the curve \"" + shape + "\" is none of s, cos(s), sin(s) and 0"};
}

Points points_of_curve(const Cable& recipe) {
  std::istringstream text(recipe.curve);
  std::array<std::string, 3> shapes = {"0", "0", "0"};
  std::size_t given = 0;
  for (std::string word; text >> word;) {
    if (given == 3) throw base::Fault{"a curve has three parts, for x, y and z"};
    shapes[given++] = word;
  }
  const int count = recipe.count[0];
  Points points;
  for (int i = 0; i < count; ++i) {
    Vec3 point;
    for (std::size_t k = 0; k < 3; ++k)
      point[k] = coordinate(shapes[k], double(i) / (count - 1), recipe.size);
    points.push_back(rounded(rotate(recipe.quat, point)));
  }
  return points;
}

Points points_of(const Cable& recipe, const Limits& limits) {
  const auto& [count, rows, layers] = recipe.count;
  if (!recipe.vertex.empty()) {
    if (count != 0) throw base::Fault{"vertex and count cannot both be given"};
    if (recipe.vertex.size() % 3 != 0) throw base::Fault{"vertex needs three numbers per point"};
    Points points;
    for (std::size_t i = 0; i + 2 < recipe.vertex.size(); i += 3)
      points.push_back({recipe.vertex[i], recipe.vertex[i + 1], recipe.vertex[i + 2]});
    if (points.size() < 2) throw base::Fault{"a cable needs two points"};
    return points;
  }
  if (count < 2 || rows > 1 || layers > 1)
    throw base::Fault{"the count of a cable is that of its points, at least 2, then 1 1"};
  base::check_limit(count, limits.nesting, "nesting",
                    "a cable of " + std::to_string(count) + " points");
  return points_of_curve(recipe);
}

// The frames of its segments: x along a segment, y carried from one to the next without twist.
class Frames {
 public:
  explicit Frames(const Points& points) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Vec3 along = rounded(points[i + 1] - points[i]);
      length.push_back(std::sqrt(dot(along, along)));
      if (!(length.back() > kTiny)) {
        throw base::Fault{"points " + std::to_string(i) + " and " + std::to_string(i + 1) +
                          " of the cable are at one place"};
      }
      tangent.push_back((1 / length.back()) * along);
    }
    // The first bend says where y points.
    Vec3 bend = tangent.size() > 1 ? cross(tangent[0], tangent[1]) : Vec3{};
    const bool bends = normalise(bend) > 0;
    Vec3 normal = cross(bend, tangent[0]);
    for (std::size_t i = 0; i < tangent.size(); ++i) {
      if (i > 0) normal = carried(normal, tangent[i - 1], tangent[i]);
      if (!bends) normal = any_normal(tangent[i]);
      normalise(normal);
      quat.push_back(from_axes(tangent[i], normal, cross(tangent[i], normal)));
    }
  }

  std::vector<double> length;
  std::vector<Vec3> tangent;
  std::vector<Vec4> quat;

 private:
  // Turned by the smallest rotation from one direction to the next.
  static Vec3 carried(const Vec3& v, const Vec3& from, const Vec3& to) {
    const Vec3 axis = cross(from, to);
    const double c = dot(from, to);
    const Vec3 turned = c * v + cross(axis, v);
    return 1 + c > kTiny ? turned + (dot(axis, v) / (1 + c)) * axis : v;
  }

  // A vector across a unit vector: the y axis for the x axis, and without a jump around there (Duff
  // et al. 2017).
  static Vec3 any_normal(const Vec3& t) {
    const double sign = t[0] > 0 ? 1 : -1;
    const double k = t[1] / (sign + t[0]);
    return {-t[1], sign - t[1] * k, -t[2] * k};
  }
};

// Makes the bodies of a cable, one after the other.
class Chain {
 public:
  Chain(Spec& spec, const Cable& recipe, const BeginElement& begin)
      : spec_(spec), recipe_(recipe), begin_(begin) {}

  void make(Body& parent, const Points& points) {
    const Frames frames(points);
    const std::size_t count = frames.length.size();
    Body* body = &parent;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string part = i == 0 ? "first" : i + 1 == count ? "last" : std::to_string(i);
      const std::string previous = body->name;
      body = &body->bodies.emplace_back();
      begin_(*body);
      body->name = recipe_.prefix + "B_" + part;
      body->classname = parent.classname;
      if (i == 0) {
        body->frame = recipe_.frame;
        body->pos = recipe_.offset + points[0];
        body->orientation.quat = frames.quat[0];
      } else {
        body->pos = {frames.length[i - 1], 0, 0};
        body->orientation.quat = multiply(conjugate(frames.quat[i - 1]), frames.quat[i]);
        exclude(previous, body->name);
      }
      add_joint(*body, part, i == 0);
      add_geom(*body, static_cast<int>(i), frames.length[i]);
      if (i == 0) add_site(*body, "first", 0);
      if (i + 1 == count) add_site(*body, "last", frames.length[i]);
    }
  }

 private:
  template <class T>
  T& add(List<T>& list, const T& like, const std::string& name) {
    T& element = list.emplace_back(like);
    begin_(element);
    element.name = recipe_.prefix + name;
    return element;
  }

  void add_joint(Body& body, const std::string& part, bool is_first) {
    if (is_first && recipe_.start == Cable::Start::None) return;
    Joint& joint = add(body.joints, recipe_.joint, "J_" + part);
    joint.type = JointType::Ball;
    if (!is_first || recipe_.start == Cable::Start::Ball) return;
    joint.type = JointType::Free;
    const Joint usual;
    joint.damping = usual.damping;
    joint.armature = usual.armature;
    joint.frictionloss = usual.frictionloss;
  }

  void add_geom(Body& body, int number, double length) {
    Geom& geom = add(body.geoms, recipe_.geom, "G" + std::to_string(number));
    geom.pos = {length / 2, 0, 0};
    if (geom.type == GeomType::Box) {
      geom.size[0] = length / 2;
    } else {
      geom.size[1] = length / 2;
      geom.orientation.quat = {std::sqrt(0.5), 0, -std::sqrt(0.5), 0};
    }
  }

  void add_site(Body& body, const std::string& part, double at) {
    add(body.sites, recipe_.site, "S_" + part).pos = {at, 0, 0};
  }

  void exclude(const std::string& a, const std::string& b) {
    Exclude& pair = spec_.excludes.emplace_back();
    begin_(pair);
    pair.bodyname1 = a;
    pair.bodyname2 = b;
  }

  Spec& spec_;
  const Cable& recipe_;
  const BeginElement& begin_;
};

}  // namespace

void expand(Spec& spec, Body& parent, const Cable& recipe, const BeginElement& begin,
            const Limits& limits) {
  const GeomType type = recipe.geom.type;
  if (type != GeomType::Capsule && type != GeomType::Cylinder && type != GeomType::Box)
    throw base::Fault{"the geom of a cable is a capsule, cylinder or box"};
  Chain(spec, recipe, begin).make(parent, points_of(recipe, limits));
}

}  // namespace thew::spec
