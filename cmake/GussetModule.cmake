# A module is a static library gusset_<name> (alias gusset::<name>) with one public include root, `include/`.
# It may link only the modules that Architecture.cmake allows; configuring fails on any other.
include(${CMAKE_CURRENT_LIST_DIR}/Architecture.cmake)

# In a unity build (CMAKE_UNITY_BUILD) a local may share its name with another file's constant without harm. Such builds
# warn only about locals that shadow locals, which only g++ can distinguish.
set(shadow -Wshadow)
if(CMAKE_UNITY_BUILD)
  set(shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
endif()
add_library(gusset_warnings INTERFACE)
target_compile_options(gusset_warnings INTERFACE -Wall -Wextra -Wpedantic ${shadow} -Wconversion
  -Wsign-conversion $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
  # g++ 12 reports overlapping copies in std::string's operator+ by mistake (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# gusset_check_dependencies(<module> <dependency>…)
# Fails unless Architecture.cmake allows the module to use each dependency.
function(gusset_check_dependencies module)
  if(NOT DEFINED GUSSET_MAY_USE_${module})
    message(FATAL_ERROR "gusset: module '${module}' is missing from cmake/Architecture.cmake")
  endif()
  foreach(dependency IN LISTS ARGN)
    if(NOT dependency IN_LIST GUSSET_MAY_USE_${module})
      message(FATAL_ERROR "gusset: module '${module}' may not use '${dependency}'")
    endif()
  endforeach()
endfunction()

# gusset_precompiled(<name> HEADERS … [LINK …] [TESTS])
# Adds a target whose precompiled headers other targets reuse; with TESTS, gusset_test targets. Does nothing unless
# GUSSET_PRECOMPILE_HEADERS is on.
function(gusset_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TESTS" "" "HEADERS;LINK")
  if(NOT GUSSET_PRECOMPILE_HEADERS)
    return()
  endif()
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/tests/headers/precompiled.cpp)
  target_compile_features(${name} PRIVATE cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${name} PRIVATE ${arg_LINK} gusset_warnings)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  if(arg_TESTS)
    target_compile_options(${name} PRIVATE ${GUSSET_TEST_OPTIONS})
  endif()
endfunction()

# gusset_reuse_headers(<target> <precompiled> <the target's libraries>…)
# Targets that use Qt do not reuse the headers, because they are compiled with -fPIC.
function(gusset_reuse_headers target precompiled)
  if(GUSSET_PRECOMPILE_HEADERS AND NOT "${ARGN}" MATCHES "viewer_app|Qt6::")
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()

# gusset_module(<name> SOURCES … [HEADERS …] [DEPENDS own modules] [PUBLIC libraries] [PRIVATE libraries]
#               [PRECOMPILED target] [EXPORT])
# HEADERS are relative to include/. EXPORT installs the library and its headers, and checks that each header compiles
# alone.
function(gusset_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXPORT" "PRECOMPILED" "SOURCES;HEADERS;DEPENDS;PUBLIC;PRIVATE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gusset_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  gusset_check_dependencies(${name} ${arg_DEPENDS})
  set(target gusset_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(gusset::${name} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF EXPORT_NAME ${name}
    VERIFY_INTERFACE_HEADER_SETS ${arg_EXPORT})
  set(headers ${arg_HEADERS})
  list(TRANSFORM headers PREPEND include/)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(${target} PRIVATE src)
  if(name IN_LIST GUSSET_OPTIMIZED_MODULES)
    target_compile_options(${target} PRIVATE -O1)
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)  # those are compiled without optimization
  endif()
  foreach(dependency IN LISTS arg_DEPENDS)
    target_link_libraries(${target} PUBLIC gusset::${dependency})
  endforeach()
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:gusset_warnings>)
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED gusset_standard_headers)
  endif()
  gusset_reuse_headers(${target} ${arg_PRECOMPILED} ${arg_PUBLIC} ${arg_PRIVATE})
  if(arg_EXPORT)
    install(TARGETS ${target} EXPORT gusset-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
      FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
  endif()
endfunction()

# gusset_program(<name> MODULE <module whose dependencies apply> SOURCES … [LINK …] [INSTALL])
# LINK names our modules as gusset::<module>, which are checked, and third-party libraries.
function(gusset_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTALL" "MODULE" "SOURCES;LINK")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gusset_program(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(library IN LISTS arg_LINK)
    if(library MATCHES "^gusset::(.*)$" AND NOT CMAKE_MATCH_1 STREQUAL arg_MODULE)
      gusset_check_dependencies(${arg_MODULE} ${CMAKE_MATCH_1})
    endif()
  endforeach()
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_LINK} gusset_warnings)
  if(arg_INSTALL)
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

# gusset_test(<module>_tests PREFIX <module> [LABEL unit] [TIMEOUT 60] [COST 0] [PRECOMPILED target] SOURCES … LINK …)
# Adds a GoogleTest program. Every test gets a timeout in seconds and one label: unit, stress, arch, install, example or
# gui. With GUSSET_WHOLE_TEST_PROGRAMS the program runs once for all its tests instead of once per test. Programs with
# the highest COST (seconds) then start first, so that no long one runs alone at the end.
function(gusset_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX;LABEL;TIMEOUT;COST;PRECOMPILED" "SOURCES;LINK;ENVIRONMENT")
  if(NOT GUSSET_BUILD_TESTS)
    return()
  endif()
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(NOT arg_COST)
    set(arg_COST 0)
  endif()
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_compile_options(${name} PRIVATE ${GUSSET_TEST_OPTIONS})
  target_link_libraries(${name} PRIVATE ${arg_LINK} gusset_test_main gusset_warnings)
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED gusset_test_headers)
  endif()
  gusset_reuse_headers(${name} ${arg_PRECOMPILED} ${arg_LINK})
  if(GUSSET_WHOLE_TEST_PROGRAMS)
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT 1500 COST ${arg_COST} ENVIRONMENT "${arg_ENVIRONMENT}")
    return()
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${arg_PREFIX}. DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()
