// Directed conservative advancement: Mirtich, "Impulse-based dynamic simulation of rigid body
// systems" (1996), with the closing speed bounded along the normal of the nearest points.

#include "collision/speculative.h"

#include <algorithm>

#include "collision/body_filter.h"
#include "collision/convex.h"
#include "collision/ray/geom.h"
#include "collision/triangle_mesh.h"
#include "collision/views.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

using Vec = Vec3<double>;

// One geom in one world: where it is, how it moves, and where it has got to.
struct Mover {
  const Shape* start;
  Sweep<double> sweep;
  double radius;  ///< of its bounding sphere

  Shape now{};
  Mat3<double> turned{};

  void advance(double t) {
    now = *start;
    turned = to_matrix(exponential(sweep.turn * t));
    now.at.pos = axpy(t, sweep.shift, start->at.pos);
    now.at.rot = turned * start->at.rot;
  }
  // Where a point of it was at the start.
  Vec at_start(const Vec& point) const {
    return start->at.pos + multiply_transposed(turned, point - now.at.pos);
  }
  // Way of one of its points in a step, if it went on as now.
  Vec velocity(const Vec& point) const {
    return sweep.shift + cross(sweep.turn, point - now.at.pos);
  }
  double spin_bound() const { return norm(sweep.turn) * radius; }
};

struct Nearest {
  double dist;
  Vec a, b;    ///< on the surfaces
  Vec normal;  ///< unit, from a to b
};

constexpr double kFar = 1e10;

bool has_plane(const Mover& a) {
  return a.start->type == GeomType::Plane;
}

// The table of pairs, for planes and one other shape.
int plane_points(const Mover& a, const Mover& b, const PairSettings& settings,
                 Point<double>* points) {
  if (const auto analytic = analytic_pair<double>(a.now.type, b.now.type)) {
    return analytic(a.now.at, b.now.at, settings.margin, points);
  }
  const auto general = general_pair(a.now.type, b.now.type);
  return general ? general(a.now, b.now, settings, points) : 0;
}

// Distance and nearest points at the present poses; false where there are none.
bool find_nearest(const Mover& a, const Mover& b, PairSettings& settings, Nearest& nearest) {
  if (!has_plane(a)) {
    nearest.dist =
        convex_distance(a.now, b.now, kFar, settings.convex, settings.memory, nearest.a, nearest.b);
    if (!(nearest.dist > 0 && nearest.dist < kFar)) return false;
    nearest.normal = (nearest.b - nearest.a) * (1 / nearest.dist);
    return true;
  }
  Point<double> points[kMaxPoints];
  settings.margin = kFar;
  const int count = plane_points(a, b, settings, points);
  if (count == 0) return false;
  const Point<double>& least = *std::min_element(
      points, points + count,
      [](const Point<double>& x, const Point<double>& y) { return x.dist < y.dist; });
  nearest = {least.dist, axpy(-0.5 * least.dist, least.normal, least.pos),
             axpy(0.5 * least.dist, least.normal, least.pos), least.normal};
  return nearest.dist > 0;
}

// When and how two geoms meet.
struct Impact {
  double time;   ///< in steps, from 0 to 1
  double speed;  ///< at which they close [m per step]
  Nearest nearest;
};

// Advances both until they are nearly as close as the margin. A step of size
//   (dist - target) / (n.(shift_a - shift_b) + |turn_a| radius_a + |turn_b| radius_b)
// cannot bring them closer than `target`.
bool find_impact(Mover& a, Mover& b, double margin, PairSettings& settings, Impact& impact) {
  constexpr int kMostSteps = 16;
  constexpr double kTarget = 0.02, kEnough = 0.01;  // of the distance at the start
  double t = 0, target = 0, enough = 0, start = 0;
  Nearest& nearest = impact.nearest;
  for (int step = 0;; ++step) {
    a.advance(t);
    b.advance(t);
    if (!find_nearest(a, b, settings, nearest)) return false;
    if (step == 0) {
      start = nearest.dist;
      target = margin + kTarget * (start - margin);
      enough = target + kEnough * (start - margin);
    }
    if (nearest.dist <= enough || step == kMostSteps) break;
    const double closing =
        dot(nearest.normal, a.sweep.shift - b.sweep.shift) + a.spin_bound() + b.spin_bound();
    if (!(closing > 0)) return false;
    t += (nearest.dist - target) / closing;
    if (!(t < 1)) return false;
  }
  if (!(t > 0)) return false;
  const double now = dot(nearest.normal, a.velocity(nearest.a) - b.velocity(nearest.b));
  if (!(now > 0)) return false;
  impact.speed = max(now, (start - nearest.dist) / t);
  // Where the steps did not suffice, the rest of the way goes at the present speed.
  impact.time = nearest.dist <= enough ? t : t + (nearest.dist - target) / now;
  // At the target they are still apart; what would touch after the step only is no contact.
  return impact.time < 1 && t + (nearest.dist - margin) / now <= 1;
}

// Stiffness and damping of a contact, without units: h^2 k and h b.
struct Spring {
  double stiffness, damping;
};

template <class T>
Spring spring_of(const Model& m, const ContactParameters<T>& p, int k, bool discrete) {
  const double h = m.opt.timestep;
  double time = lane(p.solref[0], k), ratio = lane(p.solref[1], k);
  if ((time > 0) != (ratio > 0)) time = 0.02, ratio = 1;
  if (!(time > 0)) return {-h * h * time, -h * ratio};
  if (!has(m.opt.disableflags, DisableBit::Refsafe)) {
    if (discrete && time * ratio < h) {
      const double most = clamp(double(lane(p.solimp[1], k)), 0.0001, 0.9999);
      return {most, 2 * ratio * sqrt(most)};
    }
    if (!discrete) time = max(time, 2 * h);
  }
  const double rate = h / time;
  return {rate * rate / (ratio * ratio), 2 * rate};
}

// The distance at which a contact must be said to be so that its reference acceleration,
//   h aref = h b v + h k (margin - dist),
// takes (1 - time) of the speed away in this step and leaves the rest for getting there.
template <class T>
double effective_distance(const Model& m, const ContactParameters<T>& p, int k,
                          const Impact& impact) {
  const bool discrete = m.opt.integrator == static_cast<int>(Integrator::Discrete);
  const Spring spring = spring_of(m, p, k, discrete);
  const double margin = lane(p.margin, k);
  if (!(spring.stiffness > 0)) return margin - lane(p.solimp[2], k);
  const double rest = discrete ? impact.time * (spring.damping + spring.stiffness) : spring.damping;
  return margin - (1 - impact.time - rest) / spring.stiffness * impact.speed;
}

// Whether a geom that collides with `geom` is first on the way from one point to the other.
template <class T>
bool is_hidden(const Model& m, const BasicData<T>& d, int geom, int other, const Vec& from,
               const Vec& to, int k) {
  const BodyFilter filter(m);
  const Ray<double> ray = {from, to - from};
  if (!(dot(ray.direction, ray.direction) > 0)) return false;
  for (int g = 0; g < m.ngeom; ++g) {
    const bool affine = (m.geom_contype[g] & m.geom_conaffinity[geom]) != 0 ||
                        (m.geom_contype[geom] & m.geom_conaffinity[g]) != 0;
    if (g == geom || g == other || !affine) continue;
    if (!filter.pass(m.geom_bodyid[geom], m.geom_bodyid[g])) continue;
    const Hit<double> hit = hit_geom_in(m, d, g, k, ray);
    if (hit.distance >= 0 && hit.distance <= 1 && dot(hit.normal, ray.direction) < 0) return true;
  }
  return false;
}

// A contact at the impact, as points of the two geoms.
struct Meeting {
  Vec a, b, tangent;
};

// The contacts of the pair within `reach` of each other, the nearest points where there is nothing
// better.
int meetings(const Mover& a, const Mover& b, const Impact& impact, const PairSettings& settings,
             Meeting* out) {
  const Nearest& nearest = impact.nearest;
  const double reach =
      2 * nearest.dist + (1 - impact.time) * impact.speed + settings.convex.tolerance;
  Point<double> points[kMaxPoints];
  int count = 0;
  if (has_plane(a)) {
    count =
        plane_manifold(nearest.a, nearest.normal, convex_of(b.now), reach, settings.memory, points);
  } else if (settings.convex.several_points) {
    count = convex_convex(a.now, b.now, reach, settings.convex, settings.memory, points);
  }
  count = std::min(count, kSpeculativePoints);
  for (int i = 0; i < count; ++i) {
    // Layers of half the reach were put on along the normal of the point and are taken off along
    // that of the pair.
    const Point<double>& p = points[i];
    const Vec aside = (nearest.normal - p.normal) * (0.5 * reach);
    out[i] = {axpy(-0.5 * p.dist, p.normal, p.pos) - aside,
              axpy(0.5 * p.dist, p.normal, p.pos) + aside, p.tangent};
  }
  if (count == 0) out[count++] = {nearest.a, nearest.b, {0, 0, 0}};
  return count;
}

template <class T>
Mover make_mover(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int geom, int k,
                 const Shape& shape) {
  const Sweep<T> sweep = sweep_of(w, geom);
  return {&shape,
          {vector_of_lane(sweep.shift, k), vector_of_lane(sweep.turn, k), lane(sweep.travel, k)},
          lane(param(d, m.geom_rbound, geom), k)};
}

}  // namespace

template <class T>
int speculate(const Model& m, const BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
              const ContactParameters<T>& p, int k, Point<double>* points) {
  const GeomShape shape_a(m, d, pair.geom1, k), shape_b(m, d, pair.geom2, k);
  Mover a = make_mover(m, d, w, pair.geom1, k, shape_a.shape);
  Mover b = make_mover(m, d, w, pair.geom2, k, shape_b.shape);
  const double thin = min(thickness(m, d, pair.geom1, k), thickness(m, d, pair.geom2, k));
  if (!(max(a.sweep.travel, b.sweep.travel) >= thin)) return 0;
  const bool known = (has_plane(a) || a.start->type >= GeomType::Sphere) &&
                     b.start->type >= GeomType::Sphere && b.start->type <= GeomType::Mesh &&
                     !has_triangles(*a.start) && !has_triangles(*b.start);
  PairSettings settings = pair_settings(m, w, 0);
  Impact impact;
  if (!known || !find_impact(a, b, lane(p.margin, k), settings, impact)) return 0;
  Meeting found[kSpeculativePoints];
  const int count = meetings(a, b, impact, settings, found);
  const double dist = effective_distance(m, p, k, impact);
  const double share = a.sweep.travel / (a.sweep.travel + b.sweep.travel);
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const Vec on_a = a.at_start(found[i].a), on_b = b.at_start(found[i].b);
    // Each goes as far as its share of the way.
    const Vec meeting = axpy(share, on_b - on_a, on_a);
    if (is_hidden(m, d, pair.geom1, pair.geom2, on_a, meeting, k) ||
        is_hidden(m, d, pair.geom2, pair.geom1, on_b, meeting, k)) {
      continue;
    }
    const Vec pos = axpy(share, on_a - on_b, on_b);
    points[kept++] = {dist, pos, impact.nearest.normal, found[i].tangent};
  }
  return kept;
}

#define THEW_INSTANTIATE(T)                                                                 \
  template int speculate(const Model&, const BasicData<T>&, Workspace<T>&, const GeomPair&, \
                         const ContactParameters<T>&, int, Point<double>*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
