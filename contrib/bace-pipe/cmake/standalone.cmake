# SPDX-License-Identifier: GPL-2.0-only
# What stands in for ns-3's build system when the module is built against an installed ns-3: finds
# it, maps ns-3's ${libcore}, ${libnetwork}, ... to its targets, and defines build_lib() and
# build_lib_example() with the arguments of ns-3's own.
set(BACE_PIPE_STANDALONE ON)

# The version file of ns-3's package accepts exact versions only: ask for none, read ns3_VERSION.
# Not QUIET: when a library that its targets name is missing, CMake's message names it.
find_package(ns3 REQUIRED)
set(BACE_PIPE_NS3_VERSION ${ns3_VERSION})
if(ns3_VERSION VERSION_LESS 3.37)
  message(FATAL_ERROR "bace-pipe needs ns-3 3.37 or newer, found ${ns3_VERSION}")
endif()

# ns-3 headers of a release need the language version of that release; our code is C++17.
if(ns3_VERSION VERSION_LESS 3.41)
  set(CMAKE_CXX_STANDARD 17)
elseif(ns3_VERSION VERSION_LESS 3.46)
  set(CMAKE_CXX_STANDARD 20)
else()
  set(CMAKE_CXX_STANDARD 23)
endif()
set(CMAKE_CXX_STANDARD ${CMAKE_CXX_STANDARD} PARENT_SCOPE)

foreach(module ${BACE_PIPE_NS3_MODULES})
  if(TARGET ns3::lib${module}) # up to 3.42
    set(lib${module} ns3::lib${module})
  else()
    set(lib${module} ns3::${module})
  endif()
endforeach()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Headers are used as "ns3/name.h" in an ns-3 tree; the same name is staged here as a link.
set(BACE_PIPE_STAGE ${CMAKE_BINARY_DIR}/include)

function(build_lib)
  cmake_parse_arguments(LIB "" "LIBNAME" "SOURCE_FILES;HEADER_FILES;PRIVATE_HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})

  file(REMOVE_RECURSE ${BACE_PIPE_STAGE})
  file(MAKE_DIRECTORY ${BACE_PIPE_STAGE}/ns3)
  foreach(header ${LIB_HEADER_FILES} ${LIB_PRIVATE_HEADER_FILES})
    get_filename_component(name ${header} NAME)
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${BACE_PIPE_STAGE}/ns3/${name} SYMBOLIC)
  endforeach()

  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  add_library(${LIB_LIBNAME} SHARED ${LIB_SOURCE_FILES})
  add_library(bace-pipe::${LIB_LIBNAME} ALIAS ${LIB_LIBNAME})
  # Our headers include Boost's and nlohmann-json's: whoever includes ours needs them too.
  find_package(Boost REQUIRED)
  find_package(nlohmann_json REQUIRED)
  target_link_libraries(
    ${LIB_LIBNAME} PUBLIC ${LIB_LIBRARIES_TO_LINK} Boost::headers nlohmann_json::nlohmann_json
  )
  target_include_directories(
    ${LIB_LIBNAME} PUBLIC $<BUILD_INTERFACE:${BACE_PIPE_STAGE}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  )
  target_compile_features(${LIB_LIBNAME} PUBLIC cxx_std_${CMAKE_CXX_STANDARD})
  if(ns3_VERSION VERSION_LESS 3.43)
    # Debian's ns-3 has logging compiled in, but its package does not say so.
    target_compile_definitions(${LIB_LIBNAME} PUBLIC NS3_LOG_ENABLE)
  endif()
  set_target_properties(
    ${LIB_LIBNAME} PROPERTIES OUTPUT_NAME ns3-${LIB_LIBNAME} VERSION ${PROJECT_VERSION}
                              SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                              INSTALL_RPATH_USE_LINK_PATH ON
  )

  # TypeIds register when the library is loaded: a program that names none of its symbols still needs it.
  target_link_options(${LIB_LIBNAME} INTERFACE -Wl,--no-as-needed)

  if(BACE_PIPE_TESTS AND LIB_TEST_SOURCES)
    add_executable(${LIB_LIBNAME}-test-runner ${LIB_TEST_SOURCES} cmake/test-runner.cc)
    target_link_libraries(${LIB_LIBNAME}-test-runner PRIVATE ${LIB_LIBNAME})
    set_target_properties(${LIB_LIBNAME}-test-runner PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
    foreach(source ${LIB_TEST_SOURCES})
      file(STRINGS ${source} suites REGEX "TestSuite\\(\"[^\"]+\"")
      foreach(suite ${suites})
        string(REGEX REPLACE ".*TestSuite\\(\"([^\"]+)\".*" "\\1" suite "${suite}")
        add_test(NAME ns3-suite.${suite} COMMAND ${LIB_LIBNAME}-test-runner --suite=${suite} --verbose)
        set_tests_properties(ns3-suite.${suite} PROPERTIES LABELS ns3-suite TIMEOUT 600)
      endforeach()
    endforeach()
  endif()

  install(TARGETS ${LIB_LIBNAME} EXPORT bace-pipe-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${LIB_HEADER_FILES} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
  install(EXPORT bace-pipe-targets NAMESPACE bace-pipe:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bace-pipe)
  configure_package_config_file(
    cmake/bace-pipe-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/bace-pipe-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bace-pipe
  )
  write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/bace-pipe-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bace-pipe-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/bace-pipe-config-version.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bace-pipe
  )
  install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bace-pipe FILES_MATCHING PATTERN *.json PATTERN report EXCLUDE)
  install(DIRECTORY tools/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bace-pipe/tools)
endfunction()

function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES})
  target_link_libraries(${EXAMPLE_NAME} PRIVATE bace-pipe ${EXAMPLE_LIBRARIES_TO_LINK})
  set_target_properties(
    ${EXAMPLE_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin
                               INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" INSTALL_RPATH_USE_LINK_PATH ON
  )
  install(TARGETS ${EXAMPLE_NAME} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
