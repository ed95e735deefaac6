# Compiles sources of a target together where their names allow it (tools/unity_groups.py). For a build from nothing, once:
# a change of one file compiles its whole group.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(cppjrt_unite target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(plain "")
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
    get_property(options SOURCE ${path} TARGET_DIRECTORY ${target} PROPERTY COMPILE_OPTIONS)
    if(path MATCHES "\\.cc$" AND EXISTS ${path} AND NOT options)
      string(APPEND plain "${path}\n")
    endif()
  endforeach()
  file(WRITE ${PROJECT_BINARY_DIR}/unity/${target}.txt "${plain}")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/unity_groups.py
                  INPUT_FILE ${PROJECT_BINARY_DIR}/unity/${target}.txt OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line ${lines})
    if(line MATCHES "^([0-9]+) (.*)$")
      set_property(SOURCE ${CMAKE_MATCH_2} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${target}_${CMAKE_MATCH_1})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

foreach(target cppjrt_stablehlo pjrt cppjrt_data cppjrt_install pjrt_command pjrt_cpu cppjrt_cpu_kernels cppjrt_cpu_graph cppjrt_cpu_passes
        cppjrt_cpu_plan
        cppjrt_cpu_codegen cppjrt_cpu_native cppjrt_cpu_executable cppjrt_cpu_ffi cppjrt_cpu_runtime cppjrt_cpu_lapack)
  if(TARGET ${target})
    cppjrt_unite(${target})
  endif()
endforeach()
