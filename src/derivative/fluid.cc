#include "derivative/fluid.h"

#include <vector>

#include "derivative/rne.h"
#include "derivative/slopes.h"
#include "dynamics/load.h"

namespace thew::derivative {

using namespace math;

namespace {

// A force on a body and how it reacts: to the velocity of the body against the fluid, and to what
// else moves along with the body.
struct Terms {
  Force wrench = {{0, 0, 0}, {0, 0, 0}};
  Map by_velocity, by_other;

  Terms& operator+=(const Terms& other) {
    wrench = wrench + other.wrench;
    add(36, 1.0, other.by_velocity.entry, by_velocity.entry);
    add(36, 1.0, other.by_other.entry, by_other.entry);
    return *this;
  }
};

// Calls box(frame) for a body that is one in the fluid, or ellipsoid(frame, geom) for those of its
// geoms that are.
template <class Box, class Ellipsoid>
void each_shape(const Model& m, const Data& d, int body, Box box, Ellipsoid ellipsoid) {
  if (param(d, m.body_mass, body) < kMinVal) return;
  if (!has_fluid_ellipsoids(m, d, body))
    return box(fluid_frame(m, d, body, d.xipos.row(body), d.ximat.row(body)));
  for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
    if (fluid_share(m, d, g) != 0)
      ellipsoid(fluid_frame(m, d, body, d.geom_xpos.row(g), d.geom_xmat.row(g)), g);
  }
}

// A force along the axes of a frame, about the centre of mass of the tree.
Force to_tree(const FluidFrame<double>& frame, const Force& f) {
  const Vec3<double> force = frame.axes * f.force;
  return {frame.axes * f.torque + cross(frame.arm, force), force};
}

Motion to_frame(const FluidFrame<double>& frame, const Motion& x) {
  return {multiply_transposed(frame.axes, x.rotation),
          multiply_transposed(frame.axes, x.translation + cross(x.rotation, frame.arm))};
}

Terms force_terms(const Model& m, const Data& d, int body) {
  Terms terms;
  double slope[36];
  const auto take = [&](const FluidFrame<double>& frame, const Force& f, double share) {
    terms.wrench = terms.wrench + to_tree(frame, {f.torque * share, f.force * share});
    element::add_fluid_slope(frame, slope, share, terms.by_velocity.entry);
  };
  each_shape(
      m, d, body,
      [&](const FluidFrame<double>& frame) {
        const auto drag = box_drag(m, d, body);
        drag_slope(drag, frame.velocity, slope);
        take(frame, drag_force(drag, frame.velocity), 1);
      },
      [&](const FluidFrame<double>& frame, int geom) {
        const auto e = fluid_ellipsoid(m, d, geom);
        ellipsoid_slope(e, m.opt.density, m.opt.viscosity, frame.velocity, FluidTerms::All, slope);
        take(frame, ellipsoid_force(e, m.opt.density, m.opt.viscosity, frame.velocity),
             fluid_share(m, d, geom));
      });
  return terms;
}

element::BoxDrag<Slopes> still(const element::BoxDrag<double>& drag) {
  element::BoxDrag<Slopes> result;
  for (int i = 0; i < 6; ++i) {
    result.linear[i] = derivative::still(drag.linear[i]);
    result.quadratic[i] = derivative::still(drag.quadratic[i]);
  }
  return result;
}

FluidEllipsoid<Slopes> still(const FluidEllipsoid<double>& e) {
  const auto x = [](double v) { return derivative::still(v); };
  return {derivative::still(e.axes),
          x(e.blunt),
          x(e.slender),
          x(e.angular),
          x(e.kutta),
          x(e.magnus),
          derivative::still(e.added_mass),
          derivative::still(e.added_inertia)};
}

// b u, where find(velocity, b) is the slope along the axes of a frame, and how it changes with the
// velocity. `other` is b itself: it takes changes of u.
template <class Find>
void add_product(const FluidFrame<double>& frame, const Motion& along, Find find, Terms& terms) {
  constexpr int kSize = 6;
  double u[kSize], v[kSize], b[kSize * kSize], slope[kSize * kSize], product[kSize];
  store(u, to_frame(frame, along));
  store(v, frame.velocity);
  for (int first = 0; first < kSize; first += kLanes<Pack4>) {
    Slopes velocity[kSize], matrix[kSize * kSize];
    for (int i = 0; i < kSize; ++i) velocity[i] = derivative::still(v[i]);
    const int count = std::min(kLanes<Pack4>, kSize - first);
    for (int lane = 0; lane < count; ++lane) velocity[first + lane].slope.set(lane, 1);
    find(math::Motion<Slopes>{load3(velocity), load3(velocity + 3)}, matrix);
    for (int i = 0; i < kSize * kSize; ++i) b[i] = matrix[i].value[0];
    for (int lane = 0; lane < count; ++lane) {
      for (int i = 0; i < kSize; ++i) {
        double sum = 0;
        for (int k = 0; k < kSize; ++k) sum += finite(matrix[kSize * i + k].slope[lane]) * u[k];
        slope[kSize * i + first + lane] = sum;
      }
    }
  }
  for (int i = 0; i < kSize; ++i) product[i] = dot(kSize, b + kSize * i, u);
  terms.wrench = terms.wrench + to_tree(frame, load_force(product));
  element::add_fluid_slope(frame, slope, 1.0, terms.by_velocity.entry);
  element::add_fluid_slope(frame, b, 1.0, terms.by_other.entry);
}

Terms damping_terms(const Model& m, const Data& d, int body, FluidTerms which,
                    const Motion& along) {
  Terms terms;
  using Velocity = math::Motion<Slopes>;
  each_shape(
      m, d, body,
      [&](const FluidFrame<double>& frame) {
        const auto drag = still(box_drag(m, d, body));
        add_product(
            frame, along, [&](const Velocity& v, Slopes* to) { drag_slope(drag, v, to); }, terms);
      },
      [&](const FluidFrame<double>& frame, int geom) {
        const auto e = still(fluid_ellipsoid(m, d, geom));
        add_product(
            frame, along,
            [&](const Velocity& v, Slopes* to) {
              ellipsoid_slope(e, m.opt.density, m.opt.viscosity, v, which, to);
            },
            terms);
      });
  return terms;
}

// Adds to columns of positions and velocities what terms of bodies do; `other` has what moves along
// besides, if anything.
void add_terms(const Model& m, const Data& d, std::vector<Terms> terms, const Velocities* other,
               double scale, const Sum& to) {
  const int nv = static_cast<int>(m.nv);
  const auto at = [&](int b) -> Terms& { return terms[static_cast<std::size_t>(b)]; };
  for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) {
    if (m.body_parentid[b] > 0) at(m.body_parentid[b]) += at(b);
  }
  const Velocities v = velocities(m, d, d.qvel.data());
  const Vec3<double> wind = dynamics::param3<ParameterId::wind>(d, m.opt.wind);
  const auto axis = [&](int i) { return load_motion(d.cdof.row(i)); };
  const auto turn = [&](int i) {
    Motion before = v.before[static_cast<std::size_t>(i)];
    before.translation = before.translation - wind;
    return cross(before, axis(i));
  };
  const auto other_turn = [&](int i) {
    return cross(other->before[static_cast<std::size_t>(i)], axis(i));
  };
  for (int k = 0; k < nv; ++k) {
    const Terms& beyond = at(m.dof_bodyid[k]);
    const Motion s = axis(k);
    Force moved = beyond.by_velocity * turn(k);
    if (other) moved = moved + beyond.by_other * other_turn(k);
    const Force carried = add_cross(moved, s, beyond.wrench), faster = beyond.by_velocity * s;
    const Force back = beyond.by_velocity.transposed(s), other_back = beyond.by_other.transposed(s);
    for (int i = k; i >= 0; i = m.dof_parentid[i]) {
      to(i, k) += scale * dot(axis(i), turns_together(m, i, k) ? moved : carried);
      to(i, nv + k) += scale * dot(axis(i), faster);
      if (i == k) continue;
      to(k, i) += scale * dot(turn(i), back);
      if (other) to(k, i) += scale * dot(other_turn(i), other_back);
      to(k, nv + i) += scale * dot(axis(i), back);
    }
  }
}

}  // namespace

void add_fluid(const Model& m, const Data& d, const Sum& r) {
  if (!has_fluid(m)) return;
  std::vector<Terms> terms(static_cast<std::size_t>(m.nbody));
  for (int b = 1; b < m.nbody; ++b) terms[static_cast<std::size_t>(b)] = force_terms(m, d, b);
  add_terms(m, d, std::move(terms), nullptr, 1, r);
}

void add_fluid_damping_change(const Model& m, const Data& d, const double* w, double scale,
                              FluidTerms (*which)(const Model&, int), const Sum& to) {
  if (!has_fluid(m)) return;
  const Velocities along = velocities(m, d, w);
  std::vector<Terms> terms(static_cast<std::size_t>(m.nbody));
  for (int b = 1; b < m.nbody; ++b) {
    const auto n = static_cast<std::size_t>(b);
    terms[n] = damping_terms(m, d, b, which(m, b), along.body[n]);
  }
  add_terms(m, d, std::move(terms), &along, scale, to);
}

}  // namespace thew::derivative
