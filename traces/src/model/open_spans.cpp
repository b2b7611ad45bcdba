#include "open_spans.hpp"

#include <algorithm>

namespace gusset::traces {
namespace {

constexpr std::size_t fan_out = 64;

}  // namespace

OpenSpans::OpenSpans(const SpanColumns& spans) {
  for (std::size_t count = spans.size(); count > fan_out; count = last_end_ns_.back().size()) {
    std::vector<std::int64_t> last_ends((count + fan_out - 1) / fan_out, unknown_time);
    for (std::size_t i = 0; i < count; ++i)
      last_ends[i / fan_out] = std::max(last_ends[i / fan_out], end_ns(spans, last_end_ns_.size(), i));
    last_end_ns_.push_back(std::move(last_ends));
  }
}

/// The end of a span (level 0), or the last end in a block of spans (higher levels). Submissions count as
/// ended.
std::int64_t OpenSpans::end_ns(const SpanColumns& spans, std::size_t level, std::size_t i) const {
  if (level > 0) return last_end_ns_[level - 1][i];
  return spans.kind[i] == SpanKind::submit ? unknown_time : spans.end_ns[i];
}

/// The last entry in [begin, end) of a level that ends after a time.
std::optional<std::size_t> OpenSpans::last_within(const SpanColumns& spans, std::size_t level,
                                                  std::size_t begin, std::size_t end,
                                                  std::int64_t time_ns) const {
  for (std::size_t i = end; i > begin; --i) {
    if (end_ns(spans, level, i - 1) > time_ns) return i - 1;
  }
  return std::nullopt;
}

/// The last such entry before `end`: in the same block, or in the last earlier block that has one.
std::optional<std::size_t> OpenSpans::last_before(const SpanColumns& spans, std::size_t level,
                                                  std::size_t end, std::int64_t time_ns) const {
  const std::size_t block = end == 0 ? 0 : (end - 1) / fan_out;
  const auto here = last_within(spans, level, block * fan_out, end, time_ns);
  if (here || block == 0) return here;
  const auto above = last_before(spans, level + 1, block, time_ns);
  if (!above) return std::nullopt;
  return last_within(spans, level, *above * fan_out, (*above + 1) * fan_out, time_ns);
}

std::optional<std::size_t> OpenSpans::innermost(const SpanColumns& spans, std::int64_t time_ns) const {
  const auto after = std::upper_bound(spans.begin_ns.begin(), spans.begin_ns.end(), time_ns);
  return last_before(spans, 0, static_cast<std::size_t>(after - spans.begin_ns.begin()), time_ns);
}

}  // namespace gusset::traces
