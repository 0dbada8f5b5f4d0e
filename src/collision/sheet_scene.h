#pragma once

// Pairs of features of sheets, and of sheets and geoms at rest, that come near one another in a
// step. Distances are those of the surfaces in the middle of the sheets, without their thickness.

#include <thew/data.h>

#include "deformable/sheet_points.h"
#include "math/plain.h"
#include "model/memory.h"

namespace thew::collision {

using deformable::SheetPoints;
using math::Vec3d;

enum class SheetPairKind { VertexTriangle, EdgeEdge, VertexGeom, CornerTriangle, GeomEdgeEdge };

struct SheetPair {
  SheetPairKind kind;
  int geom;      ///< -1 between sheets
  int feature;   ///< the corner or edge of a geom, -1 where there is none
  int count;     ///< points of sheets that take part
  int point[4];  ///< those, -1 behind them: a vertex and a triangle, or the ends of edges

  bool operator==(const SheetPair&) const = default;
  bool between_sheets() const { return geom < 0; }
};

/// How far a pair is apart, below zero inside of a geom, and how that changes where point k of the
/// pair moves by x: weight[k] normal . x
struct SheetGap {
  double distance;
  Vec3d normal;
  double weight[4];
};

/// A sharp corner of a geom, or a point with a ball around it.
struct GeomCorner {
  Vec3d at;
  double radius;
  int geom;
};
struct GeomEdge {
  Vec3d end[2];
  double radius;
  int geom;
};

/// A list with an end to its memory.
template <class E>
struct BoundedList {
  E* item = nullptr;
  int room = 0, count = 0, lost = 0;

  void add(const E& e) { count < room ? item[count++] = e, void() : void(++lost); }
  const E& operator[](int i) const { return item[i]; }
  E& operator[](int i) { return item[i]; }
};

/// The distances from which on pairs count [m], absolute as with MuJoCo.
namespace sheet {
inline constexpr double kRest = 0.001;      ///< at most, in which sheets lie on something
inline constexpr double kBand = 3 * kRest;  ///< at most, in which pairs are looked at
}  // namespace sheet

/// Sheets, and the geoms at rest that they may meet.
template <class T>
class SheetScene {
 public:
  /// Check memory.full() before use.
  SheetScene(const Model& m, const BasicData<T>& d, const SheetPoints& points, Memory& memory);

  /// Where the points are at x.
  SheetGap gap(const SheetPair& pair, const Vec3d* x) const;
  /// The least radius of a pair's sheets, at most the band.
  double band(const SheetPair& pair) const;

  /// All pairs that can come near while points go from one place to another along lines: nearer
  /// than their skins and the band. `drift` is how far points are at most from where boxes of
  /// elements have them.
  void find(const Vec3d* from, const Vec3d* to, double drift, Memory memory,
            BoundedList<SheetPair>& found) const;

  /// How much of the way from x to `to` the points may go, so that every gap keeps a fifth of what
  /// it is. Tells for each pair the part of the way after which it has no more than that; 2 where
  /// it always has.
  double advance(const BoundedList<SheetPair>& pairs, const double* gap, const Vec3d* x,
                 const Vec3d* to, double* time) const;

  /// Each vertex and each edge of a sheet belongs to one of its triangles: bits of the corners of
  /// one, then of its edges.
  unsigned owned(int flex, int e) const { return owned_[m_.flex_elemadr[flex] + e]; }

  const SheetPoints& points() const { return points_; }
  const BoundedList<GeomCorner>& corners() const { return corners_; }
  const BoundedList<GeomEdge>& edges() const { return edges_; }
  const Model& model() const { return m_; }
  const BasicData<T>& data() const { return d_; }

 private:
  SheetGap to_geom(int geom, const Vec3d& x) const;
  SheetGap gap_at(const SheetPair& pair, const Vec3d* corner) const;
  double closing(const SheetPair& pair, const Vec3d* way) const;
  double time_of(const SheetPair& pair, double gap, double closing, const Vec3d* begin,
                 const Vec3d* way) const;
  void add_features(int geom);
  void share_features(int flex, bool* taken);

  const Model& m_;
  const BasicData<T>& d_;
  const SheetPoints& points_;
  BoundedList<GeomCorner> corners_;
  BoundedList<GeomEdge> edges_;
  std::uint8_t* owned_;
};

}  // namespace thew::collision
