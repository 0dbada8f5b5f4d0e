// What counts from the first vertex, node or edge of a flex must be one of its own.

#include <cstdlib>

#include "model/validate.h"
#include "model/xpbd.h"

namespace thew::model {

namespace {

// Entries of a list that belongs to a flex.
template <class List>
void check_own(const List& list, const char* name, std::int64_t first, std::int64_t count,
               std::int64_t limit, std::int64_t least = 0) {
  require(first >= 0 && count >= 0 && count <= list.size() - first, name, first, count,
          "as long as the flex needs");
  for (std::int64_t i = first; i < first + count; ++i) {
    const auto value = static_cast<std::int64_t>(list.data()[i]);
    require(value >= least && value < limit, name, i, value, "one of its own flex");
  }
}

void check_elements(const Model& m, int f) {
  const std::int64_t vertices = m.flex_vertnum[f], elements = m.flex_elemnum[f];
  const int dim = m.flex_dim[f], edges = dim == 1 ? 1 : dim == 2 ? 3 : 6;
  check_own(m.flex_elem, "flex_elem", m.flex_elemdataadr[f], elements * (dim + 1), vertices);
  check_own(m.flex_elemedge, "flex_elemedge", m.flex_elemedgeadr[f], elements * edges,
            m.flex_edgenum[f]);
  if (m.flex_texcoordadr[f] >= 0) {
    check_own(m.flex_elemtexcoord, "flex_elemtexcoord", m.flex_elemdataadr[f], elements * (dim + 1),
              m.nflextexcoord - m.flex_texcoordadr[f]);
  }
  const std::int64_t edge = 2 * std::int64_t{m.flex_edgeadr[f]};
  const std::int64_t ends = 2 * std::int64_t{m.flex_edgenum[f]};
  check_own(m.flex_edge, "flex_edge", edge, ends, vertices);
  check_own(m.flex_edgeflap, "flex_edgeflap", edge, ends, vertices, -1);
  if (m.flex_shellnum[f] == 0) return;
  check_own(m.flex_shell, "flex_shell", m.flex_shelldataadr[f],
            std::int64_t{m.flex_shellnum[f]} * dim, vertices);
}

// Vertices have bodies, or nodes do that form a grid.
void check_points(const Model& m, int f) {
  const int order = std::abs(m.flex_interp[f]);
  std::int64_t nodes = order > 0 ? 1 : 0, all = nodes;
  for (int k = 0; k < 3 && order > 0; ++k) {
    const int cells = m.flex_cellnum.row(f)[k];
    require(cells >= 1 && cells <= 1000, "flex_cellnum", 3 * std::int64_t{f} + k, cells,
            "1 to 1000");
    nodes *= std::int64_t{cells} * order + 1;
    all *= cells;
  }
  require(m.flex_nodenum[f] == nodes, "flex_nodenum", f, m.flex_nodenum[f],
          "what flex_cellnum and flex_interp say");
  check_own(m.flex_vertbodyid, "flex_vertbodyid", m.flex_vertadr[f], m.flex_vertnum[f],
            order > 0 ? 0 : m.nbody, order > 0 ? -1 : 0);
  check_own(m.flex_vertcell, "flex_vertcell", m.flex_vertadr[f], m.flex_vertnum[f], all,
            order > 0 ? 0 : -1);
}

// What yields has room for what it has yielded by, and its numbers.
void check_plastic(const Model& m, int f) {
  constexpr int kBends = 1, kStretches = 2;
  const std::int64_t first = m.flex_plasticadr[f];
  const int mode = m.flex_plasticmode[f], *cells = m.flex_cellnum.row(f);
  if (first < 0 || mode == 0) return;
  const std::int64_t x = cells[0], y = cells[1], z = cells[2];
  const bool solid = m.flex_interp[f] > 0 || (m.flex_interp[f] == 0 && m.flex_dim[f] == 3);
  const std::int64_t parts = m.flex_interp[f] == 0  ? m.flex_elemnum[f]
                             : m.flex_interp[f] > 0 ? x * y * z
                                                    : 2 * (y * z + x * z + x * y);
  const std::int64_t room = ((mode & kStretches) != 0 ? (solid ? 6 : 3) * parts : 0) +
                            ((mode & kBends) != 0 ? m.flex_edgenum[f] : 0);
  require(m.flex_dim[f] > 1, "flex_plasticmode", f, mode, "0 of a rod");
  require(room <= m.nplastic - first, "flex_plasticadr", f, first,
          "where there is room for what yields");
  const bool bends = (mode & kBends) != 0;
  require(!bends || m.flex_dim[f] == 2, "flex_plasticmode", f, mode, "without bit 0 of a solid");
  constexpr int kThickness = 6;  // behind the first number
  const std::int64_t sheet = m.flex_stiffnessadr[f];
  require(!bends || (sheet >= 0 && sheet + kThickness < m.nflexstiffness), "flex_stiffnessadr", f,
          sheet, "where a sheet has its thickness");
}

// The constraints of a run have their vertices and numbers within the lists, behind those of the
// run before.
void check_run(const Model& m, int run) {
  const int kind = m.xpbdrun_kind[run];
  require(kind >= 0 && kind < static_cast<int>(XpbdKind::kXpbdKinds), "xpbdrun_kind", run, kind,
          "a kind of constraint");
  const XpbdShape shape = shape_of(static_cast<XpbdKind>(kind));
  const std::int64_t count = m.xpbdrun_num[run];
  const std::int64_t vertex = m.xpbdrun_vertadr[run], number = m.xpbdrun_numberadr[run];
  require(vertex >= 0 && count * shape.vertices <= m.nxpbdvert - vertex, "xpbdrun_vertadr", run,
          vertex, "where its vertices are");
  if (run > 0) {
    const auto before = static_cast<XpbdKind>(m.xpbdrun_kind[run - 1]);
    const std::int64_t taken = std::int64_t{m.xpbdrun_num[run - 1]} * shape_of(before).vertices;
    require(vertex == m.xpbdrun_vertadr[run - 1] + taken, "xpbdrun_vertadr", run, vertex,
            "where those of the run before end");
  }
  require(number >= 0 && count * shape.numbers <= m.nxpbdnumber - number, "xpbdrun_numberadr", run,
          number, "where its numbers are");
}

// Constraints on positions move vertices that have a body of their own.
void check_projected(const Model& m, int f) {
  if (m.flex_xpbd[f] == static_cast<int>(FlexXpbd::None)) return;
  require(m.flex_interp[f] == 0, "flex_xpbd", f, m.flex_xpbd[f], "0 where nodes carry the flex");
  std::int64_t constraints = 0;
  for (int i = 0; i < m.flex_xpbdrunnum[f]; ++i) {
    constraints += m.xpbdrun_num[m.flex_xpbdrunadr[f] + i];
  }
  const int torn = m.flex_plasticadr[f];
  require(torn < 0 || constraints <= m.nplastic - torn, "flex_plasticadr", f, torn,
          "-1, or where there is room for its constraints");
  require(m.flex_xpbdsubsteps[f] > 0, "flex_xpbdsubsteps", f, m.flex_xpbdsubsteps[f], "1 or more");
}

}  // namespace

void validate_flexes(const Model& m) {
  for (int run = 0; run < m.nxpbdrun; ++run) check_run(m, run);
  for (int f = 0; f < m.nflex; ++f) {
    check_points(m, f);
    check_elements(m, f);
    check_plastic(m, f);
    check_projected(m, f);
  }
}

}  // namespace thew::model
