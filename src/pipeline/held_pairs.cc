#include "pipeline/held_pairs.h"

#include <algorithm>
#include <limits>

#include "model/lane_types.h"

namespace thew {

using math::dot;

namespace {

constexpr double kFrequency2 = 5e7;  // [rad^2/s^2] of the lightest point with the stiffness
constexpr double kDecay = 0.9;       // of the stiffness, for each time without a load
constexpr int kAgesLoaded = 6;       // times that a loaded pair stays as stiff
constexpr int kMostUnloaded = 25, kMostSinceLoad = 44;
constexpr double kNear = 1e-8;  // [m] that solves leave open

// Finds pairs by what they are.
class PairSet {
 public:
  PairSet(std::int64_t pairs, Memory& memory) {
    while (mask_ < 2 * pairs) mask_ = 2 * mask_ + 1;
    slot_ = memory.take<const SheetPair*>(mask_ + 1);
    if (slot_ != nullptr) std::fill_n(slot_, mask_ + 1, nullptr);
  }
  /// Whether it was not there yet. The pair must stay where it is.
  bool insert(const SheetPair& pair) {
    std::int64_t at = place(pair);
    for (; slot_[at] != nullptr; at = (at + 1) & mask_) {
      if (*slot_[at] == pair) return false;
    }
    slot_[at] = &pair;
    return true;
  }

 private:
  std::int64_t place(const SheetPair& pair) const {
    std::uint64_t hash = static_cast<std::uint64_t>(pair.kind);
    const auto add = [&](int x) {
      hash = (hash ^ static_cast<std::uint64_t>(x + 2)) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    };
    add(pair.geom);
    add(pair.feature);
    for (const int point : pair.point) add(point);
    return static_cast<std::int64_t>(hash) & mask_;
  }

  std::int64_t mask_ = 15;
  const SheetPair** slot_ = nullptr;
};

}  // namespace

int next_age(int age, bool loaded) {
  constexpr int kForgotten = 5;
  if (loaded) return age == 0 || age > kForgotten ? 0 : -1;
  return age >= 0 ? age + 1 : age - 1;
}

double HeldPair::opening(const Vec3d* safe, const Vec3d* x) const {
  double sum = gap.distance - rest;
  for (int i = 0; i < pair.count; ++i) {
    const int p = pair.point[i];
    sum += gap.weight[i] * dot(gap.normal, x[p] - safe[p]);
  }
  return sum;
}

double HeldPair::aged_stiffness() const {
  const int times = age >= 0 ? age : std::max(-age - kAgesLoaded, 0);
  double k = stiffness;
  for (int i = 0; i < times; ++i) k *= kDecay;
  return k;
}

double HeldPair::cost(const Vec3d* safe, const Vec3d* x) const {
  const double beyond = residual(safe, x);
  return beyond < 0 ? 0.5 * aged_stiffness() * beyond * beyond : 0;
}

template <class T>
HeldPairs<T>::HeldPairs(BasicData<T>& d, const SheetScene<T>& scene, std::size_t bytes,
                        Memory& memory)
    : d_(d), scene_(scene), points_(scene.points()) {
  for (BoundedList<HeldPair>* list : {&held_, &next_}) {
    list->room = static_cast<int>(std::min<std::size_t>(bytes / sizeof(HeldPair), 1 << 24));
    list->item = memory.take<HeldPair>(list->room);
  }
}

// A pair begins with what its vertices remember.
template <class T>
HeldPair HeldPairs<T>::make(const SheetPair& pair) const {
  constexpr double kNoMass = 1e-9;
  double mass = std::numeric_limits<double>::max(), force = 0;
  int age = std::numeric_limits<int>::max();
  for (int i = 0; i < pair.count; ++i) {
    const int p = pair.point[i], v = points_.vertex[p];
    if (points_.mass[p] > 0) mass = std::min(mass, points_.mass[p]);
    force = std::max(force, static_cast<double>(d_.flexvert_lambda[v]));
    age = std::min<int>(age, d_.flexvert_conage[v]);
  }
  if (mass == std::numeric_limits<double>::max()) mass = kNoMass;
  const double rest = std::min(scene_.band(pair), collision::sheet::kRest);
  return {pair, kFrequency2 * mass, rest, force, age, {}, false};
}

template <class T>
void HeldPairs<T>::begin(const BoundedList<SheetPair>& pairs) {
  for (int i = 0; i < pairs.count; ++i) held_.add(make(pairs[i]));
}

template <class T>
void HeldPairs<T>::linearise(const Vec3d* safe, const Vec3d* first, const Vec3d* second) {
  for (int i = 0; i < held_.count; ++i) {
    HeldPair& h = held_[i];
    h.gap = scene_.gap(h.pair, safe);
    h.pushes = h.residual(safe, first) < 0 || h.residual(safe, second) < 0;
  }
}

template <class T>
bool HeldPairs<T>::add_pushing(const Vec3d* safe, const Vec3d* x) {
  bool any = false;
  for (int i = 0; i < held_.count; ++i) {
    HeldPair& h = held_[i];
    if (h.pushes || !(h.residual(safe, x) < -kNear)) continue;
    h.pushes = any = true;
  }
  return any;
}

template <class T>
void HeldPairs<T>::update_forces(const Vec3d* safe, const Vec3d* x) {
  for (int i = 0; i < held_.count; ++i) {
    HeldPair& h = held_[i];
    const double opening = h.opening(safe, x);
    const bool loaded = !(opening - h.force / h.stiffness > 0);
    h.force = loaded ? h.force - opening * h.stiffness : 0;
    h.age = next_age(h.age, loaded);
  }
  remember();
}

// A vertex remembers the largest force of its pairs.
template <class T>
void HeldPairs<T>::remember() {
  for (int p = 0; p < points_.count; ++p) d_.flexvert_lambda[points_.vertex[p]] = T(0);
  for (int i = 0; i < held_.count; ++i) {
    for (int k = 0; k < held_[i].pair.count; ++k) {
      T& most = d_.flexvert_lambda[points_.vertex[held_[i].pair.point[k]]];
      most = std::max(most, T(held_[i].force));
    }
  }
  for (int p = 0; p < points_.count; ++p) {
    const int v = points_.vertex[p];
    d_.flexvert_conage[v] = next_age(d_.flexvert_conage[v], d_.flexvert_lambda[v] > T(0));
  }
}

template <class T>
bool HeldPairs<T>::is_first(const SheetPair& pair, double gap, double time,
                            const double* earliest) const {
  constexpr double kSame = 1e-12;
  if (gap <= 0) return true;
  if (time > 1) return false;
  for (int k = 0; k < pair.count; ++k) {
    if (time <= earliest[pair.point[k]] + kSame) return true;
  }
  return false;
}

template <class T>
void HeldPairs<T>::merge(const BoundedList<SheetPair>& pairs, const double* gap, const double* time,
                         Memory memory) {
  double* const earliest = memory.take<double>(points_.count);
  PairSet set(held_.count + std::int64_t{pairs.count}, memory);
  if (memory.full()) {
    held_.lost += pairs.count;
    return;
  }
  std::fill_n(earliest, points_.count, 2.0);
  for (int i = 0; i < pairs.count; ++i) {
    for (int k = 0; k < pairs[i].count; ++k) {
      double& first = earliest[pairs[i].point[k]];
      first = std::min(first, time[i]);
    }
  }
  next_.count = 0;
  for (int i = 0; i < held_.count; ++i) {
    const HeldPair& h = held_[i];
    if (h.age > kMostUnloaded || (h.force <= 0 && h.age < -kMostSinceLoad)) continue;
    if (set.insert(h.pair)) next_.add(h);
  }
  for (int i = 0; i < pairs.count; ++i) {
    if (is_first(pairs[i], gap[i], time[i], earliest) && set.insert(pairs[i])) {
      next_.add(make(pairs[i]));
    }
  }
  std::swap(held_, next_);
}

template <class T>
double HeldPairs<T>::cost(const Vec3d* safe, const Vec3d* x) const {
  double sum = 0;
  for (int i = 0; i < held_.count; ++i) sum += held_[i].cost(safe, x);
  return sum;
}

#define THEW_INSTANTIATE(T) template class HeldPairs<T>
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew
