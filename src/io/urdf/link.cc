// Links: inertia, and what is seen and touched.

#include <algorithm>
#include <cmath>

#include "io/mjcf/value.h"
#include "io/urdf/reader.h"
#include "math/eigen3.h"

namespace thew::io::urdf {

using spec::Vec6;

namespace {

// What a moving link gets that has no mass: without any it cannot move.
constexpr double kLeastMass = 1e-3;     // [kg]
constexpr double kLeastInertia = 1e-6;  // [kg m^2]

spec::Rgba read_rgba(const Node& colour) {
  spec::Rgba rgba;
  mjcf::read_value(need_text(colour, "rgba"), mjcf::form_of<spec::Rgba>(), rgba);
  return rgba;
}

// R I R', with the inertia as xx yy zz xy xz yz.
Vec6 turned(const Vec6& inertia, const spec::Vec4& quat) {
  if (quat == spec::Vec4{1, 0, 0, 0}) return inertia;
  const auto& [xx, yy, zz, xy, xz, yz] = inertia;
  const spec::Mat3 r = spec::to_matrix(quat);
  const spec::Mat3 back = {r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]};
  const spec::Mat3 m =
      spec::multiply(r, spec::multiply({xx, xy, xz, xy, yy, yz, xz, yz, zz}, back));
  return {m[0], m[4], m[8], m[1], m[2], m[5]};
}

bool has_inertia(const spec::Body& body) {
  return body.fullinertia || body.inertia != spec::Vec3{};
}

}  // namespace

// Colours may be given anywhere; the first one of a name holds.
void Reader::find_materials(const Node& node) {
  if (node.name() == "material" && node.has("name")) {
    const Node* const colour = find(node, "color");
    if (colour != nullptr && colour->has("rgba") && !materials_.contains(node.get("name"))) {
      try {
        materials_.emplace(node.get("name"), read_rgba(*colour));
      } catch (const base::Fault& fault) {
        warn(*colour, "rgba: " + fault.what + "; left out");
      }
    }
  }
  for (const Node& child : node.children) find_materials(child);
}

void Reader::read_link(const Link& link) {
  current_ = link.node;
  const bool is_world = link.body == &model_.spec.world;
  const Node* const inertial = find(*link.node, "inertial");
  if (inertial != nullptr && !is_world) read_inertial(*inertial, *link.body);
  std::optional<spec::Rgba> rgba;  // that of the last visual holds until the next one
  for (const Node& child : link.node->children) {
    if (child.name() == "visual") read_visual(child, *link.body, rgba);
    if (child.name() == "collision") read_collision(child, *link.body, rgba);
  }
}

void Reader::read_inertial(const Node& node, spec::Body& body) {
  const spec::Pose pose = origin(node);
  body.explicit_inertial = true;
  body.ipos = pose.pos;
  if (const Node* const mass = find(node, "mass")) {
    body.mass = need_number(*mass, "value");
  } else {
    warn(node, "<mass> is missing: 0");
  }
  const Node* const inertia = find(node, "inertia");
  if (inertia == nullptr) {
    warn(node, "<inertia> is missing: 0");
    return;
  }
  Vec6 full = {need_number(*inertia, "ixx"), need_number(*inertia, "iyy"),
               need_number(*inertia, "izz")};
  std::string missing;
  std::size_t i = 3;
  for (const char* const product : {"ixy", "ixz", "iyz"}) {
    const auto given = number(*inertia, product);
    full[i++] = given.value_or(0);
    if (!given) missing += (missing.empty() ? "" : ", ") + std::string(product);
  }
  if (!missing.empty()) warn(*inertia, missing + " missing: 0");
  const auto is_nothing = [](double x) { return std::abs(x) < spec::kTiny; };
  if (std::all_of(full.begin(), full.end(), is_nothing)) return;  // it says nothing
  body.fullinertia = turned(full, pose.quat);
  mend_inertia(*inertia, body);
}

// Many robots have inertias that no body can have: a principal one is negative, zero, or more than
// the other two together. They get the mean in all directions, as balanceinertia gives it.
void Reader::mend_inertia(const Node& node, spec::Body& body) {
  const spec::Compiler& compiler = model_.spec.compilers[0];
  const Vec6& f = *body.fullinertia;
  const auto [a, b, c] = math::eigen3({f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]}).value;
  const double sum = f[0] + f[1] + f[2];
  constexpr double kSlack = 1e-12;  // flat bodies reach equality, where rounding must not decide
  const bool is_positive = c > spec::kTiny || (compiler.boundinertia > 0 && c > -kSlack * sum);
  const bool is_balanced = b + c >= a - kSlack * sum || compiler.balanceinertia;
  if ((is_positive && is_balanced) || !(sum > spec::kTiny)) return;
  body.fullinertia.reset();
  body.inertia = {sum / 3, sum / 3, sum / 3};
  const std::string why = is_positive ? "a principal inertia exceeds the sum of the other two"
                                      : "the inertia matrix is not positive definite";
  warn(node, why + ": " + mjcf::show_number(sum / 3) + " in all directions");
}

// What is only visual never stops a model.
void Reader::read_colour(const Node& visual, std::optional<spec::Rgba>& rgba) {
  const Node* const material = find(visual, "material");
  if (material == nullptr) return;
  if (const Node* const colour = find(*material, "color")) {
    try {
      if (colour->has("rgba")) rgba = read_rgba(*colour);
    } catch (const base::Fault&) {
      // find_materials has told it.
    }
    return;
  }
  const char* const name = material->get("name");
  const auto entry = name == nullptr ? materials_.end() : materials_.find(name);
  if (entry != materials_.end()) rgba = entry->second;
}

void Reader::read_visual(const Node& node, spec::Body& body, std::optional<spec::Rgba>& rgba) {
  read_colour(node, rgba);
  if (model_.spec.compilers[0].discardvisual) return;
  spec::Geom geom;
  start(node, geom);
  geom.contype = geom.conaffinity = 0;
  geom.group = 1;
  geom.density = 0;
  try {
    read_geometry(node, geom);
  } catch (const Error& error) {
    session_.warnings.push_back(std::string(error.what()) + "; left out, since it is only seen");
    return;
  }
  if (rgba) geom.rgba = *rgba;
  name_geom(node, geom);
  body.geoms.push_back(std::move(geom));
}

void Reader::read_collision(const Node& node, spec::Body& body,
                            const std::optional<spec::Rgba>& rgba) {
  spec::Geom geom;
  start(node, geom);
  read_geometry(node, geom);
  if (rgba) geom.rgba = *rgba;
  name_geom(node, geom);
  body.geoms.push_back(std::move(geom));
}

void Reader::name_geom(const Node& node, spec::Geom& geom) {
  const char* const name = node.get("name");
  if (name == nullptr || *name == '\0') return;
  if (geom_names_.insert(name).second) {
    geom.name = name;
  } else {
    warn(node, "the name is taken already: the geom has none");
  }
}

// A link has mass of its own, or that of what is fixed to it.
bool Reader::has_mass(const Link& link) const {
  const spec::Body& body = *link.body;
  if (body.explicit_inertial && body.mass > spec::kTiny && has_inertia(body)) return true;
  if (!body.explicit_inertial) {
    for (const spec::Geom& geom : body.geoms) {
      if (geom.density > 0) return true;
    }
  }
  for (const int number : link.children) {
    const Link& child = links_[static_cast<std::size_t>(number)];
    if (child.is_fixed && has_mass(child)) return true;
  }
  return false;
}

void Reader::complete_masses() {
  const spec::Compiler& compiler = model_.spec.compilers[0];
  if (compiler.inertiafromgeom == InertiaFromGeom::True) return;
  for (const Link& link : links_) {
    if (link.is_fixed || has_mass(link)) continue;
    spec::Body& body = *link.body;
    const bool light = body.mass < kLeastMass && !(compiler.boundmass > 0);
    const bool slim = !has_inertia(body) && !(compiler.boundinertia > 0);
    if (body.mass < 0 || (!light && !slim)) continue;
    body.explicit_inertial = true;
    std::string given;
    if (light) body.mass = kLeastMass, given = ".001 kg";
    if (slim) {
      body.inertia = {kLeastInertia, kLeastInertia, kLeastInertia};
      given += (light ? ", " : "") + std::string("1e-6 kg m^2");
    }
    warn(*link.node, "it moves but has no mass or inertia: " + given);
  }
}

}  // namespace thew::io::urdf
