#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thew/model.h>

namespace thew::cli {

/// The MJCF word of an enumerator: enum_word("mjtJoint", 3) is "hinge"; the number itself when it
/// has no word.
std::string enum_word(std::string_view mujoco_enum, int value);
/// All words of an enumeration, counts (mjN...) left out.
std::vector<std::string> enum_words(std::string_view mujoco_enum);
/// The value of a word, or -1; capital letters do not matter.
int enum_value(std::string_view mujoco_enum, std::string_view word);
/// The words of the bits that are set in `flags`.
std::vector<std::string> flag_words(std::string_view mujoco_enum, int flags);

/// The object's name, or its number as `#3` when it has none.
std::string object_name(const Model& model, ObjectType type, int id);
/// What a dof or a qpos entry belongs to: `joint "knee" of body "shin"`.
std::string dof_owner(const Model& model, int dof);
std::string qpos_owner(const Model& model, int entry);
/// What a control belongs to: `actuator "motor"`.
std::string ctrl_owner(const Model& model, int control);

}  // namespace thew::cli
