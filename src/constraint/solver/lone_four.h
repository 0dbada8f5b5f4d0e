#pragma once

// Four contacts at a time that are alone on a group of dofs each, with pyramids of four edges: what
// lone_block.h does for one, in the lanes of registers. A lane that has arrived waits for the
// others, so that what is found for a contact does not depend on those beside it.

#include "constraint/solver/lone_block.h"
#include "math/vec3.h"

namespace thew::constraint {

template <class T>
class LoneFour {
 public:
  static constexpr int kContacts = tile::kSide;
  using Row = tile::Row<T>;
  using Vec = math::Vec3<Row>;
  using Mask = decltype(Row() < Row());

  /// Whether contacts are of this kind; their dofs are the first three of a group.
  static bool takes(const Block& block) {
    return block.is_pyramid() && block.rows == 4 && block.groups == 1 && block.columns == 3;
  }

  /// As LoneBlock has them; `mass` is that of the dofs.
  LoneFour(const BasicProblem<T>& p, const Block* block, const T* mass, const T* inverse,
           const T* smooth_acc)
      : p_(p), block_(block) {
    for (int k = 0; k < 3; ++k) {
      along_[k] = vector_of(
          [&](const Block& b) THEW_INLINE_LAMBDA { return p.jacobian + b.tile + tile::kSide * k; });
    }
    find_mobility(in_group(inverse));
    const Vec inertia = in_group(mass);
    scale_ = Row(T(1)) / max(inertia.x + inertia.y + inertia.z, Row(T(kMinVal)));
    for (int k = 0; k < kContacts; ++k) {
      const T *own = p.aref + block[k].base, *mu = p.friction + 5 * block[k].id;
      aref_.x.set(k, own[0]), aref_.y.set(k, own[1]), aref_.z.set(k, own[2]);
      mu_[0].set(k, mu[0]), mu_[1].set(k, mu[1]);
      weight_.set(k, p.D[block[k].row]);
    }
    start_ = residual(in_group(smooth_acc));
  }

  /// Finds the forces; returns in how many iterations at most. `warm` is as for LoneBlock.
  int solve(const T* warm) {
    const Vec none = {Row(T(0)), Row(T(0)), Row(T(0))};
    if (warm == nullptr) {
      at_ = place_of(none);
    } else {
      at_ = place_of(react(residual(in_group(warm))).force);
    }
    Mask open = !is_found();
    if (warm != nullptr && any(open)) {
      const Place cold = place_of(none);
      take(open & !(at_.cost < cold.cost), cold);
      open = open & !is_found();
    }
    int rounds = 0;
    while (rounds < p_.iterations && any(open)) {
      open = advance(open);
      if (!any(open)) break;
      ++rounds;
      open = open & !is_found();
    }
    return rounds;
  }

  /// Writes forces and states of the rows.
  void write() const {
    const Edges edges = edges_at(at_.x);
    Row force[kContacts];
    for (int k = 0; k < kContacts; ++k) force[k] = edges.force[k];
    tile::transpose(force);
    for (int c = 0; c < kContacts; ++c) {
      force[c].store(p_.force + block_[c].row);
      for (int k = 0; k < kContacts; ++k) {
        p_.state[block_[c].row + k] = static_cast<int>(
            edges.pushes[k][c] ? ConstraintState::Quadratic : ConstraintState::Satisfied);
      }
    }
  }
  /// Writes the forces of the base rows.
  void write_bases(T* force) const {
    for (int c = 0; c < kContacts; ++c) {
      T* const own = force + block_[c].base;
      own[0] = at_.there.force.x[c], own[1] = at_.there.force.y[c], own[2] = at_.there.force.z[c];
    }
  }

 private:
  // The first three numbers of four vectors of four.
  template <class Of>
  THEW_INLINE Vec vector_of(const Of& of) const {
    Row row[kContacts];
    for (int k = 0; k < kContacts; ++k) row[k] = Row::load(of(block_[k]));
    tile::transpose(row);
    return {row[0], row[1], row[2]};
  }
  // A vector over dofs; the last of a group is none of a point.
  THEW_INLINE Vec in_group(const T* vector) const {
    return vector_of([&](const Block& b)
                         THEW_INLINE_LAMBDA { return vector + tile::kSide * p_.group[b.column]; });
  }

  THEW_INLINE Vec residual(const Vec& acc) const {
    return Vec{dot(along_[0], acc), dot(along_[1], acc), dot(along_[2], acc)} - aref_;
  }

  void find_mobility(const Vec& inverse) {
    for (int i = 0; i < 3; ++i) {
      const Vec& a = along_[i];
      const Vec light = {a.x * inverse.x, a.y * inverse.y, a.z * inverse.z};
      for (int j = 0; j <= i; ++j) mobility_[i][j] = mobility_[j][i] = dot(light, along_[j]);
    }
  }
  // A f
  THEW_INLINE Vec move(const Vec& f) const {
    const auto row = [&](int i) THEW_INLINE_LAMBDA {
      return fma(mobility_[i][2], f.z, fma(mobility_[i][1], f.y, mobility_[i][0] * f.x));
    };
    return {row(0), row(1), row(2)};
  }

  struct Edges {
    Row x[4], force[4];
    Mask pushes[4];
  };
  THEW_INLINE Edges edges_at(const Vec& x) const {
    Edges e;
    e.x[0] = fma(mu_[0], x.y, x.x), e.x[1] = fma(-mu_[0], x.y, x.x);
    e.x[2] = fma(mu_[1], x.z, x.x), e.x[3] = fma(-mu_[1], x.z, x.x);
    for (int k = 0; k < 4; ++k) {
      e.pushes[k] = e.x[k] < Row(T(0));
      e.force[k] = select(e.pushes[k], -weight_ * e.x[k], Row(T(0)));
    }
    return e;
  }

  struct There {
    Vec force;
    Row cost;
    Mask pushes[4];
  };
  THEW_INLINE There react(const Vec& x) const {
    const Edges e = edges_at(x);
    const Row* const f = e.force;
    There there;
    there.force = {(f[0] + f[1]) + (f[2] + f[3]), mu_[0] * (f[0] - f[1]), mu_[1] * (f[2] - f[3])};
    there.cost = Row(T(-0.5)) * ((f[0] * e.x[0] + f[1] * e.x[1]) + (f[2] * e.x[2] + f[3] * e.x[3]));
    for (int k = 0; k < 4; ++k) there.pushes[k] = e.pushes[k];
    return there;
  }

  struct Place {
    Vec force, x;
    There there;
    Row cost;
  };
  THEW_INLINE Place place_of(const Vec& force) const {
    Place a;
    const Vec moved = move(force);
    a.force = force;
    a.x = moved + start_;
    a.there = react(a.x);
    a.cost = Row(T(0.5)) * dot(force, moved) + a.there.cost;
    return a;
  }
  void take(const Mask& here, const Place& other) {
    at_.force = select(here, other.force, at_.force);
    at_.x = select(here, other.x, at_.x);
    at_.there = react(at_.x);
  }

  THEW_INLINE Vec rest() const { return at_.there.force - at_.force; }

  // The cost cannot improve by more than (F - f)' A (F - f) / 2.
  THEW_INLINE Mask is_found() const {
    const Vec left = rest();
    return !(Row(T(0.5)) * dot(left, move(left)) * scale_ > Row(T(p_.tolerance)));
  }

  // The curvature of the cost: its first row, and the rest of the diagonal. Both tangents have
  // nothing in common.
  struct Curvature {
    Vec first;
    Row second, third;

    THEW_INLINE Vec operator*(const Vec& a) const {
      return {dot(first, a), fma(second, a.y, first.y * a.x), fma(third, a.z, first.z * a.x)};
    }
  };
  THEW_INLINE Curvature curvature() const {
    Row w[4];
    for (int k = 0; k < 4; ++k) w[k] = select(at_.there.pushes[k], weight_, Row(T(0)));
    return {{(w[0] + w[1]) + (w[2] + w[3]), mu_[0] * (w[0] - w[1]), mu_[1] * (w[2] - w[3])},
            mu_[0] * mu_[0] * (w[0] + w[1]),
            mu_[1] * mu_[1] * (w[2] + w[3])};
  }

  // Newton's step, the solution of (1 + H A) step = F - f: no eigenvalue of that matrix is below
  // one.
  THEW_INLINE Vec newton_step() const {
    const Curvature h = curvature();
    Vec column[3];
    for (int j = 0; j < 3; ++j)
      column[j] = h * Vec{mobility_[0][j], mobility_[1][j], mobility_[2][j]};
    column[0].x += Row(T(1)), column[1].y += Row(T(1)), column[2].z += Row(T(1));
    const Vec r = rest(), across = cross(column[1], column[2]);
    const Row inverse = Row(T(1)) / dot(column[0], across);
    return Vec{dot(r, across), dot(r, cross(column[2], column[0])),
               dot(r, cross(column[0], column[1]))} *
           inverse;
  }

  // One iteration where lanes are open; returns those that had something to improve.
  Mask advance(const Mask& open) {
    const Vec step = newton_step(), way = move(step);
    const Row slope = -dot(way, rest());
    const Mask moves = open & (Row(T(-0.5)) * slope * scale_ > Row(T(p_.tolerance)));
    if (any(moves)) search(step, way, slope, moves);
    return moves;
  }

  // As LoneBlock does.
  void search(const Vec& step, const Vec& way, const Row& begin, Mask going) {
    const Row square = dot(step, way);
    Row low(T(0)), high(T(-1)), at(T(0)), next(T(1));
    for (int k = 0; k < p_.ls_iterations; ++k) {
      const Row by = next - at;
      at_.force = select(going, axpy(by, step, at_.force), at_.force);
      at_.x = select(going, axpy(by, way, at_.x), at_.x);
      at = next;
      at_.there = react(at_.x);
      const Row slope = -dot(way, rest());
      going = going & !(abs(slope) <= Row(T(p_.ls_tolerance)) * -begin);
      if (!any(going)) return;
      const Mask falls = slope < Row(T(0));
      low = select(falls, at, low);
      high = select(falls, high, at);
      next = at - slope / (square + dot(way, curvature() * way));
      const Mask between = (next > low) & ((high < Row(T(0))) | (next < high));
      next = select(between, next, Row(T(0.5)) * (low + high));
    }
  }

  const BasicProblem<T>& p_;
  const Block* block_;
  Vec along_[3];  // what base rows do to accelerations
  Row mobility_[3][3], mu_[2], weight_, scale_;
  Vec aref_, start_;
  Place at_;
};

}  // namespace thew::constraint
