#include "render/egl.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

#include <thew/error.h>

namespace thew::render {

namespace {

// The part of EGL that is used here.
using Int = std::int32_t;
using Bool = unsigned int;
enum : Int {
  kSurfaceType = 0x3033,
  kPbufferBit = 0x0001,
  kRenderableType = 0x3040,
  kOpenglBit = 0x0008,
  kNone = 0x3038,
  kWidth = 0x3057,
  kHeight = 0x3056,
  kMajorVersion = 0x3098,
  kMinorVersion = 0x30FB,
  kProfileMask = 0x30FD,
  kCoreProfile = 0x0001,
};
constexpr unsigned int kOpenglApi = 0x30A2, kPlatformDevice = 0x313F, kPlatformSurfaceless = 0x31DD;

#define THEW_EGL_FUNCTIONS(F)                                 \
  F(Bool, BindAPI, unsigned int)                              \
  F(Bool, ChooseConfig, void*, const Int*, void**, Int, Int*) \
  F(void*, CreateContext, void*, void*, void*, const Int*)    \
  F(void*, CreatePbufferSurface, void*, void*, const Int*)    \
  F(Bool, DestroyContext, void*, void*)                       \
  F(Bool, DestroySurface, void*, void*)                       \
  F(void*, GetDisplay, void*)                                 \
  F(void*, GetProcAddress, const char*)                       \
  F(Bool, Initialize, void*, Int*, Int*)                      \
  F(Bool, MakeCurrent, void*, void*, void*, void*)            \
  F(Bool, ReleaseThread)

struct Egl {
#define THEW_EGL_MEMBER(result, name, ...) result (*name)(__VA_ARGS__) = nullptr;
  THEW_EGL_FUNCTIONS(THEW_EGL_MEMBER)
#undef THEW_EGL_MEMBER
};

constexpr const char* kInstall = "on Debian: apt-get install libegl1 libgl1-mesa-dri";

Egl load_egl() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error({}, "pictures need the library libEGL.so.1, which is not installed", kInstall);
  }
  Egl egl;
#define THEW_EGL_LOAD(result, name, ...) \
  egl.name = reinterpret_cast<decltype(egl.name)>(dlsym(library, "egl" #name));
  THEW_EGL_FUNCTIONS(THEW_EGL_LOAD)
#undef THEW_EGL_LOAD
  if (egl.GetProcAddress == nullptr || egl.Initialize == nullptr || egl.BindAPI == nullptr) {
    throw Error({}, "the library libEGL.so.1 lacks functions of EGL 1.4", kInstall);
  }
  return egl;
}

const Egl& egl() {
  static const Egl loaded = load_egl();
  return loaded;
}

// The numbered device alone where the environment names one; all of them otherwise, GPUs first as
// the library lists them.
std::vector<void*> device_displays() {
  using Query = Bool (*)(Int, void**, Int*);
  using Display = void* (*)(unsigned int, void*, const Int*);
  const auto query = reinterpret_cast<Query>(egl().GetProcAddress("eglQueryDevicesEXT"));
  const auto display = reinterpret_cast<Display>(egl().GetProcAddress("eglGetPlatformDisplayEXT"));
  std::vector<void*> found;
  if (display == nullptr) return found;
  void* devices[32];
  Int count = 0;
  if (query == nullptr || query(32, devices, &count) == 0) count = 0;
  const char* chosen = std::getenv("MUJOCO_EGL_DEVICE_ID");
  for (Int i = 0; i < count; ++i) {
    if (chosen != nullptr && *chosen != '\0' && std::atoi(chosen) != i) continue;
    found.push_back(display(kPlatformDevice, devices[i], nullptr));
  }
  if (chosen == nullptr) found.push_back(display(kPlatformSurfaceless, nullptr, nullptr));
  return found;
}

}  // namespace

bool Context::open(void* display) {
  if (display == nullptr || egl().Initialize(display, nullptr, nullptr) == 0) return false;
  if (egl().BindAPI(kOpenglApi) == 0) return false;
  const Int wanted[] = {kSurfaceType, kPbufferBit, kRenderableType, kOpenglBit, kNone};
  const Int version[] = {kMajorVersion, 3, kMinorVersion, 3, kProfileMask, kCoreProfile, kNone};
  const Int size[] = {kWidth, 1, kHeight, 1, kNone};
  void* config = nullptr;
  Int count = 0;
  if (egl().ChooseConfig(display, wanted, &config, 1, &count) == 0 || count == 0) return false;
  void* context = egl().CreateContext(display, config, nullptr, version);
  if (context == nullptr) return false;
  void* surface = egl().CreatePbufferSurface(display, config, size);
  if (surface == nullptr || egl().MakeCurrent(display, surface, surface, context) == 0) {
    if (surface != nullptr) egl().DestroySurface(display, surface);
    egl().DestroyContext(display, context);
    return false;
  }
  display_ = display;
  context_ = context;
  surface_ = surface;
  return true;
}

Context::Context() {
  std::vector<void*> displays = device_displays();
  displays.push_back(egl().GetDisplay(nullptr));
  bool made = false;
  for (std::size_t i = 0; i < displays.size() && !made; ++i) made = open(displays[i]);
  if (!made) {
    throw Error({}, "EGL finds no device that draws with OpenGL 3.3: there is no driver", kInstall);
  }
  gl_.load(egl().GetProcAddress);
  const auto* name = reinterpret_cast<const char*>(gl_.GetString(gl::kRenderer));
  device_ = name == nullptr ? "unknown" : name;
}

// The display stays: other users of EGL in this process share it.
Context::~Context() {
  egl().MakeCurrent(display_, nullptr, nullptr, nullptr);
  egl().DestroySurface(display_, surface_);
  egl().DestroyContext(display_, context_);
  egl().ReleaseThread();
}

}  // namespace thew::render
