#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

/// How long a worker's thread had a processor in the interval [begin_ns, end_ns).
struct ProcessorUse {
  WorkerId worker;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t processor_ns = 0;  ///< at least 0
  std::uint32_t waits = 0;        ///< how often the thread gave up the processor to wait for something
  std::uint32_t preemptions = 0;  ///< how often it lost the processor although it could have run
  /// How long it could have run, but had no processor: after such a loss, or after a wait. At least 0, or
  /// unknown_time.
  std::int64_t delay_ns = unknown_time;
  /// How often it used memory that the system had not mapped yet, at least. 0 if not recorded.
  std::uint32_t page_faults = 0;
  friend bool operator==(const ProcessorUse&, const ProcessorUse&) = default;
};

/// The processors on which a worker's thread was allowed to run.
struct Binding {
  WorkerId worker;
  std::uint32_t processors = 0;  ///< their number; 0 if unknown
  std::string affinity;  ///< their mask: "0x3"; empty if unknown, or if it includes all online processors
  double quota = 0.0;    ///< the control group's limit on the process, in processors; 0: no limit
  friend bool operator==(const Binding&, const Binding&) = default;
};

/// What the operating system gave to the threads of a run.
struct ProcessorTime {
  std::vector<ProcessorUse> uses;  ///< sorted by (worker, begin); disjoint for each worker
  std::vector<Binding> bindings;   ///< sorted by worker, at most one for each
  friend bool operator==(const ProcessorTime&, const ProcessorTime&) = default;
};

}  // namespace gusset::traces
