// Rods that bend and twist: their forces, and the frames that they keep.

#include "deformable/rod.h"

#include "deformable/rod_bends.h"
#include "deformable/rod_chain.h"
#include "deformable/rod_terms.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

// A torque about the tangent of a segment: on its hinge, or on the body that turns it.
template <class T>
void twist_segment(const RodChain& rod, const BasicData<T>& d, int segment, const Vec3<T>& tangent,
                   const T& torque, T* result) {
  if (const int hinge = rod.hinge(segment); hinge >= 0) {
    T& own = result[rod.m.jnt_dofadr[hinge]];
    own = own + torque;
    return;
  }
  const int body = rod.view.body(rod.end(segment, 0));
  for (int i = dynamics::last_dof(rod.m, body); i >= 0; i = rod.m.dof_parentid[i]) {
    result[i] = result[i] + torque * dot(load3(d.cdof.row(i)), tangent);
  }
}

// How fast a segment turns about its tangent.
template <class T>
T turning_of(const RodChain& rod, const BasicData<T>& d, int segment, const Vec3<T>& tangent) {
  if (const int hinge = rod.hinge(segment); hinge >= 0) return d.qvel[rod.m.jnt_dofadr[hinge]];
  return dot(load3(d.cvel.row(rod.view.body(rod.end(segment, 0)))), tangent);
}

template <class T>
void push_ends(const Model& m, const BasicData<T>& d, const FlexView& flex, const int* vertex,
               int count, const T* force, T* result) {
  for (int p = 0; p < count; ++p) {
    push(m, d, flex.body(vertex[p]), vertex_at(d, flex, vertex[p]), load3(force + 3 * p), result);
  }
}

// Adds -damping sum w (row . v) row to forces on points and, by the term of twist, to torques.
template <class T>
void damp(const element::RodTerms<T>& terms, const T& damping, const T* velocity, int count,
          const T* turning, T* force, T* torque) {
  for (int i = 0; i < terms.terms; ++i) {
    if (terms.damper[i] == T(0)) continue;
    const bool twists = turning != nullptr && i == element::kTwistTerm;
    T rate = twists ? turning[1] - turning[0] : T(0);
    for (int k = 0; k < 3 * count; ++k) rate = fma(terms.row[i][k], velocity[k], rate);
    const T pull = -damping * terms.damper[i] * rate;
    for (int k = 0; k < 3 * count; ++k) force[k] = fma(pull, terms.row[i][k], force[k]);
    if (!twists) continue;
    torque[0] = torque[0] - pull;
    torque[1] = torque[1] + pull;
  }
}

template <class T>
void velocities_of(const Model& m, const BasicData<T>& d, const FlexView& flex, const int* vertex,
                   int count, T* velocity) {
  for (int p = 0; p < count; ++p) {
    const Vec3<T> x = vertex_at(d, flex, vertex[p]);
    store(velocity + 3 * p, carried_velocity(m, d, flex.body(vertex[p]), x));
  }
}

template <class T>
void add_chain(const Model& m, BasicData<T>& d, int f, bool spring, bool damper) {
  const RodChain rod(m, f);
  each_chain_bend(rod, d, f, [&](const ChainBend<T>& bend) {
    const Vec3<T>* tangent = bend.state.joint.tangent;
    const auto apply = [&](const T* force, T* result) {
      push_ends(m, d, rod.view, bend.vertex, 3, force, result);
      for (int s = 0; s < 2; ++s) {
        twist_segment(rod, d, bend.segment + s, tangent[s], force[9 + s], result);
      }
    };
    if (spring) {
      T force[11];
      element::rod_force(bend.state, bend.k, force);
      apply(force, d.qfrc_spring.data());
    }
    if (!damper) return;
    T velocity[9], turning[2], force[11] = {};
    velocities_of(m, d, rod.view, bend.vertex, 3, velocity);
    for (int s = 0; s < 2; ++s) turning[s] = turning_of(rod, d, bend.segment + s, tangent[s]);
    damp(element::chain_terms(bend.state, bend.k), T(m.flex_damping[f]), velocity, 3, turning,
         force, force + 9);
    apply(force, d.qfrc_damper.data());
  });
}

template <class T>
void add_loose(const Model& m, BasicData<T>& d, int f, bool spring, bool damper) {
  each_loose_bend(m, d, f, [&](const LooseBend<T>& bend) {
    const FlexView flex(m, f);
    T force[12] = {};
    if (spring) {
      bend.add_force(force);
      push_ends(m, d, flex, bend.vertex, bend.count, force, d.qfrc_spring.data());
    }
    if (!damper) return;
    T velocity[12], slowed[12] = {};
    velocities_of(m, d, flex, bend.vertex, bend.count, velocity);
    damp<T>(bend.terms(), T(m.flex_damping[f]), velocity, bend.count, nullptr, slowed, nullptr);
    push_ends(m, d, flex, bend.vertex, bend.count, slowed, d.qfrc_damper.data());
  });
}

}  // namespace

// Bending has it as E I of both axes, 4/3 E a b^3 and 4/3 E b a^3 with half sizes a and b.
RodSection rod_section(const Model& m, int f) {
  if (!is_rod(m, f) || !is_chain(m, f)) return {};
  const double* first = m.flex_bending.data() + m.flex_bendingadr[f] + 1;
  const double lesser = abs(first[9]);
  if (lesser == 0 || !(first[4] > 0)) return {};
  return {lesser, lesser * sqrt((first[4] + first[5]) / first[4])};
}

template <class T>
void add_rod(const Model& m, BasicData<T>& d, int f, bool spring, bool damper) {
  const bool damped = damper && m.flex_damping[f] != 0;
  if (!spring && !damped) return;
  is_chain(m, f) ? add_chain(m, d, f, spring, damped) : add_loose(m, d, f, spring, damped);
}

template <class T>
void keep_rods(const Model& m, BasicData<T>& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!is_rod(m, f) || !is_chain(m, f)) continue;
    const RodChain rod(m, f);
    if (rod.bends == 0) continue;
    T* kept = d.plastic.data() + m.flex_plasticadr[f];
    RodWalk<T> walk(rod, d, f);
    for (int s = 0; s < rod.segments(); ++s) {
      const element::RodFrame<T> before = walk.now;
      if (s > 0) {
        walk.next();
        T& twist = kept[kFrame * std::int64_t{rod.segments()} + s - 1];
        const T now = element::twist_between(before, walk.now);
        twist = now + whole_turns(now, twist);
      }
      // The next segment is carried from where this one is now, or from its own frame: not from
      // what is written here.
      store(kept + kFrame * std::int64_t{s}, walk.now.tangent);
      store(kept + kFrame * std::int64_t{s} + 3, walk.now.director);
    }
  }
}

#define THEW_INSTANTIATE(T)                                            \
  template void add_rod(const Model&, BasicData<T>&, int, bool, bool); \
  template void keep_rods(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
