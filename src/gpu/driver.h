#pragma once

// The functions of NVIDIA's driver (libcuda.so.1) that the runtime calls, declared here so that
// nothing of CUDA is needed to build or to run the rest. The driver is looked for at run time. A
// second table has the same functions on the host (emulated_driver.cc), so that everything above
// runs where there is no GPU.

#include <cstddef>
#include <cstdint>
#include <string>

namespace thew::gpu {

/// Device memory by its address, as the driver counts it.
using Address = std::uint64_t;

// What the driver hands out.
using Context = struct ContextHandle*;
using Module = struct ModuleHandle*;
using Function = struct FunctionHandle*;
using Stream = struct StreamHandle*;
using Event = struct EventHandle*;
using Graph = struct GraphHandle*;
using GraphExec = struct GraphExecHandle*;

/// The driver's numbers that we use, under its own names.
enum : int {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_STREAM_NON_BLOCKING = 1,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
};

// THEW_DRIVER(member, the driver's name, parameters)
#define THEW_DRIVER_FUNCTIONS(THEW_DRIVER)                                                       \
  THEW_DRIVER(init, cuInit, (unsigned flags))                                                    \
  THEW_DRIVER(driver_version, cuDriverGetVersion, (int* version))                                \
  THEW_DRIVER(error_string, cuGetErrorString, (int error, const char** text))                    \
  THEW_DRIVER(device_count, cuDeviceGetCount, (int* count))                                      \
  THEW_DRIVER(device_get, cuDeviceGet, (int* device, int index))                                 \
  THEW_DRIVER(device_name, cuDeviceGetName, (char* name, int size, int device))                  \
  THEW_DRIVER(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, int device))   \
  THEW_DRIVER(device_memory, cuDeviceTotalMem_v2, (std::size_t* bytes, int device))              \
  THEW_DRIVER(context_retain, cuDevicePrimaryCtxRetain, (Context * context, int device))         \
  THEW_DRIVER(context_release, cuDevicePrimaryCtxRelease_v2, (int device))                       \
  THEW_DRIVER(context_push, cuCtxPushCurrent_v2, (Context context))                              \
  THEW_DRIVER(context_pop, cuCtxPopCurrent_v2, (Context * context))                              \
  THEW_DRIVER(module_load, cuModuleLoadData, (Module * module, const void* image))               \
  THEW_DRIVER(module_unload, cuModuleUnload, (Module module))                                    \
  THEW_DRIVER(module_function, cuModuleGetFunction,                                              \
              (Function * function, Module module, const char* name))                            \
  THEW_DRIVER(function_set, cuFuncSetAttribute, (Function function, int attribute, int value))   \
  THEW_DRIVER(memory_info, cuMemGetInfo_v2, (std::size_t* free, std::size_t* total))             \
  THEW_DRIVER(memory_allocate, cuMemAlloc_v2, (Address * address, std::size_t bytes))            \
  THEW_DRIVER(memory_free, cuMemFree_v2, (Address address))                                      \
  THEW_DRIVER(copy, cuMemcpyAsync, (Address to, Address from, std::size_t bytes, Stream stream)) \
  THEW_DRIVER(fill, cuMemsetD8Async,                                                             \
              (Address to, unsigned char value, std::size_t bytes, Stream stream))               \
  THEW_DRIVER(launch, cuLaunchKernel,                                                            \
              (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,             \
               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,      \
               Stream stream, void** parameters, void** extra))                                  \
  THEW_DRIVER(stream_create, cuStreamCreate, (Stream * stream, unsigned flags))                  \
  THEW_DRIVER(stream_destroy, cuStreamDestroy_v2, (Stream stream))                               \
  THEW_DRIVER(stream_synchronize, cuStreamSynchronize, (Stream stream))                          \
  THEW_DRIVER(stream_wait, cuStreamWaitEvent, (Stream stream, Event event, unsigned flags))      \
  THEW_DRIVER(stream_is_capturing, cuStreamIsCapturing, (Stream stream, int* status))            \
  THEW_DRIVER(capture_begin, cuStreamBeginCapture_v2, (Stream stream, int mode))                 \
  THEW_DRIVER(capture_end, cuStreamEndCapture, (Stream stream, Graph * graph))                   \
  THEW_DRIVER(event_create, cuEventCreate, (Event * event, unsigned flags))                      \
  THEW_DRIVER(event_destroy, cuEventDestroy_v2, (Event event))                                   \
  THEW_DRIVER(event_record, cuEventRecord, (Event event, Stream stream))                         \
  THEW_DRIVER(graph_instantiate, cuGraphInstantiateWithFlags,                                    \
              (GraphExec * exec, Graph graph, unsigned long long flags))                         \
  THEW_DRIVER(graph_launch, cuGraphLaunch, (GraphExec exec, Stream stream))                      \
  THEW_DRIVER(graph_destroy, cuGraphDestroy, (Graph graph))                                      \
  THEW_DRIVER(graph_exec_destroy, cuGraphExecDestroy, (GraphExec exec))

/// Each function gives CUDA_SUCCESS or an error.
struct Driver {
#define THEW_DRIVER(member, name, parameters) int(*member) parameters;
  THEW_DRIVER_FUNCTIONS(THEW_DRIVER)
#undef THEW_DRIVER
  bool emulated;  ///< its device is the host
};

/// NVIDIA's driver; null, with the reason in a sentence, where there is none or it is too old. It
/// is looked for once.
const Driver* find_driver(std::string& why);

/// The same functions on the host.
const Driver& emulated_driver();

/// Throws Error for what the driver calls an error.
void check(const Driver& driver, int result, const char* what);

}  // namespace thew::gpu
