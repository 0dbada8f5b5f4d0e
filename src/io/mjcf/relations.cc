#include "io/mjcf/relations.h"

#include <set>
#include <type_traits>
#include <utility>

namespace thew::io::mjcf {

namespace {

ObjectType target_type(Transmission transmission) {
  switch (transmission) {
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

std::string key(ObjectType type, const std::string& name) {
  return std::to_string(static_cast<int>(type)) + " " + name;
}

}  // namespace

void visit_references(compile::Pair& pair, const VisitReference& visit) {
  visit(ObjectType::Geom, pair.geomname1);
  visit(ObjectType::Geom, pair.geomname2);
}

void visit_references(compile::Exclude& exclude, const VisitReference& visit) {
  visit(ObjectType::Body, exclude.bodyname1);
  visit(ObjectType::Body, exclude.bodyname2);
}

void visit_references(compile::Tendon& tendon, const VisitReference& visit) {
  for (compile::Wrap& wrap : tendon.path) {
    switch (wrap.type) {
      case WrapType::Joint:
        visit(ObjectType::Joint, wrap.target);
        break;
      case WrapType::Site:
        visit(ObjectType::Site, wrap.target);
        break;
      case WrapType::Sphere:
      case WrapType::Cylinder:
        visit(ObjectType::Geom, wrap.target);
        if (!wrap.sidesite.empty()) visit(ObjectType::Site, wrap.sidesite);
        break;
      default:
        break;
    }
  }
}

void visit_references(compile::Actuator& actuator, const VisitReference& visit) {
  if (!actuator.target.empty()) visit(target_type(actuator.trntype), actuator.target);
  if (!actuator.refsite.empty()) visit(ObjectType::Site, actuator.refsite);
  if (!actuator.slidersite.empty()) visit(ObjectType::Site, actuator.slidersite);
}

void visit_references(compile::Tuple& tuple, const VisitReference& visit) {
  for (auto& entry : tuple.entries) visit(entry.type, entry.name);
}

void Relations::update() {
  update(pairs_);
  update(excludes_);
  update(tendons_);
  update(actuators_);
  update(tuples_);
}

void Relations::copy(NameSet names, const std::vector<Renaming>& renamings, bool replace,
                     const std::function<void(std::size_t)>& count,
                     std::vector<std::string>& warnings) {
  if (names.empty()) return;
  update();
  copy(pairs_, names, renamings, replace, count, warnings);
  copy(excludes_, names, renamings, replace, count, warnings);
  copy(tendons_, names, renamings, replace, count, warnings);
  copy(actuators_, names, renamings, replace, count, warnings);
  copy(tuples_, names, renamings, replace, count, warnings);
}

void Relations::finish() {
  finish(pairs_);
  finish(excludes_);
  finish(tendons_);
  finish(actuators_);
  finish(tuples_);
}

template <class T>
void Relations::update(List<T>& list) {
  for (std::size_t i = list.replaced.size(); i < list.elements->size(); ++i) {
    list.replaced.push_back(0);
    visit_references((*list.elements)[i], [&](ObjectType type, std::string& name) {
      list.referrers[key(type, name)].push_back(i);
    });
  }
}

template <class T>
void Relations::copy(List<T>& list, NameSet& names, const std::vector<Renaming>& renamings,
                     bool replace, const std::function<void(std::size_t)>& count,
                     std::vector<std::string>& warnings) {
  std::set<std::size_t> found;  // in the order of the list
  for (const auto& [type, name] : names.all()) {
    const auto entry = list.referrers.find(key(type, name));
    if (entry == list.referrers.end()) continue;
    for (const std::size_t i : entry->second) {
      if (list.replaced[i] == 0) found.insert(i);
    }
  }
  if constexpr (std::is_same_v<T, compile::Tuple>) {
    // A tuple that also names things outside of the part has no meaning in the copies.
    std::erase_if(found, [&](std::size_t i) {
      bool inside = true;
      visit_references((*list.elements)[i], [&](ObjectType type, std::string& name) {
        inside &= names.has(type, name);
      });
      if (inside) return false;
      if (replace) {
        list.replaced[i] = 1;
        warnings.push_back("tuple \"" + (*list.elements)[i].name +
                           "\" is left out: it names things inside and outside of a replicate");
      }
      return true;
    });
  }
  count(found.size() * renamings.size());
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
void Relations::finish(List<T>& list) {
  std::size_t i = 0;
  std::erase_if(*list.elements,
                [&](const T&) { return i < list.replaced.size() && list.replaced[i++] != 0; });
  list.replaced.clear();
  list.referrers.clear();
}

}  // namespace thew::io::mjcf
