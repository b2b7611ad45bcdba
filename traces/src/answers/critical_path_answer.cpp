#include "gusset/traces/answers/critical_path_answer.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "analysis/time/ratio.hpp"
#include "answers/critical_path_sentences.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/schedule_bounds.hpp"
#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/model/version_messages.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

using State = CriticalPathAnalysis::State;
using Kind = Table::Kind;

constexpr std::size_t longest_waits_shown = 5;
constexpr std::size_t groups_shown = 5;

Table parts_table(const Trace& trace, const CriticalPathAnalysis& analysis) {
  Table table{"part",
              {{"", Kind::text, "kind"},
               {"part", Kind::text, "part"},
               {"chain", Kind::duration, "chain_ns",
                "The critical chain: what tasks waited for, back from the last one"},
               {"of makespan", Kind::share, "chain_share"},
               {"path", Kind::duration, "bound_ns", "The critical path: the longest through the task graph"},
               {"of path", Kind::share, "bound_share"},
               {"links", Kind::count, "links"},
               {"tasks", Kind::count, "bound_tasks"}}};
  std::vector<PathTypeTotal> types = analysis.totals.types;
  std::ranges::stable_sort(types, std::ranges::greater{}, &PathTypeTotal::chain_ns);
  for (const PathTypeTotal& type : types) {
    const std::string& name = trace.types[type.type.value()];
    table.rows.push_back(
        {{"type", name, type.chain_ns, ratio(type.chain_ns, analysis.makespan_ns), type.bound_ns,
          ratio(type.bound_ns, analysis.bound.length_ns), type.chain_links, type.bound_tasks},
         FindingTarget::of_type(name, type.type)});
  }
  PathKindTotal no_task;
  for (const PathKindTotal& kind : analysis.totals.kinds) {
    if (kind.kind == ChainLink::Kind::run) no_task = kind;
  }
  for (const PathTypeTotal& type : types) {
    no_task.links -= type.chain_links;
    no_task.ns -= type.chain_ns;
  }
  if (no_task.links > 0) {
    table.rows.push_back({{"run", "no task", no_task.ns, ratio(no_task.ns, analysis.makespan_ns), Cell(),
                           Cell(), no_task.links, Cell()}});
  }
  std::vector<PathKindTotal> waits = analysis.totals.kinds;
  std::erase_if(waits, [](const PathKindTotal& kind) { return kind.kind == ChainLink::Kind::run; });
  std::ranges::stable_sort(waits, std::ranges::greater{}, &PathKindTotal::ns);
  for (const PathKindTotal& kind : waits) {
    const std::string name(link_text(kind.kind).name);
    std::vector<TaskId> tasks;
    for (const ChainLink& link : analysis.chain.links) {
      if (link.kind == kind.kind && !link.task.is_none()) tasks.push_back(link.task);
    }
    table.rows.push_back(
        {{"wait", name, kind.ns, ratio(kind.ns, analysis.makespan_ns), Cell(), Cell(), kind.links, Cell()},
         FindingTarget::of_tasks(name, std::move(tasks))});
  }
  table.rows.push_back({{"sum", "(sum)", analysis.makespan_ns, 1.0, analysis.bound.length_ns, 1.0,
                         analysis.chain.links.size(), analysis.bound.tasks.size()},
                        {},
                        true});
  return table;
}

/// The last message with an input of the task that its node had received by then. Null if there is none.
const Message* last_received(const Trace& trace, const VersionMessages& messages, TaskId task, NodeId node,
                             std::int64_t by_ns) {
  const Message* last = nullptr;
  for (const Access& access : trace.accesses.of(task)) {
    const Message* const message = messages.last_to(node, access, by_ns);
    if (message == nullptr) continue;
    if (last == nullptr || message->receive_ns > last->receive_ns) last = message;
  }
  return last;
}

Table longest_waits(const Trace& trace, const CriticalPathAnalysis& analysis) {
  std::vector<ChainLink> waits;
  for (const ChainLink& link : analysis.chain.links) {
    if (link.kind != ChainLink::Kind::run) waits.push_back(link);
  }
  std::stable_sort(waits.begin(), waits.end(), [](const ChainLink& a, const ChainLink& b) {
    return a.end_ns - a.begin_ns > b.end_ns - b.begin_ns;
  });
  waits.resize(std::min(waits.size(), longest_waits_shown));
  Table table{"wait",
              {{"longest waits", Kind::text, "task"},
               {"kind", Kind::text, "kind"},
               {"at", Kind::duration, "begin_ns"},
               {"time", Kind::duration, "time_ns"}}};
  const bool has_messages =
      std::ranges::any_of(waits, [](const ChainLink& link) { return link.kind == ChainLink::Kind::message; });
  std::optional<VersionMessages> messages;
  if (has_messages) {
    messages.emplace(trace);
    table.columns.push_back({"data", Kind::text, "data", "What the task waited for, and from which node"});
  }
  const std::vector<LaneId> lanes = has_messages ? task_times(trace).lane : std::vector<LaneId>();
  for (const ChainLink& link : waits) {
    table.rows.push_back({{link.task.is_none() ? "(end)" : task_name(trace, link.task),
                           link_text(link.kind).name, link.begin_ns, link.end_ns - link.begin_ns}});
    if (!has_messages) continue;
    const Message* message = nullptr;
    if (link.kind == ChainLink::Kind::message && !link.task.is_none()) {
      message = last_received(trace, *messages, link.task, node_of_lane(trace, lanes[link.task.value()]),
                              link.end_ns);
    }
    table.rows.back().cells.emplace_back(message == nullptr
                                             ? std::string()
                                             : version_name(trace, message->handle, message->version) +
                                                   " from " + node_name(trace, message->from));
  }
  return table;
}

// Slack of all tasks of a type that ran: how much longer they could have taken.
Table slack_table(const Trace& trace, const CriticalPathAnalysis& analysis) {
  std::vector<std::vector<std::int64_t>> slack_ns(trace.types.size());
  for (std::size_t task = 0; task < analysis.slack_ns.size(); ++task)
    slack_ns[trace.tasks.type[task].value()].push_back(analysis.slack_ns[task]);
  Table table{"type",
              {{"slack", Kind::text, "type"},
               {"tasks", Kind::count, "tasks"},
               {"critical", Kind::count, "critical", "Tasks without slack"},
               {"median", Kind::duration, "median_ns"},
               {"max", Kind::duration, "max_ns"}}};
  for (std::size_t type = 0; type < slack_ns.size(); ++type) {
    if (slack_ns[type].empty()) continue;
    const auto critical = std::count(slack_ns[type].begin(), slack_ns[type].end(), 0);
    const Distribution slack = distribution_of(slack_ns[type]);
    table.rows.push_back({{trace.types[type], slack.count, critical, slack.median_ns, slack.max_ns},
                          FindingTarget::of_type(trace.types[type], TypeId(type))});
  }
  return table;
}

Table group_table(const Trace& trace, const CriticalPathAnalysis& analysis) {
  Table table{"group",
              {{"commuting groups", Kind::text, "group"},
               {"tasks", Kind::count, "tasks"},
               {"serial bound", Kind::duration, "length_ns"},
               {"of makespan", Kind::share, "share"}}};
  for (std::size_t i = 0; i < std::min(analysis.groups.size(), groups_shown); ++i) {
    const SerialGroup& group = analysis.groups[i];
    table.rows.push_back({{version_name(trace, group.handle, group.version), group.tasks, group.length_ns,
                           ratio(group.length_ns, analysis.makespan_ns)}});
  }
  return table;
}

Json task_json(const Trace& trace, TaskId task) {
  if (task.is_none()) return {{"task", nullptr}, {"type", nullptr}};
  return {{"task", task.value()}, {"type", type_name(trace, task)}};
}

Json bound_json(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const CriticalBound& bound = analysis.bound;
  Json json{{"length_s", seconds(bound.length_ns)},
            {"length_ns", bound.length_ns},
            {"share", ratio(bound.length_ns, analysis.makespan_ns)}};
  json["types"] = Json::array();
  for (const PathTypeTotal& total : analysis.totals.types) {
    if (total.bound_tasks == 0) continue;
    json["types"].push_back({{"type", trace.types[total.type.value()]},
                             {"tasks", total.bound_tasks},
                             {"busy_s", seconds(total.bound_ns)}});
  }
  json["tasks"] = Json::array();
  for (std::size_t i = 0; i < bound.tasks.size(); ++i) {
    json["tasks"].push_back(task_json(trace, bound.tasks[i]));
    json["tasks"].back()["duration_ns"] = bound.counted_ns[i];
  }
  return json;
}

Json chain_json(const Trace& trace, const CriticalPathAnalysis& analysis) {
  Json json{{"kinds", Json::array()}, {"links", Json::array()}};
  for (const PathKindTotal& total : analysis.totals.kinds) {
    json["kinds"].push_back({{"kind", kind_name(total.kind)},
                             {"links", total.links},
                             {"total_s", seconds(total.ns)},
                             {"share", ratio(total.ns, analysis.makespan_ns)}});
  }
  for (const ChainLink& link : analysis.chain.links) {
    Json entry{{"kind", kind_name(link.kind)}};
    entry.update(task_json(trace, link.task));
    entry["begin_ns"] = link.begin_ns;
    entry["end_ns"] = link.end_ns;
    json["links"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

CriticalPathAnalysis critical_path_analysis(const Trace& trace, const TaskGraph& graph) {
  CriticalPathAnalysis analysis;
  auto [times, bound, chain] = critical_path(trace, graph);
  analysis.makespan_ns = makespan_of(trace);
  analysis.duration_ns = std::move(times.duration_ns);
  const auto work_ns =
      std::accumulate(analysis.duration_ns.begin(), analysis.duration_ns.end(), std::int64_t{0});
  if (!trace.workers.empty())
    analysis.work_bound_ns = work_ns / static_cast<std::int64_t>(trace.workers.size());
  if (!graph.known()) return analysis;
  const auto is_alone = [&] { return is_graph_only(trace.tasks.size(), compute_statistics(trace).tasks); };
  analysis.state = !bound || !chain                     ? State::cyclic
                   : chain->links.empty() && is_alone() ? State::without_times
                                                        : State::known;
  if (analysis.state != State::known) return analysis;
  analysis.bound = std::move(bound->bound);
  analysis.schedule_bound_ns =
      schedule_bound_ns(trace, graph, analysis.duration_ns, static_cast<unsigned>(trace.workers.size()));
  analysis.slack_ns = std::move(bound->slack_ns);
  analysis.chain = std::move(*chain);
  // The chain's links sum to the makespan.
  analysis.makespan_ns = analysis.chain.links.empty() ? 0 : analysis.chain.links.back().end_ns;
  analysis.totals = path_totals(trace, analysis.bound, analysis.chain);
  analysis.groups = serial_groups(graph, analysis.duration_ns);
  return analysis;
}

Answer critical_path_answer(const Trace& trace, const CriticalPathAnalysis& analysis) {
  Answer answer;
  const bool is_known = analysis.state == State::known;
  if (is_known && analysis.chain.links.empty()) {
    answer.verdict.add(trace.tasks.size() > 0 ? "No time passed." : "No task ran.");
    return answer;
  }
  for (std::string& sentence : critical_path_sentences(trace, analysis))
    answer.verdict.add(std::move(sentence));
  if (!is_known) return answer;
  answer.tables = {parts_table(trace, analysis), longest_waits(trace, analysis), slack_table(trace, analysis),
                   group_table(trace, analysis)};
  std::erase_if(answer.tables, [](const Table& table) { return table.rows.empty(); });
  return answer;
}

std::string critical_path_json(const Trace& trace, const CriticalPathAnalysis& analysis,
                               const std::string& file) {
  Json json = answer_document("critical-path", file);
  json["makespan_s"] = seconds(analysis.makespan_ns);
  json["makespan_ns"] = analysis.makespan_ns;
  json["bound"] = bound_json(trace, analysis);
  json["chain"] = chain_json(trace, analysis);
  json["slack"] = {{"types", rows_json(slack_table(trace, analysis))}, {"per_task_ns", analysis.slack_ns}};
  json["commuting_groups"] = Json::array();
  for (const SerialGroup& group : analysis.groups) {
    json["commuting_groups"].push_back({{"handle", group.handle.value()},
                                        {"name", trace.handles.name[group.handle.value()]},
                                        {"version", group.version},
                                        {"tasks", group.tasks},
                                        {"length_ns", group.length_ns}});
  }
  return document_text(json);
}

}  // namespace gusset::traces
