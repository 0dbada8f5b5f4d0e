// <visual>: kept for viewers.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

void check_positive(float value) {
  if (value <= 0) throw base::Fault{"must be positive"};
}

}  // namespace

Element global_element() {
  using Global = decltype(Visual::global_);
  Table<Global> row;
  row("cameraid", &Global::cameraid);
  row("orthographic", &Global::orthographic, true_or_false());
  row("fovy", &Global::fovy);
  row("ipd", &Global::ipd);
  row("azimuth", &Global::azimuth);
  row("elevation", &Global::elevation);
  row("linewidth", &Global::linewidth);
  row("glow", &Global::glow);
  row.checked("realtime", &Global::realtime, check_positive);
  row("offwidth", &Global::offwidth);
  row("offheight", &Global::offheight);
  row("ellipsoidinertia", &Global::ellipsoidinertia, true_or_false());
  row("bvactive", &Global::bvactive, true_or_false());
  Element element = std::move(row).element("global");
  element.prototype = std::make_shared<const Global>(Visual().global_);
  return element;
}

Element quality_element() {
  using Quality = decltype(Visual::quality);
  Table<Quality> row;
  row("shadowsize", &Quality::shadowsize);
  row("offsamples", &Quality::offsamples);
  row("numslices", &Quality::numslices);
  row("numstacks", &Quality::numstacks);
  row("numquads", &Quality::numquads);
  Element element = std::move(row).element("quality");
  element.prototype = std::make_shared<const Quality>(Visual().quality);
  return element;
}

Element headlight_element() {
  using Headlight = decltype(Visual::headlight);
  Table<Headlight> row;
  row("ambient", &Headlight::ambient);
  row("diffuse", &Headlight::diffuse);
  row("specular", &Headlight::specular);
  row("active", &Headlight::active, headlight_keywords());
  Element element = std::move(row).element("headlight");
  element.prototype = std::make_shared<const Headlight>(Visual().headlight);
  return element;
}

Element map_element() {
  using Map = decltype(Visual::map);
  Table<Map> row;
  row("stiffness", &Map::stiffness);
  row("stiffnessrot", &Map::stiffnessrot);
  row("force", &Map::force);
  row("torque", &Map::torque);
  row("alpha", &Map::alpha);
  row("fogstart", &Map::fogstart);
  row("fogend", &Map::fogend);
  row.checked("znear", &Map::znear, check_positive);
  row("zfar", &Map::zfar);
  row("haze", &Map::haze);
  row("shadowclip", &Map::shadowclip);
  row("shadowscale", &Map::shadowscale);
  row("actuatortendon", &Map::actuatortendon);
  Element element = std::move(row).element("map");
  element.prototype = std::make_shared<const Map>(Visual().map);
  return element;
}

Element scale_element() {
  using Scales = decltype(Visual::scale);
  Table<Scales> row;
  row("forcewidth", &Scales::forcewidth);
  row("contactwidth", &Scales::contactwidth);
  row("contactheight", &Scales::contactheight);
  row("connect", &Scales::connect);
  row("com", &Scales::com);
  row("camera", &Scales::camera);
  row("light", &Scales::light);
  row("selectpoint", &Scales::selectpoint);
  row("jointlength", &Scales::jointlength);
  row("jointwidth", &Scales::jointwidth);
  row("actuatorlength", &Scales::actuatorlength);
  row("actuatorwidth", &Scales::actuatorwidth);
  row("framelength", &Scales::framelength);
  row("framewidth", &Scales::framewidth);
  row("constraint", &Scales::constraint);
  row("slidercrank", &Scales::slidercrank);
  row("frustum", &Scales::frustum);
  Element element = std::move(row).element("scale");
  element.prototype = std::make_shared<const Scales>(Visual().scale);
  return element;
}

Element rgba_element() {
  using Colours = decltype(Visual::rgba);
  Table<Colours> row;
  row("fog", &Colours::fog);
  row("haze", &Colours::haze);
  row("force", &Colours::force);
  row("inertia", &Colours::inertia);
  row("joint", &Colours::joint);
  row("actuator", &Colours::actuator);
  row("actuatornegative", &Colours::actuatornegative);
  row("actuatorpositive", &Colours::actuatorpositive);
  row("com", &Colours::com);
  row("camera", &Colours::camera);
  row("light", &Colours::light);
  row("selectpoint", &Colours::selectpoint);
  row("connect", &Colours::connect);
  row("contactpoint", &Colours::contactpoint);
  row("contactforce", &Colours::contactforce);
  row("contactfriction", &Colours::contactfriction);
  row("contacttorque", &Colours::contacttorque);
  row("contactgap", &Colours::contactgap);
  row("rangefinder", &Colours::rangefinder);
  row("constraint", &Colours::constraint);
  row("slidercrank", &Colours::slidercrank);
  row("crankbroken", &Colours::crankbroken);
  row("frustum", &Colours::frustum);
  row("bv", &Colours::bv);
  row("bvactive", &Colours::bvactive);
  Element element = std::move(row).element("rgba");
  element.prototype = std::make_shared<const Colours>(Visual().rgba);
  return element;
}

}  // namespace thew::io::mjcf
