#pragma once

// Elements outside of the tree that refer to others: skins, flexes, pairs, excludes, tendons,
// equalities, actuators, sensors, tuples. When a part of the tree is copied, those that refer to it
// are copied too.

#include <cstddef>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "spec/assembly.h"
#include "spec/copy.h"
#include "spec/references.h"

namespace thew::spec {

class Relations {
 public:
  explicit Relations(Spec& spec) : spec_(spec) {}

  /// Takes in what was added to the lists since the last call.
  void update();

  /// Copies what refers to a part once for each renaming. `names` are those of the part. With
  /// `replace`, what was copied is taken out: only the copies stay. The context counts the copies,
  /// and warns of what had to go.
  void copy(NameSet names, const std::vector<Renaming>& renamings, bool replace, Context& context);

  /// Takes out for good what copy() replaced.
  void finish();

 private:
  // One of the lists, with the elements that were replaced and an index from names to who
  // refers to them.
  template <class T>
  struct Kind {
    List<T>* elements;
    ObjectType type;
    std::vector<char> replaced = {};
    std::unordered_map<std::string, std::vector<std::size_t>> referrers = {};
  };

  template <class T>
  void update(Kind<T>& list);
  template <class T>
  void copy(Kind<T>& list, NameSet& names, const std::vector<Renaming>& renamings, bool replace,
            Context& context);
  template <class T>
  static void finish(Kind<T>& list);
  /// Takes out and returns the equalities and skins that also hold something outside of the part:
  /// they have no meaning in the copies. An equality may hold the world.
  template <class T>
  static std::set<std::size_t> take_torn(const Kind<T>& list, const NameSet& names,
                                         std::set<std::size_t>& found);
  /// Adds the tuples that name a tuple among those found.
  static void add_tuples_of_tuples(const Kind<Tuple>& list, std::set<std::size_t>& found);
  /// Takes out and returns the tuples that also name things outside of the part: they have no
  /// meaning in the copies.
  static std::set<std::size_t> take_torn_tuples(const Kind<Tuple>& list, const NameSet& names,
                                                std::set<std::size_t>& found);

  Spec& spec_;
  Kind<Skin> skins_{&spec_.skins, ObjectType::Skin};
  Kind<Flex> flexes_{&spec_.flexes, ObjectType::Flex};
  Kind<Pair> pairs_{&spec_.pairs, ObjectType::Pair};
  Kind<Exclude> excludes_{&spec_.excludes, ObjectType::Exclude};
  Kind<Tendon> tendons_{&spec_.tendons, ObjectType::Tendon};
  Kind<Equality> equalities_{&spec_.equalities, ObjectType::Equality};
  Kind<Actuator> actuators_{&spec_.actuators, ObjectType::Actuator};
  Kind<Sensor> sensors_{&spec_.sensors, ObjectType::Sensor};
  Kind<Tuple> tuples_{&spec_.tuples, ObjectType::Tuple};
};

}  // namespace thew::spec
