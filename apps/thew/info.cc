// thew info and thew models: what is in a model, and which ones come with the program.
#include <cstring>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/field_table.h>
#include <thew/gpu.h>
#include <thew/model.h>

#include "commands.h"
#include "models.h"
#include "names.h"
#include "output.h"
#include "suspicions.h"
#include "tree.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew info humanoid                    tree, joints, actuators, sensors, options
  thew info my_robot.urdf --package-path ~/ros/src
  thew info my_robot.xml --json         everything, for a script
  thew info my_robot.xml --gpu          what its worlds take of a GPU's memory, and how many fit
  thew info --list                      the built-in models (the same as `thew models`)

The tree has a line for each body: its mass, its joints, the actuators that drive them, and the
sensors of what stands in it. Below, "suspicious" names what is allowed but rarely meant:
  tiny inertia       a body as if it were a point, or a joint that moves next to nothing
  mass ratio         1000 times the mass of a body hangs on it
  falls              a free body that collides with nothing
  joint range        a range that is a single point, or a start outside of it
  unlimited servo    a position servo on a joint without limits
  stiff servo        gains that are unstable at this time step
  no control range   actuators that take any control
  inside out         a mesh whose triangles face inwards: its volume is negative
  unused             meshes, materials... that nothing uses
  overlap            geoms that are more than 1 mm deep in one another at the start)";

struct InfoOptions {
  std::string model;
  bool list = false;
  bool gpu = false;
  LoadFlags load;
};

std::string range_text(bool limited, const double* range) {
  return limited ? fmt::format("[{}, {}]", brief(range[0]), brief(range[1])) : "";
}

// Zero is the default of most numbers: it is shown as nothing.
std::string nonzero(double value) {
  return value == 0 ? "" : brief(value);
}

Table joint_table(const Model& m) {
  Table table(
      {"joint", "type", "body", "qpos", "dof", "range", "stiffness", "damping", "armature"});
  for (int j = 0; j < m.njnt; ++j) {
    const int dof = m.jnt_dofadr[j];
    table.add({object_name(m, ObjectType::Joint, j), enum_word("mjtJoint", m.jnt_type[j]),
               object_name(m, ObjectType::Body, m.jnt_bodyid[j]), std::to_string(m.jnt_qposadr[j]),
               std::to_string(dof), range_text(m.jnt_limited[j], m.jnt_range.values().row(j)),
               nonzero(m.jnt_stiffness.values()[j]), nonzero(m.dof_damping.values()[dof]),
               nonzero(m.dof_armature.values()[dof])});
  }
  return table;
}

ObjectType transmission_target(int transmission) {
  switch (static_cast<Transmission>(transmission)) {
    case Transmission::Tendon:
      return ObjectType::Tendon;
    case Transmission::Site:
    case Transmission::Slidercrank:
      return ObjectType::Site;
    case Transmission::Body:
      return ObjectType::Body;
    default:
      return ObjectType::Joint;
  }
}

std::string target_name(const Model& m, int actuator) {
  return object_name(m, transmission_target(m.actuator_trntype[actuator]),
                     m.actuator_trnid.row(actuator)[0]);
}

Table actuator_table(const Model& m) {
  Table table({"actuator", "acts on", "target", "dynamics", "gain", "bias", "control range",
               "force range"});
  for (int a = 0; a < m.nactuator; ++a) {
    const int ctrl = m.actuator_ctrladr[a];
    const bool limited = m.actuator_ctrlnum[a] > 0 && m.actuator_ctrllimited[ctrl];
    table.add({object_name(m, ObjectType::Actuator, a), enum_word("mjtTrn", m.actuator_trntype[a]),
               target_name(m, a), enum_word("mjtDyn", m.actuator_dyntype[a]),
               enum_word("mjtGain", m.actuator_gaintype[a]),
               enum_word("mjtBias", m.actuator_biastype[a]),
               limited ? range_text(true, m.actuator_ctrlrange.values().row(ctrl)) : "",
               range_text(m.actuator_forcelimited[a], m.actuator_forcerange.values().row(a))});
  }
  return table;
}

std::string sensor_target(const Model& m, int sensor) {
  const auto type = static_cast<ObjectType>(m.sensor_objtype[sensor]);
  return type == ObjectType::Unknown ? "" : object_name(m, type, m.sensor_objid[sensor]);
}

Table sensor_table(const Model& m) {
  Table table({"sensor", "type", "of", "values", "cutoff", "noise"});
  for (int s = 0; s < m.nsensor; ++s) {
    table.add({object_name(m, ObjectType::Sensor, s), enum_word("mjtSensor", m.sensor_type[s]),
               sensor_target(m, s), std::to_string(m.sensor_dim[s]), nonzero(m.sensor_cutoff[s]),
               nonzero(m.sensor_noise[s])});
  }
  return table;
}

Json array_json(const double* values, std::int64_t count) {
  return Json(std::vector<double>(values, values + count));
}

Json joints_json(const Model& m) {
  Json list = Json::array();
  for (int j = 0; j < m.njnt; ++j) {
    const int dof = m.jnt_dofadr[j];
    list.push_back({{"name", id_to_name(m, ObjectType::Joint, j)},
                    {"type", enum_word("mjtJoint", m.jnt_type[j])},
                    {"body", id_to_name(m, ObjectType::Body, m.jnt_bodyid[j])},
                    {"qposadr", m.jnt_qposadr[j]},
                    {"dofadr", dof},
                    {"limited", bool(m.jnt_limited[j])},
                    {"range", array_json(m.jnt_range.values().row(j), 2)},
                    {"stiffness", m.jnt_stiffness.values()[j]},
                    {"damping", m.dof_damping.values()[dof]},
                    {"armature", m.dof_armature.values()[dof]},
                    {"frictionloss", m.dof_frictionloss.values()[dof]}});
  }
  return list;
}

Json sensors_json(const Model& m) {
  Json list = Json::array();
  for (int s = 0; s < m.nsensor; ++s) {
    list.push_back({{"name", id_to_name(m, ObjectType::Sensor, s)},
                    {"type", enum_word("mjtSensor", m.sensor_type[s])},
                    {"object_type", enum_word("mjtObj", m.sensor_objtype[s])},
                    {"object", sensor_target(m, s)},
                    {"adr", m.sensor_adr[s]},
                    {"dim", m.sensor_dim[s]}});
  }
  return list;
}

Json actuators_json(const Model& m) {
  Json list = Json::array();
  for (int a = 0; a < m.nactuator; ++a) {
    const int ctrl = m.actuator_ctrladr[a], controls = m.actuator_ctrlnum[a],
              out = m.actuator_outadr[a];
    Json ranges = Json::array();
    for (int i = ctrl; i < ctrl + controls; ++i) {
      ranges.push_back(
          m.actuator_ctrllimited[i] ? array_json(m.actuator_ctrlrange.values().row(i), 2) : Json());
    }
    list.push_back({{"name", id_to_name(m, ObjectType::Actuator, a)},
                    {"transmission", enum_word("mjtTrn", m.actuator_trntype[a])},
                    {"target", target_name(m, a)},
                    {"dynamics", enum_word("mjtDyn", m.actuator_dyntype[a])},
                    {"gain", enum_word("mjtGain", m.actuator_gaintype[a])},
                    {"bias", enum_word("mjtBias", m.actuator_biastype[a])},
                    {"gear", array_json(m.actuator_gear.values().row(out), 6)},
                    {"controls", controls},
                    {"ctrlrange", ranges},
                    {"forcerange", m.actuator_forcelimited[a]
                                       ? array_json(m.actuator_forcerange.values().row(a), 2)
                                       : Json()}});
  }
  return list;
}

// The values of one scalar field of the run-time table.
template <class E>
Json values_json(const void* address, int count) {
  const E* values = static_cast<const E*>(address);
  return count == 1 ? Json(values[0]) : Json(std::vector<E>(values, values + count));
}

Json scalar_json(Model& model, const ScalarField<Model>& field) {
  const void* address = field.address(model);
  switch (field.type) {
    case FieldType::Real:
      return values_json<double>(address, field.count);
    case FieldType::Float:
      return values_json<float>(address, field.count);
    case FieldType::Int:
      return values_json<std::int32_t>(address, field.count);
    case FieldType::Long:
      return values_json<std::int64_t>(address, field.count);
    default:
      return *static_cast<const bool*>(address);
  }
}

// All scalars of a group of the Model: "opt", "stat".
Json group_json(Model& model, const char* group) {
  Json result = Json::object();
  for (const ScalarField<Model>& field : model_scalars()) {
    if (std::strcmp(field.group, group) == 0) result[field.name] = scalar_json(model, field);
  }
  return result;
}

Json sizes_json(const Model& model) {
  Json sizes;
#define THEW_SIZE(name, description) sizes[#name] = model.name;
#include <thew/fields.inc>
  return sizes;
}

Json info_json(const std::string& name, Loaded& loaded) {
  Model& m = loaded.model;
  Json options = group_json(m, "opt");
  options["integrator"] = enum_word("mjtIntegrator", m.opt.integrator);
  options["cone"] = enum_word("mjtCone", m.opt.cone);
  options["solver"] = enum_word("mjtSolver", m.opt.solver);
  options["formulation"] = enum_word("mjtFormulation", m.opt.formulation);
  options["jacobian"] = enum_word("mjtJacobian", m.opt.jacobian);
  options["disabled"] = flag_words("mjtDisableBit", m.opt.disableflags);
  options["enabled"] = flag_words("mjtEnableBit", m.opt.enableflags);
  Json keys = Json::array();
  for (int k = 0; k < m.nkey; ++k) keys.push_back(id_to_name(m, ObjectType::Key, k));
  Json suspicious = Json::array();
  for (const Suspicion& one : find_suspicions(m)) {
    suspicious.push_back({{"kind", one.kind}, {"where", one.where}, {"what", one.what}});
  }
  return {{"model", name},
          {"modelname", m.modelname},
          {"load_seconds", loaded.seconds},
          {"total_mass", m.body_subtreemass[0]},
          {"sizes", sizes_json(m)},
          {"options", options},
          {"statistic", group_json(m, "stat")},
          {"bodies", bodies_json(m)},
          {"joints", joints_json(m)},
          {"actuators", actuators_json(m)},
          {"sensors", sensors_json(m)},
          {"suspicious", suspicious},
          {"keyframes", keys},
          {"warnings", m.warnings}};
}

// "nq 28, nv 27": those of a list of sizes that are not zero.
std::string sizes_text(const Model& m) {
  std::string text;
  const auto add = [&text](const char* what, std::int64_t count) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add("qpos", m.nq);
  add("dofs", m.nv);
  add("controls", m.nu);
  add("activations", m.na);
  add("bodies", m.nbody);
  add("joints", m.njnt);
  add("geoms", m.ngeom);
  add("sites", m.nsite);
  add("tendons", m.ntendon);
  add("actuators", m.nactuator);
  add("sensors", m.nsensor);
  add("equalities", m.neq);
  add("meshes", m.nmesh);
  add("mocap bodies", m.nmocap);
  add("keyframes", m.nkey);
  return text;
}

void print_info(const std::string& name, const Loaded& loaded) {
  const Model& m = loaded.model;
  fmt::print("{}{}\n", name,
             m.modelname.empty() ? "" : fmt::format(" (model \"{}\")", m.modelname));
  fmt::print("  sizes       {}\n", sizes_text(m));
  fmt::print("  total mass  {} kg\n", brief(m.body_subtreemass.values()[0]));
  fmt::print("  options     timestep {} s, integrator {}, gravity [{} {} {}] m/s^2\n",
             m.opt.timestep, enum_word("mjtIntegrator", m.opt.integrator), m.opt.gravity[0],
             m.opt.gravity[1], m.opt.gravity[2]);
  if (m.opt.formulation == static_cast<int>(Formulation::Classic)) {
    fmt::print("              classic formulation, solver {}\n",
               enum_word("mjtSolver", m.opt.solver));
  } else {
    fmt::print("              solver {}, cone {}\n", enum_word("mjtSolver", m.opt.solver),
               enum_word("mjtCone", m.opt.cone));
  }
  const auto disabled = flag_words("mjtDisableBit", m.opt.disableflags);
  const auto enabled = flag_words("mjtEnableBit", m.opt.enableflags);
  if (!disabled.empty()) fmt::print("  disabled    {}\n", fmt::join(disabled, ", "));
  if (!enabled.empty()) fmt::print("  enabled     {}\n", fmt::join(enabled, ", "));
  fmt::print("  load time   {:.3g} ms\n", loaded.seconds * 1e3);
  for (const std::string& warning : m.warnings) fmt::print("  warning     {}\n", warning);
  fmt::print("\n{}", tree_text(m));
  for (const Table& table : {joint_table(m), actuator_table(m), sensor_table(m)}) {
    if (!table.empty()) fmt::print("\n{}", table.text());
  }
  const auto suspicions = find_suspicions(m);
  if (!suspicions.empty()) fmt::print("\n  suspicious\n");
  for (const Suspicion& one : suspicions) {
    fmt::print("    {}{}{} [{}]\n", one.where, one.where.empty() ? "" : ": ", one.what, one.kind);
  }
}

void list_models(const Context& context) {
  Json list = Json::array();
  Table table({"name", "what it is"});
  for (const Builtin& builtin : builtins()) {
    list.push_back({{"name", builtin.name}, {"description", describe(builtin)}});
    table.add({std::string(builtin.name), shorten(describe(builtin), 80)});
  }
  if (context.json) {
    print_json({{"models", list}});
  } else {
    fmt::print("{}", table.text(0));
  }
}

// What worlds of a model take of a GPU's memory, and how many fit into each GPU.
void print_gpu(const std::string& name, const Model& model, const Context& context) {
  Json list = Json::array();
  Table table({"precision", "bytes/model", "bytes/world", "GPU", "worlds"});
  for (const Precision precision : {Precision::Double, Precision::Single}) {
    const char* word = precision == Precision::Single ? "single" : "double";
    const gpu::MemoryNeed need = gpu::memory_need(model, precision);
    Json fit = Json::object();
    const auto add = [&](const std::string& memory, std::int64_t bytes) {
      fit[memory] = need.worlds(bytes);
      table.add({word, std::to_string(need.model), std::to_string(need.world), memory,
                 std::to_string(need.worlds(bytes))});
    };
    for (const gpu::Gpu& one : gpu::devices()) add(one.name, one.memory);
    add("16 GiB", std::int64_t{16} << 30);
    add("80 GiB", std::int64_t{80} << 30);
    list.push_back({{"precision", word},
                    {"model_bytes", need.model},
                    {"world_bytes", need.world},
                    {"worlds", fit}});
  }
  if (context.json) {
    print_json({{"model", name}, {"gpu", gpu::reason()}, {"memory", list}});
    return;
  }
  fmt::print("{}", table.text(0));
  if (!gpu::available()) fmt::print("no GPU can be used here: {}\n", gpu::reason());
}

void info_command(const InfoOptions& options, Context& context) {
  if (options.list) return list_models(context);
  if (options.model.empty())
    throw UsageError("MODEL is required", "`thew models` lists the built-in models");
  Loaded loaded = load(find_model(options.model), options.load);
  if (options.gpu) return print_gpu(options.model, loaded.model, context);
  if (context.json) {
    print_json(info_json(options.model, loaded));
  } else {
    print_info(options.model, loaded);
  }
}

}  // namespace

void add_info(CLI::App& program, Context& context) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      program.add_subcommand("info", "Say what is in a model, and what looks wrong in it");
  command->add_option("MODEL", options->model, "File or built-in model")->type_name("");
  command->add_flag("--list", options->list, "List the built-in models instead");
  command->add_flag("--gpu", options->gpu,
                    "Say instead what worlds take of a GPU's memory, and how many fit");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, &context] { info_command(*options, context); });
}

void add_models(CLI::App& program, Context& context) {
  CLI::App* command = program.add_subcommand("models", "List the built-in models");
  add_json_flag(*command, context);
  command->footer("Example:\n  thew models --json | jq -r '.models[].name'");
  command->callback([&context] { list_models(context); });
}

}  // namespace thew::cli
