// <sensor>.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using spec::Sensor;
using Names = std::initializer_list<std::string_view>;

Table<Sensor> plain_rows() {
  Table<Sensor> row;
  row("name", &Sensor::name);
  row("cutoff", &Sensor::cutoff);
  row("user", &Sensor::userdata);
  return row;
}

Table<Sensor> common_rows(bool with_noise = true) {
  Table<Sensor> row;
  row("name", &Sensor::name);
  row("nsample", &Sensor::nsample);
  row("interp", &Sensor::interp, interpolation_keywords());
  row("delay", &Sensor::delay);
  row("interval", &Sensor::interval).at_least(1);
  row("cutoff", &Sensor::cutoff);
  if (with_noise) row("noise", &Sensor::noise);
  row("user", &Sensor::userdata);
  return row;
}

// A name that also says of which kind the object is.
RowRef add_object(Table<Sensor>& row, std::string_view attribute, std::string_view what,
                  ObjectType type) {
  return row
      .set<std::string>(
          attribute,
          [type](Sensor& sensor, const std::string& name) {
            sensor.objtype = type;
            sensor.objname = name;
          },
          [type](const Sensor& sensor) {
            return sensor.objtype == type ? sensor.objname : std::string();
          })
      .name_of(what);
}

RowRef add_reference(Table<Sensor>& row, std::string_view attribute, std::string_view what,
                     ObjectType type) {
  return row
      .set<std::string>(
          attribute,
          [type](Sensor& sensor, const std::string& name) {
            sensor.reftype = type;
            sensor.refname = name;
          },
          [type](const Sensor& sensor) {
            return sensor.reftype == type ? sensor.refname : std::string();
          })
      .name_of(what);
}

// Sensors of one named object.
void add_sensors(std::vector<Element>& list, Names names, std::string_view object,
                 std::string_view what, ObjectType type) {
  for (const std::string_view name : names) {
    Table<Sensor> row = common_rows();
    add_object(row, object, what, type).required();
    list.push_back(std::move(row).element(name));
  }
}

void add_frame(Table<Sensor>& row) {
  row("objtype", &Sensor::objtype, frame_object_keywords()).required();
  row("objname", &Sensor::objname).name_of("an object").required();
}

// Sensors of the frame of an object, possibly seen from another.
void add_frame_sensors(std::vector<Element>& list, Names names, bool with_reference) {
  for (const std::string_view name : names) {
    Table<Sensor> row = common_rows();
    add_frame(row);
    if (with_reference) {
      row("reftype", &Sensor::reftype, frame_object_keywords());
      row("refname", &Sensor::refname).name_of("an object");
    }
    list.push_back(std::move(row).element(name));
  }
}

// Fields of what is reported, as the bits of intprm[0]; they are delivered in a fixed order.
void add_fields(Table<Sensor>& row, Keywords keywords, std::string_view usual) {
  row.fields(
         "data", [](Sensor& sensor, int bits) { sensor.intprm[0] = bits; },
         [](const Sensor& sensor) { return sensor.intprm[0]; }, keywords)
      .otherwise(usual);
}

RowRef add_parameter(Table<Sensor>& row, std::string_view name, std::size_t place,
                     Keywords keywords = {}) {
  return row.set<int>(
      name, [place](Sensor& sensor, int value) { sensor.intprm[place] = value; },
      [place](const Sensor& sensor) { return sensor.intprm[place]; }, keywords);
}

Element projection_element() {
  Table<Sensor> row = common_rows();
  add_object(row, "site", "a site", ObjectType::Site).required();
  add_reference(row, "camera", "a camera", ObjectType::Camera).required();
  return std::move(row).element("camprojection");
}

Element rangefinder_element() {
  Table<Sensor> row = common_rows();
  add_object(row, "site", "a site", ObjectType::Site);
  add_object(row, "camera", "a camera", ObjectType::Camera);
  add_fields(row, ray_data_keywords(), "dist");
  return std::move(row).element("rangefinder", {}, {{"site", "camera"}});
}

Element inside_element() {
  Table<Sensor> row = common_rows();
  add_reference(row, "site", "a site", ObjectType::Site).required();
  add_frame(row);
  row.set<bool>(
      "enclosed", [](Sensor& sensor, bool enclosed) { sensor.intprm[0] = enclosed ? 1 : 0; },
      [](const Sensor& sensor) { return sensor.intprm[0] != 0; });
  return std::move(row).element("insidesite");
}

Element pair_sensor_element(std::string_view name) {
  Table<Sensor> row = common_rows();
  add_object(row, "geom1", "a geom", ObjectType::Geom);
  add_reference(row, "geom2", "a geom", ObjectType::Geom);
  add_object(row, "body1", "a body", ObjectType::Body);
  add_reference(row, "body2", "a body", ObjectType::Body);
  return std::move(row).element(name, {}, {{"geom1", "body1"}, {"geom2", "body2"}});
}

Element contact_sensor_element() {
  Table<Sensor> row = common_rows();
  add_object(row, "geom1", "a geom", ObjectType::Geom);
  add_reference(row, "geom2", "a geom", ObjectType::Geom);
  add_object(row, "body1", "a body", ObjectType::Body);
  add_reference(row, "body2", "a body", ObjectType::Body);
  add_object(row, "subtree1", "a body", ObjectType::Xbody);
  add_reference(row, "subtree2", "a body", ObjectType::Xbody);
  add_object(row, "site", "a site", ObjectType::Site);
  add_parameter(row, "num", 2).otherwise("1").never_empty();
  add_fields(row, contact_data_keywords(), "found");
  add_parameter(row, "reduce", 1, contact_reduce_keywords()).otherwise("none");
  return std::move(row).element(
      "contact", {}, {{"site", "body1", "subtree1", "geom1"}, {"body2", "subtree2", "geom2"}});
}

Element tactile_element() {
  Table<Sensor> row = common_rows(false);
  add_reference(row, "geom", "a geom", ObjectType::Geom).required();
  add_object(row, "mesh", "a mesh", ObjectType::Mesh).required();
  return std::move(row).element("tactile");
}

Element user_sensor_element() {
  Table<Sensor> row = plain_rows();
  row("objtype", &Sensor::objtype);
  row("objname", &Sensor::objname).name_of("an object");
  row.set<int>(
      "datatype", [](Sensor& s, int value) { s.datatype = static_cast<DataType>(value); },
      [](const Sensor& s) { return static_cast<int>(s.datatype); }, data_type_keywords());
  row.set<int>(
      "needstage", [](Sensor& s, int value) { s.needstage = static_cast<Stage>(value); },
      [](const Sensor& s) { return static_cast<int>(s.needstage); }, stage_keywords());
  row("dim", &Sensor::dim).required().never_empty();
  row("noise", &Sensor::noise);
  return std::move(row).element("user");
}

Element sensor_plugin_element() {
  Table<Sensor> row = plain_rows();
  add_plugin(row, &Sensor::plugin);
  row("objtype", &Sensor::objtype);
  row("objname", &Sensor::objname).name_of("an object");
  row("reftype", &Sensor::reftype);
  row("refname", &Sensor::refname).name_of("an object");
  return std::move(row).element("plugin");
}

}  // namespace

std::array<int, kNSENS> usual_parameters(SensorType type) {
  if (type == SensorType::Rangefinder) return {1, 0, 0};
  if (type == SensorType::Contact) return {1, 0, 1};
  return {};
}

std::vector<Element> sensor_elements() {
  std::vector<Element> list;
  add_sensors(list,
              {"touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer"},
              "site", "a site", ObjectType::Site);
  list.push_back(projection_element());
  list.push_back(rangefinder_element());
  add_sensors(list, {"jointpos", "jointvel"}, "joint", "a joint", ObjectType::Joint);
  add_sensors(list, {"tendonpos", "tendonvel"}, "tendon", "a tendon", ObjectType::Tendon);
  add_sensors(list, {"actuatorpos", "actuatorvel", "actuatorfrc"}, "actuator", "an actuator",
              ObjectType::Actuator);
  add_sensors(list, {"jointactuatorfrc"}, "joint", "a joint", ObjectType::Joint);
  add_sensors(list, {"tendonactuatorfrc"}, "tendon", "a tendon", ObjectType::Tendon);
  add_sensors(list, {"ballquat", "ballangvel", "jointlimitpos", "jointlimitvel", "jointlimitfrc"},
              "joint", "a joint", ObjectType::Joint);
  add_sensors(list, {"tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"}, "tendon", "a tendon",
              ObjectType::Tendon);
  add_frame_sensors(list,
                    {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis",
                     "framelinvel", "frameangvel"},
                    true);
  add_frame_sensors(list, {"framelinacc", "frameangacc"}, false);
  add_sensors(list, {"subtreecom", "subtreelinvel", "subtreeangmom"}, "body", "a body",
              ObjectType::Body);
  list.push_back(inside_element());
  for (const std::string_view name : {"distance", "normal", "fromto"}) {
    list.push_back(pair_sensor_element(name));
  }
  list.push_back(contact_sensor_element());
  for (const std::string_view name : {"e_potential", "e_kinetic", "clock"}) {
    list.push_back(common_rows().element(name));
  }
  list.push_back(tactile_element());
  list.push_back(user_sensor_element());
  list.push_back(sensor_plugin_element());
  return list;
}

}  // namespace thew::io::mjcf
