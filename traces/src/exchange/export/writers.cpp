#include "writers.hpp"

#include <algorithm>
#include <set>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces::exporting {

void add_count(LeftOut& left_out, std::size_t count, const char* one, const char* several) {
  if (count > 0) left_out.push_back(std::to_string(count) + " " + (count == 1 ? one : several));
}

void add_threads(LeftOut& left_out, const Trace& trace) {
  const ForkJoin& fork_join = trace.fork_join;
  add_count(left_out, fork_join.waits.size() + fork_join.joined.size() + fork_join.holds.size(),
            "record of synchronisation", "records of synchronisation");
  add_count(left_out, trace.processor_time.uses.size() + trace.processor_time.bindings.size(),
            "record of processor time", "records of processor time");
  const Worksharing& worksharing = trace.worksharing;
  add_count(left_out, worksharing.shares.size() + worksharing.chunks.size(), "record of loops",
            "records of loops");
}

void add_task_facts(LeftOut& left_out, const Recorded& known) {
  if (known.parents || known.work || known.submit || known.ready)
    left_out.emplace_back("parents, work, submit times and ready times of tasks");
}

Arrows arrows_of(const Trace& trace) {
  Arrows result;
  if (!trace.recorded.accesses) {
    result.arrows = trace.dependencies;
    return result;
  }
  for (const TaskGraph::Edge& edge : TaskGraph(trace).edges()) {
    if (edge.commuting) {
      ++result.commuting_pairs;
    } else {
      result.arrows.push_back({edge.before, edge.after});
    }
  }
  return result;
}

std::vector<std::string> distinct_names(const std::vector<std::string>& names, const std::string& fallback) {
  std::set<std::string> taken;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = names[i].empty() ? fallback + std::to_string(i) : names[i];
    for (std::size_t n = 2; !taken.insert(name).second; ++n) {
      name = (names[i].empty() ? fallback + std::to_string(i) : names[i]) + " (" + std::to_string(n) + ")";
    }
    result.push_back(std::move(name));
  }
  return result;
}

}  // namespace gusset::traces::exporting
