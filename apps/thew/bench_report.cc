// What thew bench prints and writes.
#include "bench_report.h"

#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "models.h"

namespace thew::cli {
namespace {

// What a reader must know about a ratio before believing it.
std::string mark(const BenchRow& row) {
  if (!row.reference) return "";
  return std::string(row.partial ? "*" : "") + (row.alike ? "" : "!");
}

double microseconds(const Measured& measured) {
  return 1e6 / measured.median;
}

std::string speed(const Measured& measured, Stage stage) {
  return stage == Stage::Step ? brief_rate(measured.median) : brief(microseconds(measured));
}

std::vector<std::string> headings(const BenchRow& row, Stage stage) {
  const bool step = stage == Stage::Step;
  std::vector<std::string> words{"model", "nv", step ? "thew steps/s" : "thew us/call"};
  if (row.batch) words.insert(words.end(), {"batch", "batch/one"});
  if (row.reference) words.insert(words.end(), {"MuJoCo", "ratio", "low-high"});
  if (row.reference && row.batch) words.emplace_back("batch/MuJoCo");
  if (row.reference && step) words.emplace_back("differ");
  if (!row.ours.contacts.empty()) words.emplace_back("contacts");
  return words;
}

std::string contacts(const BenchRow& row) {
  const std::string ours = fmt::format("{:.1f}", mean(row.ours.contacts));
  if (!row.reference) return ours;
  return fmt::format("{} / {:.1f}", ours, mean(row.reference->contacts));
}

std::vector<std::string> cells(const BenchRow& row, Stage stage) {
  std::vector<std::string> words{row.model, std::to_string(row.nv), speed(row.ours, stage)};
  const auto add = [&words](std::string word) { words.push_back(std::move(word)); };
  if (row.batch) {
    add(brief_rate(row.batch->median));
    add(fmt::format("{:.2f}x", row.batch_ratio));
  }
  if (row.reference) {
    add(speed(*row.reference, stage));
    add(fmt::format("{:.2f}x{}", row.ratio, mark(row)));
    add(fmt::format("{:.2f}-{:.2f}", row.low, row.high));
    if (row.batch) add(fmt::format("{:.2f}x", row.batch->median / row.reference->median));
    if (stage == Stage::Step) add(fmt::format("{:.1e}", row.differ));
  }
  if (!row.ours.contacts.empty()) add(contacts(row));
  return words;
}

void add_speed(Json& json, const char* prefix, const Measured& measured, Stage stage) {
  const std::string name = prefix;
  if (stage == Stage::Step) {
    json[name + "steps_per_second"] = measured.median;
  } else {
    json[name + "microseconds"] = microseconds(measured);
  }
  if (!measured.contacts.empty()) json[name + "contacts"] = mean(measured.contacts);
}

}  // namespace

double geometric_mean(const std::vector<BenchRow>& rows) {
  double sum = 0;
  int count = 0;
  for (const BenchRow& row : rows) {
    if (row.error || !row.reference || !row.alike) continue;
    sum += std::log(row.ratio);
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : std::nan("");
}

Json row_json(const BenchRow& row, Stage stage) {
  if (row.error) return {{"model", row.model}, {"error", *row.error}};
  Json json = {{"model", row.model}, {"nv", row.nv}, {"nu", row.nu}};
  if (stage == Stage::Parts) {
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      json["microseconds"][kParts[i]] = 1e6 * row.parts[0][i];
      if (row.parts.size() > 1) json["mujoco_microseconds"][kParts[i]] = 1e6 * row.parts[1][i];
    }
    json["load_warnings"] = row.warnings;
    return json;
  }
  add_speed(json, "", row.ours, stage);
  if (row.batch) {
    add_speed(json, "batch_", *row.batch, stage);
    json["batch_ratio"] = row.batch_ratio;
    if (row.reference) json["batch_over_mujoco"] = row.batch->median / row.reference->median;
  }
  if (row.reference) {
    add_speed(json, "mujoco_", *row.reference, stage);
    json["ratio"] = row.ratio;
    json["ratio_low"] = row.low;
    json["ratio_high"] = row.high;
    if (stage == Stage::Step) json["differ"] = row.differ;
    json["alike"] = row.alike;
    json["partial"] = row.partial;
  }
  json["load_warnings"] = row.warnings;
  return json;
}

void print_rows(const std::vector<BenchRow>& rows, Stage stage) {
  std::optional<Table> table;
  std::string marks;
  for (const BenchRow& row : rows) {
    if (row.error) continue;
    if (!table) table.emplace(headings(row, stage));
    table->add(cells(row, stage));
    marks += mark(row);
  }
  if (table) fmt::print("{}", table->text(0));
  if (marks.find('*') != std::string::npos) {
    fmt::print("* parts of the model were left out here and not in MuJoCo\n");
  }
  if (marks.find('!') != std::string::npos) {
    fmt::print("! the engines {}: the ratio compares different work\n",
               stage == Stage::Step ? "do not move alike" : "find different contacts");
  }
  for (const BenchRow& row : rows) print_load_warnings(row.model, row.warnings);
}

void print_parts(const std::vector<BenchRow>& rows) {
  for (const BenchRow& row : rows) {
    if (row.error) continue;
    const bool both = row.parts.size() > 1;
    std::vector<std::string> words{row.model, "thew us"};
    if (both) words.insert(words.end(), {"MuJoCo us", "ratio"});
    Table table(words);
    double sums[2] = {};
    const auto add = [&](const std::string& name, double ours, double theirs) {
      std::vector<std::string> line{name, fmt::format("{:.2f}", 1e6 * ours)};
      if (both) {
        line.push_back(fmt::format("{:.2f}", 1e6 * theirs));
        line.push_back(fmt::format("{:.2f}x", theirs / ours));
      }
      table.add(line);
    };
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      const double ours = row.parts[0][i], theirs = both ? row.parts[1][i] : 0;
      add(kParts[i], ours, theirs);
      sums[0] += ours;
      sums[1] += theirs;
    }
    add("all", sums[0], sums[1]);
    fmt::print("{}", table.text(0));
    print_load_warnings(row.model, row.warnings);
  }
}

void write_csv(const std::string& path, const std::vector<BenchRow>& rows) {
  std::ofstream file(path);
  file << "model,nv,ours,mujoco,ratio\n";
  for (const BenchRow& row : rows) {
    if (row.error) continue;
    const bool both = row.reference.has_value();
    file << fmt::format("{},{},{:.0f},{},{}\n", row.model, row.nv, row.ours.median,
                        both ? fmt::format("{:.0f}", row.reference->median) : "",
                        both && row.alike ? fmt::format("{:.3f}", row.ratio) : "");
  }
  file.flush();
  if (!file) throw UsageError(fmt::format("--csv: cannot write \"{}\"", path));
}

}  // namespace thew::cli
