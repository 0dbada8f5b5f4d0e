// What is seen in a mirror, and behind everything: the sky.
#include <algorithm>

#include "render/passes.h"

namespace thew::render {

using scene::Geom;

// What a mirror shows: the scene behind it, mirrored, where the mirror is seen. The mirror itself
// is added on top of it later.
void Passes::draw_reflection(const View& view) {
  Geom mirror_geom = scene_.geoms[mirror_];
  const Vec3 normal = {mirror_geom.mat[2], mirror_geom.mat[5], mirror_geom.mat[8]};
  if (is(mirror_geom, GeomType::Box)) {  // its upper side
    mirror_geom.type = static_cast<int>(GeomType::Plane);
    mirror_geom.dataid = -1;
    for (std::size_t k = 0; k < 3; ++k) mirror_geom.pos[k] += mirror_geom.size[2] * normal[k];
  }
  if (is_behind(head_, mirror_geom)) return;
  const Vec3 place = vec3(mirror_geom.pos);

  gl_.Disable(gl::kDepthTest);
  gl_.ColorMask(0, 0, 0, 0);
  gl_.Enable(gl::kStencilTest);
  gl_.Clear(gl::kStencilBit);
  gl_.StencilFunc(gl::kAlways, 1, 0xFF);
  gl_.StencilOp(gl::kReplace, gl::kReplace, gl::kReplace);
  gl_.PolygonMode(gl::kFrontAndBack, gl::kFill);
  Style style;
  style.cull = has(RndFlag::CullFace);
  style.head = head_;
  painter_.draw(mirror_geom, style);
  gl_.PolygonMode(gl::kFrontAndBack, has(RndFlag::Wireframe) ? gl::kLine : gl::kFill);
  gl_.ColorMask(1, 1, 1, 1);
  gl_.Enable(gl::kDepthTest);
  gl_.StencilFunc(gl::kEqual, 1, 0xFF);
  gl_.StencilOp(gl::kKeep, gl::kKeep, gl::kKeep);

  const Mat4 turned = mirror(place, normal);
  View mirrored = {view.projection, view.view * turned, transform(turned, view.eye)};
  // Only what is in front of the mirror is seen in it.
  frame_.clip = {normal[0], normal[1], normal[2], -dot(normal, place)};
  set_frame(mirrored);
  gl_.Enable(gl::kClipDistance0);
  gl_.FrontFace(gl::kCw);
  style = lit_style();
  style.brightness = mirror_geom.reflectance;
  for (std::size_t i = 0; i < scene_.geoms.size(); ++i) {
    if (!is_transparent_[i] && i != mirror_) painter_.draw(scene_.geoms[i], style);
  }
  draw_transparent(style, mirror_);
  gl_.FrontFace(gl::kCcw);
  gl_.Disable(gl::kClipDistance0);
  gl_.Disable(gl::kStencilTest);
  frame_.clip = kNothingClipped;  // some drivers clip although that is switched off
  set_frame(view);
}

void Passes::draw_sky(const View& view) {
  const Texture* sky = canvas_.assets.sky();
  if (sky == nullptr) return;
  float reach = 0.7f * camera_.frustum_far;  // its corners are nearer than the far plane
  if (scene_.enabletransform != 0) reach /= scene_.scale;
  const Vec3& eye = view.eye;
  const Mat4 around = translation(eye[0], eye[1], eye[2]) * scaling(reach, reach, reach);
  gl_.PolygonMode(gl::kFrontAndBack, gl::kFill);
  gl_.CullFace(gl::kFront);
  painter_.draw_sky(*sky, around);
  const auto endless = [](const Geom& g) {
    return is(g, GeomType::Plane) && g.size[0] == 0 && g.size[1] == 0;
  };
  const auto plane = std::find_if(scene_.geoms.begin(), scene_.geoms.end(), endless);
  if (has(RndFlag::Haze) && plane != scene_.geoms.end() && !is_behind(head_, *plane)) {
    const Vec3 normal = {plane->mat[2], plane->mat[5], plane->mat[8]};
    const float height = dot(sub(head_, vec3(plane->pos)), normal) / reach;
    const float origin[3] = {0, 0, 0};
    gl_.Enable(gl::kBlend);
    gl_.BlendFunc(gl::kSrcAlpha, gl::kOneMinusSrcAlpha);
    Vec4 color = canvas_.visual.haze_color;
    color[3] = 1;
    painter_.draw_haze(
        around * pose(origin, plane->mat) * translation(0, 0, -height) * scaling(1, 1, height),
        color);
    gl_.Disable(gl::kBlend);
  }
  prepare();
}

}  // namespace thew::render
