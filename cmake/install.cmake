# `cmake --install`: the libraries with their public headers, the command, and what find_package(cppjrt) reads. It gives
# the targets pjrt::pjrt, pjrt::stores, pjrt::abi, cppjrt::status, the front end cppjrt::stablehlo, the client as one archive
# cppjrt::cppjrt and, if built, as one shared library cppjrt::shared, and the variable cppjrt_CPU_PLUGIN. Each file is in one of
# the components client (the commands, the shared library), plugin and dev (what one builds with), of which cmake/package.cmake
# makes packages.
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
  install(TARGETS ${target} EXPORT ${space}-targets COMPONENT dev)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
          FILES_MATCHING PATTERN "*.h")
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/one_library.cmake)
cppjrt_install(cppjrt::status base)
cppjrt_install(pjrt::abi abi)
cppjrt_install(pjrt::pjrt client)

install(TARGETS pjrt_stores EXPORT pjrt-targets COMPONENT dev)
set_target_properties(pjrt_stores PROPERTIES EXPORT_NAME stores)
install(TARGETS cppjrt_archive EXPORT cppjrt-targets COMPONENT dev)
if(TARGET cppjrt_shared)
  install(TARGETS cppjrt_shared EXPORT cppjrt-targets LIBRARY COMPONENT client NAMELINK_COMPONENT dev)
endif()

# cppjrt_install_archive(TARGET): installs a library of the project and those that it is linked with.
function(cppjrt_install_archive target)
  get_property(installed GLOBAL PROPERTY cppjrt_installed_archives)
  if(target IN_LIST installed)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY cppjrt_installed_archives ${target})
  string(REGEX REPLACE "^cppjrt_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT cppjrt-targets COMPONENT dev)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  foreach(library ${libraries})
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    if(library MATCHES "^cppjrt_" AND TARGET ${library} AND NOT library STREQUAL "cppjrt_status")
      cppjrt_install_archive(${library})
    endif()
  endforeach()
endfunction()

# Headers of the front end keep the paths by which they include each other, in a folder of their own.
cppjrt_install_archive(cppjrt_stablehlo)
target_compile_features(cppjrt_stablehlo INTERFACE cxx_std_20)
target_include_directories(cppjrt_stablehlo INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/cppjrt-stablehlo>)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/stablehlo ${PROJECT_SOURCE_DIR}/base DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cppjrt-stablehlo
        COMPONENT dev FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN "*_test.h" EXCLUDE PATTERN test_* EXCLUDE PATTERN tools EXCLUDE PATTERN base/include EXCLUDE)

foreach(space cppjrt pjrt)
  install(EXPORT ${space}-targets NAMESPACE ${space}:: DESTINATION ${CPPJRT_CMAKE_DIR} COMPONENT dev)
endforeach()

set(CPPJRT_CPU_PLUGIN ${CMAKE_INSTALL_LIBDIR}/cppjrt/libpjrt_cpu.so)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/cppjrt-config.cmake.in cppjrt-config.cmake
                              INSTALL_DESTINATION ${CPPJRT_CMAKE_DIR} PATH_VARS CPPJRT_CPU_PLUGIN)
write_basic_package_version_file(cppjrt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cppjrt-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/cppjrt-config-version.cmake
        DESTINATION ${CPPJRT_CMAKE_DIR} COMPONENT dev)

# pkg-config, for all other build systems.
set(CPPJRT_DL_FLAG "")
if(CMAKE_DL_LIBS)
  set(CPPJRT_DL_FLAG -l${CMAKE_DL_LIBS})
endif()
file(RELATIVE_PATH CPPJRT_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/cppjrt.pc.in cppjrt.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cppjrt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# The licenses of all that is in what was installed above, with each component.
foreach(component client plugin dev)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/cppjrt-${component})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${folder} COMPONENT ${component})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/licenses DESTINATION ${folder} COMPONENT ${component})
endforeach()
