#include "spec/relations.h"

#include <set>
#include <type_traits>
#include <utility>

namespace thew::spec {

namespace {

const std::string kNothing;  // the key of what refers to nothing

std::string key(ObjectType type, const std::string& name) {
  return std::to_string(static_cast<int>(type)) + " " + name;
}

}  // namespace

void Relations::update() {
  update(skins_);
  update(flexes_);
  update(pairs_);
  update(excludes_);
  update(tendons_);
  update(equalities_);
  update(actuators_);
  update(sensors_);
  update(tuples_);
}

void Relations::copy(NameSet names, const std::vector<Renaming>& renamings, bool replace,
                     Context& context) {
  if (names.empty()) return;
  update();
  copy(skins_, names, renamings, replace, context);
  copy(flexes_, names, renamings, replace, context);
  copy(pairs_, names, renamings, replace, context);
  copy(excludes_, names, renamings, replace, context);
  copy(tendons_, names, renamings, replace, context);
  copy(equalities_, names, renamings, replace, context);
  copy(actuators_, names, renamings, replace, context);
  copy(sensors_, names, renamings, replace, context);
  copy(tuples_, names, renamings, replace, context);
}

void Relations::finish() {
  finish(skins_);
  finish(flexes_);
  finish(pairs_);
  finish(excludes_);
  finish(tendons_);
  finish(equalities_);
  finish(actuators_);
  finish(sensors_);
  finish(tuples_);
}

template <class T>
void Relations::update(Kind<T>& list) {
  for (std::size_t i = list.replaced.size(); i < list.elements->size(); ++i) {
    list.replaced.push_back(0);
    bool refers = false;
    visit_references((*list.elements)[i], [&](ObjectType type, std::string& name) {
      list.referrers[key(type, name)].push_back(i);
      refers = true;
    });
    if (!refers) list.referrers[kNothing].push_back(i);
  }
}

void Relations::add_tuples_of_tuples(const Kind<Tuple>& list, std::set<std::size_t>& found) {
  std::vector<std::size_t> open(found.begin(), found.end());
  while (!open.empty()) {
    const std::string& name = (*list.elements)[open.back()].name;
    open.pop_back();
    const auto entry = list.referrers.find(key(ObjectType::Tuple, name));
    if (name.empty() || entry == list.referrers.end()) continue;
    for (const std::size_t i : entry->second) {
      if (list.replaced[i] == 0 && found.insert(i).second) open.push_back(i);
    }
  }
}

std::set<std::size_t> Relations::take_torn_tuples(const Kind<Tuple>& list, const NameSet& names,
                                                  std::set<std::size_t>& found) {
  NameSet inside = names;
  for (const std::size_t i : found) inside.add(ObjectType::Tuple, (*list.elements)[i].name);
  std::set<std::size_t> torn;
  for (bool more = true; more;) {  // a tuple that names a torn one is torn too
    NameSet gone;
    for (const std::size_t i : torn) gone.add(ObjectType::Tuple, (*list.elements)[i].name);
    const std::size_t before = torn.size();
    for (const std::size_t i : found) {
      visit_references((*list.elements)[i], [&](ObjectType type, std::string& name) {
        if (!inside.has(type, name) || gone.has(type, name)) torn.insert(i);
      });
    }
    more = torn.size() > before;
  }
  for (const std::size_t i : torn) found.erase(i);
  return torn;
}

template <class T>
std::set<std::size_t> Relations::take_torn(const Kind<T>& list, const NameSet& names,
                                           std::set<std::size_t>& found) {
  std::set<std::size_t> torn;
  for (const std::size_t i : found) {
    visit_references((*list.elements)[i], [&](ObjectType type, std::string& name) {
      const bool is_world = type == ObjectType::Body && name == "world";
      const bool is_free = is_world && std::is_same_v<T, Equality>;
      if (!is_free && !names.has(type, name)) torn.insert(i);
    });
  }
  for (const std::size_t i : torn) found.erase(i);
  return torn;
}

template <class T>
void Relations::copy(Kind<T>& list, NameSet& names, const std::vector<Renaming>& renamings,
                     bool replace, Context& context) {
  std::set<std::size_t> found;  // in the order of the list
  for (const auto& [type, name] : names.all()) {
    const auto entry = list.referrers.find(key(type, name));
    if (entry == list.referrers.end()) continue;
    for (const std::size_t i : entry->second) {
      if (list.replaced[i] == 0) found.insert(i);
    }
  }
  // A sensor of nothing in particular, like a clock, comes along where a part is attached.
  if (std::is_same_v<T, Sensor> && !replace) {
    for (const std::size_t i : list.referrers[kNothing]) found.insert(i);
  }
  std::set<std::size_t> torn;
  if constexpr (std::is_same_v<T, Equality> || std::is_same_v<T, Skin> || std::is_same_v<T, Flex>) {
    torn = take_torn(list, names, found);
  }
  if constexpr (std::is_same_v<T, Tuple>) {
    add_tuples_of_tuples(list, found);
    torn = take_torn_tuples(list, names, found);
    for (const std::size_t i : found) names.add(list.type, (*list.elements)[i].name);
  }
  for (const std::size_t i : torn) {
    if (!replace) continue;
    list.replaced[i] = 1;
    context.warnings.push_back(std::string(kind_name(list.type)) + " \"" +
                               (*list.elements)[i].name +
                               "\" is left out: it names things inside and outside of a replicate");
  }
  const auto copies = static_cast<std::int64_t>(renamings.size());
  context.count(static_cast<std::int64_t>(found.size()) * copies);
  if constexpr (std::is_same_v<T, Skin>) {
    for (const std::size_t i : found) context.look(copies * count_numbers((*list.elements)[i]));
  }
  NameSet fresh;
  for (const Renaming& renaming : renamings) {
    for (const std::size_t i : found) {
      T element = (*list.elements)[i];
      fresh.add(list.type, element.name);
      element.name = renaming(element.name);
      if (element.tag > 0 && (!replace || &renaming != &renamings.front())) element.tag = 0;
      visit_references(element, [&](ObjectType type, std::string& name) {
        if (names.has(type, name)) name = renaming(name);
      });
      list.elements->push_back(std::move(element));
    }
  }
  for (const auto& [type, name] : fresh.all()) names.add(type, name);
  update(list);
  if (!replace) return;
  for (const std::size_t i : found) list.replaced[i] = 1;
}

template <class T>
void Relations::finish(Kind<T>& list) {
  std::size_t i = 0;
  erase_if(*list.elements,
           [&](const T&) { return i < list.replaced.size() && list.replaced[i++] != 0; });
  list.replaced.clear();
  list.referrers.clear();
}

}  // namespace thew::spec
