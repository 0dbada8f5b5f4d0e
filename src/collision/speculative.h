#pragma once

// Contacts that would happen during the step: fast and thin geoms do not pass through each other
// between two steps (flag `speculative`). docs/collision.md gives the method.

#include <thew/workspace.h>

#include "collision/parameters.h"
#include "collision/search.h"
#include "collision/shape.h"

namespace thew::collision {

inline bool speculates(const Model& m) {
  return has(m.opt.enableflags, EnableBit::Speculative);
}

/// How a geom moves in one step at its present velocity.
template <class T>
struct Sweep {
  Vec3<T> shift;  ///< of its centre
  Vec3<T> turn;   ///< rotation vector about its centre; zero for spheres, which look the same
  T travel;       ///< the farthest that any of its points goes, at most
};

/// Sweeps of all geoms, from qvel and cdof, into working memory.
template <class T>
void sweep_geoms(const Model& m, BasicData<T>& d, Workspace<T>& w);

template <class T>
Sweep<T> sweep_of(const Workspace<T>& w, int geom) {
  const T* row = w.geom_sweep.row(geom);
  return {math::load3(row), math::load3(row + 3), row[6]};
}

/// The least half size of a geom, in one world; planes are thick.
template <class T>
double thickness(const Model& m, const BasicData<T>& d, int geom, int lane) {
  if (m.geom_type[geom] == static_cast<int>(GeomType::Plane)) return kAbsent;
  double least = kAbsent;
  for (int i = 3; i < 6; ++i) {
    least = math::min(least, double(math::lane(param(d, m.geom_aabb, 6 * geom + i), lane)));
  }
  return least;
}

/// Whether a geom of the body goes farther in the step than it is thick, in any world.
template <class T>
bool is_fast(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int body);

/// The most points of a pair.
inline constexpr int kSpeculativePoints = 4;

/// Contacts of a pair that comes closer than its margin during the step, in one world, with the
/// distances that make the solver stop it there; returns how many of `points` were written.
template <class T>
int speculate(const Model& m, const BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
              const ContactParameters<T>& p, int lane, Point<double>* points);

}  // namespace thew::collision
