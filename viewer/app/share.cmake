# Data files of the program: lessons, samples, the desktop's menu entry, the icon and the file type.
set(lessons adds.dot anomaly.dot completion.dot flags.dot flags.json found.dot found.json granularity.dot grids.dot stealing.dot)
list(TRANSFORM lessons PREPEND "${PROJECT_SOURCE_DIR}/examples/lessons/")
list(APPEND lessons "${PROJECT_SOURCE_DIR}/examples/lessons/README.md" "${PROJECT_SOURCE_DIR}/docs/classroom.md"
  "${PROJECT_SOURCE_DIR}/docs/lecture.md")
set(samples ${CMAKE_CURRENT_SOURCE_DIR}/share/samples/cholesky.gus ${CMAKE_CURRENT_SOURCE_DIR}/share/samples/shallow_water.gus)
install(FILES ${lessons} DESTINATION ${CMAKE_INSTALL_DATADIR}/gusset/lessons)
install(FILES ${samples} DESTINATION ${CMAKE_INSTALL_DATADIR}/gusset/samples)
# Copies the same folders into the build, so that its programs find them.
foreach(file IN LISTS lessons)
  cmake_path(GET file FILENAME name)
  configure_file(${file} ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/gusset/lessons/${name} COPYONLY)
endforeach()
foreach(file IN LISTS samples)
  cmake_path(GET file FILENAME name)
  configure_file(${file} ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_DATADIR}/gusset/samples/${name} COPYONLY)
endforeach()

# Files for the desktop. Desktops search the prefixes /usr and /usr/local by default.
set(share ${CMAKE_CURRENT_SOURCE_DIR}/share)
install(FILES ${share}/applications/gusset-viewer.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${share}/mime/packages/gusset.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${share}/icons/gusset.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${share}/icons/gusset.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
  RENAME application-x-gusset-trace.svg)

if(GUSSET_BUILD_TESTS)
  find_program(GUSSET_DESKTOP_FILE_VALIDATE desktop-file-validate)
  find_program(GUSSET_XMLLINT xmllint)
  find_program(GUSSET_UPDATE_MIME_DATABASE update-mime-database)
  if(GUSSET_DESKTOP_FILE_VALIDATE)
    # The test fails on hints, too.
    add_test(NAME viewer_app.desktop_entry_is_valid
      COMMAND ${GUSSET_DESKTOP_FILE_VALIDATE} ${share}/applications/gusset-viewer.desktop)
    set_tests_properties(viewer_app.desktop_entry_is_valid PROPERTIES
      LABELS install TIMEOUT 30 FAIL_REGULAR_EXPRESSION "error|warning|hint")
  endif()
  if(GUSSET_XMLLINT)
    add_test(NAME viewer_app.icon_and_file_type_are_xml
      COMMAND ${GUSSET_XMLLINT} --noout --nonet ${share}/icons/gusset.svg ${share}/mime/packages/gusset.xml)
    set_tests_properties(viewer_app.icon_and_file_type_are_xml PROPERTIES LABELS install TIMEOUT 30)
  endif()
  if(GUSSET_UPDATE_MIME_DATABASE)
    add_test(NAME viewer_app.traces_have_a_file_type
      COMMAND ${CMAKE_COMMAND} -DUPDATE=${GUSSET_UPDATE_MIME_DATABASE} -DPACKAGE=${share}/mime/packages/gusset.xml
        -DSAMPLE=${share}/samples/cholesky.gus -DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/mime
        -P ${CMAKE_CURRENT_SOURCE_DIR}/tests/file_type.cmake)
    set_tests_properties(viewer_app.traces_have_a_file_type PROPERTIES LABELS install TIMEOUT 30)
  endif()
endif()
