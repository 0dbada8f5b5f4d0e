// thew info: the tree of bodies.
#include "tree.h"

#include <vector>

#include <fmt/format.h>

#include "names.h"

namespace thew::cli {
namespace {

/// What stands in a body or acts on it, by number.
struct Contents {
  std::vector<int> children, joints, geoms, actuators, sensors;
};

// The body that an object stands in; -1 for what has none.
int body_of(const Model& m, ObjectType type, int id) {
  switch (type) {
    case ObjectType::Body:
    case ObjectType::Xbody:
      return id;
    case ObjectType::Joint:
      return m.jnt_bodyid[id];
    case ObjectType::Geom:
      return m.geom_bodyid[id];
    case ObjectType::Site:
      return m.site_bodyid[id];
    case ObjectType::Camera:
      return m.cam_bodyid[id];
    default:
      return -1;
  }
}

// The body of what an actuator drives; -1 for tendons.
int driven_body(const Model& m, int actuator) {
  const int target = m.actuator_trnid.row(actuator)[0];
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return m.jnt_bodyid[target];
    case Transmission::Site:
    case Transmission::Slidercrank:
      return m.site_bodyid[target];
    case Transmission::Body:
      return target;
    default:
      return -1;
  }
}

std::vector<Contents> contents_of(const Model& m) {
  std::vector<Contents> list(static_cast<std::size_t>(m.nbody));
  const auto put = [&](int body, std::vector<int> Contents::* kind, int id) {
    if (body >= 0) (list[static_cast<std::size_t>(body)].*kind).push_back(id);
  };
  for (int b = 1; b < m.nbody; ++b) put(m.body_parentid[b], &Contents::children, b);
  for (int j = 0; j < m.njnt; ++j) put(m.jnt_bodyid[j], &Contents::joints, j);
  for (int g = 0; g < m.ngeom; ++g) put(m.geom_bodyid[g], &Contents::geoms, g);
  for (int a = 0; a < m.nactuator; ++a) put(driven_body(m, a), &Contents::actuators, a);
  for (int s = 0; s < m.nsensor; ++s) {
    const auto type = static_cast<ObjectType>(m.sensor_objtype[s]);
    put(body_of(m, type, m.sensor_objid[s]), &Contents::sensors, s);
  }
  return list;
}

std::vector<std::string> names(const Model& m, ObjectType type, const std::vector<int>& ids) {
  std::vector<std::string> list;
  for (const int id : ids) list.push_back(object_name(m, type, id));
  return list;
}

std::string joint_text(const Model& m, int j) {
  std::string text = fmt::format("{} {}", enum_word("mjtJoint", m.jnt_type[j]),
                                 object_name(m, ObjectType::Joint, j));
  const double* const range = m.jnt_range.values().row(j);
  if (m.jnt_limited[j]) text += fmt::format(" [{}, {}]", brief(range[0]), brief(range[1]));
  return text;
}

std::string line_of(const Model& m, int b, const Contents& in) {
  std::string text = object_name(m, ObjectType::Body, b);
  if (m.body_mass.values()[b] > 0) text += fmt::format("; {} kg", brief(m.body_mass.values()[b]));
  if (m.body_mocapid[b] >= 0) text += "; mocap";
  for (const int j : in.joints) text += "; " + joint_text(m, j);
  if (!in.geoms.empty()) {
    text += fmt::format("; {} geom{}", in.geoms.size(), in.geoms.size() == 1 ? "" : "s");
  }
  if (!in.actuators.empty()) {
    text += fmt::format("; driven by {}",
                        fmt::join(names(m, ObjectType::Actuator, in.actuators), ", "));
  }
  if (!in.sensors.empty()) {
    text +=
        fmt::format("; sensed by {}", fmt::join(names(m, ObjectType::Sensor, in.sensors), ", "));
  }
  return text;
}

}  // namespace

std::string tree_text(const Model& m) {
  const auto contents = contents_of(m);
  struct Line {
    int body;
    std::string before;  // the lines of the bodies above
    bool is_last;
  };
  std::string text = "  tree\n    " + line_of(m, 0, contents[0]) + "\n";
  std::vector<Line> open;  // bodies still to be written, the next one last
  const auto open_children = [&](int body, const std::string& before) {
    const auto& children = contents[static_cast<std::size_t>(body)].children;
    for (std::size_t i = children.size(); i-- > 0;) {
      open.push_back({children[i], before, i + 1 == children.size()});
    }
  };
  open_children(0, "    ");
  while (!open.empty()) {
    const Line line = open.back();
    open.pop_back();
    const Contents& in = contents[static_cast<std::size_t>(line.body)];
    text += line.before + (line.is_last ? "`- " : "|- ") + line_of(m, line.body, in) + "\n";
    open_children(line.body, line.before + (line.is_last ? "   " : "|  "));
  }
  return text + fmt::format("    total {} kg in {} bodies, {} dofs, {} actuators, {} sensors\n",
                            brief(m.body_subtreemass.values()[0]), m.nbody - 1, m.nv, m.nactuator,
                            m.nsensor);
}

Json bodies_json(const Model& m) {
  const auto contents = contents_of(m);
  Json list = Json::array();
  for (int b = 0; b < m.nbody; ++b) {
    const Contents& in = contents[static_cast<std::size_t>(b)];
    const double* const inertia = m.body_inertia.values().row(b);
    list.push_back({{"name", id_to_name(m, ObjectType::Body, b)},
                    {"parent", b == 0 ? -1 : m.body_parentid[b]},
                    {"mass", m.body_mass.values()[b]},
                    {"subtree_mass", m.body_subtreemass.values()[b]},
                    {"inertia", std::vector<double>(inertia, inertia + 3)},
                    {"joints", names(m, ObjectType::Joint, in.joints)},
                    {"geoms", in.geoms.size()},
                    {"actuators", names(m, ObjectType::Actuator, in.actuators)},
                    {"sensors", names(m, ObjectType::Sensor, in.sensors)}});
  }
  return list;
}

}  // namespace thew::cli
