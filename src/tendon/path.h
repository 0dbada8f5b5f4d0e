#pragma once

// The path of a spatial tendon, piece by piece: from one site to the next, with or without a geom
// to wrap around between them.

#include "dynamics/jacobian.h"
#include "element/wrap.h"

namespace thew::tendon {

using element::RoundGeom, element::Wrapping;

/// From one site to the next.
template <class T>
struct Piece {
  int site[2];
  int geom;           ///< between them, or -1
  int side;           ///< the site on whose side it passes the geom, or -1 for either
  bool after_pulley;  ///< the first piece behind a pulley
  bool ends_branch;   ///< the last one before a pulley or at the end of the path
  T divisor;          ///< of the pulley that the branch hangs on
  Wrapping<T> way;    ///< around the geom
  T distance;         ///< between the sites, where the way is straight
  math::Vec3<T> direction;

  /// The share of its own length, from site to site.
  T length() const { return math::select(way.wraps, way.length, distance); }
};

/// A straight part of a piece between two bodies; `taken` is false in lanes that go another way.
template <class T>
struct Segment {
  int from, to;  ///< bodies
  math::Vec3<T> p, q;
  math::Vec3<T> direction;  ///< of unit length, from p to q
  MaskOf<T> taken;
};

template <class T>
RoundGeom<T> round_geom(const Model& m, const BasicData<T>& d, int geom) {
  return {math::load3(d.geom_xpos.row(geom)), math::load9(d.geom_xmat.row(geom)),
          param(d, m.geom_size, 3 * geom),
          m.geom_type[geom] == static_cast<int>(GeomType::Cylinder)};
}

/// The site on whose side a path passes the geom of item w; -1 for either. It is structure: that of
/// the model in every world.
inline int wrap_side(const Model& m, int w) {
  const double site = m.wrap_prm.values()[w];
  return site >= 0 && site < static_cast<double>(m.nsite) ? static_cast<int>(site) : -1;
}

/// Whether a geom stands behind item w of a path, a site.
inline bool has_geom(const Model& m, int w) {
  return m.wrap_type[w + 1] != static_cast<int>(WrapType::Site);
}

/// The way from the site in item w around the geom behind it to the next site.
template <class T>
Wrapping<T> find_way(const Model& m, const BasicData<T>& d, int w) {
  using math::load3, math::Vec3;
  const Vec3<T> p = load3(d.site_xpos.row(m.wrap_objid[w])),
                q = load3(d.site_xpos.row(m.wrap_objid[w + 2]));
  const int side = wrap_side(m, w + 1);
  const Vec3<T> side_point = load3(d.site_xpos.row(side >= 0 ? side : 0));
  return wrap(p, q, round_geom(m, d, m.wrap_objid[w + 1]), side >= 0 ? &side_point : nullptr);
}

/// The piece that begins with item w of the path, a site; way(w) is the one around the geom.
template <class T, class Way>
Piece<T> make_piece(const Model& m, const BasicData<T>& d, int w, const Way& way) {
  using math::load3, math::Vec3;
  const bool around = has_geom(m, w);
  const int site[2] = {m.wrap_objid[w], m.wrap_objid[around ? w + 2 : w + 1]};
  const Vec3<T> p = load3(d.site_xpos.row(site[0])), q = load3(d.site_xpos.row(site[1]));
  const int side = around ? wrap_side(m, w + 1) : -1;
  const auto find = [&]() -> Wrapping<T> {
    if (!around) return {};
    return way(w);
  };
  // The way is made in its place: what was written in parts is slow to copy.
  const int geom = around ? m.wrap_objid[w + 1] : -1;
  Piece<T> piece = {{site[0], site[1]}, geom, side, false, false, T(1), find(), T(0), {}};
  if (all(piece.way.wraps)) return piece;
  const Vec3<T> span = q - p;
  piece.distance = norm(span);
  const MaskOf<T> apart = piece.distance >= T(kMinVal);
  piece.direction = math::select(apart, span * (T(1) / max(piece.distance, T(kMinVal))),
                                 Vec3<T>{T(1), T(0), T(0)});
  return piece;
}

/// Calls visit(piece) along the path of a spatial tendon, with the ways way(item) around geoms.
template <class T, class Way, class Visit>
void each_piece(const Model& m, const BasicData<T>& d, int t, const Way& way, Visit visit) {
  const int end = m.tendon_adr[t] + m.tendon_num[t];
  const auto is = [&](int w, WrapType type) { return m.wrap_type[w] == static_cast<int>(type); };
  T divisor = T(1);
  bool after_pulley = false;
  for (int w = m.tendon_adr[t]; w + 1 < end;) {
    if (is(w, WrapType::Pulley)) {
      divisor = param(d, m.wrap_prm, w++);
      after_pulley = true;
      continue;
    }
    Piece<T> piece = make_piece(m, d, w, way);
    w += piece.geom >= 0 ? 2 : 1;
    piece.divisor = divisor;
    piece.after_pulley = after_pulley;
    piece.ends_branch = w + 1 == end || is(w + 1, WrapType::Pulley);
    visit(piece);
    after_pulley = false;
    if (piece.ends_branch) ++w;
  }
}

template <class T, class Visit>
void each_piece(const Model& m, const BasicData<T>& d, int t, Visit visit) {
  each_piece(m, d, t, [&](int w) { return find_way(m, d, w); }, visit);
}

/// Calls visit(segment) for the straight parts of a piece.
template <class T, class Visit>
void each_segment(const Model& m, const BasicData<T>& d, const Piece<T>& piece, Visit visit) {
  using math::load3, math::Vec3;
  const Vec3<T> p = load3(d.site_xpos.row(piece.site[0])),
                q = load3(d.site_xpos.row(piece.site[1]));
  const int from = m.site_bodyid[piece.site[0]], to = m.site_bodyid[piece.site[1]];
  const MaskOf<T> wraps = piece.way.wraps;
  if (!all(wraps)) visit(Segment<T>{from, to, p, q, piece.direction, !wraps});
  if (none(wraps)) return;
  const int body = m.geom_bodyid[piece.geom];
  visit(Segment<T>{from, body, p, piece.way.first, piece.way.arrival, wraps});
  visit(Segment<T>{body, to, piece.way.second, q, piece.way.departure, wraps});
}

/// Calls visit(dof, wrench) for the dofs that move one end of a segment and not the other. By an
/// axis that such a dof turns or moves about, its length changes at the rate dot(axis, wrench).
/// Dofs that move both ends alike cannot change it.
template <class T, class Visit>
void each_dof(const Model& m, const BasicData<T>& d, const Segment<T>& s, Visit visit) {
  using math::Force;
  const math::Vec3<T> u = s.direction;
  const Force<T> pull = {cross(dynamics::arm_to(m, d, s.q, s.to), u), u},
                 push = {-cross(dynamics::arm_to(m, d, s.p, s.from), u), -u};
  int i = dynamics::last_dof(m, s.from), j = dynamics::last_dof(m, s.to);
  while (i != j) {
    const bool first = i > j;
    int& deeper = first ? i : j;
    visit(deeper, first ? push : pull);
    deeper = m.dof_parentid[deeper];
  }
}

}  // namespace thew::tendon
