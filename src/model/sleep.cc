#include "model/sleep.h"

#include <algorithm>

#include "math/scalar.h"
#include "model/contact_side.h"
#include "model/flex_sleep.h"
#include "model/lane_types.h"

namespace thew::sleep {

namespace {

// Nobody pushes the tree, and it is slower than the tolerance (0: at rest).
template <class T>
bool may_sleep(const Model& m, const BasicData<T>& d, int tree, T tolerance) {
  const auto policy = static_cast<SleepPolicy>(m.tree_sleep_policy[tree]);
  if (policy == SleepPolicy::Never || policy == SleepPolicy::AutoNever) return false;
  const auto is_zero = [](T x) { return x == 0; };
  const T* push = d.xfrc_applied.row(m.tree_bodyadr[tree]);
  if (!std::all_of(push, push + 6 * m.tree_bodynum[tree], is_zero)) return false;
  const int first = m.tree_dofadr[tree], end = first + m.tree_dofnum[tree];
  for (int i = first; i < end; ++i) {
    const T speed = math::abs(d.qvel[i]) * T(m.dof_length[i]);
    if (d.qfrc_applied[i] != 0 || (tolerance > 0 ? !(speed < tolerance) : d.qvel[i] != 0)) {
      return false;
    }
  }
  return true;
}

// Wakes a tree and all that fell asleep with it; one that is awake stays so for as long as `value`
// says.
template <class T>
bool wake(const Model& m, BasicData<T>& d, int tree, int value) {
  if (d.tree_asleep[tree] < 0) {
    d.tree_asleep[tree] = std::min(d.tree_asleep[tree], value);
    return false;
  }
  int next = tree;
  for (std::int64_t count = 0; count < m.ntree && next >= 0 && next < m.ntree; ++count) {
    const int current = next;
    next = d.tree_asleep[current];
    if (next < 0) break;
    d.tree_asleep[current] = value;
  }
  return true;
}

template <class T>
bool updated(const Model& m, BasicData<T>& d, bool woke) {
  if (woke) update(m, d);
  return woke;
}

// The first tree of the group that sleeps with this one.
template <class T>
int group_of(const Model& m, const BasicData<T>& d, int tree) {
  int first = tree, next = d.tree_asleep[tree];
  for (std::int64_t count = 0; count < m.ntree && next != tree && next >= 0; ++count) {
    first = std::min(first, next);
    next = d.tree_asleep[next];
  }
  return first;
}

// If one of two trees sleeps, it wakes with the other's count.
template <class T>
bool wake_with_other(const Model& m, BasicData<T>& d, int a, int b) {
  if ((d.tree_awake[a] != 0) == (d.tree_awake[b] != 0)) return false;
  const bool first_sleeps = d.tree_awake[a] == 0;
  return wake(m, d, first_sleeps ? a : b, d.tree_asleep[first_sleeps ? b : a]);
}

// Its first object is a flex.
bool is_of_flex(const Model& m, int e) {
  const auto type = static_cast<EqualityType>(m.eq_type[e]);
  return type == EqualityType::Flex || type == EqualityType::Flexvert ||
         type == EqualityType::Flexstrain;
}

// The tree of a contact's side: of an element of a flex, that of the first corner that has one.
template <class T>
int tree_of_side(const Model& m, const BasicData<T>& d, int contact, int side) {
  int tree = -1;
  each_side_body(m, d, contact, side, [&](int body, double) {
    if (tree < 0) tree = m.body_treeid[body];
  });
  return tree;
}

struct Ends {
  int body1, body2;  // -1 for none
};

Ends ends_of_equality(const Model& m, int e) {
  const int a = m.eq_obj1id[e], b = m.eq_obj2id[e];
  switch (static_cast<EqualityType>(m.eq_type[e])) {
    case EqualityType::Joint:
      return {a >= 0 ? m.jnt_bodyid[a] : -1, b >= 0 ? m.jnt_bodyid[b] : -1};
    case EqualityType::Tendon:
    case EqualityType::Flex:
    case EqualityType::Flexvert:
    case EqualityType::Flexstrain:
      return {-1, -1};
    default:
      if (m.eq_objtype[e] == static_cast<int>(ObjectType::Site)) {
        return {m.site_bodyid[a], m.site_bodyid[b]};
      }
      return {a, b};
  }
}

template <class T>
bool wake_ends(const Model& m, BasicData<T>& d, int e) {
  const Ends ends = ends_of_equality(m, e);
  if (ends.body1 < 0 || ends.body2 < 0) return false;
  const SleepState a = state_of_body(d, ends.body1), b = state_of_body(d, ends.body2);
  const int tree1 = m.body_treeid[ends.body1], tree2 = m.body_treeid[ends.body2];
  if (a == SleepState::Static || b == SleepState::Static || tree1 == tree2) return false;
  const bool both = a == SleepState::Asleep && b == SleepState::Asleep;
  if (both && group_of(m, d, tree1) == group_of(m, d, tree2)) return false;
  bool woke = false;
  if (a == SleepState::Asleep) woke |= wake(m, d, tree1, kAwake);
  if (b == SleepState::Asleep) woke |= wake(m, d, tree2, kAwake);
  return woke;
}

// Closes the chain of trees that fall asleep together, and stops them.
template <class T>
void put_to_sleep(const Model& m, BasicData<T>& d, const int* tree, int count) {
  for (int i = 0; i < count; ++i) {
    d.tree_asleep[tree[i]] = tree[(i + 1) % count];
    const int first = m.tree_dofadr[tree[i]], dofs = m.tree_dofnum[tree[i]];
    std::fill_n(d.qvel.data() + first, dofs, T(0));
    std::fill_n(d.qacc.data() + first, dofs, T(0));
  }
}

}  // namespace

template <class T>
bool make_ready(const Model& m, BasicData<T>& d) {
  bool any = false;
  for (int t = 0; t < m.ntree && is_enabled(m); ++t) {
    if (m.tree_sleep_policy[t] != static_cast<int>(SleepPolicy::Init)) continue;
    d.tree_asleep[t] = -1;
    any = true;
  }
  return any;
}

template <class T>
void update(const Model& m, BasicData<T>& d) {
  d.ntree_awake = d.nbody_awake = d.nparent_awake = d.nv_awake = 0;
  for (int t = 0; t < m.ntree; ++t) {
    d.tree_awake[t] = d.tree_asleep[t] < 0 ? 1 : 0;
    d.ntree_awake += d.tree_awake[t];
  }
  for (int b = 0; b < m.nbody; ++b) {
    const int tree = m.body_treeid[b];
    const bool sleeps = tree >= 0 && d.tree_awake[tree] == 0;
    const SleepState state = sleeps ? SleepState::Asleep : state_when_awake(m, b);
    d.body_awake[b] = static_cast<int>(state);
    if (state != SleepState::Asleep) d.body_awake_ind[d.nbody_awake++] = b;
    if (b > 0 && state_of_body(d, m.body_parentid[b]) != SleepState::Asleep) {
      d.parent_awake_ind[d.nparent_awake++] = b;
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    if (d.tree_awake[m.dof_treeid[i]] != 0) d.dof_awake_ind[d.nv_awake++] = i;
  }
}

SleepState state_when_awake(const Model& m, int body) {
  const bool moves = m.body_treeid[body] >= 0 || m.body_mocapid[m.body_rootid[body]] >= 0;
  return moves ? SleepState::Awake : SleepState::Static;
}

template <class T>
SleepState state_of_body(const BasicData<T>& d, int body) {
  return static_cast<SleepState>(d.body_awake[body]);
}

template <class T>
SleepState state_of_tendon(const Model& m, const BasicData<T>& d, int t) {
  const int trees = m.tendon_treenum[t];
  if (trees == 0) return SleepState::Static;
  bool awake = trees > 2;
  for (int k = 0; k < std::min(trees, 2); ++k)
    awake |= d.tree_awake[m.tendon_treeid[2 * t + k]] != 0;
  return awake ? SleepState::Awake : SleepState::Asleep;
}

template <class T>
SleepState state_of_equality(const Model& m, const BasicData<T>& d, int e) {
  bool awake = false;
  if (is_of_flex(m, e)) {
    awake = !flex_sleeps(m, d, m.eq_obj1id[e]);
  } else if (m.eq_type[e] == static_cast<int>(EqualityType::Tendon)) {
    for (const int t : {m.eq_obj1id[e], m.eq_obj2id[e]}) {
      awake |= t >= 0 && state_of_tendon(m, d, t) == SleepState::Awake;
    }
  } else {
    const Ends ends = ends_of_equality(m, e);
    for (const int body : {ends.body1, ends.body2}) {
      awake |= body >= 0 && state_of_body(d, body) == SleepState::Awake;
    }
  }
  return awake ? SleepState::Awake : SleepState::Asleep;
}

template <class T>
bool wake_disturbed(const Model& m, BasicData<T>& d) {
  bool woke = false;
  for (int t = 0; t < m.ntree; ++t) {
    if (d.tree_asleep[t] < 0) continue;
    if (!is_enabled(m) || d.tree_awake[t] != 0 || !may_sleep(m, d, t, T(0))) {
      woke |= wake(m, d, t, kAwake);
    }
  }
  return updated(m, d, woke);
}

template <class T>
bool wake_touched(const Model& m, BasicData<T>& d) {
  if (!any_asleep(m, d)) return false;
  bool woke = false;
  for (int i = 0; i < d.ncon; ++i) {
    const auto [body1, body2] = named_bodies(m, d, i);
    const int tree1 = tree_of_side(m, d, i, 0), tree2 = tree_of_side(m, d, i, 1);
    if (tree1 >= 0 && tree2 >= 0) {
      woke |= wake_with_other(m, d, tree1, tree2);
    } else if (tree1 >= 0 || tree2 >= 0) {  // a mocap body counts as awake
      const int tree = std::max(tree1, tree2), other = tree1 < 0 ? body1 : body2;
      const bool sleeps = d.tree_awake[tree] == 0;
      if (sleeps && state_of_body(d, other) == SleepState::Awake) woke |= wake(m, d, tree, kAwake);
    }
  }
  return updated(m, d, woke);
}

template <class T>
bool wake_pulled(const Model& m, BasicData<T>& d) {
  if (!any_asleep(m, d)) return false;
  bool woke = false;
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_treenum[t] != 2 || !m.tendon_limited[t]) continue;
    const T margin = param(d, m.tendon_margin, t), length = d.ten_length[t];
    const bool at_limit = length - param(d, m.tendon_range, 2 * t) < margin ||
                          param(d, m.tendon_range, 2 * t + 1) - length < margin;
    if (!at_limit) continue;
    woke |= wake_with_other(m, d, m.tendon_treeid[2 * t], m.tendon_treeid[2 * t + 1]);
  }
  return updated(m, d, woke);
}

template <class T>
bool wake_joined(const Model& m, BasicData<T>& d) {
  if (!any_asleep(m, d)) return false;
  bool woke = false;
  for (int e = 0; e < m.neq; ++e) {
    if (d.eq_active[e] != 0) woke |= wake_ends(m, d, e);
  }
  return updated(m, d, woke);
}

template <class T>
bool fall_asleep(const Model& m, BasicData<T>& d) {
  if (!is_enabled(m) || (d.nefc > 0 && d.nisland == 0)) return false;
  for (int t = 0; t < m.ntree; ++t) {
    int& count = d.tree_asleep[t];
    if (count >= 0) continue;
    count = may_sleep(m, d, t, T(m.opt.sleep_tolerance)) ? std::min(count + 1, -1) : kAwake;
  }
  bool fell = false;
  int sorted = 0;  // trees of islands, then those without rows
  for (int k = 0; k < d.nisland; ++k) {
    const int* tree = d.map_itree2tree.data() + d.island_itreeadr[k];
    const int count = d.island_ntree[k];
    sorted += count;
    if (!std::all_of(tree, tree + count, [&](int t) { return d.tree_asleep[t] == -1; })) continue;
    put_to_sleep(m, d, tree, count);
    fell = true;
  }
  for (int j = sorted; j < m.ntree; ++j) {
    const int tree = d.nisland > 0 ? d.map_itree2tree[j] : j;
    if (d.tree_asleep[tree] != -1) continue;
    put_to_sleep(m, d, &tree, 1);
    fell = true;
  }
  return fell;
}

#define THEW_INSTANTIATE(T)                                                      \
  template bool make_ready(const Model&, BasicData<T>&);                         \
  template void update(const Model&, BasicData<T>&);                             \
  template SleepState state_of_body(const BasicData<T>&, int);                   \
  template SleepState state_of_tendon(const Model&, const BasicData<T>&, int);   \
  template SleepState state_of_equality(const Model&, const BasicData<T>&, int); \
  template bool wake_disturbed(const Model&, BasicData<T>&);                     \
  template bool wake_touched(const Model&, BasicData<T>&);                       \
  template bool wake_pulled(const Model&, BasicData<T>&);                        \
  template bool wake_joined(const Model&, BasicData<T>&);                        \
  template bool fall_asleep(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sleep
