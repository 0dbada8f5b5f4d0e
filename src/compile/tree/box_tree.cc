// Trees are split at the median along the longest edge of the box.

#include "compile/tree/box_tree.h"

#include <algorithm>
#include <numeric>

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

class Builder {
 public:
  explicit Builder(std::span<const BoxLeaf> leaves) : leaves_(leaves), order_(leaves.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    nodes_.reserve(2 * leaves.size());
    if (!leaves.empty()) split(order_.data(), order_.data() + order_.size(), 0);
  }

  std::vector<BvhNode> take() { return std::move(nodes_); }

 private:
  // Sorts leaves along an axis; of those that follow each other within rounding the ids decide. A
  // centre that is not a number, of a triangle without area, comes last.
  void sort(int* begin, int* end, int axis) const {
    const auto place = [&](int i) {
      const double x = leaves_[i].centre[axis];
      return std::isnan(x) ? std::numeric_limits<double>::infinity() : x;
    };
    std::sort(begin, end, [&](int a, int b) { return place(a) < place(b); });
    int* level = begin;
    for (int* i = begin + 1; i <= end; ++i) {
      if (i != end && !(place(*i) - place(*(i - 1)) > kTiny)) continue;
      std::sort(level, i);
      level = i;
    }
  }

  // The box around leaves, grown where it would be flat.
  Box enclose(const int* begin, const int* end) const {
    Box box;
    for (const int* leaf = begin; leaf != end; ++leaf) box.add(leaves_[*leaf].box);
    for (int k = 0; k < 3; ++k) {
      if (std::abs(box.high[k] - box.low[k]) >= kTiny) continue;
      box.low[k] -= kTiny;
      box.high[k] += kTiny;
    }
    return box;
  }

  // Makes the node of these leaves and all below it; returns its number.
  int split(int* begin, int* end, int depth) {
    const Box box = enclose(begin, end);
    const int index = static_cast<int>(nodes_.size());
    BvhNode& node = nodes_.emplace_back();
    node.depth = depth;
    for (int k = 0; k < 3; ++k) {
      node.box[k] = (box.high[k] + box.low[k]) / 2;
      node.box[3 + k] = (box.high[k] - box.low[k]) / 2;
    }
    if (end - begin == 1) {
      node.id = leaves_[*begin].id;
      return index;
    }
    sort(begin, end, longest_axis(box.high - box.low));
    int* const middle = begin + (end - begin) / 2;
    const int left = split(begin, middle, depth + 1);
    const int right = split(middle, end, depth + 1);
    nodes_[index].child = {left, right};
    return index;
  }

  std::span<const BoxLeaf> leaves_;
  std::vector<int> order_;
  std::vector<BvhNode> nodes_;
};

}  // namespace

std::vector<BvhNode> build_box_tree(std::span<const BoxLeaf> leaves) {
  return Builder(leaves).take();
}

}  // namespace thew::compile
