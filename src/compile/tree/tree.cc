// The kinematic tree: elements in depth-first order, their numbers and their relations.

#include "compile/stages.h"

namespace thew::compile {

namespace {

// Bodies are addressed by 16 bits in contact signatures.
constexpr std::size_t kMaxBodies = 65534;

void check_joints(const Draft& draft, const BodyDraft& body) {
  const spec::List<Joint>& joints = body.spec->joints;
  bool ball = false;
  for (const Joint& joint : joints) {
    if (joint.type == JointType::Free) {
      if (joints.size() > 1) {
        draft.fail(joint, "joint", "a free joint must be the only joint of its body");
      }
    }
    const bool turns = joint.type == JointType::Ball || joint.type == JointType::Hinge;
    if (turns && ball) {
      draft.fail(joint, "joint", "no rotation is possible after a ball joint of the same body");
    }
    ball = ball || joint.type == JointType::Ball;
  }
  if (body.dofs > 6) {
    draft.fail(*body.spec, "body",
               "has " + std::to_string(body.dofs) + " degrees of freedom, more than 6");
  }
}

void list_joints(Draft& draft, BodyDraft& body, int id) {
  body.first_joint = static_cast<int>(draft.joints.size());
  body.joints = static_cast<int>(body.spec->joints.size());
  int qpos = 0, dof = 0;
  if (!draft.joints.empty()) {
    const JointDraft& last = draft.joints.back();
    qpos = last.qpos + position_count(last.spec->type);
    dof = last.dof + dof_count(last.spec->type);
  }
  body.first_dof = dof;
  for (const Joint& joint : body.spec->joints) {
    JointDraft& entry = draft.joints.emplace_back();
    entry.spec = &joint;
    entry.body = id;
    entry.qpos = qpos;
    entry.dof = dof;
    qpos += position_count(joint.type);
    dof += dof_count(joint.type);
  }
  body.dofs = dof - body.first_dof;
  check_joints(draft, body);
}

template <class Entry, class Part>
void list_parts(std::vector<Entry>& list, const spec::List<Part>& parts, int body) {
  for (const Part& part : parts) {
    Entry& entry = list.emplace_back();
    entry.spec = &part;
    entry.body = body;
  }
}

void list_body(Draft& draft, const Body& spec, int parent) {
  const int id = static_cast<int>(draft.bodies.size());
  if (draft.bodies.size() >= kMaxBodies) draft.fail(spec, "body", "too many bodies");
  BodyDraft body;
  body.spec = &spec;
  body.rules = &draft.spec.compilers[spec.compiler];
  body.parent = parent;
  body.root = parent == 0 ? id : draft.bodies[parent].root;
  const bool own_weld = id == 0 || !spec.joints.empty() || spec.mocap;
  body.weld = own_weld ? id : draft.bodies[parent].weld;
  list_joints(draft, body, id);
  body.first_geom = static_cast<int>(draft.geoms.size());
  body.geoms = static_cast<int>(spec.geoms.size());
  list_parts(draft.geoms, spec.geoms, id);
  list_parts(draft.sites, spec.sites, id);
  list_parts(draft.cameras, spec.cameras, id);
  list_parts(draft.lights, spec.lights, id);
  if (spec.mocap && (body.dofs > 0 || parent != 0)) {
    draft.fail(spec, "body", "a mocap body must be a child of the world without joints");
  }
  draft.bodies.push_back(std::move(body));
}

// What is not in the tree, in the order in which it was written.
void list_others(Draft& draft) {
  static const Key kEmptyKey;
  const auto list = [](auto& entries, const auto& elements) {
    for (const auto& element : elements) entries.emplace_back().spec = &element;
  };
  list(draft.plugins, draft.spec.plugins);
  list(draft.meshes, draft.spec.meshes);
  list(draft.hfields, draft.spec.hfields);
  list(draft.skins, draft.spec.skins);
  list(draft.flexes, draft.spec.flexes);
  list(draft.pairs, draft.spec.pairs);
  list(draft.excludes, draft.spec.excludes);
  list(draft.equalities, draft.spec.equalities);
  list(draft.tendons, draft.spec.tendons);
  list(draft.actuators, draft.spec.actuators);
  list(draft.sensors, draft.spec.sensors);
  list(draft.keys, draft.spec.keys);
  while (static_cast<int>(draft.keys.size()) < draft.spec.sizes.nkey) {
    draft.keys.push_back({&kEmptyKey});
  }
}

bool is_axis_aligned(const Vec3& axis) {
  int used = 0;
  for (const double x : axis) used += std::abs(x) > kTiny;
  return used == 1;
}

// Whether the joints of a body keep its block of M diagonal: at most one rotation, the last, all
// about its origin.
bool has_simple_joints(const Draft& draft, const BodyDraft& body) {
  bool turned = false;
  for (int j = body.first_joint; j < body.first_joint + body.joints; ++j) {
    const JointDraft& joint = draft.joints[j];
    const JointType type = joint.spec->type;
    const bool has_axis = type == JointType::Hinge || type == JointType::Slide;
    if (turned || !same_position(joint.pos, {})) return false;
    if (has_axis && !is_axis_aligned(joint.axis)) return false;
    turned = turned || type == JointType::Ball || type == JointType::Hinge;
  }
  return true;
}

bool has_only_slides(const Draft& draft, const BodyDraft& body) {
  for (int j = body.first_joint; j < body.first_joint + body.joints; ++j) {
    if (draft.joints[j].spec->type != JointType::Slide) return false;
  }
  return true;
}

int wrap_body(const Draft& draft, const WrapDraft& wrap) {
  switch (wrap.type) {
    case WrapType::Joint:
      return draft.joints[wrap.object].body;
    case WrapType::Site:
      return draft.sites[wrap.object].body;
    case WrapType::Sphere:
    case WrapType::Cylinder:
      return draft.geoms[wrap.object].body;
    default:
      return -1;
  }
}

}  // namespace

void list_tree(Draft& draft) {
  if (!draft.spec.world.joints.empty()) {
    draft.fail(draft.spec.world.joints[0], "joint", "the world body cannot have joints");
  }
  // Depth-first without recursion: a chain may be deeper than the stack.
  std::vector<std::pair<const Body*, int>> open = {{&draft.spec.world, 0}};
  while (!open.empty()) {
    const auto [spec, parent] = open.back();
    open.pop_back();
    list_body(draft, *spec, parent);
    const int id = static_cast<int>(draft.bodies.size()) - 1;
    for (auto child = spec->bodies.rbegin(); child != spec->bodies.rend(); ++child) {
      open.emplace_back(&*child, id);
    }
  }
  list_others(draft);
  int mocap = 0;
  for (BodyDraft& body : draft.bodies) {
    if (body.spec->mocap) body.mocap = mocap++;
  }
}

void find_simple(Draft& draft) {
  for (std::size_t i = 0; i < draft.bodies.size(); ++i) {
    BodyDraft& body = draft.bodies[i];
    const BodyDraft& parent = draft.bodies[body.parent];
    const bool same_frame =
        same_position(body.inertial.pos, {}) && same_rotation(body.inertial.quat, {1, 0, 0, 0});
    const bool on_top =
        body.root == static_cast<int>(i) || (parent.parent == 0 && parent.dofs == 0);
    body.simple = same_frame && on_top && body.spec->simple && has_simple_joints(draft, body);
    if (body.simple && body.dofs > 0 && has_only_slides(draft, body)) body.simple = 2;
  }
  for (const BodyDraft& body : draft.bodies) {
    if (body.parent > 0) draft.bodies[body.parent].simple = 0;
  }
  // Armature of a tendon, its own or that of an actuator, joins the bodies on its path.
  const auto join = [&](const TendonDraft& tendon) {
    for (const WrapDraft& wrap : tendon.path) {
      if (const int body = wrap_body(draft, wrap); body >= 0) draft.bodies[body].simple = 0;
    }
  };
  for (const TendonDraft& tendon : draft.tendons) {
    if (tendon.spec->armature != 0) join(tendon);
  }
  for (const ActuatorDraft& actuator : draft.actuators) {
    const bool pulls = actuator.spec->trntype == Transmission::Tendon;
    if (pulls && actuator.spec->armature != 0) join(draft.tendons[actuator.trnid[0]]);
  }
}

}  // namespace thew::compile
