# What every target of the project is built with, and the two functions that make targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CPPJRT_CCACHE ccache)
if(CPPJRT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT CPPJRT_PRECOMPILE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CPPJRT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CPPJRT_CCACHE})
endif()
find_program(CPPJRT_LLD NAMES ld.lld-19 ld.lld)
if(CPPJRT_LLD)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options(--ld-path=${CPPJRT_LLD})
  elseif(NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION) # lld does not read the objects of g++'s link-time optimisation
    # g++ takes a linker by kind, not by path: it looks for "ld.lld" in the folders of -B.
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/linker)
    file(CREATE_LINK ${CPPJRT_LLD} ${PROJECT_BINARY_DIR}/linker/ld.lld SYMBOLIC)
    add_link_options(-fuse-ld=lld -B${PROJECT_BINARY_DIR}/linker)
  endif()
endif()

if(CPPJRT_SANITIZE)
  add_compile_options(-fsanitize=${CPPJRT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(CPPJRT_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # It looks for a record in front of every function that is called through a pointer: code made at run time has none, and
    # in C a type of the same layout has another name.
    add_compile_options(-fno-sanitize=function)
  endif()
  add_link_options(-fsanitize=${CPPJRT_SANITIZE})
endif()

# Warnings of the project's own code; not inherited by those who link it.
add_library(cppjrt_warnings INTERFACE)
target_compile_options(cppjrt_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                       -Wcast-qual -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on concatenated strings (GCC bug 105651).
  target_compile_options(cppjrt_warnings INTERFACE -Wno-restrict)
endif()
if(CPPJRT_WERROR)
  target_compile_options(cppjrt_warnings INTERFACE -Werror)
endif()

# cppjrt_precompile(NAME [HEADERS …]): lets a target find the headers that most sources include compiled already, and those
# named here, <of the system> or by path from the repository root. Only where CPPJRT_PRECOMPILE is on: a build from nothing
# takes half the time, but ccache finds nothing in it.
function(cppjrt_precompile name)
  if(CPPJRT_PRECOMPILE AND ARGN)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^<]")
    target_precompile_headers(${name} PRIVATE ${CPPJRT_COMMON_HEADERS} ${ARGN})
  elseif(CPPJRT_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM cppjrt_common_headers)
  endif()
endfunction()

if(CPPJRT_PRECOMPILE)
  set(CPPJRT_COMMON_HEADERS <algorithm> <array> <atomic> <bit> <cassert> <chrono> <cmath> <compare> <condition_variable> <cstdint> <cstring>
      <deque> <functional> <limits> <list> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <unordered_map>
      <unordered_set> <utility> <variant> <vector> ${PROJECT_SOURCE_DIR}/base/include/cppjrt/status.h)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/common_headers.cc CONTENT "")
  add_library(cppjrt_common_headers OBJECT ${PROJECT_BINARY_DIR}/common_headers.cc)
  target_include_directories(cppjrt_common_headers PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/base/include)
  target_link_libraries(cppjrt_common_headers PRIVATE cppjrt_warnings)
  set(core stablehlo/eval/kernel.h stablehlo/eval/program.h stablehlo/op/op_table.h stablehlo/verify/verifier.h)
  list(TRANSFORM core PREPEND ${PROJECT_SOURCE_DIR}/)
  target_precompile_headers(cppjrt_common_headers PRIVATE ${CPPJRT_COMMON_HEADERS} ${core})
endif()

# cppjrt_library(NAME SOURCES … [PUBLIC dirs…] [DEPS public libs…] [PRIVATE_DEPS …] [PRECOMPILE headers…] [OWN_FLAGS]): a
# library of the project. Sources include project files by path from the repository root; PUBLIC adds installed include
# directories; OWN_FLAGS says that sources have flags of their own, with which precompiled headers do not go.
function(cppjrt_library name)
  cmake_parse_arguments(ARG "OWN_FLAGS" "" "SOURCES;PUBLIC;DEPS;PRIVATE_DEPS;PRECOMPILE" ${ARGN})
  add_library(${name} ${ARG_SOURCES})
  foreach(dir ${ARG_PUBLIC})
    target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/${dir}>
                                              $<INSTALL_INTERFACE:include>)
  endforeach()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  if(ARG_PRECOMPILE OR NOT ARG_OWN_FLAGS)
    cppjrt_precompile(${name} ${ARG_PRECOMPILE})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS} $<BUILD_INTERFACE:cppjrt_warnings>)
endfunction()

# cppjrt_test(NAME SOURCES … [DEPS …]): a GoogleTest program, found by ctest and `./dev test`.
function(cppjrt_test name)
  if(NOT CPPJRT_BUILD_TESTS)
    return()
  endif()
  find_package(GTest REQUIRED)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main cppjrt_warnings)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
