#pragma once

#include "element/inertia.h"
#include "element/joint.h"
#include "element/probe.h"
#include "element/wrap.h"

namespace thew::element::probe {

struct Joint {
  static constexpr int kInputs = 24, kOutputs = 3 + 3 + 3 + 7 + 3 + 7 + 7 + 6 + 6;
  static constexpr double kLow[kInputs] = {-1, -1, -1, 0.3, -1, -1, -1, -1,  -1, -1, -1, -1,
                                           -1, -1, -1, -1,  -1, -1, -1, 0.3, -1, -1, -1, -1};
  static constexpr double kHigh[kInputs] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Pose<T> start = {math::load3(x), normalized(math::load4(x + 3))};
    const math::Vec3<T> anchor = math::load3(x + 7), axis = math::load3(x + 10);
    out << transform(start, anchor);
    Pose<T> slid = start;
    slide(slid, axis, x[13]);
    out << slid.position;
    T sine, cosine;
    sincos(x[14], sine, cosine);
    Pose<T> hinge = start;
    out << turn_about(anchor, hinge_turn(axis, sine, cosine), hinge);
    out << hinge.position << hinge.rotation;
    Pose<T> ball = start;
    out << turn_about(anchor, normalized(math::load4(x + 19)), ball);
    out << ball.position << ball.rotation;
    Pose<T> centred = start;
    turn_about({T(0), T(0), T(0)}, normalized(math::load4(x + 19)), centred);
    out << centred.position << centred.rotation;
    out << rotation_axis(axis, anchor) << translation_axis(axis);
  }
};

struct BodyInertia {
  static constexpr int kInputs = 23, kOutputs = 10 + 6 + 36;
  static constexpr double kLow[kInputs] = {1,  1,  1,  0.3, -1, -1, -1, -1, -1, -1, 1, -1,
                                           -1, -1, -1, -1,  -1, -1, -1, -1, -1, -1, -1};
  static constexpr double kHigh[kInputs] = {2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 3, 1,
                                            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const math::Inertia<T> inertia = inertia_about(
        math::load3(x), to_matrix(normalized(math::load4(x + 3))), math::load3(x + 7), x[10]);
    out << inertia;
    out << momentum_rate(inertia, math::load_motion(x + 11), math::load_motion(x + 17));
    T slope[36];
    momentum_rate_slope(inertia, math::load_motion(x + 11), slope);
    for (const T& entry : slope) out << entry;
  }
};

/// Strings around a sphere and a cylinder, with and without a side.
struct Wrap {
  static constexpr int kInputs = 17, kOutputs = 3 * 13;
  static constexpr double kLow[kInputs] = {-1.6, -0.3, -0.3, 1.2,  -0.3, -0.3, -0.1, -0.1, -0.1,
                                           0.9,  -0.1, -0.1, -0.1, 0.5,  -0.2, 1,    -0.2};
  static constexpr double kHigh[kInputs] = {-1.2, 0.3, 0.3, 1.6, 0.3, 0.3, 0.1, 0.1, 0.1,
                                            1,    0.1, 0.1, 0.1, 0.7, 0.2, 1.5, 0.2};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const math::Vec3<T> p = math::load3(x), q = math::load3(x + 3), side = math::load3(x + 14);
    RoundGeom<T> geom = {math::load3(x + 6), to_matrix(normalized(math::load4(x + 9))), x[13],
                         true};
    put(out, wrap(p, q, geom, &side));
    geom.is_cylinder = false;
    put(out, wrap(p, q, geom, &side));
    put(out, wrap<T>(p, q, geom, nullptr));
  }

 private:
  template <class T>
  THEW_HD static void put(Results<T>& out, const Wrapping<T>& way) {
    out << way.first << way.second << way.arrival << way.departure << way.length;
  }
};

/// Strings thrown back by the inner side, which Newton's method finds to 1e-6: derivatives have an
/// error of the same order.
struct WrapInside {
  static constexpr int kInputs = 6, kOutputs = 12;
  static constexpr double kLow[kInputs] = {1.2, 0.5, 0.5, 1.2, 0.4, 0.1};
  static constexpr double kHigh[kInputs] = {1.6, 0.8, 0.8, 1.6, 0.6, 0.3};
  static constexpr double kTolerance = 3e-2;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const math::Vec3<T> p = {x[0], x[1], T(0)}, q = {x[2], x[3], T(0.5)};
    const math::Vec3<T> side = {x[5] * x[4], T(0), T(0)};
    const RoundGeom<T> geom = {{T(0), T(0), T(0)}, math::identity3<T>(), x[4], true};
    const Wrapping<T> way = wrap(p, q, geom, &side);
    out << way.first << way.arrival << way.departure << way.length;
    out << plane_through(p, q).x.x << plane_through(p, p + p).y.x;
  }
};

}  // namespace thew::element::probe
