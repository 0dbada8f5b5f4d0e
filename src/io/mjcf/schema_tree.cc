// Which element stands where.

#include <deque>
#include <utility>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

// Owns every element, and links parents to children; addresses stay.
class Tree {
 public:
  Tree() {
    add_settings();
    add_body();
    add_assets();
    add_relations();
    add_actuators();
    add_sensors();
    add_defaults();
  }

  const Element& root() const { return *root_; }

 private:
  Element* keep(Element element) { return &elements_.emplace_back(std::move(element)); }

  // A section that only groups.
  Element* section(std::string_view name) {
    Element* const element = keep(Table<Nothing>().element(name));
    root_->children.push_back({element});
    return element;
  }

  Element* child(Element* parent, Element element) {
    Element* const kept = keep(std::move(element));
    parent->children.push_back({kept});
    return kept;
  }

  Element* unique(Element* parent, Element element) {
    Element* const kept = keep(std::move(element));
    parent->children.push_back({kept, true});
    return kept;
  }

  // A plugin with its settings.
  void plugin(Element* parent) { child(child(parent, plugin_element()), config_element()); }

  void add_settings() {
    Table<Root> row;
    row("model", &Root::model);
    root_ = keep(std::move(row).element("mujoco"));
    unique(child(root_, compiler_element()), lengthrange_element());
    unique(child(root_, option_element()), flag_element());
    child(root_, size_element());
    child(root_, statistic_element());
    Element* const visual = section("visual");
    unique(visual, global_element());
    unique(visual, quality_element());
    unique(visual, headlight_element());
    unique(visual, map_element());
    unique(visual, scale_element());
    unique(visual, rgba_element());
    Element* const custom = section("custom");
    child(custom, numeric_element());
    child(custom, text_element());
    child(child(custom, tuple_element()), tuple_entry_element());
    child(section("keyframe"), key_element());
  }

  // Bodies, frames, replicates and the world have the same children, but for mass and joints: the
  // world cannot move, and the joints of a replicate would all be in one body.
  void add_body() {
    Element* const world = section("worldbody");
    Element* const body = child(world, body_element());
    Element* const frame = child(world, frame_element());
    Element* const replicate = child(world, replicate_element());
    unique(world, inertial_element());
    child(world, joint_element());
    child(world, freejoint_element());
    plugin(child(world, geom_element()));
    child(world, attach_element());
    child(world, site_element());
    child(world, camera_element());
    child(world, light_element());
    plugin(world);
    Element* const flexcomp = child(world, flexcomp_element());
    unique(flexcomp, flexcomp_edge_element());
    unique(flexcomp, elasticity_element());
    unique(flexcomp, flex_contact_element());
    unique(flexcomp, xpbd_element());
    child(flexcomp, pin_element());
    plugin(flexcomp);
    Element* const composite = child(world, composite_element());
    unique(composite, composite_joint_element());
    unique(composite, composite_geom_element());
    unique(composite, composite_site_element());
    unique(composite, composite_skin_element());
    plugin(composite);
    for (Element* const element : {body, frame, replicate}) element->children = world->children;
    const auto is_motion = [](const Child& row) {
      const std::string_view name = row.element->name;
      return name == "inertial" || name == "joint" || name == "freejoint";
    };
    std::erase_if(world->children, is_motion);
    std::erase_if(replicate->children, is_motion);
  }

  void add_assets() {
    Element* const asset = section("asset");
    plugin(child(asset, mesh_element()));
    child(asset, hfield_element());
    child(child(asset, skin_element()), bone_element());
    child(asset, texture_element());
    child(child(asset, material_element()), layer_element());
    child(asset, model_asset_element());
    Element* const deformable = section("deformable");
    Element* const flex = child(deformable, flex_element());
    unique(flex, flex_contact_element());
    unique(flex, flex_edge_element());
    unique(flex, elasticity_element());
    unique(flex, xpbd_element());
    child(child(deformable, skin_element()), bone_element());
  }

  void add_relations() {
    Element* const contact = section("contact");
    child(contact, pair_element());
    child(contact, exclude_element());
    Element* const tendon = section("tendon");
    child(child(tendon, fixed_element()), fixed_joint_element());
    Element* const spatial = child(tendon, spatial_element());
    child(spatial, spatial_site_element());
    child(spatial, spatial_geom_element());
    child(spatial, pulley_element());
    Element* const equality = section("equality");
    for (auto& element : equality_elements()) child(equality, std::move(element));
  }

  void add_actuators() {
    Element* const actuator = section("actuator");
    for (auto& element : shortcuts()) child(actuator, std::move(element));
    child(child(actuator, actuator_plugin_element()), config_element());
  }

  void add_sensors() {
    Element* const sensor = section("sensor");
    for (auto& element : sensor_elements()) {
      Element* const kept = child(sensor, std::move(element));
      if (kept->name == "plugin") child(kept, config_element());
    }
    Element* const extension = section("extension");
    Element* const plugins = child(extension, extension_plugin_element());
    child(child(plugins, instance_element()), config_element());
  }

  void add_defaults() {
    Table<DefaultClass> row;
    row("class", &DefaultClass::classname);
    Element* const defaults = child(root_, std::move(row).element("default"));
    defaults->children.push_back({defaults});
    unique(defaults, in_defaults(mesh_element()));
    unique(defaults, in_defaults(texture_element()));
    child(unique(defaults, in_defaults(material_element())), layer_element());
    unique(defaults, in_defaults(joint_element()));
    unique(defaults, in_defaults(geom_element()));
    unique(defaults, in_defaults(site_element()));
    unique(defaults, in_defaults(camera_element()));
    unique(defaults, in_defaults(light_element()));
    unique(defaults, in_defaults(pair_element()));
    unique(defaults, default_equality_element());
    unique(defaults, default_tendon_element());
    for (auto& element : shortcuts()) unique(defaults, in_defaults(element));
  }

  static std::vector<Element> shortcuts() {
    return {general_element(),     motor_element(),       position_element(), velocity_element(),
            intvelocity_element(), orientation_element(), pid_element(),      damper_element(),
            cylinder_element(),    muscle_element(),      hill_element(),     adhesion_element(),
            dcmotor_element()};
  }

  std::deque<Element> elements_;
  Element* root_ = nullptr;
};

}  // namespace

const Element& schema() {
  static const Tree tree;
  return tree.root();
}

}  // namespace thew::io::mjcf
