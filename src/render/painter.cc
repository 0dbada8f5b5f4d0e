#include "render/painter.h"

#include <algorithm>

namespace thew::render {

using scene::Geom;

namespace {

GeomType type_of(const Geom& geom) {
  return static_cast<GeomType>(geom.type);
}

// Whether vertices of the shape name their places in an image.
bool has_places(GeomType type) {
  switch (type) {
    case GeomType::Plane:
    case GeomType::Sphere:
    case GeomType::Ellipsoid:
    case GeomType::Box:
    case GeomType::Cylinder:
    case GeomType::Capsule:
    case GeomType::Arrow:
    case GeomType::Arrow1:
    case GeomType::Arrow2:
    case GeomType::Triangle:
      return true;
    default:
      return false;
  }
}

}  // namespace

// Which texture a shape has, and where on it.
struct Painter::Mapping {
  const Texture* texture = nullptr;
  Texturing texturing = Texturing::None;
  int generate = 0;
  Vec3 scale = {1, 1, 1}, offset = {0, 0, 0};
};

bool is_behind(const Vec3& head, const Geom& geom) {
  const Vec3 normal = {geom.mat[2], geom.mat[5], geom.mat[8]};
  return dot(sub(head, vec3(geom.pos)), normal) < 0;
}

Painter::Mapping Painter::map_texture(const Geom& geom) const {
  Mapping m;
  Assets::Material material;
  if (geom.texid >= 0) {
    material = {geom.texid, geom.texuniform != 0, {geom.texrepeat[0], geom.texrepeat[1]}};
  } else if (geom.matid >= 0 && static_cast<std::size_t>(geom.matid) < assets_.materials.size()) {
    material = assets_.materials[static_cast<std::size_t>(geom.matid)];
  }
  m.texture = assets_.texture(material.texture);
  if (m.texture == nullptr || m.texture->name == 0) return {};
  if (m.texture->type != TextureType::Type2D) {
    m.texturing = Texturing::Cube;
    m.generate = 1;
    if (material.uniform) m.scale = vec3(geom.size);
    return m;
  }
  m.texturing = Texturing::Flat;
  const bool places = geom.texcoord != 0 || has_places(type_of(geom));
  const bool endless = type_of(geom) == GeomType::Plane && (geom.size[0] <= 0 || geom.size[1] <= 0);
  for (std::size_t k = 0; k < 2; ++k) {
    float repeat = material.repeat[k];
    if (places && !(repeat > 0)) repeat = 1;
    // The shape itself has the size, and coordinates are metres.
    if (!places && geom.dataid >= 0 && geom.size[k] > 0) repeat /= geom.size[k];
    if (material.uniform && geom.size[k] > 0) repeat *= geom.size[k];
    m.scale[k] = places ? repeat : (k == 0 ? 0.5f : -0.5f) * repeat;
    m.offset[k] = !places || endless ? -0.5f : 0.0f;
  }
  m.generate = places ? 0 : 1;
  return m;
}

void Painter::set_material(const Geom& geom, const Style& style, const Vec4* color) {
  Mapping mapping;
  if (style.textures && geom.matid >= 0) mapping = map_texture(geom);
  const bool lines = type_of(geom) == GeomType::Line || type_of(geom) == GeomType::Linebox;
  if (lines) mapping = {};
  uniforms_ = &programs_.use({style.lit && !lines, style.shadow && !lines, mapping.texturing});
  if (mapping.texture != nullptr) {
    const bool flat = mapping.texturing == Texturing::Flat;
    gl_.BindTexture(flat ? gl::kTexture2d : gl::kTextureCubeMap, mapping.texture->name);
    gl_.Uniform3fv(uniforms_->texture_scale, 1, mapping.scale.data());
    gl_.Uniform3fv(uniforms_->texture_offset, 1, mapping.offset.data());
    gl_.Uniform1i(uniforms_->generate, mapping.generate);
  }
  Vec4 rgba = {geom.rgba[0] * style.brightness, geom.rgba[1] * style.brightness,
               geom.rgba[2] * style.brightness, geom.rgba[3]};
  if (style.fade_behind && type_of(geom) == GeomType::Plane && is_behind(style.head, geom)) {
    rgba[3] *= 0.3f;
  }
  gl_.Uniform4fv(uniforms_->color, 1, color != nullptr ? color->data() : rgba.data());
  const Vec3 material = {style.emission ? geom.emission : 0, geom.specular, 128 * geom.shininess};
  gl_.Uniform3fv(uniforms_->material, 1, material.data());
}

void Painter::place(const Mat4& model) {
  gl_.UniformMatrix4fv(uniforms_->model, 1, 0, model.data());
  const Mat3 normal = normal_matrix(model);
  gl_.UniformMatrix3fv(uniforms_->normal, 1, 0, normal.data());
}

void Painter::put(const Shape* shape, const Mat4& model, GLenum kind) {
  if (shape == nullptr || shape->empty()) return;
  place(model);
  shape->draw(kind);
}

void Painter::draw(const Geom& geom, const Style& style, const Vec4* color) {
  if (type_of(geom) == GeomType::Flex) return draw_flex(geom, style, color);
  set_material(geom, style, color);
  const bool global = type_of(geom) == GeomType::Skin;
  draw_shape(geom, global ? kIdentity : pose(geom.pos, geom.mat), style);
}

// Edges and vertices without texture, then the triangles: all, or those of one material.
void Painter::draw_flex(const Geom& geom, const Style& style, const Vec4* color) {
  const FlexShape* flex = assets_.flex(geom.objid);
  if (flex == nullptr) return;
  Geom plain = geom;
  plain.matid = -1;
  set_material(plain, style, color);
  const float radius = geom.size[0];
  for (const Mat4& rod : flex->rods) put(&assets_.tube, rod);
  for (const Vec3& ball : flex->balls) {
    put(&assets_.sphere, translation(ball[0], ball[1], ball[2]) * scaling(radius, radius, radius));
  }
  if (flex->used == 0) return;
  set_material(geom, style, color);
  place(kIdentity);
  const bool part = geom.dataid >= 0;
  const int first = part ? static_cast<int>(geom.size[1]) : 0;
  const int count = part ? static_cast<int>(geom.size[2]) : flex->used;
  flex->faces.draw_part(3 * first, 3 * std::min(count, flex->used - first));
}

void Painter::draw_arrow(const Mat4& pose, const float* size, float wedge) {
  const float part = size[2] / 6;
  put(&assets_.cylinder, pose * translation(0, 0, part) * scaling(size[0], size[1], part));
  put(&assets_.cone,
      pose * translation(0, 0, 2 * part) * scaling(wedge * size[0], wedge * size[1], part));
}

void Painter::draw_line(const Shape& shape, const Mat4& model, float width) {
  gl_.LineWidth(std::max(0.1f, width * line_width_));
  put(&shape, model, gl::kLines);
  gl_.LineWidth(std::max(0.1f, line_width_));
}

void Painter::draw_shape(const Geom& geom, const Mat4& pose, const Style& style) {
  const float* size = geom.size;
  const Mat4 scaled = pose * scaling(size[0], size[1], size[2]);
  switch (type_of(geom)) {
    case GeomType::Plane: {
      const bool turned = style.cull && is_behind(style.head, geom);
      if (turned) gl_.CullFace(gl::kFront);
      if (geom.dataid >= 0) {
        put(assets_.model_plane(geom.dataid), pose);
      } else {
        put(&assets_.plane, pose * scaling(size[0], size[1], 1));
      }
      if (turned) gl_.CullFace(gl::kBack);
      break;
    }
    case GeomType::Hfield:
      put(assets_.hfield(geom.dataid), pose);
      break;
    case GeomType::Sphere:
    case GeomType::Ellipsoid:
      put(&assets_.sphere, scaled);
      break;
    case GeomType::Capsule: {
      const float radius = 0.5f * (size[0] + size[1]), gap = size[2] - radius;
      const Mat4 ends = scaling(size[0], size[1], radius);
      put(&assets_.tube, scaled);
      put(&assets_.top, pose * translation(0, 0, gap) * ends);
      put(&assets_.bottom, pose * translation(0, 0, -gap) * ends);
      break;
    }
    case GeomType::Cylinder:
      put(&assets_.cylinder, scaled);
      break;
    case GeomType::Box:
      put(&assets_.box, scaled);
      break;
    case GeomType::Mesh:
    case GeomType::Sdf:
      put(assets_.mesh(geom.dataid), pose);
      break;
    case GeomType::Arrow:
      draw_arrow(pose, size, 1.75f);
      break;
    case GeomType::Arrow1:
      draw_arrow(pose, size, 1);
      break;
    case GeomType::Arrow2: {
      const float part = size[2] / 3, wide = 1.75f;
      const Mat4 tip = translation(0, 0, part) * scaling(wide * size[0], wide * size[1], part / 2);
      put(&assets_.tube, pose * scaling(size[0], size[1], part));
      put(&assets_.cone, pose * tip);
      put(&assets_.cone, pose * scaling(1, -1, -1) * tip);
      break;
    }
    case GeomType::Line:
      draw_line(assets_.line, pose * scaling(1, 1, size[2]), size[0]);
      break;
    case GeomType::Linebox:
      draw_line(assets_.line_box, scaled, 1.5f);
      break;
    case GeomType::Triangle:
      if (style.cull) gl_.Disable(gl::kCullFace);
      put(&assets_.triangle, pose * scaling(size[0], size[1], 1));
      if (style.cull) gl_.Enable(gl::kCullFace);
      break;
    case GeomType::Skin:
      put(assets_.skin(geom.objid), pose);
      break;
    default:
      break;  // labels have no shape
  }
}

void Painter::draw_sky(const Texture& sky, const Mat4& pose) {
  uniforms_ = &programs_.use({false, false, Texturing::Cube});
  gl_.BindTexture(gl::kTextureCubeMap, sky.name);
  const float one[] = {1, 1, 1, 1}, zero[] = {0, 0, 0};
  gl_.Uniform3fv(uniforms_->texture_scale, 1, one);
  gl_.Uniform3fv(uniforms_->texture_offset, 1, zero);
  gl_.Uniform1i(uniforms_->generate, 2);
  gl_.Uniform4fv(uniforms_->color, 1, one);
  put(&assets_.cylinder, pose);
}

void Painter::draw_haze(const Mat4& pose, const Vec4& color) {
  uniforms_ = &programs_.use({false, false, Texturing::Opacity});
  const float one[] = {1, 1, 1}, zero[] = {0, 0, 0};
  gl_.Uniform3fv(uniforms_->texture_scale, 1, one);
  gl_.Uniform3fv(uniforms_->texture_offset, 1, zero);
  gl_.Uniform1i(uniforms_->generate, 0);
  gl_.Uniform4fv(uniforms_->color, 1, color.data());
  put(&assets_.haze, pose);
}

}  // namespace thew::render
