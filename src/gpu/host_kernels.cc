#include "gpu/host_kernels.h"

#include <string_view>
#include <tuple>

#include "gpu/emulate.h"
#include "gpu/keeping.h"
#include "gpu/launch.h"

namespace thew::gpu {

namespace {

// Copies of the parameters of a launch, by their types.
template <class... P>
std::tuple<P...> copy(void** parameters) {
  int i = 0;
  return std::tuple<P...>{*static_cast<const P*>(parameters[i++])...};
}

template <class T, Kernel kernel>
std::function<void()> run(void** parameters) {
  return [p = copy<DeviceModel<T>, DeviceWorlds<T>, Call>(parameters)] {
    const auto& [model, worlds, call] = p;
    emulate(kernel, model, worlds, call);
  };
}

template <class T>
std::function<void()> begin_worlds(void** parameters) {
  return [p = copy<Errand, DeviceModel<T>, DeviceWorlds<T>, DeviceWorlds<T>, Keeping, Call>(
              parameters)] {
    const auto& [errand, model, worlds, initial, keeping, call] = p;
    const Team<kKeepingTeam> team(Order::Forwards);
    for (int i = 0; i < call.count; ++i) {
      begin(team, errand, model, worlds, initial, keeping,
            static_cast<std::uint32_t>(call.first + i));
    }
  };
}

template <class T>
std::function<void()> end_worlds(void** parameters) {
  return [p = copy<Errand, DeviceWorlds<T>, Keeping, Call>(parameters)] {
    const auto& [errand, worlds, keeping, call] = p;
    for (int i = 0; i < call.count; ++i) {
      end(errand, worlds, keeping, static_cast<std::uint32_t>(call.first + i));
    }
  };
}

constexpr HostKernel kHostKernels[] = {
    {"thew_smooth", "f32", run<float, Kernel::Smooth>},
    {"thew_smooth", "f64", run<double, Kernel::Smooth>},
    {"thew_collide", "f32", run<float, Kernel::Collide>},
    {"thew_collide", "f64", run<double, Kernel::Collide>},
    {"thew_rows", "f32", run<float, Kernel::Rows>},
    {"thew_rows", "f64", run<double, Kernel::Rows>},
    {"thew_adhere", "f32", run<float, Kernel::Adhere>},
    {"thew_adhere", "f64", run<double, Kernel::Adhere>},
    {"thew_distance", "f32", run<float, Kernel::Distance>},
    {"thew_distance", "f64", run<double, Kernel::Distance>},
    {"thew_project", "f32", run<float, Kernel::Project>},
    {"thew_project", "f64", run<double, Kernel::Project>},
    {"thew_settle", "f32", run<float, Kernel::Settle>},
    {"thew_settle", "f64", run<double, Kernel::Settle>},
    {"thew_solve_noslip", "f32", run<float, Kernel::Noslip>},
    {"thew_solve_noslip", "f64", run<double, Kernel::Noslip>},
    {"thew_solve", "f32", run<float, Kernel::Solve>},
    {"thew_solve", "f64", run<double, Kernel::Solve>},
    {"thew_sense", "f32", run<float, Kernel::Sense>},
    {"thew_sense", "f64", run<double, Kernel::Sense>},
    {"thew_forces", "f32", run<float, Kernel::Forces>},
    {"thew_forces", "f64", run<double, Kernel::Forces>},
    {"thew_advance", "f32", run<float, Kernel::Advance>},
    {"thew_advance", "f64", run<double, Kernel::Advance>},
    {"thew_implicit", "f32", run<float, Kernel::Advance>},
    {"thew_implicit", "f64", run<double, Kernel::Advance>},
    {"thew_rk4", "f32", run<float, Kernel::Advance>},
    {"thew_rk4", "f64", run<double, Kernel::Advance>},
    {"thew_begin", "f32", begin_worlds<float>},
    {"thew_begin", "f64", begin_worlds<double>},
    {"thew_end", "f32", end_worlds<float>},
    {"thew_end", "f64", end_worlds<double>},
};

}  // namespace

const HostKernel* find_host_kernel(const char* name) {
  for (const HostKernel& kernel : kHostKernels) {
    const std::string_view whole = name;
    if (whole.starts_with(kernel.begin) && whole.ends_with(kernel.end)) return &kernel;
  }
  return nullptr;
}

}  // namespace thew::gpu
