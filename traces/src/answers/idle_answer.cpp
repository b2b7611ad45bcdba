#include "gusset/traces/answers/idle_answer.hpp"

#include <algorithm>

#include "analysis/time/ratio.hpp"
#include "answers/barrier_loss.hpp"
#include "answers/created_tasks.hpp"
#include "answers/lack_of_processors.hpp"
#include "answers/lock_waits.hpp"
#include "answers/start_up.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

IdleCause cause_at(std::size_t i) {
  return static_cast<IdleCause>(i);
}

std::string key_of(IdleCause cause) {
  return std::string(cause_name(cause)) + "_ns";
}

/// Whether only recordings of threads can distinguish this cause: other traces need not mention it.
bool is_of_threads(IdleCause cause) {
  return cause == IdleCause::lock || cause == IdleCause::preempted || cause == IdleCause::outside_regions;
}

Cell part_cell(const IdleTime& idle, const IdleParts& parts, IdleCause cause) {
  return idle.knows(cause) ? Cell(parts.of(cause)) : Cell(NotRecorded());
}

/// `without_processor_ns` is a part of the busy time; 0 if unknown.
Table parts_table(const IdleTime& idle, std::int64_t busy_ns, std::int64_t without_processor_ns,
                  const IdleParts& parts) {
  Table table{.noun = "part",
              .columns = {{"workers' time", Kind::text, "part"},
                          {"time", Kind::duration, "time_ns"},
                          {"of all", Kind::share, "share"},
                          {"of idle", Kind::share}}};
  const std::int64_t idle_ns = parts.total_ns();
  const std::int64_t whole_ns = busy_ns + idle_ns;
  table.rows.push_back({{"busy", busy_ns, ratio(busy_ns, whole_ns), Cell()}});
  if (without_processor_ns > 0)
    table.rows.push_back(
        {{"  without a processor", without_processor_ns, ratio(without_processor_ns, whole_ns), Cell()}});
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const IdleCause cause = cause_at(i);
    const std::int64_t ns = parts.of(cause);
    const bool knows = idle.knows(cause);
    if (!knows && is_of_threads(cause)) continue;
    table.rows.push_back(
        {{cause_text(cause).heading, part_cell(idle, parts, cause),
          knows ? Cell(ratio(ns, whole_ns)) : Cell(), knows ? Cell(ratio(ns, idle_ns)) : Cell()}});
  }
  table.rows.push_back(
      {.cells = {"sum", whole_ns, ratio(whole_ns, whole_ns), ratio(idle_ns, idle_ns)}, .is_total = true});
  return table;
}

/// The idle time of each worker, or of each node.
Table places_table(const IdleTime& idle, const std::string& place, const std::vector<IdleParts>& places) {
  Table table{
      .noun = place,
      .columns = {
          {"", Kind::count, place}, {place, Kind::text, "name"}, {"idle", Kind::duration, "idle_ns"}}};
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const IdleCause cause = cause_at(i);
    // Exports include the columns that were not recorded.
    table.columns.push_back(
        {idle.knows(cause) ? std::string(cause_text(cause).heading) : "", Kind::duration, key_of(cause)});
  }
  for (std::size_t number = 0; number < places.size(); ++number) {
    std::vector<Cell> cells{number, "", places[number].total_ns()};
    for (std::size_t i = 0; i < idle_causes; ++i)
      cells.push_back(part_cell(idle, places[number], cause_at(i)));
    table.rows.push_back({std::move(cells)});
  }
  return table;
}

Table worker_table(const Trace& trace, const IdleTime& idle) {
  Table table = places_table(idle, "worker", idle.workers);
  for (std::size_t w = 0; w < table.rows.size(); ++w) {
    const std::string name = worker_place(trace, WorkerId(w));
    table.rows[w].cells[1] = name;
    table.rows[w].target = FindingTarget::of_worker(name, WorkerId(w));
  }
  return table;
}

Table node_table(const Trace& trace, const IdleTime& idle) {
  Table table = places_table(idle, "node", idle.nodes);
  table.columns.push_back({"", Kind::duration, "awaited_from_ns"});
  for (std::size_t n = 0; n < table.rows.size(); ++n) {
    const std::string name = node_name(trace, NodeId(n));
    table.rows[n].cells[1] = name;
    table.rows[n].cells.push_back(idle.knows(IdleCause::message) ? Cell(idle.awaited_from_ns[n])
                                                                 : Cell(NotRecorded()));
    table.rows[n].target = FindingTarget::of_node(name, NodeId(n));
  }
  return table;
}

/// Which messages the idle workers waited for; the pair that cost most comes first.
Table pair_table(const Trace& trace, const std::vector<MessageIdle>& pairs) {
  Table table{.noun = "pair of nodes",
              .columns = {{"waiting for messages from", Kind::text, "from_name"},
                          {"to", Kind::text, "to_name"},
                          {"idle", Kind::duration, "idle_ns"},
                          {"", Kind::count, "from"},
                          {"", Kind::count, "to"}},
              .is_ranked = true};
  std::vector<MessageIdle> sorted = pairs;
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &MessageIdle::idle_ns);
  for (const MessageIdle& pair : sorted)
    table.rows.push_back({{node_name(trace, pair.from), node_name(trace, pair.to), pair.idle_ns,
                           pair.from.value(), pair.to.value()}});
  return table;
}

/// How much of the idle time the runtime's spans cover.
std::string spans_text(const IdleTime& idle) {
  if (!idle.waiting_ns && !idle.stealing_ns && !idle.sending_ns && !idle.receiving_ns)
    return "Spans of waiting, looking for work, sending and receiving were not recorded.";
  const auto within = [](const std::optional<std::int64_t>& ns) { return cell_text(Kind::duration, ns); };
  return "Idle time in spans of waiting: " + within(idle.waiting_ns) +
         ", looking for work: " + within(idle.stealing_ns) + ", sending: " + within(idle.sending_ns) +
         ", receiving: " + within(idle.receiving_ns) + ".";
}

bool has_runs(const IdleTime& idle) {
  return idle.busy_ns != 0 || idle.total.total_ns() != 0;
}

/// A task that takes at least this part of the makespan leaves others without work.
constexpr double mostly_one_task = 0.5;

/// A second cause that takes at least this part of the largest one's time is named as well.
constexpr double nearly_as_much = 0.8;

/// So few barriers that fewer of them would not help.
constexpr std::uint64_t few_barriers = 20;

/// How long the code outside of parallel regions may have slept or waited, at least.
std::int64_t serial_wait_ns(const Trace& trace) {
  const BlockedTime blocked = blocked_in_runs(trace);
  std::int64_t sum_ns = 0;
  for (std::size_t type = 0; type < blocked.by_type_ns.size(); ++type) {
    if (is_serial_type(trace, TypeId(type)))
      sum_ns += blocked.by_type_ns[type] + blocked.unclear_by_type_ns[type];
  }
  return sum_ns;
}

/// Whether threads may have slept, or waited unrecorded, for a notable part of the time in which they seem
/// busy.
bool may_sleep(const Trace& trace, const IdleTime& idle) {
  const BlockedTime blocked = blocked_in_runs(trace);
  return blocked.by_type_ns.empty() || 20 * (blocked.total_ns + blocked.unclear_total_ns) > idle.busy_ns;
}

/// ": what helps against that cause in this trace". `created` and `loss` matter only if threads of a
/// fork-join program had no work.
std::string advice(const Trace& trace, const IdleTime& idle, IdleCause cause, const CreatedTasks& created,
                   const BarrierLoss& loss) {
  const std::string usual = ": " + std::string(cause_text(cause).advice);
  if (cause == IdleCause::outside_regions) {
    const IdleStretch& longest = idle.longest_of(cause);
    const std::int64_t longest_ns = longest.end_ns - longest.begin_ns;
    const auto others = static_cast<std::int64_t>(trace.workers.size()) - 1;
    const bool is_at_ends = longest.begin_ns == 0 || longest.end_ns == idle.makespan_ns;
    const bool is_start_up = is_at_ends && static_cast<double>(longest_ns) < start_up_ns(trace) &&
                             idle.total.of(cause) < 4 * others * longest_ns;
    const bool sleeps = 2 * others * serial_wait_ns(trace) > idle.total.of(cause);
    return is_start_up ? ", which includes the process's start and end"
           : sleeps    ? ": for most of it, the thread outside may have slept or waited (see gusset report); "
                         "find out why"
                       : usual;
  }
  if (cause == IdleCause::preempted && processor_advice(trace) != own_processor_advice)
    return ": " + processor_advice(trace);
  if (cause == IdleCause::lock && has_only_turns(trace))
    return ", namely for its turn in an ordered loop: make the ordered part shorter, or do without it";
  if (trace.recorded.fork_join && cause == IdleCause::ready_not_taken) return ": larger tasks may help";
  if (!trace.recorded.fork_join || (cause != IdleCause::no_work && cause != IdleCause::unsubmitted))
    return usual;
  if (2 * created.at_once > created.count)
    return ": most tasks ran immediately, in the thread that created them, so no other thread could take "
           "them";
  if (cause == IdleCause::no_work && !created.longest.is_none()) {
    const double share = ratio(task_times(trace).duration_ns[created.longest.value()], idle.makespan_ns);
    if (share >= mostly_one_task)
      return ": " + task_name(trace, created.longest) + " takes " + percent_text(share) +
             " of the makespan; a shorter one may help";
  }
  if (cause == IdleCause::no_work)
    return created.count > 0 ? usual
           : trace.worksharing.has_ordered_loops()
               ? ": shorter ordered parts of loops, or loops and regions that are divided more evenly, may "
                 "help"
               : std::string(loss.all_barriers < few_barriers || 2 * loss.uneven_ns > loss.waited_ns
                                 ? ": a more even division of the work"
                                 : ": fewer regions and barriers, or a more even division of their work,") +
                     " may help" +
                     (may_sleep(trace, idle) ? ", unless a thread sleeps in a region (see gusset report)"
                                             : "");
  // The advice to submit earlier, or larger tasks, is for programs whose own thread submits the tasks one by
  // one.
  if (2 * created.by_tasks > created.count) return ": tasks create others late, or wait for each other";
  return created.by_tasks > 0 ? usual : usual + ", or let tasks submit tasks";
}

/// The cause of nearly as much idle time as the worst one, if there is one.
std::optional<IdleCause> second_cause(const IdleTime& idle, IdleCause worst) {
  std::optional<IdleCause> second;
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const IdleCause cause = cause_at(i);
    if (cause == worst || ratio(idle.total.of(cause), idle.total.of(worst)) < nearly_as_much) continue;
    if (!second || idle.total.of(cause) > idle.total.of(*second)) second = cause;
  }
  return second;
}

std::string sentence(const Trace& trace, const IdleTime& idle) {
  const std::int64_t idle_ns = idle.total.total_ns();
  if (!has_runs(idle)) {
    return is_graph_only(trace.tasks.size(), compute_statistics(trace).tasks)
               ? "A graph that has not run: no worker was idle or busy."
               : "No time passed.";
  }
  const std::string text = percent_text(ratio(idle_ns, idle.busy_ns + idle_ns)) + " of " +
                           machine_text(trace) + " × " + duration_text_ns(idle.makespan_ns) +
                           " was idle time: " + duration_text_ns(idle_ns) + ".";
  if (idle_ns == 0) return text;
  const auto& all = idle.total.ns;
  const IdleCause worst =
      cause_at(static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin()));
  const bool is_without_work = worst == IdleCause::no_work || worst == IdleCause::unsubmitted;
  const bool needs_tasks = trace.recorded.fork_join && is_without_work;
  const CreatedTasks created =
      needs_tasks ? created_tasks(trace, region_parts(trace), task_times(trace)) : CreatedTasks();
  const BarrierLoss loss = needs_tasks ? costliest_barriers(trace) : BarrierLoss();
  std::string largest =
      text + " The largest part, " + percent_text(ratio(idle.total.of(worst), idle_ns)) + ", passed while " +
      std::string(worst == IdleCause::no_work &&
                          is_at_barriers(loss, created.count, all[static_cast<std::size_t>(worst)])
                      ? "threads waited at barriers"
                      : cause_text(worst).meaning);
  if (const auto second = second_cause(idle, worst);
      second && (worst == IdleCause::no_work || worst == IdleCause::lock))
    largest += ", and " + percent_text(ratio(idle.total.of(*second), idle_ns)) + " while " +
               std::string(cause_text(*second).meaning);
  if (worst != IdleCause::preempted && lacks_processors(trace, idle.makespan_ns)) {
    return largest + ". Threads " + without_processor_text(trace, idle.makespan_ns) + ": " +
           processor_advice(trace) + ".";
  }
  // With so little idle time, no advice helps.
  const bool matters = idle_ns >= (idle.busy_ns + idle_ns) / 100;
  return largest + (matters ? advice(trace, idle, worst, created, loss) : "") + ".";
}

}  // namespace

Table idle_parts(const Trace& trace, const IdleTime& idle) {
  Table table = parts_table(idle, idle.busy_ns, idle.preempted_in_runs_ns, idle.total);
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const IdleStretch& longest = idle.longest_of(cause_at(i));
    if (longest.worker.is_none()) continue;
    const auto row = std::ranges::find_if(table.rows, [&](const Table::Row& each) {
      return each.cells.front() == Cell(cause_text(cause_at(i)).heading);
    });
    if (row == table.rows.end()) continue;
    row->target =
        FindingTarget::of_range(std::string(cause_text(cause_at(i)).meaning) + ": the longest such time, " +
                                    duration_text_ns(longest.end_ns - longest.begin_ns) + " on " +
                                    worker_place(trace, longest.worker),
                                longest.begin_ns, longest.end_ns, longest.worker);
  }
  return table;
}

Table idle_parts(const IdleTime& idle, WorkerId worker) {
  const IdleParts& parts = idle.workers[worker.value()];
  return parts_table(idle, idle.makespan_ns - parts.total_ns(), 0, parts);
}

Answer idle_answer(const Trace& trace, const IdleTime& idle, const std::vector<MessageIdle>& pairs) {
  Answer answer;
  answer.verdict.add(sentence(trace, idle));
  if (!has_runs(idle)) return answer;
  answer.tables.push_back(idle_parts(trace, idle));
  answer.tables.back().remark = spans_text(idle);
  answer.tables.push_back(worker_table(trace, idle));
  if (trace.nodes.size() > 1) answer.tables.push_back(node_table(trace, idle));
  if (!pairs.empty()) answer.tables.push_back(pair_table(trace, pairs));
  return answer;
}

std::string idle_json(const Trace& trace, const IdleTime& idle, const std::string& file,
                      const std::vector<MessageIdle>& pairs) {
  Json json = answer_document("idle", file);
  json["makespan_ns"] = idle.makespan_ns;
  json["workers"] = trace.workers.size();
  json["busy_ns"] = idle.busy_ns;
  json["idle_ns"] = idle.total.total_ns();
  for (std::size_t i = 0; i < idle_causes; ++i)
    json[key_of(cause_at(i))] = idle.knows(cause_at(i)) ? Json(idle.total.ns[i]) : Json(nullptr);
  json["in_wait_spans_ns"] = json_or_null(idle.waiting_ns);
  json["in_steal_spans_ns"] = json_or_null(idle.stealing_ns);
  json["in_send_spans_ns"] = json_or_null(idle.sending_ns);
  json["in_receive_spans_ns"] = json_or_null(idle.receiving_ns);
  json["per_worker"] = rows_json(worker_table(trace, idle));
  json["per_node"] = rows_json(node_table(trace, idle));
  json["per_pair"] =
      idle.knows(IdleCause::message) ? Json(rows_json(pair_table(trace, pairs))) : Json(nullptr);
  return document_text(json);
}

}  // namespace gusset::traces
