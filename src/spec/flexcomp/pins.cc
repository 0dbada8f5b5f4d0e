// Which points, or nodes, the parent of a flexcomp holds.

#include <algorithm>

#include "base/fault.h"
#include "spec/flexcomp/flexcomp.h"

namespace thew::spec::flexcomp {

namespace {

using base::Fault;

// What can be pinned: points, or nodes of a grid with z fastest.
struct Pinnable {
  int count = 0;
  std::array<int, 3> along = {};  ///< of the grid
};

Pinnable pinnable(const Work& work) {
  if (work.order() > 0) {
    const auto along = work.nodes();
    return {along[0] * along[1] * along[2], along};
  }
  return {work.points(), work.recipe.count};
}

void check_lists(const Work& work) {
  const Flexcomp& recipe = work.recipe;
  const auto dim = static_cast<std::size_t>(work.shape.dim);
  if (recipe.pinrange.size() % 2 != 0) throw Fault{"Pin range number must be multiple of 2"};
  if (recipe.pingrid.size() % dim != 0) throw Fault{"Pin grid number must be multiple of dim"};
  if (recipe.pingridrange.size() % (2 * dim) != 0) {
    throw Fault{"Pin grid range number of must be multiple of 2*dim"};
  }
  if (recipe.pingrid.empty() && recipe.pingridrange.empty()) return;
  if (recipe.type != FlexcompType::Grid && work.order() == 0) {
    throw Fault{"Pin grid(range) can only be used with grid or interpolated"};
  }
  if (dim == 1) throw Fault{"Pin grid(range) cannot be used with dim=1"};
}

class Pinner {
 public:
  Pinner(Work& work) : work_(work), of_(pinnable(work)) {}

  void pin_ids() {
    for (const int id : work_.recipe.pinid) pin(id, id, "pinid out of range");
    const std::vector<int>& range = work_.recipe.pinrange;
    for (std::size_t i = 0; i + 1 < range.size(); i += 2) {
      pin(range[i], range[i + 1], "pinrange out of range");
    }
  }

  void pin_grid() {
    const std::size_t dim = static_cast<std::size_t>(work_.shape.dim);
    const std::vector<int>& list = work_.recipe.pingrid;
    for (std::size_t i = 0; i + dim <= list.size(); i += dim) {
      pin_box(&list[i], &list[i], "pingrid out of range");
    }
    const std::vector<int>& ranges = work_.recipe.pingridrange;
    for (std::size_t i = 0; i + 2 * dim <= ranges.size(); i += 2 * dim) {
      pin_box(&ranges[i], &ranges[i + dim], "pingridrange out of range");
    }
  }

 private:
  void pin(int first, int last, const char* fault) {
    for (const int id : {first, last}) {
      if (id < 0 || id >= of_.count) throw Fault{fault};
    }
    for (int id = first; id <= last; ++id) work_.pinned[static_cast<std::size_t>(id)] = true;
  }

  void pin_box(const int* low, const int* high, const char* fault) {
    std::array<int, 3> from = {}, to = {};
    for (std::size_t k = 0; k < static_cast<std::size_t>(work_.shape.dim); ++k) {
      from[k] = low[k];
      to[k] = high[k];
      for (const int i : {from[k], to[k]}) {
        if (i < 0 || i >= of_.along[k]) throw Fault{fault};
      }
    }
    // A sheet of points has one layer, whatever its count says.
    const int layers = work_.shape.dim == 2 && work_.order() == 0 ? 1 : of_.along[2];
    for (int x = from[0]; x <= to[0]; ++x) {
      for (int y = from[1]; y <= to[1]; ++y) {
        for (int z = from[2]; z <= to[2]; ++z) {
          work_.pinned[static_cast<std::size_t>((x * of_.along[1] + y) * layers + z)] = true;
        }
      }
    }
  }

  Work& work_;
  const Pinnable of_;
};

}  // namespace

void find_pins(Work& work) {
  check_lists(work);
  work.rigid = work.recipe.rigid;
  work.pinned.assign(static_cast<std::size_t>(pinnable(work).count), work.rigid);
  if (work.rigid) return;
  Pinner pinner(work);
  pinner.pin_ids();
  pinner.pin_grid();
  if (work.recipe.dof == FlexcompDof::Radial) work.pinned[0] = true;  // the centre
  work.rigid = std::find(work.pinned.begin(), work.pinned.end(), false) == work.pinned.end();
}

}  // namespace thew::spec::flexcomp
