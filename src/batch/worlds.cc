#include "batch/worlds.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include <thew/error.h>
#include <thew/random.h>
#include <thew/set_constants.h>

#include "model/own_number.h"

namespace thew::batch {

void Worlds::copy(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, from, bytes);
}

void Worlds::check_world(std::int64_t world) const {
  if (world >= 0 && world < count_) return;
  throw Error({}, "there is no world " + std::to_string(world) + " of " + std::to_string(count_));
}

void Worlds::check_mask(Mask mask) const {
  if (mask.empty() || static_cast<std::int64_t>(mask.size()) == count_) return;
  throw Error({}, "a mask of " + std::to_string(mask.size()) + " was given for " +
                      std::to_string(count_) + " worlds");
}

int thread_count(int wanted) {
  if (wanted < 0) throw Error({}, "a batch cannot have " + std::to_string(wanted) + " threads");
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// A copy of the model takes the numbers of each world, and what is derived is computed in it.
void refresh_numbers(const Model& model, OwnNumbers& own, std::span<const std::int64_t> worlds,
                     base::Pool& pool, const base::Pool::GoOn& go_on) {
  std::vector<int> given, others;
  for (int id = 0; id < kParameters; ++id) (own.is_owned(id) ? given : others).push_back(id);
  if (given.empty()) return;
  std::mutex growing;
  const auto keep = [&](std::int64_t world, const Model& derived) {
    const auto copy_out = [&](int id) {
      const OwnNumber now = own_number(derived, id);
      std::copy_n(now.values, now.size(), own.row(id, world, now.size()));
    };
    for (const int id : given) copy_out(id);
    const std::lock_guard growing_lock(growing);
    for (const int id : others) {
      const OwnNumber now = own_number(derived, id);
      const double* before = own_number(model, id).values;
      if (!own.is_owned(id) && std::equal(now.values, now.values + now.size(), before)) continue;
      own.own(model, id);
      copy_out(id);
    }
  };
  std::vector<std::unique_ptr<Model>> copies(static_cast<std::size_t>(pool.threads()));
  pool.run(
      static_cast<std::int64_t>(worlds.size()),
      [&](int thread, std::int64_t i) {
        const std::int64_t world = worlds[static_cast<std::size_t>(i)];
        auto& copy = copies[static_cast<std::size_t>(thread)];
        if (!copy) copy = std::make_unique<Model>(model);
        for (const int id : given) {
          const std::int64_t size = own_number(model, id).size();
          std::copy_n(own.row(id, world, size), size, open_own_number(*copy, id));
        }
        set_constants(*copy);
        keep(world, *copy);
      },
      go_on);
}

void draw_numbers(std::uint64_t seed, std::span<const std::int64_t> worlds,
                  std::vector<std::uint64_t>& drawn, std::int64_t count, double* numbers) {
  for (const std::int64_t world : worlds) {
    Random random(seed, static_cast<std::uint64_t>(world), drawn[static_cast<std::size_t>(world)]);
    for (std::int64_t i = 0; i < count; ++i) *numbers++ = random.uniform();
  }
}

}  // namespace thew::batch
