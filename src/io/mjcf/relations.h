#pragma once

// Elements outside of the tree that refer to others: pairs, excludes, tendons, equalities,
// actuators, sensors, tuples. When a part of the tree is copied, those that refer to it are copied
// too.

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "compile/references.h"
#include "compile/spec.h"
#include "io/mjcf/copy.h"
#include "io/mjcf/model.h"

namespace thew::io::mjcf {

class Relations {
 public:
  explicit Relations(compile::Spec& spec) : spec_(spec) {}

  /// Takes in what was added to the lists since the last call.
  void update();

  /// Copies what refers to a part once for each renaming. `names` are those of the part; the copies
  /// are counted by `count`. With `replace`, what was copied is taken out: only the copies stay.
  /// Messages about what had to go are appended to `warnings`.
  void copy(NameSet names, const std::vector<Renaming>& renamings, bool replace,
            const std::function<void(std::size_t)>& count, std::vector<std::string>& warnings);

  /// Takes out for good what copy() replaced.
  void finish();

 private:
  // One of the lists, with the elements that were replaced and an index from names to who
  // refers to them.
  template <class T>
  struct List {
    std::vector<T>* elements;
    ObjectType type;
    std::vector<char> replaced = {};
    std::unordered_map<std::string, std::vector<std::size_t>> referrers = {};
  };

  template <class T>
  void update(List<T>& list);
  template <class T>
  void copy(List<T>& list, NameSet& names, const std::vector<Renaming>& renamings, bool replace,
            const std::function<void(std::size_t)>& count, std::vector<std::string>& warnings);
  template <class T>
  static void finish(List<T>& list);
  /// Takes out and returns the equalities that also hold something outside of the part, other than
  /// the world: they have no meaning in the copies.
  static std::set<std::size_t> take_torn(const List<compile::Equality>& list, const NameSet& names,
                                         std::set<std::size_t>& found);
  /// Adds the tuples that name a tuple among those found.
  static void add_tuples_of_tuples(const List<compile::Tuple>& list, std::set<std::size_t>& found);
  /// Takes out and returns the tuples that also name things outside of the part: they have no
  /// meaning in the copies.
  static std::set<std::size_t> take_torn_tuples(const List<compile::Tuple>& list,
                                                const NameSet& names, std::set<std::size_t>& found);

  compile::Spec& spec_;
  List<compile::Pair> pairs_{&spec_.pairs, ObjectType::Pair};
  List<compile::Exclude> excludes_{&spec_.excludes, ObjectType::Exclude};
  List<compile::Tendon> tendons_{&spec_.tendons, ObjectType::Tendon};
  List<compile::Equality> equalities_{&spec_.equalities, ObjectType::Equality};
  List<compile::Actuator> actuators_{&spec_.actuators, ObjectType::Actuator};
  List<compile::Sensor> sensors_{&spec_.sensors, ObjectType::Sensor};
  List<compile::Tuple> tuples_{&spec_.tuples, ObjectType::Tuple};
};

}  // namespace thew::io::mjcf
