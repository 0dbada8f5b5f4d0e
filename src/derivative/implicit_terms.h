#pragma once

// What integrators take as implicit. Along the rows J of joints, tendons and actuators forces fall
// with stiffness k and damping b, so that with a time step h
//   A = M + sum J' (h b + h^2 k) J - h D,   A a = f - h sum J' k J v,
// where D is the derivative of fluid and bias forces by velocities. Euler's rule has the dampers of
// joints in A, `implicit` and `implicitfast` all damping, the metric of `discrete` and
// `implicitspringdamper` stiffness too.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "derivative/actuators.h"
#include "derivative/dense.h"
#include "derivative/residual.h"
#include "derivative/row_change.h"
#include "derivative/sparse.h"
#include "model/poly_force.h"

namespace thew::derivative {

inline Integrator integrator_of(const Model& m) {
  return static_cast<Integrator>(m.opt.integrator);
}

/// Whether A has bias forces of each dof: all with `implicit`, those of bodies in free flight with
/// `implicitfast`, and with `discrete` where nothing touches them.
std::vector<char> dofs_with_bias(const Model& m, const Data& d);

/// The metric from its part that fits the trees and the couplings in `d` (integrate/metric.h).
Sparse metric_of(const Model& m, const Data& d, const double* trees);

class ImplicitTerms {
 public:
  /// At a state after forward dynamics; moments must outlive it.
  ImplicitTerms(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                const Moments& moments);

  /// Adds -d((A - M) x + h sum J' k J v) by all inputs, with x as it is.
  void add_change(const double* x, const Sum& to) const;

  /// Adds scale d(sum_k g_k (A - M)_k) of a form, where a row J of a term gives s J' J to A - M and
  /// weigh(row, g) is what it is multiplied by on one side: s sum_k g_k J_k. Terms between branches
  /// count where asked for.
  template <class Weigh>
  void add_form_change(double scale, bool between_branches, Weigh weigh, double* columns) const {
    std::vector<double> g;
    for (const Term& term : terms_) {
      if (term.between_branches && !between_branches) continue;
      g.assign(static_cast<std::size_t>(term.row.count), 0.0);
      weigh(term.row, g.data());
      add_form_change(term, scale, g.data(), columns);
    }
  }

  /// Adds scale d(x' A x) of the drag of fluids, and sum weight_k dA_kk.
  void add_fluid_form(double scale, const double* x, double* columns) const;
  void add_fluid_diagonal(const double* weight, double* columns) const;

 private:
  struct Rate {
    int column;
    double stiffness, damping;
  };
  struct Term {
    Row row;
    const RowChange* change;  // null: constant
    double stiffness = 0, damping = 0;
    bool between_branches = false;
    std::vector<Rate> rates = {};
  };

  bool is_metric() const;
  void limit(Term& term) const;
  void add_dofs();
  void add_springs(int joint);
  void add_tendons();
  void add_actuators(const std::vector<Slope>& slopes, const Moments& moments);
  bool couples(int i, int k) const;
  void add_term_change(const Term& term, const double* x, const Sum& to) const;
  void add_bias_change(const double* x, const Sum& to) const;
  void add_fluid_change(const double* x, const Sum& to) const;
  void add_form_change(const Term& term, double scale, const double* g, double* columns) const;
  double weight(double stiffness, double damping) const;

  const Model& m_;
  const Data& d_;
  Columns columns_;
  std::vector<int> dof_;  // what rows of single dofs point to
  std::vector<RowChange> tendon_;
  std::vector<Term> terms_;
};

}  // namespace thew::derivative
