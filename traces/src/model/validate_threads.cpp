#include <cmath>
#include <cstddef>
#include <utility>

#include "table_checks.hpp"

namespace gusset::traces {
namespace {

using std::to_string;

class ThreadChecks : private TableChecks {
 public:
  using TableChecks::TableChecks;

  Flaw run() {
    task_waits();
    joined_tasks();
    lock_holds();
    processor_time();
    worksharing();
    return std::move(flaw_);
  }

 private:
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
      if (!is_time(wait.since_ns)) return bad_time("task wait", i, "a begin time", wait.since_ns);
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
        return bad_row("lock hold", i, "an end at or after its start", to_string(hold.end_ns) + " ns");
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
        return bad_row("processor use", i, "an end at or after its start", to_string(use.end_ns) + " ns");
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
      if (!is_time(share.begin_ns)) return bad_time("worksharing share", i, "a begin time", share.begin_ns);
      if (share.end_ns < share.begin_ns)
        return bad_row("worksharing share", i, "an end at or after its start",
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
};

}  // namespace

Flaw thread_flaw(const Trace& trace, const std::string& name, const TableSizes& sizes) {
  return ThreadChecks(trace, name, sizes).run();
}

}  // namespace gusset::traces
