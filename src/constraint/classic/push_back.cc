#include <algorithm>

#include "constraint/classic/classic.h"
#include "constraint/equality.h"
#include "constraint/project.h"
#include "model/lane_types.h"

namespace thew::constraint::classic {

using namespace math;

namespace {

// What a unit force of each row does to rows: A of one block, with those of others that share a
// tree with it.
template <class T>
class Reactions {
 public:
  Reactions(const Model& m, const BasicData<T>& d, Memory& memory)
      : root_(m, d, penalty_blocks(d), 0, memory) {
    place_ = memory.take<int>(d.nefc);
    entry_ = memory.take<T>(std::int64_t{element::kMostBases} * tile::whole(d.nefc));
  }

  void find(std::size_t b) {
    const std::span<const int> rows = root_.neighbours(b);
    count_ = static_cast<int>(rows.size());
    width_ = tile::whole(count_);
    for (int k = 0; k < count_; ++k) place_[rows[k]] = k;
    root_.multiply(b, place_, width_, entry_);
  }

  /// Of row k of the block, which is `row` of all: on itself, and on all together.
  T own(int k, int row) const { return max(entry_[k * width_ + place_[row]], T(kMinVal)); }
  T total(int k) const {
    T sum(0);
    for (int i = 0; i < count_; ++i) sum += abs(entry_[k * width_ + i]);
    return max(sum, T(kMinVal));
  }

 private:
  Root<T> root_;
  int* place_;
  T* entry_;
  int count_ = 0, width_ = 0;
};

// The most that row k of an equality may change its velocity in a step.
template <class T>
T most_change(const Model& m, const BasicData<T>& d, const Block& block, int k) {
  const T linear = T(m.opt.max_constraint_vel), angular = T(m.opt.max_constraint_angvel);
  switch (equality_type(m, block.id)) {
    case EqualityType::Weld:
      return k < 3 ? linear : T(0.5) * abs(equality_data(m, d, block.id, kTorqueScale)) * angular;
    case EqualityType::Joint:
      return m.jnt_type[m.eq_obj1id[block.id]] == static_cast<int>(JointType::Hinge) ? angular
                                                                                     : linear;
    default:
      return linear;
  }
}

// Marks the trees that contacts act on.
template <class T>
int* trees_in_contact(const Model& m, const BasicData<T>& d, Memory& memory) {
  int* touched = memory.take<int>(m.ntree);
  if (touched == nullptr) return nullptr;
  std::fill_n(touched, m.ntree, 0);
  for (const Block& block : contact_blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    for (int k = 0; k < block.columns; ++k) touched[m.dof_treeid[column[k]]] = 1;
  }
  return touched;
}

// The share of a correction that a block may make in a step. Contacts do not see limits and
// equalities, nor these them. Where both act on a tree, each would stop the same motion, and both
// together turn it round: v' = -v, and more with the depth that contacts take out. With a third or
// less what they do together dies out, whatever share of the depth that is.
template <class T>
T share_of(const Model& m, const BasicData<T>& d, const Block& block, const int* touched) {
  constexpr double kBesideContacts = 0.25;
  const int* column = d.kept.block_column.data() + block.column;
  const bool beside = std::any_of(column, column + block.columns,
                                  [&](int dof) { return touched[m.dof_treeid[dof]] != 0; });
  return beside ? T(kBesideContacts) : T(1);
}

// The least and the most that may be added to the velocity of a row: what leaves it as it is, stops
// it, or brings it to where it should be at the end of the step, and all between.
template <class T>
struct Correction {
  Correction(const T& vel, const T& away, const T& h) {
    const T arrive = -vel - away / h;
    least = min(T(0), min(-vel, arrive));
    most = max(T(0), max(-vel, arrive));
  }
  T least, most;
};

}  // namespace

// The force is that of spring and damper, within what corrects the row: forces of a unit mass on
// something light would throw it across, and it would come back faster each time. Sums of rows of A
// bound what rows do together (Gershgorin).
template <class T>
bool push_back(const Model& m, BasicData<T>& d, Memory memory) {
  const std::span<const Block> some = penalty_blocks(d);
  if (some.empty()) return true;
  Reactions<T> reactions(m, d, memory);
  const int* touched = trees_in_contact(m, d, memory);
  if (memory.full()) return false;
  const T h = T(m.opt.timestep);
  for (std::size_t b = 0; b < some.size(); ++b) {
    const Block& block = some[b];
    reactions.find(b);
    const bool limit = block.is_one_sided();
    const T share = share_of(m, d, block, touched);
    for (int k = 0; k < block.rows; ++k) {
      const int row = block.row + k;
      const Correction<T> room(d.efc_vel[row], d.efc_pos[row] - d.efc_margin[row], h);
      const T inertia = share / (h * reactions.total(k));
      T force = clamp(d.efc_aref[row], inertia * room.least, inertia * room.most);
      const T bound = limit ? T(0) : most_change(m, d, block, k) / (h * reactions.own(k, row));
      force = limit ? max(force, T(0)) : clamp(force, -bound, bound);
      d.efc_force[row] = force;
      d.efc_state[row] = static_cast<int>(limit && force <= T(0) ? ConstraintState::Satisfied
                                                                 : ConstraintState::Quadratic);
    }
  }
  return true;
}

#define THEW_INSTANTIATE(T) template bool push_back(const Model&, BasicData<T>&, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint::classic
