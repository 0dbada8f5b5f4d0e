#pragma once

#include <array>
#include <cstdint>

#include <thew/render.h>

#include "render/gl.h"

namespace thew::render {

/// The memory of a picture: colours, depths and stencil, with several samples per pixel where asked
/// for, and without them for reading.
class Target {
 public:
  /// Throws Error for sizes that cannot be had.
  Target(const Gl& gl, int width, int height, int samples);
  ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  int samples() const { return samples_; }

  void bind_for_drawing() const { gl_.BindFramebuffer(gl::kFramebuffer, buffers_[0].frame); }
  /// Red, green and blue of each pixel of a part, or depths, row by row from the bottom.
  void read(const Rectangle& part, std::uint8_t* rgb) const;
  void read(const Rectangle& part, float* depth) const;

 private:
  /// Merges the samples of a part, then binds what can be read.
  void bind_for_reading(const Rectangle& part, GLbitfield what) const;
  struct Buffers {
    GLuint frame = 0, color = 0, depth = 0;
  };
  void make(Buffers& buffers, int samples) const;
  void release();

  const Gl& gl_;
  int width_, height_, samples_;
  std::array<Buffers, 2> buffers_;
};

/// What a light sees: depths.
class ShadowMap {
 public:
  ShadowMap(const Gl& gl, int size);
  ~ShadowMap();
  ShadowMap(const ShadowMap&) = delete;
  ShadowMap& operator=(const ShadowMap&) = delete;

  int size() const { return size_; }
  /// Empties the map; what is drawn next reaches no further than `part` of it.
  void begin(const Rectangle& part);
  void bind_texture() const;

 private:
  void clear(const Rectangle& part) const;

  const Gl& gl_;
  int size_;
  Rectangle used_;  ///< all else is empty
  GLuint frame_ = 0, texture_ = 0;
};

}  // namespace thew::render
