// Tendons: their paths, the dofs they pull, and their arrays.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

bool is_geom(WrapType type) {
  return type == WrapType::Sphere || type == WrapType::Cylinder;
}

[[noreturn]] void fail_at(const Draft& draft, const Tendon& tendon, const Wrap& wrap,
                          std::string what, std::string hint = "") {
  Element place = tendon;
  if (wrap.source.line > 0) place.source = wrap.source;
  draft.fail(place, "tendon", std::move(what), std::move(hint));
}

int refer_at(const Draft& draft, const Tendon& tendon, const Wrap& wrap, ObjectType type,
             const std::string& name) {
  const int id = draft.names.find(type, name);
  if (id < 0) {
    fail_at(draft, tendon, wrap,
            std::string("there is no ") + kind_name(type) + " \"" + name + "\"",
            draft.names.suggest(type, name));
  }
  return id;
}

WrapDraft resolve_joint(const Draft& draft, const Tendon& tendon, const Wrap& wrap) {
  const int id = refer_at(draft, tendon, wrap, ObjectType::Joint, wrap.target);
  const JointType type = draft.joints[id].spec->type;
  if (type != JointType::Hinge && type != JointType::Slide) {
    fail_at(draft, tendon, wrap, "joint \"" + wrap.target + "\" is neither a hinge nor a slide");
  }
  return {WrapType::Joint, id, wrap.coef};
}

WrapDraft resolve_geom(const Draft& draft, const Tendon& tendon, const Wrap& wrap) {
  const int id = refer_at(draft, tendon, wrap, ObjectType::Geom, wrap.target);
  const GeomType type = draft.geoms[id].spec->type;
  if (type != GeomType::Sphere && type != GeomType::Cylinder) {
    fail_at(draft, tendon, wrap, "geom \"" + wrap.target + "\" is neither a sphere nor a cylinder");
  }
  const int side =
      wrap.sidesite.empty() ? -1 : refer_at(draft, tendon, wrap, ObjectType::Site, wrap.sidesite);
  return {type == GeomType::Sphere ? WrapType::Sphere : WrapType::Cylinder, id,
          static_cast<double>(side)};
}

WrapDraft resolve_wrap(const Draft& draft, const Tendon& tendon, const Wrap& wrap) {
  switch (wrap.type) {
    case WrapType::Joint:
      return resolve_joint(draft, tendon, wrap);
    case WrapType::Sphere:
    case WrapType::Cylinder:
      return resolve_geom(draft, tendon, wrap);
    case WrapType::Site:
      return {WrapType::Site, refer_at(draft, tendon, wrap, ObjectType::Site, wrap.target), 0};
    case WrapType::Pulley:
      if (!(wrap.coef > 0))
        fail_at(draft, tendon, wrap, "the divisor of a pulley must be positive");
      return {WrapType::Pulley, -1, wrap.coef};
    default:
      fail_at(draft, tendon, wrap, "unknown element in the path");
  }
}

void check_fixed(const Draft& draft, const TendonDraft& tendon) {
  for (std::size_t i = 0; i < tendon.path.size(); ++i) {
    const Wrap& wrap = tendon.spec->path[i];
    if (tendon.path[i].type != WrapType::Joint) {
      fail_at(draft, *tendon.spec, wrap, "a fixed tendon passes through joints only");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (tendon.path[j].object == tendon.path[i].object) {
        fail_at(draft, *tendon.spec, wrap, "joint \"" + wrap.target + "\" is repeated");
      }
    }
  }
}

void check_spatial(const Draft& draft, const TendonDraft& tendon) {
  const std::vector<WrapDraft>& path = tendon.path;
  if (path.size() < 2) draft.fail(*tendon.spec, "tendon", "a path needs at least two points");
  if (!(tendon.spec->width > 0)) draft.fail(*tendon.spec, "tendon", "width must be positive");
  // Pulleys cut the path into branches, like its ends.
  const auto cut = [&](std::size_t i) {
    return i >= path.size() || path[i].type == WrapType::Pulley;
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Wrap& wrap = tendon.spec->path[i];
    const bool cut_before = i == 0 || cut(i - 1), cut_after = cut(i + 1);
    switch (path[i].type) {
      case WrapType::Pulley:
        if (i > 0 && cut_before) fail_at(draft, *tendon.spec, wrap, "two pulleys in a row");
        if (i + 1 == path.size()) fail_at(draft, *tendon.spec, wrap, "the path ends with a pulley");
        break;
      case WrapType::Site:
        if (cut_before && cut_after) {
          fail_at(draft, *tendon.spec, wrap,
                  "site \"" + wrap.target + "\" stands alone in its branch");
        }
        if (!cut_after && path[i + 1].type == WrapType::Site &&
            path[i + 1].object == path[i].object) {
          fail_at(draft, *tendon.spec, wrap, "site \"" + wrap.target + "\" is repeated");
        }
        break;
      case WrapType::Sphere:
      case WrapType::Cylinder:
        if (i == 0 || path[i - 1].type != WrapType::Site || i + 1 == path.size() ||
            path[i + 1].type != WrapType::Site) {
          fail_at(draft, *tendon.spec, wrap,
                  "geom \"" + wrap.target + "\" must be between two sites");
        }
        if (tendon.spec->armature > 0) {
          fail_at(draft, *tendon.spec, wrap, "a tendon with armature cannot wrap around geoms");
        }
        break;
      default:
        fail_at(draft, *tendon.spec, wrap, "a spatial tendon cannot contain joints");
    }
  }
}

void check_numbers(const Draft& draft, TendonDraft& tendon) {
  const Tendon& spec = *tendon.spec;
  tendon.limited =
      is_limited(draft, spec.limited, spec.range, draft.rules(), spec, "tendon", "range");
  tendon.actfrclimited = is_limited(draft, spec.actfrclimited, spec.actfrcrange, draft.rules(),
                                    spec, "tendon", "actuatorfrcrange");
  if (tendon.limited && !(spec.range[0] < spec.range[1])) {
    draft.fail(spec, "tendon", "the first value of range must be below the second");
  }
  const auto [low, high] = spec.actfrcrange;
  if (tendon.actfrclimited && (!(low < high) || low > 0 || high < 0)) {
    draft.fail(spec, "tendon", "actuatorfrcrange must be ascending and contain 0");
  }
  if (spec.springlength[0] > spec.springlength[1]) {
    draft.fail(spec, "tendon", "the first value of springlength cannot exceed the second");
  }
  if (spec.armature < 0) draft.fail(spec, "tendon", "armature cannot be negative");
  if (spec.springyield < 0) draft.fail(spec, "tendon", "springyield cannot be negative");
}

// Dofs of all bodies above this one, itself included.
void add_chain(const Draft& draft, int body, std::vector<int>& dofs) {
  for (; body > 0; body = draft.bodies[body].parent) {
    const BodyDraft& b = draft.bodies[body];
    for (int d = 0; d < b.dofs; ++d) dofs.push_back(b.first_dof + d);
  }
}

void find_dofs(const Draft& draft, TendonDraft& tendon) {
  for (const WrapDraft& wrap : tendon.path) {
    if (wrap.type == WrapType::Joint) tendon.dofs.push_back(draft.joints[wrap.object].dof);
    if (wrap.type == WrapType::Site) add_chain(draft, draft.sites[wrap.object].body, tendon.dofs);
    if (is_geom(wrap.type)) add_chain(draft, draft.geoms[wrap.object].body, tendon.dofs);
  }
  std::sort(tendon.dofs.begin(), tendon.dofs.end());
  tendon.dofs.erase(std::unique(tendon.dofs.begin(), tendon.dofs.end()), tendon.dofs.end());
}

}  // namespace

void compile_tendons(Draft& draft) {
  for (TendonDraft& tendon : draft.tendons) {
    const Tendon& spec = *tendon.spec;
    if (spec.path.empty()) draft.fail(spec, "tendon", "the path is empty");
    for (const Wrap& wrap : spec.path) tendon.path.push_back(resolve_wrap(draft, spec, wrap));
    if (spec.type == TendonType::Fixed) {
      check_fixed(draft, tendon);
    } else {
      check_spatial(draft, tendon);
    }
    check_numbers(draft, tendon);
    find_dofs(draft, tendon);
    if (!spec.material.empty()) {
      tendon.material = draft.refer(spec, "tendon", ObjectType::Material, spec.material);
    }
  }
}

void write_tendons(const Draft& draft, Model& m) {
  int adr = 0, plastic = 0;
  for (const JointDraft& joint : draft.joints) {
    if (joint.springyield > 0) plastic += position_count(joint.spec->type);
  }
  for (int i = 0; i < m.ntendon; ++i) {
    const TendonDraft& tendon = draft.tendons[i];
    const Tendon& spec = *tendon.spec;
    m.tendon_type[i] = static_cast<int>(spec.type);
    m.tendon_adr[i] = adr;
    m.tendon_num[i] = static_cast<int>(tendon.path.size());
    m.tendon_matid[i] = tendon.material;
    m.tendon_group[i] = spec.group;
    m.tendon_plasticadr[i] = spec.springyield > 0 ? plastic : -1;
    if (spec.springyield > 0) plastic += 2;
    m.tendon_limited[i] = tendon.limited;
    m.tendon_actfrclimited[i] = tendon.actfrclimited;
    m.tendon_width[i] = spec.width;
    put(m.tendon_solref_lim, i, spec.solref_limit);
    put(m.tendon_solimp_lim, i, spec.solimp_limit);
    put(m.tendon_solref_fri, i, spec.solref_friction);
    put(m.tendon_solimp_fri, i, spec.solimp_friction);
    put(m.tendon_range, i, spec.range);
    put(m.tendon_actfrcrange, i, spec.actfrcrange);
    m.tendon_margin[i] = spec.margin;
    put_poly(m.tendon_stiffness, m.tendon_stiffnesspoly, i, spec.stiffness);
    put_poly(m.tendon_damping, m.tendon_dampingpoly, i, spec.damping);
    m.tendon_armature[i] = spec.armature;
    m.tendon_frictionloss[i] = spec.frictionloss;
    put(m.tendon_lengthspring, i, spec.springlength);
    m.tendon_springyield[i] = spec.springyield;
    put_user(draft, m.tendon_user, i, spec.userdata, spec, "tendon");
    put(m.tendon_rgba, i, spec.rgba);
    for (const WrapDraft& wrap : tendon.path) {
      m.wrap_type[adr] = static_cast<int>(wrap.type);
      m.wrap_objid[adr] = wrap.object;
      m.wrap_prm[adr++] = wrap.prm;
    }
  }
}

}  // namespace thew::compile
