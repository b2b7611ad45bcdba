# gusset_fuzzer(<name> MODULE <module under test> SOURCES …)
# A libFuzzer program, built where GUSSET_BUILD_FUZZERS is on: bin/<name> -max_total_time=5 CORPUS
# The module is instrumented too, so such a build is good for fuzzing only. The target `fuzzers` is all of them.
set(GUSSET_FUZZ_SANITIZERS address,undefined)
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
  set(module gusset_${arg_MODULE})
  target_compile_options(${module} PRIVATE -g1 -fno-omit-frame-pointer
    -fsanitize=fuzzer-no-link,${GUSSET_FUZZ_SANITIZERS} -fno-sanitize-recover=undefined)
  target_link_options(${module} INTERFACE -fsanitize=${GUSSET_FUZZ_SANITIZERS})
  add_executable(${name} ${arg_SOURCES})
  add_dependencies(fuzzers ${name})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_compile_options(${name} PRIVATE -g1 -fno-omit-frame-pointer
    -fsanitize=fuzzer,${GUSSET_FUZZ_SANITIZERS} -fno-sanitize-recover=undefined)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,${GUSSET_FUZZ_SANITIZERS})
  target_link_libraries(${name} PRIVATE gusset::${arg_MODULE} gusset_warnings)
endfunction()
