#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Whether each span begins at or after the end of the previous one: the usual case, found without a stack.
inline bool are_disjoint(const SpanColumns& spans) {
  bool apart = true;
  for (std::size_t i = 1; i < spans.size(); ++i) apart &= spans.begin_ns[i] >= spans.end_ns[i - 1];
  return apart;
}

/// Calls visit(span index, begin_ns, end_ns) for every stretch in which that span is the innermost one on its
/// lane, in order of time. Stretches never overlap; a span of length 0 gets a stretch of length 0. A span for
/// which is_part(span, enclosing span) holds counts as part of the enclosing span. Linear in spans. Cuts
/// crossing spans, which `validate` refuses, so that no time counts twice.
template <class IsPart, class Visit>
void for_each_stretch(const SpanColumns& spans, IsPart is_part, Visit visit) {
  std::vector<std::size_t> open;
  std::int64_t cursor = std::numeric_limits<std::int64_t>::min();
  const auto close_until = [&](std::int64_t time) {
    while (!open.empty() && spans.end_ns[open.back()] <= time) {
      const std::int64_t end = spans.end_ns[open.back()];
      if (cursor < end) visit(open.back(), cursor, end);
      cursor = std::max(cursor, end);
      open.pop_back();
    }
  };
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::int64_t begin = spans.begin_ns[i];
    close_until(begin);
    if (!open.empty() && is_part(i, open.back())) continue;
    if (!open.empty() && cursor < begin) visit(open.back(), cursor, begin);
    cursor = std::max(cursor, begin);
    if (spans.end_ns[i] > begin) {
      open.push_back(i);
    } else {
      visit(i, begin, begin);
    }
  }
  close_until(std::numeric_limits<std::int64_t>::max());
}

/// Visits the stretches of the innermost span, whatever its kind.
template <class Visit>
void for_each_innermost(const SpanColumns& spans, Visit visit) {
  for_each_stretch(
      spans, [](std::size_t, std::size_t) { return false; }, visit);
}

/// Visits the stretches that count as busy time. A task that submits others is at work, so it is equally busy
/// in traces with and without submit spans. Waiting, stealing and everything else interrupt it.
template <class Visit>
void for_each_exclusive(const SpanColumns& spans, Visit visit) {
  const auto submits_within_run = [&](std::size_t inner, std::size_t outer) {
    return spans.kind[inner] == SpanKind::submit && spans.kind[outer] == SpanKind::run;
  };
  for_each_stretch(spans, submits_within_run, visit);
}

/// Time from the trace's start (0) to the last end of any span, in ns.
inline std::int64_t makespan_of(const Trace& trace) {
  std::int64_t last = 0;
  for (const Lane& lane : trace.lanes) {
    for (const std::int64_t end : lane.spans.end_ns) last = std::max(last, end);
  }
  return last;
}

}  // namespace gusset::traces
