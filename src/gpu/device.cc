#include "gpu/device.h"

#include <charconv>

#include <thew/error.h>
#include <thew/gpu.h>

#include "gpu/fatbin.h"

namespace thew::gpu {

namespace {

constexpr const char* kHint = "leave out `device`, or say \"cpu\"";

const Driver& driver_for(const DeviceName& name) {
  if (name.emulated) return emulated_driver();
  if (const std::string why = reason(); !why.empty()) {
    throw Error({}, "no GPU can be used: " + why, kHint);
  }
  std::string why;
  return *find_driver(why);
}

int attribute(const Driver& driver, int which, int device) {
  int value = 0;
  check(driver, driver.device_attribute(&value, which, device), "be asked what it is");
  return value;
}

std::string name_of(const Driver& driver, int device) {
  char name[256] = "";
  check(driver, driver.device_name(name, sizeof name - 1, device), "be asked for its name");
  return name;
}

}  // namespace

std::string reason() {
  if (fatbin().empty()) {
    return "the library was built without a CUDA compiler (nvcc was not found; THEW_GPU)";
  }
  std::string why;
  find_driver(why);
  return why;
}

std::vector<Gpu> devices() {
  std::vector<Gpu> list;
  std::string why;
  const Driver* driver = find_driver(why);
  if (driver == nullptr || fatbin().empty()) return list;
  int count = 0;
  driver->device_count(&count);
  for (int i = 0; i < count; ++i) {
    int device = 0;
    std::size_t memory = 0;
    check(*driver, driver->device_get(&device, i), "be found");
    driver->device_memory(&memory, device);
    list.push_back({i, name_of(*driver, device),
                    attribute(*driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                    attribute(*driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
                    static_cast<std::int64_t>(memory)});
  }
  return list;
}

DeviceName parse_device(std::string_view name) {
  if (name == "emulate") return {.emulated = true};
  if (name == "cuda") return {};
  if (name.starts_with("cuda:")) {
    const std::string_view digits = name.substr(5);
    int index = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error == std::errc() && end == digits.data() + digits.size() && index >= 0) {
      return {.index = index};
    }
  }
  throw Error({}, "there is no device \"" + std::string(name) + "\"",
              "one of: cpu, cuda, cuda:N, emulate");
}

Device::Device(const DeviceName& name) : driver_(driver_for(name)), index_(name.index) {
  int count = 0;
  check(driver_, driver_.device_count(&count), "be counted");
  if (index_ >= count) {
    throw Error(
        {}, "there is no device cuda:" + std::to_string(index_) + " of " + std::to_string(count));
  }
  check(driver_, driver_.device_get(&device_, index_), "be found");
  check(driver_, driver_.context_retain(&context_, device_), "be opened");
  const Turn turn(*this);
  const int loaded = driver_.module_load(&module_, emulated() ? nullptr : fatbin().data());
  if (loaded != CUDA_SUCCESS) driver_.context_release(device_);
  check(driver_, loaded, "load the kernels");
}

Device::~Device() {
  {
    const Turn turn(*this);
    driver_.module_unload(module_);
  }
  driver_.context_release(device_);
}

std::string Device::name() const {
  return name_of(driver_, device_);
}

std::size_t Device::free_memory() const {
  const Turn turn(*this);
  std::size_t free = 0, total = 0;
  check(driver_, driver_.memory_info(&free, &total), "be asked for its memory");
  return free;
}

std::size_t Device::shared_memory() const {
  return static_cast<std::size_t>(
      attribute(driver_, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device_));
}

Function Device::function(const std::string& name, std::size_t shared_bytes) const {
  const Turn turn(*this);
  Function found = nullptr;
  check(driver_, driver_.module_function(&found, module_, name.c_str()),
        ("find the kernel " + name).c_str());
  if (shared_bytes > 0) {
    check(driver_,
          driver_.function_set(found, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                               static_cast<int>(shared_bytes)),
          "give a kernel its shared memory");
  }
  return found;
}

Memory::Memory(std::shared_ptr<const Device> device, std::size_t bytes)
    : device_(std::move(device)), bytes_(bytes) {
  if (bytes == 0) return;
  const Device::Turn turn(*device_);
  check(device_->driver(), device_->driver().memory_allocate(&address_, bytes), "give memory");
}

Memory::~Memory() {
  if (address_ == 0) return;
  const Device::Turn turn(*device_);
  device_->driver().memory_free(address_);
}

struct Block::Held {
  Memory memory;
};

Block::Block(std::string_view device, std::size_t bytes)
    : held_(new Held{Memory(std::make_shared<const Device>(parse_device(device)), bytes)}) {}
Block::~Block() = default;
Block::Block(Block&&) noexcept = default;
Block& Block::operator=(Block&&) noexcept = default;

std::byte* Block::data() const {
  return reinterpret_cast<std::byte*>(held_->memory.address());
}

}  // namespace thew::gpu
