#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "gusset/traces/paper/timeline/figure.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::figure {
namespace {

std::string origin_name(traces::Origin origin) {
  switch (origin) {
    case traces::Origin::measured:
      return "measured";
    case traces::Origin::predicted:
      return "predicted";
    case traces::Origin::imported:
      return "imported";
  }
  return {};
}

std::string formatted(const char* format, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Three digits in the largest unit that has a digit before the point.
std::string duration(std::int64_t time_ns) {
  const auto value = static_cast<double>(time_ns);
  if (value < 999.5) return std::to_string(time_ns) + " ns";
  if (value < 999.5e3) return formatted("%.3g \xC2\xB5s", value / 1e3);
  if (value < 999.5e6) return formatted("%.3g ms", value / 1e6);
  return value < 999.5e9 ? formatted("%.3g s", value / 1e9) : formatted("%.0f s", value / 1e9);
}

}  // namespace

std::string default_title(const traces::Trace& trace) {
  const traces::Statistics statistics = traces::compute_statistics(trace);
  std::string title = origin_name(trace.metadata.origin) + ": ";
  if (!trace.metadata.program.empty()) title += trace.metadata.program + ", ";
  if (trace.nodes.size() > 1) title += count_text(trace.nodes.size(), "node") + ", ";
  return title + count_text(trace.workers.size(), "worker") + ", " +
         duration(statistics.makespan_ns) + ", " + formatted("%.1f %% busy", 100.0 * statistics.busy_share);
}

std::string default_graph_title(const traces::Trace& trace, const traces::DrawnGraph& graph,
                                const traces::FoldBy& by) {
  const auto grouped = [](std::uint64_t count, const char* one, const char* many) {
    return count_text(count) + ' ' + (count == 1 ? one : many);
  };
  const std::size_t tasks = trace.tasks.size();
  const std::string& program = trace.metadata.program;
  std::string title = origin_name(trace.metadata.origin) + ": " + (program.empty() ? "" : program + ", ") +
                      grouped(tasks, "task", "tasks");
  const auto versions = std::count_if(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    return node.kind == traces::DrawnGraph::Kind::version;
  });
  if (versions > 0)
    title += ", " + grouped(static_cast<std::uint64_t>(versions), "version of data", "versions of data");
  if (!graph.has_cycle && tasks > 0) {
    const auto first = graph.depth.begin();
    const std::uint64_t deepest = *std::max_element(first, first + static_cast<std::ptrdiff_t>(tasks));
    title += ", longest path " + grouped(deepest + 1, "task", "tasks");
  }
  if (by.kind != traces::FoldBy::Kind::nothing) title += ", folded by " + traces::to_text(by);
  return title;
}

}  // namespace gusset::figure
