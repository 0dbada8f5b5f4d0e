#pragma once

// Steps of kernels for devices, emulated, beside those of the processor.

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "gpu/emulated.h"
#include "gpu/refuse.h"

namespace thew::gpu {

inline double norm_of(const auto& x) {
  double worst = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) worst = std::max(worst, std::abs(x[i]));
  return worst;
}

// The largest difference between a field and a row, relative to the field's largest number.
inline double difference(const auto& field, const double* row) {
  double worst = 0;
  for (std::int64_t i = 0; i < field.size(); ++i) {
    const double error = std::abs(row[i] - field[i]);
    worst = error <= worst ? worst : error;  // NaN counts
  }
  return worst / std::max(norm_of(field), 1.0);
}

/// All trees in one problem, as kernels solve it.
inline Model as_one_problem(Model m) {
  m.opt.disableflags |= static_cast<int>(DisableBit::Island);
  return m;
}

/// Many steps, each from the state of the processor.
inline void expect_steps(const Model& m, int steps) {
  Data d(m);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(-0.5, 0.5);
  Emulated<double> emulated(m, 1);
  const DeviceWorlds<double>& rows = emulated.worlds();
  for (int i = 0; i < steps; ++i) {
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = noise(random);
    emulated.load(d, 0);
    step(m, d);
    emulated.step();
    ASSERT_EQ(rows.status.of(0)[0], 0);
    ASSERT_LT(difference(d.qacc, rows.qacc.of(0)), 1e-9)
        << "step " << i << ", " << d.nefc << " rows";
    ASSERT_LT(difference(d.qfrc_constraint, rows.qfrc_constraint.of(0)), 1e-9) << "step " << i;
    ASSERT_LT(difference(d.qpos, rows.qpos.of(0)), 1e-9) << "step " << i;
    ASSERT_LT(difference(d.qvel, rows.qvel.of(0)), 1e-9) << "step " << i;
    ASSERT_LT(difference(d.act, rows.act.of(0)), 1e-9) << "step " << i;
    ASSERT_EQ(rows.iterations.of(0)[0], d.solver_niter[0]) << "step " << i;
    ASSERT_EQ(rows.time.of(0)[0], d.time);
    ASSERT_EQ(difference(d.qacc_warmstart, rows.qacc.of(0)) < 1e-9, true);
  }
}

/// The model of a text, which devices must support.
inline Model supported(const char* xml, const std::vector<std::string>& outputs = {}) {
  Model m = load_string(xml);
  refuse(m, outputs);
  return as_one_problem(std::move(m));
}

}  // namespace thew::gpu
