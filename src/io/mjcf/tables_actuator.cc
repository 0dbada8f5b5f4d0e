// <actuator>: general and its shortcuts.

#include <algorithm>
#include <initializer_list>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using Row = spec::Shortcut;
using ActuatorTable = Table<spec::Shortcut>;

void add_base(ActuatorTable& row) {
  row("name", &Row::name);
  row("class", &Row::classname).name_of("a default class");
  row("group", &Row::group);
  row("nsample", &Row::nsample);
  row("interp", &Row::interp, interpolation_keywords());
  row("delay", &Row::delay);
  row("ctrlrange", &Row::ctrlrange);
  row("user", &Row::userdata);
}

void add_limits(ActuatorTable& row) {
  row("ctrllimited", &Row::ctrllimited);
  row("forcelimited", &Row::forcelimited);
  row("forcerange", &Row::forcerange);
}

void add_activation_limits(ActuatorTable& row) {
  row("actlimited", &Row::actlimited);
  row("actrange", &Row::actrange);
}

void add_mechanics(ActuatorTable& row) {
  row("lengthrange", &Row::lengthrange).never_in_defaults();
  row("gear", &Row::gear).at_least(1);
  row("damping", &Row::damping).at_least(1);
  row("armature", &Row::armature);
  row("cranklength", &Row::cranklength);
}

RowRef add_target(ActuatorTable& row, std::string_view name, Transmission type,
                  std::string_view what) {
  return row
      .set<std::string>(
          name,
          [type](Row& actuator, const std::string& target) {
            actuator.trntype = type;
            actuator.target = target;
          },
          [type](const Row& actuator) {
            return actuator.trntype == type ? actuator.target : std::string();
          })
      .name_of(what)
      .never_in_defaults();
}

// If several are given, the last of this list holds.
void add_transmission(ActuatorTable& row) {
  add_target(row, "joint", Transmission::Joint, "a joint");
  add_target(row, "jointinparent", Transmission::Jointinparent, "a joint");
  add_target(row, "tendon", Transmission::Tendon, "a tendon");
  add_target(row, "cranksite", Transmission::Slidercrank, "a site");
  add_target(row, "site", Transmission::Site, "a site");
  row("slidersite", &Row::slidersite).name_of("a site").never_in_defaults();
  row("refsite", &Row::refsite).name_of("a site").never_in_defaults();
}

// What the controls are. Only pos, vel, ff and voltage may be combined; the charts of orientations
// are numbers of their own.
RowRef add_input(ActuatorTable& row) {
  constexpr int kFirstAlone = static_cast<int>(CtrlInput::None), kExpmap = 64;
  const auto set = [](Row& actuator, int bits) {
    if (bits >= kFirstAlone && (bits & (bits - 1)) != 0) {
      throw base::Fault{"only pos, vel, ff and voltage may be combined"};
    }
    actuator.ctrlspec = bits >= kExpmap ? bits / kExpmap : bits;
  };
  const auto get = [](const Row& actuator) {
    return actuator.gaintype == Gain::So3 ? actuator.ctrlspec * kExpmap : actuator.ctrlspec;
  };
  return row.fields("input", set, get, input_keywords());
}

ActuatorTable common_rows() {
  ActuatorTable row;
  add_base(row);
  add_limits(row);
  add_mechanics(row);
  add_transmission(row);
  return row;
}

ActuatorTable servo_rows() {
  ActuatorTable row = common_rows();
  row("inheritrange", &Row::inheritrange);
  row("kp", &Row::kp).otherwise("1");
  row("kv", &Row::kv).otherwise("0");
  row("dampratio", &Row::dampratio).otherwise("0");
  return row;
}

Element without(Element element, std::initializer_list<std::string_view> names) {
  std::erase_if(element.attributes, [&](const Attribute& row) {
    return std::find(names.begin(), names.end(), row.name) != names.end();
  });
  return element;
}

const Exclusive kDamping = {"kv", "dampratio"};

}  // namespace

Element general_element() {
  ActuatorTable row = common_rows();
  add_activation_limits(row);
  add_target(row, "body", Transmission::Body, "a body");
  row("actdim", &Row::actdim);
  add_input(row);
  row("velrange", &Row::velrange);
  row("ffrange", &Row::ffrange);
  row("inheritrange", &Row::inheritrange);
  row("dyntype", &Row::dyntype);
  row("gaintype", &Row::gaintype);
  row("biastype", &Row::biastype);
  row("dynprm", &Row::dynprm).at_least(1);
  row("gainprm", &Row::gainprm).at_least(1);
  row("biasprm", &Row::biasprm).at_least(1);
  row("actearly", &Row::actearly);
  return std::move(row).element("general");
}

Element motor_element() {
  return common_rows().element("motor");
}

Element position_element() {
  ActuatorTable row = servo_rows();
  row("timeconst", &Row::timeconst).otherwise("0");
  return std::move(row).element("position", {}, {kDamping});
}

Element velocity_element() {
  ActuatorTable row = common_rows();
  row("kv", &Row::kv).otherwise("1");
  return std::move(row).element("velocity");
}

Element intvelocity_element() {
  ActuatorTable row = servo_rows();
  add_activation_limits(row);
  return std::move(row).element("intvelocity", {}, {kDamping});
}

Element damper_element() {
  ActuatorTable row;
  add_base(row);
  row("forcelimited", &Row::forcelimited);
  row("forcerange", &Row::forcerange);
  add_mechanics(row);
  add_transmission(row);
  row("kv", &Row::kv).otherwise("0");
  return std::move(row).element("damper");
}

Element cylinder_element() {
  ActuatorTable row = common_rows();
  row("timeconst", &Row::timeconst).otherwise("1");
  row("area", &Row::area).otherwise("1");
  row("diameter", &Row::diameter);
  row("bias", &Row::bias).otherwise("0 0 0");
  return std::move(row).element("cylinder");
}

Element orientation_element() {
  ActuatorTable row;
  add_base(row);
  row("forcelimited", &Row::forcelimited);
  row("forcerange", &Row::forcerange);
  add_target(row, "joint", Transmission::Joint, "a joint");
  add_target(row, "site", Transmission::Site, "a site");
  row("refsite", &Row::refsite).name_of("a site").never_in_defaults();
  row("kp", &Row::kp).otherwise("1");
  row("kv", &Row::kv).otherwise("0");
  row("dampratio", &Row::dampratio).otherwise("0");
  row("input", &Row::ctrlspec, chart_keywords()).otherwise("expmap");
  return std::move(row).element("orientation", {}, {kDamping});
}

Element pid_element() {
  ActuatorTable row = servo_rows();
  row.alias<Vec2>("posrange", [](Row& actuator, const Vec2& range) { actuator.ctrlrange = range; })
      .otherwise("0 0");
  row("velrange", &Row::velrange);
  row("ffrange", &Row::ffrange);
  row("ki", &Row::ki).otherwise("0");
  row("imax", &Row::imax).otherwise("0");
  row("slewmax", &Row::slewmax).otherwise("0");
  add_input(row).otherwise("pos vel");
  return std::move(row).element("pid", {}, {kDamping});
}

Element muscle_element() {
  ActuatorTable row = common_rows();
  row("timeconst", &Row::timeconsts).otherwise("0.01 0.04");
  row("tausmooth", &Row::tausmooth).otherwise("0").never_in_defaults();
  row("range", &Row::range).otherwise("0.75 1.05");
  row("force", &Row::force).otherwise("-1");
  row("scale", &Row::scale).otherwise("200");
  row("lmin", &Row::lmin).otherwise("0.5");
  row("lmax", &Row::lmax).otherwise("1.6");
  row("vmax", &Row::vmax).otherwise("1.5");
  row("fpmax", &Row::fpmax).otherwise("1.3");
  row("fvmax", &Row::fvmax).otherwise("1.2");
  return without(std::move(row).element("muscle"), {"site", "refsite"});
}

Element hill_element() {
  ActuatorTable row = common_rows();
  add_activation_limits(row);
  row("preset", &Row::preset).otherwise("default");
  row("force", &Row::force).otherwise("1000");
  row("fibre", &Row::fibre).otherwise("0.1");
  row("slack", &Row::slack).otherwise("0.2");
  row("pennation", &Row::pennation).otherwise("0");
  row("vmax", &Row::vmax).otherwise("10");
  row("fibredamping", &Row::fibredamping).otherwise("0.1");
  row("strain", &Row::strain).otherwise("0.04");
  row("plateau", &Row::plateau).otherwise("1.4");
  row("offset", &Row::offset).otherwise("0");
  row("rigid", &Row::rigid).otherwise("false");
  row("timeconst", &Row::timeconsts).otherwise("0.015 0.06");
  row("tausmooth", &Row::tausmooth).otherwise("0");
  row("floor", &Row::floor).otherwise("0.01");
  return without(std::move(row).element("hill"),
                 {"cranksite", "slidersite", "cranklength", "site", "refsite"});
}

Element adhesion_element() {
  ActuatorTable row;
  add_base(row);
  row("forcelimited", &Row::forcelimited);
  row("forcerange", &Row::forcerange);
  add_target(row, "body", Transmission::Body, "a body").required();
  row("gain", &Row::gain).otherwise("1");
  return std::move(row).element("adhesion");
}

Element dcmotor_element() {
  ActuatorTable row;
  add_base(row);
  row("ctrllimited", &Row::ctrllimited);
  add_mechanics(row);
  add_transmission(row);
  row("motorconst", &Row::motorconst).at_least(1);
  row("resistance", &Row::resistance);
  row("nominal", &Row::nominal).at_least(1);
  row("saturation", &Row::saturation).at_least(1);
  row("inductance", &Row::inductance).at_least(1);
  row("cogging", &Row::cogging).at_least(1);
  row("controller", &Row::controller).at_least(1);
  row("thermal", &Row::thermal).at_least(1);
  row("lugre", &Row::lugre).at_least(1);
  add_input(row).otherwise("voltage");
  return std::move(row).element("dcmotor");
}

Element actuator_plugin_element() {
  ActuatorTable row = common_rows();
  add_activation_limits(row);
  add_plugin(row, &Row::plugin);
  row("actdim", &Row::actdim);
  row("dyntype", &Row::dyntype);
  row("dynprm", &Row::dynprm).at_least(1);
  row("actearly", &Row::actearly);
  return without(std::move(row).element("plugin"), {"refsite"});
}

}  // namespace thew::io::mjcf
