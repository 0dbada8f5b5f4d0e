#pragma once

// Statistics of the constraint solver are many and mostly empty: only what was recorded is touched.

#include <algorithm>

#include <thew/data.h>

namespace thew::model {

template <class Scratch>
void clear_statistics(const Scratch& s) {
  for (int island = 0; island < kNISLAND; ++island) {
    const int row = island * kNSOLVER, rows = s.solver_recorded[island];
    std::fill_n(s.solver_number.row(row), rows * s.solver_number.columns(), 0.0);
    std::fill_n(s.solver_count.row(row), rows * s.solver_count.columns(), 0);
    s.solver_recorded[island] = 0;
  }
}

template <class Scratch>
void copy_statistics(const Scratch& from, const Scratch& to) {
  clear_statistics(to);
  for (int island = 0; island < kNISLAND; ++island) {
    const int row = island * kNSOLVER, rows = from.solver_recorded[island];
    std::copy_n(from.solver_number.row(row), rows * from.solver_number.columns(),
                to.solver_number.row(row));
    std::copy_n(from.solver_count.row(row), rows * from.solver_count.columns(),
                to.solver_count.row(row));
    to.solver_recorded[island] = rows;
  }
}

}  // namespace thew::model
