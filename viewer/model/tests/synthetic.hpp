#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "gusset/traces/model/trace.hpp"

namespace gusset::viewer::testing {

/// A trace of `tasks` tasks on `rows` workers: bursts, pauses, and durations over four orders of magnitude.
/// The same seed gives the same trace.
inline std::shared_ptr<const traces::Trace> synthetic_trace(std::size_t tasks, std::size_t rows,
                                                            std::uint32_t seed) {
  using namespace traces;
  auto trace = std::make_shared<Trace>();
  trace->metadata.program = "synthetic";
  trace->types = {"gemm", "trsm", "syrk", "potrf", "copy"};
  trace->nodes.push_back({"node 0", 0, 0.0, 0});
  std::mt19937 random(seed);
  const auto below = [&random](std::uint32_t bound) { return static_cast<std::int64_t>(random() % bound); };
  for (std::size_t row = 0; row < rows; ++row) {
    trace->workers.push_back({NodeId(0), "worker " + std::to_string(row)});
    trace->lanes.push_back({WorkerId(row), {}});
    std::int64_t time = below(1000);
    const std::size_t end = tasks * (row + 1) / rows;
    while (trace->tasks.size() < end) {
      const bool pausing = trace->tasks.size() / 3000 % 5 == 3;
      const std::int64_t length = 1 + below(1U << (4 + below(12)));
      const TaskId task(trace->tasks.size());
      trace->tasks.type.push_back(TypeId(static_cast<std::size_t>(std::min(below(5), below(5)))));
      trace->lanes[row].spans.push_back(time, time + length, task, SpanKind::run);
      time += length + below(pausing ? 40000 : 3) * below(2);
    }
  }
  return trace;
}

}  // namespace gusset::viewer::testing
