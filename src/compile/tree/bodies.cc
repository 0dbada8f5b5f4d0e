// Bodies: their frames, what they weigh, and their arrays.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

// A free body without children may take the frame of its inertia: its block of M becomes diagonal.
bool aligns(const BodyDraft& body) {
  const Body& spec = *body.spec;
  if (spec.joints.size() != 1 || spec.joints[0].type != JointType::Free) return false;
  if (!spec.bodies.empty()) return false;
  const AlignFree align = spec.joints[0].align;
  return align == AlignFree::True || (align == AlignFree::Auto && body.rules->alignfree);
}

void align(Draft& draft, BodyDraft& body) {
  body.is_aligned = true;
  body.aligned = inverse(body.inertial);
  body.pose = compose(body.pose, body.inertial);
  body.inertial = {};
  for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
    Pose& pose = draft.geoms[g].pose;
    pose = compose(body.aligned, pose);
  }
}

}  // namespace

SameFrame body_sameframe(const Pose& inertial) {
  if (!same_rotation(inertial.quat, {1, 0, 0, 0})) return SameFrame::None;
  return same_position(inertial.pos, {}) ? SameFrame::Body : SameFrame::Bodyrot;
}

SameFrame same_frame(const Pose& inertial, const Pose& pose) {
  if (same_rotation(pose.quat, {1, 0, 0, 0})) {
    return same_position(pose.pos, {}) ? SameFrame::Body : SameFrame::Bodyrot;
  }
  if (same_rotation(pose.quat, inertial.quat)) {
    return same_position(pose.pos, inertial.pos) ? SameFrame::Inertia : SameFrame::Inertiarot;
  }
  return SameFrame::None;
}

void compile_bodies(Draft& draft) {
  for (std::size_t i = 0; i < draft.bodies.size(); ++i) {
    BodyDraft& body = draft.bodies[i];
    const Body& spec = *body.spec;
    if (i > 0) body.pose = {spec.pos, resolve(draft, spec.orientation, *body.rules, spec, "body")};
    for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
      compile_geom(draft, draft.geoms[g]);
    }
    resolve_inertia(draft, body, static_cast<int>(i));
    body.pose = place(draft.bodies[body.parent], spec.frame, body.pose);
    if (aligns(body)) align(draft, body);
  }
}

void write_bodies(const Draft& draft, Model& m) {
  for (int i = 0; i < m.nbody; ++i) {
    const BodyDraft& body = draft.bodies[i];
    m.body_parentid[i] = body.parent;
    m.body_rootid[i] = body.root;
    m.body_weldid[i] = body.weld;
    m.body_mocapid[i] = body.mocap;
    m.body_jntnum[i] = body.joints;
    m.body_jntadr[i] = body.joints > 0 ? body.first_joint : -1;
    m.body_dofnum[i] = body.dofs;
    m.body_dofadr[i] = body.dofs > 0 ? body.first_dof : -1;
    m.body_geomnum[i] = body.geoms;
    m.body_geomadr[i] = body.geoms > 0 ? body.first_geom : -1;
    m.body_simple[i] = static_cast<field::Byte>(body.simple);
    m.body_sameframe[i] = static_cast<field::Byte>(body_sameframe(body.inertial));
    put(m.body_pos, i, body.pose.pos);
    put(m.body_quat, i, body.pose.quat);
    put(m.body_ipos, i, body.inertial.pos);
    put(m.body_iquat, i, body.inertial.quat);
    m.body_mass[i] = body.mass;
    put(m.body_inertia, i, body.inertia);
    m.body_gravcomp[i] = body.spec->gravcomp;
    put_user(draft, m.body_user, i, body.spec->userdata, *body.spec, "body");
    m.body_plugin[i] = -1;
    for (int g = body.first_geom; g < body.first_geom + body.geoms; ++g) {
      const Geom& geom = *draft.geoms[g].spec;
      m.body_contype[i] |= geom.contype;
      m.body_conaffinity[i] |= geom.conaffinity;
      m.body_margin[i] = std::max(m.body_margin[i], geom.margin + geom.gap);
    }
  }
}

}  // namespace thew::compile
