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

# Sets <out> to the object.
function(thew_add_wide_lanes out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.cc")
  set(with_lanes "")
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" found REGEX "^THEW_(FOR_(LANE|PACK)_TYPES|ALSO_WIDE)" LIMIT_COUNT 1)
    if(found)
      list(APPEND with_lanes "${source}")
    endif()
  endforeach()
  add_library(thew_wide_lanes OBJECT ${with_lanes})
  target_link_libraries(thew_wide_lanes PRIVATE thew_flags)
  target_include_directories(thew_wide_lanes PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(thew_wide_lanes PRIVATE THEW_WIDE_LANES)
  # What serves one world alone is not called here.
  set_target_properties(
    thew_wide_lanes PROPERTIES THEW_MARCH "-march=x86-64-v4;-mprefer-vector-width=512;-Wno-unused-function")
  set(object "${CMAKE_BINARY_DIR}/wide_lanes${CMAKE_CXX_OUTPUT_EXTENSION}")
  add_custom_command(
    OUTPUT "${object}"
    COMMAND "${CMAKE_LINKER}" -r -o "${object}.all" $<TARGET_OBJECTS:thew_wide_lanes>
    COMMAND "${CMAKE_OBJCOPY}" --remove-section=.group --wildcard "--keep-global-symbol=*make_lane_worker*"
            "--keep-global-symbol=*project_positions_wide*"
            "${object}.all" "${object}"
    DEPENDS thew_wide_lanes $<TARGET_OBJECTS:thew_wide_lanes>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Joining lanes for AVX-512")
  set(${out} "${object}" PARENT_SCOPE)
endfunction()
