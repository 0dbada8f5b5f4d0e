#pragma once

// A geom with fluidshape="ellipsoid" has drag, lift (Kutta-Joukowski, Magnus) and the inertia of
// the fluid that it carries along, without the part that depends on accelerations.
//
// An ellipsoid with semi-axes s that moves with velocity v and turns with w. With
// A = diag((s_y s_z)^2, (s_z s_x)^2, (s_x s_y)^2), n = v'Av and q = |Av|^2, the area that it shows
// to the flow is S = pi sqrt(q/n), and
//   drag    -(3 pi mu D + rho |v| (C_b S + C_s (S_max - S))) v,  D the mean diameter
//   lift    pi C_k rho sqrt(n/q)/|v| (n v - |v|^2 A v),          normal to v
//   Magnus  C_m rho V (w x v)
//   torque  -(pi mu D^3 + rho |C w|) w,                          C diagonal
//   carried fluid, momenta p = rho m v and l = rho i w:  force p x w, torque p x v + l x w.

#include "element/fluid.h"

namespace thew::element {

/// A geom in a fluid.
template <class T>
struct FluidEllipsoid {
  math::Vec3<T> axes;  ///< semi-axes
  T blunt, slender, angular, kutta, magnus;
  math::Vec3<T> added_mass, added_inertia;  ///< of fluid of density 1
};

/// What the flow around an ellipsoid is made of.
template <class T>
struct Flow {
  math::Vec3<T> v, w;
  math::Vec3<T> av, aav;  ///< A v, A^2 v
  T n, q, speed;          ///< n, q and |v|; 1 instead of 0 where there is no flow
  T area;                 ///< S
  math::MaskOf<T> flows;
  T drag;  ///< C_b S + C_s (S_max - S)
  T stokes_force, stokes_torque;
  math::Vec3<T> spin;  ///< C w
  T spin_size;
  T lift;    ///< pi C_k rho sqrt(n/q)/|v|
  T magnus;  ///< C_m rho V
};

namespace fluid {

template <class T>
THEW_HD inline math::Vec3<T> scaled(const math::Vec3<T>& a, const math::Vec3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

template <class T>
THEW_HD inline math::Vec3<T> squared_areas(const math::Vec3<T>& s) {
  const T x = s.y * s.z, y = s.z * s.x, z = s.x * s.y;
  return {x * x, y * y, z * z};
}

/// The diagonal of C: greatest moments of the ellipsoid about each axis, blended with the greatest.
template <class T>
THEW_HD inline math::Vec3<T> spin_drag(const FluidEllipsoid<T>& e, const T& longest,
                                       const T& middle) {
  using math::max;
  const auto fourth = [](const T& x) { return (x * x) * (x * x); };
  const T most = middle * fourth(longest);
  const auto about = [&](const T& along, const T& a, const T& b) {
    const T own = along * fourth(max(a, b));
    return T(8.0 / 15 * kFluidPi) * fma(e.slender, most - own, e.angular * own);
  };
  const auto& s = e.axes;
  return {about(s.x, s.y, s.z), about(s.y, s.z, s.x), about(s.z, s.x, s.y)};
}

}  // namespace fluid

template <class T>
THEW_HD inline Flow<T> flow_around(const FluidEllipsoid<T>& e, math::Scalar<T> density,
                                   math::Scalar<T> viscosity, const math::Motion<T>& velocity) {
  using namespace math;
  using S = Scalar<T>;
  Flow<T> f;
  f.w = velocity.rotation;
  f.v = velocity.translation;
  const Vec3<T> a = fluid::squared_areas(e.axes);
  f.av = fluid::scaled(a, f.v);
  f.aav = fluid::scaled(a, f.av);
  const T n = dot(f.v, f.av), q = dot(f.av, f.av), speed = norm(f.v);
  f.flows = (n > T(0)) & (q > T(0));
  f.n = select(f.flows, n, T(1));
  f.q = select(f.flows, q, T(1));
  f.speed = select(f.flows, speed, T(1));
  f.area = select(f.flows, T(kFluidPi) * sqrt(f.q / f.n), T(0));
  const Vec3<T>& s = e.axes;
  const T longest = max(max(s.x, s.y), s.z), shortest = min(min(s.x, s.y), s.z);
  const T middle = s.x + s.y + s.z - longest - shortest;
  const T diameter = T(2.0 / 3) * (s.x + s.y + s.z);
  f.drag = fma(e.blunt, f.area, e.slender * (T(kFluidPi) * longest * middle - f.area));
  f.stokes_force = T(S(3 * kFluidPi) * viscosity) * diameter;
  f.stokes_torque = T(S(kFluidPi) * viscosity) * diameter * diameter * diameter;
  f.spin = fluid::scaled(fluid::spin_drag(e, longest, middle), f.w);
  f.spin_size = norm(f.spin);
  f.lift = select(f.flows, T(S(kFluidPi) * density) * e.kutta * sqrt(f.n / f.q) / f.speed, T(0));
  f.magnus = e.magnus * T(S(4.0 / 3 * kFluidPi) * density) * s.x * s.y * s.z;
  return f;
}

/// Force and torque on an ellipsoid, along its axes.
template <class T>
THEW_HD inline math::Force<T> ellipsoid_force(const FluidEllipsoid<T>& e, math::Scalar<T> density,
                                              math::Scalar<T> viscosity,
                                              const math::Motion<T>& velocity) {
  using namespace math;
  const Flow<T> f = flow_around(e, density, viscosity, velocity);
  const T speed = select(f.flows, f.speed, T(0)), rho = T(density);
  const Vec3<T> p = rho * fluid::scaled(e.added_mass, f.v),
                l = rho * fluid::scaled(e.added_inertia, f.w);
  const Vec3<T> lift = f.lift * (f.n * f.v - (f.speed * f.speed) * f.av);
  const T drag = fma(rho * speed, f.drag, f.stokes_force);
  const T turning = fma(rho, f.spin_size, f.stokes_torque);
  return {cross(p, f.v) + cross(l, f.w) - turning * f.w,
          cross(p, f.w) + f.magnus * cross(f.w, f.v) + lift - drag * f.v};
}

/// Which part of the derivative of the force of a fluid: all of it, its symmetric part, or the
/// symmetric part of drag alone.
enum class FluidTerms { All, Symmetric, Drag };

namespace fluid {

/// Adds to one of the four 3 x 3 blocks of a 6 x 6 matrix in the order rotation, translation.
template <class T>
struct Quadrant {
  T* at;
  THEW_INLINE T& operator()(int row, int column) { return at[6 * row + column]; }

  THEW_INLINE void add_diagonal(const math::Vec3<T>& x) {
    (*this)(0, 0) = (*this)(0, 0) + x.x;
    (*this)(1, 1) = (*this)(1, 1) + x.y;
    (*this)(2, 2) = (*this)(2, 2) + x.z;
  }
  /// + a b'
  THEW_INLINE void add_outer(const math::Vec3<T>& a, const math::Vec3<T>& b) {
    const T rows[3] = {a.x, a.y, a.z}, columns[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) (*this)(i, j) = fma(rows[i], columns[j], (*this)(i, j));
    }
  }
  /// + [a] diag(b), the matrix of x -> a x (b x)
  THEW_INLINE void add_cross(const math::Vec3<T>& a, const math::Vec3<T>& b) {
    const auto add = [&](int i, int j, const T& x) { (*this)(i, j) = (*this)(i, j) + x; };
    add(0, 1, -a.z * b.y), add(0, 2, a.y * b.z);
    add(1, 0, a.z * b.x), add(1, 2, -a.x * b.z);
    add(2, 0, -a.y * b.x), add(2, 1, a.x * b.y);
  }
};

template <class T>
THEW_HD inline void symmetrise(T* matrix) {
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < i; ++j) {
      matrix[6 * i + j] = matrix[6 * j + i] = T(0.5) * (matrix[6 * i + j] + matrix[6 * j + i]);
    }
  }
}

template <class T>
THEW_HD inline void add_drag_slope(const FluidEllipsoid<T>& e, const Flow<T>& f,
                                   math::Scalar<T> density, Quadrant<T> force, Quadrant<T> torque) {
  using namespace math;
  const T rho = T(density), speed = select(f.flows, f.speed, T(0));
  const auto all = [](const T& x) { return Vec3<T>{x, x, x}; };
  force.add_diagonal(all(-fma(rho * speed, f.drag, f.stokes_force)));
  // grad S = S (A^2 v / q - A v / n)
  const Vec3<T> area = f.area * ((T(1) / f.q) * f.aav - (T(1) / f.n) * f.av);
  const Vec3<T> slope = (f.drag / f.speed) * f.v + (speed * (e.blunt - e.slender)) * area;
  force.add_outer(-rho * f.v, slope);
  torque.add_diagonal(all(-fma(rho, f.spin_size, f.stokes_torque)));
  // grad |C w| = C^2 w / |C w|
  const auto turns = f.spin_size > T(0);
  const T inverse = select(turns, rho / select(turns, f.spin_size, T(1)), T(0));
  const Vec3<T>& s = e.axes;
  const T longest = max(max(s.x, s.y), s.z), shortest = min(min(s.x, s.y), s.z);
  const Vec3<T> c = spin_drag(e, longest, s.x + s.y + s.z - longest - shortest);
  torque.add_outer(-inverse * f.w, scaled(c, f.spin));
}

}  // namespace fluid

/// matrix <- d(force)/d(velocity) of an ellipsoid, 6 x 6 in the order rotation, translation.
template <class T>
THEW_HD inline void ellipsoid_slope(const FluidEllipsoid<T>& e, math::Scalar<T> density,
                                    math::Scalar<T> viscosity, const math::Motion<T>& velocity,
                                    FluidTerms terms, T* matrix) {
  using namespace math;
  for (int k = 0; k < 36; ++k) matrix[k] = T(0);
  const Flow<T> f = flow_around(e, density, viscosity, velocity);
  fluid::Quadrant<T> ww{matrix}, wv{matrix + 3}, vw{matrix + 18}, vv{matrix + 21};
  fluid::add_drag_slope(e, f, density, vv, ww);
  if (terms != FluidTerms::Drag) {
    const T rho = T(density), square = f.speed * f.speed;
    const Vec3<T> one = {T(1), T(1), T(1)}, a = fluid::squared_areas(e.axes);
    // Lift: k (n v - |v|^2 A v), grad k = k (A v / n - A^2 v / q - v / |v|^2).
    const Vec3<T> direction = f.n * f.v - square * f.av;
    const Vec3<T> k = (T(1) / f.n) * f.av - (T(1) / f.q) * f.aav - (T(1) / square) * f.v;
    vv.add_outer(f.lift * direction, k);
    vv.add_diagonal(f.lift * (f.n * one - square * a));
    vv.add_outer((T(2) * f.lift) * f.v, f.av);
    vv.add_outer((T(-2) * f.lift) * f.av, f.v);
    // Magnus: w x v.
    vw.add_cross(-f.magnus * f.v, one);
    vv.add_cross(f.magnus * f.w, one);
    // Carried fluid: p x w, p x v, l x w.
    const Vec3<T> mass = rho * e.added_mass, inertia = rho * e.added_inertia;
    const Vec3<T> p = fluid::scaled(mass, f.v), l = fluid::scaled(inertia, f.w);
    vv.add_cross(-f.w, mass);
    vw.add_cross(p, one);
    wv.add_cross(p, one);
    wv.add_cross(-f.v, mass);
    ww.add_cross(l, one);
    ww.add_cross(-f.w, inertia);
  }
  if (terms != FluidTerms::All) fluid::symmetrise(matrix);
}

}  // namespace thew::element
