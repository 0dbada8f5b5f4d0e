// Sensors of limits and rays.

#include <thew/distance.h>
#include <thew/ray.h>

#include "constraint/block.h"
#include "derivative/moving_point.h"
#include "derivative/rows.h"
#include "derivative/sensors.h"
#include "model/sensor_fields.h"
#include "sensor/frame.h"

namespace thew::derivative {

using namespace math;

namespace {

// The first block of a limit, or null.
const Block* limit_of(const Data& d, ConstraintType type, int id) {
  for (const Block& block : constraint::blocks(d)) {
    if (d.nefc > 0 && block.kind() == type && block.id == id) return &block;
  }
  return nullptr;
}

}  // namespace

void Sensors::find_limit(int i) {
  const auto type = static_cast<SensorType>(m_.sensor_type[i]);
  const bool joint = type >= SensorType::Jointlimitpos && type <= SensorType::Jointlimitfrc;
  const Block* block = limit_of(
      d_, joint ? ConstraintType::LimitJoint : ConstraintType::LimitTendon, m_.sensor_objid[i]);
  if (!block) return;
  const Jacobian jacobian(m_, d_, *block);
  const int row = m_.sensor_adr[i], nv = static_cast<int>(m_.nv);
  const bool position = type == SensorType::Jointlimitpos || type == SensorType::Tendonlimitpos,
             velocity = type == SensorType::Jointlimitvel || type == SensorType::Tendonlimitvel;
  if (position || velocity) {
    for (int k = 0; k < jacobian.count(); ++k)
      fixed_(row, (velocity ? nv : 0) + jacobian.dof(k)) = jacobian.at(k)[0];
    if (velocity) add_scalar_product(m_, d_, *block, d_.qvel.data(), 1, fixed_.row(row));
    return;
  }
  add_scalar_force(m_, d_, *block, smoothing_, fixed_.row(row), by_acceleration_.row(row));
}

// A ray o + t e meets the surface of a geom that moves: along its normal n the point of the ray
// goes with that of the geom, n . (do + dt e + t de - v) = 0.
void Sensors::find_ray(int i) {
  const int site = m_.sensor_objid[i], body = m_.site_bodyid[site];
  const sensor::Frame<double> frame = sensor::frame_of(d_, ObjectType::Site, site);
  double origin[3], direction[3];
  store(origin, frame.origin);
  store(direction, frame.axes.column_z());
  collision::RayFilter filter;
  filter.exclude_body = body;
  const collision::RayHit<double> hit = collision::ray(m_, d_, origin, direction, filter);
  const Vec3<double> e = frame.axes.column_z(), n = load3(hit.normal);
  const bool met = hit.distance >= 0;
  const int other = met ? m_.geom_bodyid[hit.geom] : 0;
  const Vec3<double> point = axpy(hit.distance, e, frame.origin);
  const int fields = m_.sensor_intprm.row(i)[0];
  for (int k = 0; k < m_.nv; ++k) {
    const Moved moved(m_, d_, std::span(&k, 1));
    const Vec3<double> from = slope_of(moved.point(frame.origin, body), 0);
    const Vec3<double> turn = slope_of(moved.frame(d_.site_xmat.row(site), body).column_z(), 0);
    const Vec3<double> at = slope_of(moved.point(point, other), 0);
    const Vec3<double> rest = axpy(hit.distance, turn, from);
    const double rate = met ? -dot(n, rest - at) / dot(n, e) : 0;
    const Vec3<double> none = {0, 0, 0};
    int row = m_.sensor_adr[i];
    const auto put = [&](const Vec3<double>& v) {
      fixed_(row++, k) = v.x;
      fixed_(row++, k) = v.y;
      fixed_(row++, k) = v.z;
    };
    const auto asks = [&](RayDataField field) {
      return (fields >> static_cast<int>(field) & 1) != 0;
    };
    if (asks(RayDataField::Dist)) fixed_(row++, k) = rate;
    if (asks(RayDataField::Dir)) put(met ? turn : none);
    if (asks(RayDataField::Origin)) put(from);
    if (asks(RayDataField::Point)) put(met ? axpy(rate, e, rest) : none);
    if (asks(RayDataField::Depth)) fixed_(row++, k) = rate;
  }
}

}  // namespace thew::derivative
