// Constraints on positions that hold a flex in shape (an extension): which there are, how they
// yield, and in which order they are walked.
//
// Edges whose springs have the stiffness E A / l, E t sum(areas) / l^2 or E sum(volumes) / l^2 are
// a material of Young's modulus E: of segments exactly, of triangles with Poisson's ratio 1/3 and
// of tetrahedra with 1/4 and the bulk modulus 2E/3 if their edges point in all directions alike.
// Where they do not, pressure changes the shape too, and the volume by more: the bulk modulus of
// edges is that of their stiffness around. What the material's has beyond it is a constraint on the
// volume.

#include "model/xpbd.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fault.h"
#include "compile/flex/flex.h"
#include "math/cholesky.h"
#include "math/functions.h"
#include "spec/xpbd_material.h"

namespace thew::compile {

namespace {

using model::XpbdKind;
using spec::XpbdMaterial;

constexpr double kNone = std::numeric_limits<double>::infinity();

double length(const Vec3& a) {
  return std::sqrt(dot(a, a));
}

// Compliance of a stiffness.
double inverse(double stiffness) {
  return stiffness > 0 ? 1 / stiffness : kNone;
}

// Whether a body slides along the three axes of its frame.
bool is_point(const Draft& draft, const BodyDraft& body) {
  if (body.dofs != 3 || body.joints != 3) return false;
  Vec3 moved = {};
  for (int j = body.first_joint; j < body.first_joint + body.joints; ++j) {
    const JointDraft& joint = draft.joints[j];
    if (joint.spec->type != JointType::Slide) return false;
    for (std::size_t k = 0; k < 3; ++k) moved[k] += std::abs(joint.axis[k]);
  }
  return std::all_of(moved.begin(), moved.end(), [](double x) { return std::abs(x - 1) < 1e-9; });
}

// Constraints of one flex, by kinds.
class Shape {
 public:
  Shape(const Draft& draft, FlexDraft& flex, const XpbdMaterial& material)
      : draft_(draft), flex_(flex), spec_(*flex.spec), material_(material) {
    list_points();
    measure_elements();
  }

  void add_chain() {
    const double area = spec::kPi * spec_.radius * spec_.radius;
    const double moment = area * spec_.radius * spec_.radius / 4;
    add_edges([&](double l, double) { return l / (material_.young * area); });
    std::vector<std::vector<int>> beside(flex_.vertpos.size());
    for (const auto& [a, b] : flex_.edge) {
      beside[a].push_back(b);
      beside[b].push_back(a);
    }
    for (std::size_t v = 0; v < beside.size(); ++v) {
      if (beside[v].size() != 2) continue;
      const int row[3] = {beside[v][0], static_cast<int>(v), beside[v][1]};
      const Vec3 e = at(row[1]) - at(row[0]), f = at(row[2]) - at(row[1]);
      const double both = length(e) * length(f);
      const double bend = 2 * length(cross(e, f)) / (both + dot(e, f));
      const double stiffness = 2 * material_.young * moment * material_.bend_share;
      const double soft =
          material_.bend >= 0 ? material_.bend : (length(e) + length(f)) * inverse(stiffness);
      if (!std::isfinite(bend)) fail("a chain that turns back on itself at rest cannot bend");
      add(XpbdKind::Curve, row, soft, {bend});
    }
  }

  void add_sheet() {
    const double membrane =
        material_.membrane > 0 ? material_.membrane : material_.young * material_.thickness;
    add_edges([&](double l, double area) { return l * l / (membrane * area); });
    if (material_.shear >= 0) add_shear();
    const double t = material_.thickness, poisson = material_.poisson;
    const double rigidity =
        material_.rigidity > 0
            ? material_.rigidity
            : material_.young * t * t * t / (12 * (1 - poisson * poisson)) * material_.bend_share;
    for (std::size_t e = 0; e < flex_.edge.size(); ++e) {
      if (flex_.flap[e][1] >= 0) add_bend(e, inverse(rigidity));
    }
  }

  void add_solid() {
    const double young = material_.young, poisson = material_.poisson;
    if (spec_.xpbd->law == Xpbd::Law::NeoHookean) {
      // Where det F is held with lambda + mu, small strains are those of Hooke's law.
      const double mu = young / (2 * (1 + poisson));
      return add_neo_hookean(mu, mu + 2 * mu * poisson / (1 - 2 * poisson));
    }
    add_edges([&](double l, double volume) { return l * l / (young * volume); });
    const std::vector<double> edges = bulk_around();
    for (int e = 0; e < flex_.elements(); ++e) {
      const double volume = size_[static_cast<std::size_t>(e)];
      const int* v = corners(e);
      double bulk = young / (3 * (1 - 2 * poisson));
      for (int k = 0; k < 4; ++k) bulk -= young * edges[static_cast<std::size_t>(v[k])] / 4;
      const double soft = material_.volume >= 0 ? material_.volume
                                                : inverse(bulk * material_.volume_share * volume);
      const double sign = dot(cross(way(v, 1), way(v, 2)), way(v, 3)) < 0 ? -1 : 1;
      add(XpbdKind::Volume, v, soft, {sign * volume});
    }
  }

  // Kinds in the order of the walk: lengths have the last word. Greedy colouring in the order of
  // the constraints: those of one colour have no vertex in common.
  void write_runs() {
    for (const XpbdKind kind :
         {XpbdKind::Dilate, XpbdKind::Volume, XpbdKind::Distort, XpbdKind::Curve, XpbdKind::Fold,
          XpbdKind::Bend, XpbdKind::Shear, XpbdKind::Stretch}) {
      colour(kind);
    }
    if (!(spec_.xpbd->strain > 0)) return;
    for (const XpbdRunDraft& run : flex_.runs) flex_.plastic += run.count;  // each may be torn
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { draft_.fail(spec_, "flex", what); }

  const Vec3& at(int v) const { return flex_.vertpos[static_cast<std::size_t>(v)]; }
  const int* corners(int e) const { return flex_.elem.data() + e * (spec_.dim + 1); }
  Vec3 way(const int* v, int k) const { return at(v[k]) - at(v[0]); }

  // Which vertices move by themselves. Others are carried.
  void list_points() {
    std::vector<int> carried = flex_.vertbody;
    std::sort(carried.begin(), carried.end());
    for (const int id : flex_.vertbody) {
      const BodyDraft& body = draft_.bodies[id];
      const bool own = is_point(draft_, body);
      if (own && draft_.bodies[body.parent].weld != 0) {
        fail(
            "xpbd: vertices that slide against a moving body are not projected; "
            "give them bodies of the world");
      }
      if (own && std::upper_bound(carried.begin(), carried.end(), id) -
                         std::lower_bound(carried.begin(), carried.end(), id) >
                     1) {
        fail("xpbd: a body that slides carries two vertices");
      }
      moves_.push_back(own);
    }
  }

  void measure_elements() {
    const int dim = spec_.dim;
    around_.assign(flex_.edge.size(), 0);
    for (int e = 0; e < flex_.elements(); ++e) {
      const int* v = corners(e);
      double size = length(way(v, 1));
      if (dim == 2) size = length(cross(way(v, 1), way(v, 2))) / 2;
      if (dim == 3) size = std::abs(dot(cross(way(v, 1), way(v, 2)), way(v, 3))) / 6;
      if (!(size > kMinVal * kMinVal)) fail("element " + std::to_string(e) + " has no size");
      size_.push_back(size);
      for (int k = 0; k < edge_count(dim); ++k) {
        around_[flex_.elemedge[e * edge_count(dim) + k]] += size;
      }
    }
  }

  void add(XpbdKind kind, const int* vertex, double soft, const std::vector<double>& rest) {
    const model::XpbdShape shape = model::shape_of(kind);
    const bool moves = std::any_of(vertex, vertex + shape.vertices,
                                   [&](int v) { return moves_[static_cast<std::size_t>(v)]; });
    if (!moves || soft == kNone) return;
    if (!(soft >= 0 && std::isfinite(soft))) fail("xpbd: a compliance is not finite");
    const auto k = static_cast<std::size_t>(kind);
    vertex_[k].insert(vertex_[k].end(), vertex, vertex + shape.vertices);
    number_[k].push_back(soft);
    number_[k].insert(number_[k].end(), rest.begin(), rest.end());
  }

  template <class Soft>
  void add_edges(Soft soft) {
    for (std::size_t e = 0; e < flex_.edge.size(); ++e) {
      const double l = length(at(flex_.edge[e][1]) - at(flex_.edge[e][0]));
      add(XpbdKind::Stretch, flex_.edge[e].data(),
          material_.stretch >= 0 ? material_.stretch : soft(l, around_[e]), {l});
    }
  }

  // Inverse of the rest shape in the plane of a triangle, its first edge along x.
  void add_shear() {
    for (int e = 0; e < flex_.elements(); ++e) {
      const int* v = corners(e);
      const Vec3 p = way(v, 1), q = way(v, 2);
      const double l = length(p), x = dot(p, q) / l, y = 2 * size_[static_cast<std::size_t>(e)] / l;
      add(XpbdKind::Shear, v, material_.shear, {1 / l, -x / (l * y), 0, 1 / y});
    }
  }

  // The bulk modulus that edges of tetrahedra with Young's modulus 1 have around each vertex: with
  // the stiffness C = sum of V (n n)(n n)' over edges along n, as a matrix over strains, a pressure
  // p shrinks the volume by p 1'C^-1 1.
  std::vector<double> bulk_around() const {
    constexpr int kStrains = 6;
    using Stiffness = std::array<double, kStrains * kStrains>;
    std::vector<Stiffness> around(flex_.vertpos.size(), Stiffness{});
    std::vector<double> volume(flex_.vertpos.size());
    for (int e = 0; e < flex_.elements(); ++e) {
      const int* v = corners(e);
      const double size = size_[static_cast<std::size_t>(e)];
      Stiffness own = {};
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < a; ++b) {
          const Vec3 way = at(v[a]) - at(v[b]), n = (1 / length(way)) * way;
          const double s[kStrains] = {n[0] * n[0], n[1] * n[1], n[2] * n[2],
                                      n[1] * n[2], n[0] * n[2], n[0] * n[1]};
          for (int i = 0; i < kStrains * kStrains; ++i) {
            own[static_cast<std::size_t>(i)] += size * s[i / kStrains] * s[i % kStrains];
          }
        }
      }
      for (int k = 0; k < 4; ++k) {
        const auto at = static_cast<std::size_t>(v[k]);
        volume[at] += size;
        for (std::size_t i = 0; i < own.size(); ++i) around[at][i] += own[i];
      }
    }
    std::vector<double> bulk(volume.size());
    for (std::size_t i = 0; i < bulk.size(); ++i) {
      double strain[kStrains] = {volume[i], volume[i], volume[i], 0, 0, 0};
      if (math::cholesky(kStrains, around[i].data())) continue;  // in no tetrahedron
      math::cholesky_solve(kStrains, around[i].data(), strain);
      bulk[i] = 1 / (strain[0] + strain[1] + strain[2]);
    }
    return bulk;
  }

  static double cotangent(const Vec3& at, const Vec3& a, const Vec3& b) {
    return dot(a - at, b - at) / length(cross(a - at, b - at));
  }

  // Two triangles at an edge, by the inverse of their rigidity. With u = sum c_i x_i the energy of
  // flat ones is D |u|^2 / 2A, and u the angle times the length of the edge.
  void add_bend(std::size_t edge, double yields) {
    const int v[4] = {flex_.edge[edge][0], flex_.edge[edge][1], flex_.flap[edge][0],
                      flex_.flap[edge][1]};
    const Vec3 x[4] = {at(v[0]), at(v[1]), at(v[2]), at(v[3])};
    const Vec3 along = x[1] - x[0];
    const double l = length(along);
    const Vec3 first = cross(x[0] - x[2], x[1] - x[2]), second = cross(x[1] - x[3], x[0] - x[3]);
    const double angle = math::atan2(dot(cross(first, second), along) / l, dot(first, second));
    const double area = around_[edge];
    constexpr double kFlat = 1e-6;
    if (std::abs(angle) > kFlat) {
      const double soft = material_.bend >= 0 ? material_.bend : area * yields / (l * l);
      return add(XpbdKind::Fold, v, soft, {angle});
    }
    const double a1 = cotangent(x[0], x[1], x[2]), a2 = cotangent(x[0], x[3], x[1]);
    const double a3 = cotangent(x[1], x[2], x[0]), a4 = cotangent(x[1], x[0], x[3]);
    const double soft = material_.bend >= 0 ? material_.bend * l * l : area * yields;
    add(XpbdKind::Bend, v, soft, {a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)});
  }

  void add_neo_hookean(double mu, double lambda) {
    for (int e = 0; e < flex_.elements(); ++e) {
      const int* v = corners(e);
      const double volume = size_[static_cast<std::size_t>(e)];
      const Vec3 a = way(v, 1), b = way(v, 2), c = way(v, 3);
      const double scale = 1 / dot(cross(a, b), c);
      const Vec3 rows[3] = {scale * cross(b, c), scale * cross(c, a), scale * cross(a, b)};
      const double soft = material_.volume >= 0 ? material_.volume : 1 / (lambda * volume);
      std::vector<double> numbers = {1 + mu * volume * soft};
      for (const Vec3& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
      add(XpbdKind::Dilate, v, soft, numbers);
    }
  }

  void colour(XpbdKind kind) {
    const auto k = static_cast<std::size_t>(kind);
    const model::XpbdShape shape = model::shape_of(kind);
    const std::size_t begin = flex_.runs.size();
    std::vector<std::vector<bool>> taken(flex_.vertpos.size());  // by vertex and colour
    for (std::size_t i = 0; i * shape.vertices < vertex_[k].size(); ++i) {
      const int* v = vertex_[k].data() + i * shape.vertices;
      const double* number = number_[k].data() + i * shape.numbers;
      const auto is_taken = [&](std::size_t c) {
        return std::any_of(v, v + shape.vertices, [&](int one) {
          const std::vector<bool>& of = taken[static_cast<std::size_t>(one)];
          return c < of.size() && of[c];
        });
      };
      std::size_t colour = 0;
      while (is_taken(colour)) ++colour;
      for (int j = 0; j < shape.vertices; ++j) {
        std::vector<bool>& of = taken[static_cast<std::size_t>(v[j])];
        if (of.size() <= colour) of.resize(colour + 1);
        of[colour] = true;
      }
      if (flex_.runs.size() == begin + colour)
        flex_.runs.push_back({static_cast<int>(kind), 0, {}, {}});
      XpbdRunDraft& run = flex_.runs[begin + colour];
      ++run.count;
      run.vert.insert(run.vert.end(), v, v + shape.vertices);
      run.number.insert(run.number.end(), number, number + shape.numbers);
    }
  }

  static constexpr auto kKinds = static_cast<std::size_t>(XpbdKind::kXpbdKinds);
  const Draft& draft_;
  FlexDraft& flex_;
  const Flex& spec_;
  const XpbdMaterial material_;
  std::vector<bool> moves_;
  std::vector<double> size_, around_;  // of elements, and around edges
  std::array<std::vector<int>, kKinds> vertex_;
  std::array<std::vector<double>, kKinds> number_;
};

}  // namespace

void set_xpbd(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  flex.damping = spec.damping;
  if (!flex.is_projected()) return;
  const auto fail = [&](const std::string& what) { draft.fail(spec, "flex", what); };
  if (flex.interpolated()) fail("xpbd: nodes carry the flex; all its vertices must move freely");
  if (flex.equality != 0) fail("xpbd and equalities on edges cannot both be present");
  if (spec.edgestiffness != 0 || spec.edgedamping != 0) {
    fail("xpbd and stiffness or damping of edges cannot both be present");
  }
  const bool elastic = spec.stressyield[0] > 0 || spec.stressyield[1] > 0 || spec.passive != 0;
  if (elastic) fail("xpbd goes with neither yield nor passive contacts");
  if (!spec.xpbd->skin.empty()) {
    draft.fail(spec, "flex", "xpbd: the points of a flexcomp carry a mesh, those of a flex do not",
               "write a <skin> whose bones are its bodies");
  }
  XpbdMaterial material;
  try {
    material = spec::xpbd_material(spec, spec.dim);
  } catch (const base::Fault& fault) {
    draft.fail(spec, "flex", fault.what, fault.hint);
  }
  flex.damping = material.damping;
  if (spec.xpbd->strain > 0 && spec.xpbd->law == Xpbd::Law::NeoHookean) {
    fail("xpbd: edges tear, and the Neo-Hookean law has none");
  }
  Shape shape(draft, flex, material);
  if (spec.dim == 1) shape.add_chain();
  if (spec.dim == 2) shape.add_sheet();
  if (spec.dim == 3) shape.add_solid();
  shape.write_runs();
}

}  // namespace thew::compile
