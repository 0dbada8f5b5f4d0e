#include "io/mjcf/write.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <thew/error.h>

#include "compile/compile.h"
#include "io/mjcf/write_layout.h"
#include "io/mjcf/writer.h"
#include "spec/one_compiler.h"

namespace thew::io::mjcf {

namespace {

// A list that may be shorter ends with the last number that is not what it would be anyway.
std::string without_rest(const Attribute& row, const std::string& text, const std::string& base) {
  if (!row.keeps_rest || row.form.least == row.form.most) return text;
  const auto ours = words(text), theirs = words(base);
  if (ours.size() != theirs.size()) return text;
  std::size_t count = ours.size();
  const auto least = static_cast<std::size_t>(row.form.least);
  while (count > std::max<std::size_t>(least, 1) && ours[count - 1] == theirs[count - 1]) --count;
  const std::string_view last = ours[count - 1];
  return text.substr(0, static_cast<std::size_t>(last.data() + last.size() - text.data()));
}

bool leaves_open(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); });
}

// What the keyframe of an attached model leaves to the rest of the model is in the compiled one.
void complete_keys(spec::Spec& spec) {
  const auto open = [](const spec::Key& key) {
    return leaves_open(key.qpos) || leaves_open(key.qvel) || leaves_open(key.act) ||
           leaves_open(key.ctrl) || leaves_open(key.mpos) || leaves_open(key.mquat);
  };
  if (std::none_of(spec.keys.begin(), spec.keys.end(), open)) return;
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();  // it could be read
  Limits limits;
  limits.pixels = limits.points = kAny;
  const Model model = compile::compile(spec, limits);
  const auto complete = [](std::vector<double>& values, const double* row) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(values[i])) values[i] = row[i];
    }
  };
  for (std::size_t i = 0; i < spec.keys.size(); ++i) {
    spec::Key& key = spec.keys[i];
    const auto row = static_cast<int>(i);
    if (!key.qpos.empty()) complete(key.qpos, model.key_qpos.row(row));
    if (!key.qvel.empty()) complete(key.qvel, model.key_qvel.row(row));
    if (!key.act.empty()) complete(key.act, model.key_act.row(row));
    if (!key.ctrl.empty()) complete(key.ctrl, model.key_ctrl.row(row));
    if (!key.mpos.empty()) complete(key.mpos, model.key_mpos.row(row));
    if (!key.mquat.empty()) complete(key.mquat, model.key_mquat.row(row));
  }
}

const Element& element_in(std::string_view section, std::string_view name) {
  return *schema().find_child(section)->element->find_child(name)->element;
}

// Settings start from what the schema documents.
void write_settings_of(pugi::xml_node node, const Element& element, const void* object) {
  write_attributes(node, element, object, element.prototype.get());
}

}  // namespace

void write_attributes(pugi::xml_node node, const Element& element, const void* object,
                      const void* base, const std::string& classname) {
  const auto put = [&](std::string_view name, const std::string& text) {
    node.append_attribute(std::string(name).c_str()) = text.c_str();
  };
  // The elements of a class may be of any type, whose number of sizes is not known.
  const bool is_class = std::string_view(node.parent().name()) == "default";
  for (const Attribute& row : element.attributes) {
    if (row.name == "class") {
      if (!classname.empty()) put("class", classname);
      continue;
    }
    const std::string text = row.show(row.form, object);
    if (text.empty() && !(row.is_required && row.name == "name")) continue;
    const std::string without = row.show(row.form, base);
    if (text == without && !row.is_required) continue;
    put(row.name, is_class && row.name == "size" ? text : without_rest(row, text, without));
  }
}

Writer::Writer(const spec::Spec& spec, std::filesystem::path folder)
    : spec_(spec), folder_(std::move(folder)) {
  complete_keys(spec_);
  spec::use_one_compiler(spec_);
  if (spec_.defaults.empty()) spec_.defaults.emplace_back().name = "main";
  for (std::size_t i = 0; i < spec_.defaults.size(); ++i) {
    classes_.emplace(spec_.defaults[i].name, static_cast<int>(i));
  }
}

std::string Writer::write() {
  root_ = document_.append_child("mujoco");
  root_.append_attribute("model") = spec_.modelname.c_str();
  write_settings();
  write_default(root_, 0);
  write_extension();
  write_custom();
  write_assets();
  write_body(root_, spec_.world, 0);
  write_contact();
  write_tendons();
  write_equality();
  section("actuator", [&](pugi::xml_node node) {
    for (const spec::Actuator& actuator : spec_.actuators) write_actuator(node, actuator);
  });
  write_sensors();
  write_keys();
  settle_angles(root_);
  return lay_out(document_);
}

void Writer::section(std::string_view name, const std::function<void(pugi::xml_node)>& fill) {
  pugi::xml_node node = add(root_, name);
  fill(node);
  if (!node.first_child() && !node.first_attribute()) root_.remove_child(node);
}

pugi::xml_node Writer::add(pugi::xml_node section, std::string_view name) {
  return section.append_child(std::string(name).c_str());
}

void Writer::write_settings() {
  const auto settings = [](pugi::xml_node parent, const Element& element, const void* object) {
    pugi::xml_node node = add(parent, element.name);
    write_settings_of(node, element, object);
    if (!node.first_attribute()) parent.remove_child(node);
  };
  const auto element = [](std::string_view name) -> const Element& {
    return *schema().find_child(name)->element;
  };
  section("compiler", [&](pugi::xml_node node) {
    // Files are named in full.
    spec::Compiler compiler = spec_.compilers[0];
    compiler.meshdir = compiler.texturedir = "";
    compiler.strippath = false;
    write_settings_of(node, element("compiler"), &compiler);
    settings(node, element_in("compiler", "lengthrange"), &compiler.lengthrange);
  });
  section("option", [&](pugi::xml_node node) {
    write_settings_of(node, element("option"), &spec_.option);
    settings(node, element_in("option", "flag"), &spec_.option);
  });
  const spec::Sizes sizes = with_user_sizes(spec_);
  settings(root_, element("size"), &sizes);
  settings(root_, element("statistic"), &spec_.statistic);
  section("visual", [&](pugi::xml_node node) {
    const Visual& visual = spec_.visual;
    settings(node, element_in("visual", "global"), &visual.global_);
    settings(node, element_in("visual", "quality"), &visual.quality);
    settings(node, element_in("visual", "headlight"), &visual.headlight);
    settings(node, element_in("visual", "map"), &visual.map);
    settings(node, element_in("visual", "scale"), &visual.scale);
    settings(node, element_in("visual", "rgba"), &visual.rgba);
  });
}

void Writer::write_custom() {
  section("custom", [&](pugi::xml_node node) {
    for (const spec::Numeric& numeric : spec_.numerics) {
      spec::Numeric base;
      base.size = static_cast<int>(numeric.data.size());
      write_attributes(add(node, "numeric"), element_in("custom", "numeric"), &numeric, &base);
    }
    for (const spec::Text& text : spec_.texts) {
      write_settings_of(add(node, "text"), element_in("custom", "text"), &text);
    }
    for (const spec::Tuple& tuple : spec_.tuples) {
      const Element& element = element_in("custom", "tuple");
      pugi::xml_node child = add(node, "tuple");
      write_settings_of(child, element, &tuple);
      for (const spec::Tuple::Entry& entry : tuple.entries) {
        write_settings_of(add(child, "element"), *element.find_child("element")->element, &entry);
      }
    }
  });
}

void Writer::write_contact() {
  section("contact", [&](pugi::xml_node node) {
    for (const spec::Pair& pair : spec_.pairs) {
      const int number = class_number(pair.classname);
      write_attributes(add(node, "pair"), element_in("contact", "pair"), &pair,
                       &defaults(number).pair, class_text(number));
    }
    for (const spec::Exclude& exclude : spec_.excludes) {
      write_settings_of(add(node, "exclude"), element_in("contact", "exclude"), &exclude);
    }
  });
}

void Writer::write_tendons() {
  const auto name_of = [](WrapType type) {
    if (type == WrapType::Joint) return "joint";
    if (type == WrapType::Site) return "site";
    return type == WrapType::Pulley ? "pulley" : "geom";
  };
  section("tendon", [&](pugi::xml_node node) {
    for (const spec::Tendon& tendon : spec_.tendons) {
      const int number = class_number(tendon.classname);
      const char* const name = tendon.type == TendonType::Spatial ? "spatial" : "fixed";
      const Element& element = element_in("tendon", name);
      pugi::xml_node child = add(node, name);
      write_attributes(child, element, &tendon, &defaults(number).tendon, class_text(number));
      for (const spec::Wrap& wrap : tendon.path) {
        const char* const kind = name_of(wrap.type);
        write_settings_of(add(child, kind), *element.find_child(kind)->element, &wrap);
      }
    }
  });
}

void Writer::write_equality() {
  section("equality", [&](pugi::xml_node node) {
    for (const spec::Equality& equality : spec_.equalities) {
      const int number = class_number(equality.classname);
      const std::string name = show_value(equality.type, keywords_of<EqualityType>());
      spec::Equality base = defaults(number).equality;
      base.type = equality.type;
      begin_equality(base);
      const bool of_bodies = equality.objtype == ObjectType::Body;
      const bool connect = equality.type == EqualityType::Connect;
      // Without its anchor a weld of bodies has it at the origin; a connect must name it.
      if (of_bodies) std::fill_n(base.data.begin(), 3, connect ? std::nan("") : 0.0);
      // The sites say where they are.
      if (equality.objtype == ObjectType::Site)
        std::copy_n(equality.data.begin(), 10, base.data.begin());
      write_attributes(add(node, name), element_in("equality", name), &equality, &base,
                       class_text(number));
    }
  });
}

void Writer::write_sensors() {
  section("sensor", [&](pugi::xml_node node) {
    for (const spec::Sensor& sensor : spec_.sensors) {
      const std::string name = show_value(sensor.type, keywords_of<SensorType>());
      spec::Sensor base;
      base.intprm = usual_parameters(sensor.type);
      const Element& element = element_in("sensor", name);
      pugi::xml_node child = add(node, name);
      write_attributes(child, element, &sensor, &base);
      if (sensor.plugin) write_config(child, element, sensor.plugin->own);
    }
  });
}

void Writer::write_keys() {
  section("keyframe", [&](pugi::xml_node node) {
    for (const spec::Key& key : spec_.keys) {
      write_settings_of(add(node, "key"), element_in("keyframe", "key"), &key);
    }
  });
}

std::string to_xml(const spec::Spec& spec, const std::filesystem::path& folder) {
  return Writer(spec, folder).write();
}

}  // namespace thew::io::mjcf
