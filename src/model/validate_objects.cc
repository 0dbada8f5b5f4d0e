// Equalities, tendons, actuators, sensors: what they refer to must be of the right kind, and what
// they write must have its room.

#include <algorithm>
#include <bit>
#include <vector>

#include "model/history.h"
#include "model/sensor_fields.h"
#include "model/validate.h"

namespace thew::model {

namespace {

bool is_index(std::int64_t id, std::int64_t count) {
  return id >= 0 && id < count;
}

bool has_one_dof(const Model& m, int joint) {
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  return type == JointType::Hinge || type == JointType::Slide;
}

void check_equality(const Model& m, int i) {
  const int first = m.eq_obj1id[i], second = m.eq_obj2id[i];
  const bool of_bodies = m.eq_objtype[i] == static_cast<int>(ObjectType::Body);
  std::int64_t count = 0;
  bool alone = true;  // the second may be none
  switch (static_cast<EqualityType>(m.eq_type[i])) {
    case EqualityType::Connect:
    case EqualityType::Weld:
      require(of_bodies || m.eq_objtype[i] == static_cast<int>(ObjectType::Site), "eq_objtype", i,
              m.eq_objtype[i], "bodies or sites");
      count = of_bodies ? m.nbody : m.nsite;
      alone = false;
      break;
    case EqualityType::Joint:
      count = m.njnt;
      break;
    case EqualityType::Tendon:
      count = m.ntendon;
      break;
    case EqualityType::Distance:
      count = m.ngeom;
      break;
    case EqualityType::Flex:
    case EqualityType::Flexstrain:
      count = m.nflex;
      break;
    default:
      refuse("eq_type", i, m.eq_type[i], "a kind that is simulated");
  }
  require(is_index(first, count), "eq_obj1id", i, first, "an object of its kind");
  require(is_index(second, count) || (alone && second == -1), "eq_obj2id", i, second,
          "an object of its kind");
  if (m.eq_type[i] != static_cast<int>(EqualityType::Joint)) return;
  require(has_one_dof(m, first), "eq_obj1id", i, first, "a hinge or slide");
  require(second < 0 || has_one_dof(m, second), "eq_obj2id", i, second, "a hinge or slide");
}

bool is_geom(const Model& m, int w) {
  const auto type = static_cast<WrapType>(m.wrap_type[w]);
  return type == WrapType::Sphere || type == WrapType::Cylinder;
}

// A spatial path is a row of branches between pulleys. Each is a row of sites, and between two of
// them there may be one geom.
void check_path(const Model& m, int t) {
  const int begin = m.tendon_adr[t], end = begin + m.tendon_num[t];
  const auto is = [&](int w, WrapType type) {
    return w >= begin && w < end && m.wrap_type[w] == static_cast<int>(type);
  };
  const bool spatial = m.tendon_type[t] == static_cast<int>(TendonType::Spatial);
  int sites = 0;  // of this branch
  for (int w = begin; w < end; ++w) {
    const int id = m.wrap_objid[w];
    if (is(w, WrapType::Pulley)) {
      require(spatial && (w == begin || sites >= 2), "wrap_type", w, m.wrap_type[w],
              "behind two sites");
      sites = 0;
      continue;
    }
    require(id >= 0, "wrap_objid", w, id, "an object of its kind");
    if (spatial && is_geom(m, w)) {
      require(is(w - 1, WrapType::Site) && is(w + 1, WrapType::Site), "wrap_type", w,
              m.wrap_type[w], "between two sites");
    } else if (spatial) {
      require(is(w, WrapType::Site), "wrap_type", w, m.wrap_type[w], "a site, a geom or a pulley");
      ++sites;
    } else {
      require(is(w, WrapType::Joint) && has_one_dof(m, id), "wrap_objid", w, id,
              "a hinge or slide");
    }
  }
  require(!spatial || sites >= 2, "tendon_num", t, m.tendon_num[t], "two sites at the end");
}

void check_tendon(const Model& m, int t) {
  check_path(m, t);
  const int first = m.ten_J_rowadr[t], end = first + m.ten_J_rownnz[t];
  for (int k = first + 1; k < end; ++k) {
    require(m.ten_J_colind[k] > m.ten_J_colind[k - 1], "ten_J_colind", k, m.ten_J_colind[k],
            "behind the one before");
  }
  const int plastic = m.tendon_plasticadr[t];
  require(plastic < 0 || plastic + 2 <= m.nplastic, "tendon_plasticadr", t, plastic,
          "in plastic with all of it");
}

// How many dofs move either body; `common`: those that move both alike too.
std::int64_t count_dofs(const Model& m, int body1, int body2, bool common) {
  std::vector<int> moved(static_cast<std::size_t>(m.nv));
  for (int body : {body1, body2}) {
    for (; body > 0; body = m.body_parentid[body]) {
      for (int k = 0; k < m.body_dofnum[body]; ++k) ++moved[m.body_dofadr[body] + k];
    }
  }
  return std::count_if(moved.begin(), moved.end(), [&](int n) { return common ? n > 0 : n == 1; });
}

// What an actuator acts on; returns how many moments it can have.
std::int64_t check_transmission(const Model& m, int i) {
  const int* id = m.actuator_trnid.row(i);
  const auto check = [&](int k, std::int64_t count, bool optional = false) {
    require(is_index(id[k], count) || (optional && id[k] == -1), "actuator_trnid", 2 * i + k, id[k],
            "an object of the kind that it acts on");
  };
  const auto dofs = [&](int other, bool common) {
    return count_dofs(m, m.site_bodyid[id[0]], other, common);
  };
  switch (static_cast<Transmission>(m.actuator_trntype[i])) {
    case Transmission::Joint:
    case Transmission::Jointinparent: {
      check(0, m.njnt);
      const auto type = static_cast<JointType>(m.jnt_type[id[0]]);
      return type == JointType::Free ? 6 : type == JointType::Ball ? 3 : 1;
    }
    case Transmission::Tendon:
      check(0, m.ntendon);
      return m.ten_J_rownnz[id[0]];
    case Transmission::Slidercrank:
      check(0, m.nsite);
      check(1, m.nsite);
      return dofs(m.site_bodyid[id[1]], true);
    case Transmission::Site:
      check(0, m.nsite);
      check(1, m.nsite, true);
      return dofs(id[1] < 0 ? 0 : m.site_bodyid[id[1]], false);
    case Transmission::Body:
      check(0, m.nbody);
      return m.nv;
    case Transmission::So3: {
      const bool sites = id[1] >= 0;
      check(0, sites ? m.nsite : m.njnt);
      if (sites) check(1, m.nsite);
      const bool ball = sites || m.jnt_type[id[0]] == static_cast<int>(JointType::Ball);
      require(ball, "actuator_trnid", 2 * i, id[0], "a ball joint");
      return sites ? 3 * m.nv : 3;
    }
    default:
      refuse("actuator_trntype", i, m.actuator_trntype[i], "something to act on");
  }
}

bool is_orientation(const Model& m, int i) {
  return m.actuator_trntype[i] == static_cast<int>(Transmission::So3);
}

// Activations and controls that the kinds of dynamics and of control read.
void check_inputs(const Model& m, int i) {
  const int controls = m.actuator_ctrlnum[i], states = m.actuator_actnum[i];
  const auto dynamics = static_cast<Dynamics>(m.actuator_dyntype[i]);
  const int spec = m.actuator_ctrlspec[i];
  int needed = 0;
  if (is_orientation(m, i)) {
    needed = spec == static_cast<int>(CtrlChart::Quat) ? 4 : 3;
  } else {
    constexpr unsigned kInputs = 15;  // position, velocity, feedforward, voltage
    needed = std::popcount(static_cast<unsigned>(spec) & kInputs);
  }
  require(controls >= needed, "actuator_ctrlnum", i, controls, "as many as actuator_ctrlspec says");
  const bool stateful = dynamics == Dynamics::Integrator || dynamics == Dynamics::Filter ||
                        dynamics == Dynamics::Filterexact || dynamics == Dynamics::Muscle ||
                        dynamics == Dynamics::Hill;
  require(states > 0 || !stateful, "actuator_actnum", i, states, "1 or more for its dynamics");
  require(states == 0 || dynamics != Dynamics::None || m.actuator_plugin[i] >= 0, "actuator_actnum",
          i, states, "0 without dynamics");
}

// A ring of past values.
void check_history(const Model& m, const char* name, int i, int address, const int* history,
                   int dim) {
  if (address < 0) return;
  const std::int64_t samples = history[0];
  const bool fits =
      samples > 0 && samples <= m.nhistory && history::size(samples, dim) <= m.nhistory - address;
  require(fits, name, i, address, "in history with all samples");
}

// Of actuators that damp a joint or tendon there may be several.
void check_damper(const Model& m, const char* name, int i, int actuator) {
  require(actuator >= -2 && actuator < m.nactuator, name, i, actuator,
          "an actuator, -1 for none or -2 for several");
}

void check_actuators(const Model& m) {
  std::int64_t moments = 0, outputs = 0;
  for (int i = 0; i < m.nactuator; ++i) {
    moments += check_transmission(m, i);
    check_inputs(m, i);
    const int wanted = is_orientation(m, i) ? 3 : 1;
    require(m.actuator_outnum[i] == wanted && m.actuator_outadr[i] == outputs, "actuator_outadr", i,
            m.actuator_outadr[i], "the forces one after the other");
    outputs += wanted;
    check_history(m, "actuator_historyadr", i, m.actuator_historyadr[i], m.actuator_history.row(i),
                  m.actuator_ctrlnum[i]);
  }
  require(outputs == m.nout, "nout", 0, m.nout, "the sum of all actuators");
  require(moments <= m.nJmom, "nJmom", 0, m.nJmom, "room for the moments of all actuators");
}

enum Kinds : unsigned {
  kBody = 1,
  kXbody = 2,
  kJoint = 4,
  kGeom = 8,
  kSite = 16,
  kCamera = 32,
  kMesh = 64,
  kTendon = 128,
  kActuator = 256,
  kNothing = 512,
  kFrame = kBody | kXbody | kGeom | kSite | kCamera,
  kAnything = ~0u
};

unsigned kind_of(int type) {
  switch (static_cast<ObjectType>(type)) {
    case ObjectType::Unknown:
      return kNothing;
    case ObjectType::Body:
      return kBody;
    case ObjectType::Xbody:
      return kXbody;
    case ObjectType::Joint:
      return kJoint;
    case ObjectType::Geom:
      return kGeom;
    case ObjectType::Site:
      return kSite;
    case ObjectType::Camera:
      return kCamera;
    case ObjectType::Mesh:
      return kMesh;
    case ObjectType::Tendon:
      return kTendon;
    case ObjectType::Actuator:
      return kActuator;
    default:
      return 0;
  }
}

// What a sensor is attached to, what it refers to, and how many values it writes (-1: any number).
struct Measurement {
  unsigned object, reference = kNothing;
  std::int64_t values = 1;
};

Measurement measurement(const Model& m, int i) {
  const int id = m.sensor_objid[i], *prm = m.sensor_intprm.row(i);
  const auto type = static_cast<SensorType>(m.sensor_type[i]);
  switch (type) {
    case SensorType::Touch:
      return {kSite};
    case SensorType::Accelerometer:
    case SensorType::Velocimeter:
    case SensorType::Gyro:
    case SensorType::Force:
    case SensorType::Torque:
    case SensorType::Magnetometer:
      return {kSite, kNothing, 3};
    case SensorType::Rangefinder:
      return {kSite | kCamera, kNothing, -1};
    case SensorType::Camprojection:
      return {kSite, kCamera, 2};
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointactfrc:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Jointlimitfrc:
      return {kJoint};
    case SensorType::Ballquat:
      return {kJoint, kNothing, 4};
    case SensorType::Ballangvel:
      return {kJoint, kNothing, 3};
    case SensorType::Tendonpos:
    case SensorType::Tendonvel:
    case SensorType::Tendonactfrc:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Tendonlimitfrc:
      return {kTendon};
    case SensorType::Actuatorpos:
    case SensorType::Actuatorvel:
    case SensorType::Actuatorfrc:
      return {kActuator, kNothing, is_index(id, m.nactuator) ? m.actuator_outnum[id] : 0};
    case SensorType::Framequat:
      return {kFrame, kFrame | kNothing, 4};
    case SensorType::Framepos:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
    case SensorType::Framelinvel:
    case SensorType::Frameangvel:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc:
      return {kFrame, kFrame | kNothing, 3};
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
    case SensorType::Subtreeangmom:
      return {kBody, kNothing, 3};
    case SensorType::Insidesite:
      return {kFrame, kSite, 1};
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      return {kBody | kGeom, kBody | kGeom,
              type == SensorType::Geomdist     ? 1
              : type == SensorType::Geomnormal ? 3
                                               : 6};
    case SensorType::Contact:
      return {kSite | kBody | kXbody | kGeom | kNothing, kBody | kXbody | kGeom | kNothing,
              std::int64_t{prm[2]} * contact_size(prm[0])};
    case SensorType::EPotential:
    case SensorType::EKinetic:
    case SensorType::Clock:
      return {kNothing};
    case SensorType::Tactile:
      return {kMesh, kGeom, is_index(id, m.nmesh) ? 3 * std::int64_t{m.mesh_vertnum[id]} : 0};
    case SensorType::User:
      return {kAnything, kAnything, -1};
    case SensorType::Plugin:
      return {kSite, kNothing, -1};
    default:
      return {0, 0, 0};
  }
}

void check_sensor_joint(const Model& m, int i) {
  const int joint = m.sensor_objid[i];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  bool fits = type != JointType::Free;
  switch (static_cast<SensorType>(m.sensor_type[i])) {
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointactfrc:
      fits = has_one_dof(m, joint);
      break;
    case SensorType::Ballquat:
    case SensorType::Ballangvel:
      fits = type == JointType::Ball;
      break;
    default:
      break;
  }
  require(fits, "sensor_objid", i, joint, "a joint that it can measure");
}

void check_choices(const Model& m, int i) {
  const int* prm = m.sensor_intprm.row(i);
  const auto type = static_cast<SensorType>(m.sensor_type[i]);
  if (type == SensorType::Contact) {
    require(prm[0] > 0 && prm[0] < 1 << kContactFields, "sensor_intprm", kNSENS * i, prm[0],
            "bits of the fields of a contact");
    require(prm[1] >= 0 && prm[1] <= 3, "sensor_intprm", kNSENS * i + 1, prm[1], "0 to 3");
    require(prm[2] > 0, "sensor_intprm", kNSENS * i + 2, prm[2], "1 or more");
  }
  if (type == SensorType::Rangefinder) {
    require(prm[0] > 0 && prm[0] < 1 << kRayFields, "sensor_intprm", kNSENS * i, prm[0],
            "bits of the fields of a ray");
  }
}

void check_sensor(const Model& m, int i) {
  check_choices(m, i);
  const Measurement wanted = measurement(m, i);
  const unsigned object = kind_of(m.sensor_objtype[i]), reference = kind_of(m.sensor_reftype[i]);
  require((object & wanted.object) != 0, "sensor_objtype", i, m.sensor_objtype[i],
          "a kind that it can measure");
  require((reference & wanted.reference) != 0, "sensor_reftype", i, m.sensor_reftype[i],
          "a kind that it can refer to");
  require((object == kNothing) == (m.sensor_objid[i] < 0), "sensor_objid", i, m.sensor_objid[i],
          "an object of its kind");
  require((reference == kNothing) == (m.sensor_refid[i] < 0), "sensor_refid", i, m.sensor_refid[i],
          "an object of its kind");
  if (object == kJoint && wanted.object == kJoint) check_sensor_joint(m, i);
  const int dim = m.sensor_dim[i];
  require(wanted.values < 0 || dim == wanted.values, "sensor_dim", i, dim,
          "as many as it measures");
  const auto data = static_cast<DataType>(m.sensor_datatype[i]);
  require(data != DataType::Axis || dim == 3, "sensor_dim", i, dim, "3 for an axis");
  require(data != DataType::Quaternion || dim == 4, "sensor_dim", i, dim, "4 for a rotation");
  check_history(m, "sensor_historyadr", i, m.sensor_historyadr[i], m.sensor_history.row(i), dim);
}

// Pixels of a camera are as many as the rangefinder on it has room for.
void check_pixels(const Model& m, int i) {
  if (m.sensor_type[i] != static_cast<int>(SensorType::Rangefinder)) return;
  const int size = ray_size(m.sensor_intprm.row(i)[0]);
  std::int64_t rays = 1;
  if (m.sensor_objtype[i] == static_cast<int>(ObjectType::Camera)) {
    const int camera = m.sensor_objid[i], *resolution = m.cam_resolution.row(camera);
    rays = std::int64_t{resolution[0]} * resolution[1];
    require(rays > 0 && rays * size == m.sensor_dim[i], "cam_resolution", 2 * camera, resolution[0],
            "what it was when the model was compiled, since a rangefinder reads the camera");
  }
  require(rays * size == m.sensor_dim[i], "sensor_dim", i, m.sensor_dim[i],
          "as many as it measures");
}

// Where a shape needs an asset, it has one; that it is of the right kind is known.
void check_shape(const char* name, std::int64_t i, int type, int data) {
  const auto kind = static_cast<GeomType>(type);
  const bool asset = kind == GeomType::Hfield || kind == GeomType::Mesh || kind == GeomType::Sdf;
  require(!asset || data >= 0, name, i, type, "a shape for which it has the data");
}

void check_gain(const Model& m, int i) {
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  require((gain == Gain::So3) == is_orientation(m, i), "actuator_gaintype", i,
          m.actuator_gaintype[i], "mjGAIN_SO3 for those that act on an orientation, and only then");
  const bool fibre = m.actuator_dyntype[i] == static_cast<int>(Dynamics::Hill);
  require((gain == Gain::Hill) == fibre, "actuator_gaintype", i, m.actuator_gaintype[i],
          "mjGAIN_HILL for those with the dynamics of Hill muscles, and only then");
}

// A Data has no room for poses, states and measurements that nothing has.
void check_rooms(const Model& m) {
  const auto sum = [](const Array<field::Int>& counts) {
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < counts.rows(); ++i) total += counts[i];
    return total;
  };
  require(m.nmocap < m.nbody, "nmocap", 0, m.nmocap, "less than nbody");
  require(m.na <= sum(m.actuator_actnum), "na", 0, m.na, "no more than actuator_actnum counts");
  require(m.nsensordata <= sum(m.sensor_dim), "nsensordata", 0, m.nsensordata,
          "no more than sensor_dim counts");
}

}  // namespace

void validate_objects(const Model& m) {
  for (int i = 0; i < m.neq; ++i) check_equality(m, i);
  for (int t = 0; t < m.ntendon; ++t) check_tendon(m, t);
  check_actuators(m);
  for (int j = 0; j < m.njnt; ++j) check_damper(m, "jnt_actuatorid", j, m.jnt_actuatorid[j]);
  for (int t = 0; t < m.ntendon; ++t) {
    check_damper(m, "tendon_actuatorid", t, m.tendon_actuatorid[t]);
  }
  for (int i = 0; i < m.nsensor; ++i) check_sensor(m, i);
  check_rooms(m);
}

void validate_choices(const Model& m) {
  for (int g = 0; g < m.ngeom; ++g) {
    check_shape("geom_type", g, m.geom_type[g], m.geom_dataid[g]);
  }
  for (int i = 0; i < m.nsite; ++i) {
    check_shape("site_type", i, m.site_type[i], m.site_dataid[i]);
  }
  for (int i = 0; i < m.nactuator; ++i) check_gain(m, i);
  for (int i = 0; i < m.nsensor; ++i) check_pixels(m, i);
}

}  // namespace thew::model
