#pragma once

// The polytope inside A - B that EPA grows: triangles around the origin, each knowing its
// neighbours.

#include "element/convex/options.h"
#include "element/convex/simplex.h"

namespace thew::element::convex {

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

  THEW_HD inline Polytope(ConvexMemory memory, int iterations);
  /// Bytes for this many iterations.
  THEW_HD inline static std::size_t bytes(int iterations);

  /// A new last vertex, for the caller to fill in.
  THEW_INLINE SupportPoint& add_vertex() { return vertex_[vertex_count_++]; }
  THEW_INLINE void clear() { vertex_count_ = facet_count_ = candidate_count_ = 0; }

  /// Adds a face; its outside is the one that `centre` is not on. Returns its squared distance from
  /// the origin, 0 when it has no plane.
  THEW_HD inline double add_face(const int* corner, const int* beyond);
  THEW_HD inline void make_all_candidates();
  /// The candidate nearest to the origin, or null.
  THEW_HD inline Facet* nearest();

  /// Removes what the last vertex sees, beginning with `facet`, and closes the hole with faces to
  /// that vertex. Faces nearer than `lower2` or farther than `upper2` are no candidates. Broken:
  /// the hole is no loop of edges or a new face has no plane; nothing more is known.
  THEW_HD Growth grow(Facet& facet, double lower2, double upper2);

  THEW_INLINE const SupportPoint& vertex(int i) const { return vertex_[i]; }
  THEW_INLINE int vertices() const { return vertex_count_; }
  THEW_INLINE int candidates() const { return candidate_count_; }

  Vec3d centre{};  ///< a point inside

 private:
  struct HoleEdge {
    int face, edge;  ///< a face that stays, and its edge at the hole; or one still to be looked at
  };
  /// Edges of the hole and edges still to be looked at are never more than the faces and these.
  static constexpr int kSpareEdges = 3;

  THEW_HD inline void make_candidate(Facet& facet);
  THEW_HD inline void remove(Facet& facet);
  THEW_HD inline void explore(const Facet& first);
  THEW_HD inline void find_plane(Facet& facet);
  THEW_HD inline void find_four_planes(Facet* facets, int count);

  SupportPoint* vertex_ = nullptr;
  Facet* facet_ = nullptr;
  Facet** candidate_ = nullptr;
  double* candidate_distance2_ = nullptr;  ///< of the candidates, close together for the search
  HoleEdge* hole_ = nullptr;
  int vertex_count_ = 0, facet_count_ = 0, candidate_count_ = 0, hole_count_ = 0;
  int max_facets_ = 0;
  Vec3d eye_{};
};

// Five vertices to begin with and one per iteration. A new vertex replaces the faces that it sees
// by at least three; six per iteration are rarely used up.
THEW_HD inline int max_vertices(int iterations) {
  return 5 + (iterations > 0 ? iterations : 0);
}
THEW_HD inline int max_facets(int iterations) {
  return 6 * (iterations > 1 ? iterations : 1);
}

template <class T>
THEW_HD inline std::size_t padded(int count) {
  return (sizeof(T) * std::size_t(count) + 7) / 8 * 8;
}

template <class T>
THEW_HD inline T* take(std::byte*& at, int count) {
  T* array = reinterpret_cast<T*>(at);
  at += padded<T>(count);
  return array;
}

THEW_HD inline int edge_from(const Facet& facet, int corner) {
  return facet.corner[0] == corner ? 0 : facet.corner[1] == corner ? 1 : 2;
}

THEW_HD inline int after(int edge) {
  return edge == 2 ? 0 : edge + 1;
}

inline constexpr int kPlanes = 4;  // found at a time

THEW_HD inline std::size_t Polytope::bytes(int iterations) {
  const int facets = max_facets(iterations);
  return padded<SupportPoint>(max_vertices(iterations)) + padded<Facet>(facets) +
         padded<Facet*>(facets) + padded<double>(facets) + padded<HoleEdge>(facets + kSpareEdges);
}

THEW_HD inline Polytope::Polytope(ConvexMemory memory, int iterations)
    : max_facets_(max_facets(iterations)) {
  std::byte* at = memory.data;
  vertex_ = take<SupportPoint>(at, max_vertices(iterations));
  facet_ = take<Facet>(at, max_facets_);
  candidate_ = take<Facet*>(at, max_facets_);
  candidate_distance2_ = take<double>(at, max_facets_);
  hole_ = take<HoleEdge>(at, max_facets_ + kSpareEdges);
}

THEW_HD inline void Polytope::find_plane(Facet& facet) {
  const auto [a, b, c] = facet.corner;
  facet.distance2 = 0;
  if (!foot_on_plane(vertex_[c].w, vertex_[b].w, vertex_[a].w, facet.foot)) return;
  if (plain_dot(facet.foot, vertex_[a].w - centre) < 0) facet.foot = -facet.foot;
  facet.distance2 = plain_dot(facet.foot, facet.foot);
}

// As find_plane, for up to four faces with the same first corner, side by side. Slivers, whose
// first normal is too short, are left to find_plane.
THEW_HD inline void Polytope::find_four_planes(Facet* facets, int count) {
#if defined(__CUDACC__)
  for (int i = 0; i < count; ++i) find_plane(facets[i]);
#else
  using Planes = math::Wide<double, kPlanes>;
  double value[6][kPlanes];
  for (int i = 0; i < kPlanes; ++i) {
    const Facet& facet = facets[i < count ? i : 0];
    const Vec3d &q = vertex_[facet.corner[1]].w, &r = vertex_[facet.corner[2]].w;
    value[0][i] = q.x, value[1][i] = q.y, value[2][i] = q.z;
    value[3][i] = r.x, value[4][i] = r.y, value[5][i] = r.z;
  }
  using Vec3l = math::Vec3<Planes>;
  const Vec3d& p = vertex_[facets[0].corner[0]].w;
  const Vec3d out = p - centre;
  const Vec3l a{Planes(p.x), Planes(p.y), Planes(p.z)};
  const Vec3l outward{Planes(out.x), Planes(out.y), Planes(out.z)};
  const Vec3l b{Planes::load(value[0]), Planes::load(value[1]), Planes::load(value[2])};
  const Vec3l c{Planes::load(value[3]), Planes::load(value[4]), Planes::load(value[5])};
  const Vec3l normal = cross(a - b, b - c);
  const Planes height = plain_dot(normal, b), norm2 = plain_dot(normal, normal);
  Vec3l foot = normal * (height / norm2);
  foot = select(plain_dot(foot, outward) < Planes(0.0), -foot, foot);
  const Planes distance2 = plain_dot(foot, foot);
  for (int i = 0; i < count; ++i) {
    if (!(height[i] != 0 && norm2[i] > kTiny)) {
      find_plane(facets[i]);
      continue;
    }
    facets[i].foot = {foot.x[i], foot.y[i], foot.z[i]};
    facets[i].distance2 = distance2[i];
  }
#endif
}

THEW_HD inline double Polytope::add_face(const int* corner, const int* beyond) {
  Facet& facet = facet_[facet_count_++];
  for (int i = 0; i < 3; ++i) facet.corner[i] = corner[i], facet.beyond[i] = beyond[i];
  facet.place = Facet::kNoCandidate;
  find_plane(facet);
  return facet.distance2;
}

THEW_HD inline void Polytope::make_all_candidates() {
  for (int i = 0; i < facet_count_; ++i) make_candidate(facet_[i]);
}

THEW_HD inline void Polytope::make_candidate(Facet& facet) {
  facet.place = candidate_count_;
  candidate_[candidate_count_] = &facet;
  candidate_distance2_[candidate_count_++] = facet.distance2;
}

THEW_HD inline Facet* Polytope::nearest() {
  int best = -1;
  double distance2 = kInfinity;
  for (int i = 0; i < candidate_count_; ++i) {
    if (candidate_distance2_[i] < distance2) {
      best = i;
      distance2 = candidate_distance2_[i];
    }
  }
  return best < 0 ? nullptr : candidate_[best];
}

THEW_HD inline void Polytope::remove(Facet& facet) {
  const int place = facet.place;
  if (place >= 0) {
    const int last = --candidate_count_;
    candidate_[place] = candidate_[last];
    candidate_distance2_[place] = candidate_distance2_[last];
    candidate_[place]->place = place;
  }
  facet.place = Facet::kRemoved;
}

// Walks over the faces that the eye sees, from the edges of the first one, depth first so that the
// edges of the hole come in order around it. Edges still to be looked at wait at the end of the
// room for the hole: a face that is seen takes one away and brings two.
THEW_HD inline void Polytope::explore(const Facet& first) {
  HoleEdge* const end = hole_ + max_facets_ + kSpareEdges;
  HoleEdge* next = end;
  const auto wait = [&](const Facet& facet, int i) {
    const int face = facet.beyond[i];
    *--next = {face, edge_from(facet_[face], facet.corner[after(i)])};
  };
  for (int i = 3; i-- > 0;) wait(first, i);
  while (next != end) {
    const HoleEdge at = *next++;
    Facet& facet = facet_[at.face];
    if (facet.place == Facet::kRemoved) continue;
    if (!(plain_dot(facet.foot, eye_) - facet.distance2 > kTiny)) {
      hole_[hole_count_++] = at;
      continue;
    }
    remove(facet);
    wait(facet, after(after(at.edge)));
    wait(facet, after(at.edge));
  }
}

THEW_LARGE Polytope::Growth Polytope::grow(Facet& facet, double lower2, double upper2) {
  const int apex = vertex_count_ - 1;
  eye_ = vertex_[apex].w;
  hole_count_ = 0;
  remove(facet);
  explore(facet);
  const int count = hole_count_, first = facet_count_;
  if (count < 3) return Growth::Broken;
  if (count > max_facets_ - first) return Growth::Full;

  Facet* const added = facet_ + first;
  for (int i = 0; i < count; ++i) {
    const auto [face, edge] = hole_[i];
    Facet& outer = facet_[face];
    outer.beyond[edge] = first + i;
    added[i].corner[0] = apex;
    added[i].corner[1] = outer.corner[after(edge)];
    added[i].corner[2] = outer.corner[edge];
    added[i].beyond[0] = first + (i == 0 ? count : i) - 1;
    added[i].beyond[1] = face;
    added[i].beyond[2] = first + (i + 1 == count ? 0 : i + 1);
    added[i].place = Facet::kNoCandidate;
  }
  facet_count_ += count;
  for (int i = 0; i < count; i += kPlanes) {
    find_four_planes(added + i, count - i < kPlanes ? count - i : kPlanes);
  }
  for (int i = 0; i < count; ++i) {
    const double distance2 = added[i].distance2;
    if (distance2 == 0) return Growth::Broken;
    if (distance2 >= lower2 && distance2 <= upper2) make_candidate(added[i]);
  }
  return Growth::Done;
}

}  // namespace thew::element::convex
