#include "names.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace thew::cli {
namespace {

struct Enumerator {
  std::string_view mujoco_enum;
  std::string_view mujoco_name;
  int value;
};

// enums.inc as one table; the enumeration's name is carried by a constant of its namespace.
#define THEW_ENUM(name, mujoco_name)                 \
  namespace enum_##name {                            \
    constexpr std::string_view kEnum = #mujoco_name; \
    constexpr Enumerator kTable[] = {
#define THEW_ENUMERATOR(name, mujoco_name, value) {kEnum, #mujoco_name, value},
#define THEW_ENUM_END(name, mujoco_name) \
  }                                      \
  ;                                      \
  }
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END

std::vector<Enumerator> make_enumerators() {
  std::vector<Enumerator> all;
#define THEW_ENUM(name, mujoco_name) \
  all.insert(all.end(), std::begin(enum_##name::kTable), std::end(enum_##name::kTable));
#define THEW_ENUMERATOR(name, mujoco_name, value)
#define THEW_ENUM_END(name, mujoco_name)
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END
  // mjN... are counts.
  std::erase_if(all, [](const Enumerator& e) { return e.mujoco_name.starts_with("mjN"); });
  return all;
}

const std::vector<Enumerator>& enumerators() {
  static const std::vector<Enumerator> all = make_enumerators();
  return all;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// mjJNT_HINGE -> hinge
std::string word_of(const Enumerator& e) {
  return lower(e.mujoco_name.substr(e.mujoco_name.find('_') + 1));
}

// The joint that owns an entry: the last one whose address is not beyond it.
int owner(const Array<std::int32_t>& addresses, int entry) {
  const auto* after = std::upper_bound(addresses.begin(), addresses.end(), entry);
  return static_cast<int>(after - addresses.begin()) - 1;
}

std::string joint_of_body(const Model& model, int joint) {
  return fmt::format("joint {} of body {}", object_name(model, ObjectType::Joint, joint),
                     object_name(model, ObjectType::Body, model.jnt_bodyid[joint]));
}

}  // namespace

std::string enum_word(std::string_view mujoco_enum, int value) {
  for (const Enumerator& e : enumerators()) {
    if (e.mujoco_enum == mujoco_enum && e.value == value) return word_of(e);
  }
  return std::to_string(value);
}

std::vector<std::string> enum_words(std::string_view mujoco_enum) {
  std::vector<std::string> words;
  for (const Enumerator& e : enumerators()) {
    if (e.mujoco_enum == mujoco_enum) words.push_back(word_of(e));
  }
  return words;
}

int enum_value(std::string_view mujoco_enum, std::string_view word) {
  const std::string wanted = lower(word);
  for (const Enumerator& e : enumerators()) {
    if (e.mujoco_enum == mujoco_enum && word_of(e) == wanted) return e.value;
  }
  return -1;
}

std::vector<std::string> flag_words(std::string_view mujoco_enum, int flags) {
  std::vector<std::string> words;
  for (const Enumerator& e : enumerators()) {
    if (e.mujoco_enum == mujoco_enum && (flags & e.value) != 0) words.push_back(word_of(e));
  }
  return words;
}

std::string object_name(const Model& model, ObjectType type, int id) {
  const char* name = id_to_name(model, type, id);
  if (name == nullptr || name[0] == '\0') return fmt::format("#{}", id);
  return name;
}

std::string dof_owner(const Model& model, int dof) {
  if (dof < 0 || dof >= model.nv) return fmt::format("dof {}", dof);
  return fmt::format("dof {}: {}", dof, joint_of_body(model, owner(model.jnt_dofadr, dof)));
}

std::string qpos_owner(const Model& model, int entry) {
  if (entry < 0 || entry >= model.nq) return fmt::format("qpos {}", entry);
  return fmt::format("qpos {}: {}", entry, joint_of_body(model, owner(model.jnt_qposadr, entry)));
}

std::string ctrl_owner(const Model& model, int control) {
  if (control < 0 || control >= model.nu) return fmt::format("control {}", control);
  const int actuator = owner(model.actuator_ctrladr, control);
  return fmt::format("control {}: actuator {}", control,
                     object_name(model, ObjectType::Actuator, actuator));
}

}  // namespace thew::cli
