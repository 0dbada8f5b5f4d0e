#include "render/passes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <thew/error.h>

namespace thew::render {

using scene::Geom;

namespace {

Vec4 vec4(const float* v) {
  return {v[0], v[1], v[2], v[3]};
}

// Colours that are easy to tell apart: Halton's sequence in three bases.
Vec4 color_of_segment(int id) {
  const auto halton = [](int index, int base) {
    float sum = 0, part = 1.0f / static_cast<float>(base);
    for (; index > 0; index /= base, part /= static_cast<float>(base)) {
      sum += part * static_cast<float>(index % base);
    }
    return 0.1f + 0.8f * sum;
  };
  return {halton(id + 10, 2), halton(id + 10, 3), halton(id + 10, 5), 1};
}

// From the frame of the model to the room that it is shown in.
Mat4 placement_of(const scene::Scene& scene) {
  if (scene.enabletransform == 0) return kIdentity;
  const float *p = scene.translate, *q = scene.rotate, s = scene.scale;
  const float w = q[0], x = q[1], y = q[2], z = q[3];
  const float turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  return pose(p, turn) * scaling(s, s, s);
}

Vec4 number_as_color(int id) {
  const unsigned int n = static_cast<unsigned int>(id) + 1;
  const auto part = [n](int shift) { return static_cast<float>(n >> shift & 0xFF) / 255; };
  return {part(0), part(8), part(16), 1};
}

}  // namespace

float bound_of(const Geom& geom) {
  if (geom.modelrbound > 0) return geom.modelrbound;
  const float* s = geom.size;
  switch (static_cast<GeomType>(geom.type)) {
    case GeomType::Sphere:
      return s[0];
    case GeomType::Capsule:
      return s[0] + s[2];
    case GeomType::Cylinder:
      return std::hypot(s[0], s[2]);
    case GeomType::Box:
      return std::hypot(s[0], s[1], s[2]);
    default:
      return std::max({s[0], s[1], s[2]});
  }
}

VisualNumbers::VisualNumbers(const Model& model) {
  const auto& map = model.vis.map;
  const auto extent = static_cast<float>(model.stat.extent);
  fog_begin = extent * map.fogstart;
  fog_end = extent * map.fogend;
  fog_color = vec4(model.vis.rgba.fog);
  haze_color = vec4(model.vis.rgba.haze);
  shadow_reach = extent * map.shadowclip;
  shadow_scale = map.shadowscale;
  line_width = model.vis.global_.linewidth;
}

Blocks::Blocks(const Gl& gl) : gl_(gl) {
  gl.GenBuffers(2, buffer_.data());
  upload_frame({});
  upload_lights({});
  for (GLuint i = 0; i < 2; ++i) gl.BindBufferBase(gl::kUniformBuffer, i, buffer_[i]);
}

Blocks::~Blocks() {
  gl_.DeleteBuffers(2, buffer_.data());
}

void Blocks::upload_frame(const FrameBlock& frame) const {
  gl_.BindBuffer(gl::kUniformBuffer, buffer_[0]);
  gl_.BufferData(gl::kUniformBuffer, sizeof(frame), &frame, gl::kStreamDraw);
}

void Blocks::upload_lights(const std::vector<LightBlock>& lights) const {
  std::vector<LightBlock> all = lights;
  all.resize(kMostLights);
  gl_.BindBuffer(gl::kUniformBuffer, buffer_[1]);
  gl_.BufferData(gl::kUniformBuffer, static_cast<GLsizeiptr>(all.size() * sizeof(LightBlock)),
                 all.data(), gl::kStreamDraw);
}

Passes::Passes(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part)
    : canvas_(canvas),
      gl_(canvas.gl),
      scene_(scene),
      part_(part),
      painter_(canvas.gl, canvas.assets, canvas.programs, canvas.visual.line_width),
      camera_(average(scene.camera[0], scene.camera[1])),
      head_(vec3(camera_.pos)),
      placement_(placement_of(scene)) {
  frame_.clip = kNothingClipped;
  if (scene.enabletransform == 0 || !(camera_.frustum_near > 0)) return;
  const scene::CameraFrame frame = camera_in_model(scene);
  for (std::size_t k = 0; k < 3; ++k) head_[k] = static_cast<float>(frame.pos[k]);
}

void Passes::run() {
  if (!(camera_.frustum_near > 1e-15f)) {
    if (scene_.geoms.empty()) return;
    throw Error({},
                "the camera of the scene sees nothing: its near plane is at distance " +
                    std::to_string(camera_.frustum_near),
                "fill the scene (update_scene) before drawing it");
  }
  canvas_.programs.forget();
  canvas_.assets.upload_skins(scene_);
  canvas_.assets.upload_flexes(scene_);
  canvas_.target.bind_for_drawing();
  order_geoms();
  order_lights();
  prepare();
  gl_.Scissor(part_.left, part_.bottom, part_.width, part_.height);
  gl_.Enable(gl::kScissorTest);
  gl_.Clear(gl::kColorBit | gl::kDepthBit);
  gl_.Disable(gl::kScissorTest);
  if (scene_.stereo == static_cast<int>(Stereo::None)) {
    draw_view(view_of(-1, part_), part_);
    return;
  }
  part_.width /= 2;  // one eye beside the other
  for (int eye = 0; eye < 2; ++eye) {
    if (eye == 1) part_.left += part_.width;
    prepare();
    draw_view(view_of(eye, part_), part_);
  }
}

// Transparent shapes by distance, and the first mirror.
void Passes::order_geoms() {
  const auto& geoms = scene_.geoms;
  is_transparent_.assign(geoms.size(), false);
  std::vector<float> distance(geoms.size());
  for (std::size_t i = 0; i < geoms.size(); ++i) {
    const Geom& geom = geoms[i];
    const bool plane = is(geom, GeomType::Plane);
    if (geom.rgba[3] < 0.995f || (plane && is_behind(head_, geom))) {
      is_transparent_[i] = true;
      transparent_.push_back(i);
      const Vec3 apart = sub(vec3(geom.pos), head_);
      distance[i] = plane ? 1e10f : std::sqrt(dot(apart, apart)) - bound_of(geom);
    } else if (mirror_ == kNone && geom.reflectance > 0 && (plane || is(geom, GeomType::Box))) {
      mirror_ = i;
    }
  }
  std::stable_sort(transparent_.begin(), transparent_.end(),
                   [&](std::size_t a, std::size_t b) { return distance[a] < distance[b]; });
}

// The state of OpenGL that a pass begins with.
void Passes::prepare() const {
  if (gl_.ClipControl != nullptr) gl_.ClipControl(gl::kLowerLeft, gl::kZeroToOne);
  gl_.Viewport(part_.left, part_.bottom, part_.width, part_.height);
  gl_.Enable(gl::kMultisample);
  gl_.Enable(gl::kDepthTest);
  gl_.Enable(gl::kTextureCubeMapSeamless);
  gl_.DepthMask(1);
  gl_.DepthFunc(gl::kGequal);
  gl_.ClearDepth(0);
  gl_.ClearColor(0, 0, 0, 0);
  gl_.ClearStencil(0);
  gl_.Disable(gl::kBlend);
  gl_.CullFace(gl::kBack);
  gl_.FrontFace(gl::kCcw);
  if (has(RndFlag::CullFace)) {
    gl_.Enable(gl::kCullFace);
  } else {
    gl_.Disable(gl::kCullFace);
  }
  gl_.PolygonMode(gl::kFrontAndBack, has(RndFlag::Wireframe) ? gl::kLine : gl::kFill);
  gl_.LineWidth(std::max(0.1f, canvas_.visual.line_width));
}

Passes::View Passes::view_of(int eye, const Rectangle& part) const {
  const scene::GlCamera& c = eye < 0 ? camera_ : scene_.camera[eye];
  const float shape = static_cast<float>(part.width) / static_cast<float>(part.height);
  const float half =
      c.frustum_width > 0 ? c.frustum_width : 0.5f * shape * (c.frustum_top - c.frustum_bottom);
  const Frustum f = {c.frustum_center - half, c.frustum_center + half, c.frustum_bottom,
                     c.frustum_top,           c.frustum_near,          c.frustum_far};
  const bool zero_to_one = gl_.ClipControl != nullptr;
  return {c.orthographic != 0 ? orthographic(f, zero_to_one) : perspective(f, zero_to_one),
          look(vec3(c.pos), vec3(c.forward), vec3(c.up)) * placement_,
          scene_.enabletransform != 0 ? head_ : vec3(c.pos)};
}

void Passes::set_frame(const View& view) {
  const VisualNumbers& visual = canvas_.visual;
  frame_.view_projection = view.projection * view.view;
  for (std::size_t k = 0; k < 4; ++k) frame_.depth[k] = -view.view[4 * k + 2];
  frame_.eye = {view.eye[0], view.eye[1], view.eye[2], 0};
  frame_.fog_color = visual.fog_color;
  frame_.fog = {visual.fog_begin, 1 / (visual.fog_end - visual.fog_begin),
                has(RndFlag::Fog) && !has(RndFlag::Segment) ? 1.0f : 0.0f, 0};
  frame_.lights = {0, static_cast<int>(lights_.size()), 0, 0};
  canvas_.blocks.upload_frame(frame_);
}

void Passes::draw_view(const View& view, const Rectangle& part) {
  part_ = part;
  set_frame(view);
  if (has(RndFlag::Segment)) {
    draw_segments();
    return;
  }
  if (mirror_ != kNone && has(RndFlag::Reflection) && !has(RndFlag::Depth)) draw_reflection(view);
  draw_opaque(view);
  draw_more_shadows(view);
  set_frame(view);
  if (has(RndFlag::Skybox)) draw_sky(view);
  Style style = lit_style();
  draw_transparent(style);
}

Style Passes::lit_style() const {
  Style style;
  style.lit = style.emission = style.textures = style.fade_behind = true;
  style.cull = has(RndFlag::CullFace);
  style.head = head_;
  return style;
}

void Passes::draw_segments() {
  gl_.Disable(gl::kMultisample);  // a mixture of two numbers is a wrong number
  gl_.PolygonMode(gl::kFrontAndBack, gl::kFill);
  Style style;
  style.cull = has(RndFlag::CullFace);
  style.head = head_;
  for (const Geom& geom : scene_.geoms) {
    if (geom.segid < 0) continue;
    const Vec4 color =
        has(RndFlag::Idcolor) ? number_as_color(geom.segid) : color_of_segment(geom.segid);
    painter_.draw(geom, style, &color);
  }
  gl_.Enable(gl::kMultisample);
}

void Passes::draw_transparent(const Style& style, std::size_t left_out) {
  const bool additive = has(RndFlag::Additive);
  gl_.DepthMask(0);
  gl_.Enable(gl::kBlend);
  gl_.BlendFunc(gl::kSrcAlpha, additive ? gl::kOne : gl::kOneMinusSrcAlpha);
  const auto draw = [&](std::size_t i) {
    if (i != left_out) painter_.draw(scene_.geoms[i], style);
  };
  // Twice, front to back and back to front, as MuJoCo does: what is behind stays visible.
  std::for_each(transparent_.begin(), transparent_.end(), draw);
  if (!additive) std::for_each(transparent_.rbegin(), transparent_.rend(), draw);
  gl_.DepthMask(1);
  gl_.Disable(gl::kBlend);
}

// Opaque shapes by all lights without shadows, and by the first one with them.
void Passes::draw_opaque(const View& view) {
  Style style = lit_style();
  const int without = static_cast<int>(lights_.size() - casters_.size());
  if (!casters_.empty()) {
    map_shadows(*casters_[0]);
    set_frame(view);
    style.shadow = true;
  }
  frame_.lights = {0, without, without, 0};
  canvas_.blocks.upload_frame(frame_);
  if (mirror_ != kNone) {  // it adds to what is seen in it
    gl_.Enable(gl::kBlend);
    gl_.BlendFunc(gl::kOne, gl::kOne);
    painter_.draw(scene_.geoms[mirror_], style);
    gl_.Disable(gl::kBlend);
  }
  for (std::size_t i = 0; i < scene_.geoms.size(); ++i) {
    if (!is_transparent_[i] && i != mirror_) painter_.draw(scene_.geoms[i], style);
  }
}

// Each further light with shadows adds its share to what has been drawn.
void Passes::draw_more_shadows(const View& view) {
  const int without = static_cast<int>(lights_.size() - casters_.size());
  for (std::size_t n = 1; n < casters_.size(); ++n) {
    map_shadows(*casters_[n]);
    set_frame(view);
    frame_.fog_color = {0, 0, 0, 1};
    frame_.lights = {0, 0, without + static_cast<int>(n), 0};
    canvas_.blocks.upload_frame(frame_);
    Style style = lit_style();
    style.shadow = true;
    style.emission = false;
    gl_.Enable(gl::kBlend);
    gl_.BlendFunc(gl::kOne, gl::kOne);
    for (std::size_t i = 0; i < scene_.geoms.size(); ++i) {
      if (!is_transparent_[i]) painter_.draw(scene_.geoms[i], style);
    }
    gl_.Disable(gl::kBlend);
  }
}

}  // namespace thew::render
