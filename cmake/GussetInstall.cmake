# find_package(gusset) defines gusset::core, gusset::core_tracing, gusset::traces and, if they were built,
# gusset::cluster and gusset::simulator.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gusset)
install(EXPORT gusset-targets NAMESPACE gusset:: DESTINATION ${package_dir} COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/gusset-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/gusset-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/gusset-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gusset-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/gusset-config-version.cmake DESTINATION ${package_dir} COMPONENT dev)

include(GussetPackage)
