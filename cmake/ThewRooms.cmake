# The rooms of src/ and who stands on whom. One folder is one target, thew_<room>; adding a file
# to a room needs no edit here. tools/check_layers checks the same rule on the #include lines.

# room : rooms it may use directly (theirs come along)
set(THEW_ROOMS
    "base      :"                                            # L0
    "math      : base"                                       # L1
    "element   : math"                                       # L2
    "model     : element"                                    # L3
    "dynamics  : model"                                      # L4, never one another but for
    "tendon    : model dynamics"                             #     dynamics/jacobian (all) and
    "deformable : model dynamics"                            #     dynamics/factor, smooth_velocity
    "passive   : model dynamics deformable"                  #     (integrate) and
    "actuation : model dynamics"                             #     deformable/elasticity (passive),
    "integrate : model dynamics deformable"                  #     deformable/tangent (both)
    "collision : model"
    "constraint : model dynamics deformable"                 #     and deformable/patch (constraint)
    "sensor    : model dynamics collision constraint"        # rays, distances, forces of contacts
    "pipeline  : dynamics tendon deformable passive actuation integrate collision constraint sensor" # L5
    "derivative : pipeline"                                  # L6, never one another
    "gpu       : pipeline"
    "spec      : model"
    "compile   : spec pipeline"                              # L7
    "io        : compile"                                    # L8, never one another
    "batch     : compile gpu"
    "scene     : pipeline spec"
    "render    : scene")                                     # L9

# Libraries from outside, by room.
set(THEW_EXTERNAL_compile Qhull::qhull_r)
set(THEW_EXTERNAL_io pugixml::pugixml lodepng)
set(THEW_EXTERNAL_gpu ${CMAKE_DL_LIBS})
set(THEW_EXTERNAL_render ${CMAKE_DL_LIBS})

# PLY and glTF are read where assimp is installed.
find_package(assimp QUIET)
option(THEW_ASSIMP "Read meshes in PLY and glTF by the library assimp" ${assimp_FOUND})
if(THEW_ASSIMP)
  find_package(assimp REQUIRED)
  list(APPEND THEW_EXTERNAL_io assimp::assimp)
endif()

function(thew_find_external room)
  if(room STREQUAL "io")
    find_package(pugixml REQUIRED)
  elseif(room STREQUAL "compile")
    find_package(Qhull REQUIRED)
  endif()
endfunction()

# Adds thew_<room> from all sources under src/<room>; sets <out> to whether it has any object.
function(thew_add_room room needs out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cc")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.h"
       "${PROJECT_SOURCE_DIR}/src/${room}/*.inc")
  set(target thew_${room})
  list(TRANSFORM needs PREPEND thew_)
  if(sources)
    add_library(${target} OBJECT ${sources} ${headers})
    set(scope PUBLIC)
    thew_find_external(${room})
    target_link_libraries(${target} PUBLIC thew_flags ${THEW_EXTERNAL_${room}})
    if(room IN_LIST THEW_PROFILED_ROOMS)
      target_compile_options(${target} PRIVATE ${THEW_TUNE} ${THEW_PROFILE_FLAGS})
      set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${THEW_PROFILE_FILE})
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
    target_link_libraries(${target} INTERFACE thew_flags)
  endif()
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  # Only usage requirements travel: the objects meet in the library thew.
  foreach(need IN LISTS needs)
    target_link_libraries(${target} ${scope} ${need})
  endforeach()
  if(room STREQUAL "io" AND THEW_ASSIMP)
    set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/io/mesh/assimp.cc" APPEND PROPERTY COMPILE_DEFINITIONS THEW_ASSIMP)
  endif()
  if(sources)
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# A folder of src/ that is not in the list would silently stay out of the library.
function(thew_check_rooms rooms)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE "${PROJECT_SOURCE_DIR}/src"
       "${PROJECT_SOURCE_DIR}/src/*")
  foreach(folder IN LISTS folders)
    if(NOT folder IN_LIST rooms)
      message(FATAL_ERROR "src/${folder} is no room: add it to THEW_ROOMS in cmake/ThewRooms.cmake")
    endif()
  endforeach()
endfunction()

# All rooms, and the library thew (alias thew::thew) that holds their objects.
function(thew_add_rooms)
  set(rooms "")
  set(objects "")
  set(external "")
  foreach(line IN LISTS THEW_ROOMS)
    string(REGEX MATCHALL "[a-z_]+" needs "${line}")
    list(POP_FRONT needs room)
    list(APPEND rooms ${room})
    thew_add_room(${room} "${needs}" has_objects)
    if(has_objects)
      list(APPEND objects $<TARGET_OBJECTS:thew_${room}>)
      list(APPEND external ${THEW_EXTERNAL_${room}})
    endif()
  endforeach()
  thew_check_rooms("${rooms}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/base/processor.cc")
    thew_baseline_sources("${PROJECT_SOURCE_DIR}/src/base/processor.cc")
  endif()

  thew_add_fatbin()
  if(THEW_WIDE_LANES)
    thew_add_wide_lanes(wide)
    thew_add_wide_walk(walk)
    list(APPEND objects "${wide}" "${walk}")
    set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/batch/width.cc" "${PROJECT_SOURCE_DIR}/src/deformable/xpbd.cc" APPEND PROPERTY COMPILE_DEFINITIONS THEW_HAS_WIDE_LANES)
  endif()

  if(objects)
    add_library(thew STATIC ${objects})
    set_target_properties(thew PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(thew PUBLIC thew_flags ${external})
    target_include_directories(thew PUBLIC "${PROJECT_SOURCE_DIR}/include")
  else()
    add_library(thew INTERFACE)
    target_link_libraries(thew INTERFACE thew_flags)
    target_include_directories(thew INTERFACE "${PROJECT_SOURCE_DIR}/include")
  endif()
  add_library(thew::thew ALIAS thew)
endfunction()
