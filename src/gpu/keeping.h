#pragma once

// What a batch keeps of its worlds besides their states: which are over, which begin anew, what is
// asked for. Written once for devices and for the host.

#include "element/hill_parameters.h"
#include "gpu/device_worlds.h"

namespace thew::gpu {

enum class Errand { Step, Forward, Reset };

/// Tables with a value for each world, and what holds for all of them.
struct Keeping {
  const bool* asked = nullptr;  ///< which worlds a call is about
  bool* began = nullptr;        ///< which ones were put into their initial state by it
  bool* terminated = nullptr;
  bool* truncated = nullptr;
  double* reward = nullptr;
  double time_limit = 0;  ///< [s]
  double half_step =
      0;  ///< times are sums of steps, which rounding may leave short of the limit [s]
  bool restart = false;  ///< a world that is over begins anew in the next step
  bool keyframe =
      false;  ///< the initial state is that of a keyframe, whatever numbers a world owns
};

/// Threads that work on one world.
inline constexpr int kKeepingTeam = 8;

/// Springs that yield begin at their rest.
template <class Team, class T>
THEW_HD inline void rest_springs(const Team& team, const DeviceModel<T>& m,
                                 const DeviceWorlds<T>& w, std::uint32_t world) {
  T* plastic = w.plastic.of(world);
  team.each(m.njnt, [&](int j) {
    const int count = m.jnt_type[j] == static_cast<int>(JointType::Ball) ? 4 : 1;
    for (int k = 0; k < count && m.jnt_plasticadr[j] >= 0; ++k)
      plastic[m.jnt_plasticadr[j] + k] = m.qpos_spring.of(world)[m.jnt_qposadr[j] + k];
  });
  team.each(m.ntendon, [&](int t) {
    for (int k = 0; k < 2 && m.tendon_plasticadr[t] >= 0; ++k)
      plastic[m.tendon_plasticadr[t] + k] = m.tendon_lengthspring.of(world)[2 * t + k];
  });
}

/// Puts a world into its initial state: row 0 of `initial`, but for what follows from its own
/// numbers.
template <class Team, class T>
THEW_HD inline void put_back(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& w,
                             const DeviceWorlds<T>& initial, const Keeping& k,
                             std::uint32_t world) {
#define THEW_BACK_State(name)                                              \
  if (w.name) {                                                            \
    team.each(static_cast<int>(w.name.stride),                             \
              [&](int i) { w.name.of(world)[i] = initial.name.data[i]; }); \
  }
#define THEW_BACK_Passed(name)
#define THEW_BACK_Output(name)
#define THEW_ROW(kind, type, name, count, needed) THEW_BACK_##kind(name)
#include "gpu/worlds.inc"
#undef THEW_BACK_State
#undef THEW_BACK_Passed
#undef THEW_BACK_Output
  if (!k.keyframe) {
    team.each(m.nq, [&](int i) { w.qpos.of(world)[i] = m.qpos0.of(world)[i]; });
    team.each(m.nbody, [&](int body) {
      const int mocap = m.body_mocapid[body];
      if (mocap < 0) return;
      for (int i = 0; i < 3; ++i) {
        w.mocap_pos.of(world)[3 * mocap + i] = m.body_pos.of(world)[3 * body + i];
      }
      for (int i = 0; i < 4; ++i) {
        w.mocap_quat.of(world)[4 * mocap + i] = m.body_quat.of(world)[4 * body + i];
      }
    });
    if (m.nplastic > 0) rest_springs(team, m, w, world);
    // Fibres of muscles begin in equilibrium with their elastic tendons.
    if (m.tables.rare != 0) {
      team.each(m.nactuator, [&](int i) {
        if (m.actuator_dyntype[i] != static_cast<int>(Dynamics::Hill) || m.actuator_actnum[i] < 2)
          return;
        w.act.of(world)[m.actuator_actadr[i]] =
            m.actuator_dynprm.of(world)[kNDYN * i + hill_dyn::kRest];
      });
    }
  }
  team.each(static_cast<int>(w.warning_number.stride),
            [&](int i) { w.warning_number.of(world)[i] = 0; });
  team.once([&] {
    *w.status.of(world) = 0;
    k.terminated[world] = k.truncated[world] = false;
    k.reward[world] = 0;
  });
}

/// Before the work: which worlds it is about. Those that are over begin anew instead of stepping.
template <class Team, class T>
THEW_HD inline void begin(const Team& team, Errand errand, const DeviceModel<T>& m,
                          const DeviceWorlds<T>& w, const DeviceWorlds<T>& initial,
                          const Keeping& k, std::uint32_t world) {
  const bool asked = k.asked[world];
  const bool over = errand == Errand::Step && (k.terminated[world] || k.truncated[world]);
  const bool begins = asked && (errand == Errand::Reset || (over && k.restart));
  team.meet();
  if (begins) put_back(team, m, w, initial, k, world);
  team.once([&] {
    *w.wanted.of(world) = asked && !over && errand != Errand::Reset;
    k.began[world] = begins;
    if (asked && over) k.reward[world] = 0;
  });
}

/// After the work: which worlds are over now.
template <class T>
THEW_HD inline void end(Errand errand, const DeviceWorlds<T>& w, const Keeping& k,
                        std::uint32_t world) {
  const bool failed = *w.status.of(world) != 0;
  if (!*w.wanted.of(world) || (errand == Errand::Forward && !failed)) return;
  k.reward[world] = 0;
  k.terminated[world] = failed;
  k.truncated[world] = *w.time.of(world) + k.half_step >= k.time_limit;
}

}  // namespace thew::gpu
