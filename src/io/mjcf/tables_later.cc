// Elements that are known but not simulated yet: plugins, flexes, sensors.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using Names = std::initializer_list<std::string_view>;
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

LaterTable sensor_rows(bool with_noise = true) {
  LaterTable row;
  row.later<std::string>("name");
  row.later<int>("nsample").otherwise("0");
  row.later<int>("interp", interpolation_keywords()).otherwise("zoh");
  row.later<double>("delay").otherwise("0");
  row.later<Vec2>("interval").at_least(1).otherwise("0 0");
  row.later<double>("cutoff").otherwise("0");
  if (with_noise) row.later<double>("noise").otherwise("0");
  row.later<std::vector<double>>("user");
  return row;
}

// Sensors of one named object.
void add_sensors(std::vector<Element>& list, Names names, std::string_view object,
                 std::string_view what) {
  for (const std::string_view name : names) {
    LaterTable row = sensor_rows();
    row.later<std::string>(object).name_of(what).required();
    list.push_back(not_yet(std::move(row).element(name)));
  }
}

// Sensors of the frame of an object, possibly seen from another.
void add_frame_sensors(std::vector<Element>& list, Names names, bool with_reference) {
  for (const std::string_view name : names) {
    LaterTable row = sensor_rows();
    row.later<int>("objtype", frame_object_keywords()).required();
    row.later<std::string>("objname").name_of("an object").required();
    if (with_reference) {
      row.later<int>("reftype", frame_object_keywords());
      row.later<std::string>("refname").name_of("an object");
    }
    list.push_back(not_yet(std::move(row).element(name)));
  }
}

void add_geom_or_body_pair(LaterTable& row) {
  row.later<std::string>("geom1").name_of("a geom");
  row.later<std::string>("geom2").name_of("a geom");
  row.later<std::string>("body1").name_of("a body");
  row.later<std::string>("body2").name_of("a body");
}

Element rangefinder_element() {
  LaterTable row = sensor_rows();
  row.later<std::string>("site").name_of("a site");
  row.later<std::string>("camera").name_of("a camera");
  row.later_flags("data", ray_data_keywords()).otherwise("dist");
  return not_yet(std::move(row).element("rangefinder"));
}

Element contact_sensor_element() {
  LaterTable row = sensor_rows();
  add_geom_or_body_pair(row);
  row.later<std::string>("subtree1").name_of("a body");
  row.later<std::string>("subtree2").name_of("a body");
  row.later<std::string>("site").name_of("a site");
  row.later<int>("num").otherwise("1");
  row.later_flags("data", contact_data_keywords()).otherwise("found");
  row.later<int>("reduce", contact_reduce_keywords()).otherwise("none");
  return not_yet(std::move(row).element("contact"));
}

Element tactile_element() {
  LaterTable row = sensor_rows(false);
  row.later<std::string>("geom").name_of("a geom").required();
  row.later<std::string>("mesh").name_of("a mesh").required();
  return not_yet(std::move(row).element("tactile"));
}

Element user_sensor_element() {
  LaterTable row;
  row.later<std::string>("name");
  row.later<int>("objtype", keywords_of<ObjectType>());
  row.later<std::string>("objname").name_of("an object");
  row.later<int>("datatype", data_type_keywords()).otherwise("real");
  row.later<int>("needstage", stage_keywords()).otherwise("acc");
  row.later<int>("dim").required();
  row.later<double>("cutoff").otherwise("0");
  row.later<double>("noise").otherwise("0");
  row.later<std::vector<double>>("user");
  return not_yet(std::move(row).element("user"));
}

Element sensor_plugin_element() {
  LaterTable row;
  row.later<std::string>("name");
  row.later<std::string>("plugin");
  row.later<std::string>("instance");
  row.later<double>("cutoff").otherwise("0");
  row.later<int>("objtype", keywords_of<ObjectType>());
  row.later<std::string>("objname").name_of("an object");
  row.later<int>("reftype", keywords_of<ObjectType>());
  row.later<std::string>("refname").name_of("an object");
  row.later<std::vector<double>>("user");
  return not_yet(std::move(row).element("plugin"));
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
  row.later<compile::Rgba>("rgba").otherwise("0.5 0.5 0.5 1");
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
  row.later<compile::Rgba>("rgba").otherwise("0.5 0.5 0.5 1");
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

std::vector<Element> sensor_elements() {
  std::vector<Element> list;
  add_sensors(list,
              {"touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer"},
              "site", "a site");
  LaterTable projection = sensor_rows();
  projection.later<std::string>("site").name_of("a site").required();
  projection.later<std::string>("camera").name_of("a camera").required();
  list.push_back(not_yet(std::move(projection).element("camprojection")));
  list.push_back(rangefinder_element());
  add_sensors(list, {"jointpos", "jointvel"}, "joint", "a joint");
  add_sensors(list, {"tendonpos", "tendonvel"}, "tendon", "a tendon");
  add_sensors(list, {"actuatorpos", "actuatorvel", "actuatorfrc"}, "actuator", "an actuator");
  add_sensors(list, {"jointactuatorfrc"}, "joint", "a joint");
  add_sensors(list, {"tendonactuatorfrc"}, "tendon", "a tendon");
  add_sensors(list, {"ballquat", "ballangvel", "jointlimitpos", "jointlimitvel", "jointlimitfrc"},
              "joint", "a joint");
  add_sensors(list, {"tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"}, "tendon", "a tendon");
  add_frame_sensors(list,
                    {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis",
                     "framelinvel", "frameangvel"},
                    true);
  add_frame_sensors(list, {"framelinacc", "frameangacc"}, false);
  add_sensors(list, {"subtreecom", "subtreelinvel", "subtreeangmom"}, "body", "a body");

  LaterTable inside = sensor_rows();
  inside.later<std::string>("site").name_of("a site").required();
  inside.later<int>("objtype", frame_object_keywords()).required();
  inside.later<std::string>("objname").name_of("an object").required();
  inside.later<bool>("enclosed").otherwise("false");
  list.push_back(not_yet(std::move(inside).element("insidesite")));

  for (const std::string_view name : {"distance", "normal", "fromto"}) {
    LaterTable row = sensor_rows();
    add_geom_or_body_pair(row);
    list.push_back(not_yet(std::move(row).element(name)));
  }
  list.push_back(contact_sensor_element());
  for (const std::string_view name : {"e_potential", "e_kinetic", "clock"}) {
    list.push_back(not_yet(sensor_rows().element(name)));
  }
  list.push_back(tactile_element());
  list.push_back(user_sensor_element());
  list.push_back(sensor_plugin_element());
  return list;
}

}  // namespace thew::io::mjcf
