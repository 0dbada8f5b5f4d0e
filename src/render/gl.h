#pragma once

#include <cstddef>
#include <cstdint>

// The part of OpenGL 3.3 (core profile) that is used here. Its functions are found at run time, so
// that there is nothing to link with and no header of the system is needed.

namespace thew::render {

using GLenum = unsigned int;
using GLuint = unsigned int;
using GLint = int;
using GLsizei = int;
using GLfloat = float;
using GLboolean = unsigned char;
using GLbitfield = unsigned int;
using GLubyte = unsigned char;
using GLsizeiptr = std::ptrdiff_t;
using GLintptr = std::ptrdiff_t;

namespace gl {

enum : GLenum {
  kLines = 0x0001,
  kLineStrip = 0x0003,
  kTriangles = 0x0004,
  kGequal = 0x0206,
  kEqual = 0x0202,
  kAlways = 0x0207,
  kOne = 1,
  kSrcAlpha = 0x0302,
  kOneMinusSrcAlpha = 0x0303,
  kFront = 0x0404,
  kBack = 0x0405,
  kFrontAndBack = 0x0408,
  kCw = 0x0900,
  kCcw = 0x0901,
  kCullFace = 0x0B44,
  kDepthTest = 0x0B71,
  kStencilTest = 0x0B90,
  kBlend = 0x0BE2,
  kScissorTest = 0x0C11,
  kUnpackAlignment = 0x0CF5,
  kPackAlignment = 0x0D05,
  kTexture2d = 0x0DE1,
  kUnsignedByte = 0x1401,
  kUnsignedInt = 0x1405,
  kFloat = 0x1406,
  kDepthComponent = 0x1902,
  kRed = 0x1903,
  kRgb = 0x1907,
  kRgba = 0x1908,
  kLine = 0x1B01,
  kFill = 0x1B02,
  kKeep = 0x1E00,
  kReplace = 0x1E01,
  kVendor = 0x1F00,
  kRenderer = 0x1F01,
  kVersion = 0x1F02,
  kNearest = 0x2600,
  kLinear = 0x2601,
  kLinearMipmapLinear = 0x2703,
  kTextureMagFilter = 0x2800,
  kTextureMinFilter = 0x2801,
  kTextureWrapS = 0x2802,
  kTextureWrapT = 0x2803,
  kRepeat = 0x2901,
  kClipDistance0 = 0x3000,
  kPolygonOffsetFill = 0x8037,
  kRgb8 = 0x8051,
  kRgba8 = 0x8058,
  kR8 = 0x8229,
  kR32f = 0x822E,
  kTextureWrapR = 0x8072,
  kMultisample = 0x809D,
  kClampToEdge = 0x812F,
  kDepthComponent24 = 0x81A6,
  kTexture0 = 0x84C0,
  kTextureCubeMap = 0x8513,
  kTextureCubeMapPositiveX = 0x8515,
  kTextureCompareMode = 0x884C,
  kTextureCompareFunc = 0x884D,
  kCompareRefToTexture = 0x884E,
  kArrayBuffer = 0x8892,
  kElementArrayBuffer = 0x8893,
  kStreamDraw = 0x88E0,
  kStaticDraw = 0x88E4,
  kUniformBuffer = 0x8A11,
  kFragmentShader = 0x8B30,
  kVertexShader = 0x8B31,
  kCompileStatus = 0x8B81,
  kLinkStatus = 0x8B82,
  kTextureCubeMapSeamless = 0x884F,
  kSrgb8 = 0x8C41,
  kSrgb8Alpha8 = 0x8C43,
  kReadFramebuffer = 0x8CA8,
  kDrawFramebuffer = 0x8CA9,
  kFramebuffer = 0x8D40,
  kRenderbuffer = 0x8D41,
  kFramebufferComplete = 0x8CD5,
  kColorAttachment0 = 0x8CE0,
  kDepthAttachment = 0x8D00,
  kDepthStencilAttachment = 0x821A,
  kDepth32fStencil8 = 0x8CAD,
  kMaxSamples = 0x8D57,
  kMaxRenderbufferSize = 0x84E8,
  kMaxTextureSize = 0x0D33,
  kRenderbufferSamples = 0x8CAB,
  kLowerLeft = 0x8CA1,
  kZeroToOne = 0x935F,
};

enum : GLbitfield { kDepthBit = 0x100, kStencilBit = 0x400, kColorBit = 0x4000 };

}  // namespace gl

// What is called: result, name without "gl", arguments.
#define THEW_GL_FUNCTIONS(F)                                                                      \
  F(void, ActiveTexture, GLenum)                                                                  \
  F(void, AttachShader, GLuint, GLuint)                                                           \
  F(void, BindAttribLocation, GLuint, GLuint, const char*)                                        \
  F(void, BindBuffer, GLenum, GLuint)                                                             \
  F(void, BindBufferBase, GLenum, GLuint, GLuint)                                                 \
  F(void, BindFramebuffer, GLenum, GLuint)                                                        \
  F(void, BindRenderbuffer, GLenum, GLuint)                                                       \
  F(void, BindTexture, GLenum, GLuint)                                                            \
  F(void, BindVertexArray, GLuint)                                                                \
  F(void, BlendFunc, GLenum, GLenum)                                                              \
  F(void, BlitFramebuffer, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield,    \
    GLenum)                                                                                       \
  F(void, BufferData, GLenum, GLsizeiptr, const void*, GLenum)                                    \
  F(GLenum, CheckFramebufferStatus, GLenum)                                                       \
  F(void, Clear, GLbitfield)                                                                      \
  F(void, ClearColor, GLfloat, GLfloat, GLfloat, GLfloat)                                         \
  F(void, ClearDepth, double)                                                                     \
  F(void, ClearStencil, GLint)                                                                    \
  F(void, ColorMask, GLboolean, GLboolean, GLboolean, GLboolean)                                  \
  F(void, CompileShader, GLuint)                                                                  \
  F(GLuint, CreateProgram)                                                                        \
  F(GLuint, CreateShader, GLenum)                                                                 \
  F(void, CullFace, GLenum)                                                                       \
  F(void, DeleteBuffers, GLsizei, const GLuint*)                                                  \
  F(void, DeleteFramebuffers, GLsizei, const GLuint*)                                             \
  F(void, DeleteProgram, GLuint)                                                                  \
  F(void, DeleteRenderbuffers, GLsizei, const GLuint*)                                            \
  F(void, DeleteShader, GLuint)                                                                   \
  F(void, DeleteTextures, GLsizei, const GLuint*)                                                 \
  F(void, DeleteVertexArrays, GLsizei, const GLuint*)                                             \
  F(void, DepthFunc, GLenum)                                                                      \
  F(void, DepthMask, GLboolean)                                                                   \
  F(void, Disable, GLenum)                                                                        \
  F(void, DrawArrays, GLenum, GLint, GLsizei)                                                     \
  F(void, DrawBuffer, GLenum)                                                                     \
  F(void, DrawElements, GLenum, GLsizei, GLenum, const void*)                                     \
  F(void, Enable, GLenum)                                                                         \
  F(void, EnableVertexAttribArray, GLuint)                                                        \
  F(void, Finish)                                                                                 \
  F(void, FramebufferRenderbuffer, GLenum, GLenum, GLenum, GLuint)                                \
  F(void, FramebufferTexture2D, GLenum, GLenum, GLenum, GLuint, GLint)                            \
  F(void, FrontFace, GLenum)                                                                      \
  F(void, GenBuffers, GLsizei, GLuint*)                                                           \
  F(void, GenFramebuffers, GLsizei, GLuint*)                                                      \
  F(void, GenRenderbuffers, GLsizei, GLuint*)                                                     \
  F(void, GenTextures, GLsizei, GLuint*)                                                          \
  F(void, GenVertexArrays, GLsizei, GLuint*)                                                      \
  F(void, GenerateMipmap, GLenum)                                                                 \
  F(GLenum, GetError)                                                                             \
  F(void, GetIntegerv, GLenum, GLint*)                                                            \
  F(void, GetProgramInfoLog, GLuint, GLsizei, GLsizei*, char*)                                    \
  F(void, GetProgramiv, GLuint, GLenum, GLint*)                                                   \
  F(void, GetRenderbufferParameteriv, GLenum, GLenum, GLint*)                                     \
  F(void, GetShaderInfoLog, GLuint, GLsizei, GLsizei*, char*)                                     \
  F(void, GetShaderiv, GLuint, GLenum, GLint*)                                                    \
  F(const GLubyte*, GetString, GLenum)                                                            \
  F(GLuint, GetUniformBlockIndex, GLuint, const char*)                                            \
  F(GLint, GetUniformLocation, GLuint, const char*)                                               \
  F(void, LineWidth, GLfloat)                                                                     \
  F(void, LinkProgram, GLuint)                                                                    \
  F(void, PixelStorei, GLenum, GLint)                                                             \
  F(void, PolygonMode, GLenum, GLenum)                                                            \
  F(void, PolygonOffset, GLfloat, GLfloat)                                                        \
  F(void, ReadBuffer, GLenum)                                                                     \
  F(void, ReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*)                      \
  F(void, RenderbufferStorageMultisample, GLenum, GLsizei, GLenum, GLsizei, GLsizei)              \
  F(void, Scissor, GLint, GLint, GLsizei, GLsizei)                                                \
  F(void, ShaderSource, GLuint, GLsizei, const char* const*, const GLint*)                        \
  F(void, StencilFunc, GLenum, GLint, GLuint)                                                     \
  F(void, StencilOp, GLenum, GLenum, GLenum)                                                      \
  F(void, TexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void*) \
  F(void, TexParameteri, GLenum, GLenum, GLint)                                                   \
  F(void, Uniform1f, GLint, GLfloat)                                                              \
  F(void, Uniform1i, GLint, GLint)                                                                \
  F(void, Uniform4f, GLint, GLfloat, GLfloat, GLfloat, GLfloat)                                   \
  F(void, Uniform3fv, GLint, GLsizei, const GLfloat*)                                             \
  F(void, Uniform4fv, GLint, GLsizei, const GLfloat*)                                             \
  F(void, UniformBlockBinding, GLuint, GLuint, GLuint)                                            \
  F(void, UniformMatrix3fv, GLint, GLsizei, GLboolean, const GLfloat*)                            \
  F(void, UniformMatrix4fv, GLint, GLsizei, GLboolean, const GLfloat*)                            \
  F(void, UseProgram, GLuint)                                                                     \
  F(void, VertexAttribPointer, GLuint, GLint, GLenum, GLboolean, GLsizei, const void*)            \
  F(void, Viewport, GLint, GLint, GLsizei, GLsizei)

/// The functions of the OpenGL context that is current.
struct Gl {
#define THEW_GL_MEMBER(result, name, ...) result (*name)(__VA_ARGS__) = nullptr;
  THEW_GL_FUNCTIONS(THEW_GL_MEMBER)
#undef THEW_GL_MEMBER
  /// Depths from 0 to 1 instead of -1 to 1 (OpenGL 4.5 or ARB_clip_control); may be missing.
  void (*ClipControl)(GLenum, GLenum) = nullptr;

  using Find = void* (*)(const char* name);
  /// Throws Error when a function is missing.
  void load(Find find);
};

}  // namespace thew::render
