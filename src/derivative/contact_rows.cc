// Rows of contacts at fixed accelerations (reaction.h): points, normals and frames move.

#include "constraint/columns.h"
#include "derivative/residual.h"
#include "derivative/rows.h"
#include "model/contact_side.h"

namespace thew::derivative {

using namespace math;

namespace {

// A motion about the reference point of a tree, at another point.
Motion shifted(const Motion& x, const Vec3<double>& arm) {
  return {x.rotation, x.translation + cross(x.rotation, arm)};
}

// One contact: all vectors are at its point.
class ContactTerms {
 public:
  ContactTerms(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
               const ContactMotion& motion)
      : m_(m),
        d_(d),
        w_(w),
        block_(block),
        motion_(motion),
        bodies_(contact_bodies(m, d, block.id)),
        frame_(d.contact.frame.row(block.id)),
        at_(load3(d.contact.pos.row(block.id))),
        springs_(springs(m, d, block)) {}

  // scale sum weight_b d(J_b y)/dq, from what y does to bodies.
  void add_product(const Velocities& y, const double* weight, double scale, double* columns) {
    list_dofs();
    Motion body[2];
    for (const int side : {0, 1}) body[side] = at_point(y, side);
    for (const Dof& k : dofs_) {
      double by[kMostBases];
      row_change(k, change_by(k), body, y, block_.bases, by);
      columns[k.index] += scale * dot(block_.bases, weight, by);
    }
  }

  // From what accelerations and velocities do to bodies.
  void add_to(const Velocities& a, const Velocities& v, double smoothing,
              std::vector<Force>& wrench, const Sum& r) {
    if (!find_reaction(a, v, smoothing)) return;
    for (const int side : {0, 1}) {
      const int body = bodies_[side];
      const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, body);
      const Force whole = {force_.torque + cross(arm, force_.force), force_.force};
      Force& own = wrench[static_cast<std::size_t>(body)];
      own = side == 1 ? own + whole : own - whole;
    }
    for (const Dof& k : dofs_) {
      if (k.sign != 0) add_velocity(k, r);
      add_position(k, a, v, r);
    }
  }

  ContactColumns columns(const Velocities& a, const Velocities& v, double smoothing) {
    find_reaction(a, v, smoothing);
    ContactColumns result;
    result.point = at_;
    std::copy_n(whole_, block_.bases, result.force);
    for (const Dof& k : dofs_) {
      ContactColumn column;
      column.dof = k.index;
      const Change change = change_by(k);
      column.at = {change.dist, change.point, load3(change.frame), {0, 0, 0}};
      std::copy_n(change.frame, 9, column.frame);
      force_change(k, change, a, v, column.by_position);
      row_change(k, change, rel_v_, v, 6, column.speed);
      if (k.sign != 0) {
        double row[kMostBases];
        react_to(k.row, column.by_acceleration);
        std::copy_n(k.row, kMostBases, row);
        damp(row);
        react_to(row, column.by_velocity);
        along_frame(k.axis, 6, column.speed_by_velocity);
        for (double& x : column.speed_by_velocity) x *= k.sign;
      }
      result.dofs.push_back(column);
    }
    return result;
  }

 private:
  struct Dof {
    int index, sign;  // -1: moves the first body, +1: the second, 0: both
    Motion axis;
    double row[kMostBases];  // of the Jacobian
  };

  // Forces and motions at the contact; false where nothing acts.
  bool find_reaction(const Velocities& a, const Velocities& v, double smoothing) {
    const Jacobian jacobian(m_, d_, block_);
    reaction_ = react(d_, block_, jacobian, d_.qacc.data(), smoothing);
    const double pull = passive_pull();
    std::copy_n(reaction_.force, kMostBases, whole_);
    whole_[0] -= pull;
    list_dofs();
    force_ = to_world(whole_);
    for (const int side : {0, 1}) {
      rel_a_[side] = at_point(a, side);
      rel_v_[side] = at_point(v, side);
    }
    return reaction_.acts || pull != 0;
  }

  // y <- -C x
  void react_to(const double* x, double* y) const {
    double product[kMostBases];
    multiply(reaction_, block_.bases, x, product);
    for (int b = 0; b < block_.bases; ++b) y[b] = -product[b];
  }

  void list_dofs() {
    constraint::each_dof(m_, bodies_.first, bodies_.second, true,
                         [&](int dof, int sign) { list(dof, sign); });
  }

  // How one of the bodies moves there.
  Motion at_point(const Velocities& of, int side) const {
    const int body = bodies_[side];
    return shifted(of.body[static_cast<std::size_t>(body)], dynamics::arm_to(m_, d_, at_, body));
  }

  void list(int dof, int sign) {
    const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, m_.dof_bodyid[dof]);
    Dof k = {dof, sign, shifted(load_motion(d_.cdof.row(dof)), arm), {}};
    if (sign != 0) {
      along_frame(k.axis, block_.bases, k.row);
      for (double& x : k.row) x *= sign;
    }
    dofs_.push_back(k);
  }

  // The parts of a motion along the axes of the frame.
  void along_frame(const Motion& x, int count, double* y) const {
    for (int b = 0; b < count; ++b) {
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
    for (int b = 0; b < block_.bases; ++b) y[b] *= -springs_.by_velocity[b];
  }

  // Adds S_i' of a change of force at the point to all dofs that the contact acts on.
  void add_force(const Force& change, int column, const Sum& r) const {
    for (const Dof& i : dofs_) {
      if (i.sign != 0) r(i.index, column) += i.sign * dot(i.axis, change);
    }
  }

  void add_velocity(const Dof& k, const Sum& r) const {
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
    const PointChange moved = change_along(m_, d_, w_, block_.id, motion_, k.axis, k.sign);
    Change change;
    change.dist = moved.dist;
    change.point = moved.point;
    frame_change(frame_, moved.normal, load3(motion_.wish), moved.tangent, change.frame);
    return change;
  }

  // d(J w)/dq_k, where w moves the bodies by `body` and what k does not move by `before`.
  void row_change(const Dof& k, const Change& change, const Motion (&body)[2], const Velocities& of,
                  int count, double* y) const {
    const Vec3<double> arm = dynamics::arm_to(m_, d_, at_, m_.dof_bodyid[k.index]);
    const Motion before = shifted(of.before[static_cast<std::size_t>(k.index)], arm);
    Motion carried = {{0, 0, 0}, {0, 0, 0}};
    if (k.sign >= 0) carried = carried + cross(k.axis, axpy(-1.0, before, body[1]));
    if (k.sign <= 0) carried = axpy(-1.0, cross(k.axis, axpy(-1.0, before, body[0])), carried);
    const Motion relative = axpy(-1.0, body[0], body[1]);
    carried.translation = carried.translation + cross(relative.rotation, change.point);
    along_frame(carried, count, y);
    for (int b = 0; b < count; ++b) {
      y[b] +=
          dot(load3(change.frame + 3 * (b % 3)), b < 3 ? relative.translation : relative.rotation);
    }
  }

  // Surfaces that move by themselves add to the velocity, second less first: slides along the
  // tangents, and turns about the normal.
  void add_slide_change(const Dof& k, const Change& change, double* y) const {
    const double* slide = d_.contact.surfacevel.row(block_.id);
    if (slide[0] == 0 && slide[1] == 0 && slide[2] == 0 && !m_.flg_surfacevel) return;
    Motion all = {{0, 0, 0}, {0, 0, 0}}, moved = all;
    for (const int side : {0, 1}) {
      const int geom = d_.contact.geom.row(block_.id)[side];
      const double sign = side == 0 ? -1 : 1, *own = m_.geom_surfacevel.values().row(geom);
      const Mat3<double> rot = load9(d_.geom_xmat.row(geom));
      const Vec3<double> along = rot * load3(own), turn = rot * load3(own + 3);
      const Vec3<double> centre = load3(d_.geom_xpos.row(geom)), arm = at_ - centre;
      Motion with = {{0, 0, 0}, cross(turn, change.point)};
      if (side == 0 ? k.sign <= 0 : k.sign >= 0) {
        const Vec3<double>& w = k.axis.rotation;
        const Vec3<double> carried = k.axis.translation - cross(w, arm);
        with.rotation = cross(w, turn);
        with.translation =
            with.translation + cross(w, along) + cross(with.rotation, arm) - cross(turn, carried);
      }
      all = axpy(sign, Motion{turn, along + cross(turn, arm)}, all);
      moved = axpy(sign, with, moved);
    }
    for (int b = 1; b < std::min(block_.bases, 4); ++b) {
      const Vec3<double>&rate = b < 3 ? moved.translation : moved.rotation,
            &value = b < 3 ? all.translation : all.rotation;
      y[b] +=
          dot(load3(frame_ + 3 * (b % 3)), rate) + dot(load3(change.frame + 3 * (b % 3)), value);
    }
  }

  // Surfaces that stick pull on each other, as a passive force, and their rows expect it: aref has
  // R times the pull.
  double passive_pull() const {
    const bool off = has(m_.opt.disableflags, DisableBit::Spring) &&
                     has(m_.opt.disableflags, DisableBit::Damper);
    return off ? 0 : d_.contact.adhesion[block_.id];
  }

  // Of the force along the frame.
  void force_change(const Dof& k, const Change& change, const Velocities& a, const Velocities& v,
                    double* y) const {
    double by_a[kMostBases], by_v[kMostBases];
    row_change(k, change, rel_a_, a, block_.bases, by_a);
    row_change(k, change, rel_v_, v, block_.bases, by_v);
    add_slide_change(k, change, by_v);
    damp(by_v);
    for (int b = 0; b < block_.bases; ++b) by_a[b] += by_v[b];
    for (int b = 0; b < block_.bases; ++b)
      by_a[b] -= (springs_.by_position[b] + springs_.by_violation[b]) * change.dist;
    by_a[0] -= springs_.pull * springs_.softening * change.dist;
    react_to(by_a, y);
    for (int b = 0; b < block_.bases; ++b)
      y[b] -= reaction_.force[b] * springs_.softening * change.dist;
  }

  void add_position(const Dof& k, const Velocities& a, const Velocities& v, const Sum& r) const {
    const Change change = change_by(k);
    double y[kMostBases];
    force_change(k, change, a, v, y);
    Force total = to_world(y);
    total.torque = total.torque + cross(change.point, force_.force);
    for (int b = 0; b < block_.bases; ++b) {
      Vec3<double>& part = b < 3 ? total.force : total.torque;
      part = axpy(whole_[b], load3(change.frame + 3 * (b % 3)), part);
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
  Springs springs_;
  Reaction reaction_;
  double whole_[kMostBases];  // force along the frame, with what sticks
  Force force_;
  Motion rel_a_[2], rel_v_[2];  // of the two bodies
  std::vector<Dof> dofs_;
};

}  // namespace

void add_contact_rows(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                      const ContactMotion& motion, const Velocities& a, const Velocities& v,
                      double smoothing, std::vector<Force>& wrench, const Sum& r) {
  ContactTerms(m, d, w, block, motion).add_to(a, v, smoothing, wrench, r);
}

ContactColumns contact_columns(const Model& m, const Data& d, Workspace<double>& w,
                               const Block& block, const ContactMotion& motion, const Velocities& a,
                               const Velocities& v, double smoothing) {
  return ContactTerms(m, d, w, block, motion).columns(a, v, smoothing);
}

void add_contact_product(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                         const ContactMotion& motion, const Velocities& y, const double* weight,
                         double scale, double* columns) {
  ContactTerms(m, d, w, block, motion).add_product(y, weight, scale, columns);
}

}  // namespace thew::derivative
