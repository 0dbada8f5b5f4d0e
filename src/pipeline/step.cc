#include <algorithm>

#include <thew/stages.h>
#include <thew/step.h>

#include "deformable/sleep.h"
#include "integrate/integrate.h"
#include "math/short_vector.h"
#include "model/flex_support.h"
#include "model/lane_types.h"
#include "model/reset_where.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "model/warning.h"
#include "pipeline/optional.h"
#include "pipeline/stages.h"
#include "pipeline/wake.h"

namespace thew {

using namespace math;

namespace {

// Flags the first bad entry of each lane that is not sane and, unless disabled, resets those lanes.
template <class T>
[[gnu::noinline]] void mend(const Model& m, BasicData<T>& d, Workspace<T>& w,
                            const Array<T>& values, Warning warning, const MaskOf<T>& sane) {
  // The first bad entry of each lane, found before a reset wipes it out.
  int first[kLanes<T>] = {};
  for (std::int64_t i = values.size() - 1; i >= 0; --i) {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (!(lane(abs(values[i]), k) <= kMaxVal)) first[k] = static_cast<int>(i);
    }
  }
  if (!has(m.opt.disableflags, DisableBit::Autoreset)) {
    reset_where(m, d, !sane);
    if constexpr (kLanes<T> == 1) begin_asleep(m, d, w);
  }
  for (int k = 0; k < kLanes<T>; ++k) {
    if (!lane(sane, k)) raise_in_lane(d, warning, first[k], k);
  }
}

// Whether any entry was bad.
template <class T>
THEW_INLINE bool check(const Model& m, BasicData<T>& d, Workspace<T>& w, const Array<T>& values,
                       Warning warning) {
  const MaskOf<T> sane = holds_for_all(values.size(), values.data(), [](const auto& x) {
    return abs(x) <= std::decay_t<decltype(x)>(Scalar<T>(kMaxVal));
  });
  if (all(sane)) [[likely]]
    return false;
  mend(m, d, w, values, warning, sane);
  return true;
}

// No state survives a step with options that are not finite, or a time step that is not positive,
// and flexes do not go with all of them: nothing moves until they are mended.
template <class T>
bool refuse_options(const Model& m, BasicData<T>& d) {
  const Options& o = m.opt;
  double size = abs(o.density) + abs(o.viscosity);
  for (int i = 0; i < 3; ++i) size += abs(o.gravity[i]) + abs(o.wind[i]);
  constexpr double kMost = 1e150;  // its square is still finite
  const bool sound = o.timestep > 0 && o.timestep + size <= kMost;
  if (sound && (m.nflex == 0 || model::options_take_flexes(m))) return false;
  const MaskOf<T> everywhere = true;
  raise(d, Warning::Badqacc, 0, everywhere);
  return true;
}

// Lets slow trees fall asleep; what depends on velocities is computed again.
template <class T>
void fall_asleep(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    const bool fell = sleep::fall_asleep(m, d);
    deformable::keep_springs_awake(m, d);
    if (!fell) return;
    forward_skip(m, d, w, Stage::Pos, false);
    sleep::update(m, d);
  }
}

// Forces of contacts are remembered by steps alone: not by forward(), and not by the later stages
// of RK4, which all start from those of its first one.
template <class T>
void remember_contacts(const Model& m, BasicData<T>& d) {
  if (m.nwarmstart == 0) return;
  std::copy(d.kept.contact_next.begin(), d.kept.contact_next.end(), d.contact_warmstart.begin());
}

}  // namespace

template <class T>
void integrate_step(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  fall_asleep(m, d, w);
  remember_contacts(m, d);
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  if (integrator == Integrator::Rk4) return integrate_rk4(m, d, w);
  optional::keep_sheets_apart(m, d, w);
  timed(d, Timer::Advance, [&] {
    optional::remember(m, d);
    switch (integrator) {
      case Integrator::Implicit:
        actuation::tangents(m, d);
        integrate::implicit(m, d, w);
        break;
      case Integrator::Implicitfast:
        actuation::tangents(m, d);
        integrate::implicit_fast(m, d, w);
        break;
      case Integrator::Discrete:
        integrate::discrete(m, d);
        break;
      case Integrator::ImplicitSpringDamper:
        integrate::implicit_spring_damper(m, d, w);
        break;
      case Integrator::Euler:
      default:
        integrate::euler(m, d, w);
    }
    optional::project_flexes(m, d, w);
  });
}

template <class T>
void check_position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  check(m, d, w, d.qpos, Warning::Badqpos);
}

template <class T>
void check_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  check(m, d, w, d.qvel, Warning::Badqvel);
}

template <class T>
void check_acceleration(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (check(m, d, w, d.qacc, Warning::Badqacc) && !has(m.opt.disableflags, DisableBit::Autoreset))
    forward(m, d, w);
}

template <class T>
void step_skip(const Model& m, BasicData<T>& d, Workspace<T>& w, Stage skip, bool skip_sensors) {
  timed(d, Timer::Step, [&] {
    if (refuse_options(m, d)) return;
    check_position(m, d, w);
    check_velocity(m, d, w);
    forward_skip(m, d, w, skip, skip_sensors);
    check_acceleration(m, d, w);
    if (has(m.opt.enableflags, EnableBit::Fwdinv)) compare_inverse(m, d, w);
    integrate_step(m, d, w);
  });
}

template <class T>
void step(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  step_skip(m, d, w, Stage::None, false);
}

template <class T>
void step1(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Step, [&] {
    if (refuse_options(m, d)) return;
    check_position(m, d, w);
    check_velocity(m, d, w);
    position_stage(m, d, w);
    velocity_stage(m, d, w);
    ask_control(m, d);
  });
}

template <class T>
void step2(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Step, 0, [&] {
    if (refuse_options(m, d)) return;
    forward_actuation(m, d);
    forward_acceleration(m, d, w);
    constraint_stage(m, d, w, false);
    check_acceleration(m, d, w);
    if (has(m.opt.enableflags, EnableBit::Fwdinv)) compare_inverse(m, d, w);
    if (m.opt.integrator == static_cast<int>(Integrator::Rk4)) {
      integrate_euler(m, d, w);
    } else {
      integrate_step(m, d, w);
    }
  });
}

template <class T>
void integrate_euler(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Advance, [&] {
    remember_contacts(m, d);
    optional::remember(m, d);
    integrate::euler(m, d, w);
    optional::project_flexes(m, d, w);
  });
}

template <class T>
void integrate_implicit(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Advance, [&] {
    actuation::tangents(m, d);
    remember_contacts(m, d);
    optional::remember(m, d);
    if (m.opt.integrator == static_cast<int>(Integrator::Implicitfast)) {
      integrate::implicit_fast(m, d, w);
    } else {
      integrate::implicit(m, d, w);
    }
    optional::project_flexes(m, d, w);
  });
}

#define THEW_INSTANTIATE(T)                                                         \
  template void integrate_step(const Model&, BasicData<T>&, Workspace<T>&);         \
  template void check_position(const Model&, BasicData<T>&, Workspace<T>&);         \
  template void check_velocity(const Model&, BasicData<T>&, Workspace<T>&);         \
  template void check_acceleration(const Model&, BasicData<T>&, Workspace<T>&);     \
  template void step_skip(const Model&, BasicData<T>&, Workspace<T>&, Stage, bool); \
  template void step(const Model&, BasicData<T>&, Workspace<T>&);                   \
  template void step1(const Model&, BasicData<T>&, Workspace<T>&);                  \
  template void step2(const Model&, BasicData<T>&, Workspace<T>&);                  \
  template void integrate_euler(const Model&, BasicData<T>&, Workspace<T>&);        \
  template void integrate_implicit(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
