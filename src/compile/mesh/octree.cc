// Cells lie on a lattice: the finest ones, those of depth max_depth, have the size 1.

#include "compile/mesh/octree.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "compile/mesh/box_triangle.h"

namespace thew::compile {

namespace {

using Lattice = std::array<int, 3>;

struct Cell {
  int depth = 0;
  int size = 1;
  Lattice at = {};  // lowest corner
  Box box;
  std::array<int, 8> child = {-1, -1, -1, -1, -1, -1, -1, -1};
  std::array<int, 8> corner = {};

  bool is_leaf() const { return child[0] < 0; }
};

class Builder {
 public:
  Builder(const MeshDistance& mesh, int max_depth) : mesh_(mesh), max_depth_(max_depth) {
    add_root();
    refine();
    balance();
    hang();
    measure();
  }

  std::vector<OctreeCell> cells() const {
    std::vector<OctreeCell> result;
    result.reserve(cells_.size());
    for (const Cell& cell : cells_) {
      OctreeCell& out = result.emplace_back();
      out.depth = cell.depth;
      out.child = cell.child;
      for (int k = 0; k < 3; ++k) {
        out.box[k] = (cell.box.low[k] + cell.box.high[k]) / 2;
        out.box[3 + k] = (cell.box.high[k] - cell.box.low[k]) / 2;
      }
      for (int i = 0; i < 8; ++i) out.distance[i] = distance_[cell.corner[i]];
    }
    return result;
  }

 private:
  // The bounds of the mesh, a tenth larger.
  void add_root() {
    Box bounds;
    for (std::size_t i = 0; i < mesh_.vertices().size(); i += 3) {
      const double* v = &mesh_.vertices()[i];
      bounds.add(Vec3{v[0], v[1], v[2]});
    }
    Cell& root = cells_.emplace_back();
    root.size = 1 << max_depth_;
    for (int k = 0; k < 3; ++k) {
      const double centre = (bounds.low[k] + bounds.high[k]) / 2;
      const double half = (bounds.high[k] - bounds.low[k]) / 2;
      root.box.low[k] = centre - 1.1 * half;
      root.box.high[k] = centre + 1.1 * half;
    }
    number_corners(root);
  }

  void number_corners(Cell& cell) {
    for (int i = 0; i < 8; ++i) {
      Vec3 place;
      std::uint64_t key = 0;
      for (int k = 0; k < 3; ++k) {
        const bool upper = (i >> k & 1) != 0;
        place[k] = upper ? cell.box.high[k] : cell.box.low[k];
        key = key << 21 | static_cast<std::uint64_t>(cell.at[k] + (upper ? cell.size : 0));
      }
      const auto [entry, is_new] = number_.try_emplace(key, static_cast<int>(places_.size()));
      if (is_new) places_.push_back(place);
      cell.corner[i] = entry->second;
    }
  }

  void subdivide(int index) {
    for (int i = 0; i < 8; ++i) {
      cells_[index].child[i] = static_cast<int>(cells_.size());
      const Cell& parent = cells_[index];
      Cell cell;
      cell.depth = parent.depth + 1;
      cell.size = parent.size / 2;
      for (int k = 0; k < 3; ++k) {
        const bool upper = (i >> k & 1) != 0;
        const double middle = (parent.box.low[k] + parent.box.high[k]) / 2;
        cell.at[k] = parent.at[k] + (upper ? cell.size : 0);
        cell.box.low[k] = upper ? middle : parent.box.low[k];
        cell.box.high[k] = upper ? parent.box.high[k] : middle;
      }
      number_corners(cell);
      cells_.push_back(cell);
    }
  }

  // Level by level: cells that meet triangles are halved; only those triangles can meet the halves.
  void refine() {
    using Faces = std::vector<int>;
    std::vector<Faces> above(1, Faces(mesh_.face_count()));  // by eight cells: of their parent
    std::iota(above[0].begin(), above[0].end(), 0);
    for (int first = 0, depth = 0; depth < max_depth_; ++depth) {
      const int end = static_cast<int>(cells_.size());
      std::vector<Faces> below;
      for (int i = first; i < end; ++i) {
        Faces met;
        for (const int f : above[(i - first) / 8]) {
          if (meets(cells_[i].box, mesh_.triangle(f))) met.push_back(f);
        }
        if (met.empty()) continue;
        subdivide(i);
        below.push_back(std::move(met));
      }
      above = std::move(below);
      first = end;
    }
  }

  // The leaf beyond a side of a cell, next to the centre of that side and on its lower sides where
  // several are; -1 at the boundary. Places are doubled, so that centres are whole numbers.
  int neighbour(const Cell& cell, int axis, bool upper) const {
    Lattice place;
    for (int k = 0; k < 3; ++k) place[k] = 2 * cell.at[k] + cell.size;
    place[axis] = 2 * cell.at[axis] + (upper ? 2 * cell.size + 1 : -1);
    if (place[axis] < 0 || place[axis] > 2 * cells_[0].size) return -1;
    int index = 0;
    while (!cells_[index].is_leaf()) {
      const Cell& at = cells_[index];
      int slot = 0;
      for (int k = 0; k < 3; ++k) slot |= (place[k] > 2 * at.at[k] + at.size ? 1 : 0) << k;
      index = at.child[slot];
    }
    return index;
  }

  // Halves leaves until no neighbour is finer by more than one level.
  void balance() {
    std::vector<int> coarse;
    do {
      coarse.clear();
      for (int i = 0; i < static_cast<int>(cells_.size()); ++i) {
        if (!cells_[i].is_leaf()) continue;
        for (int side = 0; side < 6; ++side) {
          const int other = neighbour(cells_[i], side / 2, side % 2 != 0);
          if (other < 0) continue;
          if (cells_[other].depth > cells_[i].depth + 1) coarse.push_back(i);
          if (cells_[i].depth > cells_[other].depth + 1) coarse.push_back(other);
        }
      }
      for (const int i : coarse) {
        if (cells_[i].is_leaf()) subdivide(i);
      }
    } while (!coarse.empty());
  }

  // Corners of a leaf that lie in an edge or a face of a coarser neighbour hang: they take the mean
  // of the ends of that edge or face, so that the distance is continuous.
  void hang() {
    mean_of_.resize(places_.size());
    for (const Cell& cell : cells_) {
      if (!cell.is_leaf()) continue;
      for (int side = 0; side < 6; ++side) {
        const int axis = side / 2, upper = side % 2;
        const int other = neighbour(cell, axis, upper != 0);
        if (other < 0 || cells_[other].depth >= cell.depth) continue;
        for (int i = 0; i < 8; ++i) {
          if ((i >> axis & 1) == upper) hang_corner(cell, i, cells_[other]);
        }
      }
    }
  }

  void hang_corner(const Cell& cell, int i, const Cell& coarse) {
    std::vector<int>& mean_of = mean_of_[cell.corner[i]];
    if (!mean_of.empty()) return;
    int inside = 0, slot = 0;  // axes along which the corner is between the coarse cell's sides
    for (int k = 0; k < 3; ++k) {
      const int place = cell.at[k] + ((i >> k & 1) != 0 ? cell.size : 0);
      if (place == coarse.at[k] + coarse.size) {
        slot |= 1 << k;
      } else if (place != coarse.at[k]) {
        inside |= 1 << k;
      }
    }
    if (inside == 0) return;
    for (int j = 0; j < 8; ++j) {
      if ((j & ~inside) == slot) mean_of.push_back(coarse.corner[j]);
    }
  }

  // Signed distances at all corners; coarse cells first, for others hang on their corners.
  void measure() {
    std::vector<int> order(cells_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return cells_[a].depth < cells_[b].depth; });
    distance_.resize(places_.size());
    std::vector<bool> done(places_.size());
    for (const int c : order) {
      for (const int corner : cells_[c].corner) {
        if (!done[corner]) distance_[corner] = measure(corner);
        done[corner] = true;
      }
    }
  }

  double measure(int corner) const {
    const std::vector<int>& mean_of = mean_of_[corner];
    if (mean_of.empty()) return mesh_(places_[corner]);
    double sum = 0;
    for (const int other : mean_of) sum += distance_[other];
    return sum / static_cast<double>(mean_of.size());
  }

  const MeshDistance& mesh_;
  int max_depth_;
  std::vector<Cell> cells_;
  std::unordered_map<std::uint64_t, int> number_;  // of a corner, by its place on the lattice
  std::vector<Vec3> places_;                       // by corner
  std::vector<std::vector<int>> mean_of_;          // by corner: what it hangs on
  std::vector<double> distance_;                   // by corner
};

}  // namespace

std::vector<OctreeCell> build_octree(const MeshDistance& mesh, int max_depth) {
  if (mesh.face_count() == 0) return {};
  return Builder(mesh, max_depth).cells();
}

}  // namespace thew::compile
