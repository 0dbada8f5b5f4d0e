#pragma once

// A batch of worlds in the memory of the host, on which kernels for devices are emulated.

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <thew/error.h>
#include <thew/thew.h>

#include "gpu/emulate.h"
#include "gpu/refuse.h"
#include "gpu/upload.h"

namespace thew::gpu {

template <class T>
class Emulated {
 public:
  Emulated(const Model& m, int worlds, int contacts = 0)
      : tables_(make_tables(m, contacts)), size_(worlds) {
    tables_.senses = kForcesAfter | (can_sense(m) ? kMeasurements : 0);
    model_ = upload_model<T>(m, tables_, [&](const auto* values, std::size_t count) {
      using E = std::remove_cvref_t<decltype(*values)>;
      E* to = static_cast<E*>(memory(count * sizeof(E)));
      if (count > 0) std::memcpy(to, values, count * sizeof(E));
      return to;
    });
    shapes_ = row_shapes(model_, model_.tables);
    const auto all = [](const char* name) { return std::strcmp(name, "wanted") != 0; };
    worlds_ =
        place_worlds<T>(shapes_, worlds, all, [&](std::size_t bytes) { return memory(bytes); });
  }

  /// Copies the state of a world in.
  void load(const Data& d, int world) {
    worlds_.time.of(u(world))[0] = d.time;
    copy(d.qpos, worlds_.qpos, world);
    copy(d.qvel, worlds_.qvel, world);
    copy(d.act, worlds_.act, world);
    copy(d.history, worlds_.history, world);
    copy(d.plastic, worlds_.plastic, world);
    copy(d.ctrl, worlds_.ctrl, world);
    copy(d.qacc_warmstart, worlds_.qacc_warmstart, world);
    copy(d.qfrc_applied, worlds_.qfrc_applied, world);
    copy(d.xfrc_applied, worlds_.xfrc_applied, world);
    copy(d.mocap_pos, worlds_.mocap_pos, world);
    copy(d.mocap_quat, worlds_.mocap_quat, world);
    copy(d.eq_active, worlds_.eq_active, world);
  }

  void run(Kernel kernel, Order order = Order::Forwards) {
    emulate(kernel, model_, worlds_, {0, size_, false}, order);
  }
  void forward(Order order = Order::Forwards) {
    emulate(model_, worlds_, {0, size_, false}, order);
  }
  void step(Order order = Order::Forwards) { emulate(model_, worlds_, {0, size_, true}, order); }

  const DeviceModel<T>& model() const { return model_; }
  const DeviceWorlds<T>& worlds() const { return worlds_; }

  /// All bytes of all rows, to compare them.
  std::vector<std::vector<std::byte>> bytes() const {
    std::vector<std::vector<std::byte>> all;
#define THEW_ROW(kind, type, name, count, needed)                                                 \
  if (worlds_.name && !std::string_view(#name).ends_with("_memory")) {                            \
    const auto* begin = reinterpret_cast<const std::byte*>(worlds_.name.data);                    \
    all.emplace_back(begin, begin + sizeof(*worlds_.name.data) * worlds_.name.stride * u(size_)); \
  }
#include "gpu/worlds.inc"
    return all;
  }

  /// Whether devices have all of its sensors.
  static bool can_sense(const Model& m) {
    try {
      refuse(m, {"sensordata"});
      return true;
    } catch (const Error&) {
      return false;
    }
  }

 private:
  static std::uint32_t u(int i) { return static_cast<std::uint32_t>(i); }
  void* memory(std::size_t bytes) {
    pieces_.push_back(std::make_unique<double[]>(bytes / sizeof(double) + 1));
    return pieces_.back().get();
  }
  template <class From, class E>
  void copy(const From& from, const Rows<E>& to, int world) {
    for (std::int64_t i = 0; i < from.size(); ++i) to.of(u(world))[i] = static_cast<E>(from[i]);
  }

  std::vector<std::unique_ptr<double[]>> pieces_;
  Tables tables_;
  int size_;
  RowShapes shapes_;
  DeviceModel<T> model_;
  DeviceWorlds<T> worlds_;
};

}  // namespace thew::gpu
