// Derivatives by finite differences and in closed form; each output may be None.
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thew/derivative.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

// Nothing where the caller gave None.
std::span<double> matrix(OutOrNone& out, std::int64_t rows, std::int64_t columns,
                         const char* complaint) {
  double* values = out.values(rows, columns, complaint);
  return {values, values ? static_cast<std::size_t>(rows * columns) : 0};
}

derivative::Transition matrices(const Model& model, OutOrNone& A, OutOrNone& B, OutOrNone& C,
                                OutOrNone& D) {
  const std::int64_t nx = 2 * model.nv + model.na, ns = model.nsensordata;
  return {matrix(A, nx, nx, "A should be of shape (2*nv+na, 2*nv+na)"),
          matrix(B, nx, model.nu, "B should be of shape (2*nv+na, nu)"),
          matrix(C, ns, nx, "C should be of shape (nsensordata, 2*nv+na)"),
          matrix(D, ns, model.nu, "D should be of shape (nsensordata, nu)")};
}

void transition(const PyModel& m, PyData& d, double eps, Flag centred, OutOrNone A, OutOrNone B,
                OutOrNone C, OutOrNone D) {
  const derivative::Transition result = matrices(m.model(), A, B, C, D);
  run(m, d, [&](const Model& of, Data& at) {
    derivative::transition_differences(of, at, {eps, centred.on}, result);
  });
}

void inverse(const PyModel& m, PyData& d, double eps, Flag actuation, OutOrNone DfDq,
             OutOrNone DfDv, OutOrNone DfDa, OutOrNone DsDq, OutOrNone DsDv, OutOrNone DsDa,
             OutOrNone DmDq) {
  const Model& model = m.model();
  const std::int64_t nv = model.nv, ns = model.nsensordata;
  const derivative::InverseDerivative result = {
      matrix(DfDq, nv, nv, "DfDq should be of shape (nv, nv)"),
      matrix(DfDv, nv, nv, "DfDv should be of shape (nv, nv)"),
      matrix(DfDa, nv, nv, "DfDa should be of shape (nv, nv)"),
      matrix(DsDq, nv, ns, "DsDq should be of shape (nv, nsensordata)"),
      matrix(DsDv, nv, ns, "DsDv should be of shape (nv, nsensordata)"),
      matrix(DsDa, nv, ns, "DsDa should be of shape (nv, nsensordata)"),
      matrix(DmDq, nv, model.nC, "DmDq should be of shape (nv, nC)")};
  run(m, d, [&](const Model& of, Data& at) {
    derivative::inverse_differences(of, at, eps, actuation.on, result);
  });
}

std::span<double> vector(OutOrNone& out, std::int64_t size, const char* complaint) {
  double* values = out.values(size, complaint);
  return {values, values ? static_cast<std::size_t>(size) : 0};
}

derivative::DerivativeConfig config_of(int method, double eps, Flag centred, double smoothing,
                                       int threads) {
  return {static_cast<derivative::Method>(method), eps, centred.on, smoothing, threads};
}

// Numbers of the model: the names of their fields, and places in these.
class Numbers {
 public:
  Numbers(std::vector<std::string> fields, const std::vector<std::int64_t>& places)
      : fields_(std::move(fields)) {
    for (std::size_t i = 0; i < fields_.size(); ++i) list_.push_back({fields_[i], places.at(i)});
  }
  std::span<const derivative::ModelNumber> list() const { return list_; }
  std::int64_t size() const { return std::ssize(list_); }

 private:
  std::vector<std::string> fields_;
  std::vector<derivative::ModelNumber> list_;
};

nb::tuple told(const derivative::DerivativeReport& report) {
  return nb::make_tuple(static_cast<int>(report.method), report.reason);
}

nb::tuple closed_transition(const PyModel& m, PyData& d, int method, double eps, Flag centred,
                            double smoothing, int threads, OutOrNone A, OutOrNone B, OutOrNone C,
                            OutOrNone D, OutOrNone F, std::vector<std::string> fields,
                            std::vector<std::int64_t> places, OutOrNone P, OutOrNone E) {
  derivative::Transition result = matrices(m.model(), A, B, C, D);
  const std::int64_t nv = m.model().nv, nx = 2 * nv + m.model().na;
  const Numbers numbers(std::move(fields), places);
  result.F = matrix(F, nx, nv, "F should be of shape (2*nv+na, nv)");
  result.numbers = numbers.list();
  result.P = matrix(P, nx, numbers.size(), "P should have a column for each number");
  result.E =
      matrix(E, m.model().nsensordata, numbers.size(), "E should have a column for each number");
  derivative::DerivativeReport report;
  run(m, d, [&](const Model& of, Data& at) {
    report =
        derivative::transition(of, at, config_of(method, eps, centred, smoothing, threads), result);
  });
  return told(report);
}

nb::tuple closed_vjp(const PyModel& m, PyData& d, int method, double eps, Flag centred,
                     double smoothing, int threads, In cotangent, OutOrNone x, OutOrNone u,
                     OutOrNone f, std::vector<std::string> fields, std::vector<std::int64_t> places,
                     OutOrNone p) {
  const Model& model = m.model();
  const Numbers numbers(std::move(fields), places);
  const std::int64_t nx = 2 * model.nv + model.na;
  const double* given = cotangent.values(nx, "cotangent should have 2*nv+na numbers");
  const derivative::Gradient result = {
      vector(x, nx, "x should have 2*nv+na numbers"),
      vector(u, model.nu, "u should have nu numbers"),
      vector(f, model.nv, "f should have nv numbers"), numbers.list(),
      vector(p, numbers.size(), "p should have one for each number")};
  derivative::DerivativeReport report;
  run(m, d, [&](const Model& of, Data& at) {
    report = derivative::vjp(of, at, config_of(method, eps, centred, smoothing, threads),
                             {given, static_cast<std::size_t>(nx)}, result);
  });
  return told(report);
}

void smooth_velocity(const PyModel& m, PyData& d) {
  run(m, d, [](const Model& of, Data& at) { derivative::smooth_velocity(of, at); });
}

}  // namespace

void bind_derivatives(nb::module_& m) {
  m.def("mjd_transitionFD", transition, "m"_a, "d"_a, "eps"_a, "flg_centered"_a, "A"_a.none(),
        "B"_a.none(), "C"_a.none(), "D"_a.none(),
        "Derivatives of a step by finite differences: x_next = A x + B u, sensors = C x + D u.");
  m.def("mjd_inverseFD", inverse, "m"_a, "d"_a, "eps"_a, "flg_actuation"_a, "DfDq"_a.none(),
        "DfDv"_a.none(), "DfDa"_a.none(), "DsDq"_a.none(), "DsDv"_a.none(), "DsDa"_a.none(),
        "DmDq"_a.none(),
        "Derivatives of inverse dynamics by finite differences; row i is by the i-th input.");
  m.def("_transition", closed_transition, "m"_a, "d"_a, "method"_a, "eps"_a, "centred"_a,
        "smoothing"_a, "threads"_a, "A"_a.none(), "B"_a.none(), "C"_a.none(), "D"_a.none(),
        "F"_a.none(), "fields"_a, "places"_a, "P"_a.none(), "E"_a.none());
  m.def("_vjp", closed_vjp, "m"_a, "d"_a, "method"_a, "eps"_a, "centred"_a, "smoothing"_a,
        "threads"_a, "cotangent"_a, "x"_a.none(), "u"_a.none(), "f"_a.none(), "fields"_a,
        "places"_a, "p"_a.none());
  m.def("_smooth_velocity", smooth_velocity, "m"_a, "d"_a);
}

}  // namespace thew::python
