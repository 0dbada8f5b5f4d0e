// The tables themselves, and the page that is printed from them.

#include "io/mjcf/schema.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include <thew/schema.h>

#include "io/support.h"

namespace thew::io::mjcf {
namespace {

// Every element once, with a path to name it by.
void visit(const Element& element, const std::string& path, std::set<const Element*>& done,
           const std::function<void(const Element&, const std::string&)>& check) {
  if (!done.insert(&element).second) return;
  check(element, path);
  for (const Child& child : element.children) {
    visit(*child.element, path + "/" + std::string(child.element->name), done, check);
  }
}

TEST(Schema, NamesAreUnique) {
  std::set<const Element*> done;
  visit(schema(), "mujoco", done, [](const Element& element, const std::string& path) {
    std::set<std::string_view> names;
    for (const Attribute& row : element.attributes)
      EXPECT_TRUE(names.insert(row.name).second) << path << " " << row.name;
    names.clear();
    for (const Child& row : element.children)
      EXPECT_TRUE(names.insert(row.element->name).second) << path;
  });
  EXPECT_GT(done.size(), 170u);
}

TEST(Schema, DefaultsReadBack) {
  // The text of a default is a value of its own attribute.
  std::set<const Element*> done;
  visit(schema(), "mujoco", done, [](const Element& element, const std::string& path) {
    for (const Attribute& row : element.attributes) {
      const std::string text = row.usual ? *row.usual : row.show(row.form, element.prototype.get());
      if (text.empty()) continue;
      try {
        row.read(row.form, text, nullptr);
      } catch (const base::Fault& fault) {
        ADD_FAILURE() << path << " " << row.name << "=\"" << text << "\": " << fault.what;
      }
    }
  });
}

TEST(Schema, ExclusiveAttributesExist) {
  std::set<const Element*> done;
  visit(schema(), "mujoco", done, [](const Element& element, const std::string& path) {
    for (const Exclusive& group : element.exclusives) {
      for (const std::string_view name : group)
        EXPECT_NE(element.find_attribute(name), nullptr) << path << " " << name;
    }
  });
}

// THEW_UPDATE_DOCS=1 writes the page anew.
TEST(Schema, PageIsUpToDate) {
  const std::string path = std::string(THEW_ROOT) + "/docs/mjcf.md";
  const std::string page = schema_markdown();
  if (std::getenv("THEW_UPDATE_DOCS") != nullptr) std::ofstream(path) << page;
  std::ifstream stream(path);
  const std::string kept((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  EXPECT_TRUE(page == kept)
      << "run THEW_UPDATE_DOCS=1 test_io --gtest_filter=Schema.PageIsUpToDate";
}

}  // namespace
}  // namespace thew::io::mjcf
