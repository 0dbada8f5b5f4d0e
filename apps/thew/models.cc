#include "models.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/nearest.h>

#include "names.h"
#include "output.h"

namespace thew::cli {
namespace {

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const Builtin& builtin : builtins()) names.emplace_back(builtin.name);
  return names;
}

// What looks like a path was meant as one, even if it is absent.
bool looks_like_path(const std::string& given) {
  return given.find('/') != std::string::npos || given.find('.') != std::string::npos;
}

void set_limit(Limits& limits, const std::string& given) {
  const std::size_t sign = given.find('=');
  const std::string name = given.substr(0, sign);
  std::int64_t* const limit = find_limit(limits, name);
  if (limit == nullptr) {
    throw UsageError(fmt::format("--limit: there is no limit \"{}\"", name),
                     "limits are " + limit_names());
  }
  const char* const end = given.data() + given.size();
  const char* const number = sign == std::string::npos ? end : given.data() + sign + 1;
  const auto [stop, fault] = std::from_chars(number, end, *limit);
  if (fault != std::errc() || stop != end || *limit < 0) {
    throw UsageError(fmt::format("--limit: \"{}\" is not NAME=NUMBER", given),
                     fmt::format("such as --limit {}=1000000", name));
  }
}

}  // namespace

std::string describe(const Builtin& builtin) {
  const std::size_t open = builtin.xml.find("<!--");
  const std::size_t close = builtin.xml.find("-->", open);
  if (open == std::string_view::npos || close == std::string_view::npos) return "";
  std::string text;
  for (const char c : builtin.xml.substr(open + 4, close - open - 4)) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) text += c;
    if (space && !text.empty() && text.back() != ' ') text += ' ';
    if (text.size() >= 2 && text.ends_with(". ")) break;  // the first sentence
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

ModelSource find_model(const std::string& given) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_regular_file(given, ignored)) return {given, given, {}};
  for (const Builtin& builtin : builtins()) {
    if (builtin.name == given) return {given, "", builtin.xml};
  }
  if (fs::is_directory(given, ignored)) {
    throw UsageError(fmt::format("\"{}\" is a folder", given), "name the model file inside it");
  }
  if (fs::exists(given, ignored)) {
    throw UsageError(fmt::format("\"{}\" is not a file", given),
                     "it is a device, a pipe or a socket");
  }
  const std::string stem = fs::path(given).stem().string();
  if (looks_like_path(given)) {
    const std::string hint = nearest_word(stem, builtin_names()) == stem
                                 ? fmt::format("\"{}\" is a built-in model", stem)
                                 : "";
    throw UsageError(fmt::format("no file \"{}\"", given), hint);
  }
  std::string hint = did_you_mean(given, builtin_names());
  if (hint.empty())
    hint = "`thew models` lists the built-in models; anything else is the path of a file";
  throw UsageError(fmt::format("no built-in model and no file is named \"{}\"", given), hint);
}

void LoadFlags::add_ignore_flag(CLI::App& command) {
  command.add_flag("--ignore-unsupported", ignore_unsupported,
                   "Turn what the engine cannot simulate yet into warnings");
}

void LoadFlags::add_to(CLI::App& command) {
  add_ignore_flag(command);
  command
      .add_option("--package-path", package_paths,
                  "Of URDF: folder that holds packages (package://); may be repeated")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  command.add_flag("--transmissions", transmissions, "Of URDF: transmissions become motors");
  command
      .add_option("--limit", limits,
                  "How much the model may ask for (docs/loading.md); may be repeated")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
}

LoadOptions LoadFlags::options() const {
  LoadOptions made;
  made.ignore_unsupported = ignore_unsupported;
  made.package_paths = package_paths;
  made.transmissions = transmissions;
  for (const std::string& limit : limits) set_limit(made.limits, limit);
  return made;
}

Loaded load(const ModelSource& source, const LoadFlags& flags) {
  const LoadOptions options = flags.options();
  const auto begin = std::chrono::steady_clock::now();
  Loaded loaded{source.path.empty() ? load_string(source.xml, options, source.given)
                                    : load_file(source.path, options),
                0};
  loaded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return loaded;
}

void print_load_warnings(const std::string& name, const std::vector<std::string>& warnings) {
  constexpr std::size_t kShown = 3;
  for (std::size_t i = 0; i < std::min(kShown, warnings.size()); ++i) {
    fmt::print("{}: load warning: {}\n", name, warnings[i]);
  }
  if (warnings.size() > kShown) {
    fmt::print("{}: {} more load warnings (`thew info` or --json)\n", name,
               warnings.size() - kShown);
  }
}

int find_key(const Model& model, const std::string& given) {
  if (given.empty()) return -1;
  const int id = name_to_id(model, ObjectType::Key, given);
  if (id >= 0) return id;
  const bool digits =
      std::all_of(given.begin(), given.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits && given.size() < 9 && std::stoi(given) < model.nkey) return std::stoi(given);
  if (model.nkey == 0) throw UsageError("--key: the model has no keyframes");
  std::vector<std::string> names;
  for (int k = 0; k < model.nkey; ++k) names.push_back(object_name(model, ObjectType::Key, k));
  std::string hint = digits ? "" : did_you_mean(given, names);
  if (hint.empty())
    hint = fmt::format("keyframes 0 to {}: {}", model.nkey - 1, fmt::join(names, ", "));
  throw UsageError(fmt::format("--key: no keyframe \"{}\"", given), hint);
}

}  // namespace thew::cli
