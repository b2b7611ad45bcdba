#include "child.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/child_process.hpp"
#include "bench/process_usage.hpp"
#include "bench/statistics.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::bench {
namespace {

using gusset::bench::AnonymousMemory;
using gusset::bench::ChildResult;
using gusset::bench::Stopwatch;

template <class T>
void require(const Result<T>& result) {
  if (!result) throw std::runtime_error(result.error().message());
}

/// Measures how long the system takes to provide memory: reads the trace, then allocates columns of the same
/// lengths and writes to each of their pages.
double seconds_to_touch_memory(const std::string& file) {
  constexpr std::size_t page = 4096;
  const auto read = read_gus(file);
  require(read);
  std::vector<std::size_t> columns;
  for (const Lane& lane : (*read)->lanes) {
    for (const std::size_t width :
         {sizeof(std::int64_t), sizeof(std::int64_t), sizeof(TaskId), sizeof(SpanKind)})
      columns.push_back(lane.spans.size() * width);
  }
  columns.push_back((*read)->tasks.size() * sizeof(TypeId));
  const Stopwatch watch;
  for (const std::size_t bytes : columns) {
    auto* const memory = static_cast<volatile char*>(
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory == MAP_FAILED) throw std::runtime_error("expected memory, found none");
    for (std::size_t at = 0; at < bytes; at += page) memory[at] = 1;
  }
  return watch.seconds();
}

/// How long an answer takes once the trace is open.
double seconds_to_answer(const std::string& question, const std::string& file) {
  const auto read = read_gus(file);
  require(read);
  const Trace& trace = **read;
  const Stopwatch watch;
  if (question == "stats") {
    require(task_statistics(trace));
    return watch.seconds();
  }
  const TaskGraph graph(trace);
  if (question == "layout") {
    const auto drawn = draw_tasks(trace, graph);
    LayoutGraph boxes;
    boxes.nodes.assign(drawn->nodes.size(), {90.0, 24.0});
    boxes.edges = drawn->edges;
    boxes.commuting = drawn->commuting;
    const auto layout = lay_out(boxes);
    if (!layout || layout->places.empty()) throw std::runtime_error("expected a drawing, found none");
    return watch.seconds();
  }
  if (question == "idle") {
    const IdleTime idle = idle_time(trace, graph);
    if (idle.busy_ns == 0) throw std::runtime_error("expected busy time, found none");
    return watch.seconds();
  }
  const CriticalPath path = critical_path(trace, graph);
  if (!path.bound || !path.chain) throw std::runtime_error("expected a path, found none");
  return watch.seconds();
}

}  // namespace

ReadCost run_child(const std::string& kind, const std::string& file) {
  const ChildResult result = gusset::bench::run_child({gusset::bench::own_path(), "--child", kind, file});
  if (!result.failure.empty()) throw std::runtime_error(kind + ": expected success, found " + result.failure);
  ReadCost cost{0.0, result.peak_bytes};
  std::istringstream figures(result.output);
  if (!(figures >> cost.seconds >> cost.peak_anonymous_bytes))
    throw std::runtime_error(kind + ": expected a figure, found none");
  return cost;
}

int child(const std::string& kind, const std::string& file) {
  const AnonymousMemory memory;
  const Stopwatch watch;
  double seconds = 0.0;
  if (kind == "gus") {
    const auto read = read_gus(file);
    seconds = watch.seconds();
    require(read);
  } else if (kind == "stats" || kind == "idle" || kind == "critical-path" || kind == "layout") {
    seconds = seconds_to_answer(kind, file);
  } else if (kind == "memory") {
    seconds = seconds_to_touch_memory(file);
  } else if (kind == "info" || kind == "lean-stats") {
    auto spans = open_gus_spans(file);
    require(spans);
    if (kind == "info") {
      require(compute_statistics(**spans));
    } else {
      require(task_statistics(**spans));
    }
    seconds = watch.seconds();
  } else if (kind == "nlohmann") {
    std::ifstream in(file);
    const nlohmann::json document = nlohmann::json::parse(in);
    seconds = watch.seconds();
    if (!document.is_object()) throw std::runtime_error("expected an object");
  } else {
    const auto read = read_trace(file, {true});
    seconds = watch.seconds();
    require(read);
  }
  std::printf("%.9f %.0f\n", seconds, memory.peak_bytes());
  return 0;
}

}  // namespace gusset::traces::bench
