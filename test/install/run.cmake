# SPDX-License-Identifier: GPL-2.0-only
# Installs the build into a prefix of its own, runs an installed program, then builds the project of
# this folder against the prefix and runs it.
#   cmake -DBUILD=... -DWORK=... -DSCENARIO=... [-DFLAGS=...] [-DLAUNCHER=...] -P run.cmake
set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})
unset(ENV{LD_LIBRARY_PATH})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${prefix}/bin/bace-pipe-run ${SCENARIO} --output=${WORK}/result COMMAND_ERROR_IS_FATAL ANY)
foreach(file share/bace-pipe/scenario.schema.json share/bace-pipe/scenarios/motivating-example.json)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
          "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" COMMAND_ERROR_IS_FATAL ANY
)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/build/run-scenario ${SCENARIO} COMMAND_ERROR_IS_FATAL ANY)
