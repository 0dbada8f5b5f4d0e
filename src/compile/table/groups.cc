// What follows from the arrays by going through them: trees, who may sleep, who adds damping to
// whom, flags.

#include <algorithm>

#include "compile/stages.h"

namespace thew::compile {

namespace {

template <class List>
bool any_nonzero(const List& values) {
  return std::any_of(std::begin(values), std::end(values), [](auto x) { return x != 0; });
}

void write_trees(const Draft& draft, Model& m) {
  int tree = -1;
  for (int d = 0; d < m.nv; ++d) {
    if (m.dof_parentid[d] < 0) m.tree_dofadr[++tree] = d;
    m.dof_treeid[d] = tree;
    ++m.tree_dofnum[tree];
  }
  for (int b = 0; b < m.nbody; ++b) {
    const BodyDraft& weld = draft.bodies[draft.bodies[b].weld];
    m.body_treeid[b] = weld.dofs > 0 ? m.dof_treeid[weld.first_dof] : -1;
    if (m.body_treeid[b] < 0) continue;
    if (m.tree_bodynum[m.body_treeid[b]]++ == 0) m.tree_bodyadr[m.body_treeid[b]] = b;
  }
}

int wrap_tree(const Model& m, int wrap) {
  const int id = m.wrap_objid[wrap];
  switch (static_cast<WrapType>(m.wrap_type[wrap])) {
    case WrapType::Joint:
      return m.body_treeid[m.jnt_bodyid[id]];
    case WrapType::Site:
      return m.body_treeid[m.site_bodyid[id]];
    case WrapType::Sphere:
    case WrapType::Cylinder:
      return m.body_treeid[m.geom_bodyid[id]];
    default:
      return -1;
  }
}

// The different trees along a tendon, in the order of its path.
std::vector<int> tendon_trees(const Model& m, int tendon) {
  std::vector<int> trees;
  for (int w = m.tendon_adr[tendon]; w < m.tendon_adr[tendon] + m.tendon_num[tendon]; ++w) {
    const int tree = wrap_tree(m, w);
    if (tree >= 0 && std::find(trees.begin(), trees.end(), tree) == trees.end()) {
      trees.push_back(tree);
    }
  }
  return trees;
}

void write_tendon_trees(Model& m) {
  for (int t = 0; t < m.ntendon; ++t) {
    const std::vector<int> trees = tendon_trees(m, t);
    m.tendon_treenum[t] = static_cast<int>(trees.size());
    for (std::size_t k = 0; k < 2; ++k)
      m.tendon_treeid.row(t)[k] = k < trees.size() ? trees[k] : -1;
  }
}

// The bias force of armature on a path that wraps is not known.
void check_armature(const Draft& draft, const Model& m, int actuator) {
  const Actuator& spec = *draft.actuators[actuator].spec;
  if (spec.trntype != Transmission::Tendon || spec.armature == 0) return;
  for (const WrapDraft& wrap : draft.tendons[m.actuator_trnid.row(actuator)[0]].path) {
    if (wrap.type != WrapType::Sphere && wrap.type != WrapType::Cylinder) continue;
    draft.fail(spec, "actuator", "a tendon that wraps around geoms cannot have armature",
               "leave out the armature, or the geoms of tendon \"" + spec.target + "\"");
  }
}

// Which actuator adds damping or armature to a joint or tendon: -1 none, -2 several.
void write_actuator_ids(const Draft& draft, Model& m) {
  std::fill(m.jnt_actuatorid.begin(), m.jnt_actuatorid.end(), -1);
  std::fill(m.tendon_actuatorid.begin(), m.tendon_actuatorid.end(), -1);
  for (int i = 0; i < m.nactuator; ++i) {
    const Actuator& spec = *draft.actuators[i].spec;
    if (spec.damping == Poly{} && spec.armature == 0) continue;
    check_armature(draft, m, i);
    const int target = m.actuator_trnid.row(i)[0];
    int& id = spec.trntype == Transmission::Tendon ? m.tendon_actuatorid[target]
                                                   : m.jnt_actuatorid[target];
    id = id == -1 ? i : -2;
  }
}

void keep_awake(Model& m, int tree) {
  if (tree < 0) return;
  int& policy = m.tree_sleep_policy[tree];
  if (policy == static_cast<int>(SleepPolicy::Auto))
    policy = static_cast<int>(SleepPolicy::AutoNever);
}

// The trees that an actuator acts on never fall asleep by themselves.
void keep_actuated_awake(Model& m, int actuator) {
  const int id = m.actuator_trnid.row(actuator)[0], second = m.actuator_trnid.row(actuator)[1];
  const auto keep_site_awake = [&](int site) {
    if (site >= 0) keep_awake(m, m.body_treeid[m.site_bodyid[site]]);
  };
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return keep_awake(m, m.body_treeid[m.jnt_bodyid[id]]);
    case Transmission::So3:
      if (second < 0) return keep_awake(m, m.body_treeid[m.jnt_bodyid[id]]);
      [[fallthrough]];
    case Transmission::Site:
    case Transmission::Slidercrank:
      keep_site_awake(id);
      return keep_site_awake(second);
    case Transmission::Body:
      return keep_awake(m, m.body_treeid[id]);
    case Transmission::Tendon:
      for (const int tree : tendon_trees(m, id)) keep_awake(m, tree);
      return;
    default:
      return;
  }
}

// Trees that a tendon couples by forces, or more than two of them, cannot sleep apart.
void keep_coupled_awake(const Draft& draft, Model& m, int t) {
  const Tendon& spec = *draft.tendons[t].spec;
  const bool passive =
      spec.stiffness == Poly{} && spec.damping == Poly{} && m.tendon_actuatorid[t] == -1;
  if (m.tendon_treenum[t] < 2 || (m.tendon_treenum[t] == 2 && passive)) return;
  for (const int tree : tendon_trees(m, t)) {
    const auto policy = static_cast<SleepPolicy>(m.tree_sleep_policy[tree]);
    if (policy == SleepPolicy::Allowed || policy == SleepPolicy::Init) {
      draft.fail(spec, "tendon", "it couples trees that are allowed to sleep");
    }
    keep_awake(m, tree);
  }
}

// Points that nothing holds together do not sleep.
void keep_flexes_awake(const Draft& draft, Model& m) {
  for (const FlexDraft& flex : draft.flexes) {
    if (flex.equality != 0 || !flex.bending.empty() || any_nonzero(flex.stiffness)) continue;
    if (flex.is_projected()) continue;
    for (const int body : flex.interpolated() ? flex.nodebody : flex.vertbody) {
      const int tree = m.body_treeid[body];
      if (tree >= 0 && m.tree_sleep_policy[tree] == static_cast<int>(SleepPolicy::Auto)) {
        m.tree_sleep_policy[tree] = static_cast<int>(SleepPolicy::AutoNever);
      }
    }
  }
}

void write_sleep(const Draft& draft, Model& m) {
  for (int b = 1; b < m.nbody; ++b) {
    const Body& spec = *draft.bodies[b].spec;
    if (spec.sleep == SleepPolicy::Auto) continue;
    const int tree = m.body_treeid[b];
    if (tree < 0 || tree == m.body_treeid[b - 1]) {
      draft.fail(spec, "body", "a sleep policy belongs to the first body of a tree that moves");
    }
    m.tree_sleep_policy[tree] = static_cast<int>(spec.sleep);
  }
  for (int i = 0; i < m.nactuator; ++i) keep_actuated_awake(m, i);
  for (int t = 0; t < m.ntendon; ++t) keep_coupled_awake(draft, m, t);
  keep_flexes_awake(draft, m);
  for (int& policy : m.tree_sleep_policy) {
    if (policy == static_cast<int>(SleepPolicy::Auto))
      policy = static_cast<int>(SleepPolicy::AutoAllowed);
  }
}

}  // namespace

void set_flags(Model& m) {
  m.ngravcomp = std::count_if(m.body_gravcomp.values().begin(), m.body_gravcomp.values().end(),
                              [](double x) { return x > 0; });
  m.flg_gravcomp = m.ngravcomp > 0;
  m.flg_surfacevel = any_nonzero(m.geom_surfacevel.values());
  m.flg_adhesion = any_nonzero(m.geom_adhesion.values()) || any_nonzero(m.pair_adhesion.values());
}

void write_groups(const Draft& draft, Model& m) {
  write_trees(draft, m);
  write_tendon_trees(m);
  write_actuator_ids(draft, m);
  write_sleep(draft, m);
  set_flags(m);
}

}  // namespace thew::compile
