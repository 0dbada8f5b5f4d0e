// Checks worlds on a GPU against the same kernels on the host, bit by bit, and against the engine;
// then measures them. tools/gpu_check builds it and gathers what it needs.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <thew/batch.h>
#include <thew/bytes.h>
#include <thew/error.h>
#include <thew/gpu.h>

namespace {

using namespace thew;

constexpr const char* kUsage =
    "usage: gpu_check [--device NAME] [--worlds N,N...] [--steps N] [--soak N] [--no-check] "
    "[--json FILE] MODEL.thew...\n";

struct CheckOptions {
  std::string device = "cuda";
  std::vector<std::int64_t> worlds = {8192, 32768, 131072};
  int steps = 200;        // of a measurement
  std::int64_t soak = 0;  // steps of worlds with injected faults
  bool check = true;
  std::string json;
  std::vector<std::string> models;
};

// What is kept of every world in a check, where the device gives it.
const std::vector<std::string> kOutputs = {
    "xpos",        "xquat",           "xipos",        "geom_xpos",
    "subtree_com", "cinert",          "cdof",         "cvel",
    "M",           "qfrc_bias",       "qfrc_passive", "qfrc_actuator",
    "qacc_smooth", "qfrc_constraint", "qacc",         "sensordata"};

const char* word(Precision precision) {
  return precision == Precision::Single ? "single" : "double";
}
int bytes_of(Precision precision) {
  return precision == Precision::Single ? 4 : 8;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A number in [-1, 1) of its own for each world, step and control.
double noise(std::int64_t world, int step, std::int64_t i) {
  std::uint64_t drawn = static_cast<std::uint64_t>(step) * 4096 + static_cast<std::uint64_t>(i);
  Random random(7, static_cast<std::uint64_t>(world), drawn);
  return 2 * random.uniform() - 1;
}

// Controls of all worlds at a step, a tenth of their ranges around the middle.
std::vector<std::byte> controls(const Model& m, std::int64_t worlds, int step,
                                Precision precision) {
  std::vector<std::byte> rows(static_cast<std::size_t>(worlds * m.nu * bytes_of(precision)));
  for (std::int64_t w = 0; w < worlds; ++w) {
    for (int i = 0; i < m.nu; ++i) {
      const bool limited = m.actuator_ctrllimited[i];
      const double low = limited ? m.actuator_ctrlrange.values()[2 * i] : -1;
      const double high = limited ? m.actuator_ctrlrange.values()[2 * i + 1] : 1;
      const double value = 0.5 * (low + high) + 0.05 * (high - low) * noise(w, step, i);
      const std::int64_t at = w * m.nu + i;
      if (precision == Precision::Single) {
        reinterpret_cast<float*>(rows.data())[at] = static_cast<float>(value);
      } else {
        reinterpret_cast<double*>(rows.data())[at] = value;
      }
    }
  }
  return rows;
}

std::vector<std::byte> download(const Batch& batch, const std::string& name) {
  const BatchTable table = batch.field(name);
  std::vector<std::byte> rows(static_cast<std::size_t>(table.worlds * table.rows * table.columns *
                                                       field_bytes(table.type)));
  batch.copy(rows.data(), table.data, rows.size());
  batch.finish();
  return rows;
}
void upload(const Batch& batch, const std::string& name, const std::vector<std::byte>& rows) {
  batch.copy(batch.field(name).data, rows.data(), rows.size());
  batch.finish();
}

// A batch with those of the outputs that the device gives.
BatchOptions batch_options(const Model& m, const std::string& device, Precision precision) {
  BatchOptions options;
  options.device = device;
  options.precision = precision;
  for (const std::string& name : kOutputs) {
    try {
      gpu::memory_need(m, precision, {name});
      options.outputs.push_back(name);
    } catch (const Error&) {
      // Not given, or the model is refused: the batch says so.
    }
  }
  return options;
}

// Gives each world velocities of its own: worlds at rest agree whatever is computed of them.
void push(Batch& batch) {
  const Model& m = batch.model();
  const bool single = batch.precision() == Precision::Single;
  std::vector<std::byte> rows(
      static_cast<std::size_t>(batch.size() * m.nv * bytes_of(batch.precision())));
  for (std::int64_t w = 0; w < batch.size(); ++w) {
    for (std::int64_t i = 0; i < m.nv; ++i) {
      const double value = 0.1 * noise(w, 1000, i);
      if (single) {
        reinterpret_cast<float*>(rows.data())[w * m.nv + i] = static_cast<float>(value);
      } else {
        reinterpret_cast<double*>(rows.data())[w * m.nv + i] = value;
      }
    }
  }
  const std::vector<std::byte> qvel = rows;
  batch.copy(batch.field("qvel").data, qvel.data(), qvel.size());
  batch.finish();
}

void walk(Batch& batch, int steps) {
  for (int i = 0; i < steps; ++i) {
    upload(batch, "ctrl", controls(batch.model(), batch.size(), i, batch.precision()));
    batch.step();
  }
}

int failures = 0;
void expect(bool good, const std::string& what) {
  if (!good) ++failures;
  std::printf("  %-6s %s\n", good ? "ok" : "FAILED", what.c_str());
  std::fflush(stdout);
}

// The first field in which worlds that both have differ in bits; empty if none.
std::string first_difference(const Batch& a, const Batch& b, std::size_t except = SIZE_MAX) {
  const auto common = static_cast<std::size_t>(std::min(a.size(), b.size()));
  for (const std::string& name : a.fields()) {
    const auto x = download(a, name), y = download(b, name);
    const std::size_t row = x.size() / static_cast<std::size_t>(a.size());
    for (std::size_t w = 0; w < common; ++w) {
      if (w != except && row > 0 && std::memcmp(x.data() + w * row, y.data() + w * row, row) != 0) {
        return name + " of world " + std::to_string(w);
      }
    }
  }
  return "";
}

// The largest difference of a field, relative to its largest number.
double distance(const Batch& a, const Batch& b, const std::string& name) {
  const auto x = download(a, name), y = download(b, name);
  const bool single = a.field(name).type == FieldType::Float;
  const std::size_t count = x.size() / (single ? 4 : 8);
  const auto at = [&](const std::vector<std::byte>& rows, std::size_t i) {
    return single ? double{reinterpret_cast<const float*>(rows.data())[i]}
                  : reinterpret_cast<const double*>(rows.data())[i];
  };
  double largest = 0, size = 1e-12;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::abs(at(x, i) - at(y, i));
    largest = difference <= largest ? largest : difference;  // so that what is no number counts
    size = std::max(size, std::abs(at(y, i)));
  }
  return largest / size;
}

void check_bits(const Model& m, const CheckOptions& options, Precision precision) {
  constexpr int kWorlds = 37, kSteps = 20;
  const BatchOptions here = batch_options(m, options.device, precision);
  Batch device(m, kWorlds, here), again(m, 3 * kWorlds, here);
  Batch host(m, kWorlds, batch_options(m, "emulate", precision));
  for (Batch* batch : {&device, &again, &host}) push(*batch);
  walk(device, 1);
  walk(host, 1);
  std::string differs = first_difference(device, host);
  expect(differs.empty(), "1 step has the bits of the emulation " + differs);
  walk(device, kSteps);
  walk(host, kSteps);
  walk(again, 1);
  walk(again, kSteps);
  differs = first_difference(device, host);
  expect(differs.empty(), "20 steps have the bits of the emulation " + differs);
  differs = first_difference(device, again);
  expect(differs.empty(), "three times as many worlds have the same bits " + differs);
}

void check_engine(const Model& m, const CheckOptions& options, Precision precision) {
  constexpr int kWorlds = 32;
  const BatchOptions here = batch_options(m, options.device, precision);
  BatchOptions there = here;
  there.device = "cpu";
  Batch device(m, kWorlds, here), engine(m, kWorlds, there);
  push(device);
  push(engine);
  const auto before = download(device, "qpos");
  walk(device, 1);
  walk(engine, 1);
  expect(download(device, "qpos") != before, "a step moves the worlds");
  expect(distance(device, engine, "time") == 0, "a step takes its time");
  std::string text;
  double worst = 0;
  for (const std::string& name : {std::string("qpos"), std::string("qvel")}) {
    worst = std::max(worst, distance(device, engine, name));
  }
  for (const std::string& name : here.outputs) {
    char one[64];
    std::snprintf(one, sizeof one, " %s %.0e", name.c_str(), distance(device, engine, name));
    text += one;
  }
  char line[160];
  std::snprintf(line, sizeof line, "1 step differs from the engine's by %.1e;", worst);
  expect(worst < (precision == Precision::Single ? 1e-3 : 1e-9), line + text);
  walk(device, 99);
  walk(engine, 99);
  std::printf("         after 100 steps qpos differs by %.1e\n", distance(device, engine, "qpos"));
}

void check_faults(const Model& m, const CheckOptions& options, Precision precision) {
  if (m.nu == 0)
    return void(std::printf("  not    tried: faults, for the model has no controls\n"));
  constexpr int kWorlds = 33, kBad = 5;
  BatchOptions here = batch_options(m, options.device, precision);
  here.restart = false;
  Batch sound(m, kWorlds, here), faulty(m, kWorlds, here);
  const auto good = controls(m, kWorlds, 0, precision);
  auto bad = good;
  std::memset(bad.data() + static_cast<std::size_t>(kBad * m.nu * bytes_of(precision)), 0xff,
              static_cast<std::size_t>(bytes_of(precision)));
  push(sound);
  push(faulty);
  upload(sound, "ctrl", good);
  upload(faulty, "ctrl", bad);
  sound.step();
  faulty.step();
  upload(faulty, "ctrl", good);
  std::vector<std::int32_t> errors(kWorlds);
  faulty.copy(errors.data(), faulty.errors().data(), errors.size() * sizeof(std::int32_t));
  faulty.finish();
  bool alone = errors[kBad] != 0;
  for (int w = 0; w < kWorlds; ++w) alone &= w == kBad || errors[static_cast<std::size_t>(w)] == 0;
  expect(alone, "a control that is no number fails one world alone");
  const std::string differs = first_difference(sound, faulty, kBad);
  expect(differs.empty(), "the others have the bits they would have had " + differs);
  double time = 1;
  faulty.copy(&time, faulty.field<double>("time").data() + kBad, sizeof time);
  faulty.finish();
  expect(time == 0, "the world that failed stays where it was");
}

// Many steps of worlds of which some fail and begin anew.
void soak(const Model& m, const CheckOptions& options, Precision precision) {
  constexpr std::int64_t kWorlds = 65536;
  BatchOptions here;
  here.device = options.device;
  here.precision = precision;
  Batch batch(m, kWorlds, here);
  const double begin = seconds();
  std::int64_t done = 0, failed = 0;
  std::vector<std::int32_t> errors(static_cast<std::size_t>(kWorlds));
  for (int round = 0; done < options.soak; ++round) {
    auto rows = controls(m, kWorlds, round, precision);
    for (std::size_t k = 0; k < 100 && !rows.empty(); ++k) {
      std::memset(
          rows.data() + (k * 7919 + static_cast<std::size_t>(round)) % (rows.size() / 8) * 8, 0xff,
          8);
    }
    upload(batch, "ctrl", rows);
    for (int i = 0; i < 100; ++i) batch.step();
    batch.copy(errors.data(), batch.errors().data(), errors.size() * sizeof(std::int32_t));
    batch.finish();
    failed += std::ranges::count_if(errors, [](std::int32_t e) { return e != 0; });
    done += 100 * kWorlds;
  }
  std::printf("  soak   %s: %.2e steps of worlds in %.0f s, %lld faults\n", word(precision),
              static_cast<double>(done), seconds() - begin, static_cast<long long>(failed));
}

struct Speed {
  std::string model;
  Precision precision;
  std::int64_t worlds, bytes;
  double rate, first_step;
};

Speed measure(const std::string& name, const Model& m, const CheckOptions& options,
              Precision precision, std::int64_t worlds) {
  constexpr int kTables = 8, kWarm = 50;
  BatchOptions here;
  here.device = options.device;
  here.precision = precision;
  const double begin = seconds();
  Batch batch(m, worlds, here);
  batch.step();
  batch.finish();
  const double first_step = seconds() - begin;
  double time = 0;
  batch.copy(&time, batch.field("time").data, sizeof time);
  batch.finish();
  if (time <= 0) throw Error({}, "worlds do not advance: there is no speed to measure");
  // Controls of several steps wait on the device, so that steps do not wait for the bus.
  const auto rows = controls(m, worlds, 0, precision);
  const gpu::Block tables(options.device, rows.size() * kTables);
  const auto table = [&](int i) {
    return tables.data() + static_cast<std::size_t>(i) * rows.size();
  };
  for (int i = 0; i < kTables; ++i) {
    const auto own = controls(m, worlds, i, precision);
    batch.copy(table(i), own.data(), own.size());
    batch.finish();
  }
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      batch.copy(batch.field("ctrl").data, table(i % kTables), rows.size());
      batch.step();
    }
    batch.finish();
  };
  run(kWarm);
  std::vector<double> rates;
  for (int round = 0; round < 5; ++round) {
    const double start = seconds();
    run(options.steps);
    rates.push_back(static_cast<double>(worlds) * options.steps / (seconds() - start));
  }
  std::ranges::sort(rates);
  std::printf(
      "  speed  %s, %lld worlds: %.2f million steps/s (%.2f to %.2f), first step after %.0f ms, "
      "%lld bytes per world\n",
      word(precision), static_cast<long long>(worlds), rates[2] / 1e6, rates.front() / 1e6,
      rates.back() / 1e6, 1e3 * first_step, static_cast<long long>(batch.world_bytes()));
  std::fflush(stdout);
  return {name, precision, worlds, batch.world_bytes(), rates[2], first_step};
}

void write_json(const std::string& path, const std::vector<Speed>& speeds) {
  std::ofstream file(path);
  file << "[\n";
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const Speed& s = speeds[i];
    file << "  {\"model\": \"" << s.model << "\", \"precision\": \"" << word(s.precision)
         << "\", \"worlds\": " << s.worlds << ", \"steps_per_second\": " << s.rate
         << ", \"first_step_seconds\": " << s.first_step << ", \"world_bytes\": " << s.bytes << "}"
         << (i + 1 < speeds.size() ? ",\n" : "\n");
  }
  file << "]\n";
}

Model read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error({}, "cannot read \"" + path + "\"");
  return model_from_bytes(std::string(std::istreambuf_iterator<char>(file), {}));
}

void run_model(const std::string& path, const CheckOptions& options, std::vector<Speed>& speeds) {
  const Model m = read(path);
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  std::printf("%s\n", name.c_str());
  for (const Precision precision : {Precision::Double, Precision::Single}) {
    std::printf(" %s\n", word(precision));
    try {
      if (options.check) {
        check_bits(m, options, precision);
        check_engine(m, options, precision);
        check_faults(m, options, precision);
      }
      for (const std::int64_t worlds : options.worlds) {
        speeds.push_back(measure(name, m, options, precision, worlds));
      }
      if (options.soak > 0) soak(m, options, precision);
    } catch (const Error& error) {
      expect(false, error.what());
    }
  }
}

std::vector<std::int64_t> numbers(const std::string& text) {
  std::vector<std::int64_t> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    list.push_back(std::stoll(text.substr(at, end - at)));
    at = end + 1;
  }
  return list;
}

CheckOptions parse(int count, char** words) {
  CheckOptions options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&] {
      return i + 1 < count ? std::string(words[++i]) : throw Error({}, word + " wants a value");
    };
    if (word == "--device") {
      options.device = value();
    } else if (word == "--worlds") {
      options.worlds = numbers(value());
    } else if (word == "--steps") {
      options.steps = std::stoi(value());
    } else if (word == "--soak") {
      options.soak = std::stoll(value());
    } else if (word == "--no-check") {
      options.check = false;
    } else if (word == "--json") {
      options.json = value();
    } else if (word.starts_with("--")) {
      throw Error({}, "unknown option " + word);
    } else {
      options.models.push_back(word);
    }
  }
  return options;
}

}  // namespace

int main(int count, char** words) try {
  const CheckOptions options = parse(count, words);
  if (options.models.empty()) return std::fputs(kUsage, stderr), 2;
  for (const gpu::Gpu& one : gpu::devices()) {
    std::printf("cuda:%d %s, sm_%d%d, %.0f GiB\n", one.index, one.name.c_str(), one.major,
                one.minor, static_cast<double>(one.memory) / (1 << 30));
  }
  if (!gpu::available()) std::printf("%s\n", gpu::reason().c_str());
  if (options.device == "emulate") {
    std::printf(
        "emulation is compared with itself: its bits prove nothing, and its speed is not a "
        "GPU's\n");
  }
  std::vector<Speed> speeds;
  for (const std::string& model : options.models) run_model(model, options, speeds);
  if (!options.json.empty()) write_json(options.json, speeds);
  std::printf("%d failure(s)\n", failures);
  return failures == 0 ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
