// thew compile: a model in another form.
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/bytes.h>
#include <thew/save.h>

#include "commands.h"
#include "models.h"
#include "output.h"

namespace thew::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFooter = R"(
OUTPUT says by its extension what it becomes:
  .xml    one MJCF file: classes and frames are kept, what was included, attached or replicated is
          written out, and meshes and images are named as seen from its folder
  .thew   the compiled model with all that it needs, which loads as fast as it can be read; for
          this version of thew
  .mjb    the compiled model as MuJoCo 4.0.0 saves and loads it

Examples:
  thew compile scene.xml flat.xml       everything in one file
  thew compile scene.xml scene.thew     nothing left to compile
  thew compile humanoid my_human.xml    a built-in model, to change it)";

struct CompileOptions {
  std::string model;
  std::string output;
  LoadFlags load;
};

std::string to_xml(const ModelSource& source, const LoadFlags& flags, const fs::path& output) {
  const LoadOptions options = flags.options();
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  return source.path.empty() ? rewrite_string(source.xml, options, source.given, folder.string())
                             : rewrite_file(source.path, options, folder.string());
}

std::string to_thew(const ModelSource& source, const LoadFlags& flags, const fs::path&) {
  return to_bytes(load(source, flags).model);
}

std::string to_mujoco(const ModelSource& source, const LoadFlags& flags, const fs::path&) {
  return to_mjb(load(source, flags).model);
}

// How each kind of file is made.
using Make = std::string (*)(const ModelSource&, const LoadFlags&, const fs::path&);
const std::map<std::string, Make> kForms = {
    {".mjb", to_mujoco}, {".thew", to_thew}, {".xml", to_xml}};

Make form_of(const fs::path& output) {
  const auto form = kForms.find(output.extension().string());
  if (form != kForms.end()) return form->second;
  std::string known;
  for (const auto& [extension, make] : kForms) known += (known.empty() ? "" : ", ") + extension;
  throw UsageError(
      fmt::format("\"{}\" has no extension that says what to make of the model", output.string()),
      "known are " + known);
}

void compile_command(const CompileOptions& options, Context& context) {
  const fs::path output = options.output;
  const Make make = form_of(output);
  const std::string content = make(find_model(options.model), options.load, output);
  std::ofstream stream(output, std::ios::binary);
  stream << content;
  if (!stream.flush()) throw Error({output.string(), 0, 0, ""}, "cannot be written");
  if (context.json) {
    print_json({{"model", options.model}, {"output", options.output}, {"bytes", content.size()}});
  } else {
    fmt::print("{}: {} bytes\n", options.output, content.size());
  }
}

}  // namespace

void add_compile(CLI::App& program, Context& context) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = program.add_subcommand("compile", "Write a model in another form");
  command->add_option("MODEL", options->model, "File or built-in model")->required()->type_name("");
  command->add_option("OUTPUT", options->output, "File to write")->required()->type_name("");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, &context] { compile_command(*options, context); });
}

}  // namespace thew::cli
