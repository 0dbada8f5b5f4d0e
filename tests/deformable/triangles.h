#pragma once

// Small flexes whose forces can be worked out by hand.

#include <string>

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "support/hand_made.h"

namespace thew::test {

/// Corners of the unit square cut along x: 0 and 1 on the edge between the triangles, 2 and 3
/// beside it.
struct Sheet : World {
  explicit Sheet(const std::string& inside = "", const std::string& more = "")
      : World(R"(<worldbody><flexcomp name="f" type="direct" dim="2" radius=".1" mass="4"
      point="0 0 0 1 0 0 0 1 0 0 -1 0" element="0 1 2 1 0 3">)" +
              inside + "</flexcomp></worldbody>" + more) {}

  /// Moves a vertex from where it is at qpos0.
  void move(int vertex, double x, double y, double z) {
    const double by[3] = {x, y, z};
    for (int k = 0; k < 3; ++k) d.qpos[3 * vertex + k] += by[k];
    update();
  }
  void update() {
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    deformable::position(m, d);
    deformable::velocity(m, d);
    dynamics::com_vel(m, d);
  }
  /// The edge between two vertices.
  int edge(int a, int b) const {
    for (int e = 0; e < m.nflexedge; ++e) {
      const int* end = m.flex_edge.row(e);
      if ((end[0] == a && end[1] == b) || (end[0] == b && end[1] == a)) return e;
    }
    return -1;
  }
};

}  // namespace thew::test
