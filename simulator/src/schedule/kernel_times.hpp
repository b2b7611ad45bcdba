#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "caches/data_accesses.hpp"
#include "costs/interruption_process.hpp"
#include "costs/kernel_noise.hpp"
#include "costs/speed_process.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "network/simulated_time.hpp"
#include "schedule/first_uses.hpp"
#include "schedule/schedule_options.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Computes task durations: the kernel's cost and the time of its first uses of handles, varied by noise, by
/// the speed of cores over time and by interruptions, on the node's speed, plus the submission of the task's
/// children. Without noise, interruptions take their mean time.
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
        node_speeds_(options.node_speeds),
        workers_(options.workers),
        first_uses_(stream) {
    const Variation* const variation = costs.variation();
    if (variation == nullptr) return;
    if (!variation->first_touches.empty()) first_touches_ = variation;
    slowdown_ = variation->interruptions.slowdown();
    if (!has_noise_) return;
    run_ = uniform(hashed(options.seed, 4));
    if (slowdown_ > 1.0) interruptions_.emplace(variation->interruptions, options.seed);
    if (variation->speed.varies()) speeds_.emplace(variation->speed, sockets_of(options), options.seed);
  }

  /// Adds the costs that are new in the stream since the last call.
  void add_new_costs() {
    if (!has_noise_ && first_touches_ == nullptr) return;
    for (; seen_costs_ < stream_.costs().size(); ++seen_costs_) {
      const TaskStream::StreamCost& each = stream_.costs()[seen_costs_];
      if (first_touches_ != nullptr) touch_s_per_byte_.push_back(touch_s_per_byte(each.shape.type));
      if (!has_noise_ || !has_spread(each.cost)) continue;
      spreads_.resize(stream_.costs().size());
      spreads_[seen_costs_] = KernelNoise::Spread(each.cost.deviation_s / each.cost.seconds);
    }
  }

  /// Returns the duration of a task that a worker starts at that time. Throws SimulationError if it is too
  /// long.
  std::int64_t duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task, std::int64_t begin_ns) {
    const TaskStream::StreamTask& what = stream_.tasks()[task];
    double ns = 0.0;
    if (what.cost != TaskStream::none) {
      const TaskStream::StreamCost& cost = stream_.costs()[what.cost];
      const double seconds = needs_accesses_ ? start_with_accesses(cost, node, worker, task)
                                             : costs_.on_start(cost.shape, cost.cost, node, WorkerId(worker));
      ns = seconds * ns_per_s;
      if (has_noise_ && has_spread(cost.cost)) ns *= noise_.factor(task, spreads_[what.cost]);
      if (first_touches_ != nullptr) ns += touch_ns(what.cost, task);
    }
    if (!node_speeds_.empty()) ns /= node_speeds_[node.value()];
    if (slowdown_ > 1.0 || speeds_) ns = varied_ns(ns, node.value() * workers_ + worker, task, begin_ns);
    ns += submit_s_ * what.child_count * ns_per_s;
    if (!(ns < static_cast<double>(end_of_time_ns))) throw too_long(what.type);
    return std::max<std::int64_t>(1, std::llround(ns));  // at least 1 ns, so that a task ends after it begins
  }

  static SimulationError too_long(TaskTypeId type) {
    return too_late(" with task type '" + std::string(TaskType::name_of(type)) + "'");
  }

 private:
  /// The socket of each core, numbered over all nodes.
  static std::vector<std::uint32_t> sockets_of(const ScheduleOptions& options) {
    std::uint32_t per_node = 1;
    for (const DomainId domain : options.domains)
      per_node = std::max<std::uint32_t>(per_node, domain.value() + std::uint32_t{1});
    std::vector<std::uint32_t> sockets;
    for (std::uint32_t node = 0; node < options.nodes; ++node) {
      for (std::uint32_t worker = 0; worker < options.workers; ++worker)
        sockets.push_back(node * per_node + (options.domains.empty() ? 0 : options.domains[worker].value()));
    }
    return sockets;
  }

  double touch_s_per_byte(std::string_view type) const {
    const FirstTouch* const touch = first_touches_->first_touch(type);
    if (touch == nullptr) return 0.0;
    return has_noise_ ? touch->drawn_s_per_byte(run_) : touch->s_per_byte;
  }

  double touch_ns(std::uint32_t cost, std::uint32_t task) {
    return touch_s_per_byte_[cost] * ns_per_s * static_cast<double>(first_uses_.start(task));
  }

  /// Returns the time of a task that takes `ns` at the mean speed without interruptions.
  double varied_ns(double ns, std::uint32_t core, std::uint32_t task, std::int64_t begin_ns) {
    if (speeds_ && ns < static_cast<double>(end_of_time_ns))
      ns = speeds_->duration_ns(core, static_cast<double>(begin_ns), ns);
    return interruptions_ ? ns + interruptions_->lost_s(task, ns * seconds_per_ns) * ns_per_s
           : has_noise_   ? ns
                          : ns * slowdown_;
  }

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
  const std::uint32_t workers_;               // per node
  FirstUses first_uses_;
  const Variation* first_touches_ = nullptr;  // null: no type has a time for first uses
  std::vector<double> touch_s_per_byte_;      // indexed by cost
  double run_ = 0.0;                          // selects the measured run whose times of first uses apply
  double slowdown_ = 1.0;                     // by interruptions, on average
  std::optional<InterruptionProcess> interruptions_;
  std::optional<SpeedProcess> speeds_;
};

}  // namespace gusset::simulator
