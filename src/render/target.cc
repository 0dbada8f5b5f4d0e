#include "render/target.h"

#include <algorithm>
#include <string>

#include <thew/error.h>

namespace thew::render {

Target::Target(const Gl& gl, int width, int height, int samples)
    : gl_(gl), width_(width), height_(height), samples_(samples) {
  GLint most = 0, most_samples = 0;
  gl.GetIntegerv(gl::kMaxRenderbufferSize, &most);
  gl.GetIntegerv(gl::kMaxSamples, &most_samples);
  if (width < 1 || height < 1 || width > most || height > most) {
    throw Error({}, "a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                        " pixels cannot be drawn: each side has from 1 to " + std::to_string(most));
  }
  samples_ = std::clamp(samples, 0, most_samples);
  if (samples_ == 1) samples_ = 0;
  try {
    make(buffers_[0], samples_);
    if (samples_ > 0) {
      gl.BindRenderbuffer(gl::kRenderbuffer, buffers_[0].color);
      gl.GetRenderbufferParameteriv(gl::kRenderbuffer, gl::kRenderbufferSamples, &samples_);
      make(buffers_[1], 0);
    }
  } catch (...) {
    release();
    throw;
  }
}

Target::~Target() {
  release();
}

void Target::release() {
  for (const Buffers& b : buffers_) {
    if (b.frame == 0) continue;
    gl_.DeleteFramebuffers(1, &b.frame);
    gl_.DeleteRenderbuffers(1, &b.color);
    gl_.DeleteRenderbuffers(1, &b.depth);
  }
}

void Target::make(Buffers& b, int samples) const {
  gl_.GenFramebuffers(1, &b.frame);
  gl_.GenRenderbuffers(1, &b.color);
  gl_.GenRenderbuffers(1, &b.depth);
  gl_.BindFramebuffer(gl::kFramebuffer, b.frame);
  gl_.BindRenderbuffer(gl::kRenderbuffer, b.color);
  gl_.RenderbufferStorageMultisample(gl::kRenderbuffer, samples, gl::kRgba8, width_, height_);
  gl_.FramebufferRenderbuffer(gl::kFramebuffer, gl::kColorAttachment0, gl::kRenderbuffer, b.color);
  gl_.BindRenderbuffer(gl::kRenderbuffer, b.depth);
  gl_.RenderbufferStorageMultisample(gl::kRenderbuffer, samples, gl::kDepth32fStencil8, width_,
                                     height_);
  gl_.FramebufferRenderbuffer(gl::kFramebuffer, gl::kDepthStencilAttachment, gl::kRenderbuffer,
                              b.depth);
  if (gl_.CheckFramebufferStatus(gl::kFramebuffer) != gl::kFramebufferComplete) {
    throw Error({}, "OpenGL has no memory for a picture of " + std::to_string(width_) + " x " +
                        std::to_string(height_) + " pixels with " + std::to_string(samples) +
                        " samples");
  }
}

void Target::bind_for_reading(const Rectangle& part, GLbitfield what) const {
  gl_.PixelStorei(gl::kPackAlignment, 1);
  if (samples_ == 0) {
    bind_for_drawing();
    return;
  }
  gl_.BindFramebuffer(gl::kReadFramebuffer, buffers_[0].frame);
  gl_.BindFramebuffer(gl::kDrawFramebuffer, buffers_[1].frame);
  const int right = part.left + part.width, top = part.bottom + part.height;
  gl_.Disable(gl::kScissorTest);
  gl_.BlitFramebuffer(part.left, part.bottom, right, top, part.left, part.bottom, right, top, what,
                      gl::kNearest);
  gl_.BindFramebuffer(gl::kFramebuffer, buffers_[1].frame);
}

void Target::read(const Rectangle& part, std::uint8_t* rgb) const {
  bind_for_reading(part, gl::kColorBit);
  gl_.ReadPixels(part.left, part.bottom, part.width, part.height, gl::kRgb, gl::kUnsignedByte, rgb);
}

void Target::read(const Rectangle& part, float* depth) const {
  bind_for_reading(part, gl::kDepthBit);
  gl_.ReadPixels(part.left, part.bottom, part.width, part.height, gl::kDepthComponent, gl::kFloat,
                 depth);
}

ShadowMap::ShadowMap(const Gl& gl, int size) : gl_(gl), size_(size) {
  GLint most = 0;
  gl.GetIntegerv(gl::kMaxTextureSize, &most);
  size_ = std::min(size, most);
  gl.GenFramebuffers(1, &frame_);
  gl.GenTextures(1, &texture_);
  gl.BindFramebuffer(gl::kFramebuffer, frame_);
  gl.BindTexture(gl::kTexture2d, texture_);
  gl.TexImage2D(gl::kTexture2d, 0, gl::kDepthComponent24, size_, size_, 0, gl::kDepthComponent,
                gl::kUnsignedInt, nullptr);
  const std::pair<GLenum, GLenum> parameters[] = {
      {gl::kTextureMinFilter, gl::kNearest},
      {gl::kTextureMagFilter, gl::kNearest},
      {gl::kTextureWrapS, gl::kClampToEdge},
      {gl::kTextureWrapT, gl::kClampToEdge},
      {gl::kTextureCompareMode, gl::kCompareRefToTexture},
      {gl::kTextureCompareFunc, gl::kGequal}};
  for (const auto& [name, value] : parameters) {
    gl.TexParameteri(gl::kTexture2d, name, static_cast<GLint>(value));
  }
  gl.FramebufferTexture2D(gl::kFramebuffer, gl::kDepthAttachment, gl::kTexture2d, texture_, 0);
  gl.DrawBuffer(0);
  gl.ReadBuffer(0);
  if (gl.CheckFramebufferStatus(gl::kFramebuffer) != gl::kFramebufferComplete) {
    throw Error({}, "OpenGL has no memory for shadows of " + std::to_string(size_) +
                        " pixels (visual/quality/shadowsize)");
  }
  used_ = {0, 0, size_, size_};
}

ShadowMap::~ShadowMap() {
  gl_.DeleteFramebuffers(1, &frame_);
  gl_.DeleteTextures(1, &texture_);
}

void ShadowMap::begin(const Rectangle& part) {
  gl_.BindFramebuffer(gl::kFramebuffer, frame_);
  gl_.Disable(gl::kScissorTest);
  gl_.ClearDepth(0);
  clear(used_);
  used_ = part;
  // An empty margin, so that nothing at the edge casts an endless shadow.
  gl_.Viewport(1, 1, size_ - 2, size_ - 2);
}

void ShadowMap::clear(const Rectangle& part) const {
  if (part.width <= 0 || part.height <= 0) return;
  gl_.Scissor(part.left, part.bottom, part.width, part.height);
  gl_.Enable(gl::kScissorTest);
  gl_.Clear(gl::kDepthBit);
  gl_.Disable(gl::kScissorTest);
}

void ShadowMap::bind_texture() const {
  gl_.ActiveTexture(gl::kTexture0 + 1);
  gl_.BindTexture(gl::kTexture2d, texture_);
  gl_.ActiveTexture(gl::kTexture0);
}

}  // namespace thew::render
