# SPDX-License-Identifier: GPL-2.0-only
# What the module needs beside a compiler, and what to do about what is missing.
find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp)
if(NOT NLOHMANN_JSON_INCLUDE)
  message(FATAL_ERROR "bace-pipe needs nlohmann-json (Debian: nlohmann-json3-dev)")
endif()
find_path(BOOST_ICL_INCLUDE boost/icl/interval_map.hpp)
if(NOT BOOST_ICL_INCLUDE)
  message(FATAL_ERROR "bace-pipe needs Boost's headers (Debian: libboost-dev)")
endif()

# In a tree, ns-3 enables the modules named in our LIBRARIES_TO_LINK by itself; what is not there it
# leaves out without a word, and the compiler would miss a header.
set(missing_modules "")
if(DEFINED ns3-all-enabled-modules)
  foreach(module ${BACE_PIPE_NS3_MODULES})
    if(NOT module IN_LIST ns3-all-enabled-modules OR NOT EXISTS ${PROJECT_SOURCE_DIR}/src/${module})
      list(APPEND missing_modules ${module})
    endif()
  endforeach()
endif()
if(missing_modules)
  list(JOIN missing_modules ", " missing_modules)
  # One string: ns-3's message() would put semicolons between several.
  message(FATAL_ERROR "bace-pipe needs ns-3 modules that this tree or its configuration lacks: ${missing_modules}")
endif()
