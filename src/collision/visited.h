#pragma once

#include <thew/data.h>

#include "collision/sdf/watcher.h"

namespace thew::collision {

/// Marks in bvh_active which bounding boxes of bodies and flexes a search of two trees for pairs
/// visits, as MuJoCo's does. For viewers (vis.global.bvactive); contacts do not depend on it. Of
/// one world.
template <class T>
void mark_visited(const Model& m, BasicData<T>& d);

/// Marks the boxes of meshes that searches in distance fields visit.
template <class T>
class MeshMarks : public FieldWatcher {
 public:
  MeshMarks(const Model& m, BasicData<T>& d) : m_(m), d_(d) {}
  void visit(const MeshView& mesh, int node) override {
    d_.bvh_active[(mesh.bvh_child - m_.bvh_child.data()) / 2 + node] = true;
  }

 private:
  const Model& m_;
  BasicData<T>& d_;
};

}  // namespace thew::collision
