#include "scene/tendon_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thew::scene {

using namespace math;

namespace {

constexpr int kPulley = -2;      // in wrap_obj
constexpr int kMostPieces = 63;  // of an arc

/// A part of a circle, or of a helix, from `first` on.
struct Arc {
  Vector centre, normal, first;
  double angle = 0;
  double rise = 0;  // along the normal

  Vector at(double share) const {
    const double turn = share * angle;
    return centre + first * std::cos(turn) + cross(normal, first) * std::sin(turn) +
           normal * (share * rise);
  }
};

// The way into the second of four points or, where they coincide, out of the third.
Vector direction_of(const Vector* points) {
  const Vector in = points[1] - points[0];
  return norm(in) < kMinVal ? points[3] - points[2] : in;
}

// The arc from the second to the third of four points of a path, which are on a sphere or on a
// cylinder. It goes on as the tendon comes in, also if it is more than half a turn.
Arc arc_of(const Model& m, const Data& d, int geom, const Vector* points) {
  const Matrix mat = load9(d.geom_xmat.row(geom));
  Arc arc;
  arc.centre = load3(d.geom_xpos.row(geom));
  arc.first = points[1] - arc.centre;
  Vector last = points[2] - arc.centre;
  const bool leaves = norm(points[1] - points[0]) < kMinVal;
  Vector normal = cross(leaves ? last : arc.first, direction_of(points));
  if (m.geom_type[geom] == static_cast<int>(GeomType::Cylinder)) {
    const Vector axis = mat.column_z();
    normal = dot(normal, axis) < 0 ? -axis : axis;
    const double height = dot(arc.first, normal);
    arc.rise = dot(last, normal) - height;
    arc.centre = axpy(height, normal, arc.centre);
    arc.first = axpy(-height, normal, arc.first);
    last = axpy(-height - arc.rise, normal, last);
  }
  const double length = norm(normal);
  arc.normal = length < kMinVal ? mat.column_z() : normal * (1 / length);
  arc.angle = std::atan2(dot(cross(arc.first, last), arc.normal), dot(arc.first, last));
  if (arc.angle < 0) arc.angle += 2 * std::numbers::pi;
  return arc;
}

}  // namespace

std::vector<TendonPart> tendon_parts(const Model& model, const Data& data, int tendon) {
  std::vector<TendonPart> parts;
  const int begin = data.ten_wrapadr[tendon], end = begin + data.ten_wrapnum[tendon];
  const auto point = [&](int k) { return load3(data.wrap_xpos.data() + 3 * k); };
  for (int k = begin; k + 1 < end; ++k) {
    const int object = data.wrap_obj[k], next = data.wrap_obj[k + 1];
    if (object == kPulley || next == kPulley) continue;
    Vector from = point(k);
    const Vector to = point(k + 1);
    if (object >= 0 && next >= 0 && k > begin && k + 2 < end) {
      // Inside of what it wraps, a tendon touches in one point.
      if (norm(to - from) < kMinVal) continue;
      const Vector points[4] = {point(k - 1), from, to, point(k + 2)};
      const Arc arc = arc_of(model, data, object, points);
      const int most = std::clamp(model.vis.quality.numslices, 1, kMostPieces);
      const double wanted = std::round(arc.angle * most / std::numbers::pi);
      const int count = static_cast<int>(std::clamp(wanted, 1.0, double(most)));
      for (int i = 1; i < count; ++i) {
        const Vector middle = arc.at(double(i) / count);
        parts.push_back({from, middle});
        from = middle;
      }
    }
    parts.push_back({from, to});
  }
  return parts;
}

}  // namespace thew::scene
