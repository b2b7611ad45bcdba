#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Limit for the makespan times the number of workers, and for the sum of all span lengths: 2^62 ns (146
/// years). Sums of busy and idle time then fit into 64 bits.
inline constexpr std::int64_t max_total_time_ns = std::int64_t{1} << 62;

/// Row counts of the tables that other tables refer to.
struct TableSizes {
  std::uint64_t tasks = 0;
  std::uint64_t handles = 0;
  std::vector<std::uint64_t> lane_spans;  ///< of each lane
  friend bool operator==(const TableSizes&, const TableSizes&) = default;
};
TableSizes table_sizes(const Trace& trace);

/// Checks every invariant of a trace. Linear in its size.
/// - Columns of one table have the same length. Columns that were not recorded are empty.
/// - Tables have fewer than 2^32 - 1 rows.
/// - `metadata.model` is empty or JSON. `metadata.extra` is a JSON object without the names of known fields.
/// - Indices are in range. Only a span's task, a task's parent and a message's handle may be `none`.
/// - A parent comes before its children. A dependency joins two different tasks.
/// - Clock drifts are finite. Declared work is finite and not negative.
/// - Times are within `max_time_ns`, totals within `max_total_time_ns`. Only the times at which a task was
///   submitted or ready, and at which a message was sent or received, may be `unknown_time`.
/// - Spans end at or after their start. Spans of a lane are sorted by start time; on a tie the longer one
///   comes first, except that a span of length 0 may precede it. Spans nest or are disjoint.
/// - `accesses.first` ascends from 0 to the number of accesses.
/// - An attribute's tasks ascend strictly, with one value for each task.
/// - A counter's times ascend, with one finite value for each time.
///
/// `name` identifies the trace in the error.
Result<Done> validate(const Trace& trace, const std::string& name);

/// Validates a trace of which only some tables are in memory. `sizes` gives the sizes of the tables that it
/// refers to.
Result<Done> validate(const Trace& trace, const std::string& name, const TableSizes& sizes);

/// Validates the spans of one lane only.
Result<Done> validate_lane(const SpanColumns& spans, LaneId lane, const std::string& name,
                           const TableSizes& sizes);

}  // namespace gusset::traces
