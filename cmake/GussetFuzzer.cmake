# gusset_fuzzer(<name> MODULE <module under test> SOURCES …)
# Adds a libFuzzer program if GUSSET_BUILD_FUZZERS is on: bin/<name> -max_total_time=5 CORPUS
# Also instruments the module for coverage. The preset (asan) chooses the sanitizers. The target `fuzzers`
# builds every fuzzer.
if(GUSSET_BUILD_FUZZERS AND NOT TARGET fuzzers)
  add_custom_target(fuzzers)
endif()

function(gusset_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE" "SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gusset_fuzzer(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT GUSSET_BUILD_FUZZERS)
    return()
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "gusset: GUSSET_BUILD_FUZZERS needs clang, found ${CMAKE_CXX_COMPILER_ID}: "
      "configure with -DCMAKE_CXX_COMPILER=clang++")
  endif()
  # The flags that -fsanitize=fuzzer-no-link enables. The option itself would reject headers precompiled without it.
  target_compile_options(gusset_${arg_MODULE} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
  add_executable(${name} ${arg_SOURCES})
  add_dependencies(fuzzers ${name})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE gusset::${arg_MODULE} gusset_warnings)
  gusset_reuse_headers(${name} gusset_standard_headers)
endfunction()
