#pragma once

// Points of bodies that move: where they are, their velocity and acceleration, and how these change
// with the positions or the velocities of four dofs at a time.

#include "derivative/pulls.h"
#include "derivative/rne.h"

namespace thew::derivative {

/// Along which inputs something changes.
enum class Along { Positions, Velocities };

struct MovingPoint {
  math::Vec3<Slopes> point, velocity, acceleration;
  math::Vec3<Slopes> turn, turn_rate;  ///< of its body
};

/// A point of a body, from the motions of all bodies.
inline MovingPoint moving_point(const Model& m, const Data& d, const Motions& motions,
                                const Moved& moved, Along along, int body,
                                const math::Vec3<double>& at) {
  const auto b = static_cast<std::size_t>(body);
  const bool positions = along == Along::Positions;
  const Motion &v = motions.velocity[b], &a = motions.acceleration[b];
  math::Vec3<Slopes> w = still(v.rotation), speed = still(v.translation);
  math::Vec3<Slopes> w_rate = still(a.rotation), speed_rate = still(a.translation);
  moved.each(body, [&](int lane, int dof, const Motion& s) {
    const DofTerms& terms = motions.dof[static_cast<std::size_t>(dof)];
    const Motion dv = positions ? cross(s, v) + terms.velocity : s;
    const Motion da = positions ? cross(s, a) + cross(terms.velocity, v) + terms.acceleration
                                : cross(s, v) + terms.rate;
    move(w, lane, dv.rotation);
    move(speed, lane, dv.translation);
    move(w_rate, lane, da.rotation);
    move(speed_rate, lane, da.translation);
  });
  MovingPoint result;
  result.point = positions ? moved.point(at, body) : still(at);
  const math::Vec3<Slopes> arm = result.point - still(reference_point(m, d, body));
  result.turn = w;
  result.turn_rate = w_rate;
  result.velocity = speed + cross(w, arm);
  result.acceleration = speed_rate + cross(w_rate, arm) + cross(w, result.velocity);
  return result;
}

}  // namespace thew::derivative
