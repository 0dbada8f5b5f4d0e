#pragma once

// The polytope inside A - B that EPA grows: triangles around the origin, each knowing its
// neighbours.

#include <cstddef>

#include "collision/convex/convex.h"
#include "collision/convex/simplex.h"

namespace thew::collision {

/// A triangle of the polytope. Edge i goes from corner i to the next; `beyond[i]` is the face on
/// its other side.
struct Facet {
  enum State { Kept = -1, Removed = -2 };  // values of `place` that are no places

  int corner[3];
  int beyond[3];
  int place;         ///< among the candidates, or a State
  double distance2;  ///< |foot|^2
  Vec3d foot;        ///< of the origin on the plane, pointing out of the polytope
};

/// Vertices, faces and the faces that may still turn out nearest, in memory of the caller.
class Polytope {
 public:
  Polytope(ConvexMemory memory, int iterations);
  /// Bytes for this many iterations.
  static std::size_t bytes(int iterations);

  int add_vertex(const SupportPoint& point);
  void drop_vertex() { --vertex_count_; }
  /// Adds a face whose outside is the one that `centre` is not on; returns its squared distance, 0
  /// when it has no plane.
  double add_face(int a, int b, int c, int beyond_ab, int beyond_bc, int beyond_ca);
  void make_candidates();  ///< all faces
  void make_candidate(Facet& facet);
  void clear();
  /// The candidate nearest to the origin, or null.
  Facet* nearest();

  /// Removes what the last vertex sees, beginning with `facet`, and closes the hole with faces to
  /// that vertex. Only faces not nearer than `lower2` and not farther than `upper2` stay
  /// candidates. False where the hole is no closed loop of edges, a face is degenerate or the
  /// memory is full: then nothing is known of the polytope.
  enum class Growth { Done, Full, Broken };
  Growth grow(Facet& facet, double lower2, double upper2);

  const SupportPoint& vertex(int i) const { return vertex_[i]; }
  int vertices() const { return vertex_count_; }
  int candidates() const { return candidate_count_; }

  Vec3d centre{};  ///< a point inside

 private:
  struct HoleEdge {
    int face, edge;  ///< a face that stays, and its edge at the hole
  };
  bool sees(const Facet& facet) const;
  void remove(Facet& facet);
  void explore(int face, int edge);
  int edge_from(const Facet& facet, int corner) const;

  SupportPoint* vertex_ = nullptr;
  Facet* facet_ = nullptr;
  Facet** candidate_ = nullptr;
  HoleEdge* hole_ = nullptr;
  int vertex_count_ = 0, facet_count_ = 0, candidate_count_ = 0, hole_count_ = 0;
  int max_facets_ = 0;
  Vec3d eye_{};
};

}  // namespace thew::collision
