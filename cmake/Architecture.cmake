# The only definition of the architecture. GussetModule.cmake refuses links that it does not allow, tests/architecture
# refuses such #includes, and DrawArchitecture.cmake draws it for docs/architecture.md.
#
# gusset_architecture(<module> FOLDER <folder> ROLE <words> [USES <module>…] [LIBRARIES <library>…] [LAYERS <layer>…] [HIDDEN])
# USES: modules that this module may link and include. LIBRARIES: restricted third-party libraries that it may include.
# LAYERS: the module's folders below src/ and the public include root; each may use the layers before it. HIDDEN: not in
# the picture.
function(gusset_architecture module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HIDDEN" "FOLDER;ROLE" "USES;LIBRARIES;LAYERS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gusset_architecture(${module}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(GUSSET_MAY_USE_${module} "${arg_USES}" PARENT_SCOPE)
  foreach(field IN ITEMS FOLDER ROLE LAYERS HIDDEN)
    set(GUSSET_${field}_${module} "${arg_${field}}" PARENT_SCOPE)
  endforeach()
  set(GUSSET_MODULES ${GUSSET_MODULES} ${module} PARENT_SCOPE)
endfunction()

gusset_architecture(base FOLDER base ROLE "shared code")

gusset_architecture(traces FOLDER traces ROLE "traces and their analysis" USES base
  LAYERS model gus analysis/graph analysis/time analysis/causes analysis/compare analysis/check answers
    picture/canvas picture/timeline picture/graph picture/charts exchange)
gusset_architecture(paper FOLDER traces/paper ROLE "figures, with cairo" USES base traces LIBRARIES cairo
  LAYERS canvas figure graph charts report)
gusset_architecture(sweep FOLDER traces/sweep ROLE "many simulations" USES base traces)
gusset_architecture(schedules FOLDER traces/schedules ROLE "schedules found" USES base traces)
gusset_architecture(openmp FOLDER traces/openmp ROLE "records OpenMP programs" USES base traces LIBRARIES OMPT elfutils)

gusset_architecture(core FOLDER core ROLE "the task runtime" USES base LIBRARIES hwloc
  LAYERS engine graphs policies data collectives plans threads runtime)
gusset_architecture(core_tracing FOLDER core/tracing ROLE "records runs" USES base core traces)
gusset_architecture(core_bench FOLDER core/bench HIDDEN USES base core core_tracing traces LIBRARIES BLAS TBB StarPU)

gusset_architecture(simulator FOLDER simulator ROLE "simulates runs" USES base core core_tracing traces LIBRARIES SimGrid hwloc
  LAYERS costs platform stream network schedule predict)

gusset_architecture(cluster FOLDER cluster ROLE "runs on several nodes" USES base core core_tracing traces
  LAYERS transport messages counts data balancing engine)
gusset_architecture(cluster_mpi FOLDER cluster/mpi ROLE "plug-ins for MPI" USES base cluster LIBRARIES MPI)
gusset_architecture(cluster_bench FOLDER cluster/bench HIDDEN USES base core cluster LIBRARIES MPI StarPU)
gusset_architecture(cluster_tests FOLDER cluster/tests HIDDEN USES base core core_tracing traces simulator cluster)
gusset_architecture(cluster_mpi_tests FOLDER cluster/tests/mpi HIDDEN USES base core cluster LIBRARIES MPI)

gusset_architecture(viewer_model FOLDER viewer/model ROLE "the window's state" USES base traces schedules
  LAYERS document timeline state graph explain what_if)
gusset_architecture(viewer_render FOLDER viewer/render ROLE "OpenGL, Dear ImGui" USES base viewer_model traces LIBRARIES ImGui GL)
gusset_architecture(viewer_app FOLDER viewer/app ROLE "the Qt window" USES base viewer_render viewer_model traces paper sweep
  LIBRARIES Qt GL ImGui
  LAYERS widgets timeline graph explain what_if classroom window)
gusset_architecture(viewer_bench FOLDER viewer/bench HIDDEN USES base viewer_app viewer_render viewer_model traces LIBRARIES Qt GL)

gusset_architecture(cli FOLDER cli ROLE "the gusset command" USES base traces paper sweep schedules core simulator cluster LIBRARIES CLI11 elfutils MPI
  LAYERS output programs nodes sweep schedules commands)
gusset_architecture(examples FOLDER examples ROLE "example programs" USES base core core_tracing simulator cluster traces LIBRARIES CLI11 BLAS)
gusset_architecture(tests FOLDER tests HIDDEN USES base traces core core_tracing simulator cluster)
gusset_architecture(nodes_tests FOLDER tests/nodes HIDDEN USES base core core_tracing simulator cluster LIBRARIES MPI)
