#pragma once

// The vertices of flexes while their positions are projected.

#include <algorithm>

#include "deformable/vertices.h"
#include "deformable/xpbd.h"
#include "model/memory.h"

namespace thew::deformable {

/// Over all vertices of a model: those of other flexes, and those that bodies carry, have no
/// inverse mass and move as they do.
template <class T>
struct Cloud {
  Cloud(const Model& m, Memory& memory)
      : x(memory.take<math::Vec3<T>>(m.nflexvert)),
        moved(memory.take<math::Vec3<T>>(m.nflexvert)),
        velocity(memory.take<math::Vec3<T>>(m.nflexvert)),
        acceleration(memory.take<math::Vec3<T>>(m.nflexvert)),
        weight(memory.take<T>(m.nflexvert)) {}

  /// As the step began, with the mean acceleration that the integrator found since.
  void start(const Model& m, const BasicData<T>& d);
  /// By velocities and accelerations over a time h.
  void predict(std::int64_t count, const T& h);
  /// Velocities are how far points came in h.
  void measure(std::int64_t count, const T& h);
  /// Positions and velocities of the points to the dofs of their bodies.
  void write(const Model& m, BasicData<T>& d) const;

  math::Vec3<T>* x;
  math::Vec3<T>* moved;  ///< since the begin of the part of the step
  math::Vec3<T>* velocity;
  math::Vec3<T>* acceleration;
  T* weight;  ///< inverse masses
  /// Sum of multipliers times gradients on what is carried by something that moves; null where
  /// nothing is.
  math::Vec3<T>* pull = nullptr;
};

}  // namespace thew::deformable
