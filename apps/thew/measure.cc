#include "measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>

#include "excitation.h"

namespace thew::cli {
namespace {

constexpr int kEpisode = 1000;                     // steps
constexpr int kChunks[] = {10, 20, 50, 100, 200};  // steps between new controls
constexpr double kLongEnough = 500e-6;             // CPU time of a chunk [s]
constexpr int kContactSamples = 10;                // per episode
constexpr int kCollisionStates = 20;
constexpr int kStepsBetweenStates = 20;
constexpr double kCollisionChunk =
    100e-6;                             // CPU time at one state [s]: reading the clock costs 1 us
constexpr int kMostCollisions = 10000;  // at one state

// CPU time of this thread [s]: other programs on the machine do not count.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_time() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One engine walking its episodes.
class Runner {
 public:
  Runner(const Model& model, Engine& engine, double noise)
      : engine_(engine), key_(model.nkey > 0 ? 0 : -1), has_controls_(model.nu > 0) {
    for (int world = 0; world < engine.worlds(); ++world) {
      excitations_.emplace_back(model, key_, noise, static_cast<std::uint64_t>(world));
    }
  }

  // World-steps per second over at least this much time; the same episodes in every call.
  double rate(double seconds, int chunk) {
    start();
    double steps = 0, spent = 0;
    const double begin = time();
    do {
      for (int done = 0; done < kEpisode; done += chunk) advance(chunk);
      steps += kEpisode;
      engine_.reset(key_);
      spent = time() - begin;
    } while (spent < seconds);
    return steps * engine_.worlds() / spent;
  }

  // Contacts of world 0 at moments of one episode.
  std::vector<int> contacts(int chunk) {
    start();
    std::vector<int> counts;
    chunk = std::min(chunk, kEpisode / kContactSamples);
    for (int sample = 0; sample < kContactSamples; ++sample) {
      for (int done = 0; done < kEpisode / kContactSamples; done += chunk) advance(chunk);
      counts.push_back(engine_.contacts());
    }
    return counts;
  }

  void start() {
    for (Excitation& excitation : excitations_) excitation.restart();
    engine_.reset(key_);
  }

  void advance(int chunk) {
    excite();
    engine_.step(chunk);
  }

  // The times of a chunk's parts, per step.
  PartTimes advance_in_parts(int chunk) {
    excite();
    PartTimes times{};
    engine_.step_in_parts(chunk, times);
    for (double& time : times) time /= chunk;
    return times;
  }

 private:
  double time() const { return engine_.on_threads() ? wall_time() : cpu_time(); }

  void excite() {
    if (!has_controls_) return;
    for (int world = 0; world < engine_.worlds(); ++world) {
      engine_.set_ctrl(world, excitations_[static_cast<std::size_t>(world)].next());
    }
  }

  Engine& engine_;
  int key_;
  bool has_controls_;
  std::vector<Excitation> excitations_;
};

// Longer chunks for short steps, so that setting controls never counts. The last engine is the
// yardstick.
int choose_chunk(double steps_per_second) {
  for (const int chunk : kChunks) {
    if (chunk / steps_per_second > kLongEnough) return chunk;
  }
  return *std::rbegin(kChunks);
}

using States = std::vector<std::vector<double>>;  // positions

States collision_states(const Model& model, Engine& engine, double noise) {
  Runner runner(model, engine, noise);
  runner.start();
  States states;
  while (states.size() < kCollisionStates) {
    for (int done = 0; done < kStepsBetweenStates; done += kChunks[0]) runner.advance(kChunks[0]);
    states.push_back(engine.qpos());
  }
  return states;
}

// Calls per second over at least this much CPU time, `count` calls at every state.
double collision_rate(Engine& engine, const States& states, double seconds, int count) {
  double calls = 0, spent = 0;
  do {
    for (const auto& state : states) {
      engine.place(state);
      const double begin = cpu_time();
      engine.collide(count);
      spent += cpu_time() - begin;
      calls += count;
    }
  } while (spent < seconds);
  return calls / spent;
}

std::vector<int> count_collisions(Engine& engine, const States& states) {
  std::vector<int> counts;
  for (const auto& state : states) {
    engine.place(state);
    engine.collide(1);
    counts.push_back(engine.contacts());
  }
  return counts;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double mean(const std::vector<int>& values) {
  if (values.empty()) return std::nan("");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<Measured> measure(const Model& model, const std::vector<Engine*>& engines,
                              const MeasureOptions& options, bool count_contacts) {
  std::vector<Runner> runners;
  for (Engine* engine : engines) runners.emplace_back(model, *engine, options.noise);
  const int chunk = choose_chunk(runners.back().rate(options.seconds / 5, kChunks[0]));
  for (Runner& runner : runners) runner.rate(options.seconds / 5, chunk);  // warm caches and clocks

  std::vector<Measured> results(engines.size());
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      results[i].rates.push_back(runners[i].rate(options.seconds, chunk));
    }
  }
  for (std::size_t i = 0; i < runners.size(); ++i) {
    results[i].median = median(results[i].rates);
    if (count_contacts && engines[i]->contacts() >= 0) {
      results[i].contacts = runners[i].contacts(chunk);
    }
  }
  return results;
}

std::vector<Measured> measure_collision(const Model& model, const std::vector<Engine*>& engines,
                                        const MeasureOptions& options) {
  const States states = collision_states(model, *engines.back(), options.noise);
  for (Engine* engine : engines) engine->reset(model.nkey > 0 ? 0 : -1);  // mocap bodies alike
  const double guess = collision_rate(*engines.back(), states, options.seconds / 5, 1);
  const int count =
      static_cast<int>(std::clamp(kCollisionChunk * guess, 1.0, double{kMostCollisions}));
  std::vector<Measured> results(engines.size());
  for (std::size_t i = 0; i < engines.size(); ++i) {
    results[i].contacts = count_collisions(*engines[i], states);
    collision_rate(*engines[i], states, options.seconds / 5, count);  // warm caches and clocks
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
      results[i].rates.push_back(collision_rate(*engines[i], states, options.seconds, count));
    }
  }
  for (Measured& result : results) result.median = median(result.rates);
  return results;
}

std::vector<PartTimes> measure_parts(const Model& model, const std::vector<Engine*>& engines,
                                     const MeasureOptions& options) {
  constexpr int kChunk = 10;
  std::vector<PartTimes> results;
  for (Engine* engine : engines) {
    Runner runner(model, *engine, options.noise);
    std::array<std::vector<double>, kParts.size()> samples;
    const double begin = cpu_time();
    do {
      runner.start();
      for (int done = 0; done < kEpisode; done += kChunk) {
        const PartTimes times = runner.advance_in_parts(kChunk);
        for (std::size_t i = 0; i < times.size(); ++i) samples[i].push_back(times[i]);
      }
    } while (cpu_time() - begin < options.seconds * options.rounds);
    PartTimes& result = results.emplace_back();
    for (std::size_t i = 0; i < samples.size(); ++i) result[i] = median(samples[i]);
  }
  return results;
}

double disagreement(const Model& model, Engine& a, Engine& b, double noise, int steps) {
  std::vector<double> positions[2];
  Engine* engines[2] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    Runner runner(model, *engines[i], noise);
    runner.start();
    for (int done = 0; done < steps; done += kChunks[0]) runner.advance(kChunks[0]);
    positions[i] = engines[i]->qpos();
  }
  double worst = 0;
  for (std::size_t i = 0; i < positions[0].size(); ++i) {
    const double difference = std::abs(positions[0][i] - positions[1][i]);
    worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
  }
  return worst;
}

}  // namespace thew::cli
