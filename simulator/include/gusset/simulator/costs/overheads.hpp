#pragma once

namespace gusset::simulator {

/// The runtime's own costs per event, on top of the tasks. All ≥ 0.
struct Overheads {
  double submit_s = 0.0;    ///< the submitting thread's time for each task of its own node
  double skip_s = 0.0;      ///< the submitting thread's time for each task of another node
  double schedule_s = 0.0;  ///< a worker's time between two tasks
  double steal_s = 0.0;     ///< a worker's additional time when it has stolen the task
  double message_s = 0.0;   ///< a node's time for each message that it sends; messages go out one at a time
  friend bool operator==(const Overheads&, const Overheads&) = default;
};

}  // namespace gusset::simulator
