# `cmake --install`: the libraries with their public headers, the command, and what find_package(cppjrt) reads. It gives
# the targets pjrt::pjrt, pjrt::stores, pjrt::abi and cppjrt::status, the client as one archive cppjrt::cppjrt and, if built, as
# one shared library cppjrt::shared, and the variable cppjrt_CPU_PLUGIN.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CPPJRT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/cppjrt)

# cppjrt_install(ALIAS FOLDER): installs the library behind ALIAS (SPACE::NAME) and the headers of FOLDER/include.
function(cppjrt_install alias folder)
  string(REPLACE "::" ";" parts ${alias})
  list(GET parts 0 space)
  list(GET parts 1 name)
  get_target_property(target ${alias} ALIASED_TARGET)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_20)
  install(TARGETS ${target} EXPORT ${space}-targets)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h")
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/one_library.cmake)
cppjrt_install(cppjrt::status base)
cppjrt_install(pjrt::abi abi)
cppjrt_install(pjrt::pjrt client)

install(TARGETS pjrt_stores EXPORT pjrt-targets)
set_target_properties(pjrt_stores PROPERTIES EXPORT_NAME stores)
install(TARGETS cppjrt_archive EXPORT cppjrt-targets)
if(TARGET cppjrt_shared)
  install(TARGETS cppjrt_shared EXPORT cppjrt-targets)
endif()

foreach(space cppjrt pjrt)
  install(EXPORT ${space}-targets NAMESPACE ${space}:: DESTINATION ${CPPJRT_CMAKE_DIR})
endforeach()

set(CPPJRT_CPU_PLUGIN ${CMAKE_INSTALL_LIBDIR}/cppjrt/libpjrt_cpu.so)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/cppjrt-config.cmake.in cppjrt-config.cmake
                              INSTALL_DESTINATION ${CPPJRT_CMAKE_DIR} PATH_VARS CPPJRT_CPU_PLUGIN)
write_basic_package_version_file(cppjrt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cppjrt-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/cppjrt-config-version.cmake
        DESTINATION ${CPPJRT_CMAKE_DIR})

# pkg-config, for all other build systems.
set(CPPJRT_DL_FLAG "")
if(CMAKE_DL_LIBS)
  set(CPPJRT_DL_FLAG -l${CMAKE_DL_LIBS})
endif()
file(RELATIVE_PATH CPPJRT_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/cppjrt.pc.in cppjrt.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cppjrt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The licenses of all that is in what was installed above.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cppjrt)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/licenses DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cppjrt)
