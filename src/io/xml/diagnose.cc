#include "io/xml/diagnose.h"

#include <utility>
#include <vector>

namespace thew::io::xml {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Letters, digits and the few signs of names; bytes beyond ASCII are letters.
bool is_name(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  return letter || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '-' || c == '.';
}

std::string tag(std::string_view name) {
  return "<" + std::string(name) + ">";
}

// Walks over a text tag by tag and keeps those that are open.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<Diagnosis> scan() {
    while (!found_ && (at_ = text_.find('<', at_)) != std::string_view::npos) step();
    if (!found_ && !open_.empty()) {
      const Open& last = open_.back();
      report(last.offset, tag(last.name) + " is never closed", close_it(last.name));
    }
    return std::move(found_);
  }

 private:
  struct Open {
    std::string_view name;
    std::size_t offset;
  };

  void report(std::size_t offset, std::string what, std::string hint = "",
              std::ptrdiff_t opened = -1) {
    found_ =
        Diagnosis{static_cast<std::ptrdiff_t>(offset), std::move(what), std::move(hint), opened};
  }

  static std::string close_it(std::string_view name) {
    return "close it with </" + std::string(name) + ">, or write <" + std::string(name) + " .../>";
  }

  bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (is_space(here())) ++at_;
  }
  std::string_view name() {
    const std::size_t begin = at_;
    while (is_name(here())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // One tag, comment or other thing in angle brackets.
  void step() {
    if (starts("<!--")) return skip("-->", "a comment");
    if (starts("<![CDATA[")) return skip("]]>", "a CDATA section");
    if (starts("<?")) return skip("?>", "a declaration");
    if (starts("<!")) return skip(">", "a document type");
    if (starts("</")) return end_tag();
    start_tag();
  }

  void skip(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_ + 2);
    if (found == std::string_view::npos) {
      return report(at_, std::string(what) + " is never closed",
                    "it ends with " + std::string(end));
    }
    at_ = found + end.size();
  }

  void end_tag() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view closed = name();
    const std::string shown = "</" + std::string(closed) + ">";
    skip_space();
    if (here() != '>') return report(begin, "the tag " + shown + " has no \">\"");
    ++at_;
    if (open_.empty()) return report(begin, shown + " closes nothing: no element is open here");
    const Open last = open_.back();
    open_.pop_back();
    if (last.name == closed) return;
    report(begin, shown + " does not close " + tag(last.name), close_it(last.name),
           static_cast<std::ptrdiff_t>(last.offset));
  }

  void start_tag() {
    const std::size_t begin = at_++;
    const std::string_view opened = name();
    if (opened.empty()) {
      return report(begin, "\"<\" begins a tag, but no name follows",
                    "the character itself is written &lt;");
    }
    while (!found_) {
      skip_space();
      if (here() == '>') {
        ++at_;
        open_.push_back({opened, begin});
        return;
      }
      if (starts("/>")) {
        at_ += 2;
        return;
      }
      if (here() == '<' || here() == '\0') {
        return report(begin, "the tag <" + std::string(opened) + " has no \">\"");
      }
      attribute(opened);
    }
  }

  void attribute(std::string_view element) {
    const std::string where = " of " + tag(element);
    const std::size_t begin = at_;
    const std::string attribute(name());
    if (attribute.empty()) {
      return report(begin, std::string("unexpected \"") + here() + "\" in " + tag(element), kForm);
    }
    skip_space();
    if (here() != '=') {
      return report(begin, "attribute \"" + attribute + "\"" + where + " has no value", kForm);
    }
    ++at_;
    skip_space();
    const char quote = here();
    if (quote != '"' && quote != '\'') {
      return report(begin, "the value of \"" + attribute + "\"" + where + " is not in quotes",
                    kForm);
    }
    const std::size_t end = text_.find(quote, ++at_);
    if (end == std::string_view::npos) {
      return report(begin, "the value of \"" + attribute + "\"" + where + " has no closing quote");
    }
    at_ = end + 1;
    if (is_space(here()) || here() == '>' || here() == '/') return;
    report(begin, "a quote is missing in \"" + attribute + "\"" + where + ", or a space after it",
           kForm);
  }

  static constexpr const char* kForm = "attributes are written name=\"value\"";

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::optional<Diagnosis> found_;
};

}  // namespace

std::optional<Diagnosis> diagnose(std::string_view text) {
  return Scanner(text).scan();
}

std::string what_it_looks_like(std::string_view text) {
  using namespace std::string_view_literals;
  static constexpr std::pair<std::string_view, const char*> kKinds[] = {
      {"PK\x03\x04"sv, "a zip archive"},
      {"\x1f\x8b"sv, "a compressed file"},
      {"\x89PNG"sv, "a PNG image"},
      {"\xff\xd8\xff"sv, "a JPEG image"},
      {"\x7f"
       "ELF"sv,
       "a program"},
      {"glTF"sv, "a glTF mesh"},
      {"solid "sv, "an STL mesh"},
      {"ply\n"sv, "a PLY mesh"},
      {"%PDF"sv, "a PDF document"},
      {"{"sv, "JSON"},
  };
  constexpr const char* kModels = "; models are XML: <mujoco> or, for URDF, <robot>";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return "it looks like UTF-16: save it as UTF-8";
  }
  for (const auto& [begin, kind] : kKinds) {
    if (text.starts_with(begin)) return std::string("it looks like ") + kind + kModels;
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string_view::npos && text[first] == '<';
  return is_xml ? "" : std::string("it does not look like XML") + kModels;
}

}  // namespace thew::io::xml
