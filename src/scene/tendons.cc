// Tendons in space: straight parts between the points of their paths, or a rope that hangs.

#include <algorithm>

#include "scene/catenary.h"
#include "scene/shapes.h"
#include "scene/tendon_parts.h"

namespace thew::scene {

using namespace math;

namespace {

bool any_of(const double* numbers, int count) {
  return std::any_of(numbers, numbers + count, [](double x) { return x != 0; });
}

// The length of a rope: a tendon between two points that nothing but a greatest length or a spring
// beyond it holds. 0: it is none, or taut.
double rope_length(const Model& m, const Data& d, int i) {
  const double* range = m.tendon_range.values().row(i);
  const double* rest = m.tendon_lengthspring.values().row(i);
  const bool springs =
      m.tendon_stiffness.values()[i] != 0 || any_of(m.tendon_stiffnesspoly.values().row(i), kNPOLY);
  const bool damps =
      m.tendon_damping.values()[i] != 0 || any_of(m.tendon_dampingpoly.values().row(i), kNPOLY);
  const bool by_spring = springs && rest[0] == 0 && rest[1] > 0;
  const bool by_limit =
      !springs && m.tendon_limited[i] && range[0] == 0 && d.ten_length[i] < range[1];
  const bool falls =
      !has(m.opt.disableflags, DisableBit::Gravity) && norm(load3(m.opt.gravity)) > kMinVal;
  const bool free = !damps && m.tendon_frictionloss.values()[i] == 0 && m.tendon_num[i] == 2;
  if (!falls || !free || by_spring == by_limit) return 0;
  for (int k = 0; k < m.nactuator; ++k) {
    const bool on_tendon = m.actuator_trntype[k] == static_cast<int>(Transmission::Tendon);
    if (on_tendon && m.actuator_trnid.row(k)[0] == i) return 0;
  }
  return by_limit ? range[1] : rest[1];
}

// Tendons of the default colour redden as they reach a limit, by its impedance.
void mix_limit_color(const Shapes& shapes, int i, float* rgba) {
  const Data& d = shapes.d;
  constexpr float kDefault[4] = {0.5F, 0.5F, 0.5F, 1};
  if (shapes.m.tendon_matid[i] >= 0 || !std::equal(rgba, rgba + 4, kDefault)) return;
  double impedance = 0;
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row) {
    const bool is_limit = d.efc_type[row] == static_cast<int>(ConstraintType::LimitTendon);
    if (is_limit && d.efc_id[row] == i) impedance = d.efc_KBIP.row(row)[2];
  }
  for (int k = 0; k < 3; ++k) {
    rgba[k] =
        static_cast<float>((1 - impedance) * rgba[k] + impedance * shapes.m.vis.rgba.constraint[k]);
  }
}

void add_straight(Shapes& shapes, int i) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  float rgba[4];
  std::copy_n(m.tendon_rgba.row(i), 4, rgba);
  mix_limit_color(shapes, i, rgba);
  bool first = true;
  for (const TendonPart& part : tendon_parts(m, d, i)) {
    Geom geom = begin_geom(ObjectType::Tendon, i, CatBit::Dynamic);
    connect(geom, GeomType::Capsule, m.tendon_width[i], part.from, part.to);
    set_material(shapes, geom, m.tendon_matid[i], rgba);
    if (shapes.shows(VisFlag::Island)) {
      geom.matid = -1;
      const bool has_row = d.nisland > 0 && d.tendon_efcadr[i] >= 0;
      set_island_color(geom, has_row ? shapes.island_of_row(d.tendon_efcadr[i]) : -1, true);
    }
    if (first && shapes.labels(LabelType::Tendon)) set_label(shapes, geom, ObjectType::Tendon, i);
    first = false;
    shapes.add(geom);
  }
}

void add_rope(Shapes& shapes, int i, double length) {
  const Model& m = shapes.m;
  const double* ends = shapes.d.wrap_xpos.data() + 3 * shapes.d.ten_wrapadr[i];
  const int count = std::min(m.vis.quality.numslices + 1, 100);
  const auto points = catenary(load3(ends), load3(ends + 3), load3(m.opt.gravity), length, count);
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    Geom geom = begin_geom(ObjectType::Tendon, i, CatBit::Dynamic);
    connect(geom, GeomType::Capsule, m.tendon_width[i], points[k], points[k + 1]);
    set_material(shapes, geom, m.tendon_matid[i], m.tendon_rgba.row(i));
    if (k == 0 && shapes.labels(LabelType::Tendon)) set_label(shapes, geom, ObjectType::Tendon, i);
    shapes.add(geom);
  }
}

}  // namespace

void add_tendons(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(CatBit::Dynamic) || !shapes.shows(VisFlag::Tendon)) return;
  for (int i = 0; i < m.ntendon; ++i) {
    if (!in_group(shapes.option.tendongroup, m.tendon_group[i])) continue;
    const double length = rope_length(m, shapes.d, i);
    length > 0 ? add_rope(shapes, i, length) : add_straight(shapes, i);
  }
}

}  // namespace thew::scene
