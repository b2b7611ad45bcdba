# Writes the modules of Architecture.cmake as a DOT graph. docs/architecture.md shows the result:
#   cmake -DOUTPUT=docs/architecture.dot -P cmake/DrawArchitecture.cmake && dot -Tsvg docs/architecture.dot -o docs/architecture.svg
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/Architecture.cmake)

set(text "// Drawn from cmake/Architecture.cmake by cmake/DrawArchitecture.cmake. All modules may use base: its arrows are left out.
digraph gusset {
  graph [rankdir=BT, nodesep=0.3, ranksep=0.45, bgcolor=white, pad=0.2];
  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3f8\", color=\"#4b6a88\", fontname=\"DejaVu Sans\", fontsize=11, margin=\"0.16,0.08\"];
  edge [color=\"#4b6a88\", arrowsize=0.7];
")
foreach(module IN LISTS GUSSET_MODULES)
  if(GUSSET_HIDDEN_${module})
    continue()
  endif()
  set(label "<b>${GUSSET_FOLDER_${module}}</b><br/>${GUSSET_ROLE_${module}}")
  set(place 0)
  foreach(layer IN LISTS GUSSET_LAYERS_${module})
    math(EXPR column "${place} % 4")
    set(joint " · ")
    if(column EQUAL 0)
      set(joint "<br/>")
    endif()
    string(APPEND label "${joint}<font point-size=\"9\">${layer}</font>")
    math(EXPR place "${place} + 1")
  endforeach()
  string(APPEND text "  ${module} [label=<${label}>];\n")
  foreach(used IN LISTS GUSSET_MAY_USE_${module})
    if(NOT used STREQUAL base)
      # Skip an arrow that other arrows imply.
      set(implied FALSE)
      foreach(other IN LISTS GUSSET_MAY_USE_${module})
        if(used IN_LIST GUSSET_MAY_USE_${other})
          set(implied TRUE)
        endif()
      endforeach()
      if(NOT implied)
        string(APPEND text "  ${module} -> ${used};\n")
      endif()
    endif()
  endforeach()
endforeach()
string(APPEND text "  traces -> base; core -> base;\n}\n")
file(WRITE ${OUTPUT} "${text}")
