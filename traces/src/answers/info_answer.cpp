#include "gusset/traces/answers/info_answer.hpp"

#include <algorithm>

#include "answers/lack_of_processors.hpp"
#include "answers/loop_table.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/answers/message_matrix.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

// More columns do not fit on a screen; the JSON document has all pairs.
constexpr std::size_t max_nodes_in_matrix = 16;
// From this busy share on, too little idle time is left to be worth a search.
constexpr double little_idle_from = 0.9;
// A critical path with at least this share of the makespan limits the run.
constexpr double limiting_path_from = 0.8;

// A sentence about nodes that work throughout while others wait; empty if there are none.
std::string imbalance(const TraceTotals& totals) {
  const auto& nodes = totals.statistics.nodes;
  if (nodes.size() < 2) return {};
  const auto& busiest = *std::ranges::max_element(nodes, {}, &NodeStatistics::busy_share);
  if (busiest.busy_share < little_idle_from || totals.statistics.busy_share >= little_idle_from) return {};
  return "The work is spread unevenly: " + node_name(totals.trace, busiest.node) + " was busy for " +
         percent_text(busiest.busy_share) + " of the time; try another process grid or smaller blocks.";
}

std::string limit_text(std::uint64_t max_tasks) {
  return "not computed for traces of more than " + count_text(max_tasks, "task");
}

// Why the bound is unknown.
std::string without_bound(const TraceTotals& totals) {
  if (totals.bound_limit) {
    return "The critical path's bound is " + limit_text(*totals.bound_limit) +
           "; gusset critical-path computes it, but needs much time and memory.";
  }
  const Recorded& recorded = totals.trace.recorded;
  if (recorded.accesses || recorded.dependencies || recorded.fork_join)
    return "The dependencies are cyclic, so there is no critical path.";
  return "Dependencies were not recorded, so what the workers waited for is unknown.";
}

std::string advice(const TraceTotals& totals) {
  const Statistics& statistics = totals.statistics;
  if (lacks_processors(totals.trace, statistics.makespan_ns)) {
    return "Threads " + without_processor_text(totals.trace, statistics.makespan_ns) + ": " +
           processor_advice(totals.trace) + ".";
  }
  if (!totals.bound_ns) return without_bound(totals);
  const double share = static_cast<double>(*totals.bound_ns) /
                       static_cast<double>(std::max<std::int64_t>(statistics.makespan_ns, 1));
  const std::string path = "the critical path is " + duration_text_ns(*totals.bound_ns) + ", " +
                           percent_text(share) + " of the makespan";
  if (share >= limiting_path_from) {
    return "More workers would hardly help" +
           std::string(!totals.trace.recorded.fork_join ? ": "
                       : totals.trace.fork_join.joined.empty()
                           ? " with tasks that run outside of parallel regions: "
                           : " with the work in loops and regions divided as it is: ") +
           path +
           // The path of a fork-join program also leads through serial parts, loops and locks.
           (totals.trace.recorded.fork_join ? "; gusset critical-path shows what it consists of."
                                            : "; try smaller tasks, or a shorter chain of them.");
  }
  if (statistics.busy_share >= little_idle_from) {
    return "Little idle time is left; more workers could make the run at most " + ratio_text(1.0 / share) +
           " times as fast: " + path + ".";
  }
  if (std::string uneven = imbalance(totals); !uneven.empty()) return uneven;
  return "Workers were idle although " + path +
         ": gusset critical-path shows what tasks waited for, gusset view where.";
}

bool has_times(const TraceTotals& totals) {
  return !is_graph_only(totals.trace.tasks.size(), totals.statistics.tasks);
}

Verdict sentences(const TraceTotals& totals, const std::string& file) {
  const Statistics& statistics = totals.statistics;
  const std::string run =
      program_name(totals.trace, file) + ", " + origin_name(totals.trace.metadata.origin) + ": ";
  Verdict verdict;
  if (!has_times(totals)) {
    verdict.add(run + graph_only_text(totals.trace.tasks.size()) + ".");
    return verdict;
  }
  verdict.add(run + count_text(statistics.tasks, "task") + " on " + machine_text(totals.trace) + " in " +
              duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) +
              " of the workers' time busy.");
  if (statistics.tasks == 0 || statistics.busy_ns == 0) {
    verdict.add(statistics.tasks > 0 ? "No task took any time." : "No task ran.");
    return verdict;
  }
  const TypeStatistics& heaviest = statistics.types.front();
  const std::string& type = totals.trace.types[heaviest.type.value()];
  verdict.add(type + " took " + percent_text(heaviest.share) + " of the busy time. " + advice(totals),
              {FindingTarget::of_type(type, heaviest.type)});
  return verdict;
}

Table type_table(const TraceTotals& totals) {
  Table table{.noun = "type",
              .columns = {{"type", Kind::text, "type"},
                          {"tasks", Kind::count, "tasks"},
                          {"busy", Kind::duration, "busy_s"},
                          {"share", Kind::share, "share"},
                          {"min", Kind::duration, "min_s"},
                          {"median", Kind::duration, "median_s"},
                          {"mean", Kind::duration, "mean_s"},
                          {"max", Kind::duration, "max_s"}},
              .rows = {},
              .is_ranked = true};
  for (const TypeStatistics& type : totals.statistics.types) {
    table.rows.push_back({{totals.trace.types[type.type.value()], type.tasks, type.busy_ns, type.share,
                           type.min_ns, type.median_ns, type.mean_ns, type.max_ns}});
  }
  return table;
}

Table worker_table(const TraceTotals& totals) {
  Table table{.noun = "worker",
              .columns = {{"worker"},
                          {"", Kind::count, "worker"},
                          {"", Kind::text, "name"},
                          {"", Kind::count, "node"},
                          {"tasks", Kind::count, "tasks"},
                          {"busy", Kind::duration, "busy_s"},
                          {"idle", Kind::duration, "idle_s"},
                          {"busy share", Kind::share, "busy_share"}}};
  for (const WorkerStatistics& worker : totals.statistics.workers) {
    const Worker& named = totals.trace.workers[worker.worker.value()];
    table.rows.push_back(
        {{worker_place(totals.trace, worker.worker), worker.worker.value(), named.name, named.node.value(),
          worker.tasks, worker.busy_ns, worker.idle_ns, worker.busy_share}});
  }
  return table;
}

Table node_table(const TraceTotals& totals) {
  Table table{.noun = "node",
              .columns = {{"node"},
                          {"", Kind::count, "node"},
                          {"", Kind::text, "name"},
                          {"workers", Kind::count, "workers"},
                          {"tasks", Kind::count, "tasks"},
                          {"", Kind::duration, "busy_s"},
                          {"busy share", Kind::share, "busy_share"},
                          {"sent", Kind::count, "messages_sent"},
                          {"received", Kind::count, "messages_received"},
                          {"payload sent", Kind::bytes, "payload_bytes_sent"},
                          {"", Kind::bytes, "payload_bytes_received"}}};
  const auto if_recorded = [&](std::uint64_t number) {
    return totals.trace.recorded.messages ? Cell(number) : Cell(NotRecorded());
  };
  for (const NodeStatistics& node : totals.statistics.nodes) {
    table.rows.push_back(
        {{node_name(totals.trace, node.node), node.node.value(), totals.trace.nodes[node.node.value()].name,
          node.workers, node.tasks, node.busy_ns, node.busy_share, if_recorded(node.messages_sent),
          if_recorded(node.messages_received), if_recorded(node.payload_bytes_sent),
          if_recorded(node.payload_bytes_received)}});
  }
  return table;
}

}  // namespace

std::optional<std::uint64_t> bound_limit(const Trace& frame, std::uint64_t tasks, std::uint64_t max_tasks) {
  if (!frame.recorded.fork_join || tasks <= max_tasks) return std::nullopt;
  return max_tasks;
}

Answer info_answer(const TraceTotals& totals, const std::string& file) {
  Answer answer{sentences(totals, file), totals.trace.metadata.notes};
  if (has_times(totals)) answer.tables = {type_table(totals), worker_table(totals)};
  if (has_times(totals) && !totals.trace.worksharing.shares.empty())
    answer.tables.push_back(loop_table(totals.trace));
  if (totals.trace.nodes.size() > 1) answer.tables.push_back(node_table(totals));
  if (totals.trace.nodes.size() <= max_nodes_in_matrix && !totals.trace.messages.empty() &&
      totals.trace.nodes.size() > 1)
    answer.tables.push_back(message_matrix(totals.trace));
  return answer;
}

std::string info_json(const TraceTotals& totals, const std::string& file) {
  const Metadata& metadata = totals.trace.metadata;
  const Recorded& recorded = totals.trace.recorded;
  const Statistics& statistics = totals.statistics;
  Json json = answer_document("info", file);
  json["origin"] = origin_name(metadata.origin);
  json["program"] = metadata.program;
  json["command"] = metadata.command;
  json["host"] = metadata.host;
  json["cpu"] = metadata.cpu;
  json["compiler"] = metadata.compiler;
  json["runtime"] = metadata.runtime;
  json["date"] = metadata.date;
  json["notes"] = metadata.notes;
  json["tasks"] = statistics.tasks;
  json["workers"] = totals.trace.workers.size();
  json["nodes"] = totals.trace.nodes.size();
  json["makespan_s"] = seconds(statistics.makespan_ns);
  json["busy_s"] = seconds(statistics.busy_ns);
  json["idle_s"] = seconds(statistics.idle_ns);
  json["busy_share"] = statistics.busy_share;
  json["mean_parallelism"] = statistics.mean_parallelism;
  json["critical_path_bound_s"] = totals.bound_ns ? Json(seconds(*totals.bound_ns)) : Json(nullptr);
  json["critical_path_bound_limit_tasks"] = totals.bound_limit ? Json(*totals.bound_limit) : Json(nullptr);
  json["messages"] = recorded.messages ? Json(totals.trace.messages.size()) : Json(nullptr);
  json["recorded"] = {{"parents", recorded.parents},   {"work", recorded.work},
                      {"submit", recorded.submit},     {"ready", recorded.ready},
                      {"accesses", recorded.accesses}, {"dependencies", recorded.dependencies},
                      {"messages", recorded.messages}};
  json["types"] = rows_json(type_table(totals));
  json["per_worker"] = rows_json(worker_table(totals));
  json["per_node"] = rows_json(node_table(totals));
  json["per_pair"] = recorded.messages ? rows_json(message_pairs(totals.trace)) : Json(nullptr);
  json["loops"] = totals.trace.recorded.worksharing ? rows_json(loop_table(totals.trace)) : Json(nullptr);
  return document_text(json);
}

std::string totals_sentence(const TraceTotals& totals) {
  const Statistics& statistics = totals.statistics;
  return count_text(statistics.tasks, "task") + " on " + machine_text(totals.trace) + ", makespan " +
         duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) +
         " busy, critical-path bound " +
         (totals.bound_limit ? limit_text(*totals.bound_limit) : cell_text(Kind::duration, totals.bound_ns));
}

}  // namespace gusset::traces
