#include "render/gl.h"

#include <string>

#include <thew/error.h>

namespace thew::render {

namespace {

template <class Function>
void find_function(Gl::Find find, const char* name, Function& function) {
  function = reinterpret_cast<Function>(find(name));
  if (function == nullptr) {
    throw Error({}, "OpenGL lacks the function " + std::string(name),
                "pictures need OpenGL 3.3: install libgl1-mesa-dri, or a newer driver");
  }
}

}  // namespace

void Gl::load(Find find) {
#define THEW_GL_LOAD(result, name, ...) find_function(find, "gl" #name, name);
  THEW_GL_FUNCTIONS(THEW_GL_LOAD)
#undef THEW_GL_LOAD
  ClipControl = reinterpret_cast<decltype(ClipControl)>(find("glClipControl"));
}

}  // namespace thew::render
