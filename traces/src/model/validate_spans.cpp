#include <algorithm>
#include <cstddef>

#include "gusset/base/parallel.hpp"
#include "table_checks.hpp"

namespace gusset::traces {
namespace {

using std::to_string;

/// Whether the order of a lane allows a span after another one.
bool may_follow(std::int64_t before_begin_ns, std::int64_t before_end_ns, std::int64_t begin_ns,
                std::int64_t end_ns) {
  if (begin_ns != before_begin_ns) return begin_ns > before_begin_ns;
  const bool before_is_empty = before_begin_ns == before_end_ns;  // shorter than the clock's resolution
  return before_is_empty || end_ns <= before_end_ns;
}

class SpanChecks : private TableChecks {
 public:
  using TableChecks::TableChecks;

  Flaw run() {
    spans();
    return std::move(flaw_);
  }

  Flaw run_lane(const SpanColumns& spans, LaneId lane) {
    std::uint64_t total_ns = 0;
    if (!plain_length_ns(spans)) spans_of_lane(lane.value(), spans, total_ns);
    return std::move(flaw_);
  }

 private:
  void too_long(const std::string& what) { bad("spans", what + " of at most 2^62 ns", "more"); }

  /// The total length of a lane's spans in the usual case: disjoint spans without a flaw. The loops are
  /// simple so that the compiler can unroll them. Returns nothing if the lane needs a closer look.
  std::optional<std::uint64_t> plain_length_ns(const SpanColumns& spans) const {
    const std::size_t size = spans.size();
    if (size == 0) return 0;
    const std::int64_t* const begin = spans.begin_ns.data();
    const std::int64_t* const end = spans.end_ns.data();
    bool plain = begin[0] >= -max_time_ns && end[size - 1] <= max_time_ns && end[size - 1] >= begin[size - 1];
    for (std::size_t i = 0; i + 1 < size; ++i) plain &= end[i] >= begin[i] && begin[i + 1] >= end[i];
    if (!plain) return {};
    std::uint64_t sum_ns = 0;  // cannot wrap: the spans are disjoint and within 2^61 ns
    for (std::size_t i = 0; i < size; ++i) sum_ns += static_cast<std::uint64_t>(end[i] - begin[i]);
    for (std::size_t i = 0; i < size; ++i) {
      plain &= spans.task[i].value() < sizes_.tasks || spans.task[i].is_none();
      plain &= spans.kind[i] <= SpanKind::other;
    }
    return plain ? std::optional(sum_ns) : std::nullopt;
  }

  std::vector<std::optional<std::uint64_t>> plain_lengths_ns() const {
    std::vector<std::optional<std::uint64_t>> lengths_ns(trace_.lanes.size());
    std::uint64_t spans = 0;
    for (const Lane& lane : trace_.lanes) spans += lane.spans.size();
    parallel_for(lengths_ns.size(), spans,
                 [&](std::size_t l) { lengths_ns[l] = plain_length_ns(trace_.lanes[l].spans); });
    return lengths_ns;
  }

  void spans() {
    const std::vector<std::optional<std::uint64_t>> plain_ns = plain_lengths_ns();
    std::int64_t first_ns = 0;
    std::int64_t last_ns = 0;
    std::uint64_t total_ns = 0;
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const SpanColumns& spans = trace_.lanes[l].spans;
      constexpr auto max_ns = static_cast<std::uint64_t>(max_total_time_ns);
      const bool plain = plain_ns[l] && *plain_ns[l] <= max_ns - total_ns;
      if (plain) {
        total_ns += *plain_ns[l];
      } else {
        spans_of_lane(l, spans, total_ns);
        if (flaw_) return;
      }
      if (spans.size() == 0) continue;
      first_ns = std::min(first_ns, spans.begin_ns.front());
      last_ns = std::max(
          last_ns, plain ? spans.end_ns.back() : *std::max_element(spans.end_ns.begin(), spans.end_ns.end()));
    }
    const std::uint64_t makespan_ns = static_cast<std::uint64_t>(last_ns - first_ns);
    const std::uint64_t rows = std::max<std::uint64_t>({1, trace_.workers.size(), trace_.lanes.size()});
    if (makespan_ns > static_cast<std::uint64_t>(max_total_time_ns) / rows) too_long("makespan × workers");
  }

  void spans_of_lane(std::size_t lane, const SpanColumns& spans, std::uint64_t& total_ns) {
    const std::string span = "lane " + to_string(lane) + ", span";
    std::vector<std::int64_t> open_ends;  // ends of the enclosing spans, outermost first
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::int64_t begin_ns = spans.begin_ns[i];
      const std::int64_t end_ns = spans.end_ns[i];
      if (!is_time(begin_ns)) return bad_time(span, i, "a begin time", begin_ns);
      if (!is_time(end_ns)) return bad_time(span, i, "an end", end_ns);
      if (end_ns < begin_ns) {
        return bad_row(span, i, "an end at or after its start at " + to_string(begin_ns) + " ns",
                       to_string(end_ns) + " ns");
      }
      if (i > 0 && !may_follow(spans.begin_ns[i - 1], spans.end_ns[i - 1], begin_ns, end_ns))
        return bad_row(span, i, "spans sorted by start, longer first", "one out of order");
      while (!open_ends.empty() && open_ends.back() <= begin_ns) open_ends.pop_back();
      if (!open_ends.empty() && end_ns > open_ends.back()) {
        return bad_row(span, i,
                       "an end by " + to_string(open_ends.back()) + " ns, where the enclosing span ends",
                       to_string(end_ns) + " ns");
      }
      open_ends.push_back(end_ns);
      // Each length is at most 2^61 ns, so this check comes before the sum can wrap.
      total_ns += static_cast<std::uint64_t>(end_ns - begin_ns);
      if (total_ns > static_cast<std::uint64_t>(max_total_time_ns)) return too_long("a total length");
      const TaskId task = spans.task[i];
      if (!task.is_none() && task.value() >= sizes_.tasks)
        return bad_index(span, i, "a task", sizes_.tasks, task);
      if (spans.kind[i] > SpanKind::other) return bad_kind(span, i, spans.kind[i], SpanKind::other);
    }
  }
};

}  // namespace

Flaw span_flaw(const Trace& trace, const std::string& name, const TableSizes& sizes) {
  return SpanChecks(trace, name, sizes).run();
}

Flaw lane_flaw(const SpanColumns& spans, LaneId lane, const std::string& name, const TableSizes& sizes) {
  return SpanChecks({}, name, sizes).run_lane(spans, lane);
}

}  // namespace gusset::traces
