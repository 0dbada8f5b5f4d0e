#include "io/mesh/gmsh.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/fault.h"
#include "io/bytes.h"
#include "io/mesh/text.h"

namespace thew::io::mesh {

namespace {

using base::Fault;

constexpr std::string_view kBegin = "$MeshFormat";
constexpr int kTriangle = 2, kTetrahedron = 4;  // GMSH's numbers of element types

int corners_of(std::int64_t type) {
  if (type == kTriangle) return 3;
  if (type == kTetrahedron) return 4;
  throw Fault{"elements of GMSH type " + std::to_string(type) + " are not supported",
              "triangles (2) and tetrahedra (4) are"};
}

// A number that counts things: what follows must have room for so many of at least so many bytes.
std::size_t count_of(std::int64_t n, std::size_t left, std::size_t bytes_each, const char* what) {
  if (n < 0 || static_cast<std::uint64_t>(n) > left / bytes_each) {
    throw Fault{"the file ends before its " + std::to_string(n) + " " + what};
  }
  return static_cast<std::size_t>(n);
}

// What stands between $Name and $EndName.
struct Section {
  std::string_view text;
  int line = 1;  ///< where it begins
};

Section find_section(std::string_view bytes, const std::string& name) {
  const std::size_t begin = bytes.find("$" + name);
  if (begin == std::string_view::npos) throw Fault{"GMSH file missing $" + name};
  const std::size_t start = begin + name.size() + 1;
  const std::size_t end = bytes.find("$End" + name, start);
  if (end == std::string_view::npos) {
    throw Fault{"GMSH file missing $End" + name + " after $" + name};
  }
  const auto lines =
      std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(start), '\n');
  return {bytes.substr(start, end - start), 1 + static_cast<int>(lines)};
}

// Numbers of a section, as words.
class Words {
 public:
  explicit Words(const Section& section) : text_(section.text), line_(section.line) {}

  std::int64_t whole() { return number<std::int64_t>("a whole number"); }
  double real() { return number<double>("a number"); }
  std::size_t left() const { return text_.size(); }
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Fault{what, hint, line_};
  }

  /// Runs what may fail and knows no line.
  template <class Work>
  auto at(const Work& work) const {
    try {
      return work();
    } catch (const Fault& fault) {
      throw Fault{fault.what, fault.hint, line_};
    }
  }

 private:
  template <class T>
  T number(const char* kind) {
    const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text_.empty() && space(text_[0])) {
      line_ += text_[0] == '\n';
      text_.remove_prefix(1);
    }
    if (text_.empty()) fail("the section ends too early");
    T value = {};
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    const auto used = static_cast<std::size_t>(end - text_.data());
    if (error != std::errc() || (used < text_.size() && !space(text_[used]))) {
      fail(quoted(text_.substr(0, std::min<std::size_t>(text_.find_first_of(" \t\r\n"), 40))) +
           " is not " + kind);
    }
    text_.remove_prefix(used);
    return value;
  }

  std::string_view text_;
  int line_;
};

// Numbers of a section, as bytes behind a line feed.
class Binary {
 public:
  explicit Binary(const Section& section) : bytes_(section.text) {
    if (!bytes_.empty() && bytes_[0] == '\r') bytes_.remove_prefix(1);
    if (!bytes_.empty() && bytes_[0] == '\n') bytes_.remove_prefix(1);
  }

  /// A number that is written as a line of text.
  std::int64_t line() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(bytes_.data(), bytes_.data() + bytes_.size(), value);
    if (error != std::errc()) throw Fault{"a section does not begin with a number"};
    bytes_.remove_prefix(static_cast<std::size_t>(end - bytes_.data()));
    if (!bytes_.empty() && bytes_[0] == '\r') bytes_.remove_prefix(1);
    if (!bytes_.empty() && bytes_[0] == '\n') bytes_.remove_prefix(1);
    return value;
  }

  template <class T>
  T next() {
    if (bytes_.size() < sizeof(T)) throw Fault{"a section ends too early"};
    return take<T>(bytes_);
  }
  std::int64_t whole() { return next<std::int64_t>(); }
  double real() { return next<double>(); }
  std::size_t left() const { return bytes_.size(); }
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Fault{what, hint};
  }
  template <class Work>
  auto at(const Work& work) const {
    return work();
  }

 private:
  std::string_view bytes_;
};

void add_corner(spec::MeshData& data, std::vector<int>& elements, std::int64_t number) {
  if (number < 0 || number >= static_cast<std::int64_t>(data.vertex.size() / 3)) {
    throw Fault{"an element has node " + std::to_string(number) + ", counted from the first, of " +
                std::to_string(data.vertex.size() / 3)};
  }
  elements.push_back(static_cast<int>(number));
}

// --- version 4.1: the same order of numbers in text and in bytes
// -----------------------------------

struct Header {
  std::int64_t blocks, count, least, greatest;
  std::int64_t dim, entity, kind, in_block;
};

std::int64_t small(Words& in) {
  return in.whole();
}
std::int64_t small(Binary& in) {
  return in.next<std::int32_t>();
}

template <class Input>
Header read_header(Input& in, const char* what) {
  Header h{};
  h.blocks = in.whole(), h.count = in.whole(), h.least = in.whole(), h.greatest = in.whole();
  if (h.blocks != 1) in.fail(std::string("All ") + what + " must be in single block");
  h.dim = small(in), h.entity = small(in), h.kind = small(in), h.in_block = in.whole();
  if (h.count != h.in_block) in.fail(std::string("All ") + what + " must be in single block");
  return h;
}

template <class Input>
void read_41(Input nodes, Input elements, spec::MeshData& data) {
  const Header n = read_header(nodes, "nodes");
  const std::size_t points = nodes.at([&] { return count_of(n.count, nodes.left(), 2, "nodes"); });
  for (std::size_t i = 0; i < points; ++i) {
    if (nodes.whole() != n.least + static_cast<std::int64_t>(i)) {
      nodes.fail("Node tags must be sequential");
    }
  }
  for (std::size_t i = 0; i < 3 * points; ++i) data.vertex.push_back(nodes.real());

  const Header e = read_header(elements, "elements");
  const int corners = elements.at([&] { return corners_of(e.kind); });
  if (e.dim != n.dim) elements.fail("Inconsistent dimensionality in Elements");
  if (e.dim != corners - 1) elements.fail("Element type inconsistent with dimensionality");
  std::vector<int>& list = corners == 4 ? data.tet : data.face;
  const std::size_t count =
      elements.at([&] { return count_of(e.count, elements.left(), 2, "elements"); });
  for (std::size_t i = 0; i < count; ++i) {
    elements.whole();  // its tag
    for (int c = 0; c < corners; ++c) {
      const std::int64_t tag = elements.whole();
      elements.at([&] { add_corner(data, list, tag - n.least); });
    }
  }
}

// --- version 2.2
// -----------------------------------------------------------------------------------

void read_22(Words nodes, Words elements, spec::MeshData& data) {
  const std::int64_t n = nodes.whole();
  const std::size_t points = nodes.at([&] { return count_of(n, nodes.left(), 2, "nodes"); });
  for (std::size_t i = 0; i < points; ++i) {
    nodes.whole();  // its tag
    for (int k = 0; k < 3; ++k) data.vertex.push_back(nodes.real());
  }
  const std::int64_t m = elements.whole();
  const std::size_t count =
      elements.at([&] { return count_of(m, elements.left(), 2, "elements"); });
  std::int64_t first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    elements.whole();  // its tag
    const std::int64_t type = elements.whole(), tags = elements.whole();
    if (i == 0) first = type;
    if (type != first) elements.fail("elements of several types are not supported");
    const int corners = elements.at([&] { return corners_of(type); });
    for (std::int64_t k = 0; k < tags; ++k) elements.whole();
    for (int c = 0; c < corners; ++c) {
      const std::int64_t tag = elements.whole();
      elements.at([&] { add_corner(data, corners == 4 ? data.tet : data.face, tag - 1); });
    }
  }
}

void read_22(Binary nodes, Binary elements, spec::MeshData& data) {
  const std::size_t points = count_of(nodes.line(), nodes.left(), 28, "nodes");
  for (std::size_t i = 0; i < points; ++i) {
    nodes.next<std::int32_t>();  // its tag
    for (int k = 0; k < 3; ++k) data.vertex.push_back(nodes.real());
  }
  std::size_t count = count_of(elements.line(), elements.left(), 4, "elements");
  int first = 0;
  while (count > 0) {
    const int type = elements.next<std::int32_t>();
    const int follow = elements.next<std::int32_t>(), tags = elements.next<std::int32_t>();
    if (first == 0) first = type;
    if (type != first) throw Fault{"elements of several types are not supported"};
    if (follow < 1 || static_cast<std::size_t>(follow) > count || tags < 0) {
      throw Fault{"a block of elements has a wrong header"};
    }
    const int corners = corners_of(type);
    for (int i = 0; i < follow; ++i, --count) {
      for (int k = 0; k <= tags; ++k) elements.next<std::int32_t>();  // its own tag is the first
      for (int c = 0; c < corners; ++c) {
        add_corner(data, corners == 4 ? data.tet : data.face,
                   std::int64_t{elements.next<std::int32_t>()} - 1);
      }
    }
  }
}

}  // namespace

bool is_gmsh(std::string_view bytes) {
  return bytes.starts_with(kBegin);
}

spec::MeshData read_gmsh(std::string_view bytes) {
  if (bytes.empty()) throw Fault{"Empty GMSH file"};
  if (!is_gmsh(bytes)) throw Fault{"GMSH file must begin with $MeshFormat"};
  Words format({bytes.substr(kBegin.size()), 1});
  const double version = format.real();
  const bool binary = format.whole() != 0;
  const bool new_layout = version >= 4.095 && version < 4.105;
  if (!new_layout && !(version >= 2.195 && version < 2.205)) {
    throw Fault{"Only GMSH file format versions 4.1 and 2.2 are supported", "", 2};
  }
  const Section nodes = find_section(bytes, "Nodes"), elements = find_section(bytes, "Elements");
  spec::MeshData data;
  if (binary) {
    new_layout ? read_41(Binary(nodes), Binary(elements), data)
               : read_22(Binary(nodes), Binary(elements), data);
  } else {
    new_layout ? read_41(Words(nodes), Words(elements), data)
               : read_22(Words(nodes), Words(elements), data);
  }
  if (data.vertex.empty()) throw Fault{"GMSH mesh has no nodes"};
  return data;
}

}  // namespace thew::io::mesh
