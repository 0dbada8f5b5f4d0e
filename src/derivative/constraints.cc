// Forces of constraints at fixed accelerations, and the optimum itself.
//
// With x = J a - aref and f = -ds/dx, whose scale is 1/R: df = -C (dJ a - daref) - f dR/R, and
//   aref = -B (J v) - K imp pos,   dR/R = -imp' / (imp (1 - imp)) dpos.

#include <algorithm>

#include <thew/dynamics.h>

#include "constraint/block.h"
#include "constraint/columns.h"
#include "constraint/solver/cost.h"
#include "derivative/contact_motion.h"
#include "derivative/residual.h"
#include "derivative/rne.h"
#include "derivative/smoothing.h"
#include "model/contact_side.h"

namespace thew::derivative {

using namespace math;
using constraint::Block, constraint::blocks, constraint::kMostBases;

namespace {

constexpr int kSquare = kMostBases * kMostBases;

// The numbers of all rows as the solvers see them.
constraint::Problem problem_of(const Data& d) {
  constraint::Problem p;
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  return p;
}

// The base rows of a block, one column after the other.
class Jacobian {
 public:
  Jacobian(const Model& m, const Data& d, const Block& block)
      : bases_(block.bases),
        columns_(d.kept.block_column.data() + block.column,
                 static_cast<std::size_t>(block.columns)),
        entry_(static_cast<std::size_t>(block.bases * block.columns)) {
    for (int k = 0; k < block.columns; ++k) {
      for (int b = 0; b < bases_; ++b) at(k)[b] = constraint::base_entry(m, d, block, b, k);
    }
  }

  int count() const { return static_cast<int>(columns_.size()); }
  int dof(int k) const { return columns_[static_cast<std::size_t>(k)]; }
  double* at(int k) { return entry_.data() + k * bases_; }
  const double* at(int k) const { return entry_.data() + k * bases_; }

  void multiply(const double* w, double* y) const {
    std::fill_n(y, bases_, 0.0);
    for (int k = 0; k < count(); ++k) add(bases_, w[dof(k)], at(k), y);
  }

 private:
  int bases_;
  std::span<const int> columns_;
  std::vector<double> entry_;
};

// Force and curvature of a block at accelerations.
struct Reaction {
  double force[kMostBases], curvature[kSquare];
  bool acts;
};
Reaction react(const Data& d, const Block& block, const Jacobian& jacobian, const double* a,
               double smoothing) {
  const constraint::Problem p = problem_of(d);
  double x[kMostBases];
  jacobian.multiply(a, x);
  for (int b = 0; b < block.bases; ++b) x[b] -= d.kept.base_aref[block.base + b];
  const constraint::Reaction<double> reaction = constraint::react(p, block, x);
  Reaction result;
  std::copy_n(reaction.force, kMostBases, result.force);
  if (smoothing > 0) {
    smoothed_curvature(p, block, x, smoothing, result.curvature);
  } else {
    constraint::curvature(p, block, x, reaction.pieces, result.curvature);
  }
  const auto nonzero = [](double v) { return v != 0; };
  result.acts = std::any_of(result.force, result.force + block.bases, nonzero);
  for (int b = 0; b < block.bases; ++b) result.acts |= result.curvature[b * kMostBases + b] != 0;
  return result;
}

// y <- C x
void multiply(const Reaction& reaction, int n, const double* x, double* y) {
  for (int b = 0; b < n; ++b) y[b] = dot(n, reaction.curvature + b * kMostBases, x);
}

// Adds J' C J to the Hessian, and J' f to the force.
void add_block(const Model& m, const Data& d, const Block& block, double smoothing, Matrix& hessian,
               std::vector<double>& force) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  const int n = block.bases;
  for (int i = 0; i < jacobian.count(); ++i) {
    double row[kMostBases];
    multiply(reaction, n, jacobian.at(i), row);
    double* to = hessian.row(jacobian.dof(i));
    for (int k = 0; k < jacobian.count(); ++k) to[jacobian.dof(k)] += dot(n, row, jacobian.at(k));
    force[static_cast<std::size_t>(jacobian.dof(i))] += dot(n, reaction.force, jacobian.at(i));
  }
}

// K, B, impedance and its slope of a base row.
const double* spring(const Data& d, const Block& block, int base) {
  return d.efc_KBIP.row(block.row + (block.is_pyramid() ? 0 : base));
}

// How the reference falls with the position, and how R grows with it, relative to R.
struct Softness {
  double stiffness, softening;
};
Softness softness(const Data& d, const Block& block) {
  const double* s = spring(d, block, 0);
  const double pos = d.efc_pos[block.row] - d.efc_margin[block.row];
  return {s[0] * (s[2] + s[3] * pos), -s[3] / (s[2] * (1 - s[2]))};
}

bool is_contact(const Block& block) {
  return block.type >= static_cast<int>(ConstraintType::ContactFrictionless);
}

// The second derivative of the polynomial by which a joint follows another.
double curve(const Model& m, const Data& d, int equality) {
  const int second = m.eq_obj2id[equality];
  if (second < 0) return 0;
  const double* c = m.eq_data.values().row(equality);
  const int adr = m.jnt_qposadr[second];
  const double x = d.qpos[adr] - param(d, m.qpos0, adr);
  return 2 * c[2] + x * (6 * c[3] + 12 * c[4] * x);
}

// What a row's force and x = J a - aref do where the path of a tendon changes.
struct RowTerms {
  double force, curvature, damping;
};
void add_tendon_change(const Model& m, const Data& d, const Block& block, const Jacobian& jacobian,
                       const RowTerms& terms, Matrix& r) {
  const RowChange change = tendon_change(m, d, block.id);
  if (change.constant()) return;
  // The row of an upper limit is that of the tendon turned round.
  double product = 0;
  const int start = m.ten_J_rowadr[block.id];
  for (int k = 0; k < jacobian.count(); ++k) {
    for (int adr = start; adr < start + m.ten_J_rownnz[block.id]; ++adr) {
      if (m.ten_J_colind[adr] == jacobian.dof(k)) product += jacobian.at(k)[0] * d.ten_J[adr];
    }
  }
  const double sign = product < 0 ? -1 : 1;
  change.each([&](int i, int k, double second) { r(i, k) += sign * terms.force * second; });
  for (std::size_t k = 0; k < change.dofs.size(); ++k) {
    const double by =
        -terms.curvature * sign *
        (change.along(k, d.qacc.data()) + terms.damping * change.along(k, d.qvel.data()));
    for (int i = 0; i < jacobian.count(); ++i)
      r(jacobian.dof(i), change.dofs[k]) += by * jacobian.at(i)[0];
  }
}

// A row whose Jacobian is the same at all positions, but for what the path of a tendon and the
// polynomial of an equality bend.
void add_scalar_row(const Model& m, const Data& d, const Block& block, double smoothing,
                    Matrix& r) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  const Columns columns(m);
  const double c = reaction.curvature[0], f = reaction.force[0], damping = spring(d, block, 0)[1];
  const Softness soft = block.is_dry() ? Softness{0, 0} : softness(d, block);
  const double by_position = -c * soft.stiffness - f * soft.softening, by_velocity = -c * damping;
  for (int i = 0; i < jacobian.count(); ++i) {
    double* to = r.row(jacobian.dof(i));
    for (int k = 0; k < jacobian.count(); ++k) {
      const double product = jacobian.at(i)[0] * jacobian.at(k)[0];
      to[jacobian.dof(k)] += by_position * product;
      to[columns.velocity + jacobian.dof(k)] += by_velocity * product;
    }
  }
  if (block.kind() == ConstraintType::LimitTendon || block.kind() == ConstraintType::FrictionTendon)
    add_tendon_change(m, d, block, jacobian, {f, c, damping}, r);
  if (block.kind() != ConstraintType::Equality) return;
  const double bend = -curve(m, d, block.id);
  if (bend == 0) return;
  const int dof = m.jnt_dofadr[m.eq_obj2id[block.id]];
  const double more = -c * bend * (d.qacc[dof] + damping * d.qvel[dof]);
  r(dof, dof) += bend * f;
  for (int i = 0; i < jacobian.count(); ++i) r(jacobian.dof(i), dof) += more * jacobian.at(i)[0];
}

// A motion about the reference point of a tree, at another point.
Motion shifted(const Motion& x, const Vec3<double>& arm) {
  return {x.rotation, x.translation + cross(x.rotation, arm)};
}

// One contact: all vectors are at its point.
class ContactTerms {
 public:
  ContactTerms(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
               const ContactMotion& motion, const Velocities& a, const Velocities& v)
      : m_(m),
        d_(d),
        w_(w),
        block_(block),
        motion_(motion),
        bodies_(contact_bodies(m, d, block.id)),
        frame_(d.contact.frame.row(block.id)),
        at_(load3(d.contact.pos.row(block.id))),
        a_(a),
        v_(v) {}

  void add_to(double smoothing, std::vector<Force>& wrench, Matrix& r) {
    const Jacobian jacobian(m_, d_, block_);
    reaction_ = react(d_, block_, jacobian, d_.qacc.data(), smoothing);
    if (!reaction_.acts) return;
    constraint::each_dof(m_, bodies_.first, bodies_.second, true,
                         [&](int dof, int sign) { list(dof, sign); });
    force_ = to_world(reaction_.force);
    for (const int side : {0, 1}) {
      const int body = bodies_[side];
      const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, body);
      const Force whole = {force_.torque + cross(arm, force_.force), force_.force};
      Force& own = wrench[static_cast<std::size_t>(body)];
      own = side == 1 ? own + whole : own - whole;
      rel_a_[side] = shifted(a_.body[static_cast<std::size_t>(body)], arm);
      rel_v_[side] = shifted(v_.body[static_cast<std::size_t>(body)], arm);
    }
    for (const Dof& k : dofs_) {
      if (k.sign != 0) add_velocity(k, r);
      add_position(k, r);
    }
  }

 private:
  struct Dof {
    int index, sign;  // -1: moves the first body, +1: the second, 0: both
    Motion axis;
    double row[kMostBases];  // of the Jacobian
  };

  void list(int dof, int sign) {
    const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, m_.dof_bodyid[dof]);
    Dof k = {dof, sign, shifted(load_motion(d_.cdof.row(dof)), arm), {}};
    if (sign != 0) {
      along_frame(k.axis, k.row);
      for (double& x : k.row) x *= sign;
    }
    dofs_.push_back(k);
  }

  // The parts of a motion along the axes of the frame.
  void along_frame(const Motion& x, double* y) const {
    for (int b = 0; b < block_.bases; ++b) {
      y[b] = dot(load3(frame_ + 3 * (b % 3)), b < 3 ? x.translation : x.rotation);
    }
  }
  Force to_world(const double* y) const {
    Force f = {{0, 0, 0}, {0, 0, 0}};
    for (int b = 0; b < block_.bases; ++b) {
      Vec3<double>& part = b < 3 ? f.force : f.torque;
      part = axpy(y[b], load3(frame_ + 3 * (b % 3)), part);
    }
    return f;
  }

  void damp(double* y) const {
    for (int b = 0; b < block_.bases; ++b) y[b] *= spring(d_, block_, b)[1];
  }

  // Adds S_i' of a change of force at the point to all dofs that the contact acts on.
  void add_force(const Force& change, int column, Matrix& r) const {
    for (const Dof& i : dofs_) {
      if (i.sign != 0) r(i.index, column) += i.sign * dot(i.axis, change);
    }
  }

  void add_velocity(const Dof& k, Matrix& r) const {
    double x[kMostBases], y[kMostBases];
    std::copy_n(k.row, kMostBases, x);
    damp(x);
    multiply(reaction_, block_.bases, x, y);
    const int column = Columns(m_).velocity + k.index;
    for (const Dof& i : dofs_) {
      if (i.sign != 0) r(i.index, column) -= dot(block_.bases, i.row, y);
    }
  }

  // Changes of distance, point and frame by a dof.
  struct Change {
    double dist;
    Vec3<double> point;
    double frame[9];
  };
  Change change_by(const Dof& k) const {
    const Motion still = {{0, 0, 0}, {0, 0, 0}};
    const Motion common = k.sign <= 0 ? k.axis : still;
    double twist[6] = {};
    if (k.sign != 0) {
      store(twist, k.axis);
      for (double& x : twist) x *= k.sign;
    }
    const Vec3<double> wish = load3(motion_.wish), normal = load3(frame_);
    PointChange relative;
    if (k.sign != 0) relative = point_change(m_, d_, w_, block_.id, motion_, twist);
    const Vec3<double> turn = cross(common.rotation, normal) + relative.normal;
    const Vec3<double> lead = cross(common.rotation, wish) + relative.tangent;
    Change change;
    change.dist = relative.dist;
    change.point = common.translation + relative.point;
    frame_change(frame_, turn, wish, lead, change.frame);
    return change;
  }

  // d(J w)/dq_k, where w moves the bodies by `body` and what k does not move by `before`.
  void row_change(const Dof& k, const Change& change, const Motion (&body)[2], const Velocities& of,
                  double* y) const {
    const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, m_.dof_bodyid[k.index]);
    const Motion before = shifted(of.before[static_cast<std::size_t>(k.index)], arm);
    Motion carried = {{0, 0, 0}, {0, 0, 0}};
    if (k.sign >= 0) carried = carried + cross(k.axis, axpy(-1.0, before, body[1]));
    if (k.sign <= 0) carried = axpy(-1.0, cross(k.axis, axpy(-1.0, before, body[0])), carried);
    const Motion relative = axpy(-1.0, body[0], body[1]);
    carried.translation = carried.translation + cross(relative.rotation, change.point);
    along_frame(carried, y);
    for (int b = 0; b < block_.bases; ++b) {
      y[b] +=
          dot(load3(change.frame + 3 * (b % 3)), b < 3 ? relative.translation : relative.rotation);
    }
  }

  void add_position(const Dof& k, Matrix& r) const {
    const Change change = change_by(k);
    const Softness soft = softness(d_, block_);
    double by_a[kMostBases], by_v[kMostBases], y[kMostBases];
    row_change(k, change, rel_a_, a_, by_a);
    row_change(k, change, rel_v_, v_, by_v);
    damp(by_v);
    for (int b = 0; b < block_.bases; ++b) by_a[b] += by_v[b];
    by_a[0] += soft.stiffness * change.dist;
    multiply(reaction_, block_.bases, by_a, y);
    for (int b = 0; b < block_.bases; ++b) {
      y[b] = -y[b] - reaction_.force[b] * soft.softening * change.dist;
    }
    Force total = to_world(y);
    total.torque = total.torque + cross(change.point, force_.force);
    for (int b = 0; b < block_.bases; ++b) {
      Vec3<double>& part = b < 3 ? total.force : total.torque;
      part = axpy(reaction_.force[b], load3(change.frame + 3 * (b % 3)), part);
    }
    add_force(total, k.index, r);
  }

  const Model& m_;
  const Data& d_;
  Workspace<double>& w_;
  const Block& block_;
  const ContactMotion& motion_;
  ContactBodies bodies_;
  const double* frame_;
  Vec3<double> at_;
  const Velocities &a_, &v_;
  Reaction reaction_;
  Force force_;
  Motion rel_a_[2], rel_v_[2];  // of the two bodies
  std::vector<Dof> dofs_;
};

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double v : x) most = std::max(most, math::abs(v));
  return most;
}

}  // namespace

bool find_optimum(const Model& m, Data& d, Matrix& inertia, Factor& factor) {
  const int nv = static_cast<int>(m.nv);
  inertia.reset(nv, nv);
  dynamics::full_inertia(m, d, inertia.row(0));
  std::vector<double> force(static_cast<std::size_t>(nv)), step(force);
  constexpr int kMost = 20;
  constexpr double kEnough = 1e-11;  // of the accelerations: far below what derivatives show
  for (int n = 0; n < kMost; ++n) {
    Matrix hessian = inertia;
    std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), force.begin());
    for (const Block& block : blocks(d)) add_block(m, d, block, 0, hessian, force);
    if (!factor.compute(hessian)) return false;
    double most = 1;
    for (int i = 0; i < nv; ++i) {
      step[static_cast<std::size_t>(i)] =
          force[static_cast<std::size_t>(i)] - dot(nv, inertia.row(i), d.qacc.data());
      most = std::max(most, math::abs(d.qacc[i]));
    }
    factor.solve(step.data());
    const double size = largest(step);
    if (!(size - size == 0)) return false;
    if (size <= kEnough * most) return true;
    for (int i = 0; i < nv; ++i) d.qacc[i] += step[static_cast<std::size_t>(i)];
    if (size <= 1e-7 * most) return true;  // the next step would be its square
  }
  return true;
}

bool smooth_hessian(const Model& m, const Data& d, double smoothing, const Matrix& inertia,
                    Factor& factor) {
  Matrix hessian = inertia;
  std::vector<double> force(static_cast<std::size_t>(m.nv));
  for (const Block& block : blocks(d)) add_block(m, d, block, smoothing, hessian, force);
  return factor.compute(hessian);
}

bool covers_constraints(const Model& m, const Data& d) {
  // Softness from exact diagonals changes with the inertia.
  if (d.nefc > 0 && has(m.opt.enableflags, EnableBit::Diagexact)) return false;
  for (const Block& block : blocks(d)) {
    switch (block.kind()) {
      case ConstraintType::Equality:
        if (m.eq_type[block.id] != static_cast<int>(EqualityType::Joint)) return false;
        break;
      case ConstraintType::LimitJoint:
        if (block.columns != 1) return false;
        break;
      default:
        break;
    }
    if (!is_contact(block)) continue;
    const double* slide = d.contact.surfacevel.row(block.id);
    if (slide[0] != 0 || slide[1] != 0 || slide[2] != 0 || d.contact.adhesion[block.id] != 0)
      return false;
  }
  return true;
}

void add_constraints(const Model& m, const Data& d, Workspace<double>& w, double smoothing,
                     Matrix& r) {
  if (d.nefc == 0) return;
  std::vector<Force> wrench(static_cast<std::size_t>(m.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  std::vector<ContactMotion> motions;
  Velocities a, v;
  for (const Block& block : blocks(d)) {
    if (!is_contact(block)) {
      add_scalar_row(m, d, block, smoothing, r);
      continue;
    }
    if (motions.empty()) {
      motions = contact_motions(m, d, w);
      a = velocities(m, d, d.qacc.data());
      v = velocities(m, d, d.qvel.data());
    }
    ContactTerms(m, d, w, block, motions[static_cast<std::size_t>(block.id)], a, v)
        .add_to(smoothing, wrench, r);
  }
  if (!motions.empty()) add_axis_change(m, d, wrench, r);
}

}  // namespace thew::derivative
