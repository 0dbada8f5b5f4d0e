#include "render/program.h"

#include <string>

#include <thew/error.h>

#include "render/shaders.h"

namespace thew::render {

namespace {

GLuint compile(const Gl& gl, GLenum kind, const std::string& text) {
  const GLuint shader = gl.CreateShader(kind);
  const char* source = text.c_str();
  gl.ShaderSource(shader, 1, &source, nullptr);
  gl.CompileShader(shader);
  GLint good = 0;
  gl.GetShaderiv(shader, gl::kCompileStatus, &good);
  if (good != 0) return shader;
  char log[1000] = "";
  gl.GetShaderInfoLog(shader, sizeof(log), nullptr, log);
  throw Error({}, "OpenGL does not compile a shader: " + std::string(log));
}

GLuint link(const Gl& gl, const std::string& vertex, const std::string& fragment) {
  const GLuint program = gl.CreateProgram();
  for (const GLuint shader :
       {compile(gl, gl::kVertexShader, vertex), compile(gl, gl::kFragmentShader, fragment)}) {
    gl.AttachShader(program, shader);
    gl.DeleteShader(shader);  // goes with the program
  }
  gl.LinkProgram(program);
  GLint good = 0;
  gl.GetProgramiv(program, gl::kLinkStatus, &good);
  if (good != 0) return program;
  char log[1000] = "";
  gl.GetProgramInfoLog(program, sizeof(log), nullptr, log);
  throw Error({}, "OpenGL does not link a program: " + std::string(log));
}

void set_block(const Gl& gl, GLuint program, const char* name, GLuint place) {
  const GLuint block = gl.GetUniformBlockIndex(program, name);
  if (block != ~0u) gl.UniformBlockBinding(program, block, place);
}

}  // namespace

Programs::~Programs() {
  for (const GLuint program : program_) {
    if (program != 0) gl_.DeleteProgram(program);
  }
  if (flat_ != 0) gl_.DeleteProgram(flat_);
}

const Uniforms& Programs::use(const Look& look) {
  const int i = number(look);
  GLuint& program = program_[i];
  Uniforms& u = uniforms_[i];
  if (program == 0) {
    const std::string head = kVersionLine + std::string("#define LIT ") + (look.lit ? "1" : "0") +
                             "\n#define SHADOW " + (look.shadow ? "1" : "0") +
                             "\n#define TEXTURING " +
                             std::to_string(static_cast<int>(look.texturing)) + "\n" + kBlocks;
    program = link(gl_, head + kVertexShader, head + kFragmentShader);
    const auto find = [&](const char* name) { return gl_.GetUniformLocation(program, name); };
    u = {find("model"),         find("normal_matrix"),  find("color"),   find("material"),
         find("texture_scale"), find("texture_offset"), find("generate")};
    set_block(gl_, program, "Frame", 0);
    set_block(gl_, program, "Lights", 1);
    gl_.UseProgram(program);
    gl_.Uniform1i(find("image"), 0);
    gl_.Uniform1i(find("shadow_map"), 1);
  }
  if (current_ != i) gl_.UseProgram(program);
  current_ = i;
  return u;
}

GLint Programs::use_flat(float width, float height, bool picture) {
  if (flat_ == 0) {
    flat_ = link(gl_, std::string(kVersionLine) + kFlatVertexShader,
                 std::string(kVersionLine) + kFlatFragmentShader);
  }
  forget();
  gl_.UseProgram(flat_);
  gl_.Uniform1i(gl_.GetUniformLocation(flat_, "image"), 0);
  gl_.Uniform4f(gl_.GetUniformLocation(flat_, "size"), width, height, picture ? 2.0f : 1.0f, 0);
  return gl_.GetUniformLocation(flat_, "color");
}

}  // namespace thew::render
