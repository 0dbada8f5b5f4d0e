// Bounding volume trees in the Model: for each body one around its geoms, in the frame of its
// inertia, then for each mesh one around its triangles.

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

// A geom as seen from the body's inertial frame.
BoxLeaf make_leaf(const BodyDraft& body, const GeomDraft& geom, int id) {
  const Vec4 back = conjugate(body.inertial.quat);
  const Vec3 offset = geom.pose.pos - body.inertial.pos;
  BoxLeaf leaf;
  leaf.id = id;
  leaf.centre = rotate(back, offset);
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      p[k] = geom.aabb[k] + ((corner >> k & 1) != 0 ? 1 : -1) * geom.aabb[3 + k];
    }
    leaf.box.add(rotate(back, rotate(geom.pose.quat, p) + offset));
  }
  return leaf;
}

void write_tree(const std::vector<BvhNode>& tree, Model& m, int adr) {
  for (const BvhNode& node : tree) {
    m.bvh_depth[adr] = node.depth;
    put(m.bvh_child, adr, node.child);
    m.bvh_nodeid[adr] = node.id;
    put(m.bvh_aabb, adr++, node.box);
  }
}

}  // namespace

void build_bvh(Draft& draft) {
  for (BodyDraft& body : draft.bodies) {
    std::vector<BoxLeaf> leaves;
    for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
      const GeomDraft& geom = draft.geoms[g];
      if (geom.spec->contype == 0 && geom.spec->conaffinity == 0) continue;
      leaves.push_back(make_leaf(body, geom, g));
    }
    body.bvh = build_box_tree(leaves);
  }
}

void write_bvh(const Draft& draft, Model& m) {
  int adr = 0;
  const auto place = [&](const std::vector<BvhNode>& tree, int& first, int& count) {
    first = tree.empty() ? -1 : adr;
    count = static_cast<int>(tree.size());
    write_tree(tree, m, adr);
    adr += count;
  };
  for (int b = 0; b < m.nbody; ++b) {
    place(draft.bodies[b].bvh, m.body_bvhadr[b], m.body_bvhnum[b]);
  }
  for (int i = 0; i < m.nmesh; ++i) {
    place(draft.meshes[i]->bvh, m.mesh_bvhadr[i], m.mesh_bvhnum[i]);
  }
}

}  // namespace thew::compile
