# A profile of what the kernels do in practice, by which the compiler lays out their code: worth 5 to
# 10 % to one world. It says which way branches go and no more, so that bits stay as they are.
#
# `./dev profile` makes it anew (tools/make_profile) by the clang++ of Debian 12. A profile is for one
# version of clang: with other compilers there is none. Functions that have changed since are compiled
# without it, and so is what never ran when it was made.

set(THEW_PROFILE AUTO CACHE STRING "Profile of the kernels: AUTO (use it where it is for this compiler), OFF, or WRITE (be measured)")
set_property(CACHE THEW_PROFILE PROPERTY STRINGS AUTO OFF WRITE)

set(THEW_PROFILE_FLAGS "")
set(THEW_PROFILE_FILE "") # what objects depend on
# Functions of one file are told apart by its name, without the folder that a copy of the tree is in.
set(names "SHELL:-mllvm -static-func-full-module-prefix=false")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT THEW_SANITIZE AND NOT THEW_COVERAGE)
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
  set(profile "${PROJECT_SOURCE_DIR}/cmake/kernels.clang${major}.profdata")
  if(THEW_PROFILE STREQUAL "WRITE")
    set(THEW_PROFILE_FLAGS -fprofile-generate "${names}")
    target_link_options(thew_flags INTERFACE -fprofile-generate)
  elseif(THEW_PROFILE STREQUAL "AUTO" AND EXISTS "${profile}")
    set(THEW_PROFILE_FILE "${profile}")
    # Relative to where the compiler runs: the same command in every copy of the tree.
    file(RELATIVE_PATH profile "${CMAKE_BINARY_DIR}" "${profile}")
    set(THEW_PROFILE_FLAGS -fprofile-use=${profile} "${names}" -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date
                           -Wno-backend-plugin)
  endif()
endif()

# Rooms whose code steps a world.
set(THEW_PROFILED_ROOMS model dynamics tendon deformable passive actuation integrate collision constraint sensor pipeline)
