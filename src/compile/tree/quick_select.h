#pragma once

// Selection by partition, step for step as std::nth_element of LLVM's library, by which MuJoCo's
// wheels are built, takes them. For an order the steps do not matter. MuJoCo sorts boxes by a
// comparison that is none (points within 1e-14 go by number, so that a < b < c < a is possible),
// and then the steps decide which boxes come first.

#include <span>
#include <utility>

namespace thew::compile {

template <class T, class Less>
class QuickSelect {
 public:
  QuickSelect(std::span<T> items, Less less) : items_(items), less_(less) {}

  /// Puts at place n the item that belongs there, none that is greater before it and none that is
  /// less behind it.
  void operator()(int n) {
    Range range = {0, static_cast<int>(items_.size())};
    while (n < range.end && !small(range)) {
      if (!narrow(range, n)) return;
    }
  }

 private:
  struct Range {
    int begin, end;
  };
  static constexpr int kSmall = 7;  // ranges up to here are sorted

  bool less(int a, int b) const { return less_(items_[a], items_[b]); }

  void swap(int a, int b) {
    std::swap(items_[a], items_[b]);
    ++swaps_;
  }

  // Sorts a range that is small; returns whether it is.
  bool small(Range range) {
    const int count = range.end - range.begin;
    if (count > kSmall) return false;
    if (count == 3) {
      sort_three(range.begin, range.begin + 1, range.begin + 2);
      return true;
    }
    for (int i = range.begin; i < range.end - 1; ++i) {
      int least = i;
      for (int j = i + 1; j < range.end; ++j) {
        if (less(j, least)) least = j;
      }
      if (least != i) swap(i, least);
    }
    return true;
  }

  void sort_three(int a, int b, int c) {
    if (!less(b, a)) {
      if (!less(c, b)) return;
      swap(b, c);
      if (less(b, a)) swap(a, b);
    } else if (less(c, b)) {
      swap(a, c);
    } else {
      swap(a, b);
      if (less(c, b)) swap(b, c);
    }
  }

  // Parts a range at the middle one of three of its items and keeps the side that has place n;
  // returns whether there is more to do.
  bool narrow(Range& range, int n) {
    int pivot = range.begin + (range.end - range.begin) / 2, right = range.end - 1;
    swaps_ = 0;
    sort_three(range.begin, pivot, right);
    if (!less(range.begin, pivot)) {  // the first item is level with the pivot
      do {
        if (--right == range.begin) return skip_level(range, n);
      } while (!less(right, pivot));
      swap(range.begin, right);
    }
    const int middle = part(range.begin + 1, right, pivot);
    if (n == middle || (swaps_ == 0 && sorted(n < middle ? Range{range.begin, middle}
                                                         : Range{middle, range.end}))) {
      return false;
    }
    (n < middle ? range.end : range.begin) = n < middle ? middle : middle + 1;
    return true;
  }

  // Moves what is less than the pivot before it; returns where the pivot is then.
  int part(int left, int right, int pivot) {
    if (left < right) {
      for (;; ++left) {
        while (less(left, pivot)) ++left;
        do --right;
        while (!less(right, pivot));
        if (left >= right) break;
        swap(left, right);
        if (pivot == left) pivot = right;
      }
    }
    if (left != pivot && less(pivot, left)) swap(left, pivot);
    return left;
  }

  // Nothing is less than the first item: what is level with it goes to the front, and is done with.
  bool skip_level(Range& range, int n) {
    const int first = range.begin;
    int left = first + 1, right = range.end - 1;
    if (!less(first, right)) {
      while (left != right && !less(first, left)) ++left;
      if (left == right) return false;
      swap(left++, right);
    }
    if (left == right) return false;
    for (;; ++left) {
      while (!less(first, left)) ++left;
      do --right;
      while (less(first, right));
      if (left >= right) break;
      swap(left, right);
    }
    range.begin = left;
    return n >= left;
  }

  bool sorted(Range range) const {
    for (int i = range.begin + 1; i < range.end; ++i) {
      if (less(i, i - 1)) return false;
    }
    return true;
  }

  std::span<T> items_;
  Less less_;
  int swaps_ = 0;
};

}  // namespace thew::compile
