// Middle phase: which geoms of two bodies may touch. Few geoms are compared box by box; a body of
// many is searched through its tree of boxes.

#include <algorithm>
#include <tuple>

#include "collision/search.h"
#include "math/mat3.h"

namespace thew::collision {

using namespace math;

namespace {

// Appends the pairs that pass the tests on geoms.
class PairList {
 public:
  PairList(const Model& m, const Box* box, int first, int last, GeomPair* next, GeomPair* end)
      : m_(m), box_(box), first_(first), last_(last), next_(next), end_(end) {}

  void add(int a, int b) {
    if (!overlap(box_[a], box_[b])) return;
    const bool affine = (m_.geom_contype[a] & m_.geom_conaffinity[b]) != 0 ||
                        (m_.geom_contype[b] & m_.geom_conaffinity[a]) != 0;
    if (!affine || is_explicit(a, b)) return;
    if (m_.geom_type[a] > m_.geom_type[b]) std::swap(a, b);
    if (next_ < end_) {
      *next_++ = {a, b, -1};
    } else {
      ++lost_;
    }
  }
  GeomPair* next() const { return next_; }
  /// How many found no room.
  std::int64_t lost() const { return lost_; }

 private:
  bool is_explicit(int a, int b) const {
    for (int k = first_; k < last_; ++k) {
      const int c = m_.pair_geom1[k], e = m_.pair_geom2[k];
      if ((a == c && b == e) || (a == e && b == c)) return true;
    }
    return false;
  }

  const Model& m_;
  const Box* box_;
  int first_, last_;
  GeomPair* next_;
  GeomPair* end_;
  std::int64_t lost_ = 0;
};

// A box in the frame of a tree: centre and half sizes.
struct LocalBox {
  double centre[3], half[3];
};

LocalBox to_local(const Box& box, const double* xipos, const double* ximat) {
  LocalBox local = {};
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) {
      const double axis = ximat[3 * j + k];
      local.centre[k] += axis * ((0.5 * box.low[j] + 0.5 * box.high[j]) - xipos[j]);
      local.half[k] += abs(axis) * (0.5 * box.high[j] - 0.5 * box.low[j]);
    }
  }
  return local;
}

bool overlap(const LocalBox& a, const double* node) {
  bool meet = true;
  for (int k = 0; k < 3; ++k) {
    // An endless box has no centre: it overlaps everything.
    meet &= !(abs(a.centre[k] - node[k]) > a.half[k] + node[3 + k]);
  }
  return meet;
}

// Tests a geom against the tree of a body whose nodes are m.bvh_*[root ...]. The geom is the first
// or the second of the pairs.
void search_tree(const Model& m, int root, const LocalBox& box, double margin, int geom,
                 bool geom_first, PairList& list) {
  constexpr int kDeepest = 64;  // trees are split in the middle
  int stack[kDeepest];
  int size = 0;
  stack[size++] = 0;
  LocalBox grown = box;
  for (double& half : grown.half) half += margin;
  while (size > 0) {
    const int node = root + stack[--size];
    if (!overlap(grown, m.bvh_aabb.row(node))) continue;
    if (const int other = m.bvh_nodeid[node]; other >= 0) {
      list.add(geom_first ? geom : other, geom_first ? other : geom);
      continue;
    }
    const int* child = m.bvh_child.row(node);
    for (int k = 0; k < 2; ++k) {
      if (child[k] >= 0 && size < kDeepest) stack[size++] = child[k];
    }
  }
}

}  // namespace

GeomPair* geom_pairs(const Model& m, const double* xipos, const double* ximat, const Box* box,
                     int body1, int body2, int first, int last, bool fast, GeomPair* begin,
                     GeomPair* end, std::int64_t& lost) {
  PairList list(m, box, first, last, begin, end);
  const bool trees = !has(m.opt.disableflags, DisableBit::Midphase) && m.body_bvhadr[body1] >= 0 &&
                     m.body_bvhadr[body2] >= 0;
  const bool first_has_more = m.body_geomnum[body1] >= m.body_geomnum[body2];
  const int many = first_has_more ? body1 : body2, few = first_has_more ? body2 : body1;
  constexpr int kFew = 64;
  const bool search = trees && std::int64_t{m.body_geomnum[body1]} * m.body_geomnum[body2] > kFew;
  if (!search || !xipos) {
    const int end1 = m.body_geomadr[body1] + m.body_geomnum[body1];
    const int end2 = m.body_geomadr[body2] + m.body_geomnum[body2];
    for (int a = m.body_geomadr[body1]; a < end1; ++a) {
      for (int b = m.body_geomadr[body2]; b < end2; ++b) list.add(a, b);
    }
  } else {
    double margin = m.body_margin[many];
    if (has(m.opt.enableflags, EnableBit::Override)) margin += m.opt.o_margin;
    for (int g = m.body_geomadr[few]; g < m.body_geomadr[few] + m.body_geomnum[few]; ++g) {
      const LocalBox local = to_local(box[g], xipos + 3 * many, ximat + 9 * many);
      search_tree(m, m.body_bvhadr[many], local, margin, g, few == body1, list);
    }
  }
  if (trees && !fast && list.next() - begin > 1) {
    std::sort(begin, list.next(), [](const GeomPair& a, const GeomPair& b) {
      return std::tie(a.geom1, a.geom2) < std::tie(b.geom1, b.geom2);
    });
  }
  lost += list.lost();
  return list.next();
}

}  // namespace thew::collision
