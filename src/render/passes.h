#pragma once

#include <memory>
#include <vector>

#include <thew/render.h>

#include "render/assets.h"
#include "render/painter.h"
#include "render/program.h"
#include "render/target.h"

namespace thew::render {

/// What of a model's `visual` and `statistic` pictures depend on.
struct VisualNumbers {
  explicit VisualNumbers(const Model& model);
  float fog_begin, fog_end;  ///< [m]
  Vec4 fog_color, haze_color;
  float shadow_reach;  ///< half width of what directional lights see [m]
  float shadow_scale;  ///< of the cone of a spot that casts shadows
  float line_width;    ///< [pixels]
};

/// The blocks of numbers that all programs share.
class Blocks {
 public:
  explicit Blocks(const Gl& gl);
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  void upload_frame(const FrameBlock& frame) const;
  void upload_lights(const std::vector<LightBlock>& lights) const;

 private:
  const Gl& gl_;
  std::array<GLuint, 2> buffer_ = {};
};

/// Where and with what pictures are drawn.
struct Canvas {
  const Gl& gl;
  Assets& assets;
  Programs& programs;
  const Blocks& blocks;
  const VisualNumbers& visual;
  const Target& target;
  ShadowMap* shadow_map;  ///< nullptr: the model wants no shadows
};

inline constexpr Vec4 kNothingClipped = {0, 0, 0, 1};

/// The radius of a sphere around the origin of a shape that holds it.
float bound_of(const scene::Geom& geom);

/// Draws one scene, pass after pass: the mirrored scene where there is a mirror, then what is
/// opaque, light by light, the sky, and what is transparent.
class Passes {
 public:
  Passes(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part);
  void run();

 private:
  struct View {
    Mat4 projection, view;
    Vec3 eye;
  };

  void order_geoms();
  void order_lights();
  void prepare() const;
  View view_of(int eye, const Rectangle& part) const;
  void draw_view(const View& view, const Rectangle& part);
  void draw_segments();
  void draw_reflection(const View& view);
  void draw_opaque(const View& view);
  void draw_more_shadows(const View& view);
  void draw_transparent(const Style& style, std::size_t left_out = kNone);
  void draw_sky(const View& view);
  bool shades_nothing(const scene::Geom& plane, const scene::Light& light) const;
  bool casts_shadow(const scene::Geom& geom, const scene::Light& light) const;
  Mat4 seen_by(const scene::Light& light) const;
  Rectangle part_of_map(const Mat4& seen, const std::vector<const scene::Geom*>& casters) const;
  void map_shadows(const scene::Light& light);
  void set_frame(const View& view);
  bool has(RndFlag flag) const { return scene_.flags[static_cast<int>(flag)] != 0; }
  Style lit_style() const;

  static constexpr std::size_t kNone = ~std::size_t{0};

  const Canvas& canvas_;
  const Gl& gl_;
  const scene::Scene& scene_;
  Rectangle part_;
  Painter painter_;
  scene::GlCamera camera_;
  Vec3 head_;                             ///< where the camera is, in the frame of the model
  Mat4 placement_;                        ///< of the model in the room
  std::vector<std::size_t> transparent_;  ///< nearest first
  std::vector<bool> is_transparent_;
  std::size_t mirror_ = kNone;  ///< the shape that reflects; there is one at most
  std::vector<LightBlock> lights_;
  std::vector<const scene::Light*> casters_;  ///< lights with shadows, the last of `lights_`
  FrameBlock frame_ = {};
};

}  // namespace thew::render
