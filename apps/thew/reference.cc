#include "reference.h"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/mman.h>

#include <thew/enums.h>

#include "output.h"
#include "python.h"

namespace thew::cli {
namespace fs = std::filesystem;

struct ReferenceFunctions {
  void* library;
  int (*mj_version)();
  const char* (*mj_versionString)();
  void (*mj_defaultVFS)(void**);
  int (*mj_addBufferVFS)(void**, const char*, const void*, int);
  void (*mj_deleteVFS)(void**);
  void* (*mj_loadXML)(const char*, void**, char*, int);
  void (*mj_deleteModel)(void*);
  void* (*mj_makeData)(const void*);
  void (*mj_deleteData)(void*);
  void (*mj_resetData)(const void*, void*);
  void (*mj_resetDataKeyframe)(const void*, void*, int);
  void (*mj_step)(const void*, void*);
  void (*mj_kinematics)(const void*, void*);
  void (*mj_comPos)(const void*, void*);
  void (*mj_collision)(const void*, void*);
  void (*mj_camlight)(const void*, void*);
  void (*mj_tendon)(const void*, void*);
  void (*mj_makeM)(const void*, void*);
  void (*mj_factorM)(const void*, void*);
  void (*mj_makeConstraint)(const void*, void*);
  void (*mj_island)(const void*, void*);
  void (*mj_projectConstraint)(const void*, void*);
  void (*mj_transmission)(const void*, void*);
  void (*mj_fwdVelocity)(const void*, void*);
  void (*mj_fwdActuation)(const void*, void*);
  void (*mj_fwdAcceleration)(const void*, void*);
  void (*mj_fwdConstraint)(const void*, void*);
  void (*mj_Euler)(const void*, void*);
  void (*mj_implicit)(const void*, void*);
  int (*mj_stateSize)(const void*, int);
  void (*mj_getState)(const void*, const void*, double*, int);
  void (*mj_setState)(const void*, void*, const double*, int);
  void (*mj_printData)(const void*, const void*, const char*);
};

namespace {

// libmujoco.so* in the folder, or "".
std::string library_in(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with("libmujoco.so")) return entry.path().string();
  }
  return "";
}

std::string named_library(const std::string& named, const char* where) {
  std::error_code ignored;
  if (fs::is_directory(named, ignored)) {
    const std::string inside = library_in(named);
    if (!inside.empty()) return inside;
  } else if (fs::exists(named, ignored)) {
    return named;
  }
  throw UsageError(fmt::format("{}: no libmujoco at \"{}\"", where, named));
}

template <class F>
void bind(void* library, const char* name, F& function) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) throw UsageError(fmt::format("libmujoco has no {}", name));
  function = reinterpret_cast<F>(symbol);
}

// MuJoCo's default handlers write a log into the working folder.
void quiet(const char*) {}
void fatal(const char* message) {
  print_error(Error({}, fmt::format("MuJoCo stopped: {}", message)), false);
  std::_Exit(kModelError);
}

void set_handler(void* library, const char* name, void (*handler)(const char*)) {
  if (void* symbol = dlsym(library, name)) *static_cast<void (**)(const char*)>(symbol) = handler;
}

void bind_all(ReferenceFunctions& f) {
#define THEW_BIND(name) bind(f.library, #name, f.name)
  THEW_BIND(mj_version);
  THEW_BIND(mj_versionString);
  THEW_BIND(mj_defaultVFS);
  THEW_BIND(mj_addBufferVFS);
  THEW_BIND(mj_deleteVFS);
  THEW_BIND(mj_loadXML);
  THEW_BIND(mj_deleteModel);
  THEW_BIND(mj_makeData);
  THEW_BIND(mj_deleteData);
  THEW_BIND(mj_resetData);
  THEW_BIND(mj_resetDataKeyframe);
  THEW_BIND(mj_step);
  THEW_BIND(mj_kinematics);
  THEW_BIND(mj_comPos);
  THEW_BIND(mj_collision);
  THEW_BIND(mj_camlight);
  THEW_BIND(mj_tendon);
  THEW_BIND(mj_makeM);
  THEW_BIND(mj_factorM);
  THEW_BIND(mj_makeConstraint);
  THEW_BIND(mj_island);
  THEW_BIND(mj_projectConstraint);
  THEW_BIND(mj_transmission);
  THEW_BIND(mj_fwdVelocity);
  THEW_BIND(mj_fwdActuation);
  THEW_BIND(mj_fwdAcceleration);
  THEW_BIND(mj_fwdConstraint);
  THEW_BIND(mj_Euler);
  THEW_BIND(mj_implicit);
  THEW_BIND(mj_stateSize);
  THEW_BIND(mj_getState);
  THEW_BIND(mj_setState);
  THEW_BIND(mj_printData);
#undef THEW_BIND
}

std::string escape(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

// A model that includes another one and disables features; settings of both are merged.
std::string wrapper(const std::string& included, const std::vector<std::string>& disable) {
  std::string flags;
  for (const std::string& word : disable) flags += fmt::format(" {}=\"disable\"", word);
  return fmt::format("<mujoco><include file=\"{}\"/><option><flag{}/></option></mujoco>",
                     escape(included), flags);
}

// Loads the model from memory files that lie beside it, so that nothing is written to disk.
void* load_reference(const ReferenceFunctions& f, const ModelSource& source,
                     const std::vector<std::string>& disable, std::string& error) {
  const fs::path path =
      source.path.empty() ? fs::path("/" + source.given + ".xml") : fs::absolute(source.path);
  const std::string outer = (path.parent_path() / "thew_bench_wrapper.xml").string();
  const std::string text = wrapper(path.filename().string(), disable);
  void* files = nullptr;
  f.mj_defaultVFS(&files);
  if (source.path.empty()) {
    f.mj_addBufferVFS(&files, path.c_str(), source.xml.data(), static_cast<int>(source.xml.size()));
  }
  f.mj_addBufferVFS(&files, outer.c_str(), text.data(), static_cast<int>(text.size()));
  std::array<char, 1024> message{};
  void* model = f.mj_loadXML(disable.empty() ? path.c_str() : outer.c_str(), &files, message.data(),
                             static_cast<int>(message.size()));
  f.mj_deleteVFS(&files);
  error = message.data();
  return model;
}

}  // namespace

std::string find_reference(const std::string& named) {
  if (!named.empty()) return named_library(named, "--mujoco");
  if (const char* variable = std::getenv("THEW_MUJOCO"))
    return named_library(variable, "THEW_MUJOCO");
  const std::string code =
      "import importlib.util as u\n"
      "print(u.find_spec('mujoco').submodule_search_locations[0])";
  for (const std::string& python : python_interpreters()) {
    const std::string folder = ask_python(python, code);
    if (folder.empty()) continue;
    const std::string library = library_in(folder);
    if (!library.empty()) return library;
  }
  return "";
}

Reference::Reference(const std::string& path)
    : path_(path), functions_(std::make_unique<ReferenceFunctions>()) {
  functions_->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (functions_->library == nullptr)
    throw UsageError(fmt::format("cannot open {}: {}", path, dlerror()));
  bind(functions_->library, "mj_versionString", functions_->mj_versionString);
  const std::string version = functions_->mj_versionString();
  if (version != kReferenceVersion) {
    throw UsageError(fmt::format("{} is MuJoCo {}; the comparison is made for {} alone", path,
                                 version, kReferenceVersion),
                     fmt::format("pip install mujoco=={}, or --no-reference", kReferenceVersion));
  }
  bind_all(*functions_);
  set_handler(functions_->library, "mju_user_warning", quiet);
  set_handler(functions_->library, "mju_user_error", fatal);
}

// The library stays open: its threads and atexit handlers may outlive us.
Reference::~Reference() = default;

ReferenceWorld::ReferenceWorld(const Reference& reference, const ModelSource& source,
                               const Model& model, const std::vector<std::string>& disable)
    : mujoco_(reference.functions()) {
  std::string error;
  model_ = load_reference(mujoco_, source, disable, error);
  if (model_ == nullptr) throw Error({}, fmt::format("MuJoCo refuses {}: {}", source.given, error));
  check_sizes(source.given, model);
  data_ = mujoco_.mj_makeData(model_);
  if (data_ == nullptr) {
    mujoco_.mj_deleteModel(model_);
    throw Error({}, fmt::format("MuJoCo cannot allocate data for {}", source.given));
  }
}

ReferenceWorld::~ReferenceWorld() {
  mujoco_.mj_deleteData(data_);
  mujoco_.mj_deleteModel(model_);
}

void ReferenceWorld::check_sizes(const std::string& name, const Model& model) const {
  struct Size {
    const char* name;
    StateBit bit;
    std::int64_t ours;
  };
  const Size sizes[] = {{"nq", StateBit::Qpos, model.nq},
                        {"nv", StateBit::Qvel, model.nv},
                        {"na", StateBit::Act, model.na},
                        {"nu", StateBit::Ctrl, model.nu}};
  for (const Size& size : sizes) {
    const int theirs = mujoco_.mj_stateSize(model_, static_cast<int>(size.bit));
    if (theirs == size.ours) continue;
    mujoco_.mj_deleteModel(model_);
    throw Error(
        {}, fmt::format("{}: {} is {} here and {} in MuJoCo", name, size.name, size.ours, theirs));
  }
}

void ReferenceWorld::reset(int key) {
  if (key >= 0) {
    mujoco_.mj_resetDataKeyframe(model_, data_, key);
  } else {
    mujoco_.mj_resetData(model_, data_);
  }
}

void ReferenceWorld::set_ctrl(const double* ctrl) {
  mujoco_.mj_setState(model_, data_, ctrl, static_cast<int>(StateBit::Ctrl));
}

void ReferenceWorld::step() {
  mujoco_.mj_step(model_, data_);
}

void ReferenceWorld::step_in_parts(bool euler, const std::function<void()>& part_done) {
  using Function = void (*)(const void*, void*);
  const auto part = [&](std::initializer_list<Function> functions) {
    for (const Function function : functions) function(model_, data_);
    part_done();
  };
  const ReferenceFunctions& f = mujoco_;
  part({f.mj_kinematics, f.mj_comPos, f.mj_camlight, f.mj_tendon});
  part({f.mj_makeM, f.mj_factorM});
  part({f.mj_collision});
  part({f.mj_makeConstraint, f.mj_island, f.mj_projectConstraint});
  part({f.mj_transmission, f.mj_fwdVelocity});
  part({f.mj_fwdActuation, f.mj_fwdAcceleration});
  part({f.mj_fwdConstraint});
  part({euler ? f.mj_Euler : f.mj_implicit});
}

std::vector<double> ReferenceWorld::qpos() const {
  const int spec = static_cast<int>(StateBit::Qpos);
  std::vector<double> values(static_cast<std::size_t>(mujoco_.mj_stateSize(model_, spec)));
  mujoco_.mj_getState(model_, data_, values.data(), spec);
  return values;
}

void ReferenceWorld::place(const double* qpos) {
  mujoco_.mj_setState(model_, data_, qpos, static_cast<int>(StateBit::Qpos));
  mujoco_.mj_kinematics(model_, data_);
  mujoco_.mj_comPos(model_, data_);
}

void ReferenceWorld::collide() {
  mujoco_.mj_collision(model_, data_);
}

int ReferenceWorld::contacts() const {
  const int file = memfd_create("thew_reference", MFD_CLOEXEC);
  if (file < 0) return -1;
  mujoco_.mj_printData(model_, data_, fmt::format("/proc/self/fd/{}", file).c_str());
  // The sizes stand at the top.
  std::array<char, 4096> head{};
  const ssize_t count = pread(file, head.data(), head.size(), 0);
  close(file);
  const std::string_view text(head.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  const std::size_t found = text.find("\n  ncon ");
  if (found == std::string_view::npos) return -1;
  return std::atoi(text.data() + found + 8);
}

}  // namespace thew::cli
