#include "spec/keys.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <thew/error.h>

#include "spec/copy.h"

namespace thew::spec {

namespace {

// One owner of numbers in a state vector.
struct Slot {
  int tag;
  std::size_t size;
};

// Who owns which numbers, in the order of the state vectors.
struct Layout {
  std::vector<Slot> qpos, qvel, act, ctrl, mpos, mquat;
};

std::size_t position_size(JointType type) {
  return type == JointType::Free ? 7 : type == JointType::Ball ? 4 : 1;
}

std::size_t velocity_size(JointType type) {
  return type == JointType::Free ? 6 : type == JointType::Ball ? 3 : 1;
}

Layout layout_of(const Spec& spec) {
  Layout layout;
  walk(spec.world, [&](const Body& body) {
    if (body.mocap) {
      layout.mpos.push_back({body.tag, 3});
      layout.mquat.push_back({body.tag, 4});
    }
    for (const auto& joint : body.joints) {
      layout.qpos.push_back({joint.tag, position_size(joint.type)});
      layout.qvel.push_back({joint.tag, velocity_size(joint.type)});
    }
  });
  for (const auto& actuator : spec.actuators) {
    layout.ctrl.push_back({actuator.tag, 1});
    const bool stateful = actuator.plugin && actuator.actdim > 0;
    if (actuator.dyntype == Dynamics::None && !stateful) continue;
    layout.act.push_back({actuator.tag, static_cast<std::size_t>(std::max(actuator.actdim, 1))});
  }
  return layout;
}

// Cuts a vector into what belongs to whom; a short one says nothing about the last.
bool cut(const std::vector<double>& from, const std::vector<Slot>& slots,
         std::map<int, std::vector<double>>& to) {
  std::size_t start = 0;
  for (const Slot& slot : slots) {
    if (start + slot.size > from.size()) break;
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(start);
    to[slot.tag] = {first, first + static_cast<std::ptrdiff_t>(slot.size)};
    start += slot.size;
  }
  return start == from.size();
}

std::vector<double> join(const std::map<int, std::vector<double>>& from,
                         const std::vector<Slot>& slots) {
  std::vector<double> to;
  bool any = false;
  for (const Slot& slot : slots) {
    const auto entry = slot.tag == 0 ? from.end() : from.find(slot.tag);
    if (entry == from.end()) {
      to.insert(to.end(), slot.size, std::numeric_limits<double>::quiet_NaN());
    } else {
      any = true;
      to.insert(to.end(), entry->second.begin(), entry->second.end());
    }
  }
  return any ? to : std::vector<double>();
}

void fill(Key& key, const AttachedKey& parts, const Layout& layout) {
  key.qpos = join(parts.qpos, layout.qpos);
  key.qvel = join(parts.qvel, layout.qvel);
  key.act = join(parts.act, layout.act);
  key.ctrl = join(parts.ctrl, layout.ctrl);
  key.mpos = join(parts.mpos, layout.mpos);
  key.mquat = join(parts.mquat, layout.mquat);
}

}  // namespace

AttachedKey take_apart(const Key& key, const Spec& spec, const Context& context) {
  const Layout layout = layout_of(spec);
  AttachedKey parts;
  parts.name = key.name;
  parts.source = key.source;
  parts.time = key.time;
  const std::pair<const char*, bool> fits[] = {
      {"qpos", cut(key.qpos, layout.qpos, parts.qpos)},
      {"qvel", cut(key.qvel, layout.qvel, parts.qvel)},
      {"act", cut(key.act, layout.act, parts.act)},
      {"ctrl", cut(key.ctrl, layout.ctrl, parts.ctrl)},
      {"mpos", cut(key.mpos, layout.mpos, parts.mpos)},
      {"mquat", cut(key.mquat, layout.mquat, parts.mquat)}};
  for (const auto& [name, fit] : fits) {
    if (fit || context.ignore_unsupported) continue;
    throw Error({context.file_name(key.source), key.source.line, key.source.column,
                 "key \"" + key.name + "\""},
                std::string(name) + " has not as many numbers as the model");
  }
  return parts;
}

int number_owners(Spec& spec, int first) {
  int tag = first;
  walk(spec.world, [&](Body& body) {
    body.tag = ++tag;
    for (Joint& joint : body.joints) joint.tag = ++tag;
  });
  for (Actuator& actuator : spec.actuators) actuator.tag = ++tag;
  return tag;
}

namespace {

void add_keys(Spec& spec, const std::vector<AttachedKey>& keys, const Layout& layout) {
  for (const AttachedKey& parts : keys) {
    Key& key = spec.keys.emplace_back();
    key.tag = kAttachedKey;
    key.name = parts.name;
    key.source = parts.source;
    key.time = parts.time;
    fill(key, parts, layout);
  }
}

}  // namespace

void put_together(Assembly& model) {
  if (model.attached_keys.empty()) return;
  add_keys(model.spec, model.attached_keys, layout_of(model.spec));
  model.attached_keys.clear();
}

void keep_keys(Spec& spec, const std::function<std::vector<AttachedKey>()>& edit) {
  number_owners(spec, 0);
  Context context;
  context.ignore_unsupported = true;  // what does not fit is said when it is compiled
  std::vector<AttachedKey> parts;
  for (const Key& key : spec.keys) parts.push_back(take_apart(key, spec, context));
  const std::vector<AttachedKey> added = edit();
  const Layout layout = layout_of(spec);
  for (std::size_t i = 0; i < parts.size(); ++i) fill(spec.keys[i], parts[i], layout);
  add_keys(spec, added, layout);
}

}  // namespace thew::spec
