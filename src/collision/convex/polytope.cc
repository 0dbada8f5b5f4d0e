#include "collision/convex/polytope.h"

#include <limits>

namespace thew::collision {
namespace {

constexpr double kTiny = 1e-15;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Five vertices to begin with and one per iteration; a new vertex replaces the faces it sees by at
// least three, on average four or less.
int max_vertices(int iterations) {
  return iterations + 5;
}
int max_facets(int iterations) {
  return 6 * iterations + 6;
}

template <class T>
T* take(std::byte*& at, int count) {
  T* array = reinterpret_cast<T*>(at);
  at += (sizeof(T) * std::size_t(count) + 7) / 8 * 8;
  return array;
}

// The foot of the origin on the plane of three points. The cross product of two edges is tried at
// each corner in turn, for slivers whose first two edges are parallel.
bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot) {
  const Vec3d ab = b - a, ac = c - a, bc = c - b;
  const Vec3d normal[3] = {math::cross(bc, ab), math::cross(ab, ac), math::cross(ac, bc)};
  const Vec3d* at[3] = {&b, &a, &c};
  for (int i = 0; i < 3; ++i) {
    const double height = plain_dot(normal[i], *at[i]);
    const double norm2 = plain_dot(normal[i], normal[i]);
    if (norm2 == 0) return false;
    if (i == 2 || (height != 0 && norm2 > kTiny)) {
      foot = normal[i] * (height / norm2);
      return true;
    }
  }
  return false;
}

}  // namespace

std::size_t Polytope::bytes(int iterations) {
  const auto padded = [](std::size_t n) { return (n + 7) / 8 * 8; };
  const auto facets = std::size_t(max_facets(iterations));
  return padded(sizeof(SupportPoint) * std::size_t(max_vertices(iterations))) +
         padded(sizeof(Facet) * facets) + padded(sizeof(Facet*) * facets) +
         padded(sizeof(HoleEdge) * facets);
}

Polytope::Polytope(ConvexMemory memory, int iterations) : max_facets_(max_facets(iterations)) {
  std::byte* at = memory.data;
  vertex_ = take<SupportPoint>(at, max_vertices(iterations));
  facet_ = take<Facet>(at, max_facets_);
  candidate_ = take<Facet*>(at, max_facets_);
  hole_ = take<HoleEdge>(at, max_facets_);
}

int Polytope::add_vertex(const SupportPoint& point) {
  vertex_[vertex_count_] = point;
  return vertex_count_++;
}

double Polytope::add_face(int a, int b, int c, int beyond_ab, int beyond_bc, int beyond_ca) {
  Facet& facet = facet_[facet_count_++];
  facet = {{a, b, c}, {beyond_ab, beyond_bc, beyond_ca}, Facet::Kept, 0, {}};
  if (!foot_on_plane(vertex_[c].w, vertex_[b].w, vertex_[a].w, facet.foot)) return 0;
  if (plain_dot(facet.foot, vertex_[a].w - centre) < 0) facet.foot = -facet.foot;
  facet.distance2 = plain_dot(facet.foot, facet.foot);
  return facet.distance2;
}

void Polytope::make_candidates() {
  for (int i = 0; i < facet_count_; ++i) make_candidate(facet_[i]);
}

void Polytope::make_candidate(Facet& facet) {
  facet.place = candidate_count_;
  candidate_[candidate_count_++] = &facet;
}

void Polytope::clear() {
  vertex_count_ = facet_count_ = candidate_count_ = 0;
}

Facet* Polytope::nearest() {
  Facet* best = nullptr;
  double distance2 = kInfinity;
  for (int i = 0; i < candidate_count_; ++i) {
    if (candidate_[i]->distance2 < distance2) {
      best = candidate_[i];
      distance2 = best->distance2;
    }
  }
  return best;
}

bool Polytope::sees(const Facet& facet) const {
  return plain_dot(facet.foot, eye_) - facet.distance2 > kTiny;
}

void Polytope::remove(Facet& facet) {
  if (facet.place >= 0) {
    candidate_[facet.place] = candidate_[--candidate_count_];
    candidate_[facet.place]->place = facet.place;
  }
  facet.place = Facet::Removed;
}

int Polytope::edge_from(const Facet& facet, int corner) const {
  return facet.corner[0] == corner ? 0 : facet.corner[1] == corner ? 1 : 2;
}

// Walks over the faces that the eye sees, entering each by `edge`, depth first so that the edges of
// the hole come in order around it. Each face is entered once.
void Polytope::explore(int face, int edge) {
  Facet& facet = facet_[face];
  if (facet.place == Facet::Removed) return;
  if (!sees(facet)) {
    if (hole_count_ < max_facets_) hole_[hole_count_++] = {face, edge};
    return;
  }
  remove(facet);
  for (int k = 1; k < 3; ++k) {
    const int i = (edge + k) % 3, next = facet.beyond[i];
    explore(next, edge_from(facet_[next], facet.corner[(i + 1) % 3]));
  }
}

Polytope::Growth Polytope::grow(Facet& facet, double lower2, double upper2) {
  const int apex = vertex_count_ - 1;
  eye_ = vertex_[apex].w;
  hole_count_ = 0;
  remove(facet);
  for (int i = 0; i < 3; ++i) {
    const int next = facet.beyond[i];
    explore(next, edge_from(facet_[next], facet.corner[(i + 1) % 3]));
  }
  if (hole_count_ < 3) return Growth::Broken;
  if (hole_count_ > max_facets_ - facet_count_) return Growth::Full;

  const int first = facet_count_;
  for (int i = 0; i < hole_count_; ++i) {
    const auto [face, edge] = hole_[i];
    Facet& outer = facet_[face];
    const int a = outer.corner[edge], b = outer.corner[(edge + 1) % 3];
    const int before = first + (i + hole_count_ - 1) % hole_count_;
    const int after = first + (i + 1) % hole_count_;
    outer.beyond[edge] = first + i;
    const double distance2 = add_face(apex, b, a, before, face, after);
    if (distance2 == 0) return Growth::Broken;
    if (distance2 >= lower2 && distance2 <= upper2) make_candidate(facet_[first + i]);
  }
  return Growth::Done;
}

}  // namespace thew::collision
