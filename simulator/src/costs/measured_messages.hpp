#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "costs/node_activity.hpp"
#include "costs/robust_line.hpp"
#include "gusset/simulator/costs/message_costs.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Derives from measured traces of several nodes what messages and other nodes' tasks cost.
class MeasuredMessages {
 public:
  /// Adds a trace; one of a single node adds nothing.
  void add(const traces::Trace& trace);

  /// Latencies and bandwidth come from messages during which the receiver and, for long messages, the sender
  /// had an idle worker. A worker's time per message comes from the times between two of its tasks of which
  /// the second was ready. A value with fewer than 10 samples is missing; so are the bandwidth and the time
  /// per byte if all messages have the same size.
  MessageCosts measured() const;
  /// Returns the submitting thread's times per task of its own node (offset) and of other nodes (slope), from
  /// the times between the submissions of its own tasks, which have more or fewer tasks of other nodes
  /// between them. Returns none if the traces don't show them.
  std::optional<Line> submission_s() const;

 private:
  void add_transfers(const traces::Trace& trace, const NodeActivity& activity);
  void add_handling(const traces::Trace& trace, const NodeActivity& activity);
  void add_submissions(const traces::Trace& trace);

  std::uint64_t count_ = 0;
  Points short_;                   // bytes, seconds
  Points long_;                    // bytes, seconds
  Points sending_;                 // bytes of the one message, seconds between two tasks
  Points receiving_;               // the same
  std::vector<double> switching_;  // seconds between two tasks without a message
  Points submissions_;             // tasks of other nodes, seconds
};

}  // namespace gusset::simulator
