#pragma once

// The shaders, in GLSL 3.30. Light is computed as OpenGL's fixed functions did, which MuJoCo uses,
// but for each pixel instead of each vertex: colours are the same and highlights are round.
//
//   c = emission + m (global ambient) + sum over lights: s (m A + m D max(n.l, 0) + M S max(n.h,
//   0)^e)
//
// with m the colour of the material, M its specular part, e its shininess, A, D and S those of the
// light, s its attenuation and spot factor, h halfway between the light and the eye. The sum is cut
// off at 1, then the texture multiplies it. Light with shadows is a second such sum.

namespace thew::render {

inline constexpr const char* kVersionLine = "#version 330 core\n";

inline constexpr const char* kBlocks = R"(
struct Light {
  vec4 position, direction, attenuation, ambient, diffuse, specular;
};
layout(std140) uniform Lights {
  Light light[100];
};
layout(std140) uniform Frame {
  mat4 view_projection;
  mat4 shadow_matrix;
  vec4 depth_row;
  vec4 clip_plane;
  vec4 eye;
  vec4 fog_color;
  vec4 fog;
  vec4 global_ambient;
  ivec4 lights;
};
)";

inline constexpr const char* kVertexShader = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 place;

uniform mat4 model;
uniform mat3 normal_matrix;
uniform vec3 texture_scale;   // and offset: from the place, or the object's coordinates, to the texture
uniform vec3 texture_offset;
uniform int generate;         // 0: places of the vertices, 1: coordinates, 2: those of a sky

invariant gl_Position;
out vec3 world;
out vec3 world_normal;
out vec3 texture_place;
out float camera_depth;
out vec4 shadow_place;

void main() {
  vec4 p = model * vec4(position, 1.0);
  gl_Position = view_projection * p;
  gl_ClipDistance[0] = dot(clip_plane, p);
  camera_depth = dot(depth_row, p);
  world = p.xyz;
#if LIT
  world_normal = normal_matrix * normal;
#endif
#if SHADOW
  shadow_place = shadow_matrix * p;
#endif
#if TEXTURING > 0
  vec3 q = generate == 0 ? vec3(place, 0.0) : generate == 1 ? position : vec3(position.x, position.z, -position.y);
  texture_place = q * texture_scale + texture_offset;
#endif
}
)";

inline constexpr const char* kFragmentShader = R"(
in vec3 world;
in vec3 world_normal;
in vec3 texture_place;
in float camera_depth;
in vec4 shadow_place;

uniform vec4 color;
uniform vec3 material;  // emission, specular, shininess
#if TEXTURING == 1
uniform sampler2D image;
#elif TEXTURING == 2
uniform samplerCube image;
#endif
#if SHADOW
uniform sampler2DShadow shadow_map;
#endif

out vec4 result;

#if LIT
vec3 lit_by(int i, vec3 n, vec3 v) {
  vec3 l = light[i].position.xyz - world * light[i].position.w;
  float far = length(l);
  l /= far;
  float strength = 1.0;
  if (light[i].position.w > 0.0) {
    float along = -dot(l, light[i].direction.xyz);
    // The rim of the cone is soft over a tenth of its angle: in MuJoCo it is soft because light is
    // computed at vertices alone.
    float edge = smoothstep(light[i].ambient.w, light[i].specular.w, along);
    if (edge <= 0.0) return vec3(0.0);
    vec3 a = light[i].attenuation.xyz;
    strength = edge / (a.x + far * (a.y + far * a.z));
    if (light[i].diffuse.w > 0.0) strength *= pow(max(along, 1e-6), light[i].diffuse.w);
  }
  float facing = dot(n, l);
  vec3 sum = color.rgb * (light[i].ambient.rgb + max(facing, 0.0) * light[i].diffuse.rgb);
  if (material.y > 0.0 && facing > 0.0) {
    float shine = max(dot(n, normalize(l + v)), 0.0);
    if (shine > 0.0) sum += material.y * pow(shine, material.z) * light[i].specular.rgb;
  }
  return strength * sum;
}
#endif

void main() {
  vec4 texel = vec4(1.0);
#if TEXTURING == 1
  texel = texture(image, texture_place.xy);
#elif TEXTURING == 2
  texel = texture(image, texture_place);
#elif TEXTURING == 3
  texel = vec4(1.0, 1.0, 1.0, texture_place.x);
#endif
#if LIT
  vec3 n = normalize(world_normal);
  vec3 v = normalize(eye.xyz - world);
  vec3 sum = material.x * color.rgb + global_ambient.rgb * color.rgb;
  for (int i = lights.x; i < lights.y; ++i) sum += lit_by(i, n, v);
  vec4 base = vec4(min(sum, 1.0), color.a) * texel;
#else
  vec4 base = color * texel;
#endif
  float clear = 1.0;
  if (fog.z > 0.0) clear = clamp(1.0 - (camera_depth - fog.x) * fog.y, 0.0, 1.0);
  base.rgb = mix(fog_color.rgb, base.rgb, clear);
#if SHADOW
  // Things that are not quite opaque get no light of this kind.
  if (base.a >= 0.99 && textureProj(shadow_map, shadow_place) > 0.0) {
    base.rgb += clear * min(lit_by(lights.z, n, v), 1.0) * texel.rgb;
  }
#endif
  result = base;
}
)";

inline constexpr const char* kFlatVertexShader = R"(
layout(location = 0) in vec4 place;  // x, y [pixels], and place in the texture
uniform vec4 size;
out vec2 texture_place;
void main() {
  gl_Position = vec4(2.0 * place.xy / size.xy - 1.0, 0.0, 1.0);
  texture_place = place.zw;
}
)";

// Textures give opacity (letters), or light (pictures: size.z is 2).
inline constexpr const char* kFlatFragmentShader = R"(
in vec2 texture_place;
uniform vec4 size;
uniform vec4 color;
uniform sampler2D image;
out vec4 result;
void main() {
  vec4 texel = size.z > 0.0 ? texture(image, texture_place) : vec4(1.0);
  result = size.z > 1.0 ? vec4(texel.rgb, 1.0) : vec4(color.rgb, color.a * texel.r);
}
)";

}  // namespace thew::render
