#pragma once

// Rods of box section: segments are boxes that turn with the material.

#include <optional>

#include "collision/flex_element.h"
#include "deformable/rod_chain.h"

namespace thew::collision {

/// Whether a flex is such a rod.
inline bool is_box_rod(const Model& m, int flex) {
  return m.flex_dim[flex] == 1 && deformable::rod_section(m, flex).lesser > 0;
}

/// What touches its segments as boxes, as with MuJoCo: spheres, capsules, boxes, and segments of
/// rods. Others touch round ones, as thick as the lesser size of the section.
inline bool touches_boxes(GeomType type) {
  return type == GeomType::Sphere || type == GeomType::Capsule || type == GeomType::Box;
}

/// Its segments; asked for in ascending order, they cost a walk along the rod together.
template <class T>
class RodBoxes {
 public:
  RodBoxes(const Model& m, const BasicData<T>& d, int flex)
      : rod_(m, flex), d_(d), flex_(flex), section_(deformable::rod_section(m, flex)) {}
  RodBoxes(const RodBoxes&) = delete;

  /// The box of an element: along it, then along the greater and the lesser size of the section.
  /// The order of contacts depends on the signs of its axes, which are MuJoCo's.
  Shape box(int element) {
    const int segment = rod_.segment_of(element);
    const element::RodAxes<T> axes = axes_of(segment);
    const Vec3<double> along = converted(walk_->now.tangent), way = converted(walk_->way);
    const Vec3<double> wide = -converted(axes.second), thin = converted(axes.first);
    const Vec3<double> first =
        in_double(d_.flexvert_xpos.row(rod_.view.first_vertex + rod_.end(segment, 0)));
    Shape shape;
    shape.type = GeomType::Box;
    shape.at.pos = first + 0.5 * way;
    shape.at.rot = {along.x, wide.x, thin.x, along.y, wide.y, thin.y, along.z, wide.z, thin.z};
    shape.at.size = {0.5 * norm(way), section_.greater, section_.lesser};
    shape.box_half = shape.at.size;
    return shape;
  }

  /// Calls visit(point) for the two corners of the section at a vertex that lie deepest against a
  /// normal, the deepest first.
  template <class Visit>
  void each_deepest_corner(int vertex, const Vec3<T>& normal, Visit visit) {
    const element::RodAxes<T> axes = axes_of(rod_.segment_at(vertex));
    const Vec3<T> x = vertex_at(d_, rod_.view, vertex);
    const Vec3<T> half[2] = {T(section_.greater) * axes.second, T(section_.lesser) * axes.first};
    Vec3<T> down[2];
    T depth[2];
    for (int i = 0; i < 2; ++i) {
      const T along = dot(half[i], normal);
      down[i] = along >= T(0) ? -half[i] : half[i];
      depth[i] = abs(along);
    }
    visit(x + down[0] + down[1]);
    const int lesser = depth[1] < depth[0] ? 1 : 0;
    visit(x + down[1 - lesser] - down[lesser]);
  }

 private:
  static Vec3<double> converted(const Vec3<T>& v) {
    const T number[3] = {v.x, v.y, v.z};
    return in_double(number);
  }

  element::RodAxes<T> axes_of(int segment) {
    if (!walk_ || segment < walk_->segment) walk_.emplace(rod_, d_, flex_);
    while (walk_->segment < segment) walk_->next();
    return element::material_axes(walk_->now, walk_->angle());
  }

  const deformable::RodChain rod_;
  const BasicData<T>& d_;
  const int flex_;
  const deformable::RodSection section_;
  std::optional<deformable::RodWalk<T>> walk_;
};

/// The box of an element, if it is a segment of such a rod and meets another segment.
template <class T>
class BoxOfElement {
 public:
  BoxOfElement(const Model& m, const BasicData<T>& d, int flex, int element, bool segments) {
    if (segments && is_box_rod(m, flex)) box_ = RodBoxes<T>(m, d, flex).box(element);
  }
  const Shape* shape() const { return box_ ? &*box_ : nullptr; }

 private:
  std::optional<Shape> box_;
};

/// Contacts of a geom with the box of a segment.
int geom_box(const Shape& geom, const Shape& box, const PairSettings& settings,
             Point<double>* points);
/// Contacts of two segments of which one is such a box, or both; the other's is null.
int two_boxes(const Element& a, const Shape* box_a, const Element& b, const Shape* box_b,
              const PairSettings& settings, Point<double>* points);

}  // namespace thew::collision
