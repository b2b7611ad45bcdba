#pragma once
#include <memory>
#include <vector>

#include "graph_case.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"

namespace gusset::paper::testing {

inline constexpr const char* write_read = R"(
  aaa.bbbbb
  a1: write x@0
  b1: read x@1, write y@0
)";
inline constexpr const char* adds = R"(
  w..aaa
  .aaa..
  w1: write x@0
  a1: add x@1
  a2: add x@1
)";

/// Composes a graph for a figure; `open` says which groups are open.
inline GraphFigure figure_of(const traces::testing::GraphCase& graph, traces::FoldBy by = {},
                             std::vector<bool> open = {}) {
  GraphFigure figure;
  figure.trace = graph.trace;
  figure.title = default_graph_title(*graph.trace, graph.graph, by);
  figure.tree =
      std::make_shared<const traces::FoldTree>(traces::fold(graph.graph, *graph.trace, graph.times, by));
  figure.scene = std::make_shared<const traces::GraphScene>(
      *traces::compose_scene(graph.graph, *figure.tree, *graph.trace, open));
  return figure;
}

}  // namespace gusset::paper::testing
