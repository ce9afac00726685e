# SPDX-License-Identifier: GPL-2.0-only
# The built-in catalogues (data/*.json) are compiled into the library: a program finds them wherever
# it is started from, in every kind of build.
set(catalogue_text "")
set(catalogue_table "")
foreach(catalogue models gpus datasets)
  set(catalogue_file ${CMAKE_CURRENT_SOURCE_DIR}/data/${catalogue}.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${catalogue_file})
  file(READ ${catalogue_file} catalogue_content)
  string(APPEND catalogue_text
         "extern const char* const g_${catalogue}Json;\n"
         "const char* const g_${catalogue}Json = R\"catalogue(${catalogue_content})catalogue\";\n\n"
  )
endforeach()
set(catalogue_source ${CMAKE_CURRENT_BINARY_DIR}/bace-catalogue-data.cc)
file(
  CONFIGURE
  OUTPUT ${catalogue_source}
  CONTENT
    "// Generated from contrib/bace-pipe/data; do not edit.\n\nnamespace ns3::bacepipe\n{\n\n@catalogue_text@} // namespace ns3::bacepipe\n"
  @ONLY
)
list(APPEND module_sources ${catalogue_source})
