#include "derivative/pulls.h"

namespace thew::derivative {

using namespace math;

namespace {

// Whether dof k moves the axis of dof i.
bool moves_axis(const Model& m, int k, int i) {
  if (turns_together(m, i, k)) return true;
  int above = m.dof_parentid[i];
  while (above > k) above = m.dof_parentid[above];
  return above == k;
}

}  // namespace

bool moves(const Model& m, int dof, int body) {
  int i = dynamics::last_dof(m, body);
  while (i > dof) i = m.dof_parentid[i];
  return i == dof;
}

void take_pulls(const Model& m, const Data& d, const Pulls& pulls, std::span<const int> dofs,
                int first, int count, RowChange& change) {
  for (int lane = 0; lane < count; ++lane) {
    const auto column = static_cast<std::size_t>(first + lane);
    change.length[column] = finite(pulls.length.slope[lane]);
    const int k = dofs[column];
    for (std::size_t row = 0; row < dofs.size(); ++row) {
      const int i = dofs[row];
      const Motion axis = load_motion(d.cdof.row(i));
      double& sum = change.second(static_cast<int>(row), first + lane);
      for (const Pulls::Pull& pull : pulls.list) {
        if (!moves(m, i, pull.body)) continue;
        sum += dot(axis, Force{slope_of(pull.torque, lane), slope_of(pull.force, lane)});
        if (!moves_axis(m, k, i)) continue;
        sum += dot(cross(load_motion(d.cdof.row(k)), axis),
                   Force{value_of(pull.torque), value_of(pull.force)});
      }
    }
  }
}

}  // namespace thew::derivative
