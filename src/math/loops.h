#pragma once

// How loops are unrolled on a device, where kernels are small so that nobody waits for
// instructions. THEW_ROLLED: before a loop that is not unrolled. THEW_BY_FOURS: before one that
// mostly waits for global memory, which four turns can do together.
#if defined(__CUDACC__)
#define THEW_ROLLED _Pragma("unroll 1")
#define THEW_BY_FOURS _Pragma("unroll 4")
#else
#define THEW_ROLLED
#define THEW_BY_FOURS
#endif
