#include "render/overlay.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "render/letters.h"

namespace thew::render {

namespace {

constexpr float kUnit = 1.3f;  // of the grid of letters at scale 100 % [pixels]
constexpr std::uint8_t kWhite[] = {255};

std::vector<float> corners(const Rectangle& r) {
  const auto x0 = static_cast<float>(r.left), y0 = static_cast<float>(r.bottom);
  const auto x1 = static_cast<float>(r.left + r.width),
             y1 = static_cast<float>(r.bottom + r.height);
  return {x0, y0, 0, 0, x1, y0, 1, 0, x1, y1, 1, 1, x0, y0, 0, 0, x1, y1, 1, 1, x0, y1, 0, 1};
}

// Appends the strokes of a letter as pairs of points.
void add_letter(std::vector<float>& xyuv, char letter, float x, float y, float unit) {
  const std::string_view strokes = strokes_of(letter);
  const auto point = [&](std::size_t i) {
    const auto px = static_cast<float>(strokes[i] - '0'),
               py = static_cast<float>(strokes[i + 1] - '0');
    xyuv.insert(xyuv.end(), {x + unit * px, y + unit * py, 0, 0});
  };
  for (std::size_t i = 0; i + 3 < strokes.size();) {
    if (strokes[i] == ' ' || strokes[i + 2] == ' ') {
      i += strokes[i] == ' ' ? 1 : 3;
      continue;
    }
    point(i);
    point(i + 2);
    i += 2;
  }
}

}  // namespace

Overlay::Overlay(const Gl& gl, int font_scale)
    : gl_(gl), unit_(kUnit * static_cast<float>(std::clamp(font_scale, 50, 300)) / 100) {
  gl.GenVertexArrays(1, &array_);
  gl.GenBuffers(1, &buffer_);
  gl.GenTextures(1, &image_);
  gl.BindVertexArray(array_);
  gl.BindBuffer(gl::kArrayBuffer, buffer_);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 4, gl::kFloat, 0, 4 * sizeof(float), nullptr);
  gl.BindVertexArray(0);
}

Overlay::~Overlay() {
  gl_.DeleteVertexArrays(1, &array_);
  gl_.DeleteBuffers(1, &buffer_);
  gl_.DeleteTextures(1, &image_);
}

void Overlay::bind_image(int width, int height, GLenum format, const std::uint8_t* pixels) {
  gl_.ActiveTexture(gl::kTexture0);
  gl_.BindTexture(gl::kTexture2d, image_);
  gl_.PixelStorei(gl::kUnpackAlignment, 1);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureMinFilter, gl::kNearest);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureMagFilter, gl::kNearest);
  gl_.TexImage2D(gl::kTexture2d, 0, static_cast<GLint>(format == gl::kRed ? gl::kR8 : gl::kRgb8),
                 width, height, 0, format, gl::kUnsignedByte, pixels);
}

void Overlay::draw(const Canvas& canvas, std::span<const float> xyuv, GLenum kind,
                   const Color& color, bool picture) {
  if (xyuv.empty()) return;
  canvas.target.bind_for_drawing();
  gl_.Viewport(0, 0, canvas.target.width(), canvas.target.height());
  gl_.Disable(gl::kDepthTest);
  gl_.Disable(gl::kCullFace);
  gl_.PolygonMode(gl::kFrontAndBack, gl::kFill);
  gl_.Enable(gl::kBlend);
  gl_.BlendFunc(gl::kSrcAlpha, gl::kOneMinusSrcAlpha);
  if (!picture) bind_image(1, 1, gl::kRed, kWhite);
  const GLint place = canvas.programs.use_flat(static_cast<float>(canvas.target.width()),
                                               static_cast<float>(canvas.target.height()), picture);
  gl_.Uniform4fv(place, 1, color.data());
  gl_.BindVertexArray(array_);
  gl_.BindBuffer(gl::kArrayBuffer, buffer_);
  gl_.BufferData(gl::kArrayBuffer, static_cast<GLsizeiptr>(xyuv.size_bytes()), xyuv.data(),
                 gl::kStreamDraw);
  gl_.DrawArrays(kind, 0, static_cast<GLsizei>(xyuv.size() / 4));
  gl_.Disable(gl::kBlend);
}

void Overlay::fill(const Canvas& canvas, const Rectangle& part, const Color& color) {
  draw(canvas, corners(part), gl::kTriangles, color, false);
}

void Overlay::set_colors(const Canvas& canvas, const Rectangle& part,
                         std::span<const std::uint8_t> rgb) {
  if (rgb.empty()) return;
  bind_image(part.width, part.height, gl::kRgb, rgb.data());
  draw(canvas, corners(part), gl::kTriangles, {1, 1, 1, 1}, true);
}

void Overlay::line(const Canvas& canvas, std::span<const float> xy, float width, const Color& color,
                   bool pairs) {
  std::vector<float> xyuv;
  for (std::size_t i = 0; i + 1 < xy.size(); i += 2) {
    xyuv.insert(xyuv.end(), {xy[i], xy[i + 1], 0, 0});
  }
  gl_.LineWidth(std::max(0.1f, width));
  draw(canvas, xyuv, pairs ? gl::kLines : gl::kLineStrip, color, false);
}

void Overlay::text(const Canvas& canvas, std::string_view text, float x, float y,
                   const Color& color) {
  const float first = x, advance = kLetterWidth * unit_;
  std::vector<float> xyuv;
  for (const char letter : text) {
    if (letter == '\n') {
      x = first;
      y -= kLineHeight * unit_;
      continue;
    }
    add_letter(xyuv, letter, x, y, unit_);
    x += advance;
  }
  gl_.LineWidth(std::max(1.0f, unit_));
  draw(canvas, xyuv, gl::kLines, color, false);
}

std::array<int, 2> Overlay::text_size(std::string_view text) const {
  std::size_t longest = 0, length = 0, lines = 1;
  for (const char letter : text) {
    length = letter == '\n' ? 0 : length + 1;
    lines += letter == '\n' ? 1 : 0;
    longest = std::max(longest, length);
  }
  const auto pixels = [this](std::size_t count, int units) {
    return static_cast<int>(
        std::ceil(static_cast<float>(count) * static_cast<float>(units) * unit_));
  };
  return {pixels(longest, kLetterWidth), pixels(lines, kLineHeight)};
}

void Overlay::finish(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part) {
  if (scene.flags[static_cast<int>(RndFlag::Segment)] == 0) show_labels(canvas, scene, part);
  if (scene.flags[static_cast<int>(RndFlag::Depth)] != 0) show_depths(canvas, part);
}

void Overlay::show_depths(const Canvas& canvas, const Rectangle& part) {
  std::vector<float> depth(static_cast<std::size_t>(part.width) *
                           static_cast<std::size_t>(part.height));
  canvas.target.read(part, depth.data());
  std::vector<std::uint8_t> gray;
  gray.reserve(3 * depth.size());
  for (const float d : depth) {
    gray.insert(gray.end(), 3,
                static_cast<std::uint8_t>(std::lround(255 * std::clamp(d, 0.0f, 1.0f))));
  }
  set_colors(canvas, part, gray);
}

void Overlay::show_labels(const Canvas& canvas, const scene::Scene& scene, const Rectangle& part) {
  const scene::GlCamera c = average(scene.camera[0], scene.camera[1]);
  const Vec3 forward = unit(vec3(c.forward)), right = unit(cross(forward, vec3(c.up)));
  const Vec3 up = cross(right, forward);
  const auto width = static_cast<float>(part.width), height = static_cast<float>(part.height);
  const float tall = c.frustum_top - c.frustum_bottom;
  const float half = c.frustum_width > 0 ? c.frustum_width : 0.5f * width / height * tall;
  for (const scene::Geom& geom : scene.geoms) {
    if (geom.label[0] == '\0') continue;
    const Vec3 p = sub(vec3(geom.pos), vec3(c.pos));
    const float ahead = dot(p, forward);
    if (ahead < c.frustum_near || ahead > c.frustum_far) continue;
    const float scale = c.orthographic != 0 ? 1 : c.frustum_near / ahead;
    const float x = (dot(p, right) * scale - c.frustum_center + half) / (2 * half);
    const float y = (dot(p, up) * scale - c.frustum_bottom) / tall;
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) continue;
    const float px = static_cast<float>(part.left) + x * width;
    const float py = static_cast<float>(part.bottom) + y * height;
    const std::string_view label(geom.label, strnlen(geom.label, scene::kLabelLength));
    text(canvas, label, px + 1, py - 1, {0, 0, 0, 1});
    text(canvas, label, px, py, {1, 1, 1, 1});
  }
}

}  // namespace thew::render
