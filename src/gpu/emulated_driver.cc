// A driver whose device is the host: memory is the host's, launches run at once in the order they
// come, and a graph is the list of launches that were made while it was captured. One stream waits
// for another by having been called before it, so that waiting is nothing to do.

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "gpu/driver.h"
#include "gpu/host_kernels.h"

namespace thew::gpu {

// Launches that were made while a graph was captured; streams that joined leave it when it ends.
struct Capture {
  bool open = true;
  std::vector<std::function<void()>> launches;
};
struct GraphHandle {
  std::vector<std::function<void()>> launches;
};
struct GraphExecHandle {
  std::vector<std::function<void()>> launches;
};
struct StreamHandle {
  std::shared_ptr<Capture> capture;
  bool is_captured() const { return capture && capture->open; }
};
struct EventHandle {
  std::shared_ptr<Capture> capture;
};

namespace {

// So much that a batch of tests fits, and too many worlds do not.
constexpr std::size_t kMemory = std::size_t{4} << 30;
constexpr std::size_t kAlignment = 256;
constexpr int kSharedMemory = 227 << 10;  // that of an H200

std::atomic<std::size_t> used = 0;

// The stream that nobody made.
StreamHandle& stream_of(Stream stream) {
  static StreamHandle legacy;
  return stream ? *stream : legacy;
}

int perform(Stream stream, std::function<void()> work) {
  StreamHandle& own = stream_of(stream);
  if (own.is_captured()) {
    own.capture->launches.push_back(std::move(work));
  } else {
    work();
  }
  return CUDA_SUCCESS;
}

// A block of memory begins with its size, behind which it is aligned.
int allocate(Address* address, std::size_t bytes) {
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (bytes > kMemory - used) return CUDA_ERROR_OUT_OF_MEMORY;
  const std::size_t whole = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kAlignment, whole + kAlignment));
  if (memory == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
  used += whole;
  new (memory) std::size_t(whole);
  // What is not written before it is read should show.
  std::memset(memory + kAlignment, 0xff, bytes);
  *address = reinterpret_cast<Address>(memory + kAlignment);
  return CUDA_SUCCESS;
}

int free_memory(Address address) {
  auto* memory = reinterpret_cast<std::byte*>(address) - kAlignment;
  used -= *reinterpret_cast<std::size_t*>(memory);
  std::free(memory);
  return CUDA_SUCCESS;
}

int launch(Function function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
           Stream stream, void** parameters, void**) {
  const auto* kernel = reinterpret_cast<const HostKernel*>(function);
  return perform(stream, kernel->bind(parameters));
}

int find_function(Function* function, Module, const char* name) {
  const HostKernel* kernel = find_host_kernel(name);
  *function = reinterpret_cast<Function>(const_cast<HostKernel*>(kernel));
  return kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

int begin_capture(Stream stream, int) {
  if (stream == nullptr || stream->is_captured()) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  stream->capture = std::make_shared<Capture>();
  return CUDA_SUCCESS;
}

int end_capture(Stream stream, Graph* graph) {
  if (!stream->is_captured()) return CUDA_ERROR_INVALID_VALUE;
  stream->capture->open = false;
  *graph = new GraphHandle{std::move(stream->capture->launches)};
  return CUDA_SUCCESS;
}

int record_event(Event event, Stream stream) {
  event->capture = stream_of(stream).capture;
  return CUDA_SUCCESS;
}

// A stream that waits for a captured event is captured too.
int wait_event(Stream stream, Event event, unsigned) {
  if (event->capture && event->capture->open) stream_of(stream).capture = event->capture;
  return CUDA_SUCCESS;
}

int describe(int error, const char** text) {
  switch (error) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      *text = "out of memory";
      break;
    case CUDA_ERROR_NOT_FOUND:
      *text = "named symbol not found";
      break;
    default:
      *text = "invalid argument";
  }
  return CUDA_SUCCESS;
}

Driver make() {
  Driver d{};
  d.emulated = true;
  d.init = [](unsigned) -> int { return CUDA_SUCCESS; };
  d.driver_version = [](int* version) -> int { return *version = 0, CUDA_SUCCESS; };
  d.error_string = describe;
  d.device_count = [](int* count) -> int { return *count = 1, CUDA_SUCCESS; };
  d.device_get = [](int* device, int index) -> int { return *device = index, CUDA_SUCCESS; };
  d.device_name = [](char* name, int size, int) -> int {
    return std::strncpy(name, "the host", static_cast<std::size_t>(size)), CUDA_SUCCESS;
  };
  d.device_attribute = [](int* value, int which, int) -> int {
    const bool shared = which == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
    return *value = shared ? kSharedMemory : 0, CUDA_SUCCESS;
  };
  d.device_memory = [](std::size_t* bytes, int) -> int { return *bytes = kMemory, CUDA_SUCCESS; };
  d.context_retain = [](Context* context, int) -> int { return *context = nullptr, CUDA_SUCCESS; };
  d.context_release = [](int) -> int { return CUDA_SUCCESS; };
  d.context_push = [](Context) -> int { return CUDA_SUCCESS; };
  d.context_pop = [](Context*) -> int { return CUDA_SUCCESS; };
  d.module_load = [](Module* module, const void*) -> int {
    return *module = nullptr, CUDA_SUCCESS;
  };
  d.module_unload = [](Module) -> int { return CUDA_SUCCESS; };
  d.module_function = find_function;
  d.function_set = [](Function, int, int) -> int { return CUDA_SUCCESS; };
  d.memory_info = [](std::size_t* free, std::size_t* total) -> int {
    return *free = kMemory - used, *total = kMemory, CUDA_SUCCESS;
  };
  d.memory_allocate = allocate;
  d.memory_free = free_memory;
  d.copy = [](Address to, Address from, std::size_t bytes, Stream stream) -> int {
    return perform(stream, [=] {
      std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    });
  };
  d.fill = [](Address to, unsigned char value, std::size_t bytes, Stream stream) -> int {
    return perform(stream, [=] { std::memset(reinterpret_cast<void*>(to), value, bytes); });
  };
  d.launch = launch;
  d.stream_create = [](Stream* stream, unsigned) -> int {
    return *stream = new StreamHandle, CUDA_SUCCESS;
  };
  d.stream_destroy = [](Stream stream) -> int { return delete stream, CUDA_SUCCESS; };
  d.stream_synchronize = [](Stream stream) -> int {
    return stream_of(stream).is_captured() ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : CUDA_SUCCESS;
  };
  d.stream_wait = wait_event;
  d.stream_is_capturing = [](Stream stream, int* status) -> int {
    return *status = stream_of(stream).is_captured(), CUDA_SUCCESS;
  };
  d.capture_begin = begin_capture;
  d.capture_end = end_capture;
  d.event_create = [](Event* event, unsigned) -> int {
    return *event = new EventHandle, CUDA_SUCCESS;
  };
  d.event_destroy = [](Event event) -> int { return delete event, CUDA_SUCCESS; };
  d.event_record = record_event;
  d.graph_instantiate = [](GraphExec* exec, Graph graph, unsigned long long) -> int {
    return *exec = new GraphExecHandle{graph->launches}, CUDA_SUCCESS;
  };
  d.graph_launch = [](GraphExec exec, Stream stream) -> int {
    for (const auto& work : exec->launches) perform(stream, work);
    return CUDA_SUCCESS;
  };
  d.graph_destroy = [](Graph graph) -> int { return delete graph, CUDA_SUCCESS; };
  d.graph_exec_destroy = [](GraphExec exec) -> int { return delete exec, CUDA_SUCCESS; };
  return d;
}

}  // namespace

const Driver& emulated_driver() {
  static const Driver driver = make();
  return driver;
}

}  // namespace thew::gpu
