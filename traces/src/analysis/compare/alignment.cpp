#include "gusset/traces/analysis/compare/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gusset::traces {
namespace {

// Each trace's own time that is aligned with the others'.
std::vector<std::int64_t> anchors(AlignAt at, std::span<const PlacedTrace> traces) {
  std::vector<std::int64_t> own;
  const auto has_task = [](const PlacedTrace& trace) { return trace.task_begin_ns.has_value(); };
  const auto first = std::find_if(traces.begin(), traces.end(), has_task);
  for (const PlacedTrace& trace : traces) {
    switch (at) {
      case AlignAt::recorded:
        own.push_back(0);
        break;
      case AlignAt::first_task:
        own.push_back(trace.first_begin_ns);
        break;
      case AlignAt::end:
        own.push_back(trace.end_ns);
        break;
      case AlignAt::task:
        own.push_back(first == traces.end() ? 0 : trace.task_begin_ns.value_or(*first->task_begin_ns));
        break;
    }
  }
  return own;
}

}  // namespace

SideBySide side_by_side(const Alignment& alignment, std::span<const PlacedTrace> traces) {
  SideBySide result;
  result.zeros_ns = anchors(alignment.at, traces);
  std::int64_t longest_ns = 0;
  for (const PlacedTrace& trace : traces) longest_ns = std::max(longest_ns, trace.end_ns);
  double furthest = 0.0;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    Placement& placement = result.placements.emplace_back();
    if (alignment.own_scales && traces[i].end_ns > 0)
      placement.stretch = static_cast<double>(longest_ns) / static_cast<double>(traces[i].end_ns);
    furthest = std::max(furthest, placement.axis_from_own(static_cast<double>(result.zeros_ns[i])));
  }
  double extent = 0.0;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    Placement& placement = result.placements[i];
    placement.offset_ns = furthest - placement.axis_from_own(static_cast<double>(result.zeros_ns[i]));
    extent = std::max(extent, placement.axis_from_own(static_cast<double>(traces[i].end_ns)));
  }
  result.extent_ns = static_cast<std::int64_t>(std::ceil(extent));
  return result;
}

SideBySide side_by_side_of_range(const Alignment& alignment, std::span<const PlacedTrace> traces,
                                 const RulerRange& range) {
  SideBySide result;
  result.zeros_ns = anchors(alignment.at, traces);
  std::int64_t first_ns = 0;  // first and last time of all traces on their rulers
  std::int64_t last_ns = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    first_ns = std::min(first_ns, -result.zeros_ns[i]);
    last_ns = std::max(last_ns, traces[i].end_ns - result.zeros_ns[i]);
  }
  const std::int64_t from_ns = range.from_ns.value_or(first_ns);
  const bool zero_is_seen = from_ns < 0;
  std::vector<std::int64_t> lengths_ns;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const std::int64_t own_last_ns = zero_is_seen ? last_ns : traces[i].end_ns - result.zeros_ns[i];
    lengths_ns.push_back(std::max<std::int64_t>(1, range.to_ns.value_or(own_last_ns) - from_ns));
    result.extent_ns = std::max(result.extent_ns, lengths_ns.back());
  }
  for (std::size_t i = 0; i < traces.size(); ++i) {
    Placement placement;
    placement.stretch = static_cast<double>(result.extent_ns) / static_cast<double>(lengths_ns[i]);
    placement.offset_ns = -placement.axis_from_own(static_cast<double>(result.zeros_ns[i] + from_ns));
    result.placements.push_back(placement);
  }
  return result;
}

std::int64_t first_task_begin_ns(const Trace& trace) {
  std::optional<std::int64_t> first;
  for (const Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (first && lane.spans.begin_ns[i] >= *first) break;
      if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i].is_none()) continue;
      first = lane.spans.begin_ns[i];
      break;
    }
  }
  return first.value_or(0);
}

std::string counted_from_text(AlignAt at) {
  switch (at) {
    case AlignAt::recorded:
      break;
    case AlignAt::first_task:
      return "from the first task";
    case AlignAt::end:
      return "from the end";
    case AlignAt::task:
      return "from the task";
  }
  return {};
}

}  // namespace gusset::traces
