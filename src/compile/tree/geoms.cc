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
  const bool known = spec.type == GeomType::Plane || has_mesh(spec.type) ||
                     spec.type == GeomType::Hfield || size_count(spec.type) > 0;
  if (!known) draft.fail(spec, "geom", "this type is not supported yet");
  if (spec.type == GeomType::Plane && !may_have_plane(draft, geom.body)) {
    draft.fail(spec, "geom", "a plane cannot belong to a body that moves");
  }
  if (has_mesh(spec.type) && spec.meshname.empty()) {
    draft.fail(spec, "geom", "a geom of type mesh or sdf needs the name of a mesh");
  }
  if ((spec.type == GeomType::Hfield) == spec.hfieldname.empty()) {
    draft.fail(spec, "geom", "geoms of type hfield, and no others, have the name of an hfield");
  }
}

// The mesh or height field that the geom was written with.
void find_data(const Draft& draft, GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  if (!spec.meshname.empty()) {
    geom.mesh = draft.refer(spec, "geom", ObjectType::Mesh, spec.meshname);
  }
  if (has_mesh(spec.type)) geom.data = geom.mesh;
  if (spec.type == GeomType::Hfield) {
    geom.data = draft.refer(spec, "geom", ObjectType::Hfield, spec.hfieldname);
  }
}

// Moves a geom by the frame of its mesh, and fits a primitive to it if its type is one.
void take_mesh(const Draft& draft, GeomDraft& geom, Pose& own) {
  const Geom& spec = *geom.spec;
  const MeshDraft& mesh = draft.meshes[geom.mesh];
  if (spec.fromto) draft.fail(spec, "geom", "fromto and mesh cannot both be given");
  Pose offset = mesh->frame;
  if (!has_mesh(spec.type)) {
    if (size_count(spec.type) == 0) {
      draft.fail(spec, "geom", "a geom of this type cannot be fitted to a mesh");
    }
    const Fit fitted = fit(mesh, spec.type, draft.bodies[geom.body].rules->fitaabb);
    std::copy_n(fitted.size.begin(), size_count(spec.type), geom.size.begin());
    for (double& x : geom.size) x *= spec.fitscale;
    offset.pos = offset.pos + rotate(offset.quat, fitted.centre);
  } else if (spec.typeinertia == GeomInertia::Shell) {
    draft.fail(spec, "geom", "shellinertia does not apply to meshes",
               "write inertia=\"shell\" in the mesh");
  }
  own = compose(own, offset);

  // Velocities of the surface, about the new origin and along the new axes.
  const Vec6& v = spec.surfacevel;
  const Vec3 angular = {v[3], v[4], v[5]};
  const Vec3 linear = Vec3{v[0], v[1], v[2]} + cross(angular, offset.pos);
  const Vec4 back = conjugate(offset.quat);
  const Vec3 a = rotate(back, linear), b = rotate(back, angular);
  geom.surfacevel = {a[0], a[1], a[2], b[0], b[1], b[2]};
}

// Meshes and height fields have the size of their bounds.
void take_size(const Draft& draft, GeomDraft& geom) {
  if (has_mesh(geom.spec->type)) {
    const MeshDraft& mesh = draft.meshes[geom.data];
    for (int k = 0; k < 3; ++k) {
      geom.size[k] = std::max(std::abs(mesh->bounds.low[k]), std::abs(mesh->bounds.high[k]));
    }
  } else if (geom.spec->type == GeomType::Hfield) {
    const auto [x, y, height, depth] = draft.hfields[geom.data].spec->size;
    geom.size = {x, y, 0.25 * height + 0.5 * depth};
  }
}

Vec6 box_between(const Vec3& low, const Vec3& high) {
  Vec6 box;
  for (int k = 0; k < 3; ++k) {
    box[k] = (high[k] + low[k]) / 2;
    box[3 + k] = (high[k] - low[k]) / 2;
  }
  return box;
}

// Centre and half sizes of the box around a geom, in its frame.
Vec6 bounding_box(const Draft& draft, const GeomDraft& geom) {
  switch (geom.spec->type) {
    case GeomType::Mesh:
    case GeomType::Sdf:
      return box_between(draft.meshes[geom.data]->bounds.low, draft.meshes[geom.data]->bounds.high);
    case GeomType::Hfield: {
      const auto [x, y, height, depth] = draft.hfields[geom.data].spec->size;
      return box_between({-x, -y, -depth}, {x, y, height});
    }
    default:
      return primitive_box(geom.spec->type, geom.size);
  }
}

double bounding_radius(const Draft& draft, const GeomDraft& geom) {
  if (geom.spec->type != GeomType::Hfield) return primitive_radius(geom.spec->type, geom.size);
  const auto [x, y, height, depth] = draft.hfields[geom.data].spec->size;
  return std::sqrt(x * x + y * y + std::max(height * height, depth * depth));
}

bool counts_for_inertia(const BodyDraft& body, const Geom& geom) {
  const Compiler& rules = *body.rules;
  return (!body.spec->explicit_inertial || rules.inertiafromgeom == InertiaFromGeom::True) &&
         geom.group >= rules.inertiagrouprange[0] && geom.group <= rules.inertiagrouprange[1];
}

void weigh(const Draft& draft, GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  const CompiledMesh* mesh = has_mesh(spec.type) ? draft.meshes[geom.data].made.get() : nullptr;
  const double space = mesh ? mesh->amount : volume(spec.type, geom.size, spec.typeinertia);
  if (spec.mass) {
    geom.mass = *spec.mass != 0 && space > kTiny ? *spec.mass : 0;
  } else {
    geom.mass = spec.density * space;
  }
  geom.inertia = mesh ? inertia(GeomType::Box, mesh->box, GeomInertia::Volume, geom.mass)
                      : inertia(spec.type, geom.size, spec.typeinertia, geom.mass);
  if (geom.mass < 0 || (!spec.mass && spec.density < 0)) {
    draft.fail(spec, "geom", "mass and density cannot be negative");
  }
}

}  // namespace

Vec6 primitive_box(GeomType type, const Vec3& size) {
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

double primitive_radius(GeomType type, const Vec3& size) {
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
    case GeomType::Mesh:
    case GeomType::Sdf:
      return std::sqrt(a * a + b * b + c * c);
    default:
      return 0;  // 0: unbounded
  }
}

void check_size(const Draft& draft, GeomType type, const Vec3& size, const Element& element,
                std::string_view kind) {
  if (type == GeomType::Plane && !(size[2] > 0)) {
    draft.fail(element, kind,
               "the third size of a plane, the spacing of its grid, must be positive");
  }
  for (int i = 0; i < size_count(type); ++i) {
    if (!(size[i] > 0)) {
      draft.fail(element, kind,
                 "size " + std::to_string(i) + " must be positive in " + std::string(kind));
    }
  }
}

int find_material(const Draft& draft, const Element& element, std::string_view kind,
                  const std::string& name, int mesh) {
  if (!name.empty()) return draft.refer(element, kind, ObjectType::Material, name);
  if (mesh < 0 || draft.meshes[mesh].spec->material.empty()) return -1;
  const Mesh& spec = *draft.meshes[mesh].spec;
  return draft.refer(spec, "mesh", ObjectType::Material, spec.material);
}

void compile_geom(Draft& draft, GeomDraft& geom) {
  const Geom& spec = *geom.spec;
  const BodyDraft& body = draft.bodies[geom.body];
  check_geom(draft, geom);
  find_data(draft, geom);
  geom.size = spec.size;
  geom.surfacevel = spec.surfacevel;
  Pose own;
  if (spec.fromto) {
    own = from_to(draft, *spec.fromto, spec.type, spec.pos, geom.size, spec, "geom");
  } else {
    own = {spec.pos, resolve(draft, spec.orientation, *body.rules, spec, "geom")};
  }
  if (geom.mesh >= 0) take_mesh(draft, geom, own);
  check_size(draft, spec.type, geom.size, spec, "geom");
  take_size(draft, geom);
  geom.aabb = bounding_box(draft, geom);
  geom.rbound = bounding_radius(draft, geom);
  if (geom.body > 0 && counts_for_inertia(body, spec)) weigh(draft, geom);
  if (spec.fluid_ellipsoid) geom.fluid = fluid_parameters(spec.type, geom.size, spec.fluid_coefs);
  geom.pose = place(body, spec.frame, own);
  geom.material = find_material(draft, spec, "geom", spec.material, geom.mesh);
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
    m.geom_dataid[i] = geom.data;
    m.geom_matid[i] = geom.material;
    m.geom_group[i] = spec.group;
    m.geom_priority[i] = spec.priority;
    m.geom_plugin[i] = geom.plugin;
    m.geom_sameframe[i] = static_cast<field::Byte>(same_frame(body.inertial, geom.pose));
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
    put(m.geom_surfacevel, i, geom.surfacevel);
    m.geom_adhesion[i] = spec.adhesion;
    put(m.geom_fluid, i, geom.fluid);
    put_user(draft, m.geom_user, i, spec.userdata, spec, "geom");
    put(m.geom_rgba, i, spec.rgba);
  }
}

}  // namespace thew::compile
