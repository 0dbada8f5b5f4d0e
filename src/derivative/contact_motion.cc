#include "derivative/contact_motion.h"

#include <algorithm>

#include "collision/parameters.h"
#include "collision/views.h"
#include "derivative/slopes.h"
#include "element/pair/frame.h"
#include "model/contact_exclude.h"

namespace thew::derivative {

using namespace math;

namespace {

using collision::GeomShape, collision::kMaxPoints, collision::Placed, collision::Point;

constexpr int kTwists = 6;
constexpr int kAnalyticPoints = 8;  // corners of a box at a plane

Vec3<double> unit(int k) {
  return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
}

// The velocity of a point fixed to something that turns (k < 3) or moves (k >= 3) along an axis of
// the world, about a centre.
Vec3<double> twist_at(int k, const Vec3<double>& arm) {
  return k < 3 ? cross(unit(k), arm) : unit(k - 3);
}

Placed<Slopes> still(const Placed<double>& p) {
  return {derivative::still(p.pos), derivative::still(p.rot), derivative::still(p.size)};
}

// A shape with the twists [first, first + 4) about a centre, one in each lane.
Placed<Slopes> twisted(const Placed<double>& p, const Vec3<double>& centre, int first) {
  Placed<Slopes> moved = still(p);
  for (int lane = 0; lane < 4 && first + lane < kTwists; ++lane) {
    const int k = first + lane;
    move(moved.pos, lane, twist_at(k, p.pos - centre));
    if (k < 3) turn(moved.rot, lane, unit(k));
  }
  return moved;
}

// Of the points of a pair the one that is nearest to a contact.
template <class Position>
int nearest(int count, const Vec3<double>& pos, Position position) {
  int best = -1;
  double least = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> way = position(i) - pos;
    const double square = dot(way, way);
    if (best >= 0 && !(square < least)) continue;
    best = i;
    least = square;
  }
  return best;
}

class Pair {
 public:
  Pair(const Model& m, const Data& d, Workspace<double>& w, int contact)
      : m_(m),
        d_(d),
        w_(w),
        geom1_(d.contact.geom.row(contact)[0]),
        geom2_(d.contact.geom.row(contact)[1]),
        pos_(load3(d.contact.pos.row(contact))),
        margin_(margin_of(m, d, contact)) {}

  ContactMotion motion() const {
    const auto type1 = static_cast<GeomType>(m_.geom_type[geom1_]);
    const auto type2 = static_cast<GeomType>(m_.geom_type[geom2_]);
    if (const auto analytic = collision::analytic_pair<Slopes>(type1, type2)) {
      return by_duals(analytic);
    }
    ContactMotion motion;
    Found here = find(nullptr, 0);
    if (here.exists) store(motion.wish, here.point.tangent);
    return motion;
  }

  PointChange by_differences(const double* twist) const {
    double square = 0;
    for (int k = 0; k < kTwists; ++k) square = fma(twist[k], twist[k], square);
    if (square == 0) return {};
    const double eps = reach() / sqrt(square), scale = 0.5 / eps;
    const Found ahead = find(twist, eps), back = find(twist, -eps);
    if (!ahead.exists || !back.exists) return {};
    const Point<double>&to = ahead.point, &from = back.point;
    return {scale * (to.dist - from.dist), scale * (to.pos - from.pos),
            scale * (to.normal - from.normal), scale * (to.tangent - from.tangent)};
  }

 private:
  // How far a shape is moved. Points of boxes are exact, so that faces and edges that change places
  // near by are not met; iterative pairs find those of round shapes no finer.
  double reach() const {
    const auto is_box = [&](int geom) {
      return m_.geom_type[geom] == static_cast<int>(GeomType::Box);
    };
    return is_box(geom1_) && is_box(geom2_) ? 1e-8 : 1e-6;
  }

  struct Found {
    bool exists;
    Point<double> point;
  };

  // Within which the pair was looked at.
  static double margin_of(const Model& m, const Data& d, int contact) {
    const int* geom = d.contact.geom.row(contact);
    int pair = static_cast<int>(m.npair) - 1;
    while (pair >= 0 && (m.pair_geom1[pair] != geom[0] || m.pair_geom2[pair] != geom[1])) --pair;
    collision::ContactParameters<double> p;
    collision::find_reach(m, d, geom[0], geom[1], pair, p);
    return d.contact.includemargin[contact] + p.gap;
  }

  ContactMotion by_duals(collision::AnalyticPair<Slopes> pair) const {
    const Placed<double> a = collision::placed(m_, d_, geom1_),
                         b = collision::placed(m_, d_, geom2_);
    ContactMotion motion;
    motion.closed = true;
    for (int first = 0; first < kTwists; first += 4) {
      Point<Slopes> points[kAnalyticPoints];
      const int count = pair(still(a), twisted(b, pos_, first), derivative::still(margin_), points);
      const int i = nearest(count, pos_, [&](int k) -> Vec3<double> {
        const Vec3<Slopes>& p = points[k].pos;
        return {p.x.value[0], p.y.value[0], p.z.value[0]};
      });
      if (i < 0) return {};
      for (int lane = 0; lane < 4 && first + lane < kTwists; ++lane) {
        const int k = first + lane;
        motion.dist[k] = finite(points[i].dist.slope[lane]);
        store(motion.point[k], slope_of(points[i].pos, lane));
        store(motion.normal[k], slope_of(points[i].normal, lane));
        store(motion.tangent[k], slope_of(points[i].tangent, lane));
      }
      const Vec3<Slopes>& wish = points[i].tangent;
      store(motion.wish, Vec3<double>{wish.x.value[0], wish.y.value[0], wish.z.value[0]});
    }
    return motion;
  }

  // A shape moved by `eps` along a twist about a centre.
  static void move_along(collision::Shape& shape, const double* twist, double eps,
                         const Vec3<double>& centre) {
    const Quat<double> turn = exponential(load3(twist) * eps);
    shape.at.pos = axpy(eps, load3(twist + 3), centre + rotate(turn, shape.at.pos - centre));
    shape.at.rot = to_matrix(turn) * shape.at.rot;
    shape.quat = turn * shape.quat;
  }

  // The contact again, with the second shape moved along a twist.
  Found find(const double* twist, double eps) const {
    const auto pair = collision::general_pair(static_cast<GeomType>(m_.geom_type[geom1_]),
                                              static_cast<GeomType>(m_.geom_type[geom2_]));
    Found found = {false, {}};
    if (!pair) return found;
    const GeomShape a(m_, d_, geom1_, 0);
    GeomShape b(m_, d_, geom2_, 0);
    if (eps != 0) move_along(b.shape, twist, eps, pos_);
    Point<double> points[kMaxPoints];
    const int count = pair(a.shape, b.shape, collision::pair_settings(m_, w_, margin_), points);
    const int i = nearest(count, pos_, [&](int n) { return points[n].pos; });
    if (i >= 0) found = {true, points[i]};
    return found;
  }

  const Model& m_;
  const Data& d_;
  Workspace<double>& w_;
  int geom1_, geom2_;
  Vec3<double> pos_;
  double margin_;
};

}  // namespace

std::vector<ContactMotion> contact_motions(const Model& m, const Data& d, Workspace<double>& w,
                                           int excluded) {
  std::vector<ContactMotion> motions(static_cast<std::size_t>(d.ncon));
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.exclude[i] <= excluded)
      motions[static_cast<std::size_t>(i)] = Pair(m, d, w, i).motion();
  }
  return motions;
}

PointChange point_change(const Model& m, const Data& d, Workspace<double>& w, int contact,
                         const ContactMotion& motion, const double twist[6]) {
  if (!motion.closed) return Pair(m, d, w, contact).by_differences(twist);
  PointChange change;
  for (int k = 0; k < kTwists; ++k) {
    change.dist = fma(twist[k], motion.dist[k], change.dist);
    change.point = axpy(twist[k], load3(motion.point[k]), change.point);
    change.normal = axpy(twist[k], load3(motion.normal[k]), change.normal);
    change.tangent = axpy(twist[k], load3(motion.tangent[k]), change.tangent);
  }
  return change;
}

PointChange change_along(const Model& m, const Data& d, Workspace<double>& w, int contact,
                         const ContactMotion& motion, const Motion<double>& axis, int sign) {
  PointChange change;
  if (sign != 0) {  // the second body against the first
    double twist[kTwists];
    store(twist, axis);
    for (double& x : twist) x *= sign;
    change = point_change(m, d, w, contact, motion, twist);
  }
  if (sign > 0) return change;
  const Vec3<double> normal = load3(d.contact.frame.row(contact)), wish = load3(motion.wish);
  change.point = change.point + axis.translation;
  change.normal = change.normal + cross(axis.rotation, normal);
  change.tangent = change.tangent + cross(axis.rotation, wish);
  return change;
}

void frame_change(const double* frame, const Vec3<double>& normal_change, const Vec3<double>& wish,
                  const Vec3<double>& wish_change, double change[9]) {
  const Vec3<double> x = load3(frame), y = load3(frame + 3);
  const bool free = dot(wish, wish) < 0.25;
  const Vec3<double> seed = abs(x.y) < 0.5 ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0, 1};
  const Vec3<double> w = free ? seed : wish;
  const Vec3<double> dw = free ? Vec3<double>{0, 0, 0} : wish_change;
  const double along = dot(x, w);
  const Vec3<double> flat = axpy(-along, x, w);
  const double length = norm(flat);
  const double along_change = dot(normal_change, w) + dot(x, dw);
  const Vec3<double> flat_change = axpy(-along, normal_change, axpy(-along_change, x, dw));
  Vec3<double> dy = {0, 0, 0};
  if (length > 1e-9) dy = axpy(-dot(y, flat_change), y, flat_change) * (1 / length);
  store(change, normal_change);
  store(change + 3, dy);
  store(change + 6, cross(normal_change, y) + cross(x, dy));
}

}  // namespace thew::derivative
