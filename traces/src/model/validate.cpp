#include "gusset/traces/model/validate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

#include "gusset/base/numbers.hpp"
#include "gusset/base/parallel.hpp"
#include "metadata_json.hpp"

namespace gusset::traces {
namespace {

using Flaw = std::optional<Error>;

std::string text(std::uint64_t value) {
  return std::to_string(value);
}
std::string text(std::int64_t value) {
  return std::to_string(value);
}

/// The error wording: WHERE is the trace's name and the row, such as "t.gus: lane 2, span 17".
class Report {
 public:
  explicit Report(const std::string& name) : name_(name) {}

  Error row(std::string_view table, std::uint64_t row, std::string expected, std::string found) const {
    return {name_ + ": " + std::string(table) + " " + text(row), std::move(expected), std::move(found)};
  }
  Error span(std::uint64_t lane, std::uint64_t span, std::string expected, std::string found) const {
    return row("lane " + text(lane) + ", span", span, std::move(expected), std::move(found));
  }
  Error whole(std::string_view table, std::string expected, std::string found) const {
    return {name_ + ": " + std::string(table), std::move(expected), std::move(found)};
  }
  Error column_length(std::string_view column, std::uint64_t expected, std::uint64_t found) const {
    return whole(column, text(expected) + " rows", text(found));
  }
  Error index(std::string_view table, std::uint64_t at, std::string_view what, std::uint64_t size,
              std::uint32_t found) const {
    return row(table, at, std::string(what) + " below " + text(size),
               found == TaskId::none_value ? "none" : text(std::uint64_t{found}));
  }
  Error time(std::string_view table, std::uint64_t at, std::string_view what, std::int64_t found) const {
    return row(table, at, std::string(what) + " within 2^60 ns of the trace's start",
               found == unknown_time ? "an unknown time" : text(found) + " ns");
  }
  Error total_time(std::string_view what) const {
    return whole("spans", std::string(what) + " of at most 2^62 ns", "more");
  }

 private:
  const std::string& name_;
};

bool is_time(std::int64_t time_ns) {
  return time_ns >= -max_time_ns && time_ns <= max_time_ns;
}
bool is_time_or_unknown(std::int64_t time_ns) {
  return time_ns == unknown_time || is_time(time_ns);
}

template <class Tag>
bool is_below(Index<Tag> index, std::uint64_t size) {
  return !index.is_none() && index.value() < size;
}

/// Whether a span may stand after another in its lane, as far as order goes.
bool may_follow(std::int64_t before_begin_ns, std::int64_t before_end_ns, std::int64_t begin_ns,
                std::int64_t end_ns) {
  if (begin_ns != before_begin_ns) return begin_ns > before_begin_ns;
  const bool before_is_empty = before_begin_ns == before_end_ns;  // shorter than the clock could tell
  return before_is_empty || end_ns <= before_end_ns;
}

class Validator {
 public:
  Validator(const Trace& trace, const std::string& name, const TableSizes& sizes)
      : trace_(trace), sizes_(sizes), report_(name) {}

  Flaw run() {
    using Check = Flaw (Validator::*)();
    for (const Check check :
         {&Validator::metadata, &Validator::lengths, &Validator::small_tables, &Validator::handles,
          &Validator::tasks, &Validator::accesses, &Validator::spans, &Validator::dependencies,
          &Validator::span_links, &Validator::messages, &Validator::attributes, &Validator::counters}) {
      if (Flaw flaw = (this->*check)()) return flaw;
    }
    return {};
  }

  Flaw run_lane(const SpanColumns& spans, LaneId lane) {
    if (plain_length_ns(spans)) return {};
    std::uint64_t total_ns = 0;
    return spans_of_lane(lane.value(), spans, total_ns);
  }

 private:
  Flaw metadata() {
    const Metadata& metadata = trace_.metadata;
    if (!metadata.model.empty() && !is_json(metadata.model)) {
      return report_.whole("metadata", "a model in JSON, nested at most 64 deep", "something else");
    }
    if (const std::string flaw = extra_flaw(metadata.extra); !flaw.empty()) {
      return report_.whole("metadata", "extra as one JSON object of unknown fields, nested at most 64 deep",
                           flaw);
    }
    return {};
  }

  Flaw length(std::string_view column, std::uint64_t expected, std::uint64_t found) {
    if (expected == found) return {};
    return report_.column_length(column, expected, found);
  }

  Flaw lengths() {
    const std::uint64_t tasks = trace_.tasks.size();
    const TaskColumns& columns = trace_.tasks;
    const Recorded& recorded = trace_.recorded;
    const auto rows = [](bool known, std::uint64_t count) { return known ? count : 0; };
    if (Flaw f = length("task parents", rows(recorded.parents, tasks), columns.parent.size())) return f;
    if (Flaw f = length("task work", rows(recorded.work, tasks), columns.work.size())) return f;
    if (Flaw f = length("task submit times", rows(recorded.submit, tasks), columns.submit_ns.size()))
      return f;
    if (Flaw f = length("task ready times", rows(recorded.ready, tasks), columns.ready_ns.size())) return f;
    if (Flaw f =
            length("first accesses", rows(recorded.accesses, sizes_.tasks + 1), trace_.accesses.first.size()))
      return f;
    if (!recorded.accesses) {
      if (Flaw f = length("accesses", 0, trace_.accesses.items.size())) return f;
    }
    if (!recorded.dependencies) {
      if (Flaw f = length("dependencies", 0, trace_.dependencies.size())) return f;
    }
    if (!recorded.messages) {
      if (Flaw f = length("messages", 0, trace_.messages.size())) return f;
    }
    const std::uint64_t handles = trace_.handles.size();
    if (Flaw f = length("handle sizes", handles, trace_.handles.size_bytes.size())) return f;
    if (Flaw f = length("handle owners", handles, trace_.handles.owner.size())) return f;
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const SpanColumns& spans = trace_.lanes[l].spans;
      const std::string lane = "lane " + text(std::uint64_t{l}) + ", ";
      if (Flaw f = length(lane + "ends", spans.size(), spans.end_ns.size())) return f;
      if (Flaw f = length(lane + "tasks", spans.size(), spans.task.size())) return f;
      if (Flaw f = length(lane + "kinds", spans.size(), spans.kind.size())) return f;
    }
    const std::pair<const char*, std::uint64_t> indexed[] = {{"types", trace_.types.size()},
                                                             {"nodes", trace_.nodes.size()},
                                                             {"workers", trace_.workers.size()},
                                                             {"lanes", trace_.lanes.size()},
                                                             {"access modes", trace_.access_modes.size()},
                                                             {"handles", sizes_.handles},
                                                             {"tasks", sizes_.tasks},
                                                             {"accesses", trace_.accesses.items.size()},
                                                             {"attributes", trace_.attributes.size()},
                                                             {"counters", trace_.counters.size()}};
    for (const auto& [table, size] : indexed) {
      if (size >= TaskId::none_value) return report_.whole(table, "fewer than 2^32 - 1 rows", text(size));
    }
    return {};
  }

  Flaw small_tables() {
    for (std::size_t i = 0; i < trace_.nodes.size(); ++i) {
      if (!std::isfinite(trace_.nodes[i].clock_drift))
        return report_.row("node", i, "a finite clock drift", "none");
    }
    for (std::size_t i = 0; i < trace_.workers.size(); ++i) {
      const NodeId node = trace_.workers[i].node;
      if (!is_below(node, trace_.nodes.size())) {
        return report_.index("worker", i, "a node", trace_.nodes.size(), node.value());
      }
    }
    for (std::size_t i = 0; i < trace_.lanes.size(); ++i) {
      const WorkerId worker = trace_.lanes[i].worker;
      if (!is_below(worker, trace_.workers.size())) {
        return report_.index("lane", i, "a worker", trace_.workers.size(), worker.value());
      }
    }
    return {};
  }

  Flaw handles() {
    const std::uint64_t nodes = trace_.nodes.size();
    const std::vector<NodeId>& owner = trace_.handles.owner;
    for (std::size_t i = 0; i < owner.size(); ++i) {
      if (!is_below(owner[i], nodes)) return report_.index("handle", i, "an owner", nodes, owner[i].value());
    }
    return {};
  }

  Flaw tasks() {
    const TaskColumns& tasks = trace_.tasks;
    const std::uint64_t types = trace_.types.size();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (!is_below(tasks.type[i], types))
        return report_.index("task", i, "a type", types, tasks.type[i].value());
    }
    for (std::size_t i = 0; i < tasks.parent.size(); ++i) {
      if (!tasks.parent[i].is_none() && tasks.parent[i].value() >= i) {
        return report_.row("task", i, "a parent submitted before it",
                           "task " + text(std::uint64_t{tasks.parent[i].value()}));
      }
    }
    for (std::size_t i = 0; i < tasks.work.size(); ++i) {
      if (!std::isfinite(tasks.work[i]) || tasks.work[i] < 0) {
        return report_.row("task", i, "finite work of at least 0", std::to_string(tasks.work[i]));
      }
    }
    for (std::size_t i = 0; i < tasks.submit_ns.size(); ++i) {
      if (!is_time_or_unknown(tasks.submit_ns[i]))
        return report_.time("task", i, "submission", tasks.submit_ns[i]);
    }
    for (std::size_t i = 0; i < tasks.ready_ns.size(); ++i) {
      if (!is_time_or_unknown(tasks.ready_ns[i]))
        return report_.time("task", i, "readiness", tasks.ready_ns[i]);
    }
    return {};
  }

  Flaw accesses() {
    const std::vector<std::uint64_t>& first = trace_.accesses.first;
    const std::vector<Access>& items = trace_.accesses.items;
    if (!first.empty() && first.front() != 0) return report_.row("first access", 0, "0", text(first.front()));
    for (std::size_t i = 1; i < first.size(); ++i) {
      if (first[i] < first[i - 1]) {
        return report_.row("first access", i, "at least " + text(first[i - 1]), text(first[i]));
      }
    }
    if (!first.empty() && first.back() != items.size()) {
      return report_.row("first access", first.size() - 1, text(std::uint64_t{items.size()}),
                         text(first.back()));
    }
    const std::uint64_t modes = trace_.access_modes.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!is_below(items[i].handle, sizes_.handles)) {
        return report_.index("access", i, "a handle", sizes_.handles, items[i].handle.value());
      }
      if (!is_below(items[i].mode, modes)) {
        return report_.index("access", i, "an access mode", modes, items[i].mode.value());
      }
    }
    return {};
  }

  /// How long the spans of a lane last together, where they are as nearly always: one after the other, and
  /// without a flaw. In loops that the compiler can unroll; nothing where it takes a closer look.
  std::optional<std::uint64_t> plain_length_ns(const SpanColumns& spans) const {
    const std::size_t size = spans.size();
    if (size == 0) return 0;
    const std::int64_t* const begin = spans.begin_ns.data();
    const std::int64_t* const end = spans.end_ns.data();
    bool plain = begin[0] >= -max_time_ns && end[size - 1] <= max_time_ns && end[size - 1] >= begin[size - 1];
    for (std::size_t i = 0; i + 1 < size; ++i) plain &= end[i] >= begin[i] && begin[i + 1] >= end[i];
    if (!plain) return {};
    std::uint64_t sum_ns = 0;  // of parts of 2^61 ns that lie apart
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
    for_each_of(lengths_ns.size(), spans,
                [&](std::size_t l) { lengths_ns[l] = plain_length_ns(trace_.lanes[l].spans); });
    return lengths_ns;
  }

  Flaw spans() {
    const std::vector<std::optional<std::uint64_t>> plain_ns = plain_lengths_ns();
    std::int64_t first_ns = 0;
    std::int64_t last_ns = 0;
    std::uint64_t total_ns = 0;
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const SpanColumns& spans = trace_.lanes[l].spans;
      constexpr auto most_ns = static_cast<std::uint64_t>(max_total_time_ns);
      const bool plain = plain_ns[l] && *plain_ns[l] <= most_ns - total_ns;
      if (plain) {
        total_ns += *plain_ns[l];
      } else if (Flaw flaw = spans_of_lane(l, spans, total_ns)) {
        return flaw;
      }
      if (spans.size() == 0) continue;
      first_ns = std::min(first_ns, spans.begin_ns.front());
      last_ns = std::max(
          last_ns, plain ? spans.end_ns.back() : *std::max_element(spans.end_ns.begin(), spans.end_ns.end()));
    }
    const std::uint64_t makespan_ns = static_cast<std::uint64_t>(last_ns - first_ns);
    const std::uint64_t rows = std::max<std::uint64_t>({1, trace_.workers.size(), trace_.lanes.size()});
    if (makespan_ns > static_cast<std::uint64_t>(max_total_time_ns) / rows) {
      return report_.total_time("a makespan times workers");
    }
    return {};
  }

  Flaw spans_of_lane(std::size_t lane, const SpanColumns& spans, std::uint64_t& total_ns) {
    open_ends_.clear();
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::int64_t begin_ns = spans.begin_ns[i];
      const std::int64_t end_ns = spans.end_ns[i];
      if (!is_time(begin_ns))
        return report_.time("lane " + text(std::uint64_t{lane}) + ", span", i, "a begin", begin_ns);
      if (!is_time(end_ns))
        return report_.time("lane " + text(std::uint64_t{lane}) + ", span", i, "an end", end_ns);
      if (end_ns < begin_ns) {
        return report_.span(lane, i, "an end at or after its begin at " + text(begin_ns) + " ns",
                            text(end_ns) + " ns");
      }
      if (i > 0 && !may_follow(spans.begin_ns[i - 1], spans.end_ns[i - 1], begin_ns, end_ns)) {
        return report_.span(lane, i, "spans by begin, the longer first", "one before its predecessor");
      }
      while (!open_ends_.empty() && open_ends_.back() <= begin_ns) open_ends_.pop_back();
      if (!open_ends_.empty() && end_ns > open_ends_.back()) {
        return report_.span(lane, i,
                            "an end by " + text(open_ends_.back()) + " ns, where the span around it ends",
                            text(end_ns) + " ns");
      }
      open_ends_.push_back(end_ns);
      total_ns +=
          static_cast<std::uint64_t>(end_ns - begin_ns);  // each at most 2^61, so checked before it can wrap
      if (total_ns > static_cast<std::uint64_t>(max_total_time_ns))
        return report_.total_time("a sum of lengths");
      if (!spans.task[i].is_none() && spans.task[i].value() >= sizes_.tasks) {
        return report_.index("lane " + text(std::uint64_t{lane}) + ", span", i, "a task", sizes_.tasks,
                             spans.task[i].value());
      }
      if (spans.kind[i] > SpanKind::other) {
        return report_.span(lane, i, "a kind up to 6",
                            text(std::uint64_t{static_cast<std::uint8_t>(spans.kind[i])}));
      }
    }
    return {};
  }

  Flaw dependencies() {
    for (std::size_t i = 0; i < trace_.dependencies.size(); ++i) {
      const auto& [before, after] = trace_.dependencies[i];
      for (const TaskId task : {before, after}) {
        if (!is_below(task, sizes_.tasks))
          return report_.index("dependency", i, "a task", sizes_.tasks, task.value());
      }
      if (before == after) {
        return report_.row("dependency", i, "two tasks",
                           "task " + text(std::uint64_t{before.value()}) + " twice");
      }
    }
    return {};
  }

  Flaw span_links() {
    for (std::size_t i = 0; i < trace_.span_links.size(); ++i) {
      const SpanLink& link = trace_.span_links[i];
      for (const SpanReference& end : {link.from, link.to}) {
        if (!is_below(end.lane, sizes_.lane_spans.size())) {
          return report_.index("span link", i, "a lane", sizes_.lane_spans.size(), end.lane.value());
        }
        const std::uint64_t spans = sizes_.lane_spans[end.lane.value()];
        if (end.index >= spans)
          return report_.row("span link", i, "a span below " + text(spans), text(end.index));
      }
      if (link.kind > SpanLink::Kind::join) {
        return report_.row("span link", i, "a kind up to 1",
                           text(std::uint64_t{static_cast<std::uint8_t>(link.kind)}));
      }
    }
    return {};
  }

  Flaw messages() {
    const std::uint64_t nodes = trace_.nodes.size();
    for (std::size_t i = 0; i < trace_.messages.size(); ++i) {
      const Message& message = trace_.messages[i];
      for (const NodeId node : {message.from, message.to}) {
        if (!is_below(node, nodes)) return report_.index("message", i, "a node", nodes, node.value());
      }
      if (!message.handle.is_none() && message.handle.value() >= sizes_.handles) {
        return report_.index("message", i, "a handle", sizes_.handles, message.handle.value());
      }
      if (message.kind > Message::Kind::other) {
        return report_.row("message", i, "a kind up to 3",
                           text(std::uint64_t{static_cast<std::uint8_t>(message.kind)}));
      }
      if (!is_time_or_unknown(message.send_ns)) return report_.time("message", i, "sending", message.send_ns);
      if (!is_time_or_unknown(message.receive_ns))
        return report_.time("message", i, "receipt", message.receive_ns);
    }
    return {};
  }

  Flaw attributes() {
    for (std::size_t i = 0; i < trace_.attributes.size(); ++i) {
      const Attribute& attribute = trace_.attributes[i];
      const std::uint64_t values = std::visit([](const auto& v) { return v.size(); }, attribute.values);
      if (values != attribute.tasks.size()) {
        return report_.row("attribute", i, text(std::uint64_t{attribute.tasks.size()}) + " values",
                           text(values));
      }
      for (std::size_t row = 0; row < attribute.tasks.size(); ++row) {
        const TaskId task = attribute.tasks[row];
        if (!is_below(task, sizes_.tasks))
          return report_.index("attribute", i, "tasks", sizes_.tasks, task.value());
        if (row > 0 && task <= attribute.tasks[row - 1]) {
          return report_.row("attribute", i, "ascending tasks",
                             "task " + text(std::uint64_t{task.value()}) + " after task " +
                                 text(std::uint64_t{attribute.tasks[row - 1].value()}));
        }
      }
    }
    return {};
  }

  Flaw counters() {
    for (std::size_t i = 0; i < trace_.counters.size(); ++i) {
      const Counter& counter = trace_.counters[i];
      if (!is_below(counter.node, trace_.nodes.size()))
        return report_.index("counter", i, "a node", trace_.nodes.size(), counter.node.value());
      if (counter.value.size() != counter.time_ns.size()) {
        return report_.row("counter", i, text(std::uint64_t{counter.time_ns.size()}) + " values",
                           text(std::uint64_t{counter.value.size()}));
      }
      for (std::size_t row = 0; row < counter.time_ns.size(); ++row) {
        if (!is_time(counter.time_ns[row]))
          return report_.time("counter", i, "a sample", counter.time_ns[row]);
        if (row > 0 && counter.time_ns[row] < counter.time_ns[row - 1]) {
          return report_.row(
              "counter", i, "ascending times",
              text(counter.time_ns[row]) + " ns after " + text(counter.time_ns[row - 1]) + " ns");
        }
        if (!std::isfinite(counter.value[row])) return report_.row("counter", i, "finite values", "none");
      }
    }
    return {};
  }

  const Trace& trace_;
  const TableSizes& sizes_;
  Report report_;
  std::vector<std::int64_t> open_ends_;  ///< of the spans around the current one, outermost first
};

}  // namespace

TableSizes table_sizes(const Trace& trace) {
  TableSizes sizes{trace.tasks.size(), trace.handles.size(), {}};
  sizes.lane_spans.reserve(trace.lanes.size());
  for (const Lane& lane : trace.lanes) sizes.lane_spans.push_back(lane.spans.size());
  return sizes;
}

Result<Done> validate(const Trace& trace, const std::string& name) {
  return validate(trace, name, table_sizes(trace));
}

Result<Done> validate(const Trace& trace, const std::string& name, const TableSizes& sizes) {
  if (Flaw flaw = Validator(trace, name, sizes).run()) return *std::move(flaw);
  return Done{};
}

Result<Done> validate_lane(const SpanColumns& spans, LaneId lane, const std::string& name,
                           const TableSizes& sizes) {
  if (Flaw flaw = Validator({}, name, sizes).run_lane(spans, lane)) return *std::move(flaw);
  return Done{};
}

}  // namespace gusset::traces
