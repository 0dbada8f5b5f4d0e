// thew_bits prints one hash for each compiled model and for each of its trajectories, and one over
// all: programs built by another compiler or for another processor must print the same.
//
//   thew_bits                             all hashes
//   thew_bits MODEL INTEGRATOR STEPS      a hash of every field after every step, to find where two
//                                         builds part: compare the two outputs
//
// Four worlds of a model step alone and together in lanes; the program fails if a lane has other
// bits than its world alone.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <thew/constraint.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew::test {
namespace {

constexpr int kWorlds = 4, kSteps = 200, kSoftSteps = 60, kStepsPerControl = 20;

// A hash of words: each is multiplied into all bits of the sum (the finish of splitmix64).
class Hash {
 public:
  void add(std::uint64_t word) {
    std::uint64_t x = (value_ + 0x9e3779b97f4a7c15u) ^ word;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    value_ = x ^ (x >> 31);
  }
  void add(const void* bytes, std::size_t count) {
    add(count);
    for (std::size_t i = 0; i < count; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, static_cast<const char*>(bytes) + i, std::min<std::size_t>(8, count - i));
      add(word);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

// Numbers in [-1, 1) that need no library: 53 bits, exact.
class Random {
 public:
  double operator()() {
    hash_.add(1);
    return static_cast<double>(static_cast<std::int64_t>(hash_.value()) >> 11) * 0x1p-52;
  }

 private:
  Hash hash_;
};

// What is measured or counted beside the results.
bool is_result(std::string_view name) {
  return !name.starts_with("maxuse") && !name.starts_with("timer");
}

// visit(name, bytes, count) for every field of an owner.
template <class Owner, class Visit>
void visit_fields(Owner& owner, std::span<const ScalarField<Owner>> scalars,
                  std::span<const Field<Owner>> fields, const Visit& visit) {
  for (const auto& f : scalars) {
    if (!is_result(f.name)) continue;
    visit(f.name, f.address(owner), static_cast<std::size_t>(f.count * field_bytes(f.type)));
  }
  for (const auto& f : fields) {
    if (!is_result(f.name)) continue;
    const FieldView view = f.view(owner);
    visit(f.name, view.data,
          static_cast<std::size_t>(view.rows * view.columns * field_bytes(f.type)));
  }
}

template <class Visit>
void visit_all(Model& model, const Visit& visit) {
  visit_fields(model, model_scalars(), model_fields(), visit);
}

template <class Visit>
void visit_all(Data& data, const Visit& visit) {
  visit_fields(data, data_scalars(), data_fields(), visit);
  for (const auto& f : contact_fields()) {
    const FieldView view = f.view(data.contact);  // there is room for more contacts than there are
    visit(f.name, view.data,
          static_cast<std::size_t>(data.ncon * view.columns * field_bytes(f.type)));
  }
}

template <class Owner>
void add_all(Hash& hash, Owner& owner) {
  visit_all(owner,
            [&](const char*, const void* bytes, std::size_t count) { hash.add(bytes, count); });
}

template <class Owner>
void print_fields(const std::string& when, Owner& owner) {
  visit_all(owner, [&](const char* name, const void* bytes, std::size_t count) {
    Hash hash;
    hash.add(bytes, count);
    std::printf("%s %s %zu %016llx\n", when.c_str(), name, count,
                static_cast<unsigned long long>(hash.value()));
  });
}

void add_state(Hash& hash, const Data& d) {
  for (const Array<double>& x : {d.qpos, d.qvel, d.act, d.qacc, d.sensordata}) {
    hash.add(x.data(), static_cast<std::size_t>(x.size()) * sizeof(double));
  }
}

// Four worlds of one model, alone and in lanes.
class Worlds {
 public:
  explicit Worlds(const Model& model) : model_(model), alone_(kWorlds, Data(model)), lanes_(model) {
    for (int w = 0; w < kWorlds; ++w) {
      Data& d = alone_[static_cast<std::size_t>(w)];
      reset(model, d, model.nkey > 0 ? 0 : -1);
      for (double& v : d.qvel) v += 0.5 * random_();
      insert(d, lanes_, w);
    }
    control();
  }

  // False if a lane differs from its world alone; says where.
  bool run(int steps, Hash& hash) {
    for (int i = 1; i <= steps; ++i) {
      step();
      for (Data& d : alone_) add_state(hash, d);
      if (i % kStepsPerControl != 0 && i != steps) continue;
      for (Data& d : alone_) {
        constraint::show(model_, d);
        add_all(hash, d);
      }
      if (!lanes_agree(i)) return false;
      control();
    }
    return true;
  }

  bool trace(int steps) {
    for (int i = 1; i <= steps; ++i) {
      step();
      for (std::size_t w = 0; w < alone_.size(); ++w) {
        print_fields("step " + std::to_string(i) + " world " + std::to_string(w), alone_[w]);
      }
      if (!lanes_agree(i)) return false;
      if (i % kStepsPerControl == 0) control();
    }
    return true;
  }

 private:
  void control() {
    for (int w = 0; w < kWorlds; ++w) {
      for (int i = 0; i < model_.nu; ++i) {
        const double x = random_();
        alone_[static_cast<std::size_t>(w)].ctrl[i] = x;
        math::set_lane(lanes_.ctrl[i], w, x);
      }
    }
  }

  void step() {
    for (Data& d : alone_) thew::step(model_, d);
    thew::step(model_, lanes_);
  }

  bool lanes_agree(int step) {
    for (int w = 0; w < kWorlds; ++w) {
      const char* field = lane_difference(model_, lanes_, w, alone_[static_cast<std::size_t>(w)]);
      if (!field) continue;
      std::fprintf(stderr, "after step %d lane %d has another %s than its world alone\n", step, w,
                   field);
      return false;
    }
    return true;
  }

  const Model& model_;
  Random random_;
  std::vector<Data> alone_;
  BasicData<Pack4> lanes_;
};

struct NamedPath {
  std::string name;
  std::filesystem::path path;
};

// The project's own models, and two robots where THEW_MODELS has them.
std::vector<NamedPath> scenes() {
  std::vector<NamedPath> list;
  for (const std::string& name : own_models()) {
    list.push_back({name, std::filesystem::path(THEW_ROOT) / "models" / (name + ".xml")});
  }
  const char* folder = std::getenv("THEW_MODELS");
  if (!folder) return list;
  for (const char* name : {"franka_emika_panda", "unitree_go1"}) {
    const auto path = std::filesystem::path(folder) / "menagerie" / name / "scene.xml";
    if (std::filesystem::exists(path)) list.push_back({name, path});
  }
  return list;
}

// Models with soft bodies, which step alone.
std::vector<NamedPath> soft_scenes() {
  std::vector<NamedPath> list;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(THEW_ROOT) / "models" / "soft")) {
    list.push_back({entry.path().stem(), entry.path()});
  }
  std::ranges::sort(list, {}, &NamedPath::name);
  return list;
}

// By the integrator of the model.
std::uint64_t soft_hash(Model& model) {
  Data d(model);
  reset(model, d, model.nkey > 0 ? 0 : -1);
  Random random;
  for (double& v : d.qvel) v += 0.05 * random();
  Hash hash;
  add_all(hash, model);
  for (int i = 0; i < kSoftSteps; ++i) {
    step(model, d);
    add_state(hash, d);
  }
  return hash.value();
}

void print(const std::string& name, const char* what, std::uint64_t hash) {
  std::printf("%-20s %-22s %016llx\n", name.c_str(), what, static_cast<unsigned long long>(hash));
}

int print_hashes() {
  Hash total;
  for (const NamedPath& scene : scenes()) {
    Model model = load_file(scene.path);
    Hash compiled;
    add_all(compiled, model);
    print(scene.name, "model", compiled.value());
    total.add(compiled.value());
    for (const NamedIntegrator& integrator : kIntegrators) {
      model.opt.integrator = static_cast<int>(integrator.value);
      Hash hash;
      if (!Worlds(model).run(kSteps, hash)) return 1;
      print(scene.name, integrator.name, hash.value());
      total.add(hash.value());
    }
  }
  for (const NamedPath& scene : soft_scenes()) {
    Model model = load_file(scene.path);
    const std::uint64_t hash = soft_hash(model);
    print(scene.name, "soft", hash);
    total.add(hash);
  }
  print("total", "", total.value());
  return 0;
}

int print_trace(std::string_view name, std::string_view integrator_name, int steps) {
  for (const NamedPath& scene : scenes()) {
    if (scene.name != name) continue;
    Model model = load_file(scene.path);
    print_fields("model", model);
    for (const NamedIntegrator& integrator : kIntegrators) {
      if (integrator.name != integrator_name) continue;
      model.opt.integrator = static_cast<int>(integrator.value);
      return Worlds(model).trace(steps) ? 0 : 1;
    }
  }
  std::fprintf(stderr, "no such model or integrator\n");
  return 2;
}

}  // namespace
}  // namespace thew::test

int main(int count, char** arguments) try {
  if (count == 4)
    return thew::test::print_trace(arguments[1], arguments[2], std::atoi(arguments[3]));
  return thew::test::print_hashes();
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
