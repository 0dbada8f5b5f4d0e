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

/// Of the kernel `smooth`.
template <class T>
struct SmoothMemory {
  T *qpos, *qvel;
  T *xpos, *xquat, *xipos;       // of bodies
  T* com;                        // of subtrees
  T* cdof;                       // of dofs
  T *inertia, *force;            // of bodies: cinert, then crb; rates of momentum, then sums
  T *bias, *passive, *actuator;  // forces on dofs; then `bias` is the sum of all
  T *xanchor, *xaxis;            // of joints
  T *cvel, *cacc;                // of bodies
  T *M, *inverse, *momentum;     // after these four are no longer needed
  T *moment, *actuator_force, *actuator_slope;  // of actuators

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes& t, T* begin) {
    Pieces<T> pieces(begin);
    qpos = pieces.take(m.nq);
    qvel = pieces.take(m.nv);
    xpos = pieces.take(3 * m.nbody);
    xquat = pieces.take(4 * m.nbody);
    xipos = pieces.take(3 * m.nbody);
    com = pieces.take(3 * m.nbody);
    cdof = pieces.take(6 * m.nv);
    inertia = pieces.take(10 * m.nbody);
    force = pieces.take(6 * m.nbody);
    bias = pieces.take(m.nv);
    passive = pieces.take(m.nv);
    actuator = pieces.take(m.nv);
    const int shared = pieces.place();
    xanchor = pieces.take(3 * m.njnt);
    xaxis = pieces.take(3 * m.njnt);
    cvel = pieces.take(6 * m.nbody);
    cacc = pieces.take(6 * m.nbody);
    pieces.go_back(shared);
    moment = pieces.take(t.nmoment);
    actuator_force = pieces.take(m.nout);
    actuator_slope = pieces.take(m.nout);
    pieces.go_back(shared);
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

/// Of the kernel `constrain`. Vectors of dofs have whole fours; symmetric matrices are kept by rows
/// of the lower triangle, each as long as its last group of four.
template <class T>
struct ConstrainMemory {
  T *mass, *hessian, *factor;  // matrices
  T* jacobian;                 // of dense rows, `width` each, as many as are near
  T* far;                      // the others, in global memory
  T *acc, *mass_acc, *gradient, *direction, *mass_direction;
  T *smooth_force, *smooth_acc;
  T *panel, *diagonal;                // of the factorisation: four numbers a row, twelve a group
  T *x, *y, *aref, *force, *weight;   // of base rows
  T* before;                          // of base rows: x of cones when the Hessian was last changed
  T *mu, *bound, *friction, *change;  // of blocks: softened cone; dry friction; five coefficients
  int *kind, *base, *id, *piece, *changed, *groups, *count;  // of blocks
  int* single;                // of dofs: blocks of one dof, three each, or -1
  int width, ngroup, stride;  // stride: numbers of a block in `change`

  /// The Jacobian of row k, near or far; who needs many rows takes the near ones as `jacobian`.
  THEW_INLINE T* row(int k, int near) const {
    return k < near ? jacobian + k * width : far + (k - near) * width;
  }

  static THEW_INLINE int whole(int n) { return (n + 3) / 4 * 4; }

  THEW_INLINE int lay_out(const DeviceSizes& m, const TableSizes& t, T* begin) {
    Pieces<T> pieces(begin);
    width = whole(m.nv);
    ngroup = width / 4;
    const int packed = 8 * ngroup * (ngroup + 1);
    const int bases = whole(t.nrows + t.nsingles), blocks = whole(t.nblocks + t.nsingles);
    mass = pieces.take(packed);
    hessian = pieces.take(packed);
    factor = pieces.take(packed);
    jacobian = pieces.take(t.nnear * width);
    far = nullptr;
    for (T** vector :
         {&acc, &mass_acc, &gradient, &direction, &mass_direction, &smooth_force, &smooth_acc}) {
      *vector = pieces.take(width);
    }
    panel = pieces.take(4 * width);
    diagonal = pieces.take(12 * ngroup);
    for (T** row : {&x, &y, &aref, &force, &weight, &before}) *row = pieces.take(bases);
    mu = pieces.take(blocks);
    bound = pieces.take(blocks);
    friction = pieces.take(5 * whole(t.nblocks));
    stride = t.most_bases * (t.most_bases + 1) / 2;
    change = pieces.take(whole(stride * t.nblocks));
    constexpr int kInts = sizeof(T) / sizeof(int);
    for (int** block : {&kind, &base, &id, &piece, &changed, &groups, &count}) {
      *block = reinterpret_cast<int*>(pieces.take(blocks / kInts));
    }
    single = reinterpret_cast<int*>(pieces.take(whole(3 * width) / kInts));
    return (pieces.count() + 3) / 4 * 4;  // whole fours: rows are read so
  }
};

}  // namespace thew::gpu
