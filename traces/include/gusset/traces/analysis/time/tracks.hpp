#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/step_series.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// A quantity of the whole run over time.
struct Track {
  enum class Kind : std::uint8_t {
    running,          ///< lanes on which a task ran
    ready,            ///< tasks that could run, and did not yet; those that never ran do not count
    bytes_in_flight,  ///< contents of messages that were sent and not yet received
    counter,          ///< that the program or the machine recorded
  };
  Kind kind = Kind::running;
  std::string name;  ///< "running tasks", "ready tasks", "in flight", a counter's name (and node)
  std::string unit;  ///< "tasks", "B", a counter's own
  StepSeries series;
  std::optional<double> limit;  ///< that it can't exceed: workers, of running tasks
};

/// All that the trace knows, in the order of kinds. O(n log n) in spans and tasks.
std::vector<Track> tracks(const Trace& trace);

}  // namespace gusset::traces
