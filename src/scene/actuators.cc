// Actuators: what they act on, coloured by their control or activation.

#include <algorithm>
#include <cmath>

#include "model/activation.h"
#include "scene/shapes.h"
#include "scene/tendon_parts.h"

namespace thew::scene {

using namespace math;

namespace {

constexpr double kInflated = 1.05;  // so that it can be seen around what it acts on

/// Where an actuator has its three colours.
struct Range {
  double low = -1, middle = 0, high = 1;
};

Range range_of(const Shapes& shapes, int i) {
  const Model& m = shapes.m;
  const double* range = nullptr;
  const int control = m.actuator_ctrladr[i];
  if (m.actuator_ctrlnum[i] > 0 && m.actuator_ctrllimited[control]) {
    range = m.actuator_ctrlrange.values().row(control);
  } else if (shapes.shows(VisFlag::Activation) && m.actuator_actlimited[i]) {
    range = m.actuator_actrange.values().row(i);
  }
  Range made;
  if (range && range[0] >= 0) {
    made = {-1, range[0], range[1]};
  } else if (range && range[1] <= 0) {
    made = {range[0], range[1], 1};
  } else if (range) {
    made = {range[0], 0, range[1]};
  }
  made.low = std::min(made.low, made.middle - kMinVal);
  made.high = std::max(made.high, made.middle + kMinVal);
  return made;
}

double value_of(const Shapes& shapes, int i) {
  const Model& m = shapes.m;
  const bool by_activation = shapes.shows(VisFlag::Activation) && m.actuator_actnum[i] > 0 &&
                             m.actuator_dyntype[i] != static_cast<int>(Dynamics::None);
  if (by_activation) return shapes.d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1];
  return m.actuator_ctrlnum[i] > 0 ? shapes.d.ctrl[m.actuator_ctrladr[i]] : 0;
}

void find_color(const Shapes& shapes, int i, float* rgba) {
  const auto& colors = shapes.m.vis.rgba;
  const Range range = range_of(shapes, i);
  const double value = std::clamp(value_of(shapes, i), range.low, range.high);
  const bool above = value > range.middle;
  const double reach = above ? range.high - range.middle : range.middle - range.low;
  const double share = std::abs(value - range.middle) / std::max(kMinVal, reach);
  const float* end = above ? colors.actuatorpositive : colors.actuatornegative;
  for (int k = 0; k < 4; ++k) {
    rgba[k] = static_cast<float>((1 - share) * colors.actuator[k] + share * end[k]);
  }
}

void add_one(Shapes& shapes, Geom& geom, int i, const float* rgba, bool named) {
  set_rgba(geom, rgba);
  if (named && shapes.labels(LabelType::Actuator)) set_label(shapes, geom, ObjectType::Actuator, i);
  shapes.add(geom);
}

void set_inflated(Geom& geom, int type, const double* size, const double* pos, const double* mat) {
  const double inflated[3] = {kInflated * size[0], kInflated * size[1], kInflated * size[2]};
  set_shape(geom, static_cast<GeomType>(type), inflated, pos, mat);
}

void add_on_joint(Shapes& shapes, int i, int joint, const float* rgba) {
  const Model& m = shapes.m;
  Geom geom = begin_decor(ObjectType::Actuator, i);
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  const Vector anchor = load3(shapes.d.xanchor.row(joint));
  if (type == JointType::Hinge || type == JointType::Slide) {
    const double length = m.vis.scale.actuatorlength * shapes.size;
    connect(geom, type == JointType::Slide ? GeomType::Arrow : GeomType::Arrow1,
            m.vis.scale.actuatorwidth * shapes.size, anchor,
            axpy(length, load3(shapes.d.xaxis.row(joint)), anchor));
  } else {
    const double length = 0.33 * m.vis.scale.jointlength * shapes.size;
    const double size[3] = {length, length, length};
    set_shape(geom, type == JointType::Ball ? GeomType::Sphere : GeomType::Box, size,
              shapes.d.xanchor.row(joint), shapes.d.xmat.row(m.jnt_bodyid[joint]));
  }
  add_one(shapes, geom, i, rgba, true);
}

void add_on_site(Shapes& shapes, int i, int site, const float* rgba) {
  Geom geom = begin_decor(ObjectType::Actuator, i);
  set_inflated(geom, shapes.m.site_type[site], shapes.m.site_size.values().row(site),
               shapes.d.site_xpos.row(site), shapes.d.site_xmat.row(site));
  add_one(shapes, geom, i, rgba, true);
}

void add_on_body(Shapes& shapes, int i, int body, const float* rgba) {
  const Model& m = shapes.m;
  const int first = m.body_geomadr[body], end = first + m.body_geomnum[body];
  for (int k = first; k < end; ++k) {
    const auto type = static_cast<GeomType>(m.geom_type[k]);
    const bool plain = type != GeomType::Plane && type != GeomType::Hfield &&
                       type != GeomType::Mesh && type != GeomType::Sdf;
    if (!plain) continue;
    Geom geom = begin_decor(ObjectType::Actuator, i);
    set_inflated(geom, m.geom_type[k], m.geom_size.values().row(k), shapes.d.geom_xpos.row(k),
                 shapes.d.geom_xmat.row(k));
    add_one(shapes, geom, i, rgba, false);
  }
}

void add_on_tendon(Shapes& shapes, int i, int tendon, const float* rgba) {
  const Model& m = shapes.m;
  const double width = m.tendon_width[tendon] * m.vis.map.actuatortendon;
  bool first = true;
  for (const TendonPart& part : tendon_parts(m, shapes.d, tendon)) {
    Geom geom = begin_decor(ObjectType::Actuator, i);
    connect(geom, GeomType::Capsule, width, part.from, part.to);
    set_material(shapes, geom, m.tendon_matid[tendon], m.tendon_rgba.row(tendon));
    add_one(shapes, geom, i, rgba, first);
    first = false;
  }
}

}  // namespace

void add_actuators(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Actuator)) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (!in_group(shapes.option.actuatorgroup, m.actuator_group[i])) continue;
    if (actuator_disabled(m, i)) continue;
    float rgba[4];
    find_color(shapes, i, rgba);
    const int target = m.actuator_trnid.row(i)[0];
    switch (static_cast<Transmission>(m.actuator_trntype[i])) {
      case Transmission::Joint:
      case Transmission::Jointinparent:
        add_on_joint(shapes, i, target, rgba);
        break;
      case Transmission::Site:
        add_on_site(shapes, i, target, rgba);
        break;
      case Transmission::Body:
        add_on_body(shapes, i, target, rgba);
        break;
      case Transmission::Tendon:
        add_on_tendon(shapes, i, target, rgba);
        break;
      default:
        break;
    }
  }
}

void add_slider_cranks(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(CatBit::Dynamic)) return;
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_trntype[i] != static_cast<int>(Transmission::Slidercrank)) continue;
    const int crank = m.actuator_trnid.row(i)[0], slider = m.actuator_trnid.row(i)[1];
    const Vector pin = load3(shapes.d.site_xpos.row(crank));
    const Vector base = load3(shapes.d.site_xpos.row(slider));
    const Vector axis = load9(shapes.d.site_xmat.row(slider)).column_z();
    // The end of the slider is on its axis, a rod away from the pin of the crank.
    const double along = dot(pin - base, axis), rod = m.actuator_cranklength[i];
    const double square = along * along + rod * rod - dot(pin - base, pin - base);
    const Vector end = axpy(along - std::sqrt(std::max(0.0, square)), axis, base);
    const double width = shapes.size * m.vis.scale.slidercrank;

    Geom geom = begin_geom(ObjectType::Actuator, i, CatBit::Dynamic);
    connect(geom, GeomType::Cylinder, width, base, end);
    add_one(shapes, geom, i, m.vis.rgba.slidercrank, true);
    geom = begin_geom(ObjectType::Actuator, i, CatBit::Dynamic);
    connect(geom, GeomType::Capsule, width / 2, end, pin);
    add_one(shapes, geom, i, square < 0 ? m.vis.rgba.crankbroken : m.vis.rgba.slidercrank, false);
  }
}

}  // namespace thew::scene
