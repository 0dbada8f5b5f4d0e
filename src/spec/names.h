#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <thew/enums.h>

namespace thew::spec {

/// `geom`, `body`... as messages call it.
const char* kind_name(ObjectType type);

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

}  // namespace thew::spec
