#include "measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "excitation.h"

namespace thew::cli {
namespace {

constexpr int kEpisode = 1000;                     // steps
constexpr int kChunks[] = {10, 20, 50, 100, 200};  // steps between new controls
constexpr double kLongEnough = 500e-6;             // CPU time of a chunk [s]
constexpr int kContactSamples = 10;                // per episode

// CPU time of this thread [s]: other programs on the machine do not count.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
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

  // World-steps per second over at least this much CPU time; the same episodes in every call.
  double rate(double seconds, int chunk) {
    for (Excitation& excitation : excitations_) excitation.restart();
    engine_.reset(key_);
    double steps = 0, spent = 0;
    const double begin = cpu_time();
    do {
      for (int done = 0; done < kEpisode; done += chunk) advance(chunk);
      steps += kEpisode;
      engine_.reset(key_);
      spent = cpu_time() - begin;
    } while (spent < seconds);
    return steps * engine_.worlds() / spent;
  }

  // Mean number of contacts in one episode.
  double contacts(int chunk) {
    for (Excitation& excitation : excitations_) excitation.restart();
    engine_.reset(key_);
    double sum = 0;
    chunk = std::min(chunk, kEpisode / kContactSamples);
    for (int sample = 0; sample < kContactSamples; ++sample) {
      for (int done = 0; done < kEpisode / kContactSamples; done += chunk) advance(chunk);
      sum += engine_.contacts();
    }
    return sum / kContactSamples;
  }

  void start() {
    for (Excitation& excitation : excitations_) excitation.restart();
    engine_.reset(key_);
  }

  void advance(int chunk) {
    if (has_controls_) {
      for (int world = 0; world < engine_.worlds(); ++world) {
        engine_.set_ctrl(world, excitations_[static_cast<std::size_t>(world)].next());
      }
    }
    engine_.step(chunk);
  }

 private:
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

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
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
    if (count_contacts) results[i].contacts = runners[i].contacts(chunk);
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
