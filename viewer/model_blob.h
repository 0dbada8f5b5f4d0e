#pragma once

#include <span>
#include <string>
#include <string_view>

#include <thew/model.h>

#include "json.h"

namespace thew::viewer {

/// What a page must know of a model, as bytes (PROTOCOL.md, "A model"); `more` goes into its JSON.
std::string encode_model(const Model& model, const std::string& name, const std::string& source,
                         const Json& more = Json::object());

/// The values of `opt` (or of `vis`, `stat`) by name.
Json options_json(const Model& model, const char* group);

/// The object's name, or its kind and number where it has none: `geom 3`.
std::string object_name(const Model& model, ObjectType type, int id);

/// The kinds of objects that have names, with the word that messages call them by.
struct Kind {
  const char* word;
  ObjectType type;
  const char* prefix;  ///< of their fields in Model
  const char* rows;    ///< symbol of their number
};
std::span<const Kind> kinds();
/// nullptr where there is none of this name.
const Kind* find_kind(std::string_view word);

}  // namespace thew::viewer
