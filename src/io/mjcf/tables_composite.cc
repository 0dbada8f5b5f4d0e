// Cables of older models: composite, with what its joints, shapes and sites have.

#include <algorithm>

#include "io/mjcf/tables.h"
#include "spec/cable.h"

namespace thew::io::mjcf {

namespace {

constexpr const char* kGone[][2] = {
    {"particle", "<replicate> took its place"}, {"grid", "<flexcomp> took its place"},
    {"rope", "cable took its place"},           {"loop", "<flexcomp> took its place"},
    {"cloth", "<flexcomp> took its place"},     {"box", "<flexcomp> took its place"},
    {"cylinder", "<flexcomp> took its place"},  {"ellipsoid", "<flexcomp> took its place"},
};

void check_type(const std::string& type) {
  if (type == "cable") return;
  for (const auto& [gone, instead] : kGone) {
    if (type == gone)
      throw base::Fault{"composites of type " + type + " are gone since MuJoCo 3", instead};
  }
  throw base::Fault{"a composite is a cable"};
}

using Names = std::vector<std::string_view>;

// The same element with these of its attributes.
Element with(Element element, const Names& names) {
  std::erase_if(element.attributes, [&](const Attribute& attribute) {
    return std::find(names.begin(), names.end(), attribute.name) == names.end();
  });
  element.exclusives.clear();
  return element;
}

}  // namespace

template <>
Keywords keywords_of<spec::Cable::Start>() {
  static constexpr Keyword kStarts[] = {{"free", static_cast<int>(spec::Cable::Start::Free)},
                                        {"ball", static_cast<int>(spec::Cable::Start::Ball)},
                                        {"none", static_cast<int>(spec::Cable::Start::None)}};
  return kStarts;
}

Element composite_element() {
  using spec::Cable;
  Table<Cable> row;
  row.set<std::string>(
         "type", [](Cable&, const std::string& type) { check_type(type); },
         [](const Cable&) { return std::string("cable"); })
      .required();
  row("prefix", &Cable::prefix);
  row("count", &Cable::count).at_least(1);
  row("vertex", &Cable::vertex);
  row("curve", &Cable::curve);
  row("size", &Cable::size).at_least(1);
  row("offset", &Cable::offset);
  row("quat", &Cable::quat);
  row("initial", &Cable::start);
  return std::move(row).element("composite");
}

Element composite_joint_element() {
  Element element = with(joint_element(), {"group", "stiffness", "damping", "armature", "limited",
                                           "range", "margin", "solreflimit", "solimplimit",
                                           "frictionloss", "solreffriction", "solimpfriction"});
  Table<spec::Joint> row;
  row.set<std::string>(
         "kind",
         [](spec::Joint&, const std::string& kind) {
           if (kind != "main") throw base::Fault{"the joints of a cable are of kind main"};
         },
         [](const spec::Joint&) { return std::string("main"); })
      .required();
  Element kind = std::move(row).element("joint");
  element.attributes.insert(element.attributes.begin(), kind.attributes.begin(),
                            kind.attributes.end());
  return element;
}

Element composite_geom_element() {
  return with(geom_element(), {"type", "contype", "conaffinity", "condim", "group", "priority",
                               "size", "material", "rgba", "friction", "mass", "density", "solmix",
                               "solref", "solimp", "margin", "gap", "surfacevel", "adhesion"});
}

Element composite_site_element() {
  return with(site_element(), {"group", "size", "material", "rgba"});
}

Element composite_skin_element() {
  Table<Nothing> row;
  Element element = std::move(row).element("skin");
  element.takes_any = true;
  return element;
}

}  // namespace thew::io::mjcf
