#pragma once

// Elements of flexes as shapes.

#include "collision/narrow.h"
#include "element/pair/frame.h"
#include "element/pair/simplex.h"
#include "math/pack.h"

namespace thew::collision {

/// A point of one world.
template <class T>
math::Vec3<double> in_double(const T* x) {
  return {math::lane(x[0], 0), math::lane(x[1], 0), math::lane(x[2], 0)};
}

/// An element with its corners in the world.
class Element {
 public:
  template <class T>
  Element(const Model& m, const BasicData<T>& d, int flex, int e)
      : corners_(m.flex_dim[flex] + 1),
        vertex_(m.flex_elem.data() + m.flex_elemdataadr[flex] + std::int64_t{e} * corners_),
        body_(m.flex_vertbodyid.data() + m.flex_vertadr[flex]),
        skin_(m.flex_radius[flex]) {
    for (int i = 0; i < corners_; ++i) {
      corner_[i] = in_double(d.flexvert_xpos.row(m.flex_vertadr[flex] + vertex_[i]));
    }
  }
  Element(const Element&) = delete;

  int dim() const { return corners_ - 1; }
  element::Skinned skinned() const { return {corner_, corners_, skin_}; }
  Convex convex() const {
    Convex set = hull_of(corner_, corners_);
    set.skin = skin_;
    return set;
  }
  /// Seen from the frame of a shape, with corners in the memory given.
  Convex convex_from(const Placed<double>& at, Vec3<double>* corner) const {
    for (int i = 0; i < corners_; ++i) {
      corner[i] = multiply_transposed(at.rot, corner_[i] - at.pos);
    }
    Convex set = hull_of(corner, corners_);
    set.skin = skin_;
    return set;
  }
  /// A segment as a capsule.
  Placed<double> capsule() const {
    const Vec3<double> way = corner_[0] - corner_[1];
    const double length = norm(way);
    const Mat3<double> frame =
        element::contact_frame(element::detail::unit_or_x(way, length), Vec3<double>{0, 0, 0});
    // Its rows are the axes, the first along the segment.
    return {
        (corner_[0] + corner_[1]) * 0.5,
        {frame.yx, frame.zx, frame.xx, frame.yy, frame.zy, frame.xy, frame.yz, frame.zz, frame.xz},
        {skin_, 0.5 * length, 0}};
  }
  /// Vertices of interpolated flexes are on no body.
  bool is_on(int body) const {
    for (int i = 0; i < corners_; ++i) {
      if (body >= 0 && body_[vertex_[i]] == body) return true;
    }
    return false;
  }

 private:
  int corners_;
  const int *vertex_, *body_;
  double skin_;
  Vec3<double> corner_[element::kSimplexCorners];
};

/// Whether corners of two elements are on one body; vertices of interpolated flexes are on none.
bool share_body(const Model& m, int flex1, int e1, int flex2, int e2);

/// Contacts of a geom, or of another element, with an element; returns how many of `points`
/// (kMaxPoints) were written.
int geom_element(const Shape& geom, const Element& element, const PairSettings& settings,
                 Point<double>* points);
int two_elements(const Element& a, const Element& b, const PairSettings& settings,
                 Point<double>* points);

}  // namespace thew::collision
