#include "synthetic_trace.hpp"

#include <cmath>
#include <random>
#include <string>

namespace gusset::bench {

std::shared_ptr<const traces::Trace> synthetic_trace(std::size_t tasks, std::size_t rows) {
  constexpr std::size_t types = 8;
  constexpr double mean_duration_ns = 5000.0;
  constexpr double mean_gap_ns = 1000.0;
  auto trace = std::make_shared<traces::Trace>();
  trace->metadata.program = "synthetic";
  trace->nodes.push_back({"node 0", 0, 0.0, 0});
  for (std::size_t type = 0; type < types; ++type) trace->types.push_back("type " + std::to_string(type));
  std::mt19937_64 random(1);
  std::exponential_distribution<double> exponential(1.0);
  for (std::size_t row = 0; row < rows; ++row) {
    trace->workers.push_back({traces::NodeId(0), "worker " + std::to_string(row)});
    traces::Lane lane{traces::WorkerId(row), {}};
    const std::size_t count = tasks / rows + (row < tasks % rows ? 1 : 0);
    std::int64_t now = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double progress = static_cast<double>(i) / static_cast<double>(count);
      const double swell = 1.1 + std::sin(progress * 30.0 + static_cast<double>(row) * 0.1);
      now += static_cast<std::int64_t>(exponential(random) * mean_gap_ns * swell);
      double duration = 50.0 + exponential(random) * mean_duration_ns;
      if (random() % 4096 == 0) duration *= 50.0;
      const auto phase = static_cast<std::size_t>(progress * types);
      const std::size_t type = random() % 7 == 0 ? random() % types : phase;
      const traces::TaskId task(trace->tasks.type.size());
      trace->tasks.type.emplace_back(type);
      const std::int64_t end = now + static_cast<std::int64_t>(duration);
      lane.spans.push_back(now, end, task, traces::SpanKind::run);
      now = end;
    }
    trace->lanes.push_back(std::move(lane));
  }
  return trace;
}

}  // namespace gusset::bench
