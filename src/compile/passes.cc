#include <thew/spec_edit.h>
#include <thew/spec_passes.h>

#include "compile/stages.h"
#include "spec/edit.h"

namespace thew {

namespace {

std::size_t count_bodies(const spec::Spec& spec) {
  std::size_t count = 0;
  spec::walk(spec.world, [&](const spec::Body&) { ++count; });
  return count;
}

std::size_t count_visible(const spec::Spec& spec) {
  std::size_t count = spec.materials.size() + spec.textures.size() + spec.meshes.size();
  spec::walk(spec.world, [&](const spec::Body& body) { count += body.geoms.size(); });
  return count;
}

}  // namespace

int fuse_static(spec::Spec& spec) {
  const std::size_t before = count_bodies(spec);
  compile::fuse_static(spec);
  return static_cast<int>(before - count_bodies(spec));
}

int discard_visual(spec::Spec& spec) {
  const std::size_t before = count_visible(spec);
  compile::discard_visual(spec);
  return static_cast<int>(before - count_visible(spec));
}

void adopt_inertial(spec::Spec& spec, spec::Body& body) {
  compile::Draft draft(spec);
  draft.weighs_only = true;
  compile::resolve_bodies(draft);
  for (const compile::BodyDraft& one : draft.bodies) {
    if (one.spec != &body) continue;
    if (one.rules->inertiafromgeom == InertiaFromGeom::True) {
      draft.fail(body, "body", "inertiafromgeom takes the inertia from the geoms in any case",
                 "set it to auto");
    }
    compile::BodyDraft adopted = one;
    if (one.is_aligned) adopted.inertial = compile::inverse(one.aligned);
    compile::adopt_inertia(body, adopted);
    return;
  }
}

int sensor_size(const spec::Spec& spec, const spec::Sensor& sensor) {
  std::int64_t parts = 1;
  if (sensor.objtype == ObjectType::Actuator) {
    for (const spec::Actuator& actuator : spec.actuators) {
      if (actuator.name == sensor.objname && actuator.gaintype == Gain::So3) parts = 3;
    }
  }
  if (sensor.objtype == ObjectType::Camera) {
    spec::walk(spec.world, [&](const spec::Body& body) {
      for (const spec::Camera& camera : body.cameras) {
        if (camera.name != sensor.objname) continue;
        parts = std::int64_t{camera.resolution[0]} * camera.resolution[1];
      }
    });
  }
  return static_cast<int>(compile::sensor_size(sensor, parts));
}

}  // namespace thew
