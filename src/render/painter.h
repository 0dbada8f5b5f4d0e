#pragma once

#include <optional>

#include <thew/scene.h>

#include "render/assets.h"
#include "render/matrix.h"
#include "render/program.h"

namespace thew::render {

/// How shapes are painted in one pass over a scene.
struct Style {
  bool lit = false;
  bool shadow = false;
  bool emission = false;
  bool textures = false;
  bool cull = true;          ///< only sides that face the camera
  float brightness = 1;      ///< of colours, in reflections
  Vec3 head = {0, 0, 0};     ///< where the camera is
  bool fade_behind = false;  ///< planes are more transparent from behind
};

inline bool is(const scene::Geom& geom, GeomType type) {
  return geom.type == static_cast<int>(type);
}

/// Whether the camera is behind a plane.
bool is_behind(const Vec3& head, const scene::Geom& geom);

/// Draws single shapes of a scene with what a model has.
class Painter {
 public:
  Painter(const Gl& gl, const Assets& assets, Programs& programs, float line_width)
      : gl_(gl), assets_(assets), programs_(programs), line_width_(line_width) {}

  /// Draws the shape, in its own colour or in `color`.
  void draw(const scene::Geom& geom, const Style& style, const Vec4* color = nullptr);
  /// Draws the sky around the camera, and the haze over the horizon of a plane.
  void draw_sky(const Texture& sky, const Mat4& pose);
  void draw_haze(const Mat4& pose, const Vec4& color);

 private:
  struct Mapping;
  Mapping map_texture(const scene::Geom& geom) const;
  void set_material(const scene::Geom& geom, const Style& style, const Vec4* color);
  void put(const Shape* shape, const Mat4& model, GLenum kind = gl::kTriangles);
  void draw_shape(const scene::Geom& geom, const Mat4& pose, const Style& style);
  void draw_arrow(const Mat4& pose, const float* size, float wedge);
  void draw_flex(const scene::Geom& geom, const Style& style, const Vec4* color);
  void place(const Mat4& model);
  void draw_line(const Shape& shape, const Mat4& model, float width);

  const Gl& gl_;
  const Assets& assets_;
  Programs& programs_;
  float line_width_;
  const Uniforms* uniforms_ = nullptr;
};

}  // namespace thew::render
