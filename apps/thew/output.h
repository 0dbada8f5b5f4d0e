#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <thew/error.h>

namespace thew::cli {

using Json = nlohmann::ordered_json;

/// Exit codes of every command.
inline constexpr int kOk = 0;
inline constexpr int kModelError = 1;
inline constexpr int kUsageError = 2;

/// A wrong command line: an unknown option, model or value.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what, std::string hint = "")
      : std::runtime_error(what), hint_(std::move(hint)) {}
  const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

/// Throws UsageError unless low <= value <= high; `option` names it.
void require_range(const char* option, double value, double low, double high);
inline void require_range(const char* option, std::int64_t value, double low, double high) {
  require_range(option, static_cast<double>(value), low, high);
}

/// `file:line:column: element: what`, without the parts that are unknown.
std::string error_line(const Error& error);

Json error_json(const Error& error);
Json error_json(const UsageError& error);

/// Prints `error: ...` and `hint: ...` to stderr or, for JSON, {"error": {...}} to stdout.
void print_error(const Error& error, bool json);
void print_error(const UsageError& error, bool json);

void print_json(const Json& json);

/// Rows under headings, columns as wide as their widest cell; numbers stand on the right.
class Table {
 public:
  explicit Table(std::vector<std::string> headings);
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }
  /// The whole table, each line after `indent` spaces.
  std::string text(int indent = 2) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A number with as many digits as a reader wants: 4 significant ones.
std::string brief(double value);
/// Thousands, millions: 38.2k, 1.25M.
std::string brief_rate(double value);

/// The compiler, and the instructions it was told to use; the processor was checked at the start.
std::string compiler();
const char* instruction_set();

/// The text up to a width, cut between words with "...".
std::string shorten(const std::string& text, std::size_t width);

}  // namespace thew::cli
