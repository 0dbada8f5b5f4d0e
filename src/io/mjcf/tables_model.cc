// Sections that hold settings: compiler, option, size, statistic, custom, keyframe.

#include <string_view>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

constexpr std::string_view kAxes = "xyzXYZ";
constexpr int kActuatorGroups = 31;

// A flag that is on unless its bit is set, and one that is off unless its bit is set.
void add_disable(Table<Options>& row, std::string_view name, DisableBit bit) {
  const int mask = static_cast<int>(bit);
  row.set<int>(
      name,
      [mask](Options& option, int enable) {
        option.disableflags =
            enable != 0 ? option.disableflags & ~mask : option.disableflags | mask;
      },
      [mask](const Options& option) { return (option.disableflags & mask) == 0 ? 1 : 0; },
      enable_keywords());
}

void add_enable(Table<Options>& row, std::string_view name, EnableBit bit) {
  const int mask = static_cast<int>(bit);
  row.set<int>(
      name,
      [mask](Options& option, int enable) {
        option.enableflags = enable != 0 ? option.enableflags | mask : option.enableflags & ~mask;
      },
      [mask](const Options& option) { return (option.enableflags & mask) != 0 ? 1 : 0; },
      enable_keywords());
}

// A size that may be -1 for "not given".
template <class Member>
void add_size(Table<spec::Sizes>& row, std::string_view name, Member spec::Sizes::* member) {
  row.checked(name, member, [](Member size) {
    if (size < -1) throw base::Fault{"must be -1 or more"};
  });
}

}  // namespace

Element compiler_element() {
  using spec::Compiler;
  Table<Compiler> row;
  row("autolimits", &Compiler::autolimits);
  row("boundmass", &Compiler::boundmass);
  row("boundinertia", &Compiler::boundinertia);
  row("settotalmass", &Compiler::settotalmass);
  row("balanceinertia", &Compiler::balanceinertia);
  row("strippath", &Compiler::strippath);
  row.alias<int>(
         "coordinate",
         [](Compiler&, int global) {
           if (global != 0) throw base::Fault{"global coordinates do not exist any more"};
         },
         coordinate_keywords())
      .otherwise("local");
  row("angle", &Compiler::degree, angle_keywords());
  row("fitaabb", &Compiler::fitaabb);
  row.checked("eulerseq", &Compiler::eulerseq, [](const std::string& sequence) {
    if (sequence.size() != 3 || sequence.find_first_not_of(kAxes) != std::string::npos) {
      throw base::Fault{"\"" + sequence + "\" is not three of x, y, z, X, Y, Z"};
    }
  });
  // meshdir and texturedir stand after assetdir and so win over it.
  row.alias<std::string>("assetdir", [](Compiler& compiler, const std::string& folder) {
    compiler.meshdir = compiler.texturedir = folder;
  });
  row("meshdir", &Compiler::meshdir);
  row("texturedir", &Compiler::texturedir);
  row("discardvisual", &Compiler::discardvisual);
  row("usethread", &Compiler::usethread);
  row("fusestatic", &Compiler::fusestatic);
  row("inertiafromgeom", &Compiler::inertiafromgeom);
  row("inertiagrouprange", &Compiler::inertiagrouprange);
  row("saveinertial", &Compiler::saveinertial);
  row("savecompiled", &Compiler::savecompiled);
  row("savecanonical", &Compiler::savecanonical);
  row("alignfree", &Compiler::alignfree);
  row("conflict", &Compiler::conflict);
  row("passthrough", &Compiler::passthrough);
  return std::move(row).element("compiler");
}

Element lengthrange_element() {
  using spec::LengthRange;
  Table<LengthRange> row;
  row("mode", &LengthRange::mode);
  row("useexisting", &LengthRange::useexisting);
  row("uselimit", &LengthRange::uselimit);
  row("accel", &LengthRange::accel);
  row("maxforce", &LengthRange::maxforce);
  row("timeconst", &LengthRange::timeconst);
  row("timestep", &LengthRange::timestep);
  row("inttotal", &LengthRange::inttotal);
  row("interval", &LengthRange::interval);
  row("tolrange", &LengthRange::tolrange);
  return std::move(row).element("lengthrange");
}

Element option_element() {
  Table<Options> row;
  const auto bounded = [](bool zero) {
    return [zero](double x) {
      if (!(x >= 0 && x <= kMaxVal)) throw base::Fault{"must be 0 to 1e10"};
      if (x == 0 && !zero) throw base::Fault{"must be positive"};
    };
  };
  row.checked("timestep", &Options::timestep, [](double step) {
    if (step <= 0) throw base::Fault{"must be positive"};
  });
  row("impratio", &Options::impratio);
  row("tolerance", &Options::tolerance);
  row("ls_tolerance", &Options::ls_tolerance);
  row("noslip_tolerance", &Options::noslip_tolerance);
  row("ccd_tolerance", &Options::ccd_tolerance);
  row("sleep_tolerance", &Options::sleep_tolerance);
  row("gravity", &Options::gravity);
  row("wind", &Options::wind);
  row("magnetic", &Options::magnetic);
  row("density", &Options::density);
  row("viscosity", &Options::viscosity);
  row("o_margin", &Options::o_margin);
  row("o_solref", &Options::o_solref).at_least(1);
  row("o_solimp", &Options::o_solimp).at_least(1);
  row("o_friction", &Options::o_friction).at_least(1);
  row("integrator", &Options::integrator, keywords_of<Integrator>());
  row("cone", &Options::cone, keywords_of<Cone>());
  row("jacobian", &Options::jacobian, keywords_of<Jacobian>());
  row("solver", &Options::solver, keywords_of<Solver>());
  row("iterations", &Options::iterations);
  row("ls_iterations", &Options::ls_iterations);
  row("noslip_iterations", &Options::noslip_iterations);
  row("ccd_iterations", &Options::ccd_iterations);
  row("sdf_iterations", &Options::sdf_iterations);
  row("sdf_initpoints", &Options::sdf_initpoints);
  row("formulation", &Options::formulation, keywords_of<Formulation>());
  row.checked("regularization", &Options::regularization, bounded(true));
  row.checked("default_eq_stiffness", &Options::default_eq_stiffness, bounded(true));
  row.checked("default_eq_damping", &Options::default_eq_damping, bounded(true));
  row.checked("max_constraint_vel", &Options::max_constraint_vel, bounded(false));
  row.checked("max_constraint_angvel", &Options::max_constraint_angvel, bounded(false));
  row.checked("friction_smoothing", &Options::friction_smoothing, bounded(false));
  row.set<std::vector<int>>(
      "actuatorgroupdisable",
      [](Options& option, const auto& groups) {
        for (const int group : groups) {
          if (group < 0 || group >= kActuatorGroups)
            throw base::Fault{"actuator groups are 0 to 30"};
          option.disableactuator |= 1 << group;
        }
      },
      [](const Options& option) {
        std::vector<int> groups;
        for (int group = 0; group < kActuatorGroups; ++group) {
          if ((option.disableactuator >> group & 1) != 0) groups.push_back(group);
        }
        return groups;
      });
  return std::move(row).element("option");
}

Element flag_element() {
  Table<Options> row;
  add_disable(row, "constraint", DisableBit::Constraint);
  add_disable(row, "equality", DisableBit::Equality);
  add_disable(row, "frictionloss", DisableBit::Frictionloss);
  add_disable(row, "limit", DisableBit::Limit);
  add_disable(row, "contact", DisableBit::Contact);
  add_disable(row, "spring", DisableBit::Spring);
  add_disable(row, "damper", DisableBit::Damper);
  add_disable(row, "gravity", DisableBit::Gravity);
  add_disable(row, "clampctrl", DisableBit::Clampctrl);
  add_disable(row, "warmstart", DisableBit::Warmstart);
  add_disable(row, "filterparent", DisableBit::Filterparent);
  add_disable(row, "actuation", DisableBit::Actuation);
  add_disable(row, "refsafe", DisableBit::Refsafe);
  add_disable(row, "sensor", DisableBit::Sensor);
  add_disable(row, "midphase", DisableBit::Midphase);
  add_disable(row, "eulerdamp", DisableBit::Eulerdamp);
  add_disable(row, "autoreset", DisableBit::Autoreset);
  add_disable(row, "nativeccd", DisableBit::Nativeccd);
  add_disable(row, "island", DisableBit::Island);
  add_disable(row, "multiccd", DisableBit::Multiccd);
  add_enable(row, "override", EnableBit::Override);
  add_enable(row, "energy", EnableBit::Energy);
  add_enable(row, "fwdinv", EnableBit::Fwdinv);
  add_enable(row, "invdiscrete", EnableBit::Invdiscrete);
  add_enable(row, "sleep", EnableBit::Sleep);
  add_enable(row, "diagexact", EnableBit::Diagexact);
  add_enable(row, "ipc", EnableBit::Ipc);
  add_enable(row, "speculative", EnableBit::Speculative);
  return std::move(row).element("flag");
}

Element size_element() {
  using spec::Sizes;
  Table<Sizes> row;
  row.bytes("memory", &Sizes::memory);
  add_size(row, "njmax", &Sizes::njmax);
  add_size(row, "nconmax", &Sizes::nconmax);
  add_size(row, "nstack", &Sizes::nstack);
  add_size(row, "nuserdata", &Sizes::nuserdata);
  add_size(row, "nkey", &Sizes::nkey);
  add_size(row, "nuser_body", &Sizes::nuser_body);
  add_size(row, "nuser_jnt", &Sizes::nuser_jnt);
  add_size(row, "nuser_geom", &Sizes::nuser_geom);
  add_size(row, "nuser_site", &Sizes::nuser_site);
  add_size(row, "nuser_cam", &Sizes::nuser_cam);
  add_size(row, "nuser_tendon", &Sizes::nuser_tendon);
  add_size(row, "nuser_actuator", &Sizes::nuser_actuator);
  add_size(row, "nuser_sensor", &Sizes::nuser_sensor);
  return std::move(row).element("size", {}, {{"memory", "nstack"}, {"memory", "njmax"}});
}

Element statistic_element() {
  using spec::StatisticOverride;
  Table<StatisticOverride> row;
  row("meaninertia", &StatisticOverride::meaninertia);
  row("meanmass", &StatisticOverride::meanmass);
  row("meansize", &StatisticOverride::meansize);
  row.checked("extent", &StatisticOverride::extent, [](const std::optional<double>& extent) {
    if (extent <= 0) throw base::Fault{"must be positive"};
  });
  row("center", &StatisticOverride::center);
  return std::move(row).element("statistic");
}

Element numeric_element() {
  using spec::Numeric;
  Table<Numeric> row;
  row("name", &Numeric::name).required();
  row("size", &Numeric::size).never_empty();
  row("data", &Numeric::data);
  return std::move(row).element("numeric");
}

Element text_element() {
  using spec::Text;
  Table<Text> row;
  row("name", &Text::name).required();
  row("data", &Text::data);
  return std::move(row).element("text");
}

Element tuple_element() {
  using spec::Tuple;
  Table<Tuple> row;
  row("name", &Tuple::name).required();
  return std::move(row).element("tuple");
}

Element tuple_entry_element() {
  using Entry = spec::Tuple::Entry;
  Table<Entry> row;
  row("objtype", &Entry::type).required();
  row("objname", &Entry::name).name_of("an object").required();
  row("prm", &Entry::prm);
  return std::move(row).element("element");
}

Element key_element() {
  using spec::Key;
  Table<Key> row;
  row("name", &Key::name);
  row("time", &Key::time);
  row("qpos", &Key::qpos);
  row("qvel", &Key::qvel);
  row("act", &Key::act);
  row("mpos", &Key::mpos);
  row("mquat", &Key::mquat);
  row("ctrl", &Key::ctrl);
  row("plastic", &Key::plastic);
  return std::move(row).element("key");
}

}  // namespace thew::io::mjcf
