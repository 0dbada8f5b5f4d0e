#include "inspect.h"

#include <algorithm>
#include <cmath>

#include <thew/constraint.h>
#include <thew/dynamics.h>

namespace thew::viewer {

namespace {

// The address of an element in fields that are counted otherwise, or -1: qpos of a joint...
struct Part {
  std::int64_t first = -1, count = 0;
};
Part part_of(const Model& m, const Kind& kind, int i, std::string_view rows) {
  const auto joint_width = [](int type) {
    return type == 0 ? Part{7, 6} : type == 1 ? Part{4, 3} : Part{1, 1};
  };
  if (kind.type == ObjectType::Joint) {
    const Part width = joint_width(m.jnt_type[i]);
    if (rows == "nq") return {m.jnt_qposadr[i], width.first};
    if (rows == "nv") return {m.jnt_dofadr[i], width.count};
  }
  if (kind.type == ObjectType::Body && rows == "nv" && m.body_dofnum[i] > 0) {
    return {m.body_dofadr[i], m.body_dofnum[i]};
  }
  if (kind.type == ObjectType::Body && rows == "nmocap" && m.body_mocapid[i] >= 0) {
    return {m.body_mocapid[i], 1};
  }
  if (kind.type == ObjectType::Actuator) {
    if (rows == "nu") return {m.actuator_ctrladr[i], m.actuator_ctrlnum[i]};
    if (rows == "na" && m.actuator_actnum[i] > 0)
      return {m.actuator_actadr[i], m.actuator_actnum[i]};
  }
  if (kind.type == ObjectType::Sensor && rows == "nsensordata")
    return {m.sensor_adr[i], m.sensor_dim[i]};
  if (rows == kind.rows) return {i, 1};
  return {};
}

Json field_json(const FieldRef& field, const FieldView& view, const Part& part) {
  Json json = {{"name", field.name()},
               {"of", field.owner() == FieldRef::Owner::Model ? "model" : "data"},
               {"value", to_json(field, view, part.first, part.count)},
               {"index", part.first * view.columns},
               {"unit", field.unit()},
               {"writable", field.writable()},
               {"description", field.description()}};
  if (field.domain().form == Domain::Form::Kind && view.columns == 1 && part.count == 1) {
    const auto value = static_cast<int>(field.read(view, part.first));
    for (const Enumerator& entry : field.domain().values) {
      if (entry.value == value) json["words"] = entry.name;
    }
  }
  return json;
}

Json parent_json(const Model& m, const Kind& kind, int i) {
  int body = -1;
  switch (kind.type) {
    case ObjectType::Body:
      body = i > 0 ? m.body_parentid[i] : -1;
      break;
    case ObjectType::Joint:
      body = m.jnt_bodyid[i];
      break;
    case ObjectType::Geom:
      body = m.geom_bodyid[i];
      break;
    case ObjectType::Site:
      body = m.site_bodyid[i];
      break;
    case ObjectType::Camera:
      body = m.cam_bodyid[i];
      break;
    case ObjectType::Light:
      body = m.light_bodyid[i];
      break;
    default:
      break;
  }
  if (body < 0) return nullptr;
  return {{"kind", "body"}, {"index", body}, {"name", object_name(m, ObjectType::Body, body)}};
}

Json numbers(const double* values, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(number(values[i]));
  return list;
}

// J a - aref of every row.
std::vector<double> row_errors(const World& world) {
  const Data& d = world.data();
  std::vector<double> error(static_cast<std::size_t>(d.nefc));
  if (d.nefc == 0) return error;
  constraint::multiply_jacobian(world.model(), d, d.qacc.data(), error.data());
  for (int i = 0; i < d.nefc; ++i) error[static_cast<std::size_t>(i)] -= d.efc_aref[i];
  return error;
}

// Of a row that pushes, what its force does not explain: force = -D (J a - aref).
double row_residual(const Data& d, const std::vector<double>& error, int row) {
  if (d.efc_state[row] != static_cast<int>(ConstraintState::Quadratic)) return 0;
  return error[static_cast<std::size_t>(row)] + d.efc_R[row] * d.efc_force[row];
}

int rows_of(const Model& model, const Data& d, int contact) {
  const int dim = d.contact.dim[contact];
  if (dim == 1) return 1;
  return constraint::has_elliptic_cones(model) ? dim : 2 * (dim - 1);
}

// 1 - |friction| / cone, 0 while sliding.
double cone_slack(const Data& d, int contact, const double* force) {
  const double* mu = d.contact.friction.row(contact);
  double used = 0;
  for (int i = 1; i < d.contact.dim[contact]; ++i) {
    used += force[i] * force[i] / std::max(mu[i - 1] * mu[i - 1], 1e-20);
  }
  return force[0] > 0 ? std::clamp(1 - std::sqrt(used) / force[0], 0.0, 1.0) : 0;
}

}  // namespace

Json properties(const World& world, const Kind& kind, int index) {
  const Model& model = world.model();
  Json list = Json::array();
  for (const FieldRef& field : fields()) {
    if (field.type() == FieldType::Char || field.rows()[0] == '\0') continue;
    const Part part = part_of(model, kind, index, field.rows());
    if (part.first < 0 || std::string_view(field.name()).starts_with("name_")) continue;
    const FieldView view = field.view(model, world.data());
    if (part.first + part.count > view.rows || view.columns > 64) continue;
    list.push_back(field_json(field, view, part));
  }
  return {{"type", "properties"},
          {"kind", kind.word},
          {"index", index},
          {"name", object_name(model, kind.type, index)},
          {"parent", parent_json(model, kind, index)},
          {"fields", std::move(list)}};
}

Json contact_json(const World& world, int i) {
  const Model& model = world.model();
  const Data& d = world.data();
  double force[6] = {};
  const int row = d.contact.efc_address[i];
  if (row >= 0) constraint::contact_force(model, d, i, force);
  Json names = Json::array(), bodies = Json::array();
  for (int side = 0; side < 2; ++side) {
    const int geom = d.contact.geom.row(i)[side];
    names.push_back(geom >= 0 ? object_name(model, ObjectType::Geom, geom) : "flex");
    bodies.push_back(geom >= 0 ? model.geom_bodyid[geom] : -1);
  }
  Json residuals = Json::array();
  if (row >= 0) {
    const std::vector<double> error = row_errors(world);
    for (int r = row; r < std::min(row + rows_of(model, d, i), d.nefc); ++r) {
      residuals.push_back(number(row_residual(d, error, r)));
    }
  }
  return {{"index", i},
          {"geom", {d.contact.geom.row(i)[0], d.contact.geom.row(i)[1]}},
          {"names", names},
          {"bodies", bodies},
          {"pos", numbers(d.contact.pos.row(i), 3)},
          {"frame", numbers(d.contact.frame.row(i), 9)},
          {"dist", number(d.contact.dist[i])},
          {"dim", d.contact.dim[i]},
          {"friction", numbers(d.contact.friction.row(i), 5)},
          {"solref", numbers(d.contact.solref.row(i), 2)},
          {"solreffriction", numbers(d.contact.solreffriction.row(i), 2)},
          {"solimp", numbers(d.contact.solimp.row(i), 5)},
          {"includemargin", number(d.contact.includemargin[i])},
          {"exclude", d.contact.exclude[i]},
          {"force", numbers(force, 6)},
          {"normal_force", number(force[0])},
          {"friction_force", number(std::hypot(force[1], force[2]))},
          {"cone", constraint::has_elliptic_cones(model) ? "elliptic" : "pyramidal"},
          {"slack", number(cone_slack(d, i, force))},
          {"residual", residuals},
          {"row", row}};
}

Json contacts_json(const World& world) {
  constexpr int kMost = 500;  // a table longer than this is read by nobody
  Json list = Json::array();
  for (int i = 0; i < std::min(world.data().ncon, kMost); ++i)
    list.push_back(contact_json(world, i));
  return list;
}

int nearest_contact(const World& world, const double* point) {
  const Data& d = world.data();
  int nearest = -1;
  double least = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const double* pos = d.contact.pos.row(i);
    const double distance = std::hypot(pos[0] - point[0], pos[1] - point[1], pos[2] - point[2]);
    if (nearest < 0 || distance < least) nearest = i, least = distance;
  }
  return nearest;
}

std::string key_text(const World& world) {
  const Data& d = world.data();
  std::string text = "<key time=\"" + Json(d.time).dump() + "\"";
  const auto add = [&](const char* name, const double* values, std::int64_t count) {
    if (count == 0) return;
    text += std::string(" ") + name + "=\"";
    for (std::int64_t i = 0; i < count; ++i) text += (i > 0 ? " " : "") + Json(values[i]).dump();
    text += "\"";
  };
  add("qpos", d.qpos.data(), d.qpos.size());
  add("qvel", d.qvel.data(), d.qvel.size());
  add("act", d.act.data(), d.act.size());
  add("ctrl", d.ctrl.data(), d.ctrl.size());
  add("mpos", d.mocap_pos.data(), d.mocap_pos.size());
  add("mquat", d.mocap_quat.data(), d.mocap_quat.size());
  return text + "/>";
}

std::string row_name(const World& world, int row) {
  const Model& m = world.model();
  const Data& d = world.data();
  if (row < 0 || row >= d.nefc) return "";
  const int id = d.efc_id[row];
  switch (static_cast<ConstraintType>(d.efc_type[row])) {
    case ConstraintType::Equality:
      return "equality " + object_name(m, ObjectType::Equality, id);
    case ConstraintType::FrictionDof:
      return "friction of joint " + object_name(m, ObjectType::Joint, m.dof_jntid[id]);
    case ConstraintType::FrictionTendon:
      return "friction of tendon " + object_name(m, ObjectType::Tendon, id);
    case ConstraintType::LimitJoint:
      return "limit of joint " + object_name(m, ObjectType::Joint, id);
    case ConstraintType::LimitTendon:
      return "limit of tendon " + object_name(m, ObjectType::Tendon, id);
    default:
      break;
  }
  if (id < 0 || id >= d.ncon) return "row " + std::to_string(row);
  const int* geom = d.contact.geom.row(id);
  const auto name = [&](int g) {
    return g >= 0 ? object_name(m, ObjectType::Geom, g) : std::string("flex");
  };
  return "contact of " + name(geom[0]) + " and " + name(geom[1]) + ", row " +
         std::to_string(row - d.contact.efc_address[id]);
}

Residual residual(const World& world) {
  const Model& model = world.model();
  const Data& d = world.data();
  Residual result;
  result.of_rows = model.opt.solver == static_cast<int>(Solver::Pgs);
  std::vector<double> left;
  if (result.of_rows) {
    const std::vector<double> error = row_errors(world);
    for (int row = 0; row < d.nefc; ++row) left.push_back(row_residual(d, error, row));
  } else if (model.nv > 0) {
    left.resize(static_cast<std::size_t>(model.nv));
    dynamics::multiply_inertia(model, d, left.data(), d.qacc.data());
    for (int i = 0; i < model.nv; ++i) {
      left[static_cast<std::size_t>(i)] -= d.qfrc_smooth[i] + d.qfrc_constraint[i];
    }
  }
  double most = 0, sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    sum += left[i] * left[i];
    if (std::abs(left[i]) > most) most = std::abs(left[i]), result.worst = static_cast<int>(i);
  }
  result.norm = std::sqrt(sum);
  return result;
}

std::string worst_name(const World& world, const Residual& residual) {
  if (residual.worst < 0) return "";
  if (residual.of_rows) return row_name(world, residual.worst);
  const Model& model = world.model();
  return "joint " + object_name(model, ObjectType::Joint, model.dof_jntid[residual.worst]);
}

}  // namespace thew::viewer
