#include "collision/convex/polytope.h"

#include <limits>

namespace thew::collision {
namespace {

constexpr double kTiny = 1e-15;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kLanes = 4;
using Corners = math::Wide<double, kLanes>;

// Five vertices to begin with and one per iteration. A new vertex replaces the faces that it sees
// by at least three; six per iteration are rarely used up.
int max_vertices(int iterations) {
  return 5 + (iterations > 0 ? iterations : 0);
}
int max_facets(int iterations) {
  return 6 * (iterations > 1 ? iterations : 1);
}

template <class T>
std::size_t padded(int count) {
  return (sizeof(T) * std::size_t(count) + 7) / 8 * 8;
}

template <class T>
T* take(std::byte*& at, int count) {
  T* array = reinterpret_cast<T*>(at);
  at += padded<T>(count);
  return array;
}

int edge_from(const Facet& facet, int corner) {
  return facet.corner[0] == corner ? 0 : facet.corner[1] == corner ? 1 : 2;
}

int after(int edge) {
  return edge == 2 ? 0 : edge + 1;
}

}  // namespace

std::size_t Polytope::bytes(int iterations) {
  const int facets = max_facets(iterations);
  return padded<SupportPoint>(max_vertices(iterations)) + padded<Facet>(facets) +
         padded<Facet*>(facets) + padded<double>(facets) + padded<HoleEdge>(facets);
}

Polytope::Polytope(ConvexMemory memory, int iterations) : max_facets_(max_facets(iterations)) {
  std::byte* at = memory.data;
  vertex_ = take<SupportPoint>(at, max_vertices(iterations));
  facet_ = take<Facet>(at, max_facets_);
  candidate_ = take<Facet*>(at, max_facets_);
  candidate_distance2_ = take<double>(at, max_facets_);
  hole_ = take<HoleEdge>(at, max_facets_);
}

void Polytope::find_plane(Facet& facet) {
  const auto [a, b, c] = facet.corner;
  facet.distance2 = 0;
  if (!foot_on_plane(vertex_[c].w, vertex_[b].w, vertex_[a].w, facet.foot)) return;
  if (plain_dot(facet.foot, vertex_[a].w - centre) < 0) facet.foot = -facet.foot;
  facet.distance2 = plain_dot(facet.foot, facet.foot);
}

// As find_plane, for up to four faces with the same first corner, side by side. Slivers, whose
// first normal is too short, are left to find_plane.
void Polytope::find_four_planes(Facet* facets, int count) {
  double value[6][kLanes];
  for (int i = 0; i < kLanes; ++i) {
    const Facet& facet = facets[i < count ? i : 0];
    const Vec3d &q = vertex_[facet.corner[1]].w, &r = vertex_[facet.corner[2]].w;
    value[0][i] = q.x, value[1][i] = q.y, value[2][i] = q.z;
    value[3][i] = r.x, value[4][i] = r.y, value[5][i] = r.z;
  }
  using Vec3l = math::Vec3<Corners>;
  const Vec3d& p = vertex_[facets[0].corner[0]].w;
  const Vec3d out = p - centre;
  const Vec3l a{Corners(p.x), Corners(p.y), Corners(p.z)};
  const Vec3l outward{Corners(out.x), Corners(out.y), Corners(out.z)};
  const Vec3l b{Corners::load(value[0]), Corners::load(value[1]), Corners::load(value[2])};
  const Vec3l c{Corners::load(value[3]), Corners::load(value[4]), Corners::load(value[5])};
  const Vec3l normal = math::cross(a - b, b - c);
  const Corners height = plain_dot(normal, b), norm2 = plain_dot(normal, normal);
  Vec3l foot = normal * (height / norm2);
  foot = math::select(plain_dot(foot, outward) < Corners(0.0), -foot, foot);
  const Corners distance2 = plain_dot(foot, foot);
  for (int i = 0; i < count; ++i) {
    if (!(height[i] != 0 && norm2[i] > kTiny)) {
      find_plane(facets[i]);
      continue;
    }
    facets[i].foot = {foot.x[i], foot.y[i], foot.z[i]};
    facets[i].distance2 = distance2[i];
  }
}

double Polytope::add_face(const int* corner, const int* beyond) {
  Facet& facet = facet_[facet_count_++];
  for (int i = 0; i < 3; ++i) facet.corner[i] = corner[i], facet.beyond[i] = beyond[i];
  facet.place = Facet::kNoCandidate;
  find_plane(facet);
  return facet.distance2;
}

void Polytope::make_all_candidates() {
  for (int i = 0; i < facet_count_; ++i) make_candidate(facet_[i]);
}

void Polytope::make_candidate(Facet& facet) {
  facet.place = candidate_count_;
  candidate_[candidate_count_] = &facet;
  candidate_distance2_[candidate_count_++] = facet.distance2;
}

Facet* Polytope::nearest() {
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

void Polytope::remove(Facet& facet) {
  const int place = facet.place;
  if (place >= 0) {
    const int last = --candidate_count_;
    candidate_[place] = candidate_[last];
    candidate_distance2_[place] = candidate_distance2_[last];
    candidate_[place]->place = place;
  }
  facet.place = Facet::kRemoved;
}

// Walks over the faces that the eye sees, entering each by `edge`, depth first so that the edges of
// the hole come in order around it. Each face is entered once.
void Polytope::explore(int face, int edge) {
  Facet& facet = facet_[face];
  if (facet.place == Facet::kRemoved) return;
  if (!(plain_dot(facet.foot, eye_) - facet.distance2 > kTiny)) {
    if (hole_count_ < max_facets_) hole_[hole_count_++] = {face, edge};
    return;
  }
  remove(facet);
  for (int i = after(edge); i != edge; i = after(i))
    explore(facet.beyond[i], edge_from(facet_[facet.beyond[i]], facet.corner[after(i)]));
}

Polytope::Growth Polytope::grow(Facet& facet, double lower2, double upper2) {
  const int apex = vertex_count_ - 1;
  eye_ = vertex_[apex].w;
  hole_count_ = 0;
  remove(facet);
  for (int i = 0; i < 3; ++i)
    explore(facet.beyond[i], edge_from(facet_[facet.beyond[i]], facet.corner[after(i)]));
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
  for (int i = 0; i < count; i += kLanes) {
    find_four_planes(added + i, count - i < kLanes ? count - i : kLanes);
  }
  for (int i = 0; i < count; ++i) {
    const double distance2 = added[i].distance2;
    if (distance2 == 0) return Growth::Broken;
    if (distance2 >= lower2 && distance2 <= upper2) make_candidate(added[i]);
  }
  return Growth::Done;
}

}  // namespace thew::collision
