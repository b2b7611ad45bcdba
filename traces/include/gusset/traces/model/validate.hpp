#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The makespan times the workers, and the summed lengths of all spans, are at most 2^62 ns (146 years),
/// so that sums of busy and idle time fit 64 bits.
inline constexpr std::int64_t max_total_time_ns = std::int64_t{1} << 62;

/// Rows of the tables that others point into.
struct TableSizes {
  std::uint64_t tasks = 0;
  std::uint64_t handles = 0;
  std::vector<std::uint64_t> lane_spans;  ///< per lane
  friend bool operator==(const TableSizes&, const TableSizes&) = default;
};
TableSizes table_sizes(const Trace& trace);

/// Checks every invariant of a trace, in time linear in its size:
/// - columns of one table have one length; those not recorded are empty; tables have fewer than 2^32 - 1
/// rows;
/// - `metadata.model` is empty or JSON; `metadata.extra` is a JSON object without the names of known fields;
/// - indices are in range; `none` stands only for a span's task, a task's parent and a message's handle;
/// - a parent comes before its children; a dependency joins two tasks;
/// - clock drifts are finite; declared work is finite and not negative;
/// - times are within `max_time_ns`, totals within `max_total_time_ns`; `unknown_time` stands only where a
/// task
///   was submitted or ready and where a message was sent or received;
/// - spans end at or after their begin; those of a lane are sorted by begin, on a tie the longer first
/// (though
///   one of no length may stand before it), and nest or lie apart;
/// - `accesses.first` ascends from 0 to the number of accesses;
/// - an attribute's tasks ascend strictly, and it has one value for each;
/// - a counter's times ascend, and it has one finite value for each.
/// `name` stands for the trace in the error.
Result<Done> validate(const Trace& trace, const std::string& name);

/// The same for a trace of which only some tables are at hand: `sizes` says how long those are that it refers
/// to.
Result<Done> validate(const Trace& trace, const std::string& name, const TableSizes& sizes);

/// The spans of one lane alone.
Result<Done> validate_lane(const SpanColumns& spans, LaneId lane, const std::string& name,
                           const TableSizes& sizes);

}  // namespace gusset::traces
