#pragma once

// What methods that go downhill on the primal cost have in common: products with M and J, and the
// cost along a line.

#include <algorithm>

#include "constraint/solver/line_search.h"

namespace thew::constraint::descent {

inline double dot(const double* a, const double* b, int n) {
  double sum[4] = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) sum[k] = math::fma(a[i + k], b[i + k], sum[k]);
  }
  for (; i < n; ++i) sum[i % 4] = math::fma(a[i], b[i], sum[i % 4]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// y <- M x
inline void multiply_mass(const Problem& p, const double* x, double* y) {
  std::fill_n(y, p.dofs, 0.0);
  for (int i = 0; i < p.dofs; ++i) {
    const int start = p.tree.start[i], before = p.tree.ancestors(i);
    const double* row = p.mass + start;
    const int* column = p.tree.column + start;
    double sum = row[before] * x[i];
    for (int k = 0; k < before; ++k) {
      sum = math::fma(row[k], x[column[k]], sum);
      y[column[k]] = math::fma(row[k], x[i], y[column[k]]);
    }
    y[i] += sum;
  }
}

/// y <- J x on base rows
inline void multiply_jacobian(const Problem& p, const double* x, double* y) {
  for (const Block& block : p.blocks) {
    const int* column = p.column + block.column;
    const double* base = p.jacobian + block.jacobian;
    double* out = y + block.base;
    std::fill_n(out, block.bases, 0.0);
    for (int i = 0; i < block.columns; ++i) {
      const double value = x[column[i]];
      for (int k = 0; k < block.bases; ++k) {
        out[k] = math::fma(base[k * block.columns + i], value, out[k]);
      }
    }
  }
}

/// y <- y - J' f of one block
inline void subtract_force(const Problem& p, const Block& block, const double* force, double* y) {
  const int* column = p.column + block.column;
  const double* base = p.jacobian + block.jacobian;
  for (int i = 0; i < block.columns; ++i) {
    double sum = y[column[i]];
    for (int k = 0; k < block.bases; ++k) {
      sum = math::fma(-base[k * block.columns + i], force[k], sum);
    }
    y[column[i]] = sum;
  }
}

/// Rows that push, slide or hold.
inline int count_active(const Problem& p) {
  int active = 0;
  for (int i = 0; i < p.rows; ++i) {
    active += p.state[i] != static_cast<int>(ConstraintState::Satisfied) ? 1 : 0;
  }
  return active;
}

/// The line that a + alpha direction follows through the rows x + alpha y, in memory of its own.
class LineOf {
 public:
  LineOf(const Problem& p, Memory& memory) : p_(p) {
    const int rows = (p.rows + 3) / 4 * 4;
    for (double** values : {&line_.x, &line_.y, &line_.weight, &line_.dry_x, &line_.dry_y,
                            &line_.dry_weight, &line_.dry_bound}) {
      *values = memory.take<double>(rows);
    }
    line_.cone = memory.take<ConeLine>(static_cast<std::int64_t>(p.blocks.size()));
  }

  /// `linear` and `square` are the derivatives of 1/2 (a - a0)' M (a - a0) along the line.
  const Line& gather(double linear, double square, const double* x, const double* y) {
    line_.linear = linear;
    line_.square = square;
    line_.sided = line_.dry = line_.cones = 0;
    for (const Block& block : p_.blocks) add(block, x + block.base, y + block.base);
    for (int i = line_.sided; i % 4 != 0; ++i) line_.x[i] = line_.y[i] = line_.weight[i] = 0;
    return line_;
  }

 private:
  void add(const Block& block, const double* x, const double* y) {
    const double* D = p_.D + block.row;
    switch (block.kind()) {
      case ConstraintType::Equality:
        for (int k = 0; k < block.rows; ++k) {
          line_.linear += D[k] * x[k] * y[k];
          line_.square += D[k] * y[k] * y[k];
        }
        return;
      case ConstraintType::FrictionDof:
      case ConstraintType::FrictionTendon: {
        const int i = line_.dry++;
        line_.dry_x[i] = x[0];
        line_.dry_y[i] = y[0];
        line_.dry_weight[i] = D[0];
        line_.dry_bound[i] = p_.R[block.row] * p_.loss[block.row];
        return;
      }
      case ConstraintType::ContactPyramidal:
        for (int k = 0; k < block.rows; ++k) {
          const double mu = p_.friction[5 * block.id + k / 2] * (k % 2 == 0 ? 1 : -1);
          add_sided(x[0] + mu * x[1 + k / 2], y[0] + mu * y[1 + k / 2], D[0]);
        }
        return;
      case ConstraintType::ContactElliptic:
        add_cone(block, x, y, D);
        return;
      default:
        add_sided(x[0], y[0], D[0]);
    }
  }

  void add_sided(double x, double y, double weight) {
    const int i = line_.sided++;
    line_.x[i] = x;
    line_.y[i] = y;
    line_.weight[i] = weight;
  }

  void add_cone(const Block& block, const double* x, const double* y, const double* D) {
    const double mu = p_.mu[block.id];
    ConeLine c = {mu, D[0] / (mu * mu * (1 + mu * mu)), mu * x[0], mu * y[0], 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < block.rows; ++k) {
      c.constant += D[k] * x[k] * x[k];
      c.linear += D[k] * x[k] * y[k];
      c.square += D[k] * y[k] * y[k];
      if (k == 0) continue;
      const double g = p_.friction[5 * block.id + k - 1], u = g * x[k], v = g * y[k];
      c.uu += u * u;
      c.uv += u * v;
      c.vv += v * v;
    }
    line_.cone[line_.cones++] = c;
  }

  const Problem& p_;
  Line line_;
};

}  // namespace thew::constraint::descent
