#pragma once

// The pairs that a step holds apart. Each has a multiplier, the force that it pushes with where its
// sides are as near as they may come, and a stiffness with which it pushes harder beyond that:
//
//   E = k/2 min(0, gap - rest - force / k)^2
//
// where the gap is linear about the last places of the points at which nothing crosses. After each
// solve of the step the force becomes what the pair pushed with, so that the penetration goes to
// zero with the steps (augmented Lagrangian; Li et al., arXiv:2512.12151). Pairs without a load
// become softer and are let go of.

#include "collision/sheet_scene.h"

namespace thew {

using collision::BoundedList, collision::SheetGap, collision::SheetPair, collision::SheetScene,
    math::Vec3d;
using deformable::SheetPoints;

struct HeldPair {
  SheetPair pair;
  double stiffness;  ///< [N/m] without its age
  double rest;       ///< [m]
  double force;      ///< [N]
  int age;           ///< below zero: it had a load; how many solves it has been without
  SheetGap gap;      ///< at the last safe places
  bool pushes;       ///< whether it is a row of the solve

  /// How far the pair is beyond where it begins to push, where points have gone to x.
  double residual(const Vec3d* safe, const Vec3d* x) const {
    return opening(safe, x) - force / stiffness;
  }
  /// Its gap less that in which it rests.
  double opening(const Vec3d* safe, const Vec3d* x) const;
  /// The stiffness at its age.
  double aged_stiffness() const;
  double cost(const Vec3d* safe, const Vec3d* x) const;
};

/// How often a pair or a vertex has been without a load, after one more time. Below zero: since it
/// had one.
int next_age(int age, bool loaded);

template <class T>
class HeldPairs {
 public:
  /// Check memory.full() before use. Lists have room for so many bytes each.
  HeldPairs(BasicData<T>& d, const SheetScene<T>& scene, std::size_t bytes, Memory& memory);

  /// Begins with all of these pairs, and what the vertices remember.
  void begin(const BoundedList<SheetPair>& pairs);
  /// Linear about these places, and whether they push on the way to some.
  void linearise(const Vec3d* safe, const Vec3d* first, const Vec3d* second);
  /// Makes those push that would be too near at x. Returns whether there are any.
  bool add_pushing(const Vec3d* safe, const Vec3d* x);
  /// The forces that belong to these places, which vertices remember.
  void update_forces(const Vec3d* safe, const Vec3d* x);
  /// Lets go of those that are long without a load, and adds those that close first for one of
  /// their points, or that are closed.
  void merge(const BoundedList<SheetPair>& pairs, const double* gap, const double* time,
             Memory memory);
  double cost(const Vec3d* safe, const Vec3d* x) const;

  int count() const { return held_.count; }
  HeldPair& operator[](int i) { return held_[i]; }
  const HeldPair& operator[](int i) const { return held_[i]; }
  int lost() const { return held_.lost + next_.lost; }

 private:
  HeldPair make(const SheetPair& pair) const;
  bool is_first(const SheetPair& pair, double gap, double time, const double* earliest) const;
  void remember();

  BasicData<T>& d_;
  const SheetScene<T>& scene_;
  const SheetPoints& points_;
  BoundedList<HeldPair> held_, next_;
};

}  // namespace thew
