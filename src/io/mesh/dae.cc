#include "io/mesh/dae.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <pugixml.hpp>

#include "base/fault.h"
#include "io/mesh/text.h"
#include "io/mesh/triangulate.h"
#include "math/functions.h"
#include "spec/vector.h"

namespace thew::io::mesh {

namespace {

using pugi::xml_node;

constexpr int kDeepest = 100;                        // levels of nodes in a scene
constexpr std::size_t kMostTriangles = 100'000'000;  // as in other formats
constexpr int kMostInstances = 100'000;              // a few nested nodes could ask for billions
constexpr std::size_t kMostNumbers = 300'000'000;    // of faces, read again for each instance

// x -> linear x + offset.
struct Affine {
  spec::Mat3 linear = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  spec::Vec3 offset = {};

  spec::Vec3 apply(const spec::Vec3& point) const {
    const spec::Vec3 turned = spec::multiply(linear, point);
    return {turned[0] + offset[0], turned[1] + offset[1], turned[2] + offset[2]};
  }
  /// First the other, then this.
  Affine after(const Affine& other) const {
    return {spec::multiply(linear, other.linear), apply(other.offset)};
  }
  bool mirrors() const {
    const auto& m = linear;
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
               m[2] * (m[3] * m[7] - m[4] * m[6]) <
           0;
  }
};

std::vector<double> numbers(xml_node node) {
  std::vector<double> list;
  std::string_view rest = node.child_value();
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
    list.push_back(static_cast<double>(to_coordinate(word)));
  }
  return list;
}

std::vector<std::size_t> indices(xml_node node) {
  std::vector<std::size_t> list;
  std::string_view rest = node.child_value();
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc() || end != word.data() + word.size()) {
      throw base::Fault{quoted(word) + " is not an index"};
    }
    list.push_back(index);
  }
  return list;
}

// One of `<matrix>`, `<translate>`, `<rotate>`, `<scale>`.
bool read_transform(xml_node node, Affine& transform) {
  const std::string_view name = node.name();
  const std::size_t count = name == "matrix"                         ? 16
                            : name == "rotate"                       ? 4
                            : name == "translate" || name == "scale" ? 3
                                                                     : 0;
  if (count == 0) return false;
  const std::vector<double> n = numbers(node);
  if (n.size() != count) {
    throw base::Fault{"<" + std::string(name) + "> needs " + std::to_string(count) + " numbers"};
  }
  transform = {};
  if (name == "matrix") {
    transform = {{n[0], n[1], n[2], n[4], n[5], n[6], n[8], n[9], n[10]}, {n[3], n[7], n[11]}};
  } else if (name == "translate") {
    transform.offset = {n[0], n[1], n[2]};
  } else if (name == "scale") {
    transform.linear = {n[0], 0, 0, 0, n[1], 0, 0, 0, n[2]};
  } else {
    spec::Vec3 axis = {n[0], n[1], n[2]};
    if (spec::normalise(axis) == 0) return true;
    const double half = n[3] * spec::kPi / 360, s = math::sin(half);
    transform.linear = spec::to_matrix({math::cos(half), axis[0] * s, axis[1] * s, axis[2] * s});
  }
  return true;
}

class Reader {
 public:
  Reader(std::string_view text, std::vector<std::string>* warnings) : warnings_(warnings) {
    const pugi::xml_parse_result result = xml_.load_buffer(text.data(), text.size());
    if (!result) {
      const auto offset = std::min(static_cast<std::size_t>(result.offset), text.size());
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
      throw base::Fault{std::string("XML: ") + result.description(), "",
                        static_cast<int>(line) + 1};
    }
    root_ = xml_.child("COLLADA");
    if (!root_) throw base::Fault{"the root element is not <COLLADA>"};
  }

  spec::MeshData read() {
    index("library_geometries", "geometry", geometries_);
    index("library_visual_scenes", "visual_scene", scenes_);
    index_nodes(root_.child("library_nodes"), 0);
    index_nodes(root_.child("library_visual_scenes"), 0);
    double metre = root_.child("asset").child("unit").attribute("meter").as_double(1);
    if (!(metre > 0)) metre = 1;
    Affine scale;
    scale.linear = {metre, 0, 0, 0, metre, 0, 0, 0, metre};
    if (const xml_node scene = find_scene()) {
      read_children(scene, scale, 0);
    } else {
      for (const auto& [id, geometry] : geometries_) read_geometry(geometry, scale);
    }
    if (data_.face.empty()) throw base::Fault{"there are no triangles in it"};
    for (const std::string& kind : left_out_) {
      if (warnings_ != nullptr) warnings_->push_back("<" + kind + "> is left out");
    }
    return std::move(data_);
  }

 private:
  using Index = std::map<std::string_view, xml_node>;

  void index(const char* library, const char* kind, Index& index) const {
    for (const xml_node list : root_.children(library)) {
      for (const xml_node node : list.children(kind)) {
        index.emplace(node.attribute("id").value(), node);
      }
    }
  }

  void index_nodes(xml_node parent, int depth) {
    if (depth > kDeepest) throw base::Fault{"its nodes are nested too deeply"};
    for (const xml_node node : parent.children()) {
      const std::string_view name = node.name();
      if (name == "node") nodes_.emplace(node.attribute("id").value(), node);
      if (name == "node" || name == "visual_scene") index_nodes(node, depth + 1);
    }
  }

  // `#id` in an attribute.
  static xml_node find(const Index& index, xml_node node, const char* attribute) {
    std::string_view url = node.attribute(attribute).value();
    if (url.starts_with('#')) url.remove_prefix(1);
    const auto entry = index.find(url);
    if (entry != index.end()) return entry->second;
    throw base::Fault{"<" + std::string(node.name()) + "> names " + quoted(url) +
                      ", which does not exist"};
  }

  xml_node find_scene() const {
    const xml_node instance = root_.child("scene").child("instance_visual_scene");
    if (instance) return find(scenes_, instance, "url");
    return scenes_.empty() ? xml_node() : scenes_.begin()->second;
  }

  void read_children(xml_node parent, const Affine& place, int depth) {
    if (depth > kDeepest) throw base::Fault{"its nodes are nested too deeply"};
    if (++instances_ > kMostInstances) throw base::Fault{"its scene has more than 10^5 nodes"};
    for (const xml_node node : parent.children()) {
      const std::string_view name = node.name();
      if (name == "node") {
        read_node(node, place, depth);
      } else if (name == "instance_node") {
        read_node(find(nodes_, node, "url"), place, depth);
      } else if (name == "instance_geometry") {
        read_geometry(find(geometries_, node, "url"), place);
      } else if (name == "instance_controller" || name == "lookat" || name == "skew") {
        left_out_.insert(std::string(name));
      }
    }
  }

  void read_node(xml_node node, const Affine& place, int depth) {
    Affine inside = place, step;
    for (const xml_node child : node.children()) {
      if (read_transform(child, step)) inside = inside.after(step);
    }
    read_children(node, inside, depth + 1);
  }

  void read_geometry(xml_node geometry, const Affine& place) {
    if (++instances_ > kMostInstances) throw base::Fault{"its scene has more than 10^5 nodes"};
    const xml_node mesh = geometry.child("mesh");
    for (const xml_node list : mesh.children()) {
      const std::string_view name = list.name();
      if (name == "triangles" || name == "polylist" || name == "polygons") {
        read_faces(mesh, list, place);
      } else if (name == "trifans" || name == "tristrips") {
        left_out_.insert(std::string(name));
      }
    }
  }

  // The positions that a list of faces refers to; lists share them.
  const std::vector<double>& positions(xml_node mesh, xml_node input) {
    Index vertices, sources;
    for (const xml_node node : mesh.children("vertices")) {
      vertices.emplace(node.attribute("id").value(), node);
    }
    for (const xml_node node : mesh.children("source")) {
      sources.emplace(node.attribute("id").value(), node);
    }
    const xml_node list = find(vertices, input, "source");
    const xml_node position = list.find_child_by_attribute("input", "semantic", "POSITION");
    const xml_node source = find(sources, position, "source");
    const auto [entry, is_new] = positions_.try_emplace(source.hash_value());
    if (!is_new) return entry->second;
    const xml_node accessor = source.child("technique_common").child("accessor");
    const auto stride = accessor.attribute("stride").as_uint(3);
    const auto offset = accessor.attribute("offset").as_uint(0);
    const std::vector<double> all = numbers(source.child("float_array"));
    if (stride < 3) throw base::Fault{"positions need three numbers"};
    for (std::size_t i = offset; i + 3 <= all.size(); i += stride) {
      entry->second.insert(entry->second.end(), {all[i], all[i + 1], all[i + 2]});
    }
    return entry->second;
  }

  void read_faces(xml_node mesh, xml_node list, const Affine& place) {
    const xml_node input = list.find_child_by_attribute("input", "semantic", "VERTEX");
    if (!input) throw base::Fault{"<" + std::string(list.name()) + "> has no vertices"};
    const std::vector<double>& points = positions(mesh, input);
    std::size_t width = 1;
    for (const xml_node other : list.children("input")) {
      width = std::max<std::size_t>(width, 1 + std::size_t{other.attribute("offset").as_uint()});
    }
    if (width > 1000) throw base::Fault{"its faces have more than 1000 kinds of numbers"};
    const std::size_t offset = input.attribute("offset").as_uint();
    Copy copy{points, place, std::vector<int>(points.size() / 3, -1)};
    const std::string_view name = list.name();
    const std::vector<std::size_t> counts = indices(list.child("vcount"));
    for (const xml_node p : list.children("p")) {
      const std::vector<std::size_t> all = indices(p);
      effort_ += all.size();
      if (effort_ > kMostNumbers) throw base::Fault{"its scene has too many faces"};
      std::vector<std::size_t> corners;
      for (std::size_t i = offset; i < all.size(); i += width) corners.push_back(all[i]);
      std::size_t next = 0;
      for (std::size_t face = 0; next < corners.size(); ++face) {
        if (name == "polylist" && face >= counts.size()) break;
        const std::size_t count = name == "triangles"  ? 3
                                  : name == "polylist" ? counts[face]
                                                       : corners.size();
        if (count > corners.size() - next) throw base::Fault{"its last face is not whole"};
        add_face({corners.data() + next, count}, copy);
        next += count;
      }
    }
  }

  // Positions of a geometry that is put into the mesh, with the numbers that they have there.
  struct Copy {
    const std::vector<double>& points;
    const Affine& place;
    std::vector<int> number;
  };

  int vertex(std::size_t i, Copy& copy) {
    if (i >= copy.number.size()) {
      throw base::Fault{"vertex " + std::to_string(i) + " does not exist",
                        "there are " + std::to_string(copy.number.size())};
    }
    if (copy.number[i] < 0) {
      copy.number[i] = static_cast<int>(data_.vertex.size() / 3);
      const double* const p = &copy.points[3 * i];
      for (const double x : copy.place.apply({p[0], p[1], p[2]})) {
        data_.vertex.push_back(static_cast<double>(static_cast<float>(x)));
      }
    }
    return copy.number[i];
  }

  void add_face(std::span<const std::size_t> corners, Copy& copy) {
    if (corners.size() < 3) return;
    std::vector<int> numbers;
    std::vector<Point> polygon;
    for (const std::size_t corner : corners) {
      const int number = vertex(corner, copy);
      numbers.push_back(number);
      const double* const v = &data_.vertex[3 * static_cast<std::size_t>(number)];
      polygon.push_back(
          {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])});
    }
    std::vector<std::array<std::size_t, 3>> triangles;
    triangulator_.cut(polygon, triangles);
    const bool mirrored = copy.place.mirrors();
    for (auto [a, b, c] : triangles) {
      if (mirrored) std::swap(b, c);
      data_.face.insert(data_.face.end(), {numbers[a], numbers[b], numbers[c]});
    }
    if (data_.face.size() / 3 > kMostTriangles) throw base::Fault{"more than 10^8 triangles"};
  }

  std::vector<std::string>* warnings_;
  pugi::xml_document xml_;
  xml_node root_;
  Index geometries_, scenes_, nodes_;
  spec::MeshData data_;
  Triangulator triangulator_;
  std::map<std::size_t, std::vector<double>> positions_;  // by their source
  int instances_ = 0;
  std::size_t effort_ = 0;
  std::set<std::string> left_out_;
};

}  // namespace

spec::MeshData read_dae(std::string_view text, std::vector<std::string>* warnings) {
  return Reader(text, warnings).read();
}

}  // namespace thew::io::mesh
