#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// What distinguishes tasks whose times are comparable.
struct CostKey {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;
  friend auto operator<=>(const CostKey&, const CostKey&) = default;
};

/// A measured task that a calibration uses.
struct MeasuredTask {
  std::uint32_t key = 0;    ///< index in keys()
  std::uint32_t trace = 0;  ///< number of its trace
  std::uint32_t lane = 0;   ///< number of its lane among those of all traces
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  double processor_ns = 0.0;      ///< its own time on a processor
  double lost_ns = 0.0;           ///< its own time without one
  std::uint64_t fresh_bytes = 0;  ///< of the handles that it was the first on its node to use
  bool is_busy = false;           ///< all workers ran tasks for most of its time
  bool is_in_mean = false;        ///< its key's cost is derived from it
};

/// The tasks of all calibration traces, and how much of their time their threads had no processor.
class MeasuredTasks {
 public:
  /// Adds the tasks of a trace. Returns false if none ran.
  bool add(const traces::Trace& trace);

  /// Ends the collection: decides which tasks count for each key's mean. If a trace did not know the
  /// processor time, the time of long outliers beyond the median counts as lost.
  void finish();

  const std::vector<CostKey>& keys() const { return keys_; }
  const std::vector<MeasuredTask>& tasks() const { return tasks_; }
  /// Returns each lane's node, numbered over all traces.
  const std::vector<std::uint32_t>& nodes() const { return nodes_; }
  /// Returns the processor time of all tasks that ran, including those that are not in tasks().
  double processor_ns() const { return processor_ns_; }
  /// Returns the lengths of the workers' interruptions, in no particular order.
  const std::vector<double>& interruptions_ns() const { return interruptions_ns_; }
  std::uint32_t trace_count() const { return trace_count_; }
  /// Whether every trace knows the threads' processor time.
  bool knows_processor_time() const { return knows_processor_time_; }
  /// Returns the numbers of the tasks of each key.
  std::vector<std::vector<std::size_t>> by_key() const;

 private:
  std::uint32_t number_of(CostKey key);
  void estimate_losses();

  std::map<CostKey, std::uint32_t> numbers_;
  std::vector<CostKey> keys_;
  std::vector<MeasuredTask> tasks_;
  std::vector<std::uint32_t> nodes_;  // by lane
  std::vector<double> interruptions_ns_;
  double processor_ns_ = 0.0;
  std::uint32_t lanes_ = 0;
  std::uint32_t trace_count_ = 0;
  std::uint32_t node_count_ = 0;
  bool knows_processor_time_ = true;
};

}  // namespace gusset::simulator
