# SPDX-License-Identifier: GPL-2.0-only
# The page of a run (data/report/) is compiled into the library, as the catalogues are: what writes it
# needs no other file. The scripts are one in the page, in this order.
set(report_scripts
    data
    draw
    jobs
    layout
    map
    gantt
    pipeline
    links
    iterations
    costs
    comparison
    study
    main
)
set(report_style "")
set(report_page "")
set(report_script "")
macro(read_report_file part file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/data/report/${file})
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/data/report/${file} report_content)
  string(APPEND report_${part} "${report_content}")
endmacro()
read_report_file(page page.html)
read_report_file(style style.css)
foreach(script ${report_scripts})
  read_report_file(script ${script}.js)
endforeach()
set(report_text "")
foreach(part Page Style Script)
  string(TOLOWER ${part} part_name)
  string(APPEND report_text "extern const char* const g_report${part};\n"
         "const char* const g_report${part} = R\"report(${report_${part_name}})report\";\n\n"
  )
endforeach()
set(report_source ${CMAKE_CURRENT_BINARY_DIR}/bace-report-data.cc)
file(
  CONFIGURE
  OUTPUT ${report_source}
  CONTENT
    "// Generated from contrib/bace-pipe/data/report; do not edit.\n\nnamespace ns3::bacepipe\n{\n\n@report_text@} // namespace ns3::bacepipe\n"
  @ONLY
)
list(APPEND module_sources ${report_source})
