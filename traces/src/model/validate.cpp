// Longer than most files: one check for each table of a trace, which share what they report.
#include "gusset/traces/model/validate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <variant>

#include "gusset/base/parallel.hpp"
#include "metadata_json.hpp"

namespace gusset::traces {
namespace {

using Flaw = std::optional<Error>;

using std::to_string;

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

/// Whether the order of a lane allows a span after another one.
bool may_follow(std::int64_t before_begin_ns, std::int64_t before_end_ns, std::int64_t begin_ns,
                std::int64_t end_ns) {
  if (begin_ns != before_begin_ns) return begin_ns > before_begin_ns;
  const bool before_is_empty = before_begin_ns == before_end_ns;  // shorter than the clock's resolution
  return before_is_empty || end_ns <= before_end_ns;
}

/// Keeps the first flaw. The error's `where` names the trace and the row, for example "t.gus: lane 2, span
/// 17".
class Validator {
 public:
  Validator(const Trace& trace, const std::string& name, const TableSizes& sizes)
      : trace_(trace), name_(name), sizes_(sizes) {}

  Flaw run() {
    using Check = void (Validator::*)();
    for (const Check check :
         {&Validator::metadata, &Validator::lengths, &Validator::small_tables, &Validator::tasks,
          &Validator::accesses, &Validator::spans, &Validator::dependencies, &Validator::span_links,
          &Validator::fork_join, &Validator::processor_time, &Validator::worksharing, &Validator::messages,
          &Validator::attributes, &Validator::counters}) {
      (this->*check)();
      if (flaw_) break;
    }
    return std::move(flaw_);
  }

  Flaw run_lane(const SpanColumns& spans, LaneId lane) {
    std::uint64_t total_ns = 0;
    if (!plain_length_ns(spans)) spans_of_lane(lane.value(), spans, total_ns);
    return std::move(flaw_);
  }

 private:
  void bad(const std::string& where, std::string expected, std::string found) {
    if (!flaw_) flaw_ = Error{name_ + ": " + where, std::move(expected), std::move(found)};
  }
  void bad_row(const std::string& table, std::uint64_t row, std::string expected, std::string found) {
    bad(table + " " + to_string(row), std::move(expected), std::move(found));
  }
  template <class Tag>
  void bad_index(const std::string& table, std::uint64_t row, const std::string& what, std::uint64_t size,
                 Index<Tag> found) {
    bad_row(table, row, what + " below " + to_string(size),
            found.is_none() ? "none" : to_string(found.value()));
  }
  void bad_time(const std::string& table, std::uint64_t row, const std::string& what, std::int64_t found_ns) {
    bad_row(table, row, what + " within 2^60 ns of the trace's start",
            found_ns == unknown_time ? "an unknown time" : to_string(found_ns) + " ns");
  }
  void too_long(const std::string& what) { bad("spans", what + " of at most 2^62 ns", "more"); }

  void check_length(const std::string& column, std::uint64_t expected, std::uint64_t found) {
    if (expected != found) bad(column, to_string(expected) + " rows", to_string(found));
  }
  /// Checks that the `index` of each row is below `size`.
  template <class Rows, class OfRow = std::identity>
  void check_indices(const char* table, const char* what, const Rows& rows, std::uint64_t size,
                     OfRow index = {}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!is_below(std::invoke(index, rows[i]), size))
        return bad_index(table, i, what, size, std::invoke(index, rows[i]));
    }
  }
  void check_times_of_tasks(const char* what, const std::vector<std::int64_t>& times_ns) {
    for (std::size_t i = 0; i < times_ns.size(); ++i) {
      if (!is_time_or_unknown(times_ns[i])) return bad_time("task", i, what, times_ns[i]);
    }
  }
  /// `kind` comes from a file, so its number may be out of range.
  template <class Kind>
  void bad_kind(const std::string& table, std::uint64_t row, Kind kind, Kind last) {
    bad_row(table, row, "a kind up to " + to_string(static_cast<int>(last)),
            to_string(static_cast<int>(kind)));
  }

  void metadata() {
    const Metadata& metadata = trace_.metadata;
    if (!metadata.model.empty() && !is_json(metadata.model))
      bad("metadata", "a model in JSON, nested at most 64 deep", "something else");
    if (const std::string flaw = extra_flaw(metadata.extra); !flaw.empty())
      bad("metadata", "extra as one JSON object of unknown fields, nested at most 64 deep", flaw);
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
      if (!is_time(begin_ns)) return bad_time(span, i, "a begin", begin_ns);
      if (!is_time(end_ns)) return bad_time(span, i, "an end", end_ns);
      if (end_ns < begin_ns) {
        return bad_row(span, i, "an end at or after its begin at " + to_string(begin_ns) + " ns",
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

  void check_span(const char* table, std::size_t row, const SpanReference& span) {
    const std::vector<std::uint64_t>& lanes = sizes_.lane_spans;
    if (!is_below(span.lane, lanes.size())) return bad_index(table, row, "a lane", lanes.size(), span.lane);
    const std::uint64_t spans = lanes[span.lane.value()];
    if (span.index >= spans) bad_row(table, row, "a span below " + to_string(spans), to_string(span.index));
  }

  void fork_join() {
    task_waits();
    joined_tasks();
    lock_holds();
  }

  void task_waits() {
    const std::vector<TaskWait>& waits = trace_.fork_join.waits;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      const TaskWait& wait = waits[i];
      check_span("task wait", i, wait.span);
      if (flaw_) return;
      const auto place = [](const TaskWait& of) { return std::pair(of.span.lane, of.span.index); };
      if (i > 0 && place(waits[i - 1]) >= place(wait))
        return bad_row("task wait", i, "waits sorted by lane and span, one per span", "one out of order");
      if (wait.kind > TaskWait::Kind::lock) return bad_kind("task wait", i, wait.kind, TaskWait::Kind::lock);
      const std::size_t locks = trace_.fork_join.locks.size();
      if (wait.kind == TaskWait::Kind::lock && wait.object >= locks)
        return bad_row("task wait", i, "a lock below " + to_string(locks), to_string(wait.object));
      if (!is_time(wait.since_ns)) return bad_time("task wait", i, "a begin", wait.since_ns);
    }
  }

  void joined_tasks() {
    const std::vector<JoinedTask>& joined = trace_.fork_join.joined;
    check_indices("joined task", "a task", joined, sizes_.tasks, &JoinedTask::task);
    for (std::size_t i = 1; i < joined.size(); ++i) {
      if (joined[i].task <= joined[i - 1].task)
        return bad_row("joined task", i, "ascending tasks", "task " + to_string(joined[i].task.value()));
    }
  }

  void lock_holds() {
    const std::vector<LockHold>& holds = trace_.fork_join.holds;
    check_indices("lock hold", "a task", holds, sizes_.tasks, &LockHold::task);
    const std::size_t locks = trace_.fork_join.locks.size();
    for (std::size_t i = 0; i < holds.size(); ++i) {
      const LockHold& hold = holds[i];
      if (hold.lock >= locks)
        return bad_row("lock hold", i, "a lock below " + to_string(locks), to_string(hold.lock));
      for (const std::int64_t time_ns : {hold.begin_ns, hold.end_ns}) {
        if (!is_time(time_ns)) return bad_time("lock hold", i, "times", time_ns);
      }
      if (hold.end_ns < hold.begin_ns)
        return bad_row("lock hold", i, "an end at or after its begin", to_string(hold.end_ns) + " ns");
      const auto place = [](const LockHold& of) { return std::pair(of.task, of.begin_ns); };
      if (i > 0 && place(holds[i - 1]) > place(hold))
        return bad_row("lock hold", i, "holds sorted by task and begin", "one out of order");
    }
  }

  void processor_time() {
    const std::size_t workers = trace_.workers.size();
    const std::vector<ProcessorUse>& uses = trace_.processor_time.uses;
    check_indices("processor use", "a worker", uses, workers, &ProcessorUse::worker);
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const ProcessorUse& use = uses[i];
      for (const std::int64_t time_ns : {use.begin_ns, use.end_ns}) {
        if (!is_time(time_ns)) return bad_time("processor use", i, "times", time_ns);
      }
      if (use.end_ns < use.begin_ns)
        return bad_row("processor use", i, "an end at or after its begin", to_string(use.end_ns) + " ns");
      if (use.processor_ns < 0 || !is_time(use.processor_ns))
        return bad_row("processor use", i, "a processor time from 0 to 2^60 ns",
                       to_string(use.processor_ns) + " ns");
      if (use.delay_ns != unknown_time && (use.delay_ns < 0 || !is_time(use.delay_ns)))
        return bad_row("processor use", i, "a delay from 0 to 2^60 ns, or an unknown one",
                       to_string(use.delay_ns) + " ns");
      if (i > 0 && std::pair(uses[i - 1].worker, uses[i - 1].end_ns) > std::pair(use.worker, use.begin_ns))
        return bad_row("processor use", i, "uses sorted by worker, apart from each other",
                       "one out of order");
    }
    const std::vector<Binding>& bindings = trace_.processor_time.bindings;
    check_indices("binding", "a worker", bindings, workers, &Binding::worker);
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (i > 0 && bindings[i].worker <= bindings[i - 1].worker)
        return bad_row("binding", i, "ascending workers", "worker " + to_string(bindings[i].worker.value()));
      if (!std::isfinite(bindings[i].quota) || bindings[i].quota < 0.0)
        return bad_row("binding", i, "a finite quota of at least 0", to_string(bindings[i].quota));
    }
  }

  void worksharing() {
    const Worksharing& worksharing = trace_.worksharing;
    const std::size_t constructs = worksharing.constructs.size();
    for (std::size_t i = 0; i < constructs; ++i) {
      using Construct = WorkConstruct;
      const Construct& construct = worksharing.constructs[i];
      if (construct.kind > Construct::Kind::inferred)
        return bad_kind("worksharing construct", i, construct.kind, Construct::Kind::inferred);
      if (construct.schedule > Construct::Schedule::automatic)
        return bad_kind("worksharing construct", i, construct.schedule, Construct::Schedule::automatic);
    }
    const std::vector<WorkExecution>& executions = worksharing.executions;
    for (std::size_t i = 0; i < executions.size(); ++i) {
      if (executions[i].construct >= constructs)
        return bad_row("worksharing execution", i, "a construct below " + to_string(constructs),
                       to_string(executions[i].construct));
    }
    check_shares("worksharing share", worksharing.shares);
    for (std::size_t i = 0; i < worksharing.shares.size(); ++i) {
      const WorkShare& share = worksharing.shares[i];
      if (!is_time(share.begin_ns)) return bad_time("worksharing share", i, "a begin", share.begin_ns);
      if (share.end_ns < share.begin_ns)
        return bad_row("worksharing share", i, "an end at or after its begin",
                       to_string(share.end_ns) + " ns");
    }
    check_shares("worksharing chunks", worksharing.chunks);
  }

  /// `rows` are shares, or chunks of shares.
  template <class Row>
  void check_shares(const char* table, const std::vector<Row>& rows) {
    const std::size_t executions = trace_.worksharing.executions.size();
    check_indices(table, "a task", rows, sizes_.tasks, &Row::task);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].execution >= executions)
        return bad_row(table, i, "an execution below " + to_string(executions), to_string(rows[i].execution));
      if (!is_time(rows[i].end_ns)) return bad_time(table, i, "an end", rows[i].end_ns);
    }
  }

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

  const Trace& trace_;
  const std::string& name_;
  const TableSizes& sizes_;
  Flaw flaw_;
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
