#include "compile/flex/modes.h"

#include <algorithm>
#include <cmath>

namespace thew::compile {

namespace {

constexpr int kSweeps = 60;

// Eigenvalues and eigenvectors (columns) of a symmetric matrix by Jacobi's method: rotations in the
// planes of two axes make one entry zero after the other.
class Jacobi {
 public:
  Jacobi(std::vector<double> matrix, std::size_t n) : a_(std::move(matrix)), v_(n * n), n_(n) {
    for (std::size_t i = 0; i < n; ++i) v_[i * n + i] = 1;
    for (int sweep = 0; sweep < kSweeps && !is_diagonal(); ++sweep) {
      for (std::size_t p = 0; p + 1 < n; ++p) {
        for (std::size_t q = p + 1; q < n; ++q) rotate(p, q);
      }
    }
  }

  double value(std::size_t i) const { return a_[i * n_ + i]; }
  double vector(std::size_t row, std::size_t i) const { return v_[row * n_ + i]; }

 private:
  bool is_diagonal() const {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        const double square = a_[i * n_ + j] * a_[i * n_ + j];
        all += square;
        if (i != j) off += square;
      }
    }
    return off <= 1e-32 * all;
  }

  void rotate(std::size_t p, std::size_t q) {
    const double apq = a_[p * n_ + q];
    if (apq == 0) return;
    const double theta = (a_[q * n_ + q] - a_[p * n_ + p]) / (2 * apq);
    const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1), s = t * c;
    for (std::size_t k = 0; k < n_; ++k) turn(a_[k * n_ + p], a_[k * n_ + q], c, s);
    for (std::size_t k = 0; k < n_; ++k) turn(a_[p * n_ + k], a_[q * n_ + k], c, s);
    for (std::size_t k = 0; k < n_; ++k) turn(v_[k * n_ + p], v_[k * n_ + q], c, s);
  }

  static void turn(double& x, double& y, double c, double s) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  }

  std::vector<double> a_, v_;
  std::size_t n_;
};

}  // namespace

std::vector<double> modes_of(const std::vector<double>& matrix, std::size_t n) {
  const Jacobi eigen(matrix, n);
  double most = 0;
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) {
    order[i] = i;
    most = std::max(most, std::abs(eigen.value(i)));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return eigen.value(a) < eigen.value(b); });
  std::vector<double> modes(n * n);
  std::size_t count = 0;
  for (const std::size_t i : order) {
    const double stiffness = -eigen.value(i);
    if (!(stiffness > 1e-8 * most)) continue;
    const double scale = std::sqrt(stiffness);
    for (std::size_t j = 0; j < n; ++j) modes[1 + count * n + j] = scale * eigen.vector(j, i);
    ++count;
  }
  modes[0] = static_cast<double>(count);
  return modes;
}

void add_warp(std::vector<double>& modes, std::size_t n, int order, std::size_t axis,
              const Vec3& size, double young, double poisson, double thickness) {
  const double rigidity =
      young * thickness * thickness * thickness / (12 * (1 - poisson * poisson));
  const double stiffness =
      rigidity * (1 - poisson) * 4 / (size[(axis + 1) % 3] * size[(axis + 2) % 3]);
  if (!(stiffness > 0)) return;
  // (1 - 2s)(1 - 2t): nodes at the middle stay.
  const int along = order + 1;
  std::vector<double> warp(n);
  double square = 0;
  for (int i = 0; i < along * along; ++i) {
    const double s = 1 - 2.0 * (i / along) / order, t = 1 - 2.0 * (i % along) / order;
    warp[3 * static_cast<std::size_t>(i) + axis] = s * t;
    square += s * t * s * t;
  }
  const auto count = static_cast<std::size_t>(modes[0]);
  const double scale = std::sqrt(stiffness / square);
  for (std::size_t j = 0; j < n; ++j) modes[1 + count * n + j] = scale * warp[j];
  modes[0] = static_cast<double>(count + 1);
}

}  // namespace thew::compile
