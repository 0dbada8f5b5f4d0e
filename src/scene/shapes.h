#pragma once

// What the kinds of shapes share: what they are made from, and the list that they join. Each kind
// adds its shapes by one function below; add_geoms() calls them in MuJoCo's order.

#include <thew/scene.h>

#include "math/mat3.h"

namespace thew::scene {

using Vector = math::Vec3<double>;
using Matrix = math::Mat3<double>;

/// The world that is shown, how, and the scene that is filled.
class Shapes {
 public:
  Shapes(const Model& model, const Data& data, const Option& shown, const Perturb& held,
         int categories, Scene& scene);

  const Model& m;
  const Data& d;
  const Option& option;
  const Perturb& perturb;
  const double size;  ///< typical for the model: what sizes of decorations are multiples of [m]

  const GlCamera* cameras() const { return scene_.camera; }
  bool shows(VisFlag flag) const { return option.flags[static_cast<int>(flag)] != 0; }
  bool shows(CatBit category) const { return (categories_ & static_cast<int>(category)) != 0; }
  bool labels(LabelType label) const { return option.label == static_cast<int>(label); }
  bool frames(FrameLabel frame) const { return option.frame == static_cast<int>(frame); }

  /// The first dof of the island of a dof, or -1.
  int island_of_dof(int dof) const;
  /// The first dof of the island of a constraint row, or -1.
  int island_of_row(int row) const;

  /// Appends a shape, if there is room.
  void add(const Geom& geom);

 private:
  int first_dof(int island) const;

  int categories_;
  Scene& scene_;
  std::vector<int> first_dof_;  // of each island
};

// What makes a shape.

/// A shape with default values that shows an object of the model.
Geom begin_geom(ObjectType type, int id, CatBit category);
/// One that decorates it.
Geom begin_decor(ObjectType type, int id);
void set_shape(Geom& geom, GeomType type, const double* size, const double* pos, const double* mat);
void set_pose(Geom& geom, const double* pos, const double* mat);
void set_pos(Geom& geom, const Vector& pos);
void set_mat(Geom& geom, const Matrix& mat);
/// The same size along all axes.
void set_size(Geom& geom, double size);
void set_rgba(Geom& geom, const float* rgba);
void connect(Geom& geom, GeomType type, double width, const Vector& from, const Vector& to);
/// Colours of a material, but those of the object itself where it says so; texture; transparency.
void set_material(const Shapes& shapes, Geom& geom, int material, const float* rgba);
/// Lets a selected thing glow.
void set_selected(const Shapes& shapes, Geom& geom);
/// The name of an object, or its kind and number.
void set_label(const Shapes& shapes, Geom& geom, ObjectType type, int id);
void set_text(Geom& geom, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// The colour of the island that begins with this dof, grey without one (-1); darker when asleep.
void set_island_color(Geom& geom, int dof, bool awake);
/// The island of a body that moves, by its colour.
void color_by_island(const Shapes& shapes, Geom& geom, int body);

/// A shape between two points.
void add_connector(Shapes& shapes, GeomType type, double width, const Vector& from,
                   const Vector& to, const float* rgba, ObjectType object, int id);
/// A triangle, as MuJoCo lays it out: the sides from the first corner are the first two axes.
void add_triangle(Shapes& shapes, const Vector& a, const Vector& b, const Vector& c,
                  const float* rgba, ObjectType object, int id);
/// Three axes.
void add_frame(Shapes& shapes, int id, const Vector& pos, const Matrix& mat, double factor = 1);

/// Whether a bounding box is shown: it is at the chosen depth, or a leaf above it.
bool is_box_shown(const Shapes& shapes, int node);
/// A bounding box (centre, half sizes) in a frame.
void add_box(Shapes& shapes, int id, const double* box, const double* pos, const double* mat,
             const float* rgba);

/// The rotation that turns the z axis into this direction, on the shortest way.
Matrix turn_z_to(const Vector& direction);

/// Whether something of this group is shown.
bool in_group(const std::uint8_t* shown, int group);

/// Static is what cannot move, that is, is welded to the world.
CatBit category_of(const Model& model, int body);

// The kinds, in the order in which they are added.

void add_flexes(Shapes& shapes);
void add_skins(Shapes& shapes);
void add_model_geoms(Shapes& shapes);
void add_sites(Shapes& shapes);
void add_tendons(Shapes& shapes);
void add_slider_cranks(Shapes& shapes);
void add_geom_frames(Shapes& shapes);
void add_site_frames(Shapes& shapes);
void add_body_boxes(Shapes& shapes);
void add_flex_boxes(Shapes& shapes);
void add_mesh_boxes(Shapes& shapes);
void add_octree_boxes(Shapes& shapes);
void add_tactile(Shapes& shapes);
void add_inertias(Shapes& shapes);
void add_perturbation(Shapes& shapes);
void add_body_frames(Shapes& shapes);
void add_selected_point(Shapes& shapes);
void add_body_labels(Shapes& shapes);
void add_joints(Shapes& shapes);
void add_actuators(Shapes& shapes);
void add_island_labels(Shapes& shapes);
void add_cameras(Shapes& shapes);
void add_lights(Shapes& shapes);
void add_centers_of_mass(Shapes& shapes);
void add_connections(Shapes& shapes);
void add_rangefinders(Shapes& shapes);
void add_applied_forces(Shapes& shapes);
void add_equalities(Shapes& shapes);
void add_contacts(Shapes& shapes);
void add_field_searches(Shapes& shapes);

}  // namespace thew::scene
