// Contacts of flexes: planes with vertices, all other geoms with elements, and elements with
// elements.

#include "collision/flex.h"

#include "collision/contact_list.h"
#include "collision/search.h"
#include "collision/views.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/simplex.h"
#include "element/pair/sphere.h"
#include "element/round_normal.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;
using element::Skinned;

namespace {

// Two surfaces that touch at one of these bits may touch.
bool bits_meet(int type1, int affinity1, int type2, int affinity2) {
  return (type1 & affinity2) != 0 || (type2 & affinity1) != 0;
}

template <class T>
Vec3<double> in_double(const T* x) {
  return {lane(x[0], 0), lane(x[1], 0), lane(x[2], 0)};
}

template <class T>
Point<T> rounded(const Point<double>& p) {
  const auto vector = [](const Vec3<double>& v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  return {T(p.dist), vector(p.pos), vector(p.normal), vector(p.tangent)};
}

// What one side of a contact is.
struct Side {
  int geom = -1, flex = -1, elem = -1, vert = -1;
};

template <class T>
void write(BasicData<T>& d, const ContactParameters<T>& p, const Point<T>& point, const Side& first,
           const Side& second) {
  ContactColumns<T>& c = d.contact;
  const int i = append_contact(d, p, point);
  for (int k = 0; k < 2; ++k) {
    const Side& side = k == 0 ? first : second;
    c.geom.row(i)[k] = side.geom;
    c.flex.row(i)[k] = side.flex;
    c.elem.row(i)[k] = side.elem;
    c.vert.row(i)[k] = side.vert;
  }
  c.geom1[i] = first.geom;
  c.geom2[i] = second.geom;
  exclude::mark_gap(c, i, false);
}

// An element with its corners in the world.
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
  Skinned skinned() const { return {corner_, corners_, skin_}; }
  Convex convex() const {
    Convex set = hull_of(corner_, corners_);
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
  bool shares_body(const Element& other) const {
    for (int i = 0; i < corners_; ++i) {
      if (other.is_on(body_[vertex_[i]])) return true;
    }
    return false;
  }

 private:
  int corners_;
  const int *vertex_, *body_;
  double skin_;
  Vec3<double> corner_[element::kSimplexCorners];
};

template <class T>
void plane_with_vertices(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex,
                         const ContactParameters<T>& p) {
  const Vec3<T> origin = load3(d.geom_xpos.row(geom));
  const Vec3<T> normal = load9(d.geom_xmat.row(geom)).column_z();
  const T radius = T(m.flex_radius[flex]);
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) {
    const Vec3<T> x = load3(d.flexvert_xpos.row(m.flex_vertadr[flex] + i));
    const T dist = dot(x - origin, normal) - radius;
    if (!(dist <= p.margin + p.gap)) continue;
    make_room(d, w);
    const Point<T> point = {
        dist, axpy(-(radius + T(0.5) * dist), normal, x), normal, {T(0), T(0), T(0)}};
    write(d, p, point, {geom, -1, -1, -1}, {-1, flex, -1, i});
  }
}

// General shapes: GJK and EPA, one point.
int convex_points(const Convex& a, const Convex& b, const PairSettings& settings,
                  Point<double>* points) {
  return convex_point(a, b, settings.margin, settings.convex, settings.memory, *points) ? 1 : 0;
}

// The overlap of a flat element with a round shape has no good direction of its own.
void take_round_normal(const Shape& geom, Point<double>& point) {
  const Vec3<double> at = multiply_transposed(geom.at.rot, point.pos - geom.at.pos);
  Vec3<double> normal = multiply_transposed(geom.at.rot, point.normal);
  const bool better =
      geom.type == GeomType::Cylinder
          ? element::side_normal(geom.at.size, at, normal)
          : geom.type == GeomType::Ellipsoid && element::ellipsoid_normal(geom.at.size, at, normal);
  if (better) point.normal = geom.at.rot * normal;
}

int geom_segment(const Shape& geom, const Element& element, const PairSettings& settings,
                 Point<double>* points) {
  const double margin = settings.margin;
  switch (geom.type) {
    case GeomType::Sphere:
      return element::sphere_capsule(geom.at, element.capsule(), margin, points);
    case GeomType::Capsule:
      return element::capsule_capsule(geom.at, element.capsule(), margin, points);
    case GeomType::Box: {
      const int count = element::capsule_box(element.capsule(), geom.at, margin, points);
      for (int i = 0; i < count; ++i) points[i].normal = -points[i].normal;
      return count;
    }
    default:
      return convex_points(convex_of(geom), element.convex(), settings, points);
  }
}

int geom_triangle(const Shape& geom, const Element& element, const PairSettings& settings,
                  Point<double>* points) {
  switch (geom.type) {
    case GeomType::Sphere:
      return element::sphere_triangle(geom.at, element.skinned(), settings.margin, points);
    case GeomType::Capsule:
      return element::capsule_triangle(geom.at, element.skinned(), settings.margin, points);
    case GeomType::Box:
      return element::box_triangle(geom.at, element.skinned(), settings.margin, points);
    default: {
      const int count = convex_points(convex_of(geom), element.convex(), settings, points);
      if (count > 0) take_round_normal(geom, points[0]);
      return count;
    }
  }
}

int geom_element(const Shape& geom, const Element& element, const PairSettings& settings,
                 Point<double>* points) {
  if (element.dim() == 1) return geom_segment(geom, element, settings, points);
  if (element.dim() == 2) return geom_triangle(geom, element, settings, points);
  if (geom.type != GeomType::Sphere && geom.type != GeomType::Capsule) {
    return convex_points(convex_of(geom), element.convex(), settings, points);
  }
  const bool found = core_point(convex_of(geom), element.convex(), settings.margin, settings.convex,
                                settings.memory, points[0]);
  return found ? 1 : 0;
}

// Whether the box of an element comes as near to that of a geom as the flex reaches.
template <class T>
bool meets(const Box& geom, const T* box, double reach) {
  for (int k = 0; k < 3; ++k) {
    const double centre = lane(box[k], 0), half = lane(box[k + 3], 0) + reach;
    if (centre - half > geom.high[k] || centre + half < geom.low[k]) return false;
  }
  return true;
}

// Whether two boxes are farther apart than `reach`.
template <class T>
bool boxes_apart(const T* a, const T* b, double reach) {
  for (int k = 0; k < 3; ++k) {
    const double way = static_cast<double>(b[k]) - static_cast<double>(a[k]);
    const double room = static_cast<double>(a[k + 3]) + static_cast<double>(b[k + 3]) + reach;
    if (way > room || -way > room) return true;
  }
  return false;
}

// How far from its surface a flex can be in contact.
double flex_reach(const Model& m, int flex) {
  const bool overridden = has(m.opt.enableflags, EnableBit::Override);
  return (overridden ? 0.5 * m.opt.o_margin : m.flex_margin[flex]) + m.flex_gap[flex];
}

// Tetrahedra collide down to a number of layers below the surface.
bool is_active(const Model& m, int flex, int e) {
  return m.flex_dim[flex] < 3 ||
         m.flex_elemlayer[m.flex_elemadr[flex] + e] < m.flex_activelayers[flex];
}

template <class T>
void geom_with_elements(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex,
                        const ContactParameters<T>& p) {
  const Box& box = reinterpret_cast<const Box*>(w.geom_box.data())[geom];
  const double reach = flex_reach(m, flex);
  const GeomShape shape(m, d, geom, 0);
  const PairSettings settings = pair_settings(m, w, static_cast<double>(p.margin + p.gap));
  for (int e = 0; e < m.flex_elemnum[flex]; ++e) {
    if (!is_active(m, flex, e) ||
        !meets(box, d.flexelem_aabb.row(m.flex_elemadr[flex] + e), reach)) {
      continue;
    }
    const Element element(m, d, flex, e);
    if (element.is_on(m.geom_bodyid[geom])) continue;
    make_room(d, w);
    Point<double> points[kMaxPoints];
    const int count = geom_element(shape.shape, element, settings, points);
    for (int i = 0; i < count; ++i) {
      write(d, p, rounded<T>(points[i]), {geom, -1, -1, -1}, {-1, flex, e, -1});
    }
  }
}

template <class T>
void geom_with_flex(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex) {
  const GeomSurface<T> first{m, d, geom};
  const FlexSurface<T> second{m, flex};
  ContactParameters<T> p;
  find_reach(m, first, second, p);
  find_parameters(m, first, second, p);
  if (m.geom_type[geom] == static_cast<int>(GeomType::Plane)) {
    plane_with_vertices(m, d, w, geom, flex, p);
  } else {
    geom_with_elements(m, d, w, geom, flex, p);
  }
}

// The tree of boxes over the elements of a flex. A flex without one is asked element by element.
template <class T>
class Tree {
 public:
  Tree(const Model& m, const BasicData<T>& d, int flex)
      : m_(m),
        d_(d),
        root_(m.flex_bvhadr[flex]),
        count_(root_ < 0 ? 0 : m.flex_bvhnum[flex]),
        first_(root_ - static_cast<int>(m.nbvhstatic)) {}

  int nodes() const { return count_; }
  /// The element of a leaf, or -1.
  int element(int node) const { return m_.bvh_nodeid[root_ + node]; }
  const T* box(int node) const { return d_.bvh_aabb_dyn.row(first_ + node); }

  /// Calls visit(node) for the leaves behind `after` whose boxes are nearer to `box` than `reach`.
  template <class Visit>
  void near(const T* box, double reach, int after, const Visit& visit) const {
    if (count_ > 0) search(0, box, reach, after, visit);
  }

 private:
  // Nodes below another one follow it, the first child's before the second's.
  template <class Visit>
  void search(int node, const T* other, double reach, int after, const Visit& visit) const {
    if (boxes_apart(box(node), other, reach)) return;
    if (element(node) >= 0) {
      if (node > after) visit(node);
      return;
    }
    const int* child = m_.bvh_child.row(root_ + node);
    if (child[1] > after + 1) search(child[0], other, reach, after, visit);
    search(child[1], other, reach, after, visit);
  }

  const Model& m_;
  const BasicData<T>& d_;
  int root_, count_, first_;
};

int two_elements(const Element& a, const Element& b, const PairSettings& settings,
                 Point<double>* points) {
  if (a.dim() == 1 && b.dim() == 1) {
    return element::capsule_capsule(a.capsule(), b.capsule(), settings.margin, points);
  }
  return convex_points(a.convex(), b.convex(), settings, points);
}

template <class T>
void touch(const Model& m, BasicData<T>& d, Workspace<T>& w, const Side& a, const Side& b,
           const ContactParameters<T>& p) {
  const Element first(m, d, a.flex, a.elem), second(m, d, b.flex, b.elem);
  if (first.shares_body(second)) return;
  make_room(d, w);
  Point<double> points[kMaxPoints];
  const PairSettings settings = pair_settings(m, w, static_cast<double>(p.margin + p.gap));
  const int count = two_elements(first, second, settings, points);
  for (int i = 0; i < count; ++i) write(d, p, rounded<T>(points[i]), a, b);
}

template <class T>
void two_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w, int f1, int f2) {
  const FlexSurface<T> a{m, f1}, b{m, f2};
  ContactParameters<T> p;
  find_reach(m, a, b, p);
  find_parameters(m, a, b, p);
  const double reach = static_cast<double>(p.margin + p.gap);
  const Tree<T> tree(m, d, f2);
  for (int e = 0; e < m.flex_elemnum[f1]; ++e) {
    if (!is_active(m, f1, e)) continue;
    tree.near(d.flexelem_aabb.row(m.flex_elemadr[f1] + e), reach, -1, [&](int node) {
      touch(m, d, w, {-1, f1, e, -1}, {-1, f2, tree.element(node), -1}, p);
    });
  }
}

// Which of two elements of one flex is the first: by the tree, by where their boxes begin along the
// longest axis of the flex, or by their numbers.
template <class T>
class SelfOrder {
 public:
  SelfOrder(const Model& m, const BasicData<T>& d, int flex, const Tree<T>& tree)
      : box_(d.flexelem_aabb.row(m.flex_elemadr[flex])), kind_(FlexSelf{m.flex_selfcollide[flex]}) {
    if (kind_ == FlexSelf::Auto) kind_ = m.flex_dim[flex] == 3 ? FlexSelf::Bvh : FlexSelf::Sap;
    if (has(m.opt.disableflags, DisableBit::Midphase)) kind_ = FlexSelf::Narrow;
    const T* half = tree.box(0) + 3;
    axis_ = half[0] > half[1] && half[0] > half[2] ? 0 : half[1] > half[2] ? 1 : 2;
  }

  /// Whether the second, whose leaf comes later, is to be the first.
  bool turns(int e1, int e2) const {
    if (kind_ == FlexSelf::Bvh) return false;
    if (kind_ == FlexSelf::Narrow) return e2 < e1;
    const float a = begin(e1), b = begin(e2);
    return b < a || (b == a && e2 < e1);
  }

 private:
  float begin(int e) const {
    const T* box = box_ + 6 * std::int64_t{e};
    return static_cast<float>(box[axis_] - box[axis_ + 3]);
  }

  const T* box_;
  FlexSelf kind_;
  int axis_;
};

// Margins would let neighbours touch for ever.
template <class T>
void with_itself(const Model& m, BasicData<T>& d, Workspace<T>& w, int f) {
  const Tree<T> tree(m, d, f);
  if (tree.nodes() == 0) return;
  const FlexSurface<T> surface{m, f};
  ContactParameters<T> p;
  find_parameters(m, surface, surface, p);
  p.margin = p.gap = T(0);
  const SelfOrder<T> order(m, d, f, tree);
  for (int i = 0; i < tree.nodes(); ++i) {
    const int e1 = tree.element(i);
    if (e1 < 0) continue;
    tree.near(tree.box(i), 0, i, [&](int j) {
      const int e2 = tree.element(j);
      const bool turned = order.turns(e1, e2);
      touch(m, d, w, {-1, f, turned ? e2 : e1, -1}, {-1, f, turned ? e1 : e2, -1}, p);
    });
  }
}

}  // namespace

template <class T>
void body_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w, int body) {
  for (int f = 0; f < m.nflex; ++f) {
    for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
      if (bits_meet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[f],
                    m.flex_conaffinity[f])) {
        geom_with_flex(m, d, w, g, f);
      }
    }
  }
}

template <class T>
void flexes_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  for (int f1 = 0; f1 < m.nflex; ++f1) {
    for (int f2 = f1 + 1; f2 < m.nflex; ++f2) {
      if (bits_meet(m.flex_contype[f1], m.flex_conaffinity[f1], m.flex_contype[f2],
                    m.flex_conaffinity[f2])) {
        two_flexes(m, d, w, f1, f2);
      }
    }
  }
  for (int f = 0; f < m.nflex; ++f) {
    const bool touches = m.flex_selfcollide[f] != static_cast<int>(FlexSelf::None) &&
                         (m.flex_contype[f] & m.flex_conaffinity[f]) != 0;
    if (touches && !m.flex_rigid[f]) with_itself(m, d, w, f);
  }
}

#define THEW_INSTANTIATE(T)                                                        \
  template void body_with_flexes(const Model&, BasicData<T>&, Workspace<T>&, int); \
  template void flexes_with_flexes(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
