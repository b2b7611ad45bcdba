#include "predicted_misses.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace gusset::simulator {
namespace {

using traces::Trace;

void add_attribute(Trace& trace, const char* name, const std::vector<TaskMisses>& misses,
                   std::uint64_t CacheMisses::*bytes) {
  traces::Attribute attribute{name, {}, {}};
  std::vector<double> values;  // not whole numbers, so that colours show a scale
  for (std::size_t task = 0; task < misses.size(); ++task) {
    if (misses[task].bytes.accessed_bytes == 0) continue;
    attribute.tasks.push_back(traces::TaskId(task));
    values.push_back(static_cast<double>(misses[task].bytes.*bytes));
  }
  attribute.values = std::move(values);
  trace.attributes.push_back(std::move(attribute));
}

struct Miss {
  std::uint32_t node = 0;
  std::uint32_t cache = 0;
  std::int64_t begin_ns = 0;
  std::uint64_t bytes = 0;
};

/// Returns the misses of each node and shared cache in order of time.
std::vector<Miss> misses_in_order(const Trace& trace, const std::vector<TaskMisses>& misses,
                                  std::uint64_t CacheMisses::*bytes) {
  std::vector<Miss> result;
  for (const traces::Lane& lane : trace.lanes) {
    const std::uint32_t node = trace.workers[lane.worker.value()].node.value();
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const traces::TaskId task = lane.spans.task[i];
      if (task.is_none() || task.value() >= misses.size()) continue;
      const TaskMisses& missed = misses[task.value()];
      if (missed.bytes.*bytes > 0)
        result.push_back({node, missed.cache, lane.spans.begin_ns[i], missed.bytes.*bytes});
    }
  }
  const auto key = [](const Miss& miss) { return std::tie(miss.node, miss.cache, miss.begin_ns); };
  std::stable_sort(result.begin(), result.end(),
                   [&](const Miss& a, const Miss& b) { return key(a) < key(b); });
  return result;
}

void add_counters(Trace& trace, const std::string& level, const std::vector<Miss>& misses) {
  const Miss* before = nullptr;
  for (const Miss& miss : misses) {
    if (before == nullptr || before->node != miss.node || before->cache != miss.cache) {
      traces::Counter& counter = trace.counters.emplace_back();
      counter.name = "missed in " + level + " " + std::to_string(miss.cache);
      counter.unit = "B";
      counter.node = traces::NodeId(miss.node);
    }
    traces::Counter& counter = trace.counters.back();
    const double sum = (counter.value.empty() ? 0.0 : counter.value.back()) + static_cast<double>(miss.bytes);
    if (!counter.time_ns.empty() && counter.time_ns.back() == miss.begin_ns) {
      counter.value.back() = sum;
    } else {
      counter.time_ns.push_back(miss.begin_ns);
      counter.value.push_back(sum);
    }
    before = &miss;
  }
}

}  // namespace

void add_misses(Trace& trace, const std::vector<TaskMisses>& misses) {
  add_attribute(trace, traces::l2_missing_bytes, misses, &CacheMisses::l2_bytes);
  add_attribute(trace, traces::l3_missing_bytes, misses, &CacheMisses::l3_bytes);
  const std::vector<Miss> in_l3 = misses_in_order(trace, misses, &CacheMisses::l3_bytes);
  if (!in_l3.empty()) {
    add_counters(trace, "L3", in_l3);
  } else {
    add_counters(trace, "L2", misses_in_order(trace, misses, &CacheMisses::l2_bytes));
  }
}

}  // namespace gusset::simulator
