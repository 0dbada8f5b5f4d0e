// Bounding volume hierarchies: for each body a binary tree of boxes around its geoms, in the frame
// of its inertia.

#include <algorithm>
#include <limits>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

struct Leaf {
  int geom = 0;
  Vec3 centre = {};  // of the geom's frame, in the body's inertial frame
};

struct Box {
  Vec3 low, high;
};

// The box around all leaves, grown where it would be flat.
Box enclose(const Draft& draft, const BodyDraft& body, const Leaf* begin, const Leaf* end) {
  constexpr double kMost = std::numeric_limits<double>::max();
  Box box = {{kMost, kMost, kMost}, {-kMost, -kMost, -kMost}};
  const Vec4 back = conjugate(body.inertial.quat);
  for (const Leaf* leaf = begin; leaf != end; ++leaf) {
    const GeomDraft& geom = draft.geoms[leaf->geom];
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 p;
      for (int k = 0; k < 3; ++k) {
        p[k] = geom.aabb[k] + ((corner >> k & 1) != 0 ? 1 : -1) * geom.aabb[3 + k];
      }
      p = rotate(geom.pose.quat, p) + (geom.pose.pos - body.inertial.pos);
      p = rotate(back, p);
      for (int k = 0; k < 3; ++k) {
        box.low[k] = std::min(box.low[k], p[k]);
        box.high[k] = std::max(box.high[k], p[k]);
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    if (std::abs(box.high[k] - box.low[k]) < kTiny) {
      box.low[k] -= kTiny;
      box.high[k] += kTiny;
    }
  }
  return box;
}

int longest_axis(const Vec3& edge) {
  int axis = edge[1] >= edge[0] + kTiny ? 1 : 0;
  if (edge[2] >= edge[axis] + kTiny) axis = 2;
  return axis;
}

// Splits at the median along the longest edge; returns the number of the new node.
int build(const Draft& draft, BodyDraft& body, Leaf* begin, Leaf* end, int depth) {
  const Box box = enclose(draft, body, begin, end);
  const int index = static_cast<int>(body.bvh.size());
  BvhNode& node = body.bvh.emplace_back();
  node.depth = depth;
  for (int k = 0; k < 3; ++k) {
    node.box[k] = (box.high[k] + box.low[k]) / 2;
    node.box[3 + k] = (box.high[k] - box.low[k]) / 2;
  }
  if (end - begin == 1) {
    node.geom = begin->geom;
    return index;
  }
  const int axis = longest_axis(box.high - box.low);
  Leaf* middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end, [axis](const Leaf& a, const Leaf& b) {
    const double gap = a.centre[axis] - b.centre[axis];
    return std::abs(gap) > kTiny ? gap < 0 : a.geom < b.geom;
  });
  const int left = build(draft, body, begin, middle, depth + 1);
  const int right = build(draft, body, middle, end, depth + 1);
  body.bvh[index].child = {left, right};
  return index;
}

}  // namespace

void build_bvh(Draft& draft) {
  for (BodyDraft& body : draft.bodies) {
    std::vector<Leaf> leaves;
    for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
      const GeomDraft& geom = draft.geoms[g];
      if (geom.spec->contype == 0 && geom.spec->conaffinity == 0) continue;
      const Vec3 centre = rotate(conjugate(body.inertial.quat), geom.pose.pos - body.inertial.pos);
      leaves.push_back({g, centre});
    }
    if (!leaves.empty()) build(draft, body, leaves.data(), leaves.data() + leaves.size(), 0);
  }
}

void write_bvh(const Draft& draft, Model& m) {
  int adr = 0;
  for (int b = 0; b < m.nbody; ++b) {
    const std::vector<BvhNode>& nodes = draft.bodies[b].bvh;
    m.body_bvhadr[b] = nodes.empty() ? -1 : adr;
    m.body_bvhnum[b] = static_cast<int>(nodes.size());
    for (const BvhNode& node : nodes) {
      m.bvh_depth[adr] = node.depth;
      put(m.bvh_child, adr, node.child);
      m.bvh_nodeid[adr] = node.geom;
      put(m.bvh_aabb, adr++, node.box);
    }
  }
}

}  // namespace thew::compile
