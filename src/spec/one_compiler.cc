#include "spec/one_compiler.h"

#include <thew/error.h>

#include "spec/edit.h"

namespace thew::spec {

namespace {

// The first rule that differs and that no element can say; nullptr if there is none.
const char* unsayable(const Compiler& a, const Compiler& b) {
  if (a.inertiafromgeom != b.inertiafromgeom) return "inertiafromgeom";
  if (a.inertiagrouprange != b.inertiagrouprange) return "inertiagrouprange";
  if (a.balanceinertia != b.balanceinertia) return "balanceinertia";
  if (a.boundmass != b.boundmass) return "boundmass";
  if (a.boundinertia != b.boundinertia) return "boundinertia";
  if (a.fitaabb != b.fitaabb) return "fitaabb";
  return nullptr;
}

// Automatic limits, where one file has them and the other has not.
void say_limits(Joint& joint) {
  const auto say = [](Limited& limited, const Vec2& range) {
    if (limited == Limited::Auto) limited = range == Vec2{} ? Limited::False : Limited::True;
  };
  say(joint.limited, joint.range);
  say(joint.actfrclimited, joint.actfrcrange);
}

void convert(Body& body, const Compiler& from, const Compiler& to) {
  convert_angles(body, from, to);
  // The poses of the body itself, as those of a geom in a part of its own.
  Body part;
  part.geoms.emplace_back().orientation = body.orientation;
  part.geoms.emplace_back().orientation = body.iorientation;
  convert_angles(part, from, to);
  body.orientation = part.geoms[0].orientation;
  body.iorientation = part.geoms[1].orientation;
  for (Joint& joint : body.joints) {
    if (from.autolimits != to.autolimits) say_limits(joint);
    if (from.alignfree != to.alignfree && joint.align == AlignFree::Auto) {
      joint.align = from.alignfree ? AlignFree::True : AlignFree::False;
    }
  }
}

}  // namespace

void use_one_compiler(Spec& spec) {
  const Compiler own = spec.compilers[0];
  walk(spec.world, [&](Body& body) {
    const Compiler& rules = spec.compilers[static_cast<std::size_t>(body.compiler)];
    body.compiler = 0;
    if (const char* const rule = unsayable(rules, own)) {
      throw Error(
          {"", 0, 0, "body \"" + body.name + "\""},
          "cannot be written: the file that it was attached from has another " + std::string(rule),
          "give both files the same <compiler " + std::string(rule) + "=\"...\"/>");
    }
    convert(body, rules, own);
  });
  for (Tendon& tendon : spec.tendons) tendon.compiler = 0;
  for (Actuator& actuator : spec.actuators) actuator.compiler = 0;
  spec.compilers.resize(1);
}

}  // namespace thew::spec
