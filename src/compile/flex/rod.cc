// Elastic rods: what bends and twists at the vertices between two segments.
//
// The curvature at a vertex between edges e and f is kb = 2 e x f / (|e||f| + e.f), its energy
// k |kb - kb0|^2 with k = E I / (|e| + |f|); twisting has kt = G J / (|e| + |f|). Rods without
// hinges for the twist of their segments keep the angle between the planes of adjacent bends
// instead, with G J / 2 |e| of the edge between them.
//
// Chains whose shape constraints on positions hold have the same records, without stiffness against
// bending, where they twist (deformable/twist.h).
//
// flex_bending has the number of records and then ten numbers for each:
//   one bend:  v0 v1 v2 -1, k1, k2 - k1, |kb0|, hinge of edge v1 v2 or -1, kt, half size or 0
//   two bends: v0 v1 v2 v3, shares of their stiffnesses, |kb0| of both, kd cos and kd sin of the
//              angle between their planes

#include <algorithm>
#include <cmath>

#include "compile/flex/flex.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/xpbd_material.h"

namespace thew::compile {

namespace {

constexpr double kStraight = 1e-4;  // [rad]

struct Section {
  double weak = 0, strong = 0;  // second moments of area [m^4]
  double torsion = 0;           // Saint-Venant's constant [m^4]
  double half = 0;              // the lesser half size, negative where it is the first; 0: a circle
};

Section section_of(const Draft& draft, const Flex& spec) {
  if (spec.section == FlexSection::Circle) {
    if (!(spec.radius > 0)) {
      draft.fail(spec, "flex", "1D flex elasticity with circle section requires positive radius");
    }
    const double r2 = spec.radius * spec.radius;
    return {kPi * r2 * r2 / 4, kPi * r2 * r2 / 4, kPi * r2 * r2 / 2, 0};
  }
  const auto [first, second] = spec.sectionsize;
  if (!(first > 0) || !(second > 0)) {
    draft.fail(spec, "flex", "1D flex elasticity with box section requires positive sectionsize");
  }
  const double a = std::max(first, second), b = std::min(first, second);
  const double slender = b / a, fourth = slender * slender * slender * slender;
  // Roark's approximation, good to half a percent.
  const double torsion = a * b * b * b * (16.0 / 3 - 3.36 * slender * (1 - fourth / 12));
  return {4.0 / 3 * a * b * b * b, 4.0 / 3 * b * a * a * a, torsion, first < second ? -b : b};
}

class Rod {
 public:
  Rod(const Draft& draft, FlexDraft& flex)
      : draft_(draft),
        flex_(flex),
        spec_(*flex.spec),
        section_(section_of(draft, spec_)),
        young_(spec_.xpbd ? 0 : spec_.young) {
    shear_ = spec_.shear > 0 ? spec_.shear : spec_.young / (2 * (1 + spec_.poisson));
    chain_ = spec::flexcomp::open_chain(shape_of(flex));
  }

  void compile() {
    const bool twists = find_hinges();
    if (spec_.xpbd && !twists) {
      draft_.fail(spec_, "flex",
                  "xpbd: to twist, an open chain needs a hinge for each segment, " +
                      hinge_name(0, 2) + " and so on");
    }
    if (spec_.section == FlexSection::Box && !twists) {
      draft_.fail(spec_, "flex",
                  "1D flex elasticity with box section requires an open chain with per-edge twist "
                  "joints");
    }
    flex_.bending = {0};
    if (twists) {
      add_chain();
      const auto edges = static_cast<std::int64_t>(chain_.size()) - 1;
      flex_.plastic = 6 * edges + (edges - 1);
    } else {
      add_bends();
    }
    flex_.bending[0] = static_cast<double>(flex_.bending.size() / 10);
    if (flex_.bending.size() == 1) flex_.bending.clear();
  }

 private:
  struct Bend {
    double lengths = 0;  // of both edges
    double angle = 0;    // |kb|
    bool curved = false;
    Vec3 normal = {};  // of its plane
  };

  Vec3 at(int v) const { return flex_.vertpos[v]; }

  Bend bend(int v0, int v1, int v2) const {
    const Vec3 e = at(v1) - at(v0), f = at(v2) - at(v1);
    const double le = std::sqrt(dot(e, e)), lf = std::sqrt(dot(f, f));
    const double below = le * lf + dot(e, f);
    if (le < kMinVal || lf < kMinVal || below < kMinVal) {
      draft_.fail(spec_, "flex", "degenerate 1D flex hinge at vertex " + std::to_string(v1));
    }
    Bend bend;
    bend.lengths = le + lf;
    bend.normal = cross(e, f);
    const double sine = normalise(bend.normal);
    bend.angle = 2 * sine / below;
    // tan(angle / 2) is that of half the angle already where it is small.
    bend.curved = bend.angle > kStraight;
    if (!bend.curved) bend.angle = 0;
    return bend;
  }

  // The hinges of the segments along the chain, -1 where it is clamped; false: it has none.
  bool find_hinges() {
    if (chain_.size() < 3 || spec_.name.empty()) return false;
    const auto edges = static_cast<int>(chain_.size()) - 1;
    bool any = false;
    for (int e = 0; e < edges; ++e) {
      const int id = draft_.names.find(ObjectType::Joint, hinge_name(e, edges));
      hinges_.push_back(id);
      any |= id >= 0;
    }
    if (!any) return false;
    for (int e = 0; e < edges; ++e) check_hinge(e, edges);
    if (hinges_[0] >= 0 && hinges_[0] + 1 != hinges_[1]) {
      draft_.fail(spec_, "flex",
                  "1D flex twist joint '" + hinge_name(0, edges) +
                      "' must immediately precede the twist joint of the second edge");
    }
    return true;
  }

  std::string hinge_name(int edge, int edges) const {
    return spec_.name + "_twist" + (edge == edges - 1 ? "" : "_" + std::to_string(edge));
  }

  void check_hinge(int e, int edges) const {
    const bool same = flex_.vertbody[chain_[e]] == flex_.vertbody[chain_[e + 1]];
    const bool clamped = same && (e == 0 || (e == edges - 1 && edges >= 3));
    const std::string name = hinge_name(e, edges);
    if (hinges_[e] < 0 && !clamped) {
      draft_.fail(spec_, "flex",
                  "1D flex with per-edge twist joints is missing joint '" + name + "'");
    }
    if (hinges_[e] < 0) return;
    if (clamped) {
      draft_.fail(
          spec_, "flex",
          "1D flex twist joint '" + name + "' given for an edge clamped by its pinned vertices");
    }
    if (draft_.joints[hinges_[e]].spec->type != JointType::Hinge) {
      draft_.fail(spec_, "flex", "1D flex twist joint '" + name + "' must be a hinge");
    }
  }

  void add_single(int v0, int v1, int v2, const Bend& bend, int hinge) {
    const double weak = young_ * section_.weak / bend.lengths;
    const double strong = young_ * section_.strong / bend.lengths;
    const double twist = spec_.xpbd && spec_.xpbd->twist >= 0
                             ? 0.5 / std::max(spec_.xpbd->twist, kMinVal)
                             : shear_ * section_.torsion / bend.lengths;
    add({double(v0), double(v1), double(v2), -1, weak, strong - weak, bend.angle, double(hinge),
         twist, section_.half});
  }

  void add(const std::array<double, 10>& record) {
    flex_.bending.insert(flex_.bending.end(), record.begin(), record.end());
  }

  void add_chain() {
    for (std::size_t i = 1; i + 1 < chain_.size(); ++i) {
      const int a = chain_[i - 1], b = chain_[i], c = chain_[i + 1];
      add_single(a, b, c, bend(a, b, c), hinges_[i]);
    }
  }

  // Without hinges: bends next to each other hold the angle between their planes.
  void add_bends() {
    std::vector<std::vector<int>> beside(flex_.vertpos.size());
    for (const auto& [a, b] : flex_.edge) {
      beside[a].push_back(b);
      beside[b].push_back(a);
    }
    std::vector<Bend> bends(flex_.vertpos.size());
    for (std::size_t v = 0; v < bends.size(); ++v) {
      std::sort(beside[v].begin(), beside[v].end());
      if (beside[v].size() == 2) {
        bends[v] = bend(beside[v][0], static_cast<int>(v), beside[v][1]);
      }
    }
    std::vector<int> shares(bends.size());
    const auto is_pair = [&](const std::array<int, 2>& e) {
      return bends[e[0]].curved && bends[e[1]].curved;
    };
    for (const auto& e : flex_.edge) {
      if (is_pair(e)) ++shares[e[0]], ++shares[e[1]];
    }
    for (const auto& e : flex_.edge) {
      if (is_pair(e)) add_pair(e, beside, bends, shares);
    }
    for (std::size_t v = 0; v < bends.size(); ++v) {
      if (beside[v].size() != 2 || shares[v] > 0) continue;
      add_single(beside[v][0], static_cast<int>(v), beside[v][1], bends[v], -1);
    }
  }

  void add_pair(const std::array<int, 2>& edge, const std::vector<std::vector<int>>& beside,
                const std::vector<Bend>& bends, const std::vector<int>& shares) {
    const auto [v1, v2] = edge;
    const auto other = [&](int v, int not_this) {
      return beside[v][0] == not_this ? beside[v][1] : beside[v][0];
    };
    const int v0 = other(v1, v2), v3 = other(v2, v1);
    const Bend first = bend(v0, v1, v2), second = bend(v1, v2, v3);
    Vec3 along = at(v2) - at(v1);
    const double length = normalise(along);
    const double hold = shear_ * section_.torsion / (2 * length);
    const auto share = [&](int v) {
      return spec_.young * section_.weak / bends[v].lengths / shares[v];
    };
    add({double(v0), double(v1), double(v2), double(v3), share(v1), share(v2), first.angle,
         second.angle, hold * dot(first.normal, second.normal),
         hold * dot(along, cross(first.normal, second.normal))});
  }

  const Draft& draft_;
  FlexDraft& flex_;
  const Flex& spec_;
  const Section section_;
  const double young_;  // none where constraints on positions resist bending
  double shear_ = 0;
  std::vector<int> chain_, hinges_;
};

}  // namespace

void set_rod(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  if (spec.dim != 1 || !(flex.is_projected() ? spec::twists(spec) : spec.young > 0)) return;
  if (spec.section == FlexSection::Box) {
    flex.radius = std::min(spec.sectionsize[0], spec.sectionsize[1]);
    if (spec.radius != flex.radius && spec.radius != FlexProperties{}.radius) {
      draft.fail(spec, "flex",
                 "1D flex with box section uses the minor half-size of sectionsize as radius; "
                 "remove radius or set it to that value");
    }
  }
  if (!flex.rigid && !flex.interpolated()) Rod(draft, flex).compile();
}

}  // namespace thew::compile
