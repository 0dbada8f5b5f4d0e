# Which compiler builds the project, included before project(). The kernels come out 10 to 20 %
# faster from clang than from g++ (both give the same bits): clang is taken where it is installed and
# nobody chose otherwise, by CMAKE_CXX_COMPILER or by the environment variable CXX.

# Whether CXX was chosen by a person: Python's build tools set it to the compiler that Python itself
# was built with, however that is spelled.
function(thew_is_cxx_chosen out)
  set(${out} TRUE PARENT_SCOPE)
  if("$ENV{CXX}" STREQUAL "")
    set(${out} FALSE PARENT_SCOPE)
  elseif(SKBUILD)
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_config_var('CXX') or '')"
      OUTPUT_VARIABLE cxx_of_python OUTPUT_STRIP_TRAILING_WHITESPACE)
    # The words before the first flag: `ccache g++ -pthread` is spelled `ccache g++`.
    string(REGEX REPLACE " +-.*$" "" cxx_of_python "${cxx_of_python}")
    if("$ENV{CXX}" STREQUAL cxx_of_python)
      set(${out} FALSE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Sets CMAKE_CXX_COMPILER where it is ours to choose, and says why it is what it is.
function(thew_choose_compiler)
  if(CMAKE_CXX_COMPILER)
    set(why "CMAKE_CXX_COMPILER says so")
  else()
    thew_is_cxx_chosen(chosen)
    find_program(THEW_CLANG NAMES clang++ clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16
                                  clang++-15 clang++-14)
    mark_as_advanced(THEW_CLANG)
    if(chosen)
      set(why "the environment variable CXX says so")
    elseif(THEW_CLANG)
      set(CMAKE_CXX_COMPILER "${THEW_CLANG}" PARENT_SCOPE)
      set(why "clang is installed and makes the faster kernels")
    else()
      set(why "clang, which would make faster kernels, is not installed")
    endif()
  endif()
  set(THEW_COMPILER_REASON "${why}" CACHE INTERNAL "Why this compiler was chosen")
endfunction()

# A build folder keeps its compiler, and its reason.
if(NOT DEFINED CACHE{THEW_COMPILER_REASON})
  thew_choose_compiler()
endif()
