#pragma once

#include "element/cone.h"
#include "element/cone_force.h"
#include "element/contact_row.h"
#include "element/impedance.h"
#include "element/penalty.h"
#include "element/probe.h"

namespace thew::element::probe {

struct SoftRow {
  static constexpr int kInputs = 13, kOutputs = 2 * 11;
  static constexpr double kLow[kInputs] = {0.01, 0.5, -200,  -30, 0.5,   0.8, 0.02,
                                           0.3,  1.5, -0.05, -1,  0.001, 0.01};
  static constexpr double kHigh[kInputs] = {0.05, 1.5, -100, -20, 0.8,  0.95, 0.1,
                                            0.7,  3,   0.05, 1,   0.02, 0.02};
  static constexpr double kTolerance = 1e-5;  // of curves with steep powers

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    using S = math::Scalar<T>;
    Results<T> out{y};
    for (const bool direct : {false, true}) {
      Softness<T> s = {{x[0], x[1]}, {x[12], x[1]}, {x[4], x[5], x[6], x[7], x[8]}};
      if (direct) s = {{x[2], x[3]}, {T(0), T(0)}, {x[4], x[5], x[6], x[7], x[8]}};
      make_safe(s, S(0.02));
      T kbip[4];
      spring_of(s, x[9], kbip);
      out << kbip[0] * T(1e-3) << kbip[1] << kbip[2] << kbip[3];
      out << softness(kbip) << sliding_damping(s);
      out << T(1e-3) * reference_acceleration(kbip, x[10], x[9])
          << reference_acceleration(kbip, x[10]);
      make_resolvable(s, x[11], kbip);
      out << softness_at_end(x[11], kbip) << T(1e-3) * kbip[0];
      out << T(1e-3) * reference_at_end(x[11], kbip, x[10], x[9]);
    }
  }
};

struct Cone {
  static constexpr int kInputs = 18, kOutputs = 1 + 6 + 36 + 2 + 1;
  static constexpr double kLow[kInputs] = {0.5, 0.5, 0.5, 0.1, 0.1, 0.1, 10, 10, 10,
                                           10,  10,  10,  -1,  -1,  -1,  -1, -1, -1};
  static constexpr double kHigh[kInputs] = {0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 20, 20, 20,
                                            20,  20,  20,  1,   1,   1,   1,  1,  1};
  static constexpr double kTolerance = 1e-5;  // the cone's tip is sharp

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const ConeReaction<T> r = react_in_cone(x[0], x + 1, x + 6, x + 12, 6);
    out << r.cost;
    for (int k = 0; k < 6; ++k) out << r.force[k];
    T c[kMostBases * kMostBases];
    cone_curvature(x[0], x + 1, x[6], x + 12, 6, c);
    for (int k = 0; k < 36; ++k) out << T(1e-3) * c[k];
    out << softened_friction(x[0], x[6], x[7]) << edge_softness(x[0], x[6]);
    out << tangent_softness(x[6], x[1], x[3]);
  }
};

struct Pyramid {
  static constexpr int kInputs = 12, kOutputs = 1 + 6 + 36 + 6 + 2;
  static constexpr double kLow[kInputs] = {0.5, 0.5, 0.1, 0.1, 0.1, 10, -1, -1, -1, -1, -1, -1};
  static constexpr double kHigh[kInputs] = {0.9, 0.9, 0.5, 0.5, 0.5, 20, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    T cost(0), force[6] = {T(0), T(0), T(0), T(0), T(0), T(0)}, edge_force[10];
    MaskOf<T> pushes[10];
    each_edge(x, x[5], x + 6, 10,
              [&](int k, const T& slope, const T& edge, const T& f, const MaskOf<T>& where) {
                cost = cost - T(0.5) * f * edge;
                force[0] = force[0] + f;
                force[1 + k / 2] = force[1 + k / 2] + slope * f;
                edge_force[k] = f;
                pushes[k] = where;
              });
    out << cost;
    for (int k = 0; k < 6; ++k) out << force[k];
    T c[kMostBases * kMostBases];
    for (T& entry : c) entry = T(0);
    pyramid_curvature(x, x[5], 6, [&](int k) { return pushes[k]; }, c);
    for (int k = 0; k < 36; ++k) out << c[k];
    T parts[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
    pyramid_force(x, edge_force, 6, parts);
    for (int k = 0; k < 6; ++k) out << parts[k];
    const auto dry = react_dryly(x[5], T(1) / x[5], T(3), x[6]);
    out << dry.force << dry.cost;
  }
};

struct PenaltyRow {
  static constexpr int kInputs = 16, kOutputs = 2 * 3 + 2 + 12;
  static constexpr double kLow[kInputs] = {0.001, 0.5, 0.003, 1000, 100, 1e-6, 0.5, 0.1,
                                           -1,    0.5, 0.5,   0.1,  -1,  -1,   -1,  -1};
  static constexpr double kHigh[kInputs] = {0.05, 1.5, 0.004, 2000, 200, 1e-5, 0.9, 2,
                                            1,    0.9, 0.9,   0.5,  1,   1,    1,   1};
  static constexpr double kTolerance = 1e-5;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Penalty<T> usual = {x[3], x[4]};
    for (const bool timed : {false, true}) {
      const T ref[2] = {timed ? x[0] : T(0), x[1]};
      const Penalty<T> p = penalty(ref, usual, x[2]);
      out << p.stiffness * T(1e-4) << p.damping * T(1e-2) << depth_share(ref, usual, x[2]);
    }
    out << contact_softness(x[5], x[6]) << smooth_friction(x[7], x[8], T(3));
    for (const bool pulls : {false, true}) {
      T force[kMostBases] = {pulls ? -x[9] : x[9], x[12], x[13], x[14], x[15], x[8]};
      const T friction[kMostBases - 1] = {x[10], x[10], x[11], x[11], x[11]};
      project_on_cone(friction, kMostBases, force);
      for (const T& f : force) out << f;
    }
  }
};

/// In double whatever the precision of the numbers around it: within the bound and on it.
struct FrictionBound {
  static constexpr int kInputs = 1, kOutputs = 6;
  static constexpr double kLow[kInputs] = {-1};
  static constexpr double kHigh[kInputs] = {1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const double a[4] = {2, 0.5, 0.5, 1}, b[2] = {-3, -1}, d[2] = {1, 0.5};
    for (const double r : {50.0, 0.5}) {
      double found[2];
      const bool definite = solve_qcqp(2, a, b, d, r, 1e-10, found);
      out << T(found[0]) + T(0) * x[0] << T(found[1]) << T(definite ? 1 : 0);
    }
  }
};

/// Likewise in double: from the tip of a cone, along its ray, and back into it.
struct ConeForce {
  static constexpr int kInputs = 1, kOutputs = 12;
  static constexpr double kLow[kInputs] = {-1};
  static constexpr double kHigh[kInputs] = {1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const double a[9] = {2, 0.3, -0.2, 0.3, 1, 0.1, -0.2, 0.1, 1.5}, friction[2] = {0.8, 0.5};
    for (const double normal : {0.0, 1.0}) {
      const double res[3] = {normal - 0.4, 0.7, -0.5};
      double force[3] = {normal, 0.1 * normal, 0}, change[3];
      const double gain = improve_in_cone(3, a, res, friction, force, change);
      out << T(force[0]) + T(0) * x[0] << T(force[1]) << T(change[2]) << T(gain);
    }
    double outside[3] = {1, 2, 3};
    bring_into_cone(3, friction, outside);
    for (const double f : outside) out << T(f);
    out << T(cost_change(1, a, friction, friction + 1, outside));
  }
};

struct ContactRow {
  static constexpr int kInputs = 18, kOutputs = 13;
  static constexpr double kLow[kInputs] = {-1, -1, -1, -1, -1, -1, -1, -1, -1,
                                           -1, -1, -1, -1, -1, -1, -1, -1, -1};
  static constexpr double kHigh[kInputs] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    const math::Vec3<T> arm = math::load3(x + 9);
    const math::Motion<T> axis = math::load_motion(x + 12);
    contact_column(x, arm, T(-1), axis, 6, y);
    contact_column(x, arm, T(1), axis, 1, y + 6);
    const math::Motion<T> motion = contact_motion(axis, arm, T(-1));
    for (int k = 0; k < 6; ++k) y[7 + k] = contact_entry(x, motion, k);
  }
};

}  // namespace thew::element::probe
