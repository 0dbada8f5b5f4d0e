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
  static constexpr int kNoCandidate = -1, kRemoved = -2;  ///< values of `place` that are no places

  Vec3d foot;        ///< of the origin on the plane, pointing out of the polytope
  double distance2;  ///< |foot|^2; 0 when the face has no plane
  int corner[3];
  int beyond[3];
  int place;  ///< among the candidates
};

/// Vertices, faces and the faces that may still turn out nearest, in memory of the caller.
class Polytope {
 public:
  /// What became of a polytope that should grow.
  enum class Growth { Done, Full, Broken };

  Polytope(ConvexMemory memory, int iterations);
  /// Bytes for this many iterations.
  static std::size_t bytes(int iterations);

  /// A new last vertex, for the caller to fill in.
  SupportPoint& add_vertex() { return vertex_[vertex_count_++]; }
  void clear() { vertex_count_ = facet_count_ = candidate_count_ = 0; }

  /// Adds a face; its outside is the one that `centre` is not on. Returns its squared distance from
  /// the origin, 0 when it has no plane.
  double add_face(const int* corner, const int* beyond);
  void make_all_candidates();
  /// The candidate nearest to the origin, or null.
  Facet* nearest();

  /// Removes what the last vertex sees, beginning with `facet`, and closes the hole with faces to
  /// that vertex. Faces nearer than `lower2` or farther than `upper2` are no candidates. Broken:
  /// the hole is no loop of edges or a new face has no plane; nothing more is known.
  Growth grow(Facet& facet, double lower2, double upper2);

  const SupportPoint& vertex(int i) const { return vertex_[i]; }
  int vertices() const { return vertex_count_; }
  int candidates() const { return candidate_count_; }

  Vec3d centre{};  ///< a point inside

 private:
  struct HoleEdge {
    int face, edge;  ///< a face that stays, and its edge at the hole
  };
  void make_candidate(Facet& facet);
  void remove(Facet& facet);
  void explore(int face, int edge);
  void find_plane(Facet& facet);
  void find_four_planes(Facet* facets, int count);

  SupportPoint* vertex_ = nullptr;
  Facet* facet_ = nullptr;
  Facet** candidate_ = nullptr;
  double* candidate_distance2_ = nullptr;  ///< of the candidates, close together for the search
  HoleEdge* hole_ = nullptr;
  int vertex_count_ = 0, facet_count_ = 0, candidate_count_ = 0, hole_count_ = 0;
  int max_facets_ = 0;
  Vec3d eye_{};
};

}  // namespace thew::collision
