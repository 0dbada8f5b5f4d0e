#include "io/binary.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include <thew/bytes.h>
#include <thew/error.h>

#include "base/large_pages.h"
#include "base/limits.h"
#include "compile/compile.h"
#include "model/mjb.h"

namespace thew::io {

bool is_binary(std::string_view bytes) {
  return is_model_bytes(bytes) || model::is_mjb(bytes);
}

std::optional<Buffer> open_binary(const std::string& path, std::int64_t most) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  char start[8] = {};
  if (!file || std::fread(start, 1, sizeof start, file.get()) < sizeof start) return std::nullopt;
  if (!is_binary({start, sizeof start})) return std::nullopt;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  try {
    base::check_limit(static_cast<std::int64_t>(size), most, "file_bytes",
                      "the file has " + std::to_string(size) + " bytes");
  } catch (const base::Fault& fault) {
    throw Error({path, 0, 0, ""}, fault.what, fault.hint);
  }
  Buffer bytes(size);
  base::ask_for_large_pages(bytes.data(), size);
  std::rewind(file.get());
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  if (error || std::fread(bytes.data(), 1, size, file.get()) != size) {
    throw Error({path, 0, 0, ""}, "cannot be read");
  }
  return bytes;
}

Model read_binary(std::string_view bytes, const std::string& name) {
  try {
    return model::is_mjb(bytes) ? compile::complete(model::read_mjb(bytes))
                                : model_from_bytes(bytes);
  } catch (const Error& error) {
    throw Error({name, 0, 0, ""}, error.fault(), error.hint());
  }
}

}  // namespace thew::io
