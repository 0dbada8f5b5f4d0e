#pragma once

// Softness that follows the inertia: R = softness * diag, where diag of a row J is
//   J A^-1 J' with the flag `diagexact`, A the part of the metric that fits the trees, or M,
//   or, under the discrete integrator, an estimate at qpos0 times the ratio of J diag(A)^-1 J' to
//   J diag(M)^-1 J'.

#include <vector>

#include "derivative/contact_motion.h"
#include "derivative/implicit_terms.h"
#include "derivative/reaction.h"

namespace thew::derivative {

/// Whether the diagonals of this model change with the state.
bool has_changing_diagonals(const Model& m);

/// Adds scale d(y' M y) to columns of positions.
void add_inertia_form(const Model& m, const Data& d, const std::vector<double>& y, double scale,
                      double* columns);

/// Adds to r (residual.h) what the change of a block's R does to its force; `contacts` has an entry
/// for each contact, `implicit` what the metric has besides M, if there is one.
void add_diagonal_change(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                         const std::vector<ContactMotion>& contacts, const ImplicitTerms* implicit,
                         double smoothing, const Sum& r);

}  // namespace thew::derivative
