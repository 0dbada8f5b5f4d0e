// Interpolated shells bend between the faces of their outer cells. flex_bending has the number of
// pairs, and for each: the two faces, the middle of their common edge in the coordinates of either,
// the stiffness D length / width, and how far their normals differ at rest.

#include <algorithm>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

// Faces are numbered side by side: across x at its beginning and end, then y, then z. The axes of a
// side are those that follow its own, the second one counts faster.
class Shell {
 public:
  Shell(const FlexDraft& flex, double rigidity)
      : cells_(flex.spec->cellcount), rigidity_(rigidity) {
    Box box;
    for (const Vec3& p : flex.node0) box.add(p);
    for (std::size_t k = 0; k < 3; ++k) size_[k] = (box.high[k] - box.low[k]) / cells_[k];
    int next = 0;
    for (std::size_t side = 0; side < 6; ++side) {
      first_[side] = next;
      next += cells_[slow(side)] * cells_[fast(side)];
    }
  }

  std::vector<double> pairs() {
    records_ = {0};
    for (std::size_t side = 0; side < 6; ++side) {
      for (int i = 0; i < cells_[slow(side)]; ++i) {
        for (int j = 0; j < cells_[fast(side)]; ++j) {
          for (const bool along_fast : {false, true}) {
            for (const int step : {-1, 1}) add(side, i, j, along_fast, step);
          }
        }
      }
    }
    records_[0] = static_cast<double>(records_.size() / 10);
    return std::move(records_);
  }

 private:
  static std::size_t axis(std::size_t side) { return side / 2; }
  static std::size_t slow(std::size_t side) { return (axis(side) + 1) % 3; }
  static std::size_t fast(std::size_t side) { return (axis(side) + 2) % 3; }
  int number(std::size_t side, int i, int j) const {
    return first_[side] + i * cells_[fast(side)] + j;
  }

  // The face that follows in a direction, on this side or around the corner.
  void add(std::size_t side, int i, int j, bool along_fast, int step) {
    const double border = step > 0 ? 1 : 0;
    const Vec2 here = along_fast ? Vec2{0.5, border} : Vec2{border, 0.5};
    const std::size_t across = along_fast ? fast(side) : slow(side);
    int& moving = along_fast ? j : i;
    const int from = number(side, i, j), next = moving + step;
    Vec2 there;
    std::size_t other = side;
    int to = 0;
    if (next >= 0 && next < cells_[across]) {
      moving = next;
      to = number(side, i, j);
      there = along_fast ? Vec2{0.5, 1 - border} : Vec2{1 - border, 0.5};
    } else {
      other = 2 * across + (step > 0 ? 1 : 0);
      const bool at_end = side % 2 == 1;
      const int last = at_end ? cells_[axis(side)] - 1 : 0;
      const double end = at_end ? 1 : 0;
      to = along_fast ? number(other, last, i) : number(other, j, last);
      there = along_fast ? Vec2{end, 0.5} : Vec2{0.5, end};
    }
    if (from < to) add_record(side, other, from, to, here, there);
  }

  void add_record(std::size_t side, std::size_t other, int from, int to, const Vec2& here,
                  const Vec2& there) {
    double length = 0, width = 0;  // along the edge and across it, of both faces
    for (const auto& [face, at] : {std::pair{side, here}, std::pair{other, there}}) {
      const bool along_slow = at[0] == 0.5;
      length += size_[along_slow ? slow(face) : fast(face)] / 2;
      width += size_[along_slow ? fast(face) : slow(face)] / 2;
    }
    Vec3 difference = {};
    difference[axis(side)] += 1;
    difference[axis(other)] -= 1;
    const double stiffness = rigidity_ * length / std::max(width, 1e-12);
    records_.insert(records_.end(), {double(from), double(to), here[0], here[1], there[0], there[1],
                                     stiffness, difference[0], difference[1], difference[2]});
  }

  const std::array<int, 3> cells_;
  const double rigidity_;
  Vec3 size_ = {};
  std::array<int, 6> first_ = {};
  std::vector<double> records_;
};

}  // namespace

void set_shell_bending(FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const bool bends = spec.elastic2d == 1 || spec.elastic2d == 3;
  if (!bends || !(spec.thickness > 0) || !(spec.young > 0)) return;
  const double t = spec.thickness;
  const double rigidity = spec.young * t * t * t / (12 * (1 - spec.poisson * spec.poisson));
  flex.bending = Shell(flex, rigidity).pairs();
}

}  // namespace thew::compile
