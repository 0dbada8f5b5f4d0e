// Trees are split at the median along the longest edge of the box.

#include "compile/tree/box_tree.h"

#include <algorithm>
#include <numeric>

#include "compile/tree/quick_select.h"
#include "math/pack.h"

namespace thew::compile {

void Box::add(const Vec3& p) {
  for (int k = 0; k < 3; ++k) {
    low[k] = std::min(low[k], p[k]);
    high[k] = std::max(high[k], p[k]);
  }
}

void Box::add(const Box& box) {
  add(box.low);
  add(box.high);
}

namespace {

int longest_axis(const Vec3& edge) {
  int axis = edge[1] >= edge[0] + kTiny ? 1 : 0;
  if (edge[2] >= edge[axis] + kTiny) axis = 2;
  return axis;
}

using Four = math::Pack<double, 4>;  // x, y, z and nothing

// The box around leaves.
struct Bounds {
  Four low = Four(std::numeric_limits<double>::max());
  Four high = Four(-std::numeric_limits<double>::max());

  void add(const Bounds& other) {
    low = select(other.low < low, other.low, low);
    high = select(other.high > high, other.high, high);
  }
  // Grown where it would be flat.
  Box box() const {
    Box box;
    for (int k = 0; k < 3; ++k) {
      const bool flat = !(std::abs(high[k] - low[k]) >= kTiny);
      box.low[k] = flat ? low[k] - kTiny : low[k];
      box.high[k] = flat ? high[k] + kTiny : high[k];
    }
    return box;
  }
};

// What both ways to build a tree share: the boxes of leaves, and the list of nodes.
class Nodes {
 public:
  explicit Nodes(std::span<const BoxLeaf> leaves) : leaves_(leaves), bounds_(leaves.size()) {
    nodes_.reserve(2 * leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) bounds_[i] = bounds(leaves[i].box);
  }

  const Bounds& bounds(int leaf) const { return bounds_[leaf]; }
  std::vector<BvhNode> take() { return std::move(nodes_); }

  int add(int depth, const Box& box) {
    BvhNode& node = nodes_.emplace_back();
    node.depth = depth;
    for (int k = 0; k < 3; ++k) {
      node.box[k] = (box.high[k] + box.low[k]) / 2;
      node.box[3 + k] = (box.high[k] - box.low[k]) / 2;
    }
    return static_cast<int>(nodes_.size()) - 1;
  }

  int add_leaf(int depth, int leaf) {
    const int index = add(depth, bounds_[leaf].box());
    nodes_[index].id = leaves_[leaf].id;
    return index;
  }

  void join(int parent, int left, int right) { nodes_[parent].child = {left, right}; }

 private:
  static Bounds bounds(const Box& box) {
    const double low[] = {box.low[0], box.low[1], box.low[2], 0};
    const double high[] = {box.high[0], box.high[1], box.high[2], 0};
    return {Four::load(low), Four::load(high)};
  }

  std::span<const BoxLeaf> leaves_;
  std::vector<Bounds> bounds_;  // of leaves
  std::vector<BvhNode> nodes_;
};

// The leaves are sorted once along each axis; splitting them keeps the three lists sorted. That
// needs an order: points within rounding of one another go by number, and where a row of such
// points is longer than that, there is none.
class SortedBuilder {
 public:
  explicit SortedBuilder(std::span<const BoxLeaf> leaves)
      : leaves_(leaves), nodes_(leaves), on_left_(leaves.size()), rest_(leaves.size()) {
    Bounds all;
    for (std::size_t i = 0; i < leaves.size(); ++i) all.add(nodes_.bounds(static_cast<int>(i)));
    for (int axis = 0; axis < 3; ++axis) sort(axis);
    if (ordered_) split(0, leaves.size(), 0, all);
  }

  /// Whether there was an order in all that was split; else the tree is not complete.
  bool ordered() const { return ordered_; }
  std::vector<BvhNode> take() { return nodes_.take(); }

 private:
  struct Place {
    double x;
    int leaf;
    bool operator<(const Place& b) const { return x < b.x || (x == b.x && leaf < b.leaf); }
  };
  using Line = std::vector<Place>;

  // A centre that is not a number, of a triangle without area, is level with all others.
  void sort(int axis) {
    Line& line = along_[axis];
    line.resize(leaves_.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = {leaves_[i].centre[axis], static_cast<int>(i)};
      if (std::isnan(line[i].x)) ordered_ = false;
    }
    if (ordered_) std::sort(line.begin(), line.end());
  }

  // Marks the first half along an axis. Of leaves that follow each other within rounding, the ids
  // decide which ones belong to it. Returns whether they did.
  bool choose_left(std::size_t begin, std::size_t middle, std::size_t end, int axis) {
    const Line& line = along_[axis];
    for (std::size_t i = begin; i < end; ++i) on_left_[line[i].leaf] = i < middle;
    const auto follows = [&](std::size_t i) { return !(line[i].x - line[i - 1].x > kTiny); };
    if (!follows(middle)) return false;
    std::size_t first = middle - 1, last = middle + 1;
    while (first > begin && follows(first)) --first;
    while (last < end && follows(last)) ++last;
    if (line[last - 1].x - line[first].x > kTiny) ordered_ = false;
    std::vector<int> level;
    for (std::size_t i = first; i < last; ++i) level.push_back(line[i].leaf);
    std::sort(level.begin(), level.end());
    for (std::size_t i = 0; i < level.size(); ++i) on_left_[level[i]] = first + i < middle;
    return true;
  }

  // Puts the marked leaves of a line before the others; both keep their order.
  void part(std::size_t begin, std::size_t end, Line& line) {
    std::size_t left = begin, right = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Place place = line[i];
      const bool on_left = on_left_[place.leaf];
      line[left] = place;
      rest_[right] = place;
      left += on_left;
      right += !on_left;
    }
    std::copy_n(rest_.begin(), right, line.begin() + static_cast<std::ptrdiff_t>(left));
  }

  // Makes the node of these leaves and all below it; returns its number.
  int split(std::size_t begin, std::size_t end, int depth, const Bounds& around) {
    if (end - begin == 1) return nodes_.add_leaf(depth, along_[0][begin].leaf);
    const Box box = around.box();
    const int index = nodes_.add(depth, box), axis = longest_axis(box.high - box.low);
    const std::size_t middle = begin + (end - begin) / 2;
    const bool mixed = choose_left(begin, middle, end, axis);
    if (!ordered_) return index;
    if (end - begin == 2) {
      int first = along_[axis][begin].leaf, second = along_[axis][middle].leaf;
      if (!on_left_[first]) std::swap(first, second);
      const int left = nodes_.add_leaf(depth + 1, first);
      nodes_.join(index, left, nodes_.add_leaf(depth + 1, second));
      return index;
    }
    for (int other = 0; other < 3; ++other) {
      if (other != axis || mixed) part(begin, end, along_[other]);
    }
    Bounds half[2];
    for (std::size_t i = begin; i < middle; ++i) half[0].add(nodes_.bounds(along_[axis][i].leaf));
    for (std::size_t i = middle; i < end; ++i) half[1].add(nodes_.bounds(along_[axis][i].leaf));
    const int left = split(begin, middle, depth + 1, half[0]);
    nodes_.join(index, left, split(middle, end, depth + 1, half[1]));
    return index;
  }

  std::span<const BoxLeaf> leaves_;
  Nodes nodes_;
  bool ordered_ = true;
  std::array<Line, 3> along_;          // by axis: the leaves of a node beside one another
  std::vector<std::uint8_t> on_left_;  // of leaves
  Line rest_;
};

// The leaves are parted anew in each node, by a search whose steps decide where there is no order.
class PartingBuilder {
 public:
  explicit PartingBuilder(std::span<const BoxLeaf> leaves)
      : leaves_(leaves), nodes_(leaves), order_(leaves.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    split(order_, 0);
  }

  std::vector<BvhNode> take() { return nodes_.take(); }

 private:
  int split(std::span<int> part, int depth) {
    if (part.size() == 1) return nodes_.add_leaf(depth, part[0]);
    Bounds around;
    for (const int leaf : part) around.add(nodes_.bounds(leaf));
    const Box box = around.box();
    const int index = nodes_.add(depth, box), axis = longest_axis(box.high - box.low);
    const std::size_t middle = part.size() / 2;
    const auto less = [&](int a, int b) {
      const double x = leaves_[a].centre[axis], y = leaves_[b].centre[axis];
      return std::abs(x - y) > kTiny ? x < y : a < b;
    };
    QuickSelect(part, less)(static_cast<int>(middle));
    const int left = split(part.first(middle), depth + 1);
    nodes_.join(index, left, split(part.subspan(middle), depth + 1));
    return index;
  }

  std::span<const BoxLeaf> leaves_;
  Nodes nodes_;
  std::vector<int> order_;
};

}  // namespace

std::vector<BvhNode> build_box_tree(std::span<const BoxLeaf> leaves) {
  if (leaves.empty()) return {};
  SortedBuilder sorted(leaves);
  return sorted.ordered() ? sorted.take() : PartingBuilder(leaves).take();
}

}  // namespace thew::compile
