// Sparsity patterns that the tree fixes once and for all, in compressed rows with ascending
// columns.
//
// M is the joint-space inertia: entry (i, j) can be non-zero when one dof is an ancestor of the
// other. Its lower triangle is stored, without the ancestors of simple dofs, whose rows are
// diagonal. D is the same relation in full, both triangles and simple dofs included. B says which
// dofs move a body or a part of its subtree.

#include <algorithm>

#include "compile/stages.h"

namespace thew::compile {

namespace {

using Rows = std::vector<std::vector<int>>;

void write_rows(const Rows& rows, const Array<field::Int>& rownnz, const Array<field::Int>& rowadr,
                const Array<field::Int>& colind) {
  int adr = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rownnz[i] = static_cast<int>(rows[i].size());
    rowadr[i] = adr;
    for (const int column : rows[i]) colind[adr++] = column;
  }
}

void write_dof_parents(const Draft& draft, Model& m) {
  std::copy(draft.dof_parent.begin(), draft.dof_parent.end(), m.dof_parentid.data());
}

// Simple dofs are counted backwards, so that a loop can skip to the end of their run.
void write_simple(const Draft& draft, Model& m) {
  int run = 0;
  for (std::int64_t d = m.nv - 1; d >= 0; --d) {
    run = draft.bodies[m.dof_bodyid[d]].simple ? run + 1 : 0;
    m.dof_simplenum[d] = run;
  }
}

Rows inertia_rows(const Model& m, bool reduced) {
  Rows rows(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) {
    const bool diagonal = reduced && m.dof_simplenum[i] > 0;
    for (int j = i; j >= 0; j = diagonal ? -1 : m.dof_parentid[j]) rows[i].push_back(j);
    std::reverse(rows[i].begin(), rows[i].end());
  }
  return rows;
}

Rows full_rows(const Rows& lower) {
  Rows rows = lower;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    for (const int j : lower[i]) {
      if (j != static_cast<int>(i)) rows[j].push_back(static_cast<int>(i));
    }
  }
  return rows;
}

// Dofs above a body, then those of its subtree, which follow one another.
Rows body_rows(const Draft& draft) {
  const std::size_t n = draft.bodies.size();
  std::vector<int> subtree(n);  // number of dofs
  for (std::size_t b = n; b-- > 0;) {
    subtree[b] += draft.bodies[b].dofs;
    if (b > 0) subtree[draft.bodies[b].parent] += subtree[b];
  }
  Rows above(n), rows(n);
  for (std::size_t b = 0; b < n; ++b) {
    const BodyDraft& body = draft.bodies[b];
    if (b > 0) {
      const BodyDraft& parent = draft.bodies[body.parent];
      above[b] = above[body.parent];
      for (int d = 0; d < parent.dofs; ++d) above[b].push_back(parent.first_dof + d);
    }
    rows[b] = above[b];
    for (int d = 0; d < subtree[b]; ++d) rows[b].push_back(body.first_dof + d);
  }
  return rows;
}

// Address of (i, j), j <= i, in M; -1 where M has none.
int find_inertia(const Model& m, int i, int j) {
  const int* begin = m.M_colind.data() + m.M_rowadr[i];
  const int* end = begin + m.M_rownnz[i];
  const int* found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? static_cast<int>(found - m.M_colind.data()) : -1;
}

void write_maps(Model& m) {
  for (int i = 0; i < m.nv; ++i) {
    for (int k = 0; k < m.D_rownnz[i]; ++k) {
      const int adr = m.D_rowadr[i] + k;
      const int j = m.D_colind[adr];
      if (j == i) m.D_diag[i] = k;
      m.mapM2D[adr] = find_inertia(m, std::max(i, j), std::min(i, j));
      if (j <= i && m.mapM2D[adr] >= 0) m.mapD2M[m.mapM2D[adr]] = adr;
    }
    // The older layout of the inertia has, for each dof, its diagonal and then its ancestors
    // upwards.
    for (int k = 0; k < m.M_rownnz[i]; ++k) {
      m.mapM2M[m.M_rowadr[i] + k] = m.dof_Madr[i] + m.M_rownnz[i] - 1 - k;
    }
  }
}

}  // namespace

void write_sparsity(const Draft& draft, Model& m) {
  write_dof_parents(draft, m);
  write_simple(draft, m);
  const Rows lower = inertia_rows(m, false);
  int adr = 0;
  for (int i = 0; i < m.nv; ++i) {
    m.dof_Madr[i] = adr;
    adr += static_cast<int>(lower[i].size());
  }
  write_rows(inertia_rows(m, true), m.M_rownnz, m.M_rowadr, m.M_colind);
  write_rows(full_rows(lower), m.D_rownnz, m.D_rowadr, m.D_colind);
  write_rows(body_rows(draft), m.B_rownnz, m.B_rowadr, m.B_colind);
  write_maps(m);
  Rows tendons;
  for (const TendonDraft& tendon : draft.tendons) tendons.push_back(tendon.dofs);
  write_rows(tendons, m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind);
}

}  // namespace thew::compile
