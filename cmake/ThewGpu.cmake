# The kernels for GPUs: src/gpu/fatbin.cu becomes one compressed fatbin, which is embedded in the
# library. Where there is no CUDA compiler the library is built without it and says so when a GPU is
# asked for. Nothing else of CUDA is needed: the driver is found at run time (src/gpu/driver.cc).

set(THEW_GPU AUTO CACHE STRING "Kernels for NVIDIA GPUs: AUTO (where nvcc is found), ON or OFF")
set_property(CACHE THEW_GPU PROPERTY STRINGS AUTO ON OFF)
set(THEW_GPU_ARCHITECTURES 80 90 100 CACHE STRING "Compute capabilities; newer GPUs compile what there is for the last")

# On the path, where NVIDIA installs it, or where ./dev device does.
file(GLOB here "${PROJECT_SOURCE_DIR}/build/cuda/lib/python3*/site-packages/nvidia/*/bin")
find_program(THEW_NVCC nvcc HINTS ${here} PATHS /usr/local/cuda/bin)
mark_as_advanced(THEW_NVCC)

if(THEW_GPU STREQUAL "ON" AND NOT THEW_NVCC)
  message(FATAL_ERROR "THEW_GPU is ON and nvcc was not found: name it by THEW_NVCC, or run ./dev device")
endif()
if(THEW_GPU AND THEW_NVCC)
  message(STATUS "GPU kernels: by ${THEW_NVCC}, for ${THEW_GPU_ARCHITECTURES}")
else()
  message(STATUS "GPU kernels: none (THEW_GPU=${THEW_GPU}, nvcc: ${THEW_NVCC})")
endif()

# Adds the fatbin to the library, where there is one.
function(thew_add_fatbin)
  if(NOT THEW_GPU OR NOT THEW_NVCC)
    return()
  endif()
  set(fatbin "${CMAKE_BINARY_DIR}/thew.fatbin")
  set(source "${PROJECT_SOURCE_DIR}/src/gpu/fatbin.cu")
  set(architectures "")
  foreach(number IN LISTS THEW_GPU_ARCHITECTURES)
    list(APPEND architectures -gencode arch=compute_${number},code=sm_${number})
  endforeach()
  list(GET THEW_GPU_ARCHITECTURES -1 last)
  list(APPEND architectures -gencode arch=compute_${last},code=compute_${last})
  add_custom_command(
    OUTPUT "${fatbin}"
    # The same arithmetic as on the host: fused multiply-adds where the code says so, exact roots and
    # divisions (nvcc's default).
    COMMAND "${THEW_NVCC}" -std=c++20 -ccbin g++ -O3 --fmad=false --expt-relaxed-constexpr -DNDEBUG
            "-I${PROJECT_SOURCE_DIR}/include" "-I${PROJECT_SOURCE_DIR}/src" ${architectures} -fatbin
            -Xfatbin=-compress-all -MD -MF "${fatbin}.d" -MT thew.fatbin "${source}" -o "${fatbin}"
    DEPENDS "${source}"
    DEPFILE "${fatbin}.d"
    VERBATIM
    COMMENT "Compiling kernels for GPUs")
  set(user "${PROJECT_SOURCE_DIR}/src/gpu/fatbin.cc")
  set_property(SOURCE "${user}" APPEND PROPERTY COMPILE_DEFINITIONS THEW_FATBIN="${fatbin}")
  set_property(SOURCE "${user}" APPEND PROPERTY OBJECT_DEPENDS "${fatbin}")
endfunction()
