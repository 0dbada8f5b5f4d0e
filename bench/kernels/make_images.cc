// Writes images of models: make_images FOLDER MODEL... Worlds are those of a walk with noise.

#include <cstdio>
#include <filesystem>
#include <random>

#include <thew/error.h>
#include <thew/thew.h>

#include "gpu/refuse.h"
#include "gpu/upload.h"
#include "image.h"

namespace thew::gpu {
namespace {

constexpr int kWorlds = 512;

template <class T>
void write(const Model& m, const std::vector<Data>& worlds, const std::string& path) {
  Image<T> image;
  Tables tables = make_tables(m);
  tables.senses = m.nsensor > 0 ? 1 : 0;
  image.numbers.resize(Image<T>::kFirst);
  int pointers = 0;
  image.model = upload_model<T>(m, tables, [&](const auto* values, std::size_t count) {
    using E = std::remove_cvref_t<decltype(*values)>;
    const std::size_t at = (image.numbers.size() + 63) / 64 * 64;
    image.numbers.resize(at + count * sizeof(E));
    if (count > 0) std::memcpy(image.numbers.data() + at, values, count * sizeof(E));
    pointers += count > 0 ? 1 : 0;
    return count > 0 ? reinterpret_cast<E*>(at + Image<T>::kFirst) : nullptr;
  });
  Image<T>::each_pointer(image.model, [&](const auto* p) { pointers -= p != nullptr ? 1 : 0; });
  if (pointers != 0) throw std::logic_error("an image does not know all pointers of a model");
  image.worlds = static_cast<int>(worlds.size());
  image.state.resize(kRows);
  const auto add = [&]<class E>(RowId id, const E*, const auto& of) {
    std::vector<char>& row = image.state[static_cast<std::size_t>(id)];
    for (const Data& d : worlds) {
      for (const auto& value : of(d)) {
        const E entry = static_cast<E>(value);
        row.insert(row.end(), reinterpret_cast<const char*>(&entry),
                   reinterpret_cast<const char*>(&entry + 1));
      }
    }
  };
#define THEW_ADD(name) \
  add(RowId::name, static_cast<T*>(nullptr), [](const Data& d) -> const auto& { return d.name; })
  THEW_ADD(qpos);
  THEW_ADD(qvel);
  THEW_ADD(act);
  THEW_ADD(qacc_warmstart);
  THEW_ADD(ctrl);
  THEW_ADD(mocap_pos);
  THEW_ADD(mocap_quat);
#undef THEW_ADD
  add(RowId::eq_active, static_cast<std::uint8_t*>(nullptr),
      [](const Data& d) -> const auto& { return d.eq_active; });
  image.write(path);
}

std::vector<Data> walk(const Model& m) {
  std::vector<Data> worlds;
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.1);
  for (int i = 0; i < kWorlds; ++i) {
    Data d(m);
    const int steps = 20 + i;
    for (int k = 0; k < steps; ++k) {
      for (int u = 0; u < m.nu; ++u) d.ctrl[u] = noise(random);
      step(m, d);
    }
    worlds.push_back(d);
  }
  return worlds;
}

}  // namespace
}  // namespace thew::gpu

int main(int count, char** arguments) {
  using namespace thew;
  if (count < 3) return 2;
  const std::string folder = arguments[1];
  for (int i = 2; i < count; ++i) {
    const std::string stem = std::filesystem::path(arguments[i]).stem().string();
    try {
      const Model m = load_file(arguments[i]);
      gpu::refuse(m);
      const auto worlds = gpu::walk(m);
      gpu::write<float>(m, worlds, folder + "/" + stem + ".f32");
      gpu::write<double>(m, worlds, folder + "/" + stem + ".f64");
      std::printf("%s: %lld dofs\n", stem.c_str(), static_cast<long long>(m.nv));
    } catch (const Error& error) {
      std::printf("%s: %s\n", stem.c_str(), error.what());
    }
  }
}
