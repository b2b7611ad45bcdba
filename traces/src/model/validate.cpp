#include "gusset/traces/model/validate.hpp"

#include <cmath>
#include <cstddef>
#include <variant>

#include "metadata_json.hpp"
#include "table_checks.hpp"

namespace gusset::traces {
namespace {

using std::to_string;

class Validator : private TableChecks {
 public:
  using TableChecks::TableChecks;

  Flaw run() {
    using Check = void (Validator::*)();
    for (const Check check :
         {&Validator::metadata, &Validator::lengths, &Validator::small_tables, &Validator::tasks,
          &Validator::accesses, &Validator::spans, &Validator::dependencies, &Validator::span_links,
          &Validator::threads, &Validator::messages, &Validator::attributes, &Validator::counters,
          &Validator::marks}) {
      (this->*check)();
      if (flaw_) break;
    }
    return std::move(flaw_);
  }

 private:
  void metadata() {
    const Metadata& metadata = trace_.metadata;
    if (!metadata.model.empty() && !is_json(metadata.model))
      bad("metadata", "a model in JSON, nested at most 64 deep", "something else");
    if (const std::string flaw = extra_flaw(metadata.extra); !flaw.empty())
      bad("metadata", "extra as one JSON object of unknown fields, nested at most 64 deep", flaw);
    if (metadata.part) part(*metadata.part);
  }

  void part(const RecordedPart& part) {
    const std::string nodes = to_string(trace_.nodes.size());
    if (part.nodes() != trace_.nodes.size())
      bad("metadata, part", "a process grid of " + nodes + " nodes, as the trace has",
          to_string(part.nodes()));
    if (!is_below(part.node, trace_.nodes.size()))
      bad("metadata, part", "a node below " + nodes, to_string(part.node.value()));
  }

  void lengths() {
    const TaskColumns& tasks = trace_.tasks;
    const Recorded& recorded = trace_.recorded;
    const auto rows = [](bool known, std::uint64_t count) { return known ? count : 0; };
    check_length("task parents", rows(recorded.parents, tasks.size()), tasks.parent.size());
    check_length("task work", rows(recorded.work, tasks.size()), tasks.work.size());
    check_length("task submit times", rows(recorded.submit, tasks.size()), tasks.submit_ns.size());
    check_length("task ready times", rows(recorded.ready, tasks.size()), tasks.ready_ns.size());
    check_length("first accesses", rows(recorded.accesses, sizes_.tasks + 1), trace_.accesses.first.size());
    if (!recorded.accesses) check_length("accesses", 0, trace_.accesses.items.size());
    if (!recorded.dependencies) check_length("dependencies", 0, trace_.dependencies.size());
    if (!recorded.messages) check_length("messages", 0, trace_.messages.size());
    if (!recorded.processor_time) {
      check_length("processor uses", 0, trace_.processor_time.uses.size());
      check_length("bindings", 0, trace_.processor_time.bindings.size());
    }
    if (!recorded.worksharing) {
      const Worksharing& worksharing = trace_.worksharing;
      check_length("worksharing constructs", 0, worksharing.constructs.size());
      check_length("worksharing executions", 0, worksharing.executions.size());
      check_length("worksharing shares", 0, worksharing.shares.size());
      check_length("worksharing chunks", 0, worksharing.chunks.size());
    }
    if (!recorded.fork_join) {
      const ForkJoin& fork_join = trace_.fork_join;
      check_length("task waits", 0, fork_join.waits.size());
      check_length("joined tasks", 0, fork_join.joined.size());
      check_length("locks", 0, fork_join.locks.size());
      check_length("lock holds", 0, fork_join.holds.size());
    }
    check_length("handle sizes", trace_.handles.size(), trace_.handles.size_bytes.size());
    check_length("handle owners", trace_.handles.size(), trace_.handles.owner.size());
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const SpanColumns& spans = trace_.lanes[l].spans;
      const std::string lane = "lane " + to_string(l) + ", ";
      check_length(lane + "ends", spans.size(), spans.end_ns.size());
      check_length(lane + "tasks", spans.size(), spans.task.size());
      check_length(lane + "kinds", spans.size(), spans.kind.size());
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
      if (size >= TaskId::none_value) bad(table, "fewer than 2^32 - 1 rows", to_string(size));
    }
  }

  void small_tables() {
    for (std::size_t i = 0; i < trace_.nodes.size(); ++i) {
      const double drift = trace_.nodes[i].clock_drift;
      if (!std::isfinite(drift)) bad_row("node", i, "a finite clock drift", to_string(drift));
    }
    check_indices("worker", "a node", trace_.workers, trace_.nodes.size(), &Worker::node);
    check_indices("lane", "a worker", trace_.lanes, trace_.workers.size(), &Lane::worker);
    check_indices("handle", "an owner", trace_.handles.owner, trace_.nodes.size());
  }

  void tasks() {
    const TaskColumns& tasks = trace_.tasks;
    check_indices("task", "a type", tasks.type, trace_.types.size());
    for (std::size_t i = 0; i < tasks.parent.size(); ++i) {
      if (!tasks.parent[i].is_none() && tasks.parent[i].value() >= i)
        return bad_row("task", i, "a parent submitted before it",
                       "task " + to_string(tasks.parent[i].value()));
    }
    for (std::size_t i = 0; i < tasks.work.size(); ++i) {
      if (!std::isfinite(tasks.work[i]) || tasks.work[i] < 0)
        return bad_row("task", i, "finite work of at least 0", to_string(tasks.work[i]));
    }
    check_times_of_tasks("a submit time", tasks.submit_ns);
    check_times_of_tasks("a ready time", tasks.ready_ns);
  }

  void accesses() {
    const std::vector<std::uint64_t>& first = trace_.accesses.first;
    const std::vector<Access>& items = trace_.accesses.items;
    if (!first.empty() && first.front() != 0) bad_row("first access", 0, "0", to_string(first.front()));
    for (std::size_t i = 1; i < first.size(); ++i) {
      if (first[i] < first[i - 1])
        return bad_row("first access", i, "at least " + to_string(first[i - 1]), to_string(first[i]));
    }
    if (!first.empty() && first.back() != items.size())
      bad_row("first access", first.size() - 1, to_string(items.size()), to_string(first.back()));
    const std::uint64_t modes = trace_.access_modes.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!is_below(items[i].handle, sizes_.handles))
        return bad_index("access", i, "a handle", sizes_.handles, items[i].handle);
      if (!is_below(items[i].mode, modes))
        return bad_index("access", i, "an access mode", modes, items[i].mode);
    }
  }

  void spans() { flaw_ = span_flaw(trace_, name_, sizes_); }

  void dependencies() {
    for (std::size_t i = 0; i < trace_.dependencies.size(); ++i) {
      const auto& [before, after] = trace_.dependencies[i];
      for (const TaskId task : {before, after}) {
        if (!is_below(task, sizes_.tasks)) return bad_index("dependency", i, "a task", sizes_.tasks, task);
      }
      if (before == after)
        return bad_row("dependency", i, "two different tasks",
                       "task " + to_string(before.value()) + " twice");
    }
  }

  void span_links() {
    for (std::size_t i = 0; i < trace_.span_links.size(); ++i) {
      const SpanLink& link = trace_.span_links[i];
      for (const SpanReference& end : {link.from, link.to}) check_span("span link", i, end);
      if (flaw_) return;
      if (link.kind > SpanLink::Kind::join) return bad_kind("span link", i, link.kind, SpanLink::Kind::join);
    }
  }

  void threads() { flaw_ = thread_flaw(trace_, name_, sizes_); }

  void messages() {
    const std::uint64_t nodes = trace_.nodes.size();
    for (std::size_t i = 0; i < trace_.messages.size(); ++i) {
      const Message& message = trace_.messages[i];
      for (const NodeId node : {message.from, message.to}) {
        if (!is_below(node, nodes)) return bad_index("message", i, "a node", nodes, node);
      }
      if (!message.handle.is_none() && message.handle.value() >= sizes_.handles)
        return bad_index("message", i, "a handle", sizes_.handles, message.handle);
      if (message.kind > Message::Kind::other)
        return bad_kind("message", i, message.kind, Message::Kind::other);
      if (!is_time_or_unknown(message.send_ns)) return bad_time("message", i, "a send time", message.send_ns);
      if (!is_time_or_unknown(message.receive_ns))
        return bad_time("message", i, "a receive time", message.receive_ns);
    }
  }

  void attributes() {
    for (std::size_t i = 0; i < trace_.attributes.size(); ++i) {
      const std::vector<TaskId>& tasks = trace_.attributes[i].tasks;
      const std::size_t values =
          std::visit([](const auto& v) { return v.size(); }, trace_.attributes[i].values);
      if (values != tasks.size())
        return bad_row("attribute", i, to_string(tasks.size()) + " values", to_string(values));
      for (std::size_t row = 0; row < tasks.size(); ++row) {
        if (!is_below(tasks[row], sizes_.tasks))
          return bad_index("attribute", i, "tasks", sizes_.tasks, tasks[row]);
        if (row > 0 && tasks[row] <= tasks[row - 1]) {
          return bad_row(
              "attribute", i, "ascending tasks",
              "task " + to_string(tasks[row].value()) + " after task " + to_string(tasks[row - 1].value()));
        }
      }
    }
  }

  void counters() {
    for (std::size_t i = 0; i < trace_.counters.size(); ++i) {
      const auto& [name, unit, node, time_ns, value] = trace_.counters[i];
      if (!is_below(node, trace_.nodes.size()))
        return bad_index("counter", i, "a node", trace_.nodes.size(), node);
      if (value.size() != time_ns.size())
        return bad_row("counter", i, to_string(time_ns.size()) + " values", to_string(value.size()));
      for (std::size_t row = 0; row < time_ns.size(); ++row) {
        if (!is_time(time_ns[row])) return bad_time("counter", i, "a sample time", time_ns[row]);
        if (row > 0 && time_ns[row] < time_ns[row - 1]) {
          return bad_row("counter", i, "ascending times",
                         to_string(time_ns[row]) + " ns after " + to_string(time_ns[row - 1]) + " ns");
        }
        if (!std::isfinite(value[row])) return bad_row("counter", i, "finite values", to_string(value[row]));
      }
    }
  }

  void marks() {
    for (std::size_t i = 0; i < trace_.marks.size(); ++i) {
      const std::int64_t time_ns = trace_.marks[i].time_ns;
      if (!is_time(time_ns)) return bad_time("mark", i, "a time", time_ns);
      if (i > 0 && time_ns < trace_.marks[i - 1].time_ns) {
        return bad_row("mark", i, "ascending times",
                       to_string(time_ns) + " ns after " + to_string(trace_.marks[i - 1].time_ns) + " ns");
      }
    }
  }
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
  if (Flaw flaw = lane_flaw(spans, lane, name, sizes)) return *std::move(flaw);
  return Done{};
}

}  // namespace gusset::traces
