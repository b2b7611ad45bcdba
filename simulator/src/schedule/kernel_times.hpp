#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "caches/data_accesses.hpp"
#include "costs/kernel_noise.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "network/simulated_time.hpp"
#include "schedule/schedule_options.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Computes task durations: the kernel's cost, varied by noise and the node's speed, plus the submission of
/// the task's children.
class KernelTimes {
 public:
  KernelTimes(const TaskStream& stream, const ScheduleOptions& options, CostModel& costs)
      : stream_(stream),
        costs_(costs),
        needs_accesses_(costs.needs_accesses()),
        accesses_(stream),
        noise_(options.seed),
        has_noise_(options.has_noise),
        submit_s_(options.overheads.submit_s),
        node_speeds_(options.node_speeds) {}

  /// Adds the costs that are new in the stream since the last call.
  void add_new_costs() {
    if (!has_noise_) return;
    for (; seen_costs_ < stream_.costs().size(); ++seen_costs_) {
      const TaskCost& cost = stream_.costs()[seen_costs_].cost;
      if (!has_spread(cost)) continue;
      spreads_.resize(stream_.costs().size());
      spreads_[seen_costs_] = KernelNoise::Spread(cost.deviation_s / cost.seconds);
    }
  }

  /// Returns the duration of a task that a worker starts now. Throws SimulationError if it is too long.
  std::int64_t duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task) {
    const TaskStream::StreamTask& what = stream_.tasks()[task];
    double ns = 0.0;
    if (what.cost != TaskStream::none) {
      const TaskStream::StreamCost& cost = stream_.costs()[what.cost];
      const double seconds = needs_accesses_ ? start_with_accesses(cost, node, worker, task)
                                             : costs_.on_start(cost.shape, cost.cost, node, WorkerId(worker));
      ns = seconds * ns_per_s;
      if (has_noise_ && has_spread(cost.cost)) ns *= noise_.factor(task, spreads_[what.cost]);
    }
    if (!node_speeds_.empty()) ns /= node_speeds_[node.value()];
    ns += submit_s_ * what.child_count * ns_per_s;
    if (!(ns < static_cast<double>(end_of_time_ns))) throw too_long(what.type);
    return std::max<std::int64_t>(1, std::llround(ns));  // at least 1 ns, so that a task ends after it begins
  }

  static SimulationError too_long(TaskTypeId type) {
    return too_late(" with task type '" + std::string(TaskType::name_of(type)) + "'");
  }

 private:
  static bool has_spread(const TaskCost& cost) { return cost.seconds > 0.0 && cost.deviation_s > 0.0; }

  double start_with_accesses(const TaskStream::StreamCost& cost, NodeId node, std::uint32_t worker,
                             std::uint32_t task) {
    const StartingTask starting{task, accesses_.of(task, node)};
    TaskShape shape = cost.shape;
    shape.starting = &starting;
    return costs_.on_start(shape, cost.cost, node, WorkerId(worker));
  }

  const TaskStream& stream_;
  CostModel& costs_;
  const bool needs_accesses_;
  DataAccesses accesses_;
  const KernelNoise noise_;
  const bool has_noise_;
  const double submit_s_;
  const std::vector<double> node_speeds_;
  std::size_t seen_costs_ = 0;
  std::vector<KernelNoise::Spread> spreads_;  // indexed by cost; empty while no cost has a spread
};

}  // namespace gusset::simulator
