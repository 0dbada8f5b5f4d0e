#include "compile/draft.h"

#include <thew/error.h>

#include "base/limits.h"

namespace thew::compile {

namespace {

std::string describe(const Element& element, std::string_view kind) {
  std::string text(kind);
  if (!element.name.empty()) text += " \"" + element.name + "\"";
  return text;
}

}  // namespace

Error::Place place_of(const Spec& spec, const Element& element, std::string_view kind) {
  const Source& source = element.source;
  const bool known = source.file >= 0 && source.file < static_cast<int>(spec.files.size());
  return {known ? spec.files[source.file] : "", source.line, source.column,
          describe(element, kind)};
}

void fail_at(const Spec& spec, const Element& element, std::string_view kind, std::string what,
             std::string hint) {
  throw Error(place_of(spec, element, kind), std::move(what), std::move(hint));
}

void Draft::fail(const Element& element, std::string_view kind, std::string what,
                 std::string hint) const {
  fail_at(spec, element, kind, std::move(what), std::move(hint));
}

void Draft::check_limit(const Element& element, std::string_view kind, std::int64_t amount,
                        std::int64_t limit, const char* name, const std::string& what) const {
  try {
    base::check_limit(amount, limit, name, what);
  } catch (const base::Refusal& refusal) {
    fail(element, kind, refusal.what, refusal.hint);
  }
}

int Draft::refer(const Element& element, std::string_view kind, ObjectType type,
                 const std::string& name) const {
  const int id = names.find(type, name);
  if (id < 0) {
    fail(element, kind, std::string("there is no ") + kind_name(type) + " \"" + name + "\"",
         names.suggest(type, name));
  }
  return id;
}

void Draft::warn(const Element& element, std::string_view kind, const std::string& what) {
  // An Error already knows how to say where.
  warnings.push_back(Error(place_of(spec, element, kind), what).what());
}

}  // namespace thew::compile
