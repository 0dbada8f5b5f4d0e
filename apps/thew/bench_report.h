#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure.h"
#include "output.h"

namespace thew::cli {

/// What `thew bench` measures.
enum class Stage { Step, Collision, Parts };

/// One model, measured; or why it was not.
struct BenchRow {
  std::string model;
  std::optional<Json> error;
  std::int64_t nv = 0, nu = 0;
  std::vector<std::string> warnings;
  Measured ours;
  std::optional<Measured> batch, reference;
  std::vector<PartTimes> parts;  ///< ours, MuJoCo's
  double ratio = 0, low = 0, high = 0, batch_ratio = 0;
  double differ = 0;     ///< of positions after some steps [m or rad]
  bool alike = true;     ///< both engines did the same work
  bool partial = false;  ///< parts of the model were left out here
};

/// Of the ratios of equal work; NaN when there are none.
double geometric_mean(const std::vector<BenchRow>& rows);

Json row_json(const BenchRow& row, Stage stage);

/// The table, what its marks mean, and what loading had to say.
void print_rows(const std::vector<BenchRow>& rows, Stage stage);

/// The parts of each model's step, in microseconds.
void print_parts(const std::vector<BenchRow>& rows);

/// Rates per second and their ratio. Throws UsageError when the file cannot be written.
void write_csv(const std::string& path, const std::vector<BenchRow>& rows);

}  // namespace thew::cli
