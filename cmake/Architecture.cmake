# The architecture's only definition. GussetModule.cmake refuses links that it does not allow, tests/architecture
# refuses such #includes, and DrawArchitecture.cmake draws it for docs/architecture.md.
#
# gusset_architecture(<module> FOLDER <folder> ROLE <words> [USES <module>…] [LIBRARIES <library>…] [ROOMS <room>…] [HIDDEN])
# USES: modules that this module may link and include. LIBRARIES: restricted third-party libraries that it may include.
# ROOMS: the module's folders below src/ and the public include root; each may use the rooms before it. HIDDEN: not in
# the picture.
function(gusset_architecture module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HIDDEN" "FOLDER;ROLE" "USES;LIBRARIES;ROOMS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gusset_architecture(${module}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(GUSSET_MAY_USE_${module} "${arg_USES}" PARENT_SCOPE)
  foreach(field IN ITEMS FOLDER ROLE ROOMS HIDDEN)
    set(GUSSET_${field}_${module} "${arg_${field}}" PARENT_SCOPE)
  endforeach()
  set(GUSSET_MODULES ${GUSSET_MODULES} ${module} PARENT_SCOPE)
endfunction()

gusset_architecture(base FOLDER base ROLE "what all share")

gusset_architecture(traces FOLDER traces ROLE "what happened" USES base
  ROOMS model gus analysis/graph analysis/time analysis/causes analysis/compare analysis/check answers
    picture/canvas picture/timeline picture/graph picture/charts exchange)
gusset_architecture(paper FOLDER traces/paper ROLE "figures, by cairo" USES base traces LIBRARIES cairo
  ROOMS canvas figure graph charts)
gusset_architecture(sweep FOLDER traces/sweep ROLE "many simulations" USES base traces)
gusset_architecture(openmp FOLDER traces/openmp ROLE "records OpenMP programs" USES base traces LIBRARIES OMPT elfutils)

gusset_architecture(core FOLDER core ROLE "making it happen" USES base LIBRARIES hwloc
  ROOMS engine policies data plans threads runtime)
gusset_architecture(core_tracing FOLDER core/tracing ROLE "records it" USES base core traces)
gusset_architecture(core_bench FOLDER core/bench HIDDEN USES base core core_tracing traces LIBRARIES BLAS TBB StarPU)

gusset_architecture(simulator FOLDER simulator ROLE "predicting it" USES base core core_tracing traces LIBRARIES SimGrid hwloc
  ROOMS costs platform stream network schedule predict)

gusset_architecture(viewer_model FOLDER viewer/model ROLE "what the window shows" USES base traces
  ROOMS document timeline state graph explain what_if)
gusset_architecture(viewer_render FOLDER viewer/render ROLE "OpenGL, Dear ImGui" USES base viewer_model traces LIBRARIES ImGui GL)
gusset_architecture(viewer_app FOLDER viewer/app ROLE "the window, with Qt" USES base viewer_render viewer_model traces paper sweep
  LIBRARIES Qt GL ImGui
  ROOMS widgets timeline graph explain what_if classroom window)
gusset_architecture(viewer_bench FOLDER viewer/bench HIDDEN USES base viewer_app viewer_render viewer_model traces LIBRARIES Qt GL)

gusset_architecture(cli FOLDER cli ROLE "the gusset command" USES base traces paper sweep core simulator LIBRARIES CLI11 elfutils
  ROOMS output programs sweep commands)
gusset_architecture(examples FOLDER examples ROLE "programs" USES base core core_tracing simulator traces LIBRARIES CLI11 BLAS)
gusset_architecture(tests FOLDER tests HIDDEN USES base traces core core_tracing simulator)
