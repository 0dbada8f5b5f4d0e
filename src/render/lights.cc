// Lights of a scene, and the maps of what those see that cast shadows.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/passes.h"

namespace thew::render {

using scene::Light;

namespace {

constexpr float kDegree = std::numbers::pi_v<float> / 180;

bool is_directional(const Light& light) {
  return light.type == static_cast<int>(LightType::Directional);
}

bool is_drawn(const Light& light) {
  return is_directional(light) || light.type == static_cast<int>(LightType::Spot);
}

LightBlock block_of(const Light& light) {
  LightBlock b = {};
  const Vec3 along = unit(vec3(light.dir));
  for (std::size_t k = 0; k < 3; ++k) {
    b.position[k] = is_directional(light) ? -along[k] : light.pos[k];
    b.direction[k] = along[k];
    b.attenuation[k] = light.attenuation[k];
    b.ambient[k] = light.ambient[k];
    b.diffuse[k] = light.diffuse[k];
    b.specular[k] = light.specular[k];
  }
  b.position[3] = is_directional(light) ? 0 : 1;
  // A cutoff beyond 90 degrees lets the light shine everywhere.
  b.ambient[3] = light.cutoff <= 90 ? std::cos(light.cutoff * kDegree) : -3;
  b.specular[3] = light.cutoff <= 90 ? std::cos(0.9f * light.cutoff * kDegree) : -2;
  b.diffuse[3] = light.exponent;
  return b;
}

Vec3 any_normal(const Vec3& v) {
  const Vec3 axis = std::abs(v[2]) < 0.9f ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
  return unit(cross(v, axis));
}

}  // namespace

void Passes::order_lights() {
  const std::size_t count = std::min<std::size_t>(scene_.lights.size(), kMostLights);
  const bool shadows = has(RndFlag::Shadow) && canvas_.shadow_map != nullptr;
  std::vector<LightBlock> casting;
  for (std::size_t i = 0; i < count; ++i) {
    const Light& light = scene_.lights[i];
    if (!is_drawn(light)) continue;
    if (shadows && light.castshadow != 0) {
      casting.push_back(block_of(light));
      casters_.push_back(&light);
    } else {
      lights_.push_back(block_of(light));
    }
  }
  lights_.insert(lights_.end(), casting.begin(), casting.end());
  const float dim = lights_.empty() ? 0.3f : 0.0f;  // without any light there is some all the same
  frame_.ambient = {dim, dim, dim, 1};
  canvas_.blocks.upload_lights(lights_);
}

// Whether a plane hides from the camera all that it hides from the light: both are in front of it,
// and it is endless or nothing lies behind it. Planes fill maps, so it is worth a look.
bool Passes::shades_nothing(const scene::Geom& plane, const Light& light) const {
  if (plane.rgba[3] < 0.995f || is_behind(head_, plane)) return false;
  const Vec3 normal = {plane.mat[2], plane.mat[5], plane.mat[8]};
  const bool behind =
      is_directional(light) ? dot(vec3(light.dir), normal) >= 0 : is_behind(vec3(light.pos), plane);
  if (behind) return false;
  if (!(plane.size[0] > 0) && !(plane.size[1] > 0)) return true;
  return std::none_of(scene_.geoms.begin(), scene_.geoms.end(), [&](const scene::Geom& other) {
    return dot(sub(vec3(other.pos), vec3(plane.pos)), normal) < 0;
  });
}

bool Passes::casts_shadow(const scene::Geom& geom, const Light& light) const {
  if (is(geom, GeomType::Line) || geom.castshadow == 0) return false;
  if (geom.category == static_cast<int>(CatBit::Decor)) return false;
  return !is(geom, GeomType::Plane) || !shades_nothing(geom, light);
}

Mat4 Passes::seen_by(const Light& light) const {
  const bool zero_to_one = gl_.ClipControl != nullptr;
  const float near = camera_.frustum_near, far = camera_.frustum_far;
  Mat4 projection;
  if (is_directional(light)) {
    const float r = canvas_.visual.shadow_reach;
    projection = orthographic({-r, r, -r, r, near, far}, zero_to_one);
  } else {
    const float angle = std::min(2 * light.cutoff * canvas_.visual.shadow_scale, 160.0f);
    const float r = near * std::tan(angle / 2 * kDegree);
    projection = perspective({-r, r, -r, r, near, far}, zero_to_one);
  }
  const Vec3 along = unit(vec3(light.dir));
  return projection * look(vec3(light.pos), along, any_normal(along));
}

// The part of the map that spheres around the casters fall into, in pixels: maps are large, and
// most of one is empty.
Rectangle Passes::part_of_map(const Mat4& seen,
                              const std::vector<const scene::Geom*>& casters) const {
  const int size = canvas_.shadow_map->size();
  float low[2] = {1, 1}, high[2] = {-1, -1};
  // The rows of a projection give x, y and w of a point; lengths are those of their vectors.
  const auto length = [&](int row) { return std::hypot(seen[row], seen[4 + row], seen[8 + row]); };
  for (const scene::Geom* geom : casters) {
    const float radius = bound_of(*geom);
    const Vec3 place = vec3(geom->pos);
    const auto value = [&](int row) {
      return seen[row] * place[0] + seen[4 + row] * place[1] + seen[8 + row] * place[2] +
             seen[12 + row];
    };
    const float w = value(3) - radius * length(3);
    const bool bounded = radius > 0 && w > 0 && !is(*geom, GeomType::Plane) &&
                         !is(*geom, GeomType::Skin) && !is(*geom, GeomType::Flex);
    if (!bounded) return {0, 0, size, size};
    for (int k = 0; k < 2; ++k) {
      const float wide = radius * length(k), most_w = value(3) + radius * length(3);
      const float a = value(k) - wide, b = value(k) + wide;
      low[k] = std::min(low[k], a / (a < 0 ? w : most_w));
      high[k] = std::max(high[k], b / (b > 0 ? w : most_w));
    }
  }
  int pixel[4];
  for (int k = 0; k < 2; ++k) {
    const auto half = static_cast<float>(size) / 2;
    pixel[k] = static_cast<int>(std::floor(half * (1 + std::clamp(low[k], -1.0f, 1.0f)))) - 2;
    pixel[2 + k] = static_cast<int>(std::ceil(half * (1 + std::clamp(high[k], -1.0f, 1.0f)))) + 2;
    pixel[k] = std::clamp(pixel[k], 0, size);
    pixel[2 + k] = std::clamp(pixel[2 + k], pixel[k], size);
  }
  return {pixel[0], pixel[1], pixel[2] - pixel[0], pixel[3] - pixel[1]};
}

void Passes::map_shadows(const Light& light) {
  const bool zero_to_one = gl_.ClipControl != nullptr;
  const Mat4 seen = seen_by(light);
  std::vector<const scene::Geom*> casters;
  for (const scene::Geom& geom : scene_.geoms) {
    if (casts_shadow(geom, light)) casters.push_back(&geom);
  }
  frame_.view_projection = seen;
  canvas_.blocks.upload_frame(frame_);
  ShadowMap& map = *canvas_.shadow_map;
  map.begin(part_of_map(seen, casters));
  gl_.Disable(gl::kCullFace);
  gl_.PolygonMode(gl::kFrontAndBack, gl::kFill);
  gl_.Enable(gl::kPolygonOffsetFill);
  // Depths move away from the light a little: texels are coarse, and a surface must not shade
  // itself.
  if (zero_to_one) {
    gl_.PolygonOffset(-1.5f, -4.0f);
  } else {
    gl_.PolygonOffset(-16.0f, -512.0f);
  }
  Style style;
  style.cull = false;
  style.head = head_;
  for (const scene::Geom* geom : casters) painter_.draw(*geom, style);
  gl_.Disable(gl::kPolygonOffsetFill);
  // The viewport leaves a margin of one texel at each side (ShadowMap::begin).
  const float half = 0.5f * static_cast<float>(map.size() - 2) / static_cast<float>(map.size());
  const Mat4 to_texture = translation(0.5f, 0.5f, zero_to_one ? 0.0f : 0.5f) *
                          scaling(half, half, zero_to_one ? 1.0f : 0.5f);
  frame_.shadow = to_texture * seen;
  map.bind_texture();
  canvas_.target.bind_for_drawing();
  prepare();
}

}  // namespace thew::render
