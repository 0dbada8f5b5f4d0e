#include "render/assets.h"

#include <algorithm>
#include <utility>

namespace thew::render {

namespace {

Triangles make_triangle() {
  Triangles t;
  t.vertices = {{{0, 0, 0}, {0, 0, 1}, {0, 1}},
                {{1, 0, 0}, {0, 0, 1}, {1, 1}},
                {{0, 1, 0}, {0, 0, 1}, {0, 0}}};
  t.close(3);
  return t;
}

Triangles make_line() {
  Triangles t;
  t.vertices = {{{0, 0, 0}, {0, 0, 1}, {0, 0}}, {{0, 0, 1}, {0, 0, 1}, {0, 0}}};
  t.indices = {0, 1};
  return t;
}

}  // namespace

Shape::~Shape() {
  if (array_ == 0) return;
  gl_->DeleteVertexArrays(1, &array_);
  gl_->DeleteBuffers(2, buffer_.data());
}

Shape::Shape(Shape&& other) noexcept {
  *this = std::move(other);
}

Shape& Shape::operator=(Shape&& other) noexcept {
  std::swap(gl_, other.gl_);
  std::swap(array_, other.array_);
  std::swap(buffer_, other.buffer_);
  std::swap(count_, other.count_);
  return *this;
}

void Shape::upload(const Triangles& triangles, GLenum usage) {
  const Gl& gl = *gl_;
  count_ = static_cast<GLsizei>(triangles.indices.size());
  if (count_ == 0) return;
  gl.GenVertexArrays(1, &array_);
  gl.GenBuffers(2, buffer_.data());
  gl.BindVertexArray(array_);
  gl.BindBuffer(gl::kArrayBuffer, buffer_[0]);
  gl.BufferData(gl::kArrayBuffer,
                static_cast<GLsizeiptr>(triangles.vertices.size() * sizeof(Vertex)),
                triangles.vertices.data(), usage);
  gl.BindBuffer(gl::kElementArrayBuffer, buffer_[1]);
  gl.BufferData(gl::kElementArrayBuffer, static_cast<GLsizeiptr>(triangles.indices.size() * 4),
                triangles.indices.data(), gl::kStaticDraw);
  const std::size_t offset[] = {offsetof(Vertex, position), offsetof(Vertex, normal),
                                offsetof(Vertex, texture)};
  for (GLuint i = 0; i < 3; ++i) {
    gl.EnableVertexAttribArray(i);
    gl.VertexAttribPointer(i, i == 2 ? 2 : 3, gl::kFloat, 0, sizeof(Vertex),
                           reinterpret_cast<const void*>(offset[i]));
  }
  gl.BindVertexArray(0);
}

void Shape::upload_vertices(const Gl& gl, const std::vector<Vertex>& vertices) {
  gl.BindBuffer(gl::kArrayBuffer, buffer_[0]);
  gl.BufferData(gl::kArrayBuffer, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)),
                vertices.data(), gl::kStreamDraw);
}

void Shape::draw_part(GLsizei first, GLsizei count, GLenum kind) const {
  const GLsizei begin = std::clamp(first, 0, count_),
                end = std::clamp(first + count, begin, count_);
  if (end == begin) return;
  gl_->BindVertexArray(array_);
  const auto offset = static_cast<std::uintptr_t>(begin) * sizeof(std::uint32_t);
  gl_->DrawElements(kind, end - begin, gl::kUnsignedInt, reinterpret_cast<const void*>(offset));
}

Assets::Assets(const Gl& gl, const Model& model) : gl_(gl) {
  const auto& quality = model.vis.quality;
  const int slices = std::clamp(quality.numslices, 3, 1000);
  const int stacks = std::clamp(quality.numstacks, 2, 1000);
  sphere = Shape(gl, make_sphere(slices, stacks));
  top = Shape(gl, make_dome(1, slices, stacks));
  bottom = Shape(gl, make_dome(-1, slices, stacks));
  cylinder = Shape(gl, make_cylinder(slices, true));
  tube = Shape(gl, make_cylinder(slices, false));
  cone = Shape(gl, make_cone(slices));
  box = Shape(gl, make_box());
  plane = Shape(gl, make_plane());
  line = Shape(gl, make_line());
  line_box = Shape(gl, make_line_box());
  triangle = Shape(gl, make_triangle());
  haze = Shape(gl, make_haze(slices, model.vis.map.haze));
  for (int i = 0; i < model.ngeom; ++i) {
    if (model.geom_type[i] == static_cast<int>(GeomType::Plane)) {
      planes.emplace_back(gl, make_model_plane(model, i));
    }
  }
  meshes.resize(static_cast<std::size_t>(2 * model.nmesh));
  for (int i = 0; i < model.nmesh; ++i) upload_mesh(model, i);
  hfields.resize(static_cast<std::size_t>(model.nhfield));
  for (int i = 0; i < model.nhfield; ++i) upload_hfield(model, i);
  textures.resize(static_cast<std::size_t>(model.ntex));
  for (int i = 0; i < model.ntex; ++i) upload_texture(model, i);
  for (int i = 0; i < model.nmat; ++i) {
    Material& made = materials.emplace_back();
    made.texture = model.mat_texid[kNTEXROLE * i + static_cast<int>(TextureRole::Rgb)];
    made.uniform = model.mat_texuniform[i];
    for (int k = 0; k < 2; ++k) made.repeat[k] = model.mat_texrepeat[2 * i + k];
  }
  make_skins(model);
}

Assets::~Assets() {
  for (const Texture& t : textures) {
    if (t.name != 0) gl_.DeleteTextures(1, &t.name);
  }
}

void Assets::upload_mesh(const Model& model, int id) {
  meshes[static_cast<std::size_t>(2 * id)] = Shape(gl_, make_mesh(model, id));
  meshes[static_cast<std::size_t>(2 * id + 1)] = Shape(gl_, make_hull(model, id));
}

void Assets::upload_hfield(const Model& model, int id) {
  hfields[static_cast<std::size_t>(id)] = Shape(gl_, make_hfield(model, id));
}

const Texture* Assets::sky() const {
  for (const Texture& t : textures) {
    if (t.type == TextureType::Skybox && t.name != 0) return &t;
  }
  return nullptr;
}

void Assets::make_skins(const Model& model) {
  for (int i = 0; i < model.nskin; ++i) {
    Triangles t;
    t.vertices.resize(static_cast<std::size_t>(model.skin_vertnum[i]));
    const int places = model.skin_texcoordadr[i];
    for (int v = 0; v < model.skin_vertnum[i] && places >= 0; ++v) {
      for (int k = 0; k < 2; ++k) {
        t.vertices[static_cast<std::size_t>(v)].texture[k] =
            model.skin_texcoord[2 * (std::int64_t{places} + v) + k];
      }
    }
    const std::int32_t* face = model.skin_face.data() + 3 * std::int64_t{model.skin_faceadr[i]};
    t.indices.assign(face, face + 3 * std::int64_t{model.skin_facenum[i]});
    skins.emplace_back(gl_, t);
    skin_vertices_.push_back(std::move(t.vertices));
  }
}

void Assets::upload_skins(const scene::Scene& scene) {
  const std::size_t count = std::min(skins.size(), scene.skinvertnum.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Vertex>& vertices = skin_vertices_[i];
    const auto begin = 3 * static_cast<std::size_t>(scene.skinvertadr[i]);
    if (vertices.size() != static_cast<std::size_t>(scene.skinvertnum[i]) || skins[i].empty())
      continue;
    if (begin + 3 * vertices.size() > scene.skinvert.size()) continue;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      std::copy_n(&scene.skinvert[begin + 3 * v], 3, vertices[v].position);
      std::copy_n(&scene.skinnormal[begin + 3 * v], 3, vertices[v].normal);
    }
    skins[i].upload_vertices(gl_, vertices);
  }
}

}  // namespace thew::render
