#pragma once

// Boxes around the elements of flexes.

#include <thew/data.h>

#include "math/pack.h"

namespace thew::collision {

/// Whether two boxes are farther apart than `reach`.
template <class T>
bool boxes_apart(const T* a, const T* b, double reach) {
  bool apart = false;
  for (int k = 0; k < 3; ++k) {
    const double way = static_cast<double>(b[k]) - static_cast<double>(a[k]);
    const double room = static_cast<double>(a[k + 3]) + static_cast<double>(b[k + 3]) + reach;
    apart |= (way > room) | (-way > room);
  }
  return apart;
}

/// The tree of boxes over the elements of a flex. A flex without one is asked element by element.
template <class T>
class Tree {
 public:
  Tree(const Model& m, const BasicData<T>& d, int flex)
      : m_(m),
        d_(d),
        root_(m.flex_bvhadr[flex]),
        count_(root_ < 0 ? 0 : m.flex_bvhnum[flex]),
        first_(root_ - static_cast<int>(m.nbvhstatic)) {}

  int nodes() const { return count_; }
  /// The element of a leaf, or -1.
  int element(int node) const { return m_.bvh_nodeid[root_ + node]; }
  int child(int node, int i) const { return m_.bvh_child.row(root_ + node)[i]; }
  const T* box(int node) const { return d_.bvh_aabb_dyn.row(first_ + node); }

  /// Calls visit(node) for the leaves whose boxes are nearer to `box` than `reach`.
  template <class Visit>
  void near(const T* box, double reach, const Visit& visit) const {
    if (count_ > 0) search(0, box, reach, visit);
  }

  /// Calls visit(i, j) for leaves i < j whose boxes meet, those of the first leaf first.
  template <class Visit>
  void each_pair(const Visit& visit) const {
    if (count_ > 0) walk(0, nullptr, visit);
  }

 private:
  // The second children of nodes above, of which the first has been gone into: all that is behind.
  struct Behind {
    int node;
    const Behind* next;
  };

  const int* children(int node) const { return m_.bvh_child.row(root_ + node); }

  // Nodes below another one follow it, the first child's before the second's.
  template <class Visit>
  void search(int node, const T* other, double reach, const Visit& visit) const {
    if (boxes_apart(box(node), other, reach)) return;
    if (element(node) >= 0) return visit(node);
    const int* child = children(node);
    search(child[0], other, reach, visit);
    search(child[1], other, reach, visit);
  }

  template <class Visit>
  void walk(int node, const Behind* behind, const Visit& visit) const {
    if (element(node) < 0) {
      const int* child = children(node);
      const Behind second = {child[1], behind};
      walk(child[0], &second, visit);
      return walk(child[1], behind, visit);
    }
    for (; behind != nullptr; behind = behind->next) {
      search(behind->node, box(node), 0, [&](int other) { visit(node, other); });
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  int root_, count_, first_;
};

/// Which of two elements of one flex is the first: by the tree, by where their boxes begin along
/// the longest axis of the flex, or by their numbers.
template <class T>
class SelfOrder {
 public:
  SelfOrder(const Model& m, const BasicData<T>& d, int flex, const Tree<T>& tree)
      : box_(d.flexelem_aabb.row(m.flex_elemadr[flex])), kind_(FlexSelf{m.flex_selfcollide[flex]}) {
    if (kind_ == FlexSelf::Auto) kind_ = m.flex_dim[flex] == 3 ? FlexSelf::Bvh : FlexSelf::Sap;
    if (has(m.opt.disableflags, DisableBit::Midphase)) kind_ = FlexSelf::Narrow;
    const T* half = tree.box(0) + 3;
    axis_ = half[0] > half[1] && half[0] > half[2] ? 0 : half[1] > half[2] ? 1 : 2;
  }

  /// Whether the second, whose leaf comes later, is to be the first.
  bool turns(int e1, int e2) const {
    if (kind_ == FlexSelf::Bvh) return false;
    if (kind_ == FlexSelf::Narrow) return e2 < e1;
    const float a = begin(e1), b = begin(e2);
    return b < a || (b == a && e2 < e1);
  }

 private:
  float begin(int e) const {
    const T* box = box_ + 6 * std::int64_t{e};
    return static_cast<float>(box[axis_] - box[axis_ + 3]);
  }

  const T* box_;
  FlexSelf kind_;
  int axis_;
};

}  // namespace thew::collision
