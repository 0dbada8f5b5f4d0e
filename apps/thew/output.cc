#include "output.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <numeric>

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
  print_lines(error_line(error), error.hint());
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

namespace {

// Insertions, deletions and replacements that turn one word into the other.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = word.size() / 3 + 2;  // farther words are no misspellings
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? "" : fmt::format("did you mean \"{}\"?", best);
}

}  // namespace thew::cli
