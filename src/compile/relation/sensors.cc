// Sensors: what they measure, when, and how many values they deliver.

#include <algorithm>

#include "compile/asset/plugins.h"
#include "compile/stages.h"
#include "compile/write.h"
#include "model/history.h"
#include "model/plugin.h"
#include "model/sensor_fields.h"

namespace thew::compile {

namespace {

// The most values that all sensors together may have.
constexpr std::int64_t kMostValues = 1 << 27;
constexpr int kMostSamples = 1 << 24;

DataType datatype_of(const Sensor& spec) {
  switch (spec.type) {
    case SensorType::Touch:
      return DataType::Positive;
    case SensorType::Insidesite:
      return spec.intprm[0] != 0 ? DataType::Real : DataType::Positive;
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
    case SensorType::Geomnormal:
      return DataType::Axis;
    case SensorType::Ballquat:
    case SensorType::Framequat:
      return DataType::Quaternion;
    case SensorType::User:
      return spec.datatype;
    default:
      return DataType::Real;
  }
}

bool asks(const Sensor& spec, ConDataField field) {
  return (spec.intprm[0] & (1 << static_cast<int>(field))) != 0;
}

bool asks_velocity(const Sensor& spec) {
  return asks(spec, ConDataField::Linvel) || asks(spec, ConDataField::Angvel);
}

// Forces of contacts are known after accelerations, their velocities after velocities.
Stage contact_stage(const Sensor& spec) {
  const bool by_force = spec.intprm[1] == static_cast<int>(ContactReduce::MaxForce) ||
                        spec.intprm[1] == static_cast<int>(ContactReduce::NetForce);
  if (by_force || asks(spec, ConDataField::Force) || asks(spec, ConDataField::Torque)) {
    return Stage::Acc;
  }
  return asks_velocity(spec) ? Stage::Vel : Stage::Pos;
}

Stage stage_of(const Sensor& spec) {
  switch (spec.type) {
    case SensorType::Touch:
    case SensorType::Accelerometer:
    case SensorType::Force:
    case SensorType::Torque:
    case SensorType::Actuatorfrc:
    case SensorType::Jointactfrc:
    case SensorType::Tendonactfrc:
    case SensorType::Jointlimitfrc:
    case SensorType::Tendonlimitfrc:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc:
    case SensorType::Plugin:
      return Stage::Acc;
    case SensorType::Velocimeter:
    case SensorType::Gyro:
    case SensorType::Jointvel:
    case SensorType::Tendonvel:
    case SensorType::Actuatorvel:
    case SensorType::Ballangvel:
    case SensorType::Jointlimitvel:
    case SensorType::Tendonlimitvel:
    case SensorType::Framelinvel:
    case SensorType::Frameangvel:
    case SensorType::Subtreelinvel:
    case SensorType::Subtreeangmom:
    case SensorType::Tactile:
      return Stage::Vel;
    case SensorType::Contact:
      return contact_stage(spec);
    case SensorType::User:
      return spec.needstage;
    default:
      return Stage::Pos;
  }
}

// How many numbers there are of what the sensor looks at, where it matters: outputs of an actuator,
// pixels of a camera, vertices of a mesh, cells of a grid.
std::int64_t parts_of(const Draft& draft, const SensorDraft& sensor) {
  switch (sensor.spec->type) {
    case SensorType::Actuatorpos:
    case SensorType::Actuatorvel:
    case SensorType::Actuatorfrc:
      return draft.actuators[sensor.object].outputs;
    case SensorType::Rangefinder: {
      if (sensor.spec->objtype != ObjectType::Camera) return 1;
      const auto& resolution = draft.cameras[sensor.object].spec->resolution;
      return std::int64_t{resolution[0]} * resolution[1];
    }
    case SensorType::Tactile:
      return draft.meshes[sensor.object]->surface.vertices();
    case SensorType::Plugin: {
      const Sensor& spec = *sensor.spec;
      return touch_grid_values(
          draft.plugins[plugin_of(draft, spec, "sensor", spec.plugin, kTouchGridPlugin)]);
    }
    default:
      return 1;
  }
}

}  // namespace

std::int64_t sensor_size(const Sensor& spec, std::int64_t parts) {
  switch (spec.type) {
    case SensorType::Accelerometer:
    case SensorType::Velocimeter:
    case SensorType::Gyro:
    case SensorType::Force:
    case SensorType::Torque:
    case SensorType::Magnetometer:
    case SensorType::Ballangvel:
    case SensorType::Framepos:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
    case SensorType::Framelinvel:
    case SensorType::Frameangvel:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc:
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
    case SensorType::Subtreeangmom:
    case SensorType::Geomnormal:
      return 3;
    case SensorType::Camprojection:
      return 2;
    case SensorType::Ballquat:
    case SensorType::Framequat:
      return 4;
    case SensorType::Geomfromto:
      return 6;
    case SensorType::Actuatorpos:
    case SensorType::Actuatorvel:
    case SensorType::Actuatorfrc:
    case SensorType::Plugin:
      return parts;
    case SensorType::Rangefinder:
      return parts > kMostValues ? parts : parts * ray_size(spec.intprm[0]);
    case SensorType::Contact:
      return std::int64_t{spec.intprm[2]} * contact_size(spec.intprm[0]);
    case SensorType::Tactile:
      return 3 * parts;
    case SensorType::User:
      return spec.dim;
    default:
      return 1;
  }
}

namespace {

void check_numbers(const Draft& draft, const Sensor& spec) {
  const auto fail = [&](const char* what, const char* hint = "") {
    draft.fail(spec, "sensor", what, hint);
  };
  if (spec.noise < 0) fail("noise cannot be negative");
  if (spec.cutoff < 0) fail("cutoff cannot be negative");
  if (spec.interval[0] < 0) fail("the period of interval cannot be negative");
  if (spec.interval[1] > 0) fail("the phase of interval cannot be positive");
  if (spec.interval[0] > 0 && spec.interval[1] <= -spec.interval[0]) {
    fail("the phase of interval must be above -period");
  }
  if (spec.delay > 0 && spec.nsample <= 0) fail("delay needs a history buffer", "set nsample");
  if (spec.nsample > kMostSamples) fail("nsample cannot exceed 2^24");
}

// Bits of what a sensor of contacts or rays gives: at least one, and none that is not there.
void check_data(const Draft& draft, const Sensor& spec, int known, const char* bits) {
  const int data = spec.intprm[0];
  const auto fail = [&](const std::string& what) { draft.fail(spec, "sensor", what); };
  if (data <= 0) fail("data spec (intprm[0]) must be positive, got " + std::to_string(data));
  const std::string which = "data spec intprm[0]=" + std::to_string(data);
  if ((data & ((1 << known) - 1)) == 0) {
    fail(which + " must have at least one bit set of the first " + bits + " bits");
  }
  if (data >= 1 << known) fail(which + " has bits set beyond the first " + bits + " bits");
}

// What a file cannot say, but code can.
void check_contact(const Draft& draft, const Sensor& spec) {
  const auto fail = [&](const std::string& what) { draft.fail(spec, "sensor", what); };
  const auto is = [](ObjectType type, std::initializer_list<ObjectType> allowed) {
    return std::find(allowed.begin(), allowed.end(), type) != allowed.end();
  };
  using enum ObjectType;
  if (!is(spec.objtype, {Unknown, Body, Xbody, Geom, Site})) {
    fail("first matching criterion: if set, must be (x)body, geom or site");
  }
  if (!is(spec.reftype, {Unknown, Body, Xbody, Geom})) {
    fail("second matching criterion: if set, must be (x)body or geom");
  }
  if (spec.intprm[2] <= 0) fail("num (intprm[2]) must be positive in sensor");
  check_data(draft, spec, static_cast<int>(ConDataField::kNcondata), "mjNCONDATA");
  if (spec.intprm[1] < 0 || spec.intprm[1] > static_cast<int>(ContactReduce::NetForce)) {
    fail("unknown reduction criterion. got " + std::to_string(spec.intprm[1]));
  }
}

// The kinds of objects and references that a sensor may have; empty: none.
struct Kinds {
  std::vector<ObjectType> object, reference;
};

Kinds kinds_of(SensorType type) {
  using enum ObjectType;
  const std::vector<ObjectType> frames = {Body, Xbody, Geom, Site, Camera};
  std::vector<ObjectType> perhaps = frames;
  perhaps.push_back(Unknown);
  switch (type) {
    case SensorType::Touch:
    case SensorType::Accelerometer:
    case SensorType::Velocimeter:
    case SensorType::Gyro:
    case SensorType::Force:
    case SensorType::Torque:
    case SensorType::Magnetometer:
      return {{Site}, {Unknown}};
    case SensorType::Rangefinder:
      return {{Site, Camera}, {Unknown}};
    case SensorType::Camprojection:
      return {{Site}, {Camera}};
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointactfrc:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Jointlimitfrc:
    case SensorType::Ballquat:
    case SensorType::Ballangvel:
      return {{Joint}, {Unknown}};
    case SensorType::Tendonpos:
    case SensorType::Tendonvel:
    case SensorType::Tendonactfrc:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Tendonlimitfrc:
      return {{Tendon}, {Unknown}};
    case SensorType::Actuatorpos:
    case SensorType::Actuatorvel:
    case SensorType::Actuatorfrc:
      return {{Actuator}, {Unknown}};
    case SensorType::Framepos:
    case SensorType::Framequat:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
    case SensorType::Framelinvel:
    case SensorType::Frameangvel:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc:
      return {frames, perhaps};
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
    case SensorType::Subtreeangmom:
      return {{Body}, {Unknown}};
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      return {{Body, Geom}, {Body, Geom}};
    case SensorType::Insidesite:
      return {frames, {Site}};
    case SensorType::EPotential:
    case SensorType::EKinetic:
    case SensorType::Clock:
      return {{Unknown}, {Unknown}};
    default:
      return {};  // they are checked elsewhere, or may be of anything
  }
}

void check_kinds(const Draft& draft, const Sensor& spec) {
  const Kinds kinds = kinds_of(spec.type);
  const auto check = [&](ObjectType type, const std::vector<ObjectType>& allowed,
                         const char* what) {
    if (allowed.empty() || std::find(allowed.begin(), allowed.end(), type) != allowed.end()) return;
    const std::string expected =
        allowed[0] == ObjectType::Unknown ? "nothing" : spec::kind_name(allowed[0]);
    draft.fail(spec, "sensor",
               std::string(what) + " of this type of sensor is " + expected + ", not a " +
                   spec::kind_name(type));
  };
  check(spec.objtype, kinds.object, "the object");
  check(spec.reftype, kinds.reference, "the reference");
  if (spec.type == SensorType::Contact) check_contact(draft, spec);
  if (spec.type == SensorType::Rangefinder)
    check_data(draft, spec, static_cast<int>(RayDataField::kNraydata), "mjNRAYDATA");
}

void check_joint(const Draft& draft, const SensorDraft& sensor) {
  const JointDraft& joint = draft.joints[sensor.object];
  const JointType type = joint.spec->type;
  const auto fail = [&](const char* what) {
    draft.fail(*sensor.spec, "sensor", "joint \"" + joint.spec->name + "\" is " + what);
  };
  switch (sensor.spec->type) {
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointactfrc:
      if (type != JointType::Hinge && type != JointType::Slide) fail("neither a hinge nor a slide");
      break;
    case SensorType::Ballquat:
    case SensorType::Ballangvel:
      if (type != JointType::Ball) fail("no ball joint");
      break;
    default:
      if (!joint.limited) fail("not limited");
      break;
  }
}

void check_camera(const Draft& draft, const Sensor& spec, int camera) {
  const auto& resolution = draft.cameras[camera].spec->resolution;
  if (resolution[0] > 0 && resolution[1] > 0) return;
  draft.fail(spec, "sensor",
             "camera \"" + draft.cameras[camera].spec->name + "\" has no resolution");
}

void check_distance(const Draft& draft, const SensorDraft& sensor) {
  const Sensor& spec = *sensor.spec;
  if (spec.objtype == spec.reftype && sensor.object == sensor.reference) {
    draft.fail(spec, "sensor", "\"" + spec.objname + "\" is repeated");
  }
  const auto is_hfield = [&](ObjectType type, int id) {
    return type == ObjectType::Geom && draft.geoms[id].spec->type == GeomType::Hfield;
  };
  if (is_hfield(spec.objtype, sensor.object) || is_hfield(spec.reftype, sensor.reference)) {
    draft.fail(spec, "sensor", "a height field has no distance");
  }
}

void check_user(const Draft& draft, const Sensor& spec) {
  const auto fail = [&](const char* what) { draft.fail(spec, "sensor", what); };
  if (spec.dim < 0) fail("dim cannot be negative");
  if (spec.datatype == DataType::Axis && spec.dim != 3) fail("an axis has dim 3");
  if (spec.datatype == DataType::Quaternion && spec.dim != 4) fail("a quaternion has dim 4");
}

// Shapes with a farthest point in every direction.
bool is_compact(GeomType type) {
  return type >= GeomType::Sphere && type <= GeomType::Mesh;
}

void check_enclosed(const Draft& draft, const SensorDraft& sensor) {
  const Sensor& spec = *sensor.spec;
  if (spec.objtype == ObjectType::Camera) draft.fail(spec, "sensor", "a camera has no shape");
  const auto check = [&](GeomType type, const Element& element, const char* kind) {
    if (is_compact(type)) return;
    draft.fail(spec, "sensor",
               std::string(kind) + " \"" + element.name +
                   "\" is no compact convex shape, which enclosed needs");
  };
  const Site& site = *draft.sites[sensor.reference].spec;
  check(site.type, site, "site");
  if (spec.objtype == ObjectType::Site) {
    check(draft.sites[sensor.object].spec->type, *draft.sites[sensor.object].spec, "site");
    return;
  }
  int count = 0;
  for (std::size_t g = 0; g < draft.geoms.size(); ++g) {
    int body = draft.geoms[g].body;
    bool part = spec.objtype == ObjectType::Geom && static_cast<int>(g) == sensor.object;
    if (spec.objtype == ObjectType::Xbody) {
      while (body > sensor.object) body = draft.bodies[body].parent;
    }
    part |= spec.objtype != ObjectType::Geom && body == sensor.object;
    if (!part) continue;
    check(draft.geoms[g].spec->type, *draft.geoms[g].spec, "geom");
    ++count;
  }
  if (count == 0) draft.fail(spec, "sensor", "\"" + spec.objname + "\" has no geoms");
}

void check_object(const Draft& draft, const SensorDraft& sensor) {
  const Sensor& spec = *sensor.spec;
  switch (spec.type) {
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointactfrc:
    case SensorType::Ballquat:
    case SensorType::Ballangvel:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Jointlimitfrc:
      check_joint(draft, sensor);
      break;
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Tendonlimitfrc:
      if (draft.tendons[sensor.object].limited) break;
      draft.fail(spec, "sensor", "tendon \"" + spec.objname + "\" is not limited");
    case SensorType::Camprojection:
      check_camera(draft, spec, sensor.reference);
      break;
    case SensorType::Rangefinder:
      if (spec.objtype == ObjectType::Camera) check_camera(draft, spec, sensor.object);
      break;
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      check_distance(draft, sensor);
      break;
    case SensorType::Contact:
      if (spec.intprm[1] == static_cast<int>(ContactReduce::NetForce) && asks_velocity(spec)) {
        draft.fail(spec, "sensor", "a net force has no velocity", "leave out linvel and angvel");
      }
      break;
    case SensorType::Insidesite:
      if (spec.intprm[0] != 0) check_enclosed(draft, sensor);
      break;
    case SensorType::User:
      check_user(draft, spec);
      break;
    case SensorType::Plugin:
      if (spec.objtype != ObjectType::Site) draft.fail(spec, "sensor", "it needs a site");
      break;
    default:
      break;
  }
}

}  // namespace

void compile_sensors(Draft& draft) {
  std::int64_t values = 0, remembered = 0;
  for (SensorDraft& sensor : draft.sensors) {
    const Sensor& spec = *sensor.spec;
    check_numbers(draft, spec);
    check_kinds(draft, spec);
    if (spec.objtype != ObjectType::Unknown) {
      sensor.object = draft.refer(spec, "sensor", spec.objtype, spec.objname);
    }
    if (spec.reftype != ObjectType::Unknown) {
      sensor.reference = draft.refer(spec, "sensor", spec.reftype, spec.refname);
    }
    check_object(draft, sensor);
    sensor.datatype = datatype_of(spec);
    sensor.stage = stage_of(spec);
    const std::int64_t dim = sensor_size(spec, parts_of(draft, sensor));
    values += dim;
    if (dim > kMostValues || values > kMostValues) {
      draft.fail(spec, "sensor", "too many values: all sensors may have 2^27");
    }
    sensor.dim = static_cast<int>(dim);
    if (spec.nsample > 0) remembered += history::size(spec.nsample, dim);
    if (remembered > kMostValues) {
      draft.fail(spec, "sensor", "too many samples: all sensors may remember 2^27 values");
    }
    const bool unit = sensor.datatype == DataType::Quaternion ||
                      (sensor.datatype == DataType::Axis && spec.type != SensorType::Geomnormal);
    if (spec.cutoff > 0 && unit) {
      draft.fail(spec, "sensor", "an axis or a quaternion has no cutoff");
    }
  }
}

std::int64_t sensor_values(const Draft& draft) {
  std::int64_t values = 0;
  for (const SensorDraft& sensor : draft.sensors) values += sensor.dim;
  return values;
}

std::int64_t sensor_history(const Draft& draft) {
  std::int64_t size = 0;
  for (const SensorDraft& sensor : draft.sensors) {
    const int samples = sensor.spec->nsample;
    if (samples > 0) size += history::size(samples, sensor.dim);
  }
  return size;
}

void write_sensors(const Draft& draft, Model& m) {
  int adr = 0;
  // Measurements are remembered behind the controls.
  auto memory = static_cast<int>(m.nhistory - sensor_history(draft));
  for (int i = 0; i < m.nsensor; ++i) {
    const SensorDraft& sensor = draft.sensors[i];
    const Sensor& spec = *sensor.spec;
    m.sensor_type[i] = static_cast<int>(spec.type);
    m.sensor_datatype[i] = static_cast<int>(sensor.datatype);
    m.sensor_needstage[i] = static_cast<int>(sensor.stage);
    m.sensor_objtype[i] = static_cast<int>(spec.objtype);
    m.sensor_objid[i] = sensor.object;
    m.sensor_reftype[i] = static_cast<int>(spec.reftype);
    m.sensor_refid[i] = sensor.reference;
    put(m.sensor_intprm, i, spec.intprm);
    m.sensor_dim[i] = sensor.dim;
    m.sensor_adr[i] = adr;
    m.sensor_cutoff[i] = spec.cutoff;
    m.sensor_noise[i] = spec.noise;
    put(m.sensor_history, i, std::array{spec.nsample, spec.interp});
    m.sensor_historyadr[i] = spec.nsample > 0 ? memory : -1;
    if (spec.nsample > 0) memory += static_cast<int>(history::size(spec.nsample, sensor.dim));
    m.sensor_delay[i] = spec.delay;
    put(m.sensor_interval, i, spec.interval);
    put_user(draft, m.sensor_user, i, spec.userdata, spec, "sensor");
    m.sensor_plugin[i] = plugin_of(draft, spec, "sensor", spec.plugin, kTouchGridPlugin);
    adr += sensor.dim;
  }
}

}  // namespace thew::compile
