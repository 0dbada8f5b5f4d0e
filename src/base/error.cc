#include <utility>

#include <thew/error.h>

namespace thew {

namespace {

// file:line:column: element: what (hint), leaving out what is not known.
std::string describe(const Error::Place& place, const std::string& what, const std::string& hint) {
  std::string text = place.file;
  if (place.line > 0) {
    text += (text.empty() ? "line " : ":") + std::to_string(place.line);
    if (place.column > 0) text += ":" + std::to_string(place.column);
  }
  if (!text.empty()) text += ": ";
  if (!place.element.empty()) text += place.element + ": ";
  text += what;
  if (!hint.empty()) text += " (" + hint + ")";
  return text;
}

}  // namespace

Error::Error(Place place, std::string what, std::string hint)
    : std::runtime_error(describe(place, what, hint)),
      place_(std::move(place)),
      fault_(std::move(what)),
      hint_(std::move(hint)) {}

}  // namespace thew
