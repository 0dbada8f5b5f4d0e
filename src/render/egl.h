#pragma once

#include <string>

#include "render/gl.h"

namespace thew::render {

/// An OpenGL context without a window, current on the thread that makes it until it is destroyed
/// there.
class Context {
 public:
  /// Throws Error with what is missing, and what to install.
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Gl& gl() const { return gl_; }
  const std::string& device() const { return device_; }

 private:
  bool open(void* display);

  void* display_ = nullptr;
  void* context_ = nullptr;
  void* surface_ = nullptr;
  Gl gl_;
  std::string device_;
};

}  // namespace thew::render
