#include "deformable/sheet_points.h"

#include <algorithm>

#include "dynamics/jacobian.h"
#include "model/lane_types.h"
#include "model/sheets.h"

namespace thew::deformable {

namespace {

// What is known of a point before its mass.
struct Columns {
  Columns(int points, int flexes, int all_flexes, Memory& memory)
      : vertex(memory.take<int>(points)),
        flex(memory.take<int>(points)),
        body(memory.take<int>(points)),
        last_dof(memory.take<int>(points)),
        is_free(memory.take<bool>(points)),
        radius(memory.take<double>(points)),
        mass(memory.take<double>(points)),
        sheet(memory.take<int>(flexes)),
        first(memory.take<int>(all_flexes)) {}

  int *vertex, *flex, *body, *last_dof;
  bool* is_free;
  double *radius, *mass;
  int *sheet, *first;
};

// How many vertices of flexes each body carries.
void count_carried(const Model& m, int* carried) {
  std::fill_n(carried, m.nbody, 0);
  for (const std::int32_t body : m.flex_vertbodyid) {
    if (body >= 0) ++carried[body];
  }
}

// Whether a vertex is all that its body is, and slides by itself.
bool is_free_vertex(const Model& m, int vertex, const int* carried) {
  const int body = m.flex_vertbodyid[vertex];
  if (m.body_jntnum[body] != 3 || m.dof_parentid[m.body_dofadr[body]] >= 0) return false;
  for (int j = m.body_jntadr[body]; j < m.body_jntadr[body] + 3; ++j) {
    if (m.jnt_type[j] != static_cast<int>(JointType::Slide)) return false;
  }
  const double* own = m.flex_vert.row(vertex);
  return own[0] == 0 && own[1] == 0 && own[2] == 0 && carried[body] == 1;
}

template <class T>
double mass_of(const Model& m, const BasicData<T>& d, int body) {
  const double own = math::lane(param(d, m.body_mass, body), 0);
  const double mass = own > 0 ? own : math::lane(param(d, m.body_subtreemass, body), 0);
  return mass + math::lane(param(d, m.dof_armature, m.body_dofadr[body]), 0);
}

template <class T>
void weigh(const Model& m, const BasicData<T>& d, int count, const int* carried, const Columns& c) {
  for (int i = 0; i < count; ++i) {
    const int body = c.body[i];
    if (c.is_free[i]) {
      c.mass[i] = mass_of(m, d, body);
    } else if (c.last_dof[i] < 0) {
      c.mass[i] = 0;
    } else {
      const double all = math::lane(param(d, m.body_subtreemass, body), 0);
      c.mass[i] = all / carried[body];
    }
  }
}

}  // namespace

template <class T>
SheetPoints sheet_points(const Model& m, const BasicData<T>& d, Memory& memory) {
  int points = 0, sheets = 0;
  for (int f = 0; f < m.nflex; ++f) {
    if (!model::is_kept_apart(m, f)) continue;
    points += m.flex_vertnum[f];
    ++sheets;
  }
  const Columns c(points, sheets, static_cast<int>(m.nflex), memory);
  int* const carried = memory.take<int>(m.nbody);
  if (memory.full()) return {};
  count_carried(m, carried);
  int next = 0, sheet = 0;
  for (int f = 0; f < m.nflex; ++f) {
    if (!model::is_kept_apart(m, f)) continue;
    c.sheet[sheet++] = f;
    c.first[f] = next;
    for (int v = 0; v < m.flex_vertnum[f]; ++v, ++next) {
      c.vertex[next] = m.flex_vertadr[f] + v;
      c.flex[next] = f;
      c.body[next] = m.flex_vertbodyid[c.vertex[next]];
      c.last_dof[next] = dynamics::last_dof(m, c.body[next]);
      c.is_free[next] = is_free_vertex(m, c.vertex[next], carried);
      c.radius[next] = m.flex_radius[f];
    }
  }
  weigh(m, d, points, carried, c);
  return {points,   c.vertex,   c.flex,
          c.body,   c.last_dof, c.is_free,
          c.radius, c.mass,     {c.sheet, static_cast<std::size_t>(sheets)},
          c.first};
}

#define THEW_INSTANTIATE(T) \
  template SheetPoints sheet_points(const Model&, const BasicData<T>&, Memory&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
