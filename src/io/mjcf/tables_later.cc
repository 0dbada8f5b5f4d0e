// Elements that are known but not simulated yet: plugins, flexes.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using LaterTable = Table<Nothing>;

void add_orientation_later(LaterTable& row) {
  row.later<Vec4>("quat").otherwise("1 0 0 0");
  row.later<Vec4>("axisangle");
  row.later<Vec6>("xyaxes");
  row.later<Vec3>("zaxis");
  row.later<Vec3>("euler");
}

void add_solver_later(LaterTable& row) {
  row.later<Vec2>("solref").at_least(1).otherwise("0.02 1");
  row.later<Vec5>("solimp").at_least(1).otherwise("0.9 0.95 0.001 0.5 2");
}

}  // namespace

Element plugin_element() {
  LaterTable row;
  row.later<std::string>("plugin");
  row.later<std::string>("instance");
  return not_yet(std::move(row).element("plugin"));
}

Element later_config_element() {
  LaterTable row;
  row.later<std::string>("key").required();
  row.later<std::string>("value");
  return not_yet(std::move(row).element("config"));
}

Element flexcomp_element() {
  LaterTable row;
  row.later<std::string>("name").required();
  row.later<int>("type", flexcomp_type_keywords()).otherwise("grid");
  row.later<int>("group").otherwise("0");
  row.later<int>("dim").otherwise("2");
  row.later<int>("dof", flexcomp_dof_keywords()).otherwise("full");
  row.later<std::array<int, 3>>("count").otherwise("10 10 10");
  row.later<std::array<int, 3>>("cellcount").otherwise("1 1 1");
  row.later<Vec3>("spacing").otherwise("0.02 0.02 0.02");
  row.later<double>("radius").otherwise("0.005");
  row.later<bool>("rigid").otherwise("false");
  row.later<double>("mass").otherwise("1");
  row.later<double>("inertiabox").otherwise("0.005");
  row.later<Vec3>("scale").otherwise("1 1 1");
  row.later<std::string>("file");
  row.later<std::string>("mesh").name_of("a mesh");
  row.later<std::vector<double>>("point");
  row.later<std::vector<int>>("element");
  row.later<std::vector<float>>("texcoord");
  row.later<std::string>("material").name_of("a material");
  row.later<spec::Rgba>("rgba").otherwise("0.5 0.5 0.5 1");
  row.later<bool>("flatskin").otherwise("false");
  row.later<Vec3>("pos").otherwise("0 0 0");
  add_orientation_later(row);
  row.later<Vec3>("origin").otherwise("0 0 0");
  return not_yet(std::move(row).element("flexcomp", {}, {kOrientations}));
}

Element flexcomp_edge_element() {
  LaterTable row;
  row.later<int>("equality", flex_equality_keywords()).otherwise("false");
  add_solver_later(row);
  row.later<double>("stiffness").otherwise("0");
  row.later<double>("damping").otherwise("0");
  return not_yet(std::move(row).element("edge"));
}

Element elasticity_element() {
  LaterTable row;
  row.later<double>("young").otherwise("0");
  row.later<double>("poisson").otherwise("0");
  row.later<double>("shear").otherwise("0");
  row.later<double>("damping").otherwise("0");
  row.later<double>("thickness").otherwise("-1");
  row.later<Vec2>("yield").at_least(1).otherwise("0");
  row.later<int>("elastic2d", flex_elastic2d_keywords()).otherwise("none");
  row.later<int>("section", flex_section_keywords()).otherwise("circle");
  row.later<Vec2>("sectionsize").otherwise("0 0");
  return not_yet(std::move(row).element("elasticity"));
}

Element flex_contact_element() {
  LaterTable row;
  row.later<int>("contype").otherwise("1");
  row.later<int>("conaffinity").otherwise("1");
  row.later<int>("condim").otherwise("3");
  row.later<int>("priority").otherwise("0");
  row.later<Vec3>("friction").at_least(1).otherwise("1 0.005 0.0001");
  row.later<double>("solmix").otherwise("1");
  add_solver_later(row);
  row.later<double>("margin").otherwise("0");
  row.later<double>("gap").otherwise("0");
  row.later<int>("selfcollide", flex_self_keywords()).otherwise("auto");
  row.later<int>("activelayers").otherwise("1");
  row.later<bool>("passive").otherwise("false");
  return not_yet(std::move(row).element("contact"));
}

Element pin_element() {
  LaterTable row;
  row.later<std::vector<int>>("id");
  row.later<std::vector<int>>("range");
  row.later<std::vector<int>>("grid");
  row.later<std::vector<int>>("gridrange");
  return not_yet(std::move(row).element("pin"));
}

Element flex_element() {
  LaterTable row;
  row.later<std::string>("name");
  row.later<int>("group").otherwise("0");
  row.later<int>("dim").otherwise("2");
  row.later<double>("radius").otherwise("0.005");
  row.later<std::string>("material").name_of("a material");
  row.later<spec::Rgba>("rgba").otherwise("0.5 0.5 0.5 1");
  row.later<bool>("flatskin").otherwise("false");
  row.later<std::string>("body").name_of("bodies").required();
  row.later<std::vector<double>>("vertex");
  row.later<std::vector<int>>("element").required();
  row.later<std::vector<float>>("texcoord");
  row.later<std::vector<int>>("elemtexcoord");
  row.later<std::string>("node").name_of("bodies");
  row.later<std::vector<double>>("nodecoord");
  row.later<std::array<int, 3>>("cellcount").otherwise("1 1 1");
  row.later<int>("dof", flexcomp_dof_keywords());
  return not_yet(std::move(row).element("flex"));
}

Element flex_edge_element() {
  LaterTable row;
  row.later<double>("stiffness").otherwise("0");
  row.later<double>("damping").otherwise("0");
  return not_yet(std::move(row).element("edge"));
}

}  // namespace thew::io::mjcf
