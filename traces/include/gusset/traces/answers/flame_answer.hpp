#pragma once
#include <string>

#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Selects the tasks that a document of `gusset flame` counts, in the user's words. Empty members select
/// everything.
struct FlameQuestion {
  std::string file;
  std::string from;
  std::string to;
  std::string where;
};

/// One row for each frame, indented by its depth.
Table flame_table(const Trace& trace, const FlameGraph& graph);

/// The answer of `gusset flame`: how the time of tasks divides among the tasks nested in them.
Answer flame_answer(const Trace& trace, const FlameGraph& graph);
/// The JSON document of `gusset flame`.
std::string flame_json(const Trace& trace, const FlameGraph& graph, const FlameQuestion& question);

}  // namespace gusset::traces
