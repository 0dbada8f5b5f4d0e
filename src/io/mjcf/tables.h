#pragma once

// The elements of MJCF, one function each. schema_tree.cc puts them in their places.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "io/mjcf/schema.h"
#include "spec/attach.h"
#include "spec/replicate.h"
#include "spec/shortcuts.h"

namespace thew::io::mjcf {

using spec::Vec2;
using spec::Vec3;
using spec::Vec4;
using spec::Vec5;
using spec::Vec6;

/// `<replicate>`: copies of what it encloses.
struct ReplicateText : spec::Replicate {
  std::string childclass;
};

/// `<attach>`: a copy of a part of a model.
struct AttachText : spec::Attach {
  std::string model;
};

/// `<asset><model>`: a model to attach from.
struct ModelAsset {
  std::string name;
  std::string file;
  std::string content_type;
};

/// `<material><layer>`.
struct Layer {
  std::string texture;
  TextureRole role = TextureRole::Rgb;
};

/// `<mesh>`, with the lists that are written in the XML.
struct MeshText : spec::Mesh {
  std::vector<float> vertex, normal, texcoord;
  std::vector<int> face;
};

/// `<default>`.
struct DefaultClass {
  std::string classname;
};

/// `<include>`.
struct Include {
  std::string file;
};

/// `<mujoco>`.
struct Root {
  std::string model = "MuJoCo Model";
};

/// What has no place in a Spec yet.
struct Nothing {};

/// Where the five ways to write a rotation go; the last one written holds, and is the one shown.
template <class Object, class Base>
void add_orientation(Table<Object>& row, spec::Orientation Base::* member) {
  using spec::Orientation;
  using Way = Orientation::Form;
  const auto add = [&]<class Value>(std::string_view name, Way way, Value Orientation::* value) {
    return row.template set<Value>(
        name,
        [=](Object& object, const Value& given) {
          if (way == Way::Quat && given == Value{})
            throw base::Fault{"a quaternion of zeros is no rotation"};
          (object.*member).form = way;
          (object.*member).*value = given;
        },
        [=](const Object& object) {
          const Orientation& orientation = object.*member;
          return orientation.form == way ? std::optional<Value>(orientation.*value) : std::nullopt;
        });
  };
  // An empty one undoes what the class says in another way, as in the reference.
  add("quat", Way::Quat, &Orientation::quat).template when_empty<Object>([=](Object& object) {
    (object.*member).form = Way::Quat;
  });
  add("axisangle", Way::Axisangle, &Orientation::axisangle);
  add("xyaxes", Way::Xyaxes, &Orientation::xyaxes);
  add("zaxis", Way::Zaxis, &Orientation::zaxis);
  add("euler", Way::Euler, &Orientation::euler);
}

/// The plugin of an element that names it itself.
template <class Object, class Base>
void add_plugin(Table<Object>& row, std::optional<spec::PluginUse> Base::* member) {
  const auto use = [member](Object& object) -> spec::PluginUse& {
    std::optional<spec::PluginUse>& plugin = object.*member;
    return plugin ? *plugin : plugin.emplace();
  };
  row.template set<std::string>(
      "plugin", [use](Object& object, const std::string& name) { use(object).own.plugin = name; },
      [member](const Object& object) {
        return object.*member ? (object.*member)->own.plugin : std::string();
      });
  row.template set<std::string>(
         "instance",
         [use](Object& object, const std::string& name) { use(object).instance = name; },
         [member](const Object& object) {
           return object.*member ? (object.*member)->instance : std::string();
         })
      .name_of("a plugin instance");
}

/// At most one of them may be given.
inline const Exclusive kOrientations = {"quat", "axisangle", "xyaxes", "zaxis", "euler"};

// tables_model.cc
Element compiler_element();
Element lengthrange_element();
Element option_element();
Element flag_element();
Element size_element();
Element statistic_element();
Element numeric_element();
Element text_element();
Element tuple_element();
Element tuple_entry_element();
Element key_element();

// tables_visual.cc
Element global_element();
Element quality_element();
Element headlight_element();
Element map_element();
Element scale_element();
Element rgba_element();

// tables_body.cc
Element body_element();
Element frame_element();
Element replicate_element();
Element attach_element();
Element inertial_element();
Element joint_element();
Element freejoint_element();
Element geom_element();
Element site_element();
Element camera_element();
Element light_element();

// tables_asset.cc
Element texture_element();
Element material_element();
Element layer_element();
Element model_asset_element();
Element mesh_element();
Element hfield_element();
Element skin_element();
Element bone_element();

// tables_contact.cc
Element pair_element();
Element exclude_element();
Element fixed_element();
Element fixed_joint_element();
Element spatial_element();
Element spatial_site_element();
Element spatial_geom_element();
Element pulley_element();
Element default_tendon_element();

// tables_equality.cc
/// What an equality of this type is before its attributes are read.
void begin_equality(spec::Equality& equality);
Element default_equality_element();
std::vector<Element> equality_elements();

// tables_actuator.cc
Element general_element();
Element motor_element();
Element position_element();
Element velocity_element();
Element intvelocity_element();
Element damper_element();
Element cylinder_element();
Element orientation_element();
Element pid_element();
Element muscle_element();
Element hill_element();
Element adhesion_element();
Element dcmotor_element();
Element actuator_plugin_element();

// tables_sensor.cc
/// What is reported where the file does not say.
std::array<int, kNSENS> usual_parameters(SensorType type);
std::vector<Element> sensor_elements();

// tables_plugin.cc
Element plugin_element();
Element config_element();
Element instance_element();
Element extension_plugin_element();

// tables_composite.cc
Element composite_element();
Element composite_joint_element();
Element composite_geom_element();
Element composite_site_element();
Element composite_skin_element();

// tables_flex.cc
Element flexcomp_element();
Element flexcomp_edge_element();
Element elasticity_element();
Element flex_contact_element();
Element xpbd_element();
Element pin_element();
Element flex_element();
Element flex_edge_element();

}  // namespace thew::io::mjcf
