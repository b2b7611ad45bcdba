# Defines the contents of the Debian packages: gusset_*.deb (commands, viewer, recorder, manual pages) and
# libgusset-dev_*.deb (libraries, headers, CMake config). `scripts/package` builds both, and a test unpacks them.

# The install step generates the manual pages from the commands' help.
if(TARGET gusset)
  set(manual ${CMAKE_BINARY_DIR}/man1)
  install(CODE "
    file(MAKE_DIRECTORY \"${manual}\")
    execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/scripts/write-man-pages\" \"$<TARGET_FILE:gusset>\" ${PROJECT_VERSION} \"${manual}\"
      COMMAND_ERROR_IS_FATAL ANY)")
  install(DIRECTORY ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gusset)
set(CPACK_PACKAGE_VENDOR "The Gusset authors")
set(CPACK_PACKAGE_CONTACT "The Gusset authors <maintainers@gusset.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL gusset dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_GUSSET_PACKAGE_NAME gusset)
set(CPACK_DEBIAN_GUSSET_PACKAGE_SECTION science)
set(CPACK_DEBIAN_GUSSET_PACKAGE_SHLIBDEPS ON)
# Dependencies that exist only at run time: OpenGL drivers, SVG plug-ins and fonts for the window; the OpenMP runtime
# for recording OpenMP programs.
set(CPACK_DEBIAN_GUSSET_PACKAGE_DEPENDS "libgl1, libegl1, libgl1-mesa-dri, libqt6svg6, fonts-dejavu-core")
set(CPACK_DEBIAN_GUSSET_PACKAGE_RECOMMENDS "libomp5-14")
set(CPACK_DEBIAN_GUSSET_PACKAGE_SUGGESTS "libopenmpi3, libmpich12")  # one of them, for runs on several nodes
set(CPACK_DEBIAN_GUSSET_DESCRIPTION "${PROJECT_DESCRIPTION}
The command and the viewer: they record, predict, explain and draw runs of task-parallel programs.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libgusset-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "pkg-config, libhwloc-dev, libsimdjson-dev, libxxhash-dev, zlib1g-dev, nlohmann-json3-dev, libsimgrid-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "gusset, cmake")
set(CPACK_DEBIAN_DEV_DESCRIPTION "Gusset's runtime, recorder and simulator for C++20 and C programs
Static libraries, headers and the CMake package `gusset`.")
include(CPack)
