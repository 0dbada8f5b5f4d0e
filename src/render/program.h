#pragma once

#include <array>
#include <cstddef>

#include "render/gl.h"
#include "render/matrix.h"

namespace thew::render {

/// How a shape gets its texture.
enum class Texturing : int {
  None,
  Flat,     ///< an image, at the places that the vertices name or at those of the object's x and y
  Cube,     ///< a cube around the object
  Opacity,  ///< none: the first number of the place in the texture is opacity
};

/// One of the programs that draw shapes.
struct Look {
  bool lit = false;
  bool shadow = false;  ///< the light that casts shadows is on, and there is a map of what it sees
  Texturing texturing = Texturing::None;
};

/// What the shaders know about a picture, in the layout std140.
struct FrameBlock {
  Mat4 view_projection;  ///< of what is drawn, mirrored where it is a reflection
  Mat4 shadow;           ///< from the world into the map of shadows
  Vec4 depth;            ///< dot(depth, (position, 1)) is the distance along the camera's axis [m]
  Vec4 clip;             ///< of a reflection only what is on this side is drawn
  Vec4 eye;              ///< who sees the highlights
  Vec4 fog_color;
  Vec4 fog;                   ///< begin, 1 / length; third: whether there is fog
  Vec4 ambient;               ///< light without a source
  std::array<int, 4> lights;  ///< first and end of those without shadows, and the one with
};

/// One light of the block of lights.
struct LightBlock {
  Vec4 position;  ///< or, with 0 as the fourth number, the direction toward the light
  Vec4 direction;
  Vec4 attenuation;  ///< constant, linear, quadratic
  Vec4 ambient;      ///< fourth: cosine of the cutoff
  Vec4 diffuse;      ///< fourth: exponent of the spot
  Vec4 specular;     ///< fourth: cosine of the angle within which the spot is at its full strength
};

inline constexpr int kMostLights = 100;

/// What is set for each shape.
struct Uniforms {
  GLint model, normal, color, material, texture_scale, texture_offset, generate;
};

/// Compiles programs when they are needed first.
class Programs {
 public:
  explicit Programs(const Gl& gl) : gl_(gl) {}
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  const Uniforms& use(const Look& look);
  /// The program for flat things; sets the size of the picture [pixels].
  GLint use_flat(float width, float height, bool textured);
  /// Nothing is known about which program is current.
  void forget() { current_ = -1; }

 private:
  static constexpr int kCount = 16;
  static int number(const Look& look) {
    return (look.lit ? 1 : 0) | (look.shadow ? 2 : 0) | static_cast<int>(look.texturing) << 2;
  }

  const Gl& gl_;
  int current_ = -1;
  std::array<GLuint, kCount> program_ = {};
  std::array<Uniforms, kCount> uniforms_ = {};
  GLuint flat_ = 0;
};

}  // namespace thew::render
