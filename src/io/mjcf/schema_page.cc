// The reference page of MJCF, from the tables.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <thew/schema.h>

#include "io/mjcf/schema.h"

namespace thew::io::mjcf {

namespace {

constexpr const char* kIntroduction = R"(# MJCF

Every element and attribute that the reader knows, printed from the tables that parse it (`thew::schema_markdown`; a test
keeps this page up to date). Names, meanings and defaults are those of MuJoCo 4.0.0. What is marked *in part* is
compiled whole; a `Data` of a model with a part that is not simulated yet is an error that names it ([deformable.md](deformable.md)).

Numbers are separated by white space and written with a decimal point. A list that may be shorter than its length keeps the
remaining defaults. `<include file="..."/>` may stand anywhere: the elements below the root of that file take its place.
)";

std::string value_text(const Form& form) {
  if (!form.keywords.empty()) {
    std::string text = form.type == "keywords" ? "some of " : "";
    for (std::size_t i = 0; i < form.keywords.size(); ++i) {
      text += (i == 0 ? "`" : ", `") + std::string(form.keywords[i].text) + "`";
    }
    return text;
  }
  if (form.most == 1) return form.type;
  if (form.most == kAny) return form.type + ", any number";
  const std::string most = std::to_string(form.most);
  return form.type + " x " +
         (form.least == form.most ? most : std::to_string(form.least) + ".." + most);
}

std::string row_text(const Attribute& row, const Element& element) {
  const std::string value = row.usual ? *row.usual : row.show(row.form, element.prototype.get());
  std::string text = "| `" + std::string(row.name) + "` | " + value_text(row.form) + " | ";
  text += row.is_required ? "required" : value.empty() ? "" : "`" + value + "`";
  const bool later = !row.is_supported || !element.is_supported;
  return text + " | " + (later ? "in part" : "") + " |\n";
}

// The elements that hold the kinematic tree: they come after what they hold.
bool is_tree(std::string_view name) {
  return name == "body" || name == "frame" || name == "replicate";
}

class Page {
 public:
  std::string text() {
    add(schema(), "", false);
    return kIntroduction + text_;
  }

 private:
  void add(const Element& element, const std::string& parent, bool is_unique) {
    if (!done_.insert(&element).second) return;
    const std::string name(element.name);
    text_ += "\n## " + (parent.empty() ? "" : parent + "/") + name + "\n";
    std::vector<std::string> notes;
    if (is_unique) notes.push_back("At most once.");
    if (!element.is_supported) notes.push_back("*In part.*");
    if (name == "default") {
      notes.push_back("Its `class` is required inside of another class; the outermost is `main`.");
      notes.push_back(
          "The elements have no `name`, `class` and references here, and occur once each.");
    }
    if (!element.children.empty()) notes.push_back("Contains" + children_text(element) + ".");
    for (std::size_t i = 0; i < notes.size(); ++i) text_ += (i == 0 ? "\n" : " ") + notes[i];
    if (!notes.empty()) text_ += "\n";
    if (!element.attributes.empty()) {
      text_ += "\n| attribute | value | default | |\n|---|---|---|---|\n";
      for (const Attribute& row : element.attributes) text_ += row_text(row, element);
    }
    if (name != "default") add_children(element);
  }

  void add_children(const Element& element) {
    const std::string parent = element.name == "mujoco"      ? ""
                               : element.name == "worldbody" ? "body"
                                                             : std::string(element.name);
    for (const bool tree : {false, true}) {
      for (const Child& child : element.children) {
        if (is_tree(child.element->name) == tree) add(*child.element, parent, child.is_unique);
      }
    }
  }

  static std::string children_text(const Element& element) {
    std::string text;
    for (const Child& child : element.children) {
      text += (text.empty() ? " `" : ", `") + std::string(child.element->name) + "`";
    }
    return text;
  }

  std::set<const Element*> done_;
  std::string text_;
};

}  // namespace

}  // namespace thew::io::mjcf

namespace thew {

std::string schema_markdown() {
  return io::mjcf::Page().text();
}

}  // namespace thew
