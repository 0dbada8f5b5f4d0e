#pragma once

// Working memory of a world: where a kernel has what it needs only while it works. It lies in
// shared memory where there is room.

#include <initializer_list>

#include "gpu/device_worlds.h"

namespace thew::gpu {

/// Hands out pieces of memory one after the other, or only counts them, where it begins at null.
template <class T>
class Pieces {
 public:
  THEW_INLINE explicit Pieces(T* begin) : begin_(begin) {}
  THEW_INLINE T* take(int count) {
    T* piece = begin_ == nullptr ? nullptr : begin_ + used_;
    used_ += count;
    most_ = used_ > most_ ? used_ : most_;
    return piece;
  }
  /// What is taken from now on begins at `place` again, over what is no longer needed.
  THEW_INLINE int place() const { return used_; }
  THEW_INLINE void go_back(int place) { used_ = place; }
  /// How much was taken at most; odd, so that worlds side by side lie in other banks.
  THEW_INLINE int count() const { return most_ | 1; }

 private:
  T* begin_;
  int used_ = 0, most_ = 0;
};

/// Of the kernel `smooth`: what is no longer needed makes room for what comes later.
template <class T>
struct SmoothMemory {
  T* cdof;     // of dofs
  T* inertia;  // of bodies: cinert, then crb
  T* bias;     // forces on dofs, at last the sum of all
  // Until all forces are known.
  T *qpos, *qvel;
  T *xipos, *com;                               // of bodies, of subtrees
  T *passive, *actuator;                        // forces on dofs
  T *xpos, *xquat;                              // of bodies, for positions
  T *xanchor, *xaxis;                           // of joints, likewise
  T *cvel, *cacc;                               // of bodies, for velocities
  T* force;                                     // of bodies: rates of momentum, then sums
  T *moment, *actuator_force, *actuator_slope;  // of actuators
  // Then.
  T *M, *inverse, *momentum;

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes& t, T* begin) {
    Pieces<T> pieces(begin);
    cdof = pieces.take(6 * m.nv);
    inertia = pieces.take(10 * m.nbody);
    bias = pieces.take(m.nv);
    const int forces = pieces.place();
    qpos = pieces.take(m.nq);
    qvel = pieces.take(m.nv);
    xipos = pieces.take(3 * m.nbody);
    com = pieces.take(3 * m.nbody);
    passive = pieces.take(m.nv);
    actuator = pieces.take(m.nv);
    const int stages = pieces.place();
    xpos = pieces.take(3 * m.nbody);
    xquat = pieces.take(4 * m.nbody);
    xanchor = pieces.take(3 * m.njnt);
    xaxis = pieces.take(3 * m.njnt);
    pieces.go_back(stages);
    cvel = pieces.take(6 * m.nbody);
    cacc = pieces.take(6 * m.nbody);
    force = pieces.take(6 * m.nbody);
    pieces.go_back(stages);
    moment = pieces.take(t.nmoment);
    actuator_force = pieces.take(m.nout);
    actuator_slope = pieces.take(m.nout);
    pieces.go_back(forces);
    M = pieces.take(m.nC);
    inverse = pieces.take(m.nv);
    momentum = pieces.take(6 * m.nv);
    return pieces.count();
  }
};

/// Of the kernel `collide`.
template <class T>
struct CollideMemory {
  T* xpos;         // of geoms
  int* candidate;  // pairs that may touch

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes& t, T* begin) {
    Pieces<T> pieces(begin);
    xpos = pieces.take(3 * m.ngeom);
    constexpr int kInts = sizeof(T) / sizeof(int);
    candidate = reinterpret_cast<int*>(pieces.take((t.npairs + kInts - 1) / kInts));
    return pieces.count();
  }
};

/// Of the kernel `advance`.
template <class T>
struct AdvanceMemory {
  T *M, *inverse, *acc;

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes&, T* begin) {
    Pieces<T> pieces(begin);
    M = pieces.take(m.nC);
    inverse = pieces.take(m.nv);
    acc = pieces.take(m.nv);
    return pieces.count();
  }
};

/// Of the kernel `implicit`, which takes the place of `advance`.
template <class T>
struct ImplicitMemory {
  T *lower, *upper;  // M - h D, as factors later
  T *inverse, *acc;
  T* matrix;  // of bodies: how their forces change with their velocities
  T* turn;    // of dofs: how their axes turn

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes&, T* begin) {
    Pieces<T> pieces(begin);
    lower = pieces.take(m.nD);
    upper = pieces.take(m.nD);
    inverse = pieces.take(m.nv);
    acc = pieces.take(m.nv);
    matrix = pieces.take(36 * m.nbody);
    turn = pieces.take(6 * m.nv);
    return pieces.count();
  }
};

/// Of kernels that need none.
struct NoMemory {
  template <class T>
  THEW_INLINE int lay_out(const DeviceSizes&, const TableSizes&, T*) {
    return 0;
  }
};

/// Of the kernel `solve`. Its pieces are where the layout says, which the host has made: constants
/// of a launch, so that no registers are spent on them.
template <class T>
struct SolveMemory {
  T* begin;
  const SolveLayout* at;
  T* far;  ///< dense rows of the Jacobian that are not near, in global memory

  THEW_INLINE int lay_out(const DeviceSizes&, const TableSizes& t, T* memory) {
    begin = memory;
    at = &t.solve;
    far = nullptr;
    return t.solve.total;
  }
  THEW_INLINE int width() const { return at->width; }
  THEW_INLINE int ngroup() const { return at->ngroup; }
  THEW_INLINE int packed() const { return 8 * at->ngroup * (at->ngroup + 1); }
#define THEW_TYPE_Real T
#define THEW_TYPE_Int std::int32_t
#define THEW_TYPE_Short std::uint16_t
#define THEW_PIECE(type, name, count)                             \
  THEW_INLINE THEW_TYPE_##type* name() const {                    \
    return reinterpret_cast<THEW_TYPE_##type*>(begin + at->name); \
  }
#include "gpu/solve_memory.inc"
#undef THEW_TYPE_Real
#undef THEW_TYPE_Int
#undef THEW_TYPE_Short
  /// Changes of curvature of dense blocks; behind them the rows of one that is far, and forces of
  /// base rows, which are aref at first.
  THEW_INLINE T* change() const { return factor(); }
  THEW_INLINE T* force() const { return begin + at->force; }
  /// How x of base rows changes along the direction.
  THEW_INLINE T* y() const { return panel(); }
  THEW_INLINE T* mass_direction() const { return diagonal(); }
  /// Edges of the cost along the line: x, its rate and the weight of each.
  THEW_INLINE T* edges() const { return factor(); }
};

/// Lays it out.
template <class T>
SolveLayout lay_out_solve(const DeviceSizes& sizes, const TableSizes& tables);

}  // namespace thew::gpu
