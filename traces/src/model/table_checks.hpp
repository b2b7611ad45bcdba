#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {

using Flaw = std::optional<Error>;

inline bool is_time(std::int64_t time_ns) {
  return time_ns >= -max_time_ns && time_ns <= max_time_ns;
}
inline bool is_time_or_unknown(std::int64_t time_ns) {
  return time_ns == unknown_time || is_time(time_ns);
}

template <class Tag>
bool is_below(Index<Tag> index, std::uint64_t size) {
  return !index.is_none() && index.value() < size;
}

/// What the checks of a trace's tables share. Keeps the first flaw. The error's `where` names the trace and
/// the row, for example "t.gus: lane 2, span 17".
class TableChecks {
 public:
  TableChecks(const Trace& trace, const std::string& name, const TableSizes& sizes)
      : trace_(trace), name_(name), sizes_(sizes) {}

 protected:
  void bad(const std::string& where, std::string expected, std::string found) {
    if (!flaw_) flaw_ = Error{name_ + ": " + where, std::move(expected), std::move(found)};
  }
  void bad_row(const std::string& table, std::uint64_t row, std::string expected, std::string found) {
    bad(table + " " + std::to_string(row), std::move(expected), std::move(found));
  }
  template <class Tag>
  void bad_index(const std::string& table, std::uint64_t row, const std::string& what, std::uint64_t size,
                 Index<Tag> found) {
    bad_row(table, row, what + " below " + std::to_string(size),
            found.is_none() ? "none" : std::to_string(found.value()));
  }
  void bad_time(const std::string& table, std::uint64_t row, const std::string& what, std::int64_t found_ns) {
    bad_row(table, row, what + " within 2^60 ns of the trace's start",
            found_ns == unknown_time ? "an unknown time" : std::to_string(found_ns) + " ns");
  }
  void too_long(const std::string& what) { bad("spans", what + " of at most 2^62 ns", "more"); }

  void check_length(const std::string& column, std::uint64_t expected, std::uint64_t found) {
    if (expected != found) bad(column, std::to_string(expected) + " rows", std::to_string(found));
  }
  /// Checks that the `index` of each row is below `size`.
  template <class Rows, class OfRow = std::identity>
  void check_indices(const char* table, const char* what, const Rows& rows, std::uint64_t size,
                     OfRow index = {}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!is_below(std::invoke(index, rows[i]), size))
        return bad_index(table, i, what, size, std::invoke(index, rows[i]));
    }
  }
  void check_times_of_tasks(const char* what, const std::vector<std::int64_t>& times_ns) {
    for (std::size_t i = 0; i < times_ns.size(); ++i) {
      if (!is_time_or_unknown(times_ns[i])) return bad_time("task", i, what, times_ns[i]);
    }
  }
  /// `kind` comes from a file, so its number may be out of range.
  template <class Kind>
  void bad_kind(const std::string& table, std::uint64_t row, Kind kind, Kind last) {
    bad_row(table, row, "a kind up to " + std::to_string(static_cast<int>(last)),
            std::to_string(static_cast<int>(kind)));
  }

  void check_span(const char* table, std::size_t row, const SpanReference& span) {
    const std::vector<std::uint64_t>& lanes = sizes_.lane_spans;
    if (!is_below(span.lane, lanes.size())) return bad_index(table, row, "a lane", lanes.size(), span.lane);
    const std::uint64_t spans = lanes[span.lane.value()];
    if (span.index >= spans)
      bad_row(table, row, "a span below " + std::to_string(spans), std::to_string(span.index));
  }

  const Trace& trace_;
  const std::string& name_;
  const TableSizes& sizes_;
  Flaw flaw_;
};

/// The first flaw of all lanes' spans.
Flaw span_flaw(const Trace& trace, const std::string& name, const TableSizes& sizes);
/// The first flaw of one lane's spans.
Flaw lane_flaw(const SpanColumns& spans, LaneId lane, const std::string& name, const TableSizes& sizes);

/// The first flaw of what threads did besides running tasks: waits, locks, processor time and worksharing.
Flaw thread_flaw(const Trace& trace, const std::string& name, const TableSizes& sizes);

}  // namespace gusset::traces
