#pragma once

// What methods that go downhill on the primal cost have in common: the cost along a line.

#include <algorithm>

#include "constraint/solver/line_search.h"

namespace thew::constraint::descent {

/// Rows that push, slide or hold.
inline int count_active(const Problem& p) {
  int active = 0;
  for (const Block& block : p.blocks) {
    for (int i = block.row; i < block.row + block.rows; ++i) {
      active += p.state[i] != static_cast<int>(ConstraintState::Satisfied) ? 1 : 0;
    }
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
    for (int i = line_.dry; i % 4 != 0; ++i) {
      line_.dry_x[i] = line_.dry_y[i] = line_.dry_weight[i] = line_.dry_bound[i] = 0;
    }
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
        if (block.rows == 4) return add_edges(FourEdges(p_.friction + 5 * block.id), x, y, D[0]);
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

  void add_edges(const FourEdges& edges, const double* x, const double* y, double weight) {
    edges(x).store(line_.x + line_.sided);
    edges(y).store(line_.y + line_.sided);
    tile::Row(weight).store(line_.weight + line_.sided);
    line_.sided += 4;
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
