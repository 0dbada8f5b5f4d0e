#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thew/model.h>
#include <thew/scene.h>

// Pictures of a scene, drawn without a display: OpenGL through EGL, on a GPU where there is one and
// by Mesa's software otherwise. The libraries are loaded when the first Renderer is made; the rest
// of the engine does not need them.

namespace thew::render {

/// A part of the picture [pixels]; the origin is the lower left corner.
struct Rectangle {
  int left = 0, bottom = 0, width = 0, height = 0;
};

using Color = std::array<float, 4>;

struct Settings {
  int width = 0;         ///< of the picture [pixels]; 0: the model's `offwidth`
  int height = 0;        ///< 0: the model's `offheight`
  int samples = -1;      ///< per pixel, against jagged edges; -1: the model's `offsamples`
  int font_scale = 100;  ///< size of letters [%], from 50 to 300
};

/// Draws scenes of one model. OpenGL runs on a thread of the renderer's own, so that any thread may
/// call it and contexts of the caller are left alone. Calls of one renderer from several threads
/// run one after the other. What cannot be had throws Error.
class Renderer {
 public:
  explicit Renderer(const Model& model, const Settings& settings = {});
  ~Renderer();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;

  int width() const;
  int height() const;
  int samples() const;
  /// Who draws, e.g. "llvmpipe (LLVM 15.0.6, 256 bits)".
  const std::string& device() const;
  /// The whole picture.
  Rectangle area() const { return {0, 0, width(), height()}; }

  void draw(const scene::Scene& scene) { draw(scene, area()); }
  /// Draws into a part of the picture and leaves the rest of it as it is.
  void draw(const scene::Scene& scene, const Rectangle& part);

  /// Red, green and blue of each pixel, row by row from the bottom.
  void read_colors(const Rectangle& part, std::span<std::uint8_t> rgb);
  /// What the depth buffer holds, row by row from the bottom: 1 at the near plane of the camera, 0
  /// at the far one.
  void read_depth(const Rectangle& part, std::span<float> depth);

  /// Gives the picture another size; what was drawn is lost.
  void resize(int width, int height);

  static constexpr int kMostAside = 10;
  /// Makes a picture aside, with a number from 0 to 9, in which parts can be prepared.
  void add_aside(int number, int width, int height, int samples);
  /// From now on all is drawn into and read from a picture aside, or from the main one (-1).
  void select(int number);

  /// Takes over what has changed in the model since the renderer was made.
  void upload_texture(const Model& model, int id);
  void upload_mesh(const Model& model, int id);
  void upload_hfield(const Model& model, int id);

  // Flat things, on top of what has been drawn.
  void fill(const Rectangle& part, const Color& color);
  /// Replaces pixels by others, row by row from the bottom.
  void set_colors(const Rectangle& part, std::span<const std::uint8_t> rgb);
  /// Text whose lower left corner is at x, y [pixels]; '\n' begins a line below.
  void text(std::string_view text, float x, float y, const Color& color);
  /// A line through points [pixels], joined to one another or in pairs.
  void line(std::span<const float> xy, float width, const Color& color, bool pairs = false);
  /// Width and height of a text [pixels].
  std::array<int, 2> text_size(std::string_view text) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Turns the depth buffer of a picture by this camera into distances along its axis [m].
void depth_to_metres(const scene::GlCamera& camera, std::span<float> depth);

/// Turns colours of a picture with the flags Segment and Idcolor into the number and type of the
/// object at each pixel, -1 and -1 where there is none.
void colors_to_segments(const scene::Scene& scene, std::span<const std::uint8_t> rgb,
                        std::span<std::int32_t> segments);

/// Turns a picture of rows of `row_bytes` upside down.
void flip_rows(std::span<std::byte> pixels, std::size_t row_bytes);

}  // namespace thew::render
