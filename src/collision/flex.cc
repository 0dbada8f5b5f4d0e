// Contacts of flexes: planes with vertices, all other geoms with elements, and elements with
// elements.

#include "collision/flex.h"

#include <algorithm>
#include <optional>

#include "collision/contact_list.h"
#include "collision/flex_element.h"
#include "collision/flex_rod.h"
#include "collision/flex_tree.h"
#include "collision/sdf/triangle_search.h"
#include "collision/search.h"
#include "collision/views.h"
#include "model/flex_sleep.h"
#include "model/lane_types.h"
#include "model/sheets.h"

namespace thew::collision {

using namespace math;

namespace {

// Two surfaces that touch at one of these bits may touch.
bool bits_meet(int type1, int affinity1, int type2, int affinity2) {
  return (type1 & affinity2) != 0 || (type2 & affinity1) != 0;
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

// Contacts of passive flexes with others and with what does not move are springs, but for steps
// that keep sheets apart.
bool is_passive(const Model& m, const Side& first, const Side& second) {
  if (model::wants_apart(m)) return false;
  bool passive = false;
  for (const Side* side : {&first, &second}) {
    if (side->flex >= 0) passive |= m.flex_passive[side->flex] != 0;
    if (side->geom >= 0 && m.body_weldid[m.geom_bodyid[side->geom]] != 0) return false;
  }
  return passive;
}

template <class T>
void write(const Model& m, BasicData<T>& d, const ContactParameters<T>& p, const Point<T>& point,
           const Mat3<T>& frame, const Side& first, const Side& second) {
  ContactColumns<T>& c = d.contact;
  const int i = append_contact(m, d, p, point, frame);
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
  if (c.exclude[i] == exclude::kNot && is_passive(m, first, second)) {
    c.exclude[i] = exclude::kPassive;
  }
}

template <class T>
void write(const Model& m, BasicData<T>& d, const ContactParameters<T>& p, const Point<T>& point,
           const Side& first, const Side& second) {
  write(m, d, p, point, element::contact_frame(point.normal, point.tangent), first, second);
}

// The corners of a rod's section at its vertices.
template <class T>
void plane_with_corners(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex,
                        const ContactParameters<T>& p) {
  const Vec3<T> origin = load3(d.geom_xpos.row(geom));
  const Vec3<T> normal = load9(d.geom_xmat.row(geom)).column_z();
  RodBoxes<T> rod(m, d, flex);
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) {
    rod.each_deepest_corner(i, normal, [&](const Vec3<T>& x) {
      const T dist = dot(x - origin, normal);
      if (!(dist <= p.margin + p.gap)) return;
      make_room(d, w);
      const Point<T> point = {dist, axpy(T(-0.5) * dist, normal, x), normal, {T(0), T(0), T(0)}};
      write(m, d, p, point, {geom, -1, -1, -1}, {-1, flex, -1, i});
    });
  }
}

template <class T>
void plane_with_vertices(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex,
                         const ContactParameters<T>& p) {
  const Vec3<T> origin = load3(d.geom_xpos.row(geom));
  const Vec3<T> normal = load9(d.geom_xmat.row(geom)).column_z();
  const T radius = T(m.flex_radius[flex]);
  if (is_box_rod(m, flex)) return plane_with_corners(m, d, w, geom, flex, p);
  const Vec3<T> none = {T(0), T(0), T(0)};
  const Mat3<T> frame = element::contact_frame(normal, none);
  for (int i = 0; i < m.flex_vertnum[flex]; ++i) {
    const Vec3<T> x = load3(d.flexvert_xpos.row(m.flex_vertadr[flex] + i));
    const T dist = dot(x - origin, normal) - radius;
    if (!(dist <= p.margin + p.gap)) continue;
    make_room(d, w);
    const Point<T> point = {dist, axpy(-(radius + T(0.5) * dist), normal, x), normal, none};
    write(m, d, p, point, frame, {geom, -1, -1, -1}, {-1, flex, -1, i});
  }
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
  std::optional<RodBoxes<T>> rod;
  if (is_box_rod(m, flex) && touches_boxes(shape.shape.type)) rod.emplace(m, d, flex);
  for (int e = 0; e < m.flex_elemnum[flex]; ++e) {
    if (!is_active(m, flex, e) ||
        !meets(box, d.flexelem_aabb.row(m.flex_elemadr[flex] + e), reach)) {
      continue;
    }
    const Element element(m, d, flex, e);
    if (element.is_on(m.geom_bodyid[geom])) continue;
    make_room(d, w);
    Point<double> points[kMaxPoints];
    const int count = rod ? geom_box(shape.shape, rod->box(e), settings, points)
                          : geom_element(shape.shape, element, settings, points);
    for (int i = 0; i < count; ++i) {
      write(m, d, p, rounded<T>(points[i]), {geom, -1, -1, -1}, {-1, flex, e, -1});
    }
  }
}

// The triangles of a flex in the world.
template <class T>
struct Triangles {
  const Tree<T>& tree;
  const T* vertex;
  const int* corners;

  void box(int node, double* out) const {
    for (int k = 0; k < 6; ++k) out[k] = lane(tree.box(node)[k], 0);
  }
  int element(int node) const { return tree.element(node); }
  int child(int node, int i) const { return tree.child(node, i); }
  Vec3<double> corner(int element, int i) const {
    return in_double(vertex + 3 * std::int64_t{corners[3 * std::int64_t{element} + i]});
  }
  void show(FieldWatcher&, int) const {}
};

template <class T>
void field_with_triangles(const Model& m, BasicData<T>& d, Workspace<T>& w, int geom, int flex,
                          const ContactParameters<T>& p) {
  const GeomShape field(m, d, geom, 0);
  const Tree<T> tree(m, d, flex);
  if (field.shape.field == nullptr || m.flex_dim[flex] != 2 || tree.nodes() == 0) return;
  const Triangles<T> triangles{tree, d.flexvert_xpos.row(m.flex_vertadr[flex]),
                               m.flex_elem.data() + m.flex_elemdataadr[flex]};
  const PairSettings settings = pair_settings(m, w, static_cast<double>(p.margin + p.gap));
  const Shape world = {.at = {{0, 0, 0}, identity3<double>(), {0, 0, 0}}};
  Point<double> points[kMaxPoints];
  int element[kMaxPoints];
  const int count = TriangleSearch(triangles, motion(world, field.shape), field.shape,
                                   settings.field, points, element)
                        .run();
  for (int i = 0; i < count; ++i) {
    make_room(d, w);
    points[i].normal = -points[i].normal;  // the field is the first side
    write(m, d, p, rounded<T>(points[i]), {geom, -1, -1, -1}, {-1, flex, element[i], -1});
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
  } else if (m.geom_type[geom] == static_cast<int>(GeomType::Sdf)) {
    field_with_triangles(m, d, w, geom, flex, p);
  } else {
    geom_with_elements(m, d, w, geom, flex, p);
  }
}

template <class T>
void touch(const Model& m, BasicData<T>& d, Workspace<T>& w, const Side& a, const Side& b,
           const ContactParameters<T>& p) {
  if (share_body(m, a.flex, a.elem, b.flex, b.elem)) return;
  const Element first(m, d, a.flex, a.elem), second(m, d, b.flex, b.elem);
  make_room(d, w);
  Point<double> points[kMaxPoints];
  const PairSettings settings = pair_settings(m, w, static_cast<double>(p.margin + p.gap));
  const bool rods = first.dim() == 1 && second.dim() == 1;
  const BoxOfElement<T> boxes[2] = {{m, d, a.flex, a.elem, rods}, {m, d, b.flex, b.elem, rods}};
  const int count =
      boxes[0].shape() || boxes[1].shape()
          ? two_boxes(first, boxes[0].shape(), second, boxes[1].shape(), settings, points)
          : two_elements(first, second, settings, points);
  for (int i = 0; i < count; ++i) write(m, d, p, rounded<T>(points[i]), a, b);
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
    tree.near(d.flexelem_aabb.row(m.flex_elemadr[f1] + e), reach, [&](int node) {
      touch(m, d, w, {-1, f1, e, -1}, {-1, f2, tree.element(node), -1}, p);
    });
  }
}

// The cells of an interpolated flex in which corners of an element are; on a border, both.
struct CellSpan {
  int low[3], high[3];

  CellSpan(const Model& m, int flex, int e) {
    constexpr double kNear = 1e-9;
    const int corners = m.flex_dim[flex] + 1;
    const int* vertex = m.flex_elem.data() + m.flex_elemdataadr[flex] + std::int64_t{e} * corners;
    for (int k = 0; k < 3; ++k) {
      const int last = m.flex_cellnum.row(flex)[k] - 1;
      low[k] = last, high[k] = 0;
      for (int i = 0; i < corners; ++i) {
        const double at = m.flex_vert0.row(m.flex_vertadr[flex] + vertex[i])[k] * (last + 1);
        const double first = -floor(kNear - at) - 1, second = floor(at + kNear);
        low[k] = std::min(low[k], std::clamp(static_cast<int>(first), 0, last));
        high[k] = std::max(high[k], std::clamp(static_cast<int>(second), 0, last));
      }
    }
  }

  /// Elements in one cell or in two beside one another do not touch: they move together.
  bool is_beside(const CellSpan& other) const {
    for (int k = 0; k < 3; ++k) {
      if (other.low[k] - high[k] > 1 || low[k] - other.high[k] > 1) return false;
    }
    return true;
  }
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
  tree.each_pair([&](int i, int j) {
    const int e1 = tree.element(i), e2 = tree.element(j);
    if (m.flex_interp[f] != 0 && CellSpan(m, f, e1).is_beside(CellSpan(m, f, e2))) return;
    const bool turned = order.turns(e1, e2);
    touch(m, d, w, {-1, f, turned ? e2 : e1, -1}, {-1, f, turned ? e1 : e2, -1}, p);
  });
}

}  // namespace

template <class T>
void body_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w, int body) {
  if (m.body_geomnum[body] == 0) return;
  for (int f = 0; f < m.nflex; ++f) {
    if (sleep::rests_with(m, d, f, body)) continue;
    for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
      if (bits_meet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[f],
                    m.flex_conaffinity[f]) &&
          !model::is_kept_apart(m, f, g)) {
        geom_with_flex(m, d, w, g, f);
      }
    }
  }
}

template <class T>
void flexes_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  for (int f1 = 0; f1 < m.nflex; ++f1) {
    for (int f2 = f1 + 1; f2 < m.nflex; ++f2) {
      if (sleep::flexes_rest(m, d, f1, f2)) continue;
      if (model::is_kept_apart(m, f1) && model::is_kept_apart(m, f2)) continue;
      if (bits_meet(m.flex_contype[f1], m.flex_conaffinity[f1], m.flex_contype[f2],
                    m.flex_conaffinity[f2])) {
        two_flexes(m, d, w, f1, f2);
      }
    }
  }
  for (int f = 0; f < m.nflex; ++f) {
    const bool touches = m.flex_selfcollide[f] != static_cast<int>(FlexSelf::None) &&
                         (m.flex_contype[f] & m.flex_conaffinity[f]) != 0;
    const bool rests = m.flex_rigid[f] || sleep::flex_sleeps(m, d, f);
    if (touches && !rests && !model::is_kept_apart(m, f)) with_itself(m, d, w, f);
  }
}

#define THEW_INSTANTIATE(T)                                                        \
  template void body_with_flexes(const Model&, BasicData<T>&, Workspace<T>&, int); \
  template void flexes_with_flexes(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
