// All kernels, for one fatbin (cmake/ThewGpu.cmake).

#include "gpu/keeping.cu"
#include "gpu/kernels.cu"
