#include "chrome_flows.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "import_errors.hpp"

namespace gusset::traces::import {
namespace {

constexpr std::uint32_t no_span = NameTable::none;

/// The spans of a lane, with the enclosing span of each.
class Nesting {
 public:
  explicit Nesting(const SpanColumns& spans) : spans_(spans), around_(spans.size(), no_span) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < spans.size(); ++i) {
      while (!open.empty() && spans.end_ns[open.back()] <= spans.begin_ns[i]) open.pop_back();
      if (!open.empty()) around_[i] = open.back();
      open.push_back(i);
    }
  }

  std::uint32_t enclosing(std::int64_t time_ns) const {
    const auto after = std::upper_bound(spans_.begin_ns.begin(), spans_.begin_ns.end(), time_ns);
    if (after == spans_.begin_ns.begin()) return no_span;
    auto i = static_cast<std::uint32_t>(after - spans_.begin_ns.begin() - 1);
    while (i != no_span && spans_.end_ns[i] < time_ns) i = around_[i];
    return i;
  }

  std::uint32_t next(std::int64_t time_ns) const {
    const auto at = std::lower_bound(spans_.begin_ns.begin(), spans_.begin_ns.end(), time_ns);
    return at == spans_.begin_ns.end() ? no_span : static_cast<std::uint32_t>(at - spans_.begin_ns.begin());
  }

 private:
  const SpanColumns& spans_;
  std::vector<std::uint32_t> around_;
};

class Binder {
 public:
  Binder(const TraceBuilder& builder) : builder_(builder), nesting_(builder.trace.lanes.size()) {}

  std::optional<SpanReference> bind(const ChromeFlows::Point& point, std::int64_t time_ns) {
    std::optional<SpanReference> best;
    std::int64_t best_ns = 0;
    const auto [first, count] = builder_.lanes_of(point.row);
    for (std::uint32_t lane = first; lane < first + count; ++lane) {
      const SpanColumns& spans = builder_.trace.lanes[lane].spans;
      if (!nesting_[lane]) nesting_[lane].emplace(spans);
      const std::uint32_t span =
          point.is_before ? nesting_[lane]->next(time_ns) : nesting_[lane]->enclosing(time_ns);
      if (span == no_span) continue;
      const std::int64_t begin_ns = spans.begin_ns[span];
      if (best && (point.is_before ? begin_ns >= best_ns : begin_ns <= best_ns)) continue;
      best = SpanReference{LaneId(lane), span};
      best_ns = begin_ns;
    }
    return best;
  }

 private:
  const TraceBuilder& builder_;
  std::vector<std::optional<Nesting>> nesting_;  ///< indexed by lane, computed on demand
};

}  // namespace

void ChromeFlows::resolve(TraceBuilder& builder, std::int64_t origin_ns, const std::string& name,
                          IssueList& issues) {
  if (points_.empty()) return;
  std::stable_sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
    return std::tuple(a.id, a.time_ns, a.is_in) < std::tuple(b.id, b.time_ns, b.is_in);
  });
  Trace& trace = builder.trace;
  Binder binder(builder);
  const auto unresolved = [&](const Point& point, const char* found) {
    issues.add(ImportIssue::Kind::unresolved_dependency, errors::at_offset(name, point.place), expected_arrow,
               found);
  };
  const auto join = [&](const SpanReference& from, const SpanReference& to) {
    const SpanColumns& a = trace.lanes[from.lane.value()].spans;
    const SpanColumns& b = trace.lanes[to.lane.value()].spans;
    const TaskId before = a.task[from.index];
    const TaskId after = b.task[to.index];
    if (before.is_none() || after.is_none() || before == after) return false;
    if (a.end_ns[from.index] <= b.begin_ns[to.index]) {
      trace.dependencies.push_back({before, after});
      trace.recorded.dependencies = true;
    } else {
      trace.span_links.push_back({from, to, SpanLink::Kind::create});
    }
    return true;
  };
  SpanReference source;
  const Point* source_point = nullptr;  // the source point of the current id
  bool is_source_used = true;
  const auto end_source = [&] {
    if (!is_source_used) unresolved(*source_point, "only its start");
    source_point = nullptr;
    is_source_used = true;
  };
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    if (i > 0 && points_[i - 1].id != point.id) end_source();
    const auto span = binder.bind(point, point.time_ns - origin_ns);
    if (!span) {
      unresolved(point, "an end outside any span");
      continue;
    }
    if (point.is_in) {
      if (source_point == nullptr) {
        unresolved(point, "only its end");
      } else {
        if (!join(source, *span)) unresolved(point, wrong_arrow);
        is_source_used = true;
      }
    }
    if (point.is_out) {
      end_source();
      source = *span;
      source_point = &point;
      is_source_used = false;
    }
  }
  end_source();
  points_ = {};
}

}  // namespace gusset::traces::import
