// Joints: units, limits, frames, and the arrays of joints and dofs.

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

void check_joint(const Draft& draft, const Joint& joint) {
  const auto [timeconst, dampratio] = joint.springdamper;
  if ((timeconst != 0 || dampratio != 0) && (timeconst <= 0 || dampratio <= 0)) {
    draft.fail(joint, "joint", "both values of springdamper must be positive");
  }
  if (joint.springyield < 0) draft.fail(joint, "joint", "springyield cannot be negative");
  if (joint.type == JointType::Free && joint.springyield > 0) {
    draft.fail(joint, "joint", "a free joint cannot have springyield");
  }
}

// Ranges of hinges and balls are written in the compiler's unit; a range that does not count stays
// as written.
void resolve_range(const Draft& draft, const Compiler& rules, JointDraft& entry) {
  const Joint& joint = *entry.spec;
  entry.range = joint.range;
  entry.limited = joint.type != JointType::Free &&
                  is_limited(draft, joint.limited, joint.range, rules, joint, "joint", "range");
  if (!entry.limited) return;
  if (joint.type == JointType::Ball && entry.range[0] != 0) {
    draft.fail(joint, "joint", "the range of a ball joint must begin at 0");
  }
  if (joint.type != JointType::Ball && !(entry.range[0] < entry.range[1])) {
    draft.fail(joint, "joint", "the first value of range must be below the second");
  }
  if (rules.degree && joint.type != JointType::Slide) {
    for (double& x : entry.range) x *= kPi / 180.0;
  }
}

void resolve_force_range(const Draft& draft, const Compiler& rules, JointDraft& entry) {
  const Joint& joint = *entry.spec;
  if (joint.type == JointType::Free || joint.type == JointType::Ball) return;
  entry.actfrclimited = is_limited(draft, joint.actfrclimited, joint.actfrcrange, rules, joint,
                                   "joint", "actuatorfrcrange");
  if (entry.actfrclimited && !(joint.actfrcrange[0] < joint.actfrcrange[1])) {
    draft.fail(joint, "joint", "the first value of actuatorfrcrange must be below the second");
  }
}

void resolve_axis(const Draft& draft, const BodyDraft& body, JointDraft& entry) {
  const Joint& joint = *entry.spec;
  if (joint.type != JointType::Free) {
    entry.pos = place(body, joint.frame, {joint.pos, {1, 0, 0, 0}}).pos;
  }
  if (joint.type == JointType::Hinge || joint.type == JointType::Slide) {
    entry.axis = joint.frame < 0 ? joint.axis : rotate(body.frames[joint.frame].quat, joint.axis);
    if (normalise(entry.axis) == 0) draft.fail(joint, "joint", "the axis is zero");
  }
}

void write_dofs(const JointDraft& joint, int id, Model& m) {
  const Joint& spec = *joint.spec;
  for (int d = joint.dof; d < joint.dof + dof_count(spec.type); ++d) {
    m.dof_bodyid[d] = joint.body;
    m.dof_jntid[d] = id;
    put(m.dof_solref, d, spec.solref_friction);
    put(m.dof_solimp, d, spec.solimp_friction);
    m.dof_frictionloss[d] = spec.frictionloss;
    m.dof_armature[d] = spec.armature;
    put_poly(m.dof_damping, m.dof_dampingpoly, d, spec.damping);
  }
}

// The reference configuration and that of the springs.
void write_reference(const Draft& draft, const JointDraft& joint, Model& m) {
  double* qpos0 = m.qpos0.data() + joint.qpos;
  double* spring = m.qpos_spring.data() + joint.qpos;
  const Pose& pose = draft.bodies[joint.body].pose;
  switch (joint.spec->type) {
    case JointType::Free:
      std::copy(pose.pos.begin(), pose.pos.end(), qpos0);
      std::copy(pose.quat.begin(), pose.quat.end(), qpos0 + 3);
      std::copy(qpos0, qpos0 + 7, spring);
      break;
    case JointType::Ball:
      qpos0[0] = spring[0] = 1;
      break;
    case JointType::Slide:
    case JointType::Hinge:
      qpos0[0] = joint.ref;
      spring[0] = joint.springref;
      break;
  }
}

}  // namespace

bool is_limited(const Draft& draft, Limited limited, const Vec2& range, const Compiler& rules,
                const Element& element, std::string_view kind, std::string_view attribute) {
  if (limited != Limited::Auto) return limited == Limited::True;
  if (!rules.autolimits && range != Vec2{}) {
    const std::string name(attribute);
    draft.fail(element, kind, name + " is given, but not whether it holds",
               "set compiler autolimits=\"true\", or give the matching ...limited attribute");
  }
  return range[0] < range[1];
}

void compile_joints(Draft& draft) {
  for (JointDraft& entry : draft.joints) {
    const BodyDraft& body = draft.bodies[entry.body];
    const Joint& joint = *entry.spec;
    check_joint(draft, joint);
    resolve_range(draft, *body.rules, entry);
    resolve_force_range(draft, *body.rules, entry);
    resolve_axis(draft, body, entry);
    const bool degrees = body.rules->degree;
    const double hinge = degrees && joint.type == JointType::Hinge ? kPi / 180.0 : 1;
    const double turn = degrees && joint.type == JointType::Ball ? kPi / 180.0 : hinge;
    entry.ref = hinge * joint.ref;
    entry.springref = hinge * joint.springref;
    entry.springyield = turn * joint.springyield;
  }
}

void write_joints(const Draft& draft, Model& m) {
  int plastic = 0;
  for (int i = 0; i < m.njnt; ++i) {
    const JointDraft& joint = draft.joints[i];
    const Joint& spec = *joint.spec;
    m.jnt_type[i] = static_cast<int>(spec.type);
    m.jnt_qposadr[i] = joint.qpos;
    m.jnt_dofadr[i] = joint.dof;
    m.jnt_bodyid[i] = joint.body;
    m.jnt_group[i] = spec.group;
    m.jnt_plasticadr[i] = joint.springyield > 0 ? plastic : -1;
    if (joint.springyield > 0) plastic += position_count(spec.type);
    m.jnt_limited[i] = joint.limited;
    m.jnt_actfrclimited[i] = joint.actfrclimited;
    m.jnt_actgravcomp[i] = spec.actgravcomp;
    put(m.jnt_solref, i, spec.solref_limit);
    put(m.jnt_solimp, i, spec.solimp_limit);
    put(m.jnt_pos, i, joint.pos);
    put(m.jnt_axis, i, joint.axis);
    put_poly(m.jnt_stiffness, m.jnt_stiffnesspoly, i, spec.stiffness);
    m.jnt_springyield[i] = joint.springyield;
    put(m.jnt_range, i, joint.range);
    put(m.jnt_actfrcrange, i, spec.actfrcrange);
    m.jnt_margin[i] = spec.margin;
    put_user(draft, m.jnt_user, i, spec.userdata, spec, "jnt");
    write_dofs(joint, i, m);
    write_reference(draft, joint, m);
  }
}

}  // namespace thew::compile
