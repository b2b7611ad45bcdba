# Unpacks the build's Debian packages into an empty folder, or installs the build there. Then builds the consumer project
# against that folder and runs the project's programs.
function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: status ${status}\n${output}")
  endif()
  if(NOT expected STREQUAL "" AND NOT output STREQUAL "${expected}\n")
    message(FATAL_ERROR "${ARGN}: expected '${expected}', found '${output}'")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
set(build ${WORK_DIR}/build)
if(PACKAGES)
  # Uncompressed packages build fastest, and the test needs only their contents.
  run("" ${CMAKE_CPACK_COMMAND} --config ${BUILD_DIR}/CPackConfig.cmake -B ${WORK_DIR}/packages
    -D CPACK_DEBIAN_COMPRESSION_TYPE=none)
  foreach(package IN ITEMS gusset libgusset-dev)
    file(GLOB file ${WORK_DIR}/packages/${package}_${VERSION}_*.deb)
    run("" dpkg-deb --extract ${file} ${WORK_DIR}/root)
  endforeach()
  file(RENAME ${WORK_DIR}/root/usr ${prefix})
  run("gusset ${VERSION}" ${prefix}/bin/gusset --version)
  foreach(file IN ITEMS bin/gusset-viewer share/man/man1/gusset.1 share/man/man1/gusset-run.1 share/applications/gusset-viewer.desktop
      share/icons/hicolor/scalable/apps/gusset.svg share/mime/packages/gusset.xml share/bash-completion/completions/gusset)
    if(NOT EXISTS ${prefix}/${file})
      message(FATAL_ERROR "expected ${file} in the packages; found none")
    endif()
  endforeach()
else()
  run("" ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
endif()
run("" ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${build} -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
  "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_CXX_COMPILER=${COMPILER})
run("" ${CMAKE_COMMAND} --build ${build})

run("55" ${CMAKE_COMMAND} -E env GUSSET_THREADS=2 ${build}/plain)
set(trace ${WORK_DIR}/traced.gus)
run("55" ${CMAKE_COMMAND} -E env GUSSET_ENGINE=record GUSSET_TRACE=${trace} GUSSET_THREADS=2 ${build}/traced)
run("10" ${build}/reader ${trace})
if(SIMULATOR)
  set(statistics ${WORK_DIR}/statistics.json)
  set(predicted ${WORK_DIR}/predicted.gus)
  run("" ${CMAKE_COMMAND} -E env GUSSET_ENGINE=simulate GUSSET_COSTS=work:1 GUSSET_TRACE=${predicted}
    GUSSET_STATS=${statistics} GUSSET_THREADS=2 ${build}/simulated)
  run("10" ${build}/reader ${predicted})
endif()
