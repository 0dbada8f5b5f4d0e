// Cameras and lights.

#include "compile/stages.h"
#include "compile/write.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

bool any(const std::array<float, 2>& pair) {
  return pair[0] != 0 || pair[1] != 0;
}

// Focal length and principal point in units of length; given pixels win over lengths.
void resolve_lens(const Draft& draft, CameraDraft& camera) {
  const Camera& spec = *camera.spec;
  const bool lens = any(spec.focal_length) || any(spec.focal_pixel) || any(spec.principal_length) ||
                    any(spec.principal_pixel);
  const bool sensor = spec.sensor_size[0] > 0 && spec.sensor_size[1] > 0;
  if (lens && !sensor) {
    draft.fail(spec, "camera", "focal length and principal point need sensorsize");
  }
  if (!sensor) {
    const float znear = draft.spec.visual.map.znear;
    camera.intrinsic = {znear, znear, 0, 0};
    camera.fovy = spec.fovy;
    return;
  }
  if (spec.resolution[0] <= 0 || spec.resolution[1] <= 0) {
    draft.fail(spec, "camera", "sensorsize needs a positive resolution");
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const float density = static_cast<float>(spec.resolution[i]) / spec.sensor_size[i];
    const auto length = [&](float pixels, float given) {
      return pixels != 0 ? pixels / density : given;
    };
    camera.intrinsic[i] = length(spec.focal_pixel[i], spec.focal_length[i]);
    camera.intrinsic[2 + i] = length(spec.principal_pixel[i], spec.principal_length[i]);
  }
  // MuJoCo finds the angle in single precision.
  const double half = math::atan2<double>(spec.sensor_size[1] / 2, camera.intrinsic[1]);
  camera.fovy = static_cast<double>(static_cast<float>(half)) * 360.0 / kPi;
}

}  // namespace

void compile_cameras(Draft& draft) {
  for (CameraDraft& camera : draft.cameras) {
    const Camera& spec = *camera.spec;
    const BodyDraft& body = draft.bodies[camera.body];
    const Vec4 quat = resolve(draft, spec.orientation, *body.rules, spec, "camera");
    camera.pose = place(body, spec.frame, {spec.pos, quat});
    if (body.is_aligned) camera.pose = compose(body.aligned, camera.pose);
    if (!spec.targetbody.empty()) {
      camera.target = draft.refer(spec, "camera", ObjectType::Body, spec.targetbody);
    }
    if (spec.fovy >= 180) {
      draft.fail(spec, "camera", "fovy must be below 180 degrees");
    }
    resolve_lens(draft, camera);
  }
}

void compile_lights(Draft& draft) {
  for (LightDraft& light : draft.lights) {
    const Light& spec = *light.spec;
    const BodyDraft& body = draft.bodies[light.body];
    const Pose frame = place(body, spec.frame, {});
    light.pos = compose(frame, {spec.pos, {1, 0, 0, 0}}).pos;
    light.dir = rotate(frame.quat, spec.dir);
    if (normalise(light.dir) == 0) draft.fail(spec, "light", "the direction is zero");
    if (body.is_aligned) {
      light.pos = compose(body.aligned, {light.pos, {1, 0, 0, 0}}).pos;
      light.dir = rotate(body.aligned.quat, light.dir);
    }
    if (spec.softness < 0 || spec.softness > 1) {
      draft.fail(spec, "light", "softness must be between 0 and 1");
    }
    if (!spec.targetbody.empty()) {
      light.target = draft.refer(spec, "light", ObjectType::Body, spec.targetbody);
    }
    if (!spec.texture.empty()) {
      light.texture = draft.refer(spec, "light", ObjectType::Texture, spec.texture);
    }
  }
}

void write_cameras(const Draft& draft, Model& m) {
  for (int i = 0; i < m.ncam; ++i) {
    const CameraDraft& camera = draft.cameras[i];
    const Camera& spec = *camera.spec;
    m.cam_mode[i] = static_cast<int>(spec.mode);
    m.cam_bodyid[i] = camera.body;
    m.cam_targetbodyid[i] = camera.target;
    put(m.cam_pos, i, camera.pose.pos);
    put(m.cam_quat, i, camera.pose.quat);
    m.cam_projection[i] = static_cast<int>(spec.proj);
    m.cam_fovy[i] = camera.fovy;
    m.cam_ipd[i] = spec.ipd;
    put(m.cam_resolution, i, spec.resolution);
    m.cam_output[i] = spec.output;
    put(m.cam_sensorsize, i, spec.sensor_size);
    put(m.cam_intrinsic, i, camera.intrinsic);
    put_user(draft, m.cam_user, i, spec.userdata, spec, "cam");
  }
}

void write_lights(const Draft& draft, Model& m) {
  for (int i = 0; i < m.nlight; ++i) {
    const LightDraft& light = draft.lights[i];
    const Light& spec = *light.spec;
    m.light_mode[i] = static_cast<int>(spec.mode);
    m.light_bodyid[i] = light.body;
    m.light_targetbodyid[i] = light.target;
    m.light_type[i] = static_cast<int>(spec.type);
    m.light_texid[i] = light.texture;
    m.light_castshadow[i] = spec.castshadow;
    m.light_bulbradius[i] = spec.bulbradius;
    m.light_intensity[i] = spec.intensity;
    m.light_range[i] = spec.range;
    m.light_active[i] = spec.active;
    put(m.light_pos, i, light.pos);
    put(m.light_dir, i, light.dir);
    put(m.light_attenuation, i, spec.attenuation);
    m.light_cutoff[i] = spec.cutoff;
    m.light_softness[i] = spec.softness;
    m.light_exponent[i] = spec.exponent;
    put(m.light_ambient, i, spec.ambient);
    put(m.light_diffuse, i, spec.diffuse);
    put(m.light_specular, i, spec.specular);
  }
}

}  // namespace thew::compile
