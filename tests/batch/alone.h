#pragma once

// A batch beside worlds that are stepped one by one.

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <thew/step.h>

#include "batch/compare.h"

namespace thew {

/// Numbers in [-1, 1] that depend on nothing but their place.
inline double noise(std::int64_t world, std::int64_t step, std::int64_t i) {
  std::uint64_t x = static_cast<std::uint64_t>(world * 1000003 + step * 10007 + i) + 1;
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

inline double control(const Model& m, std::int64_t world, std::int64_t step, int i) {
  const double* range = m.actuator_ctrlrange.values().data() + 2 * i;
  const double half = range[1] > range[0] ? (range[1] - range[0]) / 2 : 0.5;
  return 0.3 * half * noise(world, step, i);
}

/// Each world by itself, in the precision S.
template <class S>
struct Alone {
  Alone(const Model& m, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
      data.push_back(std::make_unique<BasicData<S>>(m));
      reset(m, *data.back());
    }
  }
  void step(const Model& m, std::int64_t number) {
    for (std::size_t w = 0; w < data.size(); ++w) {
      for (int i = 0; i < m.nu; ++i) {
        data[w]->ctrl[i] = static_cast<S>(control(m, static_cast<std::int64_t>(w), number, i));
      }
      thew::step(m, *data[w]);
      rne_post_constraint(m, *data[w]);  // a batch does so when asked for forces between bodies
    }
  }
  std::vector<std::unique_ptr<BasicData<S>>> data;
};

template <class S>
void set_controls(const Model& m, Batch& batch, std::int64_t number) {
  const auto ctrl = batch.field<S>("ctrl");
  for (std::int64_t w = 0; w < batch.size(); ++w) {
    for (int i = 0; i < m.nu; ++i) {
      ctrl[static_cast<std::size_t>(w * m.nu + i)] = static_cast<S>(control(m, w, number, i));
    }
  }
}

template <class S>
void expect_same_bits(const Model& m, std::int64_t worlds, int threads, int steps, int lanes = 0) {
  constexpr Precision kPrecision = std::is_same_v<S, float> ? Precision::Single : Precision::Double;
  Batch batch(
      m, worlds,
      {.threads = threads, .outputs = all_outputs(), .lanes = lanes, .precision = kPrecision});
  Alone<S> alone(m, worlds);
  for (int s = 0; s < steps; ++s) {
    set_controls<S>(m, batch, s);
    batch.step();
    alone.step(m, s);
  }
  for (std::int64_t w = 0; w < worlds; ++w) {
    ASSERT_EQ(first_difference(batch, w, *alone.data[static_cast<std::size_t>(w)]), "")
        << "world " << w << " of " << worlds << ", " << threads << " threads, " << batch.lanes()
        << " lanes";
    ASSERT_EQ(batch.errors()[static_cast<std::size_t>(w)], 0);
  }
}

}  // namespace thew
