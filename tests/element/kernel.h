#pragma once

// Kernels that run a probe on many inputs, in both precisions.

#include "element/probe.h"

#define THEW_PROBE_KERNEL(Probe)                                                    \
  template <class T>                                                                \
  __global__ void run_##Probe(const T* x, T* y, int count) {                        \
    using P = thew::element::probe::Probe;                                          \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                            \
    if (i < count) P::run(x + i * P::kInputs, y + i * P::kOutputs);                 \
  }                                                                                 \
  template __global__ void run_##Probe<float>(const float* x, float* y, int count); \
  template __global__ void run_##Probe<double>(const double* x, double* y, int count)
