#pragma once

#include <string_view>
#include <vector>

#include <thew/render.h>

#include "render/passes.h"

namespace thew::render {

/// Flat things on top of a picture: text, lines, rectangles, pixels.
class Overlay {
 public:
  /// `font_scale`: size of letters [%].
  Overlay(const Gl& gl, int font_scale);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  void fill(const Canvas& canvas, const Rectangle& part, const Color& color);
  void set_colors(const Canvas& canvas, const Rectangle& part, std::span<const std::uint8_t> rgb);
  void text(const Canvas& canvas, std::string_view text, float x, float y, const Color& color);
  void line(const Canvas& canvas, std::span<const float> xy, float width, const Color& color,
            bool pairs);
  std::array<int, 2> text_size(std::string_view text) const;

  /// What a scene has on top: labels, and depths as a picture where its flags ask for them.
  void finish(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part);

 private:
  void draw(const Canvas& canvas, std::span<const float> xyuv, GLenum kind, const Color& color,
            bool picture);
  void bind_image(int width, int height, GLenum format, const std::uint8_t* pixels);
  void show_depths(const Canvas& canvas, const Rectangle& part);
  void show_labels(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part);

  const Gl& gl_;
  float unit_;  ///< of the grid of letters [pixels]
  GLuint array_ = 0, buffer_ = 0, image_ = 0;
};

}  // namespace thew::render
