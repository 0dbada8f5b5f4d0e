#pragma once

#include <chrono>

#include <thew/load.h>
#include <thew/spec.h>

namespace thew::io {

/// How long something takes.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Reads the files of assets that have not been read yet, and adds how long it took. Throws Error.
void decode_assets(spec::Spec& spec, const LoadOptions& options, CompileTimes& times);

/// Reads the file of a flexcomp that has not been read. Throws Error.
void decode_flexcomp(spec::Spec& spec, spec::Flexcomp& flexcomp, const LoadOptions& options);

/// The same for meshes only.
void decode_meshes(spec::Spec& spec, const LoadOptions& options);

}  // namespace thew::io
