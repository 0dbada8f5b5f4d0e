#include "io/mjcf/conflicts.h"

#include <algorithm>
#include <string_view>

#include "base/fault.h"
#include "io/mjcf/schema.h"

namespace thew::io::mjcf {

namespace {

enum class Merge { Smaller, Larger, Never };

struct Rule {
  std::string_view attribute;
  Merge merge;
};

// Precision is kept by the smaller, room by the larger; what is a matter of physics cannot be
// merged.
constexpr Rule kOptionRules[] = {{"timestep", Merge::Smaller},
                                 {"tolerance", Merge::Smaller},
                                 {"ls_tolerance", Merge::Smaller},
                                 {"noslip_tolerance", Merge::Smaller},
                                 {"ccd_tolerance", Merge::Smaller},
                                 {"sleep_tolerance", Merge::Smaller},
                                 {"iterations", Merge::Larger},
                                 {"ls_iterations", Merge::Larger},
                                 {"noslip_iterations", Merge::Larger},
                                 {"ccd_iterations", Merge::Larger},
                                 {"sdf_iterations", Merge::Larger},
                                 {"sdf_initpoints", Merge::Larger},
                                 {"impratio", Merge::Never},
                                 {"density", Merge::Never},
                                 {"viscosity", Merge::Never},
                                 {"o_margin", Merge::Never},
                                 {"integrator", Merge::Never},
                                 {"cone", Merge::Never},
                                 {"jacobian", Merge::Never},
                                 {"solver", Merge::Never},
                                 {"formulation", Merge::Never},
                                 {"regularization", Merge::Never},
                                 {"default_eq_stiffness", Merge::Never},
                                 {"default_eq_damping", Merge::Never},
                                 {"max_constraint_vel", Merge::Never},
                                 {"max_constraint_angvel", Merge::Never},
                                 {"friction_smoothing", Merge::Never},
                                 {"gravity", Merge::Never},
                                 {"wind", Merge::Never},
                                 {"magnetic", Merge::Never},
                                 {"o_solref", Merge::Never},
                                 {"o_solimp", Merge::Never},
                                 {"o_friction", Merge::Never}};
constexpr Rule kMapRules[] = {{"znear", Merge::Smaller}, {"zfar", Merge::Larger}};
constexpr Rule kGlobalRules[] = {{"realtime", Merge::Smaller}};
constexpr Rule kSizeRules[] = {{"memory", Merge::Larger},       {"njmax", Merge::Larger},
                               {"nconmax", Merge::Larger},      {"nuserdata", Merge::Larger},
                               {"nkey", Merge::Larger},         {"nuser_body", Merge::Larger},
                               {"nuser_jnt", Merge::Larger},    {"nuser_geom", Merge::Larger},
                               {"nuser_site", Merge::Larger},   {"nuser_cam", Merge::Larger},
                               {"nuser_tendon", Merge::Larger}, {"nuser_actuator", Merge::Larger},
                               {"nuser_sensor", Merge::Larger}};

class Merger {
 public:
  Merger(spec::Spec& outer, const spec::Spec& inner)
      : outer_(outer), inner_(inner), policy_(outer.compilers[0].conflict) {}

  // Compares the values of one section as they would be written. A value is given where a file gave
  // it, or where code made it another than `usual`.
  void resolve(const Element& element, std::span<const Rule> rules, void* outer, const void* inner,
               const void* usual) {
    for (const Rule& rule : rules) {
      const std::string_view name = rule.attribute;
      const Attribute& row = *element.find_attribute(name);
      const std::string ours = row.show(row.form, outer);
      const std::string theirs = row.show(row.form, inner);
      const std::string default_value = row.show(row.form, usual);
      if (ours == theirs) continue;
      if (!gave(inner_.authored, element.name, name) && theirs == default_value) continue;
      const bool both = gave(outer_.authored, element.name, name) || ours != default_value;
      const std::string fault =
          std::string(name) + ": the model has " + ours + ", what is attached has " + theirs;
      if (both && (policy_ == Conflict::Error ||
                   (policy_ == Conflict::Merge && rule.merge == Merge::Never))) {
        throw base::Fault{"conflict on attach: " + fault};
      }
      if (policy_ != Conflict::Merge) {
        warnings_.push_back(fault + "; the model's holds");
        continue;
      }
      if (both && !wins(rule.merge, ours, theirs)) continue;
      row.read(row.form, theirs, outer);
      warnings_.push_back(fault + "; the latter holds");
    }
  }

  // Flags that the attached model sets are added, where the policy is to merge.
  void resolve_flags() {
    const Options& theirs = inner_.option;
    Options& ours = outer_.option;
    if (policy_ != Conflict::Merge) {
      check_flags("flag");
      return;
    }
    ours.disableflags |= theirs.disableflags;
    ours.enableflags |= theirs.enableflags;
    ours.disableactuator |= theirs.disableactuator;
  }

  std::vector<std::string> warnings() && { return std::move(warnings_); }

 private:
  static bool gave(const spec::Authored& authored, std::string_view section,
                   std::string_view attribute) {
    const auto entry = authored.find(section);
    return entry != authored.end() && entry->second.contains(std::string(attribute));
  }

  static bool wins(Merge merge, const std::string& ours, const std::string& theirs) {
    const double a = to_real(ours), b = to_real(theirs);
    return merge == Merge::Smaller ? b < a : b > a;
  }

  void check_flags(std::string_view section) {
    const Options& theirs = inner_.option;
    const Options& ours = outer_.option;
    if (ours.disableflags == theirs.disableflags && ours.enableflags == theirs.enableflags) return;
    const auto entry = inner_.authored.find(section);
    if (entry == inner_.authored.end()) return;
    for (const std::string& name : entry->second) {
      if (!gave(outer_.authored, section, name) || !differs(name)) continue;
      const std::string fault = "flag " + name + " is not the same in what is attached";
      if (policy_ == Conflict::Error) throw base::Fault{"conflict on attach: " + fault};
      warnings_.push_back(fault + "; the model's holds");
    }
  }

  // Whether a flag has another value in the two models: setting it in a copy changes only one of
  // them.
  bool differs(const std::string& name) const {
    const Attribute& row =
        *schema().find_child("option")->element->find_child("flag")->element->find_attribute(name);
    Options on = outer_.option, off = inner_.option;
    row.read(row.form, "enable", &on);
    row.read(row.form, "enable", &off);
    const bool ours = same_flags(on, outer_.option), theirs = same_flags(off, inner_.option);
    return ours != theirs;
  }

  static bool same_flags(const Options& a, const Options& b) {
    return a.disableflags == b.disableflags && a.enableflags == b.enableflags;
  }

  spec::Spec& outer_;
  const spec::Spec& inner_;
  Conflict policy_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> resolve_conflicts(spec::Spec& outer, const spec::Spec& inner) {
  static const Element& visual = *schema().find_child("visual")->element;
  static const spec::Spec usual;
  // Nothing changes where something cannot be resolved.
  const auto option = outer.option;
  const auto seen = outer.visual;
  const auto sizes = outer.sizes;
  try {
    Merger merger(outer, inner);
    merger.resolve(*schema().find_child("option")->element, kOptionRules, &outer.option,
                   &inner.option, &usual.option);
    merger.resolve_flags();
    merger.resolve(*visual.find_child("map")->element, kMapRules, &outer.visual.map,
                   &inner.visual.map, &usual.visual.map);
    merger.resolve(*visual.find_child("global")->element, kGlobalRules, &outer.visual.global_,
                   &inner.visual.global_, &usual.visual.global_);
    merger.resolve(*schema().find_child("size")->element, kSizeRules, &outer.sizes, &inner.sizes,
                   &usual.sizes);
    return std::move(merger).warnings();
  } catch (const base::Fault&) {
    outer.option = option;
    outer.visual = seen;
    outer.sizes = sizes;
    throw;
  }
}

}  // namespace thew::io::mjcf
