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
    ready,            ///< tasks that were ready and not yet running; ignores tasks that never ran
    bytes_in_flight,  ///< payload of messages that were sent and not yet received
    counter,          ///< recorded by the program or the machine
  };
  Kind kind = Kind::running;
  std::string name;  ///< "running tasks", "ready tasks", "in flight", or a counter's name (and node)
  std::string unit;  ///< "tasks", "B", or a counter's unit
  StepSeries series;
  std::optional<double> limit;  ///< upper limit: the number of workers, for running tasks
};

/// All tracks that the trace has data for, in the order of kinds. O(n log n) in spans and tasks.
std::vector<Track> tracks(const Trace& trace);

}  // namespace gusset::traces
