#include "writers.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces::exporting {

std::string_view kind_word(SpanKind kind) {
  constexpr std::array<std::string_view, 7> words = {"run",  "wait",    "submit", "steal",
                                                     "send", "receive", "other"};
  return words[static_cast<std::size_t>(kind)];
}

void add_count(LeftOut& left_out, std::size_t count, const char* one, const char* several) {
  if (count > 0) left_out.push_back(std::to_string(count) + " " + (count == 1 ? one : several));
}

std::vector<TaskPlace> task_places(const Trace& trace) {
  std::vector<TaskPlace> places(trace.tasks.size());
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const SpanColumns& spans = trace.lanes[lane].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.task[i].is_none() || spans.kind[i] != SpanKind::run) continue;
      TaskPlace& place = places[spans.task[i].value()];
      if (place.lane.is_none() || spans.begin_ns[i] < place.begin_ns) {
        const std::int64_t end_ns = place.lane.is_none() ? spans.end_ns[i] : place.end_ns;
        place = {LaneId(lane), spans.begin_ns[i], end_ns};
      }
      place.end_ns = std::max(place.end_ns, spans.end_ns[i]);
    }
  }
  return places;
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
