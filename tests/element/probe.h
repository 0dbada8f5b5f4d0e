#pragma once

// A probe is a function y = f(x) that calls everything in some headers of src/element. One probe
// serves four checks: that the code compiles for a device (<stem>.cu), that lanes have the bits of
// one world, that dual numbers give its derivatives (probe_test.cc), and that a device gives the
// host's numbers (compare.cu).
//
//   struct Example {
//     static constexpr int kInputs, kOutputs;
//     static constexpr double kLow[kInputs], kHigh[kInputs];  // where it is tried
//     static constexpr double kTolerance;                     // of derivatives, relative
//     template <class T> static void run(const T* x, T* y);
//   };

#include "math/quat.h"
#include "math/spatial.h"

namespace thew::element::probe {

/// Writes results one after another.
template <class T>
struct Results {
  T* next;

  THEW_INLINE Results& operator<<(const T& value) {
    *next++ = value;
    return *this;
  }
  THEW_INLINE Results& operator<<(const math::Vec3<T>& v) { return *this << v.x << v.y << v.z; }
  THEW_INLINE Results& operator<<(const math::Quat<T>& q) {
    return *this << q.w << q.x << q.y << q.z;
  }
  THEW_INLINE Results& operator<<(const math::Mat3<T>& m) {
    return *this << m.xx << m.xy << m.xz << m.yx << m.yy << m.yz << m.zx << m.zy << m.zz;
  }
  THEW_INLINE Results& operator<<(const math::Motion<T>& m) {
    return *this << m.rotation << m.translation;
  }
  THEW_INLINE Results& operator<<(const math::Force<T>& f) { return *this << f.torque << f.force; }
  THEW_INLINE Results& operator<<(const math::Inertia<T>& i) {
    *this << i.xx << i.yy << i.zz << i.xy << i.xz << i.yz;
    return *this << i.moment << i.mass;
  }
  /// A truth value, as 1 or 0.
  THEW_INLINE Results& truth(const math::MaskOf<T>& m) {
    using math::select;
    return *this << select(m, T(1), T(0));
  }
};

}  // namespace thew::element::probe
