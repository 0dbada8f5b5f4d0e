#include "gpu/refuse.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <thew/error.h>

#include "gpu/tables.h"
#include "model/own_number.h"

namespace thew::gpu {

namespace {

constexpr const char* kElsewhere = "a batch on the processor has it";

// A word for an object: its kind, and its name or number.
std::string word(const Model& m, const char* kind, ObjectType type, int i) {
  const char* name = id_to_name(m, type, i);
  const bool named = name != nullptr && *name != '\0';
  return std::string(kind) + (named ? " \"" + std::string(name) + "\"" : " " + std::to_string(i));
}

// The first of `count` objects that a test holds for.
template <class Test>
std::string first_of(const Model& m, std::int64_t count, const char* kind, ObjectType type,
                     Test test) {
  for (int i = 0; i < count; ++i) {
    if (test(i)) return word(m, kind, type, i);
  }
  return {};
}
template <class Test>
std::string first_actuator(const Model& m, Test test) {
  return first_of(m, m.nactuator, "actuator", ObjectType::Actuator, test);
}

bool is(int value, auto kind) {
  return value == static_cast<int>(kind);
}
std::string said(bool it, const char* what) {
  return it ? what : "";
}

// The first pair of geoms that may touch and for which a test holds.
template <class Test>
std::string first_pair(const Model& m, Test test) {
  const Tables t = make_pairs(m);
  for (std::size_t i = 0; i < t.pair_geom1.size(); ++i) {
    const int a = t.pair_geom1[i], b = t.pair_geom2[i];
    if (test(a, b)) {
      return word(m, "geom", ObjectType::Geom, a) + " with " + word(m, "geom", ObjectType::Geom, b);
    }
  }
  return {};
}
std::string touching(const Model& m, GeomType type) {
  return first_pair(
      m, [&](int a, int b) { return is(m.geom_type[a], type) || is(m.geom_type[b], type); });
}

template <class Test>
std::string first_sensor(const Model& m, Test test) {
  return first_of(m, m.nsensor, "sensor", ObjectType::Sensor,
                  [&](int i) { return test(i, static_cast<SensorType>(m.sensor_type[i])); });
}
bool is_primitive(const Model& m, int geom) {
  return !is(m.geom_type[geom], GeomType::Hfield) &&
         m.geom_type[geom] <= static_cast<int>(GeomType::Box);
}
bool in_mesh(const Model& m, int site) {
  return m.site_type[site] > static_cast<int>(GeomType::Box);
}

constexpr Feature kFeatures[] = {
    {"free, ball, slide and hinge joints", Support::Yes, nullptr},
    {"mocap bodies", Support::Yes, nullptr},
    {"gravity compensation, springs and dampers of joints", Support::Yes, nullptr},
    {"springs that yield", Support::Yes, nullptr},
    {"motors, position and velocity servos, muscles, filters on joints", Support::Yes, nullptr},
    {"the same on tendons and sites", Support::Yes, nullptr},
    {"actuators on bodies, cranks, orientations, and on sites by another site", Support::Yes,
     nullptr},
    {"pid controllers, Hill muscles, dc motors", Support::Yes, nullptr},
    {"servos of angles of ball joints", Support::Yes, nullptr},
    {"delayed controls", Support::Yes, nullptr},
    {"actuators of plugins and of the user", Support::No,
     [](const Model& m) {
       return first_actuator(m, [&](int i) {
         return m.actuator_plugin[i] >= 0 || is(m.actuator_gaintype[i], Gain::User) ||
                is(m.actuator_biastype[i], Bias::User) ||
                is(m.actuator_dyntype[i], Dynamics::User) ||
                is(m.actuator_trntype[i], Transmission::Undefined) || m.actuator_ctrlnum[i] > 4;
       });
     }},
    {"fixed and spatial tendons, wrapping, pulleys: springs, dampers and limits", Support::Yes,
     nullptr},
    {"dry friction, armature and bounded forces of tendons", Support::Yes, nullptr},
    {"fluid forces", Support::Yes, nullptr},
    {"flexes", Support::No, [](const Model& m) { return said(m.nflex > 0, "a flex"); }},
    {"sleep", Support::No,
     [](const Model& m) { return said(has(m.opt.enableflags, EnableBit::Sleep), "option sleep"); }},
    {"Euler's integrator, with implicit damping, implicit, implicitfast and RK4", Support::Yes,
     nullptr},
    {"the integrators discrete and implicitspringdamper", Support::Yes, nullptr},
    {"Newton's method, CG, PGS", Support::Yes, nullptr},
    {"the classic formulation", Support::No,
     [](const Model& m) {
       return said(!is(m.opt.formulation, Formulation::Default), "option formulation");
     }},
    {"noslip", Support::Yes, nullptr},
    {"contacts of primitives and convex meshes", Support::Yes, nullptr},
    {"contacts of meshes that are not convex", Support::No,
     [](const Model& m) {
       const auto hollow = [&](int g) {
         return is(m.geom_type[g], GeomType::Mesh) && !m.mesh_convex[m.geom_dataid[g]];
       };
       return first_pair(m, [&](int a, int b) { return hollow(a) || hollow(b); });
     }},
    {"contacts of height fields", Support::Yes, nullptr},
    {"contacts of distance fields", Support::No,
     [](const Model& m) { return touching(m, GeomType::Sdf); }},
    {"limits, dry friction, pyramidal and elliptic cones", Support::Yes, nullptr},
    {"equalities: connect, weld, joint, tendon, distance", Support::Yes, nullptr},
    {"equalities of flexes", Support::No,
     [](const Model& m) {
       return first_of(m, m.neq, "equality", ObjectType::Equality, [&](int i) {
         return !is(m.eq_type[i], EqualityType::Joint) &&
                !is(m.eq_type[i], EqualityType::Connect) && !is(m.eq_type[i], EqualityType::Weld) &&
                !is(m.eq_type[i], EqualityType::Tendon) &&
                !is(m.eq_type[i], EqualityType::Distance);
       });
     }},
    {"surfaces that slide", Support::Yes, nullptr},
    {"sticky surfaces", Support::Yes, nullptr},
    {"exact diagonals", Support::Yes, nullptr},
    {"speculative contacts", Support::No,
     [](const Model& m) {
       return said(has(m.opt.enableflags, EnableBit::Speculative), "option speculative");
     }},
    {"sensors with a delay or an interval", Support::Yes, nullptr},
    {"sensors, as outputs: all but the following", Support::Yes, nullptr},
    {"rangefinders that may see meshes or fields", Support::NotSensed,
     [](const Model& m) {
       bool all_primitive = true;
       for (int g = 0; g < m.ngeom; ++g) all_primitive = all_primitive && is_primitive(m, g);
       return first_sensor(m, [&](int, SensorType type) {
         return type == SensorType::Rangefinder && !all_primitive;
       });
     }},
    {"sensors of distances between geoms", Support::Yes, nullptr},
    {"sensors of distances of meshes that are not convex, and of distance fields",
     Support::NotSensed,
     [](const Model& m) {
       bool hollow = false;
       for (int g = 0; g < m.ngeom; ++g) {
         const bool mesh = is(m.geom_type[g], GeomType::Mesh);
         hollow = hollow || is(m.geom_type[g], GeomType::Sdf) ||
                  (mesh && !m.mesh_convex[m.geom_dataid[g]]);
       }
       return first_sensor(m, [&](int, SensorType type) { return hollow && is_of_distance(type); });
     }},
    {"tactile sensors, touch grids and sensors of the user", Support::NotSensed,
     [](const Model& m) {
       return first_sensor(m, [&](int, SensorType type) { return type >= SensorType::Tactile; });
     }},
    {"sensors of how far things reach out of a site, and of what is inside of a mesh",
     Support::NotSensed,
     [](const Model& m) {
       return first_sensor(m, [&](int i, SensorType type) {
         const bool mesh =
             (type == SensorType::Insidesite && in_mesh(m, m.sensor_refid[i])) ||
             (type == SensorType::Touch && in_mesh(m, m.sensor_objid[i])) ||
             (type == SensorType::Contact && is(m.sensor_objtype[i], ObjectType::Site) &&
              in_mesh(m, m.sensor_objid[i]));
         return mesh || (type == SensorType::Insidesite && m.sensor_intprm.row(i)[0] != 0);
       });
     }},
    {"plugins", Support::No, [](const Model& m) { return said(m.nplugin > 0, "a plugin"); }},
};

}  // namespace

std::span<const Feature> features() {
  return kFeatures;
}

std::string feature_table() {
  std::string table = "| what a model may have | on devices |\n|---|---|\n";
  for (const Feature& feature : kFeatures) {
    table += "| " + std::string(feature.name) +
             (feature.support == Support::Yes ? " | yes |\n" : " | no |\n");
  }
  return table;
}

std::int32_t senses_of(const Model& m, const std::vector<std::string>& outputs) {
  constexpr std::string_view kMeasured[] = {"sensordata", "subtree_linvel", "subtree_angmom"};
  constexpr std::string_view kForces[] = {"cacc", "cfrc_int", "cfrc_ext"};
  const auto is_among = [](const auto& names, const std::string& name) {
    return std::ranges::find(names, name) != std::end(names);
  };
  std::int32_t bits = 0;
  // What sensors remember is part of the state.
  for (int i = 0; i < m.nsensor; ++i) bits |= m.sensor_historyadr[i] >= 0 ? kMeasurements : 0;
  for (const std::string& name : outputs) {
    if (is_among(kMeasured, name)) bits |= kMeasurements;
    if (is_among(kForces, name)) bits |= kForcesAfter;
  }
  return bits;
}

void refuse(const Model& m, const std::vector<std::string>& outputs) {
  const bool senses = (senses_of(m, outputs) & kMeasurements) != 0;
  for (const Feature& feature : kFeatures) {
    if (feature.support == Support::Yes) continue;
    if (feature.support == Support::NotSensed && !senses) continue;
    const std::string element = feature.find(m);
    if (element.empty()) continue;
    throw Error({}, element + " needs what devices do not compute yet: " + feature.name,
                kElsewhere);
  }
}

// Models that have these are refused whole; those that have none of it may not get it by a world.
void refuse_number(const Model& m, ParameterId id) {
  const auto drives_tendon = [&](int i) { return is(m.actuator_trntype[i], Transmission::Tendon); };
  bool missing = false;
  switch (id) {
    case ParameterId::tendon_frictionloss:
      missing = m.ntendon > 0 && !has_dry_tendons(m);
      break;
    case ParameterId::tendon_armature:
      missing = m.ntendon > 0 && !has_armed_tendons(m);
      break;
    case ParameterId::actuator_armature:
      missing = !first_actuator(m, drives_tendon).empty() && !has_armed_tendons(m);
      break;
    case ParameterId::geom_surfacevel:
      missing = !m.flg_surfacevel;
      break;
    case ParameterId::geom_adhesion:
    case ParameterId::pair_adhesion:
      missing = !m.flg_adhesion;
      break;
    default:
      break;
  }
  if (!missing) return;
  const std::string name = own_number(m, static_cast<int>(id)).name;
  throw Error({}, name + " counts for something that devices do not compute yet", kElsewhere);
}

}  // namespace thew::gpu
