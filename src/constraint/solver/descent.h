#pragma once

// What methods that go downhill on the primal cost have in common: the cost along a line.

#include <algorithm>

#include "constraint/solver/line_search.h"

namespace thew::constraint::descent {

/// Rows that push, slide or hold.
inline int count_active(const Problem& p, const unsigned* pieces) {
  int active = 0;
  for (const Block& block : p.blocks) active += active_rows(block, *pieces++);
  return active;
}

/// Counts one more in the lanes where a mask holds.
inline void count(bool mask, int& n) {
  n += mask ? 1 : 0;
}
template <class M, std::size_t N>
void count(const M& mask, std::array<int, N>& n) {
  for (std::size_t k = 0; k < N; ++k) count(mask[static_cast<int>(k)], n[k]);
}

/// Writes the forces and states of all rows at x of the base rows.
template <class S>
void write_rows(const BasicProblem<S>& p, const S* x) {
  for (const Block& block : p.blocks) constraint::write_rows(p, block, x + block.base);
}

/// The line that a + alpha direction follows through the rows x + alpha y in one lane, in memory of
/// its own.
template <class S>
class LineOf {
 public:
  LineOf(const BasicProblem<S>& p, Memory& memory) : p_(p) {
    const int rows = (p.rows + 3) / 4 * 4;
    for (double** values : {&line_.x, &line_.y, &line_.weight, &line_.dry_x, &line_.dry_y,
                            &line_.dry_weight, &line_.dry_bound}) {
      *values = memory.take<double>(rows);
    }
    line_.cone = memory.take<ConeLine>(static_cast<std::int64_t>(p.blocks.size()));
  }

  /// `linear` and `square` are the derivatives of 1/2 (a - a0)' M (a - a0) along the line.
  const Line& gather(int lane, const S& linear, const S& square, const S* x, const S* y) {
    line_.linear = math::lane(linear, lane);
    line_.square = math::lane(square, lane);
    line_.sided = line_.dry = line_.cones = 0;
    for (const Block& block : p_.blocks) {
      if (kLanes<S> > 1 && math::lane(p_.D[block.row], lane) == 0) continue;
      if (block.is_one_sided()) {
        add_sided(math::lane(x[block.base], lane), math::lane(y[block.base], lane),
                  math::lane(p_.D[block.row], lane));
        continue;
      }
      double x_lane[kMostBases], y_lane[kMostBases];
      add(lane, block, take(lane, x + block.base, block.bases, x_lane),
          take(lane, y + block.base, block.bases, y_lane));
    }
    for (int i = line_.sided; i % 4 != 0; ++i) line_.x[i] = line_.y[i] = line_.weight[i] = 0;
    for (int i = line_.dry; i % 4 != 0; ++i) {
      line_.dry_x[i] = line_.dry_y[i] = line_.dry_weight[i] = line_.dry_bound[i] = 0;
    }
    return line_;
  }

 private:
  // A lane of n values; of one world the values themselves.
  static THEW_INLINE const double* take(int lane, const S* values, int n, double* copy) {
    if constexpr (kLanes<S> == 1) {
      return values;
    } else {
      for (int i = 0; i < n; ++i) copy[i] = math::lane(values[i], lane);
      return copy;
    }
  }

  void add(int lane, const Block& block, const double* x, const double* y) {
    double copy[kMostBases];
    switch (block.kind()) {
      case ConstraintType::Equality: {
        const double* D = take(lane, p_.D + block.row, block.rows, copy);
        for (int k = 0; k < block.rows; ++k) {
          line_.linear += D[k] * x[k] * y[k];
          line_.square += D[k] * y[k] * y[k];
        }
        return;
      }
      case ConstraintType::FrictionDof:
      case ConstraintType::FrictionTendon: {
        const int i = line_.dry++;
        line_.dry_x[i] = x[0];
        line_.dry_y[i] = y[0];
        line_.dry_weight[i] = math::lane(p_.D[block.row], lane);
        line_.dry_bound[i] = math::lane(p_.R[block.row] * p_.loss[block.row], lane);
        return;
      }
      case ConstraintType::ContactPyramidal: {
        const double weight = math::lane(p_.D[block.row], lane);
        const double* mu = take(lane, p_.friction + 5 * block.id, block.bases - 1, copy);
        if (block.rows == 4) return add_edges(FourEdges<double>(mu), x, y, weight);
        for (int k = 0; k < block.rows; ++k) {
          const double slope = edge_slope(mu, k);
          add_sided(math::fma(slope, x[1 + k / 2], x[0]), math::fma(slope, y[1 + k / 2], y[0]),
                    weight);
        }
        return;
      }
      case ConstraintType::ContactElliptic: {
        double friction[kMostBases];
        add_cone(math::lane(p_.mu[block.id], lane),
                 take(lane, p_.friction + 5 * block.id, block.bases - 1, friction),
                 take(lane, p_.D + block.row, block.rows, copy), x, y, block.rows);
        return;
      }
      default:
        return;
    }
  }

  void add_edges(const FourEdges<double>& edges, const double* x, const double* y, double weight) {
    edges(x).store(line_.x + line_.sided);
    edges(y).store(line_.y + line_.sided);
    tile::Row<double>(weight).store(line_.weight + line_.sided);
    line_.sided += 4;
  }

  void add_sided(double x, double y, double weight) {
    const int i = line_.sided++;
    line_.x[i] = x;
    line_.y[i] = y;
    line_.weight[i] = weight;
  }

  void add_cone(double mu, const double* friction, const double* D, const double* x,
                const double* y, int n) {
    ConeLine c = {mu, D[0] / (mu * mu * (1 + mu * mu)), mu * x[0], mu * y[0], 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < n; ++k) {
      c.constant += D[k] * x[k] * x[k];
      c.linear += D[k] * x[k] * y[k];
      c.square += D[k] * y[k] * y[k];
      if (k == 0) continue;
      const double u = friction[k - 1] * x[k], v = friction[k - 1] * y[k];
      c.uu += u * u;
      c.uv += u * v;
      c.vv += v * v;
    }
    line_.cone[line_.cones++] = c;
  }

  const BasicProblem<S>& p_;
  Line line_;
};

}  // namespace thew::constraint::descent
