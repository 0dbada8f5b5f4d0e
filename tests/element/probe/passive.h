#pragma once

#include "element/cell.h"
#include "element/flex.h"
#include "element/flex_yield.h"
#include "element/fluid.h"
#include "element/fluid_ellipsoid.h"
#include "element/neo_hookean.h"
#include "element/plate.h"
#include "element/poly_force.h"
#include "element/probe.h"
#include "element/rod.h"
#include "element/rod_terms.h"
#include "element/skin.h"
#include "element/spring.h"
#include "element/xpbd.h"

namespace thew::element::probe {

struct Spring {
  static constexpr int kInputs = 13, kOutputs = 23;
  static constexpr double kLow[kInputs] = {5,  -2,  0.5,  -1, 0.1, 0.5, -0.8,
                                           -1, 0.2, -0.8, -1, -1,  0.05};
  static constexpr double kHigh[kInputs] = {9, 2, 3, 1, 0.5, 2, 0.8, 1, 1, 0.8, 1, 1, 0.2};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const PolyForce<T> f = {x[0], {x[1], x[2]}};
    out << spring_secant(f, x[3]) << spring_slope(f, x[3]) << spring_energy(f, x[3])
        << damper_secant(f, x[3]) << damper_slope(f, x[3]) << brake(f, x[3])
        << T(is_zero(f) ? 1 : 0);
    out << pull_back(f, math::load3(x + 6));
    const math::Quat<T> now = {x[5], x[6], x[7], x[8]};
    const math::Quat<T> rest = normalized(math::Quat<T>{x[8], x[9], x[10], x[11]});
    out << spring_rotation(now, rest) << spring_stretch(x[3], -x[4], x[4]);
    out << yielded_rest(x[3], x[6], x[12]) << yielded_rest(normalized(now), rest, x[12]);
    T low = -x[4], high = x[4];
    yield_band(x[3], x[12], low, high);
    out << low << high;
    low = T(0), high = x[4];
    yield_band(x[3], x[12], low, high);
    out << low << high;
  }
};

/// A tetrahedron and its first triangle that are stretched, and two triangles that bend.
struct Elastic {
  static constexpr int kInputs = 16, kOutputs = 2 + 9 + 12 + 12 + 12 + 12 + 9 + 12 + 12;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.9, -0.1, -0.1, 0.2,  0.9,
                                           -0.1, 0.2,  0.3,  0.9, 0.5,  -1,   0.01, 0.4};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 1.1, 0.1, 0.1, 0.4,  1.1,
                                            0.1, 0.4, 0.5, 1.1, 1,   1,   0.02, 0.6};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    out << square_change(x[12], x[15]) << square_rate(x[12], x[13], x[14]);
    double form[21], hinge[kHingeNumbers];
    for (int i = 0; i < 21; ++i) form[i] = 0.1 * i - 0.7;
    for (int i = 0; i < kHingeNumbers; ++i) hinge[i] = 0.3 - 0.05 * i;
    math::Vec3<T> corner[4], force[4];
    for (int i = 0; i < 4; ++i) {
      corner[i] = math::load3(x + 3 * i);
      force[i] = {T(0), T(0), T(0)};
    }
    const T change[6] = {x[12], x[13], x[14], x[15], x[12] * x[13], x[3]};
    add_stretch<2>(corner, change, form, force);
    for (int i = 0; i < 3; ++i) out << force[i];
    add_stretch<3>(corner, change, form, force);
    for (int i = 0; i < 4; ++i) out << force[i];
    multiply_hinge(hinge, corner, force);
    for (int i = 0; i < 4; ++i) out << force[i];
    add_hinge_volume(T(hinge[kHingeNumbers - 1]), corner, force);
    for (int i = 0; i < 4; ++i) out << force[i];
    const math::Vec3<T> apart[4] = {corner[1], corner[3], corner[0], corner[2]};
    multiply_stretch_tangent<2>(corner, change, form, apart, force);
    multiply_stretch_tangent<3>(corner, change, form, apart, force);
    for (int i = 0; i < 4; ++i) out << force[i];
    show_row(9, [&](T* matrix) { add_stretch_tangent<2>(corner, change, form, matrix); }, out);
    show_row(12, [&](T* matrix) { add_stretch_tangent<3>(corner, change, form, matrix); }, out);
    show_row(12, [&](T* matrix) { add_hinge_tangent(hinge, matrix); }, out);
  }

  // One row of a stiffness.
  template <class T, class Fill>
  THEW_HD static void show_row(int size, Fill fill, Results<T>& out) {
    constexpr int kShown = 4;
    T matrix[12 * 12];
    for (T& entry : matrix) entry = T(0);
    fill(matrix);
    for (int i = 0; i < size; ++i) out << matrix[kShown * size + i];
  }
};

/// A tetrahedron of the stable Neo-Hookean law: forces and stiffness, its principal stretches.
struct NeoHookeanSolid {
  static constexpr int kInputs = 12, kOutputs = 12 + 3 + 9 + 3 + 12 + 3;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, 0.1,  1.2, -0.1, -0.1,
                                           -0.2, 0.7,  -0.1, 0,   0,    0.2};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.2, 1.4, 0.1, 0.1,
                                            0.2, 0.9, 0.1, 0.1, 0.1, 0.5};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    double form[24];
    for (int i = 0; i < 21; ++i) form[i] = 0.1 * i - 0.7;
    form[21] = -0.5, form[22] = 1.7, form[23] = 1;
    math::Vec3<T> corner[4], force[4], column[3], turn[3];
    for (int i = 0; i < 4; ++i) {
      corner[i] = i < 3 ? math::load3(x + 3 * i) : math::Vec3<T>{T(0), T(0.1), T(1)};
      force[i] = {T(0), T(0), T(0)};
    }
    T stays[6], rest[6];
    for (int k = 0; k < 6; ++k) stays[k] = T(0.1) * x[9 + k % 3], rest[k] = T(k % 3 == 0 ? 1 : 2);
    rest[3] = T(2), rest[4] = T(1), rest[2] = T(1), rest[1] = T(2), rest[5] = T(2);
    if (is_neo_hookean(form)) add_neo_hookean(corner, stays, form, force);
    for (const math::Vec3<T>& each : force) out << each;
    const math::Mat3<T> f = {x[3], x[4], T(0.1), x[5], x[7], x[6], x[8], T(0.2), T(-1.1)};
    const Principal<T> at(f);
    for (const T& stretch : at.stretch) out << stretch;
    out << positive_part(math::Mat3<T>{x[3], x[4], x[5], x[4], -x[7], x[6], x[5], x[6], x[11]});
    for (int i = 0; i < 3; ++i) {
      column[i] = corner[i + 1];
      turn[i] = {T(i == 0 ? 1 : 0), T(i == 1 ? 1 : 0), T(i == 2 ? 1 : 0)};
    }
    make_orthogonal(column, turn);
    for (const math::Vec3<T>& each : column) out << norm(each);
    Elastic::show_row(
        12, [&](T* matrix) { add_neo_hookean_tangent(corner, rest, stays, form, matrix); }, out);
    T tension[6] = {x[0], x[1], x[2], x[3], x[4], x[5]};
    pull_edges<3>(corner, tension, force);
    out << force[0];
  }
};

/// A cell of eight nodes: weights, gradient, and how it is turned; its faces and their stiffness.
struct CellOfNodes {
  static constexpr int kInputs = 27, kOutputs = 8 + 27 + 9 + 9 + 4 + 3 * 9 + 4 + 2 * 7 + 12;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, -0.1, -0.1, 0.9,  -0.1, 0.9,  -0.1,
                                           -0.1, 0.9,  0.9,  0.9,  -0.1, -0.1, 0.9,  -0.1, 0.9,
                                           0.9,  0.9,  -0.1, 0.9,  0.9,  0.9,  0,    0,    0};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 0.1, 0.1, 1.1, 0.1, 1.1, 0.1,
                                            0.1, 1.1, 1.1, 1.1, 0.1, 0.1, 1.1, 0.1, 1.1,
                                            1.1, 1.1, 0.1, 1.1, 1.1, 1.1, 1,   1,   1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    T weight[kCellNodes];
    cell_weights(1, math::load3(x + 24), weight);
    for (int i = 0; i < cell_nodes(1); ++i) out << weight[i];
    cell_weights(2, math::load3(x + 24), weight);
    for (int i = 0; i < cell_nodes(2); ++i) out << weight[i];
    math::Vec3<T> node[8];
    for (int i = 0; i < 8; ++i) node[i] = math::load3(x + 3 * i);
    const math::Mat3<T> gradient = middle_gradient(1, node);
    out << gradient << inverse(gradient) << nearest_turn(gradient);
    for (int axis = 0; axis < 3; ++axis) out << face_gradient(1, axis, node);
    const math::Quat<T> half =
        between(nearest_turn(gradient), math::Quat<T>{T(1), T(0), T(0), T(0)});
    out << half;
    for (int k = 0; k < 2; ++k) {  // two faces of the cell
      const FaceNormal<T> normal = face_normal(1, node + 4 * k, x[24], x[25]);
      out << normal.unit << normal.tangents.first << normal.length;
    }
    double stiffness[144];
    for (int i = 0; i < 144; ++i) stiffness[i] = 0.1 * (i % 13) - 0.5;
    T turned[144];
    turn_stiffness(to_matrix(half), 4, stiffness, turned);
    for (int i = 0; i < 12; ++i) out << turned[12 * 5 + i];
  }
};

/// A triangle and a tetrahedron that yield, and two triangles that stay bent.
struct Yield {
  static constexpr int kInputs = 14, kOutputs = 3 + 6 + 2 + 1 + 6 + 9;
  static constexpr double kLow[kInputs] = {0.2, 0.1, -0.3, 0.2, 0.3,  0.1, 0.01,
                                           0.2, 0.2, 0.3,  0.4, -0.5, 0.1, 0.5};
  static constexpr double kHigh[kInputs] = {0.4, 0.3, -0.2, 0.4, 0.5, 0.3, 0.02,
                                            0.3, 0.4, 0.5,  0.6, 0.5, 0.2, 0.9};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const T rest[6] = {T(1), T(2), T(1), T(2), T(1), T(2)};
    T offset[6];
    for (int i = 0; i < 6; ++i) offset[i] = T(0.01) * x[i + 7];
    yield_stretch<2>(x, rest, x[6], offset);
    for (int i = 0; i < 3; ++i) out << offset[i];
    for (int i = 0; i < 6; ++i) offset[i] = T(0.01) * x[i + 7];
    yield_stretch<3>(x, rest, x[6], offset);
    for (int i = 0; i < 6; ++i) out << offset[i];
    const math::Vec3<T> corner[4] = {
        {T(0), T(0), x[0]}, {T(1), T(0), x[1]}, {T(0.4), T(1), x[3]}, {T(0.6), T(-1), x[13]}};
    const HingeAngle<T> hinge = hinge_angle(corner, x[13]);
    out << hinge.angle << yield_hinge(hinge.angle, x[12], x[13], x[6] * hinge.area);
    out << isochoric_root(-x[7], x[12]);
    for (int i = 0; i < 6; ++i) offset[i] = T(0.01) * x[i + 7];
    const math::Mat3<T> stays = sheared(offset);
    const math::Mat3<T> deformed = {T(1) + x[0], x[1],     stays.xz, x[3], T(1) + x[4],
                                    x[5],        stays.yz, x[7],     T(1)};
    yield_cell(deformed, x[6], offset);
    for (int i = 0; i < 6; ++i) out << offset[i];
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < 3; ++i) offset[i] = T(0.01) * x[i + 7];
      yield_face(deformed, axis, x[6], offset);
      const math::Mat3<T> face = sheared_face(axis, offset);
      out << face * math::Vec3<T>{T(1), T(2), T(3)};
    }
  }
};

/// Two and three segments of a rod: how they bend and twist, their forces, and how they resist.
struct Rod {
  static constexpr int kInputs = 16, kOutputs = 12 + 11 + 24 + 3 + 3 + 12 + 24 + 12 + 24;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.9, -0.1, -0.1, 1.8,  0.2,
                                           -0.1, 2.2,  1.0,  0.2, -0.5, -0.5, -0.2, -0.2};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 1.1, 0.1, 0.1, 2.1, 0.4,
                                            0.1, 2.4, 1.2, 0.4, 0.5, 0.5, 0.2, 0.2};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    math::Vec3<T> at[4];
    for (int i = 0; i < 4; ++i) at[i] = math::load3(x + 3 * i);
    const math::Vec3<T> along = {T(1), T(0), T(0)};
    const RodFrame<T> first = first_frame(along, false), turned = first_frame(along, true);
    RodState<T> s;
    s.joint = rod_joint(at);
    const RodFrame<T> frame[2] = {carried(first, s.joint.tangent[0]),
                                  carried(turned, s.joint.tangent[1])};
    for (int i = 0; i < 2; ++i) {
      s.axes[i] = material_axes(frame[i], x[12 + i]);
      s.kept[i] = along;
      s.rest[i] = {x[14], x[15]};
    }
    s.twist = x[13] - x[12] + twist_between(frame[0], frame[1]);
    const RodStiffness k = {0.3, 0.2, 0.1};
    out << rod_curvature(s.joint.way[0], s.joint.way[1]) << frame[0].director
        << transport(turned.director, turned.tangent, frame[1].tangent) << s.twist
        << turn_stiffness_of(s, k, 0) << turn_stiffness_of(s, k, 1);
    T row[12];
    rod_force(s, k, row);
    for (int i = 0; i < 11; ++i) out << row[i];
    show(chain_terms(s, k), out);
    const RodNormal<T> normal = rod_normal(s.joint);
    const RodBend<T> bend = seen_along(s.axes[0], normal.unit);
    out << normal.unit << bend.first << bend.second << normal.size;
    const RodPair pair = {{{0.3, 0.1}, {0.2, 0.4}}, 0.2, 0.1};
    for (T& entry : row) entry = T(0);
    add_hinge_force(s.joint, pair.hinge[0], row);
    for (const T& entry : row) out << entry;
    show(hinge_terms(s.joint, pair.hinge[0]), out);
    const RodPlanes<T> planes = rod_planes(at);
    for (T& entry : row) entry = T(0);
    add_pair_force(planes, pair, row);
    for (const T& entry : row) out << entry;
    show(pair_terms(planes, pair), out);
  }

  /// Weights, and the sum of the rows with them.
  template <class T>
  THEW_HD static void show(const RodTerms<T>& terms, Results<T>& out) {
    for (int k = 0; k < 3 * RodTerms<T>::kPoints; ++k) {
      T spring(0), damper(0);
      for (int i = 0; i < terms.terms; ++i) {
        spring = spring + terms.spring[i] * terms.row[i][k];
        damper = damper + terms.damper[i] * terms.row[i][k];
      }
      out << spring << damper;
    }
  }
};

/// Constraints on the corners of a tetrahedron, on its first triangle and edge, on two triangles
/// and on three points in a row, and how they move points.
struct Projection {
  static constexpr int kInputs = 16;
  static constexpr int kOutputs = 7 + 3 + 13 + 10 + 3 * 13 + 10 + 7 + 15 + 12;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.9, -0.1, -0.1, 0.2,  0.9,
                                           -0.1, 0.2,  -0.9, 0.3, 0.5,  0.1,  0.01, 0.4};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1,  1.1, 0.1, 0.1, 0.4,  1.1,
                                            0.1, 0.4, -0.7, 0.5, 1,   0.5, 0.02, 0.6};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    math::Vec3<T> at[4], from[4];
    for (int i = 0; i < 4; ++i) at[i] = math::load3(x + 3 * i);
    for (int i = 0; i < 4; ++i) from[i] = at[3 - i] * x[14];
    const T w[4] = {x[12], x[13], T(0), x[15]}, c[4] = {x[13], x[12], -x[12], -x[13]};
    const T inverse[9] = {T(1.1), T(0.1), T(-0.2), T(0.3), T(0.9), T(0.1), T(0), T(-0.1), T(1.2)};
    show(stretched(at, x[15]), out);
    out << bent(at, c);
    show(folded(at, x[14]), out);
    show(sheared(at, inverse), out);
    show(swollen(at, x[15]), out);
    show(distorted(at, inverse), out);
    const NeoHookean<T> law(at, inverse);
    show(law.dilated, out);
    show(curved(at, x[14]), out);
    const Compliance<T> yields = {x[14], x[15]};
    T lambda = x[13];
    project(stretched(at, x[12]), w, yields, lambda, at, from);
    out << at[0] << at[1] << lambda;
    math::Vec3<T> three = {x[13], x[14], x[15]};
    project_bent(c, w, yields, three, at, from);
    out << three;
    for (int i = 0; i < 4; ++i) out << at[i];
    out << multiplier_change(x[12], x[13], x[14], yields, x[15]);
    out << coupled_softness(x[14], x[12]);
    const TwoConstraints<T, 4> two = {law.strained, law.dilated, yields, {x[12], x[15]}};
    T pair[2] = {x[13], x[12]}, change[2];
    two.project(w, pair, at, from, change);
    out << pair[0] << pair[1] << change[0] << change[1] << at[0] << at[3];
  }
  template <class T, int n>
  THEW_HD static void show(const PointConstraint<T, n>& c, Results<T>& out) {
    out << c.value;
    for (int i = 0; i < n; ++i) out << c.gradient[i];
  }
};

struct FluidBox {
  static constexpr int kInputs = 22, kOutputs = 6 + 6 + 36 + 36;
  static constexpr double kLow[kInputs] = {1,  0.1, 0.1, 0.1, -1, -1, -1, -1, -1, -1, -1,
                                           -1, -1,  -1,  -1,  -1, -1, -1, -1, -1, -1, 0.5};
  static constexpr double kHigh[kInputs] = {2, 0.15, 0.15, 0.15, 1, 1, 1, 1, 1, 1, 1,
                                            1, 1,    1,    1,    1, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    using S = math::Scalar<T>;
    Results<T> out{y};
    const math::Mat3<T> axes = to_matrix(normalized(math::load4(x + 13)));
    const FluidFrame<T> frame =
        fluid_frame(math::load3(x + 10), axes, math::load_motion(x + 4), math::load3(x + 17));
    out << frame.velocity;
    const BoxDrag<T> drag = box_drag(x[0], x + 1, S(1.2), S(0.3));
    out << drag_force(drag, frame.velocity);
    T slope[36], matrix[36];
    drag_slope(drag, frame.velocity, slope);
    for (int k = 0; k < 36; ++k) matrix[k] = T(0);
    add_fluid_slope(frame, slope, x[21], matrix);
    for (int k = 0; k < 36; ++k) out << slope[k];
    for (int k = 0; k < 36; ++k) out << matrix[k];
  }
};

struct Ellipsoid {
  static constexpr int kInputs = 20, kOutputs = 6 + 3 * 36;
  static constexpr double kLow[kInputs] = {0.1, 0.1, 0.1, 0.3, 0.1, 1,  0.5, 0.5, 0.1, 0.1,
                                           0.1, 0.1, 0.1, 0.1, -2,  -2, -2,  -2,  -2,  -2};
  static constexpr double kHigh[kInputs] = {0.5, 0.5, 0.5, 0.7, 0.4, 2, 1.5, 1.5, 0.4, 0.4,
                                            0.4, 0.4, 0.4, 0.4, 2,   2, 2,   2,   2,   2};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    using S = math::Scalar<T>;
    Results<T> out{y};
    const FluidEllipsoid<T> e = {
        math::load3(x), x[3], x[4], x[5], x[6], x[7], math::load3(x + 8), math::load3(x + 11)};
    const math::Motion<T> v = math::load_motion(x + 14);
    out << ellipsoid_force(e, S(1.2), S(0.3), v);
    for (const FluidTerms terms : {FluidTerms::All, FluidTerms::Symmetric, FluidTerms::Drag}) {
      T slope[36];
      ellipsoid_slope(e, S(1.2), S(0.3), v, terms, slope);
      for (int k = 0; k < 36; ++k) out << slope[k];
    }
  }
};

/// A plate in a stream, and a point that follows two bones.
struct PlateAndSkin {
  static constexpr int kInputs = 18, kOutputs = 3 + 3 + 3;
  static constexpr double kLow[kInputs] = {0.2, 0.2, -0.5, 1,   -1, 0.5, 0.8, -0.3, -0.3,
                                           0.1, -1,  -1,   0.8, -1, 0.1, 0.2, -1,   -1};
  static constexpr double kHigh[kInputs] = {0.8, 0.8, 0.5, 2, 1, 1.5, 1,   0.3, 0.3,
                                            0.3, 1,   1,   1, 1, 0.3, 0.4, 1,   1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const math::Vec3<T> normal = math::load3(x), velocity = math::load3(x + 3);
    out << plate_force(normal, velocity, T(1.2), T(10))
        << plate_force(normal, velocity, T(1.2), T(0.1));
    const math::Quat<T> turn = normalized(math::Quat<T>{x[6], x[7], x[8], x[9]});
    const math::Quat<T> other = normalized(math::Quat<T>{x[12], x[8], x[14], x[15]});
    DualQuat<T> sum;
    add_motion(sum, rigid_motion(turn, math::load3(x + 10)), T(0.3));
    add_motion(sum, rigid_motion(other, math::load3(x + 15)), T(0.7));
    out << move(sum, math::load3(x + 3));
  }
};

}  // namespace thew::element::probe
