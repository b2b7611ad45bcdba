#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Finds what a lane does at a moment: the innermost span that is open then. Ignores submissions, like
/// for_each_exclusive (a task that submits is at work). Takes an eighth of a byte per span: the last end of
/// every 64 spans, of every 64 such blocks, and so on.
class OpenSpans {
 public:
  /// Linear in spans.
  explicit OpenSpans(const SpanColumns& spans);

  /// The span that began last among those that contain a time (begin <= time < end), ignoring submissions;
  /// nothing if there is none. `spans` must be the spans that this object was built from. O(log n).
  std::optional<std::size_t> innermost(const SpanColumns& spans, std::int64_t time_ns) const;

 private:
  std::optional<std::size_t> last_within(const SpanColumns& spans, std::size_t level, std::size_t begin,
                                         std::size_t end, std::int64_t time_ns) const;
  std::optional<std::size_t> last_before(const SpanColumns& spans, std::size_t level, std::size_t end,
                                         std::int64_t time_ns) const;
  std::int64_t end_ns(const SpanColumns& spans, std::size_t level, std::size_t i) const;

  std::vector<std::vector<std::int64_t>> last_end_ns_;  ///< per level: last end in each block below
};

}  // namespace gusset::traces
