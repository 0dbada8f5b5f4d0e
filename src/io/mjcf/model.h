#pragma once

// A model that was read, with what the Spec alone does not tell: needed to attach parts of it to
// another model.

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compile/spec.h"

namespace thew::io::mjcf {

/// Names of elements by their type, in the order in which they were added.
class NameSet {
 public:
  using Name = std::pair<ObjectType, std::string>;

  void add(ObjectType type, const std::string& name) {
    if (!name.empty() && set_.emplace(type, name).second) list_.emplace_back(type, name);
  }
  bool has(ObjectType type, const std::string& name) const {
    return !name.empty() && set_.contains({type, name});
  }
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const std::vector<Name>& all() const { return list_; }

 private:
  std::set<Name> set_;
  std::vector<Name> list_;
};

/// A keyframe of an attached model: what it says about each joint, actuator and mocap body, by
/// Element::tag.
struct AttachedKey {
  std::string name;
  compile::Source source;
  double time = 0;
  std::map<int, std::vector<double>> qpos, qvel, act, ctrl, mpos, mquat;
};

struct ReadModel {
  compile::Spec spec;
  NameSet left_out;  ///< what cannot be simulated yet
  std::map<std::string, std::set<std::string>, std::less<>>
      authored;  ///< attributes given, by section
  std::vector<AttachedKey> attached_keys;
};

}  // namespace thew::io::mjcf
