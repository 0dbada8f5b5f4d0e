#pragma once

// The path of a spatial tendon, piece by piece: from one site to the next, with or without a geom
// to wrap around between them.

#include "element/wrap.h"
#include "gpu/world.h"

namespace thew::gpu::detail {

/// A straight part of a path between two bodies.
template <class T>
struct Segment {
  int from, to;  ///< bodies
  math::Vec3<T> p, q;
  math::Vec3<T> direction;  ///< of unit length, from p to q
};

/// From one site to the next: one segment, or two where it wraps around a geom.
template <class T>
struct Piece {
  int count;  ///< of segments
  bool free;  ///< no geom is between the sites
  Segment<T> segment[2];
  T length;
};

/// The way around a geom, on the side of a point where there is one.
template <class T>
THEW_CALL element::Wrapping<T> wrap_around(const math::Vec3<T> p, const math::Vec3<T> q,
                                           const element::RoundGeom<T>& geom, bool sided,
                                           const math::Vec3<T> side) {
  return element::wrap(p, q, geom, sided ? &side : nullptr);
}

/// The piece that begins with item k of the path, a site.
template <class W>
THEW_STAGE Piece<typename W::Real> make_piece(const W& w, int k, bool has_geom) {
  using namespace math;
  const auto& m = w.m;
  using T = typename W::Real;
  const T* sites = w.row(w.rows.site_xpos);
  const int a = m.wrap_objid[k], b = m.wrap_objid[has_geom ? k + 2 : k + 1];
  const Vec3<T> p = load3(sites + 3 * a), q = load3(sites + 3 * b);
  const int from = m.site_bodyid[a], to = m.site_bodyid[b];
  Piece<T> piece;
  piece.free = !has_geom;
  if (has_geom) {
    const int geom = m.wrap_objid[k + 1], side = m.tables.wrap_side[k + 1];
    const element::RoundGeom<T> round = {
        load3(w.row(w.rows.geom_xpos) + 3 * geom), load9(w.row(w.rows.geom_xmat) + 9 * geom),
        w.own(m.geom_size, 3 * geom), m.geom_type[geom] == static_cast<int>(GeomType::Cylinder)};
    const element::Wrapping<T> way =
        wrap_around(p, q, round, side >= 0, load3(sites + 3 * (side >= 0 ? side : 0)));
    if (way.wraps) {
      const int body = m.geom_bodyid[geom];
      piece.count = 2;
      piece.length = way.length;
      piece.segment[0] = {from, body, p, way.first, way.arrival};
      piece.segment[1] = {body, to, way.second, q, way.departure};
      return piece;
    }
  }
  const Vec3<T> span = q - p;
  piece.count = 1;
  piece.length = norm(span);
  const bool apart = piece.length >= T(kMinVal);
  const Vec3<T> along = span * (T(1) / max(piece.length, T(kMinVal)));
  piece.segment[0] = {from, to, p, q, apart ? along : Vec3<T>{T(1), T(0), T(0)}};
  return piece;
}

/// Calls visit(piece, divisor of its pulley) along the path of a spatial tendon.
template <class W, class Visit>
THEW_STAGE void each_piece(const W& w, int t, Visit visit) {
  const auto& m = w.m;
  const int end = m.tendon_adr[t] + m.tendon_num[t];
  const auto is = [&](int k, WrapType type) { return m.wrap_type[k] == static_cast<int>(type); };
  using T = typename W::Real;
  T divisor = T(1);
  THEW_ROLLED
  for (int k = m.tendon_adr[t]; k + 1 < end;) {
    if (is(k, WrapType::Pulley)) {
      divisor = w.own(m.wrap_prm, k++);
      continue;
    }
    const bool has_geom = !is(k + 1, WrapType::Site);
    visit(make_piece(w, k, has_geom), divisor);
    k += has_geom ? 2 : 1;
    const bool ends_branch = k + 1 == end || is(k + 1, WrapType::Pulley);
    if (ends_branch) ++k;
  }
}

/// The last dof that moves a body, or -1 when nothing does.
template <class T>
THEW_STAGE int last_dof(const DeviceModel<T>& m, int body) {
  const int moving = m.body_weldid[body];
  return m.body_dofnum[moving] == 0 ? -1 : m.body_dofadr[moving] + m.body_dofnum[moving] - 1;
}

}  // namespace thew::gpu::detail
