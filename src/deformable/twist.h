#pragma once

// Chains that are held in shape by constraints on positions and have hinges for the twist of their
// segments (deformable/rod_chain.h). Two segments beside one another with the stiffness kt store
// kt m^2 by the twist m between them: a constraint with the compliance 1 / 2 kt on three points and
// two angles.

#include "deformable/cloud.h"
#include "deformable/rod_chain.h"
#include "deformable/walk.h"
#include "model/flex_sleep.h"

namespace thew::deformable {

/// Whether a flex is held so and twists.
inline bool is_twisted(const Model& m, int f) {
  return is_projected(m, f) && is_rod(m, f) && is_chain(m, f);
}

/// A segment while positions are projected. The material is turned by `angle` against a frame that
/// is carried along from where it was as the step began.
template <class T>
struct Segment {
  element::RodFrame<T> frame;
  T angle, moved, velocity, acceleration;
  T weight;  ///< one over its inertia; 0 where a body holds it
  T twist;   ///< of the frame against that of the segment before
  T lambda;  ///< multiplier of the twist between both
  T pull;    ///< sum of multipliers times gradients on its angle
};

/// The segments of all such chains.
template <class T>
class Twists {
 public:
  Twists(const Model& m, const BasicData<T>& d, Memory& memory) : m_(m), d_(d) {
    std::int64_t count = 0;
    for (int f = 0; f < m.nflex; ++f) {
      if (is_twisted(m, f)) count += RodChain(m, f).segments();
    }
    segment_ = memory.take<Segment<T>>(count);
    if (segment_ == nullptr) return;
    each_chain([&](const RodChain& rod, int f, Segment<T>* segment) { start(rod, d, f, segment); });
  }

  void predict(const T& h) {
    each_segment([&](Segment<T>& s) {
      s.velocity = fma(h, s.acceleration, s.velocity);
      s.angle = s.angle + s.moved;
      s.moved = s.velocity * h;
      s.lambda = T(0);
    });
  }

  /// Bends of one flex by turns, every third one: those have no vertex in common.
  void project(int flex, const Part<T>& part, Cloud<T>& cloud) {
    each_chain([&](const RodChain& rod, int f, Segment<T>* segment) {
      if (f != flex) return;
      for (int turn = 0; turn < 3; ++turn) {
        for (int b = turn; b < rod.bends; b += 3) project_bend(rod, b, segment + b, part, cloud);
      }
    });
  }

  void measure(const T& h) {
    const T rate = T(1) / h;
    each_segment([&](Segment<T>& s) {
      if (s.weight > T(0)) s.velocity = s.moved * rate;
    });
  }

  /// Angles and their velocities to the hinges.
  void write(BasicData<T>& d) {
    each_chain([&](const RodChain& rod, int, Segment<T>* segment) {
      for (int s = 0; s < rod.segments(); ++s) {
        const int hinge = rod.hinge(s);
        if (hinge < 0 || !(segment[s].weight > T(0))) continue;
        d.qpos[m_.jnt_qposadr[hinge]] = segment[s].angle + segment[s].moved;
        d.qvel[m_.jnt_dofadr[hinge]] = segment[s].velocity;
      }
    });
  }

  /// Adds `rate` times what turned the bodies that hold segments.
  void add_impulses(const BasicData<T>& d, const T& rate, T* impulse) {
    each_chain([&](const RodChain& rod, int, Segment<T>* segment) {
      for (int s = 0; s < rod.segments(); ++s) {
        if (!rod.is_clamped(s)) continue;
        const int body = rod.view.body(rod.end(s, 0));
        for (int i = dynamics::last_dof(m_, body); i >= 0; i = m_.dof_parentid[i]) {
          const T along = dot(math::load3(d.cdof.row(i)), segment[s].frame.tangent);
          impulse[i] = fma(rate * segment[s].pull, along, impulse[i]);
        }
      }
    });
  }

 private:
  template <class Visit>
  void each_chain(Visit visit) {
    Segment<T>* segment = segment_;
    for (int f = 0; f < m_.nflex; ++f) {
      if (!is_twisted(m_, f) || sleep::flex_sleeps(m_, d_, f)) continue;
      const RodChain rod(m_, f);
      visit(rod, f, segment);
      segment += rod.segments();
    }
  }
  template <class Visit>
  void each_segment(Visit visit) {
    each_chain([&](const RodChain& rod, int, Segment<T>* segment) {
      for (int s = 0; s < rod.segments(); ++s) visit(segment[s]);
    });
  }

  // As the step began, with what the integrator made of velocities since.
  void start(const RodChain& rod, const BasicData<T>& d, int f, Segment<T>* segment) const {
    if (rod.bends == 0) return;
    const T h = T(m_.opt.timestep);
    RodWalk<T> walk(rod, d, f);
    for (int s = 0; s < rod.segments(); ++s) {
      if (s > 0) walk.next();
      Segment<T>& one = segment[s];
      one = {walk.now, T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0)};
      if (s > 0) {
        const T twist = element::twist_between(segment[s - 1].frame, one.frame);
        one.twist = twist + whole_turns(twist, walk.kept_twist());
      }
      if (const int hinge = rod.hinge(s); hinge >= 0) {
        const int dof = m_.jnt_dofadr[hinge];
        const T after = d.qvel[dof];
        one.angle = fma(-h, after, d.qpos[m_.jnt_qposadr[hinge]]);
        one.velocity =
            dot(math::load3(d.cvel.row(m_.jnt_bodyid[hinge])), math::load3(d.cdof.row(dof)));
        one.acceleration = (after - one.velocity) / h;
        one.weight = T(1) / math::max(d.M[m_.M_rowadr[dof] + m_.M_rownnz[dof] - 1], T(kMinVal));
      } else {
        const int body = rod.view.body(rod.end(s, 0));
        for (int i = dynamics::last_dof(m_, body); i >= 0; i = m_.dof_parentid[i]) {
          const T along = dot(math::load3(d.cdof.row(i)), one.frame.tangent);
          one.velocity = fma(d.qvel[i], along, one.velocity);
        }
      }
    }
  }

  // Frames turn about their segments as these leave where they were carried from.
  void project_bend(const RodChain& rod, int b, Segment<T>* side, const Part<T>& part,
                    Cloud<T>& cloud) const {
    using math::Vec3;
    const int first = rod.view.first_vertex;
    const int v[3] = {first + rod.end(b, 0), first + rod.end(b, 1), first + rod.end(b + 1, 1)};
    const Vec3<T> x[3] = {cloud.at(v[0]), cloud.at(v[1]), cloud.at(v[2])};
    const element::RodJoint<T> joint = element::rod_joint(x);
    T row[9] = {};
    element::add_twist_slope(joint, T(1), row);
    element::RodFrame<T> now[2];
    T mobility(0), along(0);
    for (int i = 0; i < 2; ++i) {
      const Vec3<T>&from = side[i].frame.tangent, &to = joint.tangent[i];
      now[i] = element::carried(side[i].frame, to);
      const T slope = T(i == 0 ? -1 : 1);
      const Vec3<T> turn = cross(to, from) * (slope / ((T(1) + dot(from, to)) * joint.length[i]));
      math::store(row + 3 * i, math::load3(row + 3 * i) - turn);
      math::store(row + 3 * i + 3, math::load3(row + 3 * i + 3) + turn);
      mobility = mobility + side[i].weight;
      along = fma(slope, side[i].moved, along);
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> g = math::load3(row + 3 * k);
      mobility = fma(cloud.weight(v[k]), dot(g, g), mobility);
      along = along + dot(g, cloud.way(v[k]));
    }
    const T twist = element::twist_between(now[0], now[1]);
    const T value = side[1].angle + side[1].moved - side[0].angle - side[0].moved + twist +
                    whole_turns(twist, side[1].twist);
    const T soft = T(0.5) / T(math::max(rod.bend(b)[8], kMinVal));
    const T change = element::multiplier_change(value, along, mobility, part(soft), side[1].lambda);
    if (!(abs(change) <= T(kMaxVal))) return;  // a segment without length, or folded back
    side[1].lambda = side[1].lambda + change;
    for (int k = 0; k < 3; ++k) {
      cloud.push(v[k], four(math::load3(row + 3 * k) * change, T(0)));
    }
    for (int i = 0; i < 2; ++i) {
      const T by = i == 0 ? -change : change;
      side[i].moved = fma(side[i].weight, by, side[i].moved);
      side[i].pull = side[i].pull + by;
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  Segment<T>* segment_ = nullptr;
};

}  // namespace thew::deformable
