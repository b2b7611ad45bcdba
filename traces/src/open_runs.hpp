#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/trace.hpp"

namespace gusset::traces {

/// Finds which runs of tasks are open on a lane at a moment. Keeps an eighth of a byte per span: the last end
/// of each 64 spans, of each 64 of those, and so on.
class OpenRuns {
 public:
  /// Linear in spans.
  explicit OpenRuns(const SpanColumns& spans);

  /// Of the runs of tasks that a time lies in (begin <= time < end) the one begun last; nothing where there
  /// is none. `spans` are those it was made of. O(log n).
  std::optional<std::size_t> last(const SpanColumns& spans, std::int64_t time_ns) const;

 private:
  std::optional<std::size_t> last_within(const SpanColumns& spans, std::size_t level, std::size_t begin,
                                         std::size_t end, std::int64_t time_ns) const;
  std::optional<std::size_t> last_before(const SpanColumns& spans, std::size_t level, std::size_t end,
                                         std::int64_t time_ns) const;
  std::int64_t end_ns(const SpanColumns& spans, std::size_t level, std::size_t i) const;

  std::vector<std::vector<std::int64_t>> last_end_ns_;  ///< the first of spans, each other of the one before
};

}  // namespace gusset::traces
