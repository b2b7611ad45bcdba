#pragma once

namespace gusset::simulator {

/// What the runtime itself takes, beside the tasks. All ≥ 0.
struct Overheads {
  double submit_s = 0.0;    ///< of the submitting thread, for each task of its node
  double skip_s = 0.0;      ///< of the submitting thread, for each task of another node
  double schedule_s = 0.0;  ///< of a worker, between two tasks
  double steal_s = 0.0;     ///< of a worker, besides, where it has stolen its task
  double message_s = 0.0;   ///< of a node, for each message that it sends, one after the other
  friend bool operator==(const Overheads&, const Overheads&) = default;
};

}  // namespace gusset::simulator
