#include "io/mesh/obj.h"

#include <charconv>
#include <cstdint>
#include <limits>

#include "base/fault.h"
#include "io/mesh/text.h"
#include "io/mesh/triangulate.h"

namespace thew::io::mesh {

namespace {

constexpr std::size_t kMostTriangles = 100'000'000;
constexpr int kNone = -1;

// One corner of a face: numbers of a position, a texture position and a normal, from 0.
struct Corner {
  int vertex = kNone, texcoord = kNone, normal = kNone;
};

struct Face {
  std::size_t first = 0, count = 0;  // in the list of corners
  int line = 0;
};

class Reader {
 public:
  Reader(std::string_view text, std::vector<std::string>* warnings)
      : lines_(text), warnings_(warnings) {}

  spec::MeshData read() {
    std::string_view line;
    try {
      while (lines_.next(line)) read_line(line);
    } catch (base::Fault& fault) {
      fault.line = lines_.number();
      throw;
    }
    cut_faces();
    drop_incomplete(data_.normal, data_.facenormal, 3, "normals");
    drop_incomplete(data_.texcoord, data_.facetexcoord, 2, "texture positions");
    if (later_faces_) {
      warn("only the faces of its first object or group are used; merge them to use all");
    }
    return std::move(data_);
  }

 private:
  void warn(const std::string& what) {
    if (warnings_ != nullptr) warnings_->push_back(what);
  }

  void read_line(std::string_view line) {
    const std::string_view word = take_word(line);
    if (word == "v") {
      read_numbers(line, 3, 3, data_.vertex);
    } else if (word == "vn") {
      read_numbers(line, 3, 3, data_.normal);
    } else if (word == "vt") {
      read_numbers(line, 1, 2, data_.texcoord);
      data_.texcoord.back() =
          1 - static_cast<float>(data_.texcoord.back());  // images start at the top
    } else if (word == "f") {
      read_face(line);
    } else if ((word == "o" || word == "g") && !faces_.empty()) {
      in_first_ = false;
    }
  }

  // `least` to `most` numbers; what is not there is 0, what follows (weights, colours) is ignored.
  static void read_numbers(std::string_view line, int least, int most, std::vector<double>& list) {
    for (int i = 0; i < most; ++i) {
      const std::string_view word = take_word(line);
      if (word.empty() && i < least) {
        throw base::Fault{"expected " + std::to_string(least) + " numbers, there are " +
                          std::to_string(i)};
      }
      list.push_back(word.empty() ? 0 : to_coordinate(word));
    }
  }

  void read_face(std::string_view line) {
    Face face{corners_.size(), 0, lines_.number()};
    while (true) {
      const std::string_view word = take_word(line);
      if (word.empty() || word[0] == '#') break;
      const Corner corner = read_corner(word);
      if (in_first_) corners_.push_back(corner);
      ++face.count;
    }
    if (face.count < 3) {
      corners_.resize(face.first);
      if (!has_short_) warn("a face of fewer than three corners is left out");
      has_short_ = true;
    } else if (in_first_) {
      faces_.push_back(face);
    } else {
      later_faces_ = true;
    }
  }

  // `v`, `v/t`, `v//n` or `v/t/n`.
  Corner read_corner(std::string_view word) const {
    Corner corner;
    std::string_view rest = word;
    corner.vertex = take_index(rest, data_.vertex.size() / 3, word);
    if (corner.vertex == kNone) throw base::Fault{quoted(word) + " is not a corner of a face"};
    if (take_slash(rest)) corner.texcoord = take_index(rest, data_.texcoord.size() / 2, word);
    if (take_slash(rest)) corner.normal = take_index(rest, data_.normal.size() / 3, word);
    if (!rest.empty()) throw base::Fault{quoted(word) + " is not a corner of a face"};
    return corner;
  }

  static bool take_slash(std::string_view& rest) {
    if (rest.empty() || rest[0] != '/') return false;
    rest.remove_prefix(1);
    return true;
  }

  // Numbers count from 1, negative ones backwards from the last element before this line.
  static int take_index(std::string_view& rest, std::size_t count, std::string_view word) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view digits = rest.substr(0, end);
    rest.remove_prefix(end);
    if (digits.empty()) return kNone;
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + end, number);
    if (error != std::errc() || stop != digits.data() + end) {
      throw base::Fault{quoted(word) + " is not a corner of a face"};
    }
    const std::int64_t index = number < 0 ? static_cast<std::int64_t>(count) + number : number - 1;
    if (number == 0 || index < 0 || index >= std::numeric_limits<int>::max()) {
      throw base::Fault{quoted(word) + " refers to what does not exist",
                        "indices count from 1, or backwards from -1"};
    }
    return static_cast<int>(index);
  }

  void cut_faces() {
    std::vector<Point> polygon;
    std::vector<std::array<std::size_t, 3>> triangles;
    Triangulator triangulator;
    for (const Face& face : faces_) {
      try {
        polygon.clear();
        triangles.clear();
        for (std::size_t i = 0; i < face.count; ++i) {
          polygon.push_back(position(corners_[face.first + i].vertex));
        }
        triangulator.cut(polygon, triangles);
        for (const auto& triangle : triangles) add(face, triangle);
        lose(face, triangles.size());
        if (data_.face.size() / 3 > kMostTriangles) throw base::Fault{"more than 10^8 triangles"};
      } catch (base::Fault& fault) {
        fault.line = face.line;
        throw;
      }
    }
  }

  Point position(int vertex) const {
    const std::size_t count = data_.vertex.size() / 3;
    if (static_cast<std::size_t>(vertex) >= count) {
      throw base::Fault{"vertex " + std::to_string(vertex + 1) + " does not exist",
                        "there are " + std::to_string(count)};
    }
    const double* const v = &data_.vertex[3 * static_cast<std::size_t>(vertex)];
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
  }

  void add(const Face& face, const std::array<std::size_t, 3>& triangle) {
    for (const std::size_t i : triangle) {
      const Corner& corner = corners_[face.first + i];
      data_.face.push_back(corner.vertex);
      data_.facenormal.push_back(corner.normal);
      data_.facetexcoord.push_back(corner.texcoord);
    }
  }

  void lose(const Face& face, std::size_t triangles) {
    if (triangles + 2 >= face.count || has_lost_) return;
    has_lost_ = true;
    warn("line " + std::to_string(face.line) +
         ": the polygon cannot be cut into triangles; a part of it is left out");
  }

  // Normals and texture positions are of use only where each corner has one.
  void drop_incomplete(std::vector<double>& values, std::vector<int>& indices, std::size_t width,
                       const std::string& what) {
    const auto count = static_cast<int>(values.size() / width);
    bool complete = !values.empty();
    for (const int index : indices) complete = complete && index != kNone && index < count;
    if (complete) return;
    if (count > 0 && !indices.empty())
      warn("its " + what + " are left out: not every corner has one");
    values.clear();
    indices.clear();
  }

  Lines lines_;
  std::vector<std::string>* warnings_;
  spec::MeshData data_;
  std::vector<Corner> corners_;
  std::vector<Face> faces_;
  bool in_first_ = true;  // object or group with faces
  bool later_faces_ = false;
  bool has_short_ = false;
  bool has_lost_ = false;
};

}  // namespace

spec::MeshData read_obj(std::string_view text, std::vector<std::string>* warnings) {
  return Reader(text, warnings).read();
}

}  // namespace thew::io::mesh
