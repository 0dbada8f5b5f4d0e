#include "output.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>

namespace thew::cli {

void require_range(const char* option, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw UsageError(fmt::format("{}: {} is not between {} and {}", option, value, low, high));
}

std::string error_line(const Error& error) {
  std::string place = error.file();
  if (error.line() > 0) {
    if (place.empty()) place = "model";
    place += fmt::format(":{}", error.line());
    if (error.column() > 0) place += fmt::format(":{}", error.column());
  }
  std::string line;
  for (const std::string& part : {place, error.element(), error.fault()}) {
    if (part.empty()) continue;
    if (!line.empty()) line += ": ";
    line += part;
  }
  return line;
}

Json error_json(const Error& error) {
  return {{"kind", "model"},          {"file", error.file()},       {"line", error.line()},
          {"column", error.column()}, {"element", error.element()}, {"what", error.fault()},
          {"hint", error.hint()}};
}

Json error_json(const UsageError& error) {
  return {{"kind", "usage"}, {"what", error.what()}, {"hint", error.hint()}};
}

namespace {

void print_lines(const std::string& line, const std::string& hint) {
  std::fflush(stdout);
  fmt::print(stderr, "error: {}\n", line);
  if (!hint.empty()) fmt::print(stderr, "hint: {}\n", hint);
}

// The line that an error is about, with a caret under the column; nothing where the file is not to
// be had.
void print_place(const Error& error) {
  constexpr std::size_t kMost = 200;
  std::ifstream file(error.file());
  std::string line;
  for (int i = 0; i < error.line(); ++i) {
    if (!std::getline(file, line)) return;
  }
  if (error.line() <= 0 || line.size() > kMost) return;
  fmt::print(stderr, "  {}\n", line);
  if (error.column() <= 0 || static_cast<std::size_t>(error.column()) > line.size()) return;
  std::string under = line.substr(0, static_cast<std::size_t>(error.column() - 1));
  for (char& c : under) c = c == '\t' ? '\t' : ' ';
  fmt::print(stderr, "  {}^\n", under);
}

// Numbers, and units or signs around them, stand on the right.
bool numeric(const std::string& cell) {
  return !cell.empty() && (std::isdigit(static_cast<unsigned char>(cell[0])) || cell[0] == '-' ||
                           cell[0] == '.' || cell[0] == '+');
}

// Characters on the screen: every byte of UTF-8 but the continuation bytes.
std::size_t width(const std::string& cell) {
  return static_cast<std::size_t>(
      std::count_if(cell.begin(), cell.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void print_error(const Error& error, bool json) {
  if (json) return print_json({{"error", error_json(error)}});
  print_lines(error_line(error), "");
  print_place(error);
  if (!error.hint().empty()) fmt::print(stderr, "hint: {}\n", error.hint());
}

void print_error(const UsageError& error, bool json) {
  if (json) return print_json({{"error", error_json(error)}});
  print_lines(error.what(), error.hint());
}

void print_json(const Json& json) {
  // Names in a file may hold any bytes; what is no UTF-8 is replaced, not an error.
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

Table::Table(std::vector<std::string> headings) {
  rows_.push_back(std::move(headings));
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  std::vector<bool> right(rows_[0].size(), rows_.size() > 1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], width(rows_[r][c]));
      if (r > 0 && !rows_[r][c].empty() && !numeric(rows_[r][c])) right[c] = false;
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string pad(widths[c] - width(row[c]), ' ');
      line += right[c] ? pad + row[c] : row[c] + pad;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string shorten(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  return text.substr(0, text.rfind(' ', width - 3)) + "...";
}

std::string brief(double value) {
  return fmt::format("{:.4g}", value);
}

std::string brief_rate(double value) {
  if (value >= 1e6) return fmt::format("{:.2f}M", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.1f}k", value / 1e3);
  return fmt::format("{:.1f}", value);
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

const char* instruction_set() {
#if defined(__AVX2__) && defined(__FMA__)
  return "x86-64-v3 (AVX2, FMA)";
#elif defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "portable";
#endif
}

}  // namespace thew::cli
