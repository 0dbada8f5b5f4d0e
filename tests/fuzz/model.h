#pragma once

// What the fuzzers of models share.

#include <string_view>

#include <thew/data.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

namespace thew::fuzz {

/// No files of the machine, and no more elements and points than are quickly compiled.
inline LoadOptions bounded() {
  LoadOptions options;
  options.allow_files = false;
  options.limits.elements = 2000;
  options.limits.points = 100'000;
  return options;
}

/// Whether the memory that a model asks for itself, as users may, is little enough for a fuzzer.
inline bool modest(const Model& model) {
  constexpr int kArena = 1 << 26, kNumbers = 1 << 20;
  return model.narena <= kArena && model.nuserdata <= kNumbers && model.nhistory <= kNumbers;
}

/// Loads a text or is refused with an Error; steps what loads, unless it is large.
inline int try_model(std::string_view text, const LoadOptions& options, const char* name) {
  constexpr int kSteps = 3;
  constexpr int kLargestStepped = 200;  // degrees of freedom
  try {
    const Model model = load_string(text, options, name);
    if (model.nv > kLargestStepped || !modest(model)) return 0;
    Data data(model);
    for (int i = 0; i < kSteps; ++i) step(model, data);
  } catch (const Error&) {
    return 0;
  }
  return 0;
}

}  // namespace thew::fuzz
