#pragma once

#include <array>
#include <vector>

#include <thew/model.h>
#include <thew/scene.h>

#include "render/gl.h"
#include "render/matrix.h"
#include "render/shapes.h"

namespace thew::render {

/// Triangles that OpenGL holds.
class Shape {
 public:
  Shape() = default;
  Shape(const Gl& gl, const Triangles& triangles) : gl_(&gl) { upload(triangles, gl::kStaticDraw); }
  ~Shape();
  Shape(Shape&& other) noexcept;
  Shape& operator=(Shape&& other) noexcept;

  /// Replaces the vertices.
  void upload_vertices(const Gl& gl, const std::vector<Vertex>& vertices);
  void draw(GLenum kind = gl::kTriangles) const { draw_part(0, count_, kind); }
  /// Draws `count` indices from the one numbered `first` on.
  void draw_part(GLsizei first, GLsizei count, GLenum kind = gl::kTriangles) const;
  bool empty() const { return count_ == 0; }

 private:
  void upload(const Triangles& triangles, GLenum usage);

  const Gl* gl_ = nullptr;
  GLuint array_ = 0;
  std::array<GLuint, 2> buffer_ = {};
  GLsizei count_ = 0;
};

/// A flex as it is shown at a moment.
struct FlexShape {
  Shape faces;
  int capacity = 0;             ///< triangles that there is room for
  int used = 0;                 ///< triangles that there are
  std::vector<Mat4> rods;       ///< places of the unit cylinder: edges
  std::vector<Vec3> balls;      ///< vertices that are shown
  std::vector<Vertex> corners;  ///< working memory
};

/// A texture that OpenGL holds.
struct Texture {
  GLuint name = 0;
  TextureType type = TextureType::Type2D;
};

/// What a model has to be drawn with.
class Assets {
 public:
  Assets(const Gl& gl, const Model& model);
  ~Assets();
  Assets(const Assets&) = delete;
  Assets& operator=(const Assets&) = delete;

  void upload_texture(const Model& model, int id);
  void upload_mesh(const Model& model, int id);
  void upload_hfield(const Model& model, int id);
  /// Takes the vertices of skins as they are in the scene.
  void upload_skins(const scene::Scene& scene);
  /// Takes triangles, edges and vertices of flexes as the scene shows them.
  void upload_flexes(const scene::Scene& scene);

  /// Whether the scene shows only what there is; otherwise it is of another model.
  const Shape* mesh(int dataid) const { return find(meshes, dataid); }
  const Shape* hfield(int dataid) const { return find(hfields, dataid); }
  const Shape* skin(int id) const { return find(skins, id); }
  const FlexShape* flex(int id) const { return find(flexes, id); }
  const Shape* model_plane(int dataid) const { return find(planes, dataid); }
  const Texture* texture(int id) const { return find(textures, id); }
  /// The first texture for the sky, or nullptr.
  const Texture* sky() const;

  Shape sphere, top, bottom, cylinder, tube, cone, box, plane, line, line_box, triangle, haze;
  std::vector<Shape> meshes;  ///< mesh and hull in turn
  std::vector<Shape> hfields, planes, skins;
  std::vector<FlexShape> flexes;
  std::vector<Texture> textures;

  /// Of each material: the texture of its colour, and how it lies on shapes.
  struct Material {
    int texture = -1;
    bool uniform = false;
    float repeat[2] = {0, 0};
  };
  std::vector<Material> materials;

 private:
  template <class T>
  static const T* find(const std::vector<T>& list, int id) {
    return id >= 0 && static_cast<std::size_t>(id) < list.size()
               ? &list[static_cast<std::size_t>(id)]
               : nullptr;
  }
  void make_skins(const Model& model);
  void upload_flat(const Model& model, int id, GLenum format);
  void upload_cube(const Model& model, int id, GLenum format);

  const Gl& gl_;
  std::vector<std::vector<Vertex>> skin_vertices_;
};

}  // namespace thew::render
