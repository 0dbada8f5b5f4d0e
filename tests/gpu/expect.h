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
    ASSERT_LT(difference(d.history, rows.history.of(0)), 1e-9) << "step " << i;
    ASSERT_LT(difference(d.plastic, rows.plastic.of(0)), 1e-9) << "step " << i;
    ASSERT_EQ(rows.iterations.of(0)[0], d.solver_niter[0]) << "step " << i;
    ASSERT_EQ(rows.time.of(0)[0], d.time);
    ASSERT_EQ(difference(d.qacc_warmstart, rows.qacc.of(0)) < 1e-9, true);
  }
}

/// The contacts of every tenth of many steps; visit(data, contact) sees each.
template <class Visit>
void expect_contacts(const Model& m, int steps, Visit visit) {
  Data d(m);
  Emulated<double> emulated(m, 1, 256);
  const DeviceWorlds<double>& rows = emulated.worlds();
  if (!rows.ncon) return;
  for (int i = 0; i < steps; ++i) {
    step(m, d);
    if (i % 10 != 0) continue;
    emulated.load(d, 0);
    forward(m, d);
    emulated.run(Kernel::Smooth);
    emulated.run(Kernel::Collide);
    ASSERT_EQ(rows.ncon.of(0)[0], d.ncon) << "after " << i;
    for (int c = 0; c < d.ncon; ++c) {
      const int pair = rows.contact_pair.of(0)[c];
      ASSERT_EQ(emulated.model().tables.pair_geom1[pair], d.contact.geom1[c]);
      ASSERT_EQ(emulated.model().tables.pair_geom2[pair], d.contact.geom2[c]);
      visit(d, c);
      EXPECT_NEAR(rows.contact_dist.of(0)[c], d.contact.dist[c], 1e-12);
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(rows.contact_pos.of(0)[3 * c + k], d.contact.pos.row(c)[k], 1e-12);
      for (int k = 0; k < 9; ++k)
        EXPECT_NEAR(rows.contact_frame.of(0)[9 * c + k], d.contact.frame.row(c)[k], 1e-12);
    }
  }
}

/// The same bits of `steps` steps in whatever order a team works, from a state `before` steps on.
inline void expect_same_bits_in_any_order(const Model& m, int before, int steps) {
  Data d(m);
  for (int i = 0; i < before; ++i) step(m, d);
  std::vector<std::vector<std::byte>> first;
  for (const Order order : {Order::Forwards, Order::Backwards, Order::Shuffled}) {
    Emulated<double> emulated(m, 1);
    emulated.load(d, 0);
    for (int i = 0; i < steps; ++i) emulated.step(order);
    if (first.empty()) first = emulated.bytes();
    EXPECT_EQ(emulated.bytes(), first);
  }
}

/// The model of a text, which devices must support.
inline Model supported(const char* xml, const std::vector<std::string>& outputs = {}) {
  Model m = load_string(xml);
  refuse(m, outputs);
  return as_one_problem(std::move(m));
}

}  // namespace thew::gpu
