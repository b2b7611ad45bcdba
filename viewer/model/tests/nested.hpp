#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::viewer::testing {

/// A run of a task within one lane.
struct NestedRun {
  std::int64_t begin_ns;
  std::int64_t end_ns;
  std::size_t task;
  traces::SpanKind kind = traces::SpanKind::run;
};

/// Makes a trace with one worker per lane and the given runs, which must be sorted by start. Tasks with even
/// numbers have type "a", the others type "b".
inline std::shared_ptr<traces::Trace> nested_trace(const std::vector<std::vector<NestedRun>>& lanes) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types = {"a", "b"};
  trace->nodes.emplace_back();
  for (const std::vector<NestedRun>& lane : lanes) {
    trace->workers.push_back({traces::NodeId(0u), "w" + std::to_string(trace->workers.size())});
    trace->lanes.push_back({traces::WorkerId(trace->lanes.size()), {}});
    for (const NestedRun& run : lane) {
      while (trace->tasks.type.size() <= run.task)
        trace->tasks.type.emplace_back(trace->tasks.type.size() % 2);
      trace->lanes.back().spans.push_back(run.begin_ns, run.end_ns, traces::TaskId(run.task), run.kind);
    }
  }
  return trace;
}

inline std::shared_ptr<const Document> nested_document(const std::vector<std::vector<NestedRun>>& lanes) {
  return make_document({index_trace(nested_trace(lanes), {}, 1)});
}

/// In the first row, task 0 contains task 1, which contains task 2; task 0 waits from 9000 to 10 000 ns while
/// nothing runs. In the second row, tasks 3 and 4 do not nest.
inline std::vector<std::vector<NestedRun>> three_deep() {
  return {{{0, 12'000, 0}, {2'000, 8'000, 1}, {3'000, 5'000, 2}, {9'000, 10'000, 0, traces::SpanKind::wait}},
          {{0, 4'000, 3}, {6'000, 12'000, 4}}};
}

/// At least `tasks` tasks nested to depth 5, some of them tiny, with idle time between and within them.
inline std::shared_ptr<traces::Trace> random_nested_trace(std::size_t tasks, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t bound) { return static_cast<std::int64_t>(random()) % bound; };
  std::vector<NestedRun> runs;
  std::size_t next_task = 0;
  const auto add = [&](const auto& self, std::int64_t begin_ns, std::int64_t length_ns, int depth) -> void {
    const std::int64_t end_ns = begin_ns + length_ns;
    runs.push_back({begin_ns, end_ns, next_task++});
    if (depth == 5 || length_ns < 40) return;
    for (std::int64_t now_ns = begin_ns + below(length_ns / 2); now_ns < end_ns - 4;) {
      const std::int64_t part_ns = 1 + below(std::max<std::int64_t>(2, (end_ns - now_ns) / 2));
      if (below(4) == 0) {
        runs.push_back({now_ns, now_ns + part_ns, runs.back().task, traces::SpanKind::wait});
      } else {
        self(self, now_ns, part_ns, depth + 1);
      }
      now_ns += part_ns + below(20);
    }
  };
  std::int64_t now_ns = 0;
  while (next_task < tasks) {
    const std::int64_t length_ns = 10 + below(20'000);
    add(add, now_ns, length_ns, 0);
    now_ns += length_ns + below(5'000);
  }
  return nested_trace({runs});
}

}  // namespace gusset::viewer::testing
