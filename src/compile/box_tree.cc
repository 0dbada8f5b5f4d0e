// Trees are split at the median along the longest edge of the box.

#include "compile/box_tree.h"

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
    for (int axis = 0; axis < 3; ++axis) rank(axis);
    std::iota(order_.begin(), order_.end(), 0);
    nodes_.reserve(2 * leaves.size());
    if (!leaves.empty()) split(order_.data(), order_.data() + order_.size(), 0);
  }

  std::vector<BvhNode> take() { return std::move(nodes_); }

 private:
  // Numbers the leaves along an axis; those that follow each other within rounding are level, so
  // that their ids decide. A centre that is not a number comes last.
  void rank(int axis) {
    const auto place = [&](int i) {
      const double x = leaves_[i].centre[axis];
      return std::isnan(x) ? std::numeric_limits<double>::infinity() : x;
    };
    std::sort(order_.begin(), order_.end(), [&](int a, int b) { return place(a) < place(b); });
    std::vector<int>& rank = rank_[axis];
    rank.resize(order_.size());
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const double gap = place(order_[i]) - place(order_[i - 1]);
      rank[order_[i]] = rank[order_[i - 1]] + (gap > kTiny ? 1 : 0);
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
    const std::vector<int>& rank = rank_[longest_axis(box.high - box.low)];
    int* const middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end,
                     [&](int a, int b) { return rank[a] != rank[b] ? rank[a] < rank[b] : a < b; });
    const int left = split(begin, middle, depth + 1);
    const int right = split(middle, end, depth + 1);
    nodes_[index].child = {left, right};
    return index;
  }

  std::span<const BoxLeaf> leaves_;
  std::vector<int> order_;
  std::array<std::vector<int>, 3> rank_;
  std::vector<BvhNode> nodes_;
};

}  // namespace

std::vector<BvhNode> build_box_tree(std::span<const BoxLeaf> leaves) {
  return Builder(leaves).take();
}

}  // namespace thew::compile
