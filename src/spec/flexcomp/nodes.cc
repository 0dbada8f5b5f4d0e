// The bodies of an interpolated flex: nodes of a grid around its points.

#include <algorithm>

#include "spec/flexcomp/flexcomp.h"

namespace thew::spec::flexcomp {

namespace {

constexpr double kLeastShare = 0.02;  // of the mass that a node has of a whole cell

// How the mass of a cell is shared by its nodes: never negative, unlike interpolation of order 2.
CellMoments::Poly share_of(int order, int i) {
  if (order == 1) return node_polynomial(1, i);
  if (i == 1) return {0.5, 1, -1};
  return i == 0 ? CellMoments::Poly{0.5, -1, 0.5} : CellMoments::Poly{0, 0, 0.5};
}

class Nodes {
 public:
  Nodes(const Work& work)
      : work_(work),
        order_(work.order()),
        along_(work.nodes()),
        grid_(cell_grid(work.recipe.cellcount, work.shape.point)),
        shell_(work.recipe.elastic2d != 0),
        held_(work.pinned) {
    if (!shell_) empty_ = empty_cells(grid_, work.shape, order_);
  }

  void add(Flex& flex) {
    hold_idle();
    const std::vector<double> mass = masses();
    const bool any = std::find(held_.begin(), held_.end(), true) != held_.end();
    if (any) flex.node.assign(3 * held_.size(), 0);
    visit([&](std::size_t i, int x, int y, int z) {
      const Vec3 pos = position({x, y, z});
      if (held_[i]) {
        std::copy(pos.begin(), pos.end(), flex.node.begin() + static_cast<std::ptrdiff_t>(3 * i));
        flex.nodebody.push_back(work_.parent.name);
        return;
      }
      const std::string name = work_.recipe.name + "_" + std::to_string(x) + "_" +
                               std::to_string(y) + "_" + std::to_string(z);
      const double box = work_.recipe.inertiabox;
      Body& body =
          work_.add_body(work_.parent, name, pos, mass[i], mass[i] * (2.0 * box * box) / 3.0);
      work_.add_slides(body, 3);
      flex.nodebody.push_back(name);
    });
  }

 private:
  template <class Visit>
  void visit(const Visit& each) const {
    std::size_t i = 0;
    for (int x = 0; x < along_[0]; ++x) {
      for (int y = 0; y < along_[1]; ++y) {
        for (int z = 0; z < along_[2]; ++z) each(i++, x, y, z);
      }
    }
  }

  Vec3 position(const std::array<int, 3>& at) const {
    Vec3 p;
    for (std::size_t k = 0; k < 3; ++k) {
      const double share = static_cast<double>(at[k]) / (grid_.cells[k] * order_);
      p[k] = grid_.low[k] + share * (grid_.high[k] - grid_.low[k]);
    }
    return p;
  }

  // The parent holds nodes that nothing depends on: those inside a shell, and of empty cells only.
  void hold_idle() {
    visit([&](std::size_t i, int x, int y, int z) {
      const std::array<int, 3> at = {x, y, z};
      if (shell_) {
        bool outer = false;
        for (std::size_t k = 0; k < 3; ++k) outer |= at[k] == 0 || at[k] == along_[k] - 1;
        if (!outer) held_[i] = true;
      } else if (!has_filled_cell(at)) {
        held_[i] = true;
      }
    });
  }

  bool has_filled_cell(const std::array<int, 3>& at) const {
    std::array<int, 3> first, last;
    for (std::size_t k = 0; k < 3; ++k) {
      first[k] = at[k] == 0 ? 0 : (at[k] - 1) / order_;
      last[k] = std::min(grid_.cells[k] - 1, at[k] / order_);
    }
    for (int x = first[0]; x <= last[0]; ++x) {
      for (int y = first[1]; y <= last[1]; ++y) {
        for (int z = first[2]; z <= last[2]; ++z) {
          if (!empty_[static_cast<std::size_t>(grid_.index(x, y, z))]) return true;
        }
      }
    }
    return false;
  }

  // Of all nodes, so that those that move have the mass of the recipe together.
  std::vector<double> masses() const {
    std::vector<double> mass(held_.size());
    if (shell_) {
      share_evenly(mass);
    } else {
      share_volume(mass);
    }
    double total = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) total += held_[i] ? 0 : mass[i];
    for (double& m : mass) m *= total > 0 ? total_mass(work_.recipe) / total : 0;
    return mass;
  }

  // Simpson's rule along each axis for order 2.
  void share_evenly(std::vector<double>& mass) const {
    visit([&](std::size_t i, int x, int y, int z) {
      const std::array<int, 3> at = {x, y, z};
      mass[i] = 1;
      for (std::size_t k = 0; order_ == 2 && k < 3; ++k) {
        const bool middle = at[k] % 2 == 1, between = at[k] > 0 && at[k] < along_[k] - 1;
        mass[i] *= middle ? 2. / 3. : between ? 2. / 6. : 1. / 6.;
      }
    });
  }

  void share_volume(std::vector<double>& mass) const {
    const std::vector<CellMoments> filled = fill_cells(grid_, work_.shape, order_);
    const CellMoments whole = CellMoments::whole();
    for (int c = 0; c < grid_.count(); ++c) {
      const auto cell = static_cast<std::size_t>(c);
      if (empty_[cell]) continue;
      const CellMoments part = filled.empty() ? whole : filled[cell].with_remainder();
      visit_cell(c, [&](std::size_t i, const std::array<int, 3>& local) {
        const auto share = [&](const CellMoments& moments) {
          return moments.integrate(share_of(order_, local[0]), share_of(order_, local[1]),
                                   share_of(order_, local[2]));
        };
        mass[i] += std::max(share(part), kLeastShare * share(whole));
      });
    }
  }

  template <class Visit>
  void visit_cell(int cell, const Visit& each) const {
    const std::array<int, 3> at = {cell / (grid_.cells[1] * grid_.cells[2]),
                                   cell / grid_.cells[2] % grid_.cells[1], cell % grid_.cells[2]};
    std::array<int, 3> l;
    for (l[0] = 0; l[0] <= order_; ++l[0]) {
      for (l[1] = 0; l[1] <= order_; ++l[1]) {
        for (l[2] = 0; l[2] <= order_; ++l[2]) {
          const int x = at[0] * order_ + l[0], y = at[1] * order_ + l[1], z = at[2] * order_ + l[2];
          each(static_cast<std::size_t>((x * along_[1] + y) * along_[2] + z), l);
        }
      }
    }
  }

  const Work& work_;
  const int order_;
  const std::array<int, 3> along_;
  const CellGrid grid_;
  const bool shell_;
  std::vector<bool> held_;   // by node
  std::vector<bool> empty_;  // by cell
};

}  // namespace

void add_nodes(const Work& work, Flex& flex) {
  Nodes(work).add(flex);
}

}  // namespace thew::spec::flexcomp
