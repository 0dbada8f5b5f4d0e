// Flexes in the arrays of a Model.

#include "compile/write.h"

#include <algorithm>

#include "compile/flex/flex.h"
#include "compile/stages.h"
#include "model/flex_support.h"
#include "spec/xpbd_material.h"

namespace thew::compile {

namespace {

template <class List>
int count(const List& list) {
  return static_cast<int>(list.size());
}

// Where the parts of the next flex begin.
struct Begin {
  int vert = 0, node = 0, edge = 0, elem = 0, elemdata = 0, elemedge = 0, shell = 0, texcoord = 0;
  int stiffness = 0, bending = 0, plastic = 0, bvh = 0;
  int run = 0, run_vert = 0, run_number = 0;
};

template <class Field, class List>
void copy(Field& field, std::int64_t at, const List& list) {
  std::copy(list.begin(), list.end(), field.data() + at);
}

void write_contact(const Flex& spec, int i, Model& m) {
  m.flex_contype[i] = spec.contype;
  m.flex_conaffinity[i] = spec.conaffinity;
  m.flex_condim[i] = spec.condim;
  m.flex_priority[i] = spec.priority;
  m.flex_solmix[i] = spec.solmix;
  put(m.flex_solref, i, spec.solref);
  put(m.flex_solimp, i, spec.solimp);
  put(m.flex_friction, i, spec::friction_of(spec));
  m.flex_margin[i] = spec.margin;
  m.flex_gap[i] = spec.gap;
  m.flex_selfcollide[i] = static_cast<int>(spec.selfcollide);
  m.flex_activelayers[i] = spec.activelayers;
  m.flex_passive[i] = spec.passive;
}

void write_properties(const FlexDraft& flex, int i, Model& m) {
  const Flex& spec = *flex.spec;
  m.flex_dim[i] = spec.dim;
  m.flex_group[i] = spec.group;
  m.flex_interp[i] = !flex.interpolated() ? 0 : spec.elastic2d != 0 ? -spec.order : spec.order;
  put(m.flex_cellnum, i, spec.cellcount);
  m.flex_radius[i] = flex.radius;
  put(m.flex_size, i, flex.size);
  m.flex_damping[i] = flex.damping;
  put(m.flex_yield, i, spec.stressyield);
  m.flex_edgestiffness[i] = spec.edgestiffness;
  m.flex_edgedamping[i] = spec.edgedamping;
  m.flex_edgeequality[i] = flex.equality;
  m.flex_rigid[i] = flex.rigid;
  m.flex_centered[i] = flex.centered;
  m.flex_flatskin[i] = spec.flatskin;
  put(m.flex_rgba, i, spec.rgba);
  if (!flex.is_projected()) return;
  m.flex_xpbd[i] = static_cast<int>(spec.xpbd->coupling);
  m.flex_xpbdsubsteps[i] = spec.xpbd->substeps;
  m.flex_xpbditerations[i] = spec.xpbd->iterations;
  m.flex_xpbdstrain[i] = spec.xpbd->strain;
}

void write_points(const FlexDraft& flex, int i, Begin& at, Model& m) {
  const Flex& spec = *flex.spec;
  m.flex_vertadr[i] = at.vert;
  m.flex_vertnum[i] = count(flex.vertpos);
  m.flex_nodeadr[i] = at.node;
  m.flex_nodenum[i] = count(flex.nodepos);
  copy(m.flex_vertbodyid, at.vert, flex.vertbody);
  copy(m.flex_nodebodyid, at.node, flex.nodebody);
  copy(m.flex_vertcell, at.vert, flex.vertcell);
  if (flex.interpolated() || !flex.centered)
    copy(m.flex_vert, 3 * std::int64_t{at.vert}, spec.vert);
  if (!flex.centered) copy(m.flex_node, 3 * std::int64_t{at.node}, spec.node);
  for (std::size_t k = 0; k < flex.vert0.size(); ++k) put(m.flex_vert0, at.vert + k, flex.vert0[k]);
  for (std::size_t k = 0; k < flex.node0.size(); ++k) put(m.flex_node0, at.node + k, flex.node0[k]);
  m.flex_texcoordadr[i] = spec.texcoord.empty() ? -1 : at.texcoord;
  copy(m.flex_texcoord, 2 * std::int64_t{at.texcoord}, spec.texcoord);
  at.vert += count(flex.vertpos);
  at.node += count(flex.nodepos);
  at.texcoord += count(spec.texcoord) / 2;
}

void write_elements(const Draft& draft, const FlexDraft& flex, int i, Begin& at, Model& m) {
  m.flex_edgeadr[i] = at.edge;
  m.flex_edgenum[i] = count(flex.edge);
  m.flex_elemadr[i] = at.elem;
  m.flex_elemnum[i] = flex.elements();
  m.flex_elemdataadr[i] = at.elemdata;
  m.flex_elemedgeadr[i] = at.elemedge;
  m.flex_shellnum[i] = count(flex.shell) / flex.spec->dim;
  m.flex_shelldataadr[i] = flex.shell.empty() ? -1 : at.shell;
  copy(m.flex_matid, at.elem, flex.materials);
  copy(m.flex_elemlayer, at.elem, flex.elemlayer);
  copy(m.flex_elem, at.elemdata, flex.elem);
  copy(m.flex_elemtexcoord, at.elemdata, flex.elemtexcoord);
  copy(m.flex_elemedge, at.elemedge, flex.elemedge);
  copy(m.flex_shell, at.shell, flex.shell);
  const bool bends = flex.spec->dim == 2 && !flex.interpolated() && !flex.bending.empty();
  const auto weld = [&](int v) { return draft.bodies[flex.vertbody[v]].weld; };
  for (std::size_t k = 0; k < flex.edge.size(); ++k) {
    const std::int64_t e = at.edge + static_cast<std::int64_t>(k);
    put(m.flex_edge, e, flex.edge[k]);
    put(m.flex_edgeflap, e, bends ? flex.flap[k] : std::array{-1, -1});
    m.flexedge_rigid[e] =
        flex.rigid || (!flex.interpolated() && weld(flex.edge[k][0]) == weld(flex.edge[k][1]));
  }
  at.edge += count(flex.edge);
  at.elem += flex.elements();
  at.elemdata += count(flex.elem);
  at.elemedge += count(flex.elemedge);
  at.shell += count(flex.shell);
}

void write_elasticity(const FlexDraft& flex, int i, Begin& at, Model& m) {
  m.flex_stiffnessadr[i] = flex.stiffness.empty() ? -1 : at.stiffness;
  m.flex_bendingadr[i] = flex.bending.empty() ? -1 : at.bending;
  m.flex_plasticadr[i] = flex.plastic == 0 ? -1 : at.plastic;
  m.flex_plasticmode[i] = flex.plasticmode;
  copy(m.flex_stiffness, at.stiffness, flex.stiffness);
  copy(m.flex_bending, at.bending, flex.bending);
  at.stiffness += count(flex.stiffness);
  at.bending += count(flex.bending);
  at.plastic += static_cast<int>(flex.plastic);
}

void write_runs(const FlexDraft& flex, int i, Begin& at, Model& m) {
  m.flex_xpbdrunadr[i] = flex.runs.empty() ? -1 : at.run;
  m.flex_xpbdrunnum[i] = count(flex.runs);
  for (const XpbdRunDraft& run : flex.runs) {
    m.xpbdrun_kind[at.run] = run.kind;
    m.xpbdrun_num[at.run] = run.count;
    m.xpbdrun_vertadr[at.run] = at.run_vert;
    m.xpbdrun_numberadr[at.run++] = at.run_number;
    for (const int v : run.vert) m.xpbd_vert[at.run_vert++] = m.flex_vertadr[i] + v;
    copy(m.xpbd_number, at.run_number, run.number);
    at.run_number += count(run.number);
  }
}

// Boxes follow the vertices, so that they are in Data.
void write_tree(const FlexDraft& flex, int i, Begin& at, Model& m) {
  m.flex_bvhnum[i] = count(flex.bvh);
  m.flex_bvhadr[i] = flex.bvh.empty() ? -1 : at.bvh;
  for (const BvhNode& node : flex.bvh) {
    m.bvh_depth[at.bvh] = node.depth;
    m.bvh_nodeid[at.bvh] = node.id;
    put(m.bvh_child, at.bvh++, node.child);
  }
}

// A Jacobian is kept where something pulls at edges.
void write_jacobian(const FlexDraft& flex, std::int64_t edge, Model& m) {
  const Flex& spec = *flex.spec;
  const bool pulls = flex.equality != 0 || spec.edgedamping != 0 || spec.edgestiffness != 0 ||
                     spec.damping != 0 || flex.is_projected();
  if (!pulls) return;
  for (const std::vector<int>& dofs : flex.dofs) {
    if (edge > 0) {
      m.flexedge_J_rowadr[edge] = m.flexedge_J_rowadr[edge - 1] + m.flexedge_J_rownnz[edge - 1];
    }
    m.flexedge_J_rownnz[edge] = count(dofs);
    copy(m.flexedge_J_colind, m.flexedge_J_rowadr[edge++], dofs);
  }
}

}  // namespace

void count_flexes(const Draft& draft, Model& m) {
  m.nflex = static_cast<std::int64_t>(draft.flexes.size());
  for (const FlexDraft& flex : draft.flexes) {
    m.nflexnode += count(flex.nodepos);
    m.nflexvert += count(flex.vertpos);
    m.nflexedge += count(flex.edge);
    m.nflexelem += flex.elements();
    m.nflexelemdata += count(flex.elem);
    m.nflexelemedge += count(flex.elemedge);
    m.nflexshelldata += count(flex.shell);
    m.nflextexcoord += count(flex.spec->texcoord) / 2;
    m.nflexstiffness += count(flex.stiffness);
    m.nflexbending += count(flex.bending);
    m.nplastic += flex.plastic;
    m.nbvhdynamic += count(flex.bvh);
    m.nxpbdrun += count(flex.runs);
    for (const XpbdRunDraft& run : flex.runs) {
      m.nxpbdvert += count(run.vert);
      m.nxpbdnumber += count(run.number);
    }
    for (const std::vector<int>& dofs : flex.dofs) m.nJfe += count(dofs);
  }
  m.nbvh += m.nbvhdynamic;
  count_metric(draft, m);
}

void write_flexes(const Draft& draft, Model& m) {
  Begin at;
  at.bvh = static_cast<int>(m.nbvhstatic);
  at.plastic = static_cast<int>(m.nplastic);
  for (const FlexDraft& flex : draft.flexes) at.plastic -= static_cast<int>(flex.plastic);
  for (int i = 0; i < m.nflex; ++i) {
    const FlexDraft& flex = draft.flexes[i];
    write_contact(*flex.spec, i, m);
    write_properties(flex, i, m);
    write_points(flex, i, at, m);
    write_jacobian(flex, at.edge, m);
    write_elements(draft, flex, i, at, m);
    write_elasticity(flex, i, at, m);
    write_runs(flex, i, at, m);
    write_tree(flex, i, at, m);
  }
  write_metric(draft, m);
  for (int i = 0; i < m.nflex; ++i) {
    if (const char* const conflict = model::integrator_conflict(m, i)) {
      draft.fail(*draft.flexes[i].spec, "flex", conflict, "Euler takes all flexes");
    }
  }
}

}  // namespace thew::compile
