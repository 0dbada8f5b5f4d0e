// Deformable bodies: flex and flexcomp, with their settings.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using spec::Flex;
using spec::Flexcomp;

// Names that stand beside one another.
template <class Object, class Base>
RowRef add_names(Table<Object>& row, std::string_view attribute,
                 std::vector<std::string> Base::* member, std::string_view what) {
  return row
      .template set<std::string>(
          attribute,
          [member](Object& flex, const std::string& text) {
            const auto list = words(text);
            (flex.*member).assign(list.begin(), list.end());
          },
          [member](const Object& flex) {
            std::string text;
            for (const std::string& name : flex.*member) text += (text.empty() ? "" : " ") + name;
            return text;
          })
      .name_of(what);
}

template <class Object>
void add_common(Table<Object>& row) {
  row("group", &Object::group);
  row("dim", &Object::dim);
  row("radius", &Object::radius);
  add_names(row, "material", &Object::material, "materials");
  row("rgba", &Object::rgba);
  row("flatskin", &Object::flatskin);
  row("cellcount", &Object::cellcount);
}

}  // namespace

Element flex_element() {
  Table<Flex> row;
  row("name", &Flex::name);
  add_common(row);
  add_names(row, "body", &Flex::vertbody, "bodies").required();
  row("vertex", &Flex::vert);
  row("element", &Flex::elem).required();
  row("texcoord", &Flex::texcoord);
  row("elemtexcoord", &Flex::elemtexcoord);
  add_names(row, "node", &Flex::nodebody, "bodies");
  row("nodecoord", &Flex::node);
  row("dof", &Flex::order, flex_dof_keywords()).otherwise("full");
  return not_yet(std::move(row).element("flex"));
}

Element flex_edge_element() {
  Table<Flex> row;
  row("stiffness", &Flex::edgestiffness);
  row("damping", &Flex::edgedamping);
  return not_yet(std::move(row).element("edge"));
}

Element flexcomp_element() {
  Table<Flexcomp> row;
  row("name", &Flexcomp::name).required();
  row("type", &Flexcomp::type);
  add_common(row);
  row("dof", &Flexcomp::dof);
  row("count", &Flexcomp::count);
  row("spacing", &Flexcomp::spacing);
  row("rigid", &Flexcomp::rigid);
  row("mass", &Flexcomp::mass).otherwise("1");
  row("inertiabox", &Flexcomp::inertiabox);
  row("scale", &Flexcomp::scale);
  row("file", &Flexcomp::file);
  row("mesh", &Flexcomp::meshname).name_of("a mesh");
  row("point", &Flexcomp::point);
  row("element", &Flexcomp::elem);
  row("texcoord", &Flexcomp::texcoord);
  row("pos", &Flexcomp::pos);
  add_orientation(row, &Flexcomp::orientation);
  row("origin", &Flexcomp::origin);
  return not_yet(std::move(row).element("flexcomp", {}, {kOrientations}));
}

Element flexcomp_edge_element() {
  Table<Flexcomp> row;
  row("equality", &Flexcomp::equality);
  row("solref", &Flexcomp::edgesolref).at_least(1);
  row("solimp", &Flexcomp::edgesolimp).at_least(1);
  row("stiffness", &Flexcomp::edgestiffness);
  row("damping", &Flexcomp::edgedamping);
  return not_yet(std::move(row).element("edge"));
}

Element pin_element() {
  Table<Flexcomp> row;
  // The element may be repeated: its lists add up.
  const auto add = [&](std::string_view name, std::vector<int> Flexcomp::* member) {
    row.set<std::vector<int>>(
        name,
        [member](Flexcomp& flexcomp, const std::vector<int>& list) {
          (flexcomp.*member).insert((flexcomp.*member).end(), list.begin(), list.end());
        },
        [member](const Flexcomp& flexcomp) { return flexcomp.*member; });
  };
  add("id", &Flexcomp::pinid);
  add("range", &Flexcomp::pinrange);
  add("grid", &Flexcomp::pingrid);
  add("gridrange", &Flexcomp::pingridrange);
  return not_yet(std::move(row).element("pin"));
}

Element flex_contact_element() {
  using Row = spec::FlexProperties;
  Table<Row> row;
  row("contype", &Row::contype);
  row("conaffinity", &Row::conaffinity);
  row("condim", &Row::condim);
  row("priority", &Row::priority);
  row.optional("friction", &Row::friction, spec::kFriction).at_least(1).otherwise("1 0.005 1e-04");
  row("solmix", &Row::solmix);
  row("solref", &Row::solref).at_least(1);
  row("solimp", &Row::solimp).at_least(1);
  row("margin", &Row::margin);
  row("gap", &Row::gap);
  row("selfcollide", &Row::selfcollide);
  row("activelayers", &Row::activelayers);
  row("passive", &Row::passive);
  return not_yet(std::move(row).element("contact"));
}

Element elasticity_element() {
  using Row = spec::FlexProperties;
  Table<Row> row;
  row("young", &Row::young);
  row("poisson", &Row::poisson);
  row("shear", &Row::shear);
  row("damping", &Row::damping);
  row("thickness", &Row::thickness);
  row("yield", &Row::stressyield).at_least(1);
  row("elastic2d", &Row::elastic2d, flex_elastic2d_keywords());
  row("section", &Row::section);
  row("sectionsize", &Row::sectionsize);
  return not_yet(std::move(row).element("elasticity"));
}

Element xpbd_element() {
  using spec::Xpbd;
  Table<Xpbd> row;
  row("material", &Xpbd::material);
  row("density", &Xpbd::density);
  row("stretch", &Xpbd::stretch);
  row("shear", &Xpbd::shear);
  row("bend", &Xpbd::bend);
  row("twist", &Xpbd::twist);
  row("volume", &Xpbd::volume);
  row("law", &Xpbd::law);
  row("substeps", &Xpbd::substeps);
  row("iterations", &Xpbd::iterations);
  row("strain", &Xpbd::strain);
  row("coupling", &Xpbd::coupling);
  row("skin", &Xpbd::skin).name_of("a mesh");
  return not_yet(std::move(row).element("xpbd"));
}

}  // namespace thew::io::mjcf
