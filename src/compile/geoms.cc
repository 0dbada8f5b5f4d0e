// Geoms: pose, size, mass, bounds, and their arrays.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

// How many sizes a type needs.
int size_count(GeomType type) {
  switch (type) {
    case GeomType::Sphere:
      return 1;
    case GeomType::Capsule:
    case GeomType::Cylinder:
      return 2;
    case GeomType::Ellipsoid:
    case GeomType::Box:
      return 3;
    default:
      return 0;
  }
}

// A plane may not move, but it may sit on a mocap body.
bool may_have_plane(const Draft& draft, int body) {
  const BodyDraft& weld = draft.bodies[draft.bodies[body].weld];
  return weld.dofs == 0 && (weld.spec->mocap || weld.spec == &draft.spec.world);
}

void check_geom(const Draft& draft, const GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  if (spec.condim != 1 && spec.condim != 3 && spec.condim != 4 && spec.condim != 6) {
    draft.fail(spec, "geom", "condim must be 1, 3, 4 or 6");
  }
  const bool primitive = spec.type == GeomType::Plane || size_count(spec.type) > 0;
  if (!primitive || !spec.meshname.empty()) {
    draft.fail(spec, "geom", "not supported yet: meshes and height fields");
  }
  if (spec.type == GeomType::Plane && !may_have_plane(draft, geom.body)) {
    draft.fail(spec, "geom", "a plane cannot belong to a body that moves");
  }
}

// Centre and half sizes of the box around a primitive, in its frame.
Vec6 bounding_box(GeomType type, const Vec3& size) {
  const auto [a, b, c] = size;
  switch (type) {
    case GeomType::Plane:
      return {0, 0, -kMaxVal / 2, kMaxVal, kMaxVal, kMaxVal / 2};  // the half space below
    case GeomType::Sphere:
      return {0, 0, 0, a, a, a};
    case GeomType::Capsule:
      return {0, 0, 0, a, a, a + b};
    case GeomType::Cylinder:
      return {0, 0, 0, a, a, b};
    default:
      return {0, 0, 0, a, b, c};
  }
}

double bounding_radius(GeomType type, const Vec3& size) {
  const auto [a, b, c] = size;
  switch (type) {
    case GeomType::Sphere:
      return a;
    case GeomType::Capsule:
      return a + b;
    case GeomType::Cylinder:
      return std::sqrt(a * a + b * b);
    case GeomType::Ellipsoid:
      return std::max({a, b, c});
    case GeomType::Box:
      return std::sqrt(a * a + b * b + c * c);
    default:
      return 0;  // 0: unbounded
  }
}

bool counts_for_inertia(const BodyDraft& body, const Geom& geom) {
  const Compiler& rules = *body.rules;
  return (!body.spec->explicit_inertial || rules.inertiafromgeom == InertiaFromGeom::True) &&
         geom.group >= rules.inertiagrouprange[0] && geom.group <= rules.inertiagrouprange[1];
}

void weigh(const Draft& draft, GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  const double space = volume(spec.type, geom.size, spec.typeinertia);
  if (spec.mass) {
    geom.mass = *spec.mass != 0 && space > kTiny ? *spec.mass : 0;
  } else {
    geom.mass = spec.density * space;
  }
  geom.inertia = inertia(spec.type, geom.size, spec.typeinertia, geom.mass);
  if (geom.mass < 0 || (!spec.mass && spec.density < 0)) {
    draft.fail(spec, "geom", "mass and density cannot be negative");
  }
}

}  // namespace

void check_size(const Draft& draft, GeomType type, const Vec3& size, const Element& element,
                std::string_view kind) {
  if (type == GeomType::Plane && !(size[2] > 0)) {
    draft.fail(element, kind,
               "the third size of a plane, the spacing of its grid, must be positive");
  }
  for (int i = 0; i < size_count(type); ++i) {
    if (!(size[i] > 0)) {
      draft.fail(element, kind, "size " + std::to_string(i + 1) + " must be positive");
    }
  }
}

void compile_geom(Draft& draft, GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  const BodyDraft& body = draft.bodies[geom.body];
  check_geom(draft, geom);
  geom.size = spec.size;
  Pose own;
  if (spec.fromto) {
    own = from_to(draft, *spec.fromto, spec.type, spec.pos, geom.size, spec, "geom");
  } else {
    own = {spec.pos, resolve(draft, spec.orientation, *body.rules, spec, "geom")};
  }
  check_size(draft, spec.type, geom.size, spec, "geom");
  geom.aabb = bounding_box(spec.type, geom.size);
  geom.rbound = bounding_radius(spec.type, geom.size);
  if (geom.body > 0 && counts_for_inertia(body, spec)) weigh(draft, geom);
  if (spec.fluid_ellipsoid) geom.fluid = fluid_parameters(spec.type, geom.size, spec.fluid_coefs);
  geom.pose = place(body, spec.frame, own);
  if (!spec.material.empty()) {
    geom.material = draft.refer(spec, "geom", ObjectType::Material, spec.material);
  }
}

void write_geoms(const Draft& draft, Model& m) {
  for (int i = 0; i < m.ngeom; ++i) {
    const GeomDraft& geom = draft.geoms[i];
    const Geom& spec = *geom.spec;
    const BodyDraft& body = draft.bodies[geom.body];
    m.geom_type[i] = static_cast<int>(spec.type);
    m.geom_contype[i] = spec.contype;
    m.geom_conaffinity[i] = spec.conaffinity;
    m.geom_condim[i] = spec.condim;
    m.geom_bodyid[i] = geom.body;
    m.geom_dataid[i] = -1;
    m.geom_matid[i] = geom.material;
    m.geom_group[i] = spec.group;
    m.geom_priority[i] = spec.priority;
    m.geom_plugin[i] = -1;
    m.geom_sameframe[i] = static_cast<field::Byte>(same_frame(body, geom.pose));
    m.geom_castshadow[i] = spec.castshadow;
    m.geom_solmix[i] = spec.solmix;
    put(m.geom_solref, i, spec.solref);
    put(m.geom_solimp, i, spec.solimp);
    put(m.geom_size, i, geom.size);
    put(m.geom_aabb, i, geom.aabb);
    m.geom_rbound[i] = geom.rbound;
    put(m.geom_pos, i, geom.pose.pos);
    put(m.geom_quat, i, geom.pose.quat);
    put(m.geom_friction, i, spec.friction);
    m.geom_margin[i] = spec.margin;
    m.geom_gap[i] = spec.gap;
    put(m.geom_surfacevel, i, spec.surfacevel);
    m.geom_adhesion[i] = spec.adhesion;
    put(m.geom_fluid, i, geom.fluid);
    put_user(draft, m.geom_user, i, spec.userdata, spec, "geom");
    put(m.geom_rgba, i, spec.rgba);
  }
}

}  // namespace thew::compile
