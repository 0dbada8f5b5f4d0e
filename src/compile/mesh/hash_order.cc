// The table is one linked list, in which the items of a bucket are neighbours; each bucket knows
// the item before its first one. New buckets begin at the front of the list, new items at the front
// of their bucket. The table grows to the next prime above twice its size when it is full, and then
// moves items that have lost their bucket's company to the front of their new bucket.

#include "compile/mesh/hash_order.h"

namespace thew::compile {

namespace {

std::uint64_t next_prime(std::uint64_t n) {
  for (;; ++n) {
    bool prime = true;
    for (std::uint64_t d = 2; prime && d * d <= n; ++d) prime = n % d != 0;
    if (prime) return n;
  }
}

class Table {
 public:
  explicit Table(const std::vector<std::uint64_t>& hashes)
      : hashes_(hashes), next_(hashes.size() + 1, kNone) {}

  // Puts item n - 1 into a table of the n - 1 before it; as a node it is n, for 0 is the head.
  void insert(int node) {
    if (static_cast<std::size_t>(node) > before_.size()) grow();
    int& before = before_[bucket(node)];
    if (before == kNone) {
      before = kHead;
      link(kHead, node);
      if (next_[node] != kNone) before_[bucket(next_[node])] = node;
    } else {
      link(before, node);
    }
  }

  std::vector<int> order() const {
    std::vector<int> items;
    for (int node = next_[kHead]; node != kNone; node = next_[node]) items.push_back(node - 1);
    return items;
  }

 private:
  static constexpr int kHead = 0, kNone = -1;

  std::size_t bucket(int node) const { return hashes_[node - 1] % before_.size(); }

  void link(int before, int node) {
    next_[node] = next_[before];
    next_[before] = node;
  }

  void grow() {
    before_.assign(before_.empty() ? 2 : next_prime(2 * before_.size() + 1), kNone);
    int last = kHead;
    std::size_t last_bucket = before_.size();
    for (int node = next_[kHead]; node != kNone; node = next_[last]) {
      const std::size_t home = bucket(node);
      if (home != last_bucket && before_[home] != kNone) {
        next_[last] = next_[node];
        link(before_[home], node);
        continue;
      }
      if (home != last_bucket) before_[home] = last;
      last = node;
      last_bucket = home;
    }
  }

  const std::vector<std::uint64_t>& hashes_;
  std::vector<int> next_;    // by node: the one after it
  std::vector<int> before_;  // by bucket: the node before its first
};

}  // namespace

std::vector<int> hash_order(const std::vector<std::uint64_t>& hashes) {
  Table table(hashes);
  for (std::size_t i = 0; i < hashes.size(); ++i) table.insert(static_cast<int>(i) + 1);
  return table.order();
}

}  // namespace thew::compile
