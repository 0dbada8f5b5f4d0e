#pragma once

// Written by tools/minimax.py, which says how each number was found. Do not edit.

#include <cstdint>

#include "math/scalar.h"

namespace thew::math::detail {

// sin r = r + r^3 p(r^2), |r| <= pi/4.
template <class S>
struct SinPoly;
template <>
struct SinPoly<double> {
  static constexpr double c[] = {-0.1666666666666663,     0.008333333333322106,
                                 -0.00019841269829579832, 2.7557313617914327e-06,
                                 -2.505074720317812e-08,  1.5896196808709068e-10};
};
template <>
struct SinPoly<float> {
  static constexpr float c[] = {-0.166666552f, 0.0083321603f, -0.000195152243f};
};

// cos r = 1 - r^2/2 + r^4 p(r^2), |r| <= pi/4.
template <class S>
struct CosPoly;
template <>
struct CosPoly<double> {
  static constexpr double c[] = {0.041666666666666595,   -0.001388888888887304,
                                 2.4801587288841214e-05, -2.7557314176191374e-07,
                                 2.0875700409886573e-09, -1.1358513647183972e-11};
};
template <>
struct CosPoly<float> {
  static constexpr float c[] = {0.0416666456f, -0.00138873153f, 2.44330822e-05f};
};

// exp r = 1 + r + r^2 p(r), |r| <= ln(2)/2.
template <class S>
struct ExpPoly;
template <>
struct ExpPoly<double> {
  static constexpr double c[] = {
      0.5000000000000004,    0.1666666666666646,     0.041666666666572615,  0.008333333333480434,
      0.0013888888933478686, 0.00019841269511510233, 2.480150279504611e-05, 2.7557598786502078e-06,
      2.762702793631339e-07, 2.4992045480918835e-08};
};
template <>
struct ExpPoly<float> {
  static constexpr float c[] = {0.49999994f, 0.166665271f, 0.0416682623f, 0.00836805254f,
                                0.00138178922f};
};

// 2 atanh s = 2 s + s^3 p(s^2), s = f/(2+f), 1+f in [sqrt(1/2), sqrt(2)].
template <class S>
struct LogPoly;
template <>
struct LogPoly<double> {
  static constexpr double c[] = {0.6666666666666734,  0.3999999999941432,  0.2857142874247574,
                                 0.22222198563362894, 0.18183564873559646, 0.15314035654664684,
                                 0.14796107279774906};
};
template <>
struct LogPoly<float> {
  static constexpr float c[] = {0.666667759f, 0.399775356f, 0.29871881f};
};

// 2 atanh s = 2 s + 2/3 s^3 + s^5 p(s^2), the same s.
template <class S>
struct LogTailPoly;
template <>
struct LogTailPoly<double> {
  static constexpr double c[] = {0.3999999999999998,  0.2857142857144511,  0.22222222217536397,
                                 0.18181818870324654, 0.15384556870269026, 0.13336317447792836,
                                 0.11674817919385556, 0.11989018045412671};
};
template <>
struct LogTailPoly<float> {
  static constexpr float c[] = {0.399999976f, 0.285718739f, 0.221850082f, 0.194679499f};
};

// atan t = t + t^3 p(t^2), |t| <= tan(pi/8).
template <class S>
struct AtanPoly;
template <>
struct AtanPoly<double> {
  static constexpr double c[] = {-0.333333333333332,  0.19999999999953205,  -0.14285714280162212,
                                 0.11111110781927042, -0.09090897718426376, 0.07692059591715432,
                                 -0.0666309773041303, 0.05847848257185128,  -0.05039139557404268,
                                 0.03806081832251418, -0.017903562289445684};
};
template <>
struct AtanPoly<float> {
  static constexpr float c[] = {-0.333333164f, 0.199984714f, -0.142435223f, 0.10593725f,
                                -0.0607798584f};
};

// asin x = x + x^3 p(x^2), |x| <= 1/2.
template <class S>
struct AsinPoly;
template <>
struct AsinPoly<double> {
  static constexpr double c[] = {0.1666666666666676,   0.07499999999970798,  0.04464285717461334,
                                 0.030381942707730657, 0.022372214988775656, 0.017351611998484808,
                                 0.013980820681913626, 0.011398911397918534, 0.01078025645090707,
                                 0.003706397085992221, 0.021707472281081334, -0.020999095469420918,
                                 0.03262864335584441};
};
template <>
struct AsinPoly<float> {
  static constexpr float c[] = {0.166666597f,  0.0750050396f, 0.0445169583f,
                                0.0318076909f, 0.0144386915f, 0.0375163481f};
};

// Numbers split into parts whose sum is the number; kLn20 and kQuarterPi0 have spare bits at their
// end, so that an exponent times the first and 3 times the second are exact.
template <class S>
struct Constants;
template <>
struct Constants<double> {
  static constexpr double kTwoOverPi = 0.6366197723675814;
  static constexpr double kHalfPi0 = 1.5707963267948966;
  static constexpr double kHalfPi1 = 6.123233995736766e-17;
  static constexpr double kHalfPi2 = -1.4973849048591698e-33;
  static constexpr double kQuarterPi0 = 0.7853981633974483;
  static constexpr double kQuarterPi1 = 3.061616997868383e-17;
  static constexpr double kLog2E = 1.4426950408889634;
  static constexpr double kLn20 = 0.6931471805598903;
  static constexpr double kLn21 = 5.497923018708371e-14;
  static constexpr double kTwoThirds0 = 0.6666666666666666;
  static constexpr double kTwoThirds1 = 3.700743415417188e-17;
};
template <>
struct Constants<float> {
  static constexpr float kTwoOverPi = 0.636619747f;
  static constexpr float kHalfPi0 = 1.57079637f;
  static constexpr float kHalfPi1 = -4.37113883e-08f;
  static constexpr float kHalfPi2 = -1.71512451e-15f;
  static constexpr float kQuarterPi0 = 0.785398245f;
  static constexpr float kQuarterPi1 = -8.14603425e-08f;
  static constexpr float kLog2E = 1.44269502f;
  static constexpr float kLn20 = 0.693145752f;
  static constexpr float kLn21 = 1.42860677e-06f;
  static constexpr float kTwoThirds0 = 0.666666687f;
  static constexpr float kTwoThirds1 = -1.98682155e-08f;
};

// The bits of 2/pi: word i has weight 2^(-64 i).
struct TwoOverPiBits {
  static THEW_HD std::uint64_t word(int i) {
    constexpr std::uint64_t words[] = {0,
                                       0xa2f9836e4e441529,
                                       0xfc2757d1f534ddc0,
                                       0xdb6295993c439041,
                                       0xfe5163abdebbc561,
                                       0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c,
                                       0xfe1deb1cb129a73e,
                                       0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41,
                                       0x3991d639835339f4,
                                       0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f,
                                       0xef2f118b5a0a6d1f,
                                       0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d,
                                       0x7527bac7ebe5f17b,
                                       0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08,
                                       0x56033046fc7b6bab,
                                       0xf0cfbc209af4361d,
                                       0xa9e391615ee61b08};
    return words[i];
  }
};

}  // namespace thew::math::detail
