# The client as one library, for those who do not use CMake and for packages: libcppjrt.a, made of the objects that are there
# anyway, and on request libcppjrt.so, whose name and symbols carry the version.
option(CPPJRT_BUILD_SHARED "Also build libcppjrt.so, the client as a shared library" OFF)

find_package(Threads REQUIRED)
add_library(cppjrt_archive STATIC $<TARGET_OBJECTS:pjrt>)
add_library(cppjrt::cppjrt ALIAS cppjrt_archive)
set_target_properties(cppjrt_archive PROPERTIES OUTPUT_NAME cppjrt LINKER_LANGUAGE CXX EXPORT_NAME cppjrt
                                                ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
target_include_directories(cppjrt_archive INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/client/include>
                           $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/base/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(cppjrt_archive INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
target_compile_features(cppjrt_archive INTERFACE cxx_std_20)

if(CPPJRT_BUILD_SHARED)
  # Compiled again: what is to be exported must be visible in the objects.
  get_target_property(client_sources pjrt SOURCES)
  list(TRANSFORM client_sources PREPEND ${PROJECT_SOURCE_DIR}/client/)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/cppjrt.map ${CMAKE_BINARY_DIR}/cppjrt.map @ONLY)
  add_library(cppjrt_shared SHARED ${client_sources})
  add_library(cppjrt::shared ALIAS cppjrt_shared)
  # Before 1.0 a minor version may break, so it is part of the name.
  set_target_properties(cppjrt_shared PROPERTIES
    OUTPUT_NAME cppjrt EXPORT_NAME shared VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} CXX_VISIBILITY_PRESET default
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib LINK_DEPENDS ${CMAKE_BINARY_DIR}/cppjrt.map)
  target_include_directories(cppjrt_shared PRIVATE ${PROJECT_SOURCE_DIR}
                             PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/client/include>
                                    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/base/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(cppjrt_shared PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:pjrt_abi> ${CMAKE_DL_LIBS}
                                                                      $<BUILD_INTERFACE:cppjrt_warnings>)
  target_link_options(cppjrt_shared PRIVATE -Wl,--version-script=${CMAKE_BINARY_DIR}/cppjrt.map -Wl,-z,defs)
  target_compile_features(cppjrt_shared INTERFACE cxx_std_20)
endif()
