#include <algorithm>
#include <cmath>
#include <numeric>

#include <thew/error.h>

#include "base/limits.h"
#include "spec/edit.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/xpbd_material.h"

namespace thew::spec {

using base::Fault;

namespace flexcomp {

Vec3 Work::point(int i) const {
  const auto at = 3 * static_cast<std::size_t>(i);
  return {shape.point[at], shape.point[at + 1], shape.point[at + 2]};
}

int Work::order() const {
  return recipe.dof == FlexcompDof::Trilinear ? 1 : recipe.dof == FlexcompDof::Quadratic ? 2 : 0;
}

std::array<int, 3> Work::nodes() const {
  std::array<int, 3> along = {};
  for (std::size_t k = 0; k < 3; ++k) along[k] = recipe.cellcount[k] * order() + 1;
  return along;
}

Body& Work::add_body(Body& owner, const std::string& name, const Vec3& pos, double mass,
                     double inertia) const {
  Body body;
  begin(body);
  body.name = name;
  body.classname = owner.classname;
  body.compiler = owner.compiler;
  body.pos = pos;
  body.explicit_inertial = true;
  body.mass = mass;
  body.inertia = {inertia, inertia, inertia};
  return owner.bodies.emplace_back(std::move(body));
}

Joint& Work::add_joint(const Body& owner, Body& body, JointType type, const Vec3& axis) const {
  const auto known = std::find_if(spec.defaults.begin(), spec.defaults.end(),
                                  [&](const Default& d) { return d.name == owner.classname; });
  Joint joint;
  if (known != spec.defaults.end()) {
    joint = (*known).joint;
  } else if (!spec.defaults.empty()) {
    joint = spec.defaults[0].joint;
  }
  begin(joint);
  joint.classname = owner.classname;
  joint.type = type;
  joint.pos = {};
  joint.axis = axis;
  return body.joints.emplace_back(std::move(joint));
}

void Work::add_slides(Body& body, int count) const {
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    Vec3 axis = {};
    axis[k] = 1;
    add_joint(parent, body, JointType::Slide, axis);
  }
}

namespace {

void check_recipe(const Body& parent, const Flexcomp& recipe) {
  if (parent.name.empty()) throw Fault{"Parent body must have name"};
  if (recipe.dim < 1 || recipe.dim > 3) throw Fault{"Invalid dim, must be between 1 and 3"};
  for (const int count : recipe.count) {
    const bool radial = recipe.dof == FlexcompDof::Radial && recipe.dim == 3;
    if (count < (radial ? 2 : 1)) throw Fault{"Count too small"};
  }
  for (const int cells : recipe.cellcount) {
    const bool interpolated =
        recipe.dof == FlexcompDof::Trilinear || recipe.dof == FlexcompDof::Quadratic;
    if (interpolated && cells < 1) {
      throw Fault{"cellcount cannot be 0 in any dimension when interpolation order > 0"};
    }
  }
  const bool made = recipe.type != FlexcompType::Direct && recipe.type != FlexcompType::Mesh &&
                    recipe.type != FlexcompType::Gmsh && recipe.meshname.empty();
  for (std::size_t k = 0; k < 3; ++k) {
    if (made && !(recipe.spacing[k] >= 2 * recipe.radius + recipe.margin)) {
      throw Fault{"Spacing must be larger than geometry size",
                  "it is at least twice the radius and the margin"};
    }
    if (!(recipe.scale[k] >= kMinVal)) throw Fault{"Scale must be larger than mjMINVAL"};
  }
  if (!(total_mass(recipe) >= kMinVal) || !(recipe.inertiabox >= kMinVal)) {
    throw Fault{"Mass and inertiabox must be larger than mjMINVAL"};
  }
}

void check_shape(const FlexShape& shape) {
  if (shape.point.empty() || shape.elem.empty()) throw Fault{"Point and element required"};
  if (shape.point.size() % 3 != 0) throw Fault{"Point size must be a multiple of 3"};
  if (shape.elem.size() % static_cast<std::size_t>(shape.dim + 1) != 0) {
    throw Fault{"Element size must be a multiple of dim+1"};
  }
  const auto points = static_cast<int>(shape.point.size() / 3);
  for (std::size_t i = 0; i < shape.elem.size(); ++i) {
    if (shape.elem[i] >= 0 && shape.elem[i] < points) continue;
    throw Fault{"element " + std::to_string(i) + " has point id " + std::to_string(shape.elem[i]) +
                ", number of points is " + std::to_string(points)};
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(shape.point.begin(), shape.point.end(), finite)) {
    throw Fault{"a point is not finite"};
  }
}

bool comes_with_points(const Flexcomp& recipe) {
  return recipe.type == FlexcompType::Direct || recipe.type == FlexcompType::Mesh ||
         recipe.type == FlexcompType::Gmsh || !recipe.meshname.empty();
}

// Points that no element has are gone, with their pins.
void drop_points(Work& work) {
  const int before = work.points();
  const std::vector<int> kept = drop_unused(work.shape);
  if (work.order() > 0 || static_cast<int>(kept.size()) == before) return;
  std::vector<bool> pinned;
  for (const int i : kept) pinned.push_back(work.pinned[static_cast<std::size_t>(i)]);
  work.pinned = std::move(pinned);
}

// Masses of the points: the same for all, or by a density where constraints on positions have one
// and no mass is given.
std::vector<double> point_masses(const Work& work) {
  const Flexcomp& recipe = work.recipe;
  const std::vector<double> alike(static_cast<std::size_t>(work.points()),
                                  total_mass(recipe) / work.points());
  if (!recipe.xpbd) return alike;
  if (recipe.dof != FlexcompDof::Full) throw Fault{"xpbd: all points move freely (dof=\"full\")"};
  const int dim = work.shape.dim;
  const double density = xpbd_material(recipe, dim).density;
  const bool given = recipe.mass && recipe.xpbd->density == 0;
  if (given || !(density > 0)) return alike;
  std::vector<double> mass = vertex_masses(work.shape.point, work.shape.elem, dim, density);
  for (const double one : mass) {
    if (!(one >= kMinVal)) throw Fault{"xpbd: a point has no mass: its elements have no size"};
  }
  return mass;
}

// One body for each point that the parent does not hold; the vertex is at its origin.
void add_points(const Work& work, const std::vector<double>& masses, Flex& flex) {
  const Flexcomp& recipe = work.recipe;
  const bool any = std::find(work.pinned.begin(), work.pinned.end(), true) != work.pinned.end();
  if (any) flex.vert = work.shape.point;
  for (int i = 0; i < work.points(); ++i) {
    if (work.pinned[static_cast<std::size_t>(i)]) {
      flex.vertbody.push_back(work.parent.name);
      continue;
    }
    if (any) std::fill_n(flex.vert.begin() + 3 * i, 3, 0.0);
    const double mass = masses[static_cast<std::size_t>(i)];
    const double inertia = mass * (2.0 * recipe.inertiabox * recipe.inertiabox) / 3.0;
    Body& body = work.add_body(work.parent, recipe.name + "_" + std::to_string(i), work.point(i),
                               mass, inertia);
    flex.vertbody.push_back(body.name);
    if (recipe.dof == FlexcompDof::Radial) {
      Vec3 axis = body.pos;
      normalise(axis);
      work.add_joint(work.parent, body, JointType::Slide, axis);
    } else {
      work.add_slides(body, recipe.dof == FlexcompDof::Planar ? 2 : 3);
    }
  }
}

Equality& add_equality(const Work& work, EqualityType type) {
  Equality equality;
  work.begin(equality);
  equality.type = type;
  equality.objtype = ObjectType::Flex;
  equality.name1 = work.recipe.name;
  equality.solref = work.recipe.edgesolref;
  equality.solimp = work.recipe.edgesolimp;
  return work.spec.equalities.emplace_back(std::move(equality));
}

void set_cell(Equality& equality, double x, double y, double z) {
  equality.data[0] = x;
  equality.data[1] = y;
  equality.data[2] = z;
}

// One for each cell that something is in, or for each outer face of a shell.
void add_strains(const Work& work, const Flex& flex) {
  const auto [cx, cy, cz] = flex.cellcount;
  if (work.order() > 0 && flex.elastic2d != 0) {
    const int faces = 2 * (cy * cz + cx * cz + cx * cy);
    for (int f = 0; f < faces; ++f) {
      set_cell(add_equality(work, EqualityType::Flexstrain), f, -1, -1);
    }
    return;
  }
  std::vector<bool> empty;
  CellGrid grid;
  if (work.order() > 0) {
    grid = cell_grid(flex.cellcount, work.shape.point);
    empty = empty_cells(grid, work.shape, work.order());
  }
  for (int x = 0; x < cx; ++x) {
    for (int y = 0; y < cy; ++y) {
      for (int z = 0; z < cz; ++z) {
        if (!empty.empty() && empty[static_cast<std::size_t>(grid.index(x, y, z))]) continue;
        set_cell(add_equality(work, EqualityType::Flexstrain), x, y, z);
      }
    }
  }
}

void add_equalities(const Work& work, const Flex& flex) {
  switch (work.recipe.equality) {
    case Flexcomp::Edges::Free:
      return;
    case Flexcomp::Edges::Equality:
      add_equality(work, EqualityType::Flex);
      return;
    case Flexcomp::Edges::Strain:
      return add_strains(work, flex);
    case Flexcomp::Edges::Vertices:
      throw Fault{"equality=\"vert\" is not supported", "use true, or strain"};
  }
}

void check_nodes(const Work& work) {
  if (work.order() == 0) return;
  const std::int64_t most = std::min<std::int64_t>(work.limits.points, 1 << 28);  // nodes are ints
  std::int64_t nodes = 1;
  for (const int cells : work.recipe.cellcount) {
    nodes *= std::int64_t{cells} * work.order() + 1;
    base::check_limit(nodes, most, "points", "it has too many nodes");
  }
}

Flex start_flex(const Work& work) {
  const Flexcomp& recipe = work.recipe;
  Flex flex;
  work.begin(flex);
  static_cast<FlexProperties&>(flex) = recipe;
  flex.name = recipe.name;
  flex.info = recipe.info;
  flex.dim = work.shape.dim;
  flex.flatskin |= recipe.type == FlexcompType::Box || recipe.type == FlexcompType::Cylinder ||
                   (recipe.type == FlexcompType::Grid && recipe.meshname.empty() && flex.dim == 3);
  flex.elem = work.shape.elem;
  flex.texcoord = work.shape.texcoord;
  flex.elemtexcoord = work.shape.elemtexcoord;
  if (work.order() == 0) flex.cellcount = {1, 1, 1};
  return flex;
}

Flex& expand(Work& work) {
  check_recipe(work.parent, work.recipe);
  check_nodes(work);
  work.shape = find_shape(work.spec, work.parent, work.recipe, work.limits);
  check_shape(work.shape);
  find_pins(work);
  if (comes_with_points(work.recipe)) drop_points(work);
  Flex flex = start_flex(work);
  if (work.rigid) {
    flex.vert = work.shape.point;
    flex.vertbody = {work.parent.name};
    add_skin(work, flex);
    return work.spec.flexes.emplace_back(std::move(flex));
  }
  if (work.order() > 0) {
    flex.order = work.order();
    flex.vert = work.shape.point;
    flex.vertbody.assign(static_cast<std::size_t>(work.points()), work.parent.name);
    add_nodes(work, flex);
  } else {
    const std::vector<double> masses = point_masses(work);
    add_points(work, masses, flex);
    add_skin(work, flex);
    add_twists(work, work.recipe.xpbd ? std::accumulate(masses.begin(), masses.end(), 0.0)
                                      : total_mass(work.recipe));
  }
  Flex& made = work.spec.flexes.emplace_back(std::move(flex));
  add_equalities(work, made);
  return made;
}

}  // namespace

}  // namespace flexcomp

Flex& expand(Spec& spec, Body& parent, const Flexcomp& recipe, const BeginElement& begin,
             const Limits& limits) {
  flexcomp::Work work{spec, parent, recipe, begin, limits, {}, {}, false};
  return flexcomp::expand(work);
}

void expand_all(Spec& spec, const Limits& limits) {
  std::vector<Body*> bodies;
  walk(spec.world, [&](Body& body) {
    if (!body.flexcomps.empty()) bodies.push_back(&body);
  });
  for (Body* body : bodies) {
    const List<Flexcomp> recipes = std::move(body->flexcomps);
    body->flexcomps = {};
    for (const Flexcomp& recipe : recipes) {
      try {
        expand(
            spec, *body, recipe, [&](Element& element) { element.source = recipe.source; }, limits);
      } catch (const Fault& fault) {
        const auto file = static_cast<std::size_t>(recipe.source.file);
        throw Error({file < spec.files.size() ? spec.files[file] : "", recipe.source.line,
                     recipe.source.column, "flexcomp \"" + recipe.name + "\""},
                    fault.what, fault.hint);
      }
    }
  }
}

}  // namespace thew::spec
