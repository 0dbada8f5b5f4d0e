#include "derivative/grip.h"

#include "constraint/columns.h"
#include "derivative/contact_motion.h"
#include "derivative/pulls.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"

namespace thew::derivative {

using namespace math;

namespace {

// The contacts of a body, excluded no further than by their gap.
class Grip {
 public:
  Grip(const Model& m, const Data& d, Workspace<double>& w, int body) : m_(m), d_(d), w_(w) {
    const std::vector<ContactMotion> motions = contact_motions(m, d, w, exclude::kInGap);
    std::vector<char> moves(static_cast<std::size_t>(m.nv), 0);
    for (int c = 0; c < d.ncon; ++c) {
      const ContactBodies bodies = contact_bodies(m, d, c);
      const bool touches = bodies.first == body || bodies.second == body;
      if (d.contact.exclude[c] > exclude::kInGap || !touches) continue;
      held_.push_back({c, bodies, motions[static_cast<std::size_t>(c)]});
      constraint::each_dof(m, bodies.first, bodies.second, true,
                           [&](int dof, int) { moves[static_cast<std::size_t>(dof)] = 1; });
    }
    for (int i = 0; i < m.nv; ++i) {
      if (moves[static_cast<std::size_t>(i)]) dofs_.push_back(i);
    }
  }

  RowChange change() const {
    return differentiate(m_, d_, dofs_, [&](const Moved& moved) {
      Pulls result;
      for (const Held& held : held_) add_pull(held, moved, result);
      return result;
    });
  }

 private:
  struct Held {
    int contact;
    ContactBodies bodies;
    ContactMotion motion;
  };

  // A share of the force along the normal, towards each other.
  void add_pull(const Held& held, const Moved& moved, Pulls& to) const {
    const Vec3<double> at = load3(d_.contact.pos.row(held.contact));
    Vec3<Slopes> point = still(at), normal = still(load3(d_.contact.frame.row(held.contact)));
    moved.each_dof([&](int lane, int dof) {
      const bool first = moves(m_, dof, held.bodies.first),
                 second = moves(m_, dof, held.bodies.second);
      if (!first && !second) return;
      Motion axis = load_motion(d_.cdof.row(dof));
      const Vec3<double> arm = dynamics::arm_to(m_, d_, at, m_.dof_bodyid[dof]);
      axis.translation = axis.translation + cross(axis.rotation, arm);
      const PointChange change =
          change_along(m_, d_, w_, held.contact, held.motion, axis, int{second} - int{first});
      move(point, lane, change.point);
      move(normal, lane, change.normal);
    });
    const Slopes share = still(1.0 / static_cast<double>(held_.size()));
    to.add(m_, d_, held.bodies.second, point, normal * -share);
    to.add(m_, d_, held.bodies.first, point, normal * share);
  }

  const Model& m_;
  const Data& d_;
  Workspace<double>& w_;
  std::vector<Held> held_;
  std::vector<int> dofs_;
};

}  // namespace

RowChange grip_change(const Model& m, const Data& d, Workspace<double>& w, int body) {
  return Grip(m, d, w, body).change();
}

}  // namespace thew::derivative
