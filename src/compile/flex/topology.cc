// What follows from the elements of a flex alone: its edges, its surface, layers below it.

#include <algorithm>
#include <map>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

// Corners of the edges of an element, by dim.
constexpr int kEdges[3][6][2] = {
    {{0, 1}}, {{1, 2}, {2, 0}, {0, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

// A side of an element: its corners in order, who has it, and its corners as they are passed.
struct Side {
  std::vector<int> corners;
  int element = 0;
  std::vector<int> passed;

  bool operator<(const Side& b) const {
    if (corners != b.corners) return corners < b.corners;
    return element != b.element ? element < b.element : passed < b.passed;
  }
};

// Sides look outwards: corners of each by dim, as many as there are corners.
constexpr int kSides[3][4][3] = {
    {{0}, {1}}, {{0, 1}, {2, 0}, {1, 2}}, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};

std::vector<Side> list_sides(const FlexDraft& flex) {
  const int dim = flex.spec->dim;
  std::vector<Side> sides;
  for (int e = 0; e < flex.elements(); ++e) {
    const int* corner = flex.elem.data() + e * (dim + 1);
    for (int s = 0; s <= dim; ++s) {
      Side side;
      side.element = e;
      for (int k = 0; k < dim; ++k) side.passed.push_back(corner[kSides[dim - 1][s][k]]);
      side.corners = side.passed;
      std::sort(side.corners.begin(), side.corners.end());
      sides.push_back(std::move(side));
    }
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

// Steps from the surface, through sides that elements share.
void set_layers(FlexDraft& flex, const std::vector<std::array<int, 2>>& neighbours,
                const std::vector<bool>& outer) {
  const int count = flex.elements();
  flex.elemlayer.assign(static_cast<std::size_t>(count), flex.spec->dim < 3 ? 0 : count + 1);
  if (flex.spec->dim < 3) return;
  for (int e = 0; e < count; ++e) {
    if (outer[e]) flex.elemlayer[e] = 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : neighbours) {
      for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
        if (flex.elemlayer[to] <= flex.elemlayer[from] + 1) continue;
        flex.elemlayer[to] = flex.elemlayer[from] + 1;
        changed = true;
      }
    }
  }
}

}  // namespace

void orient(FlexDraft& flex) {
  if (flex.spec->dim != 3) return;
  for (int e = 0; e < flex.elements(); ++e) {
    int* v = flex.elem.data() + 4 * e;
    const Vec3& origin = flex.vertpos[v[0]];
    const Vec3 a = flex.vertpos[v[1]] - origin, b = flex.vertpos[v[2]] - origin;
    if (dot(cross(a, b), flex.vertpos[v[3]] - origin) > 0) std::swap(v[1], v[2]);
  }
}

void list_edges(FlexDraft& flex) {
  const int dim = flex.spec->dim;
  std::map<std::array<int, 2>, int> known;
  for (int e = 0; e < flex.elements(); ++e) {
    const int* v = flex.elem.data() + e * (dim + 1);
    for (int k = 0; k < edge_count(dim); ++k) {
      const int a = v[kEdges[dim - 1][k][0]], b = v[kEdges[dim - 1][k][1]];
      const std::array<int, 2> ends = {std::min(a, b), std::max(a, b)};
      const auto [found, is_new] = known.emplace(ends, static_cast<int>(flex.edge.size()));
      const int beside = dim == 2 ? v[k] : -1;
      if (is_new) {
        flex.edge.push_back(ends);
        flex.flap.push_back({beside, -1});
      } else if (dim == 2) {
        flex.flap[found->second][1] = beside;
      }
      flex.elemedge.push_back(found->second);
    }
  }
}

void find_surface(FlexDraft& flex) {
  const std::vector<Side> sides = list_sides(flex);
  std::vector<bool> outer(static_cast<std::size_t>(flex.elements()));
  std::vector<std::array<int, 2>> neighbours;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const bool as_before = i > 0 && sides[i - 1].corners == sides[i].corners;
    const bool as_next = i + 1 < sides.size() && sides[i + 1].corners == sides[i].corners;
    if (as_before) neighbours.push_back({sides[i - 1].element, sides[i].element});
    if (as_before || as_next) continue;
    outer[sides[i].element] = true;
    flex.shell.insert(flex.shell.end(), sides[i].passed.begin(), sides[i].passed.end());
  }
  set_layers(flex, neighbours, outer);
}

}  // namespace thew::compile
