#include "io/xml/document.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include "io/xml/diagnose.h"

namespace thew::io::xml {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Length of the UTF-8 sequence at the front, 0 if there is none (overlong forms and surrogates
// included).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

Document::Document(std::string name, std::string text, int file)
    : name_(std::move(name)), text_(std::move(text)), file_(file) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.replace(0, 3, "   ");  // byte order mark
  while (text_.ends_with('\0')) text_.pop_back();                     // the end of a string of C
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') lines_.push_back(static_cast<std::ptrdiff_t>(i) + 1);
  }
  check_text();
  // Top-level text and document types are kept, so that they can be refused.
  constexpr unsigned kOptions = pugi::parse_default | pugi::parse_fragment | pugi::parse_doctype;
  const pugi::xml_parse_result result =
      xml_.load_buffer(text_.data(), text_.size(), kOptions, pugi::encoding_utf8);
  if (!result) fail_of_syntax(result);
  root_ = find_root();
  check_attributes();
}

void Document::check_text() const {
  if (std::all_of(text_.begin(), text_.end(), is_space)) {
    fail(0, "the file is empty", "a model begins with <mujoco> or, for URDF, with <robot>");
  }
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t length = utf8_length(rest);
    if (length == 0) {
      const char* fault = rest[0] == '\0' ? "NUL character" : "not valid UTF-8";
      fail(static_cast<std::ptrdiff_t>(text_.size() - rest.size()), fault,
           what_it_looks_like(text_));
    }
    rest.remove_prefix(length);
  }
}

pugi::xml_node Document::find_root() const {
  pugi::xml_node root;
  for (const pugi::xml_node node : xml_.children()) {
    switch (node.type()) {
      case pugi::node_doctype:
        fail(node.offset_debug(), "document types are refused");
      case pugi::node_pcdata:
      case pugi::node_cdata:
        fail(node.offset_debug(),
             root ? "text after the root element" : "text before the root element",
             root ? "" : what_it_looks_like(text_));
      case pugi::node_element:
        if (root)
          fail(node.offset_debug(), "second root element <" + std::string(node.name()) + ">");
        root = node;
        break;
      default:
        break;
    }
  }
  if (!root) fail(0, "no root element");
  return root;
}

void Document::check_attributes() const {
  // Depth-first without recursion: nesting is not bounded yet.
  for (pugi::xml_node node = root_; node;) {
    std::unordered_set<std::string_view> seen;
    for (const pugi::xml_attribute attribute : node.attributes()) {
      if (!seen.insert(attribute.name()).second) {
        fail(node.offset_debug(),
             "<" + std::string(node.name()) + "> has attribute \"" + attribute.name() + "\" twice");
      }
    }
    if (node.first_child()) {
      node = node.first_child();
      continue;
    }
    while (node && node != root_ && !node.next_sibling()) node = node.parent();
    node = node == root_ ? pugi::xml_node() : node.next_sibling();
  }
}

spec::Source Document::at(std::ptrdiff_t offset) const {
  const auto next =
      std::upper_bound(lines_.begin(), lines_.end(), std::max<std::ptrdiff_t>(offset, 0));
  const auto line = next - 1;
  return {file_, static_cast<int>(next - lines_.begin()), static_cast<int>(offset - *line) + 1};
}

spec::Source Document::place(pugi::xml_node node) const {
  // pugixml knows where the name starts; the element starts at its angle bracket.
  return at(std::max<std::ptrdiff_t>(node.offset_debug() - 1, 0));
}

spec::Source Document::place(pugi::xml_node node, std::string_view attribute) const {
  // The text was parsed without error, so that inside the tag there are only name="value" pairs.
  std::size_t i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  const auto size = text_.size();
  while (i < size && !is_space(text_[i]) && text_[i] != '>') ++i;
  while (i < size && text_[i] != '>') {
    while (i < size && is_space(text_[i])) ++i;
    const std::size_t start = i;
    while (i < size && !is_space(text_[i]) && text_[i] != '=' && text_[i] != '>') ++i;
    if (std::string_view(text_).substr(start, i - start) == attribute) {
      return at(static_cast<std::ptrdiff_t>(start));
    }
    while (i < size && text_[i] != '"' && text_[i] != '\'' && text_[i] != '>') ++i;
    if (i >= size || text_[i] == '>') break;
    const char quote = text_[i++];
    while (i < size && text_[i] != quote) ++i;
    ++i;
  }
  return place(node);
}

void Document::fail(std::ptrdiff_t offset, std::string what, std::string hint) const {
  const spec::Source source = at(offset);
  throw Error({name_, source.line, source.column, ""}, std::move(what), std::move(hint));
}

void Document::fail_of_syntax(const pugi::xml_parse_result& result) const {
  std::optional<Diagnosis> found = diagnose(text_);
  if (!found) fail(result.offset, std::string("XML: ") + result.description());
  if (found->opened >= 0) {
    const spec::Source source = at(found->opened);
    found->what += ", which was opened at " + std::to_string(source.line) + ":" +
                   std::to_string(source.column);
  }
  fail(found->offset, std::move(found->what), std::move(found->hint));
}

}  // namespace thew::io::xml
