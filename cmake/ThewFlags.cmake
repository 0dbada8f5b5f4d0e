# Compiler flags, all carried by one target, thew_flags, that every target of the project links.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_RUNTIME_OUTPUT_DIRECTORY)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
endif()

find_program(THEW_CCACHE ccache)
if(THEW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${THEW_CCACHE}")
endif()

add_library(thew_flags INTERFACE)
target_compile_features(thew_flags INTERFACE cxx_std_20)
target_compile_options(
  thew_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-sign-conversion
            # Lanes are passed by value between our own functions only, never across an ABI border.
            -Wno-psabi $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical>
            # g++ 12 warns about `"text" + std::string` in its own headers (GCC bug 105651), takes a
            # pack that is filled lane by lane for one that is read before, names with initialisers for
            # forgotten ones, and masks (`!a & b`) for numbers.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-maybe-uninitialized>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-field-initializers$<SEMICOLON>-Wno-parentheses>
            # Fused multiply-adds are written where they are meant: the same bits on every machine. The
            # vectorizer of g++ 12 fuses all the same where additions and subtractions alternate, as in
            # the product of quaternions (vfmaddsub).
            -ffp-contract=off $<$<CXX_COMPILER_ID:GNU>:-fno-tree-vectorize>
            $<$<BOOL:${THEW_WERROR}>:-Werror>)

# Kernels need AVX2 and FMA on x86-64; a file that must run on any processor undoes this with
# thew_baseline_sources().
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(THEW_ARCHITECTURE x86-64-v3 CACHE STRING "Oldest processor that the engine runs on: x86-64-v3 or newer")
  set(THEW_MARCH -march=${THEW_ARCHITECTURE})
  set(THEW_MARCH_BASELINE -march=x86-64)
  # What x86-64-v3 first was. Compilers that are told nothing schedule for older processors, which costs a
  # world alone 1 % (clang 14, EPYC of 2024).
  set(THEW_TUNE $<$<STREQUAL:${THEW_ARCHITECTURE},x86-64-v3>:-mtune=haswell>)
else()
  set(THEW_MARCH "")
  set(THEW_MARCH_BASELINE "")
  set(THEW_TUNE "")
endif()
# Targets with the property THEW_MARCH are compiled for that processor instead.
set(of_target $<TARGET_PROPERTY:THEW_MARCH>)
target_compile_options(thew_flags INTERFACE $<IF:$<BOOL:${of_target}>,${of_target},${THEW_MARCH}>)

# Sources of the calling directory that are compiled for any processor of the architecture
# (options of a source follow those of its target, and the last -march wins).
function(thew_baseline_sources)
  if(THEW_MARCH_BASELINE)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${THEW_MARCH_BASELINE})
  endif()
endfunction()

if(THEW_SANITIZE)
  target_compile_definitions(thew_flags INTERFACE THEW_SANITIZED)
  set(sanitizers -fsanitize=${THEW_SANITIZE} -fno-sanitize-recover=all)
  if(THEW_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Coverage counters for libFuzzer in the library; the fuzzers themselves link the engine.
    target_compile_options(thew_flags INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  target_compile_options(thew_flags INTERFACE ${sanitizers} -fno-omit-frame-pointer)
  target_link_options(thew_flags INTERFACE ${sanitizers})
endif()

if(THEW_COVERAGE)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "THEW_COVERAGE needs clang (use the preset coverage)")
  endif()
  set(coverage -fprofile-instr-generate -fcoverage-mapping)
  target_compile_options(thew_flags INTERFACE ${coverage})
  target_link_options(thew_flags INTERFACE ${coverage})
endif()
