// The fields that MuJoCo's models lack: all of them follow from those that both have.

#include <algorithm>
#include <cstring>

#include <thew/field_table.h>

#include "compile/compile.h"
#include "compile/stages.h"

namespace thew::compile {

namespace {

void write_runs(Model& m) {
  for (int d = 0; d < m.nv; ++d) {
    const int parent = m.dof_parentid[d];
    m.dof_run[d] = parent >= 0 && parent == d - 1 ? m.dof_run[parent] : d;
  }
}

// The actuators of each joint and tendon, in ascending order.
void list_drivers(Model& m) {
  std::fill(m.jnt_driver.begin(), m.jnt_driver.end(), -1);
  std::fill(m.tendon_driver.begin(), m.tendon_driver.end(), -1);
  const auto put_first = [&](int& first, int actuator) {
    m.actuator_next[actuator] = first;
    first = actuator;
  };
  for (int i = static_cast<int>(m.nactuator) - 1; i >= 0; --i) {
    const int target = m.actuator_trnid.row(i)[0];
    m.actuator_next[i] = -1;
    switch (static_cast<Transmission>(m.actuator_trntype[i])) {
      case Transmission::Joint:
      case Transmission::Jointinparent:
        put_first(m.jnt_driver[target], i);
        break;
      case Transmission::Tendon:
        put_first(m.tendon_driver[target], i);
        break;
      default:
        break;
    }
  }
}

// Calls visit with the number of each force that may pull on several branches of a tree.
template <class Visit>
void each_coupled(const Model& m, Visit visit) {
  for (int i = 0; i < m.nactuator; ++i) {
    const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
    if (!couples(type, m.actuator_trnid.row(i)[1])) continue;
    for (int k = 0; k < m.actuator_outnum[i]; ++k) visit(m.actuator_outadr[i] + k);
  }
}

// The tables hand out mutable addresses; what is copied is only read.
void copy_shared(Model& from, Model& to) {
  for (const Field<Model>& f : model_fields()) {
    if (f.extra) continue;
    const FieldView source = f.view(from);
    const auto bytes = static_cast<std::size_t>(source.rows * source.columns * field_bytes(f.type));
    if (bytes > 0) std::memcpy(f.view(to).data, source.data, bytes);
  }
}

}  // namespace

void write_extra(const Tiles& tiles, Model& m) {
  write_runs(m);
  write_tiles(tiles, m);
  list_drivers(m);
  int coupled = 0;
  each_coupled(m, [&](int out) { m.coupled_out[coupled++] = out; });
}

Model complete(const Model& shared) {
  const Tiles tiles =
      cut_into_tiles({shared.dof_parentid.data(), static_cast<std::size_t>(shared.nv)});
  Model m;
  m.look_at(shared);
  m.modelname = shared.modelname;
  count_tiles(tiles, m);
  m.ncoupled = 0;
  each_coupled(shared, [&](int) { ++m.ncoupled; });
  m.allocate();
  copy_shared(const_cast<Model&>(shared), m);
  std::fill(m.mesh_convex.begin(), m.mesh_convex.end(), true);
  std::fill(m.flex_xpbdrunadr.begin(), m.flex_xpbdrunadr.end(), -1);
  write_extra(tiles, m);
  return m;
}

}  // namespace thew::compile
