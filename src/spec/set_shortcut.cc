// Actuators that code turns into one of the shortcuts.

#include <algorithm>

#include <thew/error.h>
#include <thew/spec_edit.h>

#include "base/fault.h"
#include "spec/shortcuts.h"

namespace thew::spec {

namespace {

void take(std::optional<double>& member, const std::vector<double>& numbers) {
  if (!numbers.empty()) member = numbers[0];
}

template <class E, std::size_t N>
void take(std::array<E, N>& member, const std::vector<double>& numbers) {
  std::copy_n(numbers.begin(), std::min(N, numbers.size()), member.begin());
}

template <std::size_t N>
void take(std::optional<std::array<double, N>>& member, const std::vector<double>& numbers) {
  if (!member) member.emplace();
  take(*member, numbers);
}

void take(double& member, const std::vector<double>& numbers) {
  if (!numbers.empty()) member = numbers[0];
}

void take(int& member, const std::vector<double>& numbers) {
  if (!numbers.empty()) member = static_cast<int>(numbers[0]);
}

// Writes a parameter by its name in MJCF.
void assign(Shortcut& text, const std::string& name, const std::vector<double>& numbers) {
  const bool muscle = text.type == ActuatorType::Muscle;
  bool known = false;
  const auto is = [&](std::string_view parameter, auto& member) {
    if (name != parameter) return;
    known = true;
    take(member, numbers);
  };
  if (muscle) is("timeconst", text.timeconsts);
  if (!muscle) is("timeconst", text.timeconst);
  is("kp", text.kp), is("kv", text.kv), is("dampratio", text.dampratio);
  is("inheritrange", text.inheritrange), is("ctrlspec", text.ctrlspec);
  is("area", text.area), is("diameter", text.diameter), is("bias", text.bias);
  is("ki", text.ki), is("imax", text.imax), is("slewmax", text.slewmax);
  is("range", text.range), is("tausmooth", text.tausmooth), is("force", text.force);
  is("scale", text.scale), is("lmin", text.lmin), is("lmax", text.lmax), is("vmax", text.vmax);
  is("fpmax", text.fpmax), is("fvmax", text.fvmax), is("gain", text.gain);
  is("motorconst", text.motorconst), is("inductance", text.inductance);
  is("resistance", text.resistance), is("nominal", text.nominal);
  is("saturation", text.saturation), is("cogging", text.cogging);
  is("controller", text.controller), is("thermal", text.thermal), is("lugre", text.lugre);
  if (!known) throw base::Fault{"a shortcut has no parameter \"" + name + "\""};
  text.given.insert(name);
}

}  // namespace

void set_shortcut(Actuator& actuator, ActuatorType type,
                  const std::map<std::string, std::vector<double>>& parameters) {
  try {
    Shortcut text;
    begin_shortcut(text, type, actuator, nullptr);
    for (const auto& [name, numbers] : parameters) assign(text, name, numbers);
    finish_shortcut(text, actuator, nullptr);
    actuator = text;
  } catch (const base::Fault& fault) {
    throw Error({"", 0, 0, "actuator \"" + actuator.name + "\""}, fault.what, fault.hint);
  }
}

}  // namespace thew::spec
