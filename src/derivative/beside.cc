#include "derivative/beside.h"

#include <string>

namespace thew::derivative {

void check_differences(const Model& m, double eps) {
  if (!(eps > 0 && eps < 1e10)) {
    throw Error({}, "differences need an eps that is a positive number", "1e-6 is a good one");
  }
  if (m.nflex > 0) {
    throw Error({}, "there are no derivatives of models with flexes");
  }
  if (sleep::is_enabled(m)) {
    throw Error({}, "there are no derivatives of models that sleep",
                "take the flag \"sleep\" off: opt.enableflags");
  }
}

void check_matrix(const char* name, std::span<const double> matrix, std::int64_t rows,
                  std::int64_t columns) {
  if (matrix.empty() || static_cast<std::int64_t>(matrix.size()) == rows * columns) return;
  throw Error({}, std::string(name) + " should have " + std::to_string(rows) + " x " +
                      std::to_string(columns) + " numbers, not " + std::to_string(matrix.size()));
}

void check_numbers(const Model& m, std::span<const ModelNumber> numbers) {
  if (numbers.empty()) return;
  if (callbacks_are_set()) {
    throw Error({}, "numbers of the model are no inputs while functions of the user are called");
  }
  for (const ModelNumber& number : numbers) {
    const OwnNumber field = own_number(m, find_own_number(m, number.field));
    if (number.index >= 0 && number.index < field.size()) continue;
    throw Error({}, "\"" + std::string(number.field) + "\" has no number " +
                        std::to_string(number.index) + ": it has " + std::to_string(field.size()));
  }
}

void check_transition(const Model& m, double eps, const Transition& result) {
  const std::int64_t nx = 2 * m.nv + m.na;
  check_differences(m, eps);
  check_matrix("A", result.A, nx, nx);
  check_matrix("B", result.B, nx, m.nu);
  check_matrix("C", result.C, m.nsensordata, nx);
  check_matrix("D", result.D, m.nsensordata, m.nu);
  check_matrix("F", result.F, nx, m.nv);
  const auto np = static_cast<std::int64_t>(result.numbers.size());
  check_numbers(m, result.numbers);
  check_matrix("P", result.P, nx, np);
  check_matrix("E", result.E, m.nsensordata, np);
}

}  // namespace thew::derivative
