#include "spec/assembly.h"

#include "base/limits.h"

namespace thew::spec {

void Context::count(std::int64_t more) {
  elements += more;
  if (elements <= max_elements) return;
  throw base::Fault{"the model has more than " + std::to_string(max_elements) + " elements",
                    base::limit_hint("elements")};
}

void Context::look(std::int64_t more) {
  constexpr std::int64_t kLooks = 1000;  // per element that the model may have
  looked += more;
  if (looked / kLooks <= max_elements) return;
  throw base::Fault{"the model attaches too many parts of too large models",
                    base::limit_hint("elements")};
}

std::string Context::file_name(const Source& source) const {
  return source.file < 0 ? "" : file_names[static_cast<std::size_t>(source.file)];
}

}  // namespace thew::spec
