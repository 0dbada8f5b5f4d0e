#include "constraint/validate_rows.h"

#include <algorithm>
#include <vector>

#include <thew/constraint.h>

#include "constraint/block.h"
#include "constraint/island.h"
#include "model/contact_exclude.h"
#include "model/validate.h"

namespace thew::constraint {

using model::require;

namespace {

// How many objects there are that a block of this type can belong to.
std::int64_t owners(const Model& m, const Data& d, ConstraintType type) {
  switch (type) {
    case ConstraintType::Equality:
      return m.neq;
    case ConstraintType::FrictionDof:
      return m.nv;
    case ConstraintType::LimitJoint:
      return m.njnt;
    case ConstraintType::FrictionTendon:
    case ConstraintType::LimitTendon:
      return m.ntendon;
    case ConstraintType::ContactFrictionless:
    case ConstraintType::ContactPyramidal:
    case ConstraintType::ContactElliptic:
      return d.ncon;
  }
  return 0;
}

// Rows and base rows that a block of this type has.
bool has_right_rows(const Data& d, const Block& block) {
  if (block.kind() == ConstraintType::Equality) {
    return block.rows == block.bases && block.rows >= 1 && block.rows <= 6;
  }
  const int dim = block.is_pyramid() || block.is_cone() ? d.contact.dim[block.id] : 1;
  return block.bases == dim && block.rows == (block.is_pyramid() ? 2 * (dim - 1) : dim);
}

void check_columns(const Model& m, const Data& d, const Block& block, std::int64_t i) {
  const RowSizes& sizes = d.row_sizes;
  const bool inside =
      block.column >= 0 && block.columns >= 0 && block.columns <= sizes.ncolumn - block.column;
  require(inside, "block", i, block.column, "in block_column with all columns");
  const auto* column = d.kept.block_column.data() + block.column;
  const auto* group = d.kept.block_group.data() + block.column;
  for (int k = 0; k < block.columns; ++k) {
    const bool ascends =
        column[k] >= 0 && column[k] < m.nv && (k == 0 || column[k] > column[k - 1]);
    require(ascends, "block_column", block.column + k, column[k], "dofs in ascending order");
  }
  // The groups of its columns, of a contact from the last to the first.
  const bool contact = block.kind() >= ConstraintType::ContactFrictionless;
  int groups = 0, last = -1;
  for (int k = 0; k < block.columns && block.columns > 1; ++k) {
    const int at = contact ? block.columns - 1 - k : k;
    const int wanted = tile::group_of(m.dof_place[column[at]]);
    if (wanted == last) continue;
    require(group[groups] == wanted, "block_group", block.column + groups, group[groups],
            "the groups of its columns");
    ++groups;
    last = wanted;
  }
  if (block.columns == 1) {
    require(group[0] == m.dof_place[column[0]], "block_group", block.column, group[0],
            "the place of its column");
  }
  require(block.groups == groups, "block", i, block.groups, "the groups of its columns");
  const std::int64_t size =
      std::int64_t{block.bases} * (groups == 0 ? 1 : tile::kSide * std::int64_t{groups});
  require(block.tile >= 0 && size <= sizes.ntileJ - block.tile, "block", i, block.tile,
          "in block_tile with all of it");
}

void check_blocks(const Model& m, const Data& d) {
  std::int64_t i = 0, row = 0, base = 0, entries = 0;
  for (const Block& block : blocks(d)) {
    const bool known =
        block.type >= 0 && block.type <= static_cast<int>(ConstraintType::ContactElliptic);
    require(known && block.id >= 0 && block.id < owners(m, d, block.kind()), "block", i, block.id,
            "something that can be constrained");
    require(has_right_rows(d, block), "block", i, block.rows, "as many rows as its type has");
    require(block.row == row && block.base == base, "block", i, block.row, "behind the one before");
    check_columns(m, d, block, i++);
    row += block.rows;
    base += block.bases;
    require(row <= d.nefc && base <= d.row_sizes.nbase, "block", i, row, "within all rows");
    entries += std::int64_t{block.rows} * block.columns;
    for (int k = block.row; k < row; ++k) {
      require(d.efc_type[k] == block.type && d.efc_id[k] == block.id, "efc_id", k, d.efc_id[k],
              "those of its block");
    }
  }
  require(row == d.nefc, "nefc", 0, d.nefc, "the sum of all blocks");
  require(d.nJ == (is_sparse(m) ? entries : d.nefc * m.nv), "nJ", 0, d.nJ, "the sum of all rows");
}

// Rows that contacts and counts name.
void check_addresses(const Data& d) {
  require(std::int64_t{d.ne} + d.nf + d.nl <= d.nefc, "nefc", 0, d.nefc, "the sum of its parts");
  for (int i = 0; i < d.ncon; ++i) {
    const int row = d.contact.efc_address[i];
    if (row < 0) continue;
    const bool own = row < d.nefc && d.efc_id[row] == i &&
                     d.efc_type[row] >= static_cast<int>(ConstraintType::ContactFrictionless) &&
                     (row == 0 || d.efc_id[row - 1] != i || d.efc_type[row - 1] != d.efc_type[row]);
    require(own, "efc_address", i, row, "its first row");
  }
}

// What contacts that are springs join: a geom, or a vertex or element of their flex.
void check_springs(const Model& m, const Data& d) {
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.exclude[i] != exclude::kPassive) continue;
    for (int side = 0; side < 2; ++side) {
      if (d.contact.geom.row(i)[side] >= 0) continue;
      const int flex = d.contact.flex.row(i)[side];
      require(flex >= 0, "flex", i, flex, "a flex, where no geom takes part");
      const int vert = d.contact.vert.row(i)[side], elem = d.contact.elem.row(i)[side];
      require(vert < m.flex_vertnum[flex], "vert", i, vert, "a vertex of that flex");
      const bool is_element = elem >= 0 && elem < m.flex_elemnum[flex];
      require(vert >= 0 || is_element, "elem", i, elem, "an element of that flex");
    }
  }
}

// As many islands as there are groups of trees that are coupled: with flexes or without them that
// have fallen asleep since.
void check_islands(const Model& m, const Data& d) {
  for (const Block& block : blocks(d)) {
    require(block.columns > 0, "block", 0, block.columns, "columns, where there are islands");
  }
  std::vector<int> group(static_cast<std::size_t>(m.ntree));
  const int least = group_trees(m, d, false, group.data());
  const int most = group_trees(m, d, true, group.data());
  require(least <= d.nisland && d.nisland <= most, "nisland", 0, d.nisland,
          "the groups of coupled trees");
}

}  // namespace

void validate_rows(const Model& m, Data& d) {
  check_blocks(m, d);
  check_addresses(d);
  if (d.nisland == 0) return;
  check_springs(m, d);
  check_islands(m, d);
  find_islands(m, d);
}

}  // namespace thew::constraint
