// Connects, welds and distances: rows between points of two bodies. Their reference has the
// acceleration dJ/dt v that they have by themselves, so that with the position p of the rows
//   x = J a - aref = p'' + B p' + K imp p,
// and p'' follows from velocities and accelerations of the two bodies. Under the discrete
// integrator the reference has a part of it only (reaction.h).

#include "constraint/equality.h"
#include "derivative/moving_point.h"
#include "derivative/residual.h"
#include "derivative/rows.h"

namespace thew::derivative {

using namespace math;

namespace {

constexpr int kMostRows = 6;
constexpr int kGroup = kLanes<Pack4>;

// Position of the rows, and its rates.
struct Rows {
  Slopes pos[kMostRows], rate[kMostRows], second[kMostRows];
};

class Joining {
 public:
  Joining(const Model& m, const Data& d, const Block& block)
      : m_(m),
        d_(d),
        block_(block),
        type_(constraint::equality_type(m, block.id)),
        ends_(constraint::ends_of(m, d, block.id)),
        jacobian_(m, d, block),
        reaction_(react(d, block, jacobian_, d.qacc.data(), 0)) {
    for (int k = 0; k < jacobian_.count(); ++k) dofs_.push_back(jacobian_.dof(k));
  }

  // `motions` has velocities and accelerations of the state, `coasting` no accelerations.
  void add_to(const Motions& motions, const Motions& coasting, const Sum& r) const {
    const Columns columns(m_);
    const Springs s = springs(m_, d_, block_);
    each_group([&](std::span<const int> group) {
      for (const Along along : {Along::Positions, Along::Velocities}) {
        const Moved moved(m_, d_, group);
        Rows all = rows(motions, moved, along);
        if (s.by_drift != -1) {  // of the drift a part is left in x = J a - aref
          const Rows drift = rows(coasting, moved, along);
          for (int k = 0; k < block_.rows; ++k)
            all.second[k] -= still(1 + s.by_drift) * drift.second[k];
        }
        add_forces(all, s, group, along == Along::Positions ? columns.position : columns.velocity,
                   r);
      }
    });
    const RowChange change =
        differentiate(m_, d_, dofs_, [&](const Moved& moved) { return pulls(moved); });
    change.each([&](int i, int k, double second) { r(i, k) += second; });
  }

  // scale d(J y)/dq of one row, from the motions of bodies at velocities y.
  void add_product(const Motions& of_y, int row, double scale, double* columns) const {
    each_group([&](std::span<const int> group) {
      const Rows all = rows(of_y, Moved(m_, d_, group), Along::Positions);
      for (std::size_t lane = 0; lane < group.size(); ++lane)
        columns[group[lane]] += scale * finite(all.rate[row].slope[static_cast<int>(lane)]);
    });
  }

 private:
  template <class Visit>
  void each_group(Visit visit) const {
    const int n = static_cast<int>(dofs_.size());
    for (int first = 0; first < n; first += kGroup)
      visit(std::span<const int>(dofs_.data() + first,
                                 static_cast<std::size_t>(std::min(kGroup, n - first))));
  }

  constraint::Orientations<Slopes> orientations(const Moved& moved, Along along) const {
    const auto [wanted, is] = constraint::orientations_of(m_, d_, block_.id);
    if (along == Along::Velocities) return {still(wanted), still(is)};
    return {moved.orientation(wanted, ends_.body1), moved.orientation(is, ends_.body2)};
  }

  Slopes torque_scale() const {
    return still(constraint::equality_data(m_, d_, block_.id, constraint::kTorqueScale));
  }

  Rows rows(const Motions& motions, const Moved& moved, Along along) const {
    const MovingPoint one = moving_point(m_, d_, motions, moved, along, ends_.body1, ends_.point1);
    const MovingPoint two = moving_point(m_, d_, motions, moved, along, ends_.body2, ends_.point2);
    Rows result;
    if (type_ == EqualityType::Distance) {
      set_distance(one, two, result);
      return result;
    }
    store(result.pos, one.point - two.point);
    store(result.rate, one.velocity - two.velocity);
    store(result.second, one.acceleration - two.acceleration);
    if (type_ == EqualityType::Weld) set_turn(one, two, orientations(moved, along), result);
    return result;
  }

  // The vector part of e = is* wanted, scaled: e' = is* w wanted / 2 with w = w1 - w2, and
  // e'' = is* (w1' - w2' + w1 x w2, -|w|^2 / 2) wanted / 2.
  void set_turn(const MovingPoint& one, const MovingPoint& two,
                const constraint::Orientations<Slopes>& at, Rows& to) const {
    const Slopes scale = torque_scale(), half = still(0.5) * scale, zero = still(0);
    const Vec3<Slopes> w = one.turn - two.turn;
    const Vec3<Slopes> v = one.turn_rate - two.turn_rate + cross(one.turn, two.turn);
    store(to.pos + 3, at.error({still(1), zero, zero, zero}) * scale);
    store(to.rate + 3, at.error({zero, w.x, w.y, w.z}) * half);
    store(to.second + 3, at.error({still(-0.5) * dot(w, w), v.x, v.y, v.z}) * half);
  }

  // |p1 - p2|, whose second rate is n . a + |v - n (n . v)|^2 / length, bounded as
  // constraint/rows/equality_drift.cc says.
  void set_distance(const MovingPoint& one, const MovingPoint& two, Rows& to) const {
    const auto [direction, length] = constraint::separation(
        constraint::Ends<Slopes>{ends_.body1, ends_.body2, one.point, two.point});
    const Vec3<Slopes> v = one.velocity - two.velocity, a = one.acceleration - two.acceleration;
    const double wanted = constraint::equality_data(m_, d_, block_.id, constraint::kDistance);
    const Slopes along = dot(direction, v), turning = max(still(0), dot(v, v) - along * along);
    to.pos[0] = length;
    to.rate[0] = along;
    to.second[0] = dot(direction, a);
    if (wanted > kMinVal) to.second[0] += turning / max(length, still(0.5 * wanted));
  }

  // J' of the change of the forces.
  void add_forces(const Rows& rows, const Springs& s, std::span<const int> group, int first,
                  const Sum& r) const {
    const int n = block_.rows;
    const double* pos = d_.efc_pos.data() + block_.row;
    const double size = math::sqrt(dot(n, pos, pos));
    for (int lane = 0; lane < static_cast<int>(group.size()); ++lane) {
      double by[kMostRows], change[kMostRows], violation = 0;
      for (int k = 0; k < n; ++k) by[k] = finite(rows.pos[k].slope[lane]);
      if (n == 1) {
        violation = by[0];
      } else if (size > 0) {
        violation = dot(n, pos, by) / size;
      }
      for (int k = 0; k < n; ++k) {
        by[k] = finite(rows.second[k].slope[lane]) -
                s.by_velocity[k] * finite(rows.rate[k].slope[lane]) - s.by_position[k] * by[k] -
                s.by_violation[k] * violation;
      }
      multiply(reaction_, n, by, change);
      for (int k = 0; k < n; ++k)
        change[k] = -change[k] - reaction_.force[k] * s.softening * violation;
      const int column = first + group[static_cast<std::size_t>(lane)];
      for (int i = 0; i < jacobian_.count(); ++i)
        r(jacobian_.dof(i), column) += dot(n, jacobian_.at(i), change);
    }
  }

  // What the rows pull with: their forces as they are, along directions that move.
  Pulls pulls(const Moved& moved) const {
    const Vec3<Slopes> point1 = moved.point(ends_.point1, ends_.body1),
                       point2 = moved.point(ends_.point2, ends_.body2);
    const double* f = reaction_.force;
    Vec3<Slopes> force, torque = still(Vec3<double>{0, 0, 0});
    if (type_ == EqualityType::Distance) {
      force =
          constraint::separation(constraint::Ends<Slopes>{ends_.body1, ends_.body2, point1, point2})
              .direction *
          still(f[0]);
    } else {
      force = still(Vec3<double>{f[0], f[1], f[2]});
    }
    if (type_ == EqualityType::Weld) {
      // f . vec(is* w wanted) = w . vec(is f wanted*)
      const auto [wanted, is] = orientations(moved, Along::Positions);
      const Quat<Slopes> turned =
          is * Quat<Slopes>{still(0), still(f[3]), still(f[4]), still(f[5])} * conjugate(wanted);
      torque = turned.vector() * (still(0.5) * torque_scale());
    }
    Pulls result;
    result.add(m_, d_, ends_.body1, point1, force, torque);
    result.add(m_, d_, ends_.body2, point2, -force, -torque);
    return result;
  }

  const Model& m_;
  const Data& d_;
  const Block& block_;
  EqualityType type_;
  constraint::Ends<double> ends_;
  Jacobian jacobian_;
  Reaction reaction_;
  std::vector<int> dofs_;
};

}  // namespace

void add_joining_rows(const Model& m, const Data& d, const Block& block, const Motions& motions,
                      const Motions& coasting, const Sum& r) {
  Joining(m, d, block).add_to(motions, coasting, r);
}

void add_joining_product(const Model& m, const Data& d, const Block& block, int row,
                         const Motions& of_y, double scale, double* columns) {
  Joining(m, d, block).add_product(of_y, row, scale, columns);
}

}  // namespace thew::derivative
