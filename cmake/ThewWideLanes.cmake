# Worlds in lanes for processors with AVX-512, whose registers hold twice as many of them. The files
# that have lanes (THEW_FOR_LANE_TYPES, THEW_FOR_PACK_TYPES) are compiled a second time, and the
# batch takes these where the processor is up to it (src/batch/width.cc). So are files of one world
# that say THEW_ALSO_WIDE (src/deformable/wide.h).
#
# What they share with the rest of the library, inline functions and templates, would be merged by
# the linker with copies for older processors, whichever comes first. So these objects become one,
# in which nothing but its doors can be seen from outside.

if(THEW_MARCH AND CMAKE_OBJCOPY AND CMAKE_LINKER AND NOT THEW_SANITIZE AND NOT THEW_COVERAGE)
  set(wide_default ON)
else()
  set(wide_default OFF)
endif()
option(THEW_WIDE_LANES "Batches with AVX-512 where the processor has it" ${wide_default})

# Sets <out> to the object of the sources that have a line which matches; <doors> are what can be seen.
function(thew_join_wide target line doors out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.cc")
  set(wide "")
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" found REGEX "${line}" LIMIT_COUNT 1)
    if(found)
      list(APPEND wide "${source}")
    endif()
  endforeach()
  add_library(${target} OBJECT ${wide})
  target_link_libraries(${target} PRIVATE thew_flags)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE THEW_WIDE_LANES)
  # What serves one world alone is not called here.
  set_target_properties(
    ${target} PROPERTIES THEW_MARCH "-march=x86-64-v4;-mprefer-vector-width=512;-Wno-unused-function")
  string(REPLACE "thew_" "" name ${target})
  set(object "${CMAKE_BINARY_DIR}/${name}${CMAKE_CXX_OUTPUT_EXTENSION}")
  add_custom_command(
    OUTPUT "${object}"
    COMMAND "${CMAKE_LINKER}" -r -o "${object}.all" $<TARGET_OBJECTS:${target}>
    COMMAND "${CMAKE_OBJCOPY}" --remove-section=.group --wildcard "--keep-global-symbol=${doors}"
            "${object}.all" "${object}"
    DEPENDS ${target} $<TARGET_OBJECTS:${target}>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Joining ${target} for AVX-512")
  set(${out} "${object}" PARENT_SCOPE)
endfunction()

# Sets <out> to the object of worlds in lanes.
function(thew_add_wide_lanes out)
  thew_join_wide(thew_wide_lanes "^THEW_FOR_(LANE|PACK)_TYPES" "*make_lane_worker*" object)
  set(${out} "${object}" PARENT_SCOPE)
endfunction()

# Sets <out> to the object of one world's walk. Programs that take the rooms without the library get
# it with the room deformable.
function(thew_add_wide_walk out)
  thew_join_wide(thew_wide_walk "^THEW_ALSO_WIDE" "*project_positions_wide*" object)
  add_custom_target(thew_wide_walk_object DEPENDS "${object}")
  add_dependencies(thew_deformable thew_wide_walk_object)
  target_link_libraries(thew_deformable INTERFACE "${object}")
  set(${out} "${object}" PARENT_SCOPE)
endfunction()
