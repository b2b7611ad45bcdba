#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Finds what a lane does at a moment: the innermost of its spans that are open then, as for_each_exclusive
/// has it (a task that submits is at work). Keeps an eighth of a byte per span: the last end of each 64
/// spans, of each 64 of those, and so on.
class OpenSpans {
 public:
  /// Linear in spans.
  explicit OpenSpans(const SpanColumns& spans);

  /// Of the spans that a time lies in (begin <= time < end), but for submissions, the one begun last; nothing
  /// where there is none. `spans` are those it was made of. O(log n).
  std::optional<std::size_t> innermost(const SpanColumns& spans, std::int64_t time_ns) const;

 private:
  std::optional<std::size_t> last_within(const SpanColumns& spans, std::size_t level, std::size_t begin,
                                         std::size_t end, std::int64_t time_ns) const;
  std::optional<std::size_t> last_before(const SpanColumns& spans, std::size_t level, std::size_t end,
                                         std::int64_t time_ns) const;
  std::int64_t end_ns(const SpanColumns& spans, std::size_t level, std::size_t i) const;

  std::vector<std::vector<std::int64_t>> last_end_ns_;  ///< the first of spans, each other of the one before
};

}  // namespace gusset::traces
