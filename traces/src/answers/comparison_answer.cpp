#include "gusset/traces/answers/comparison_answer.hpp"

#include <cstdlib>

#include "analysis/time/ratio.hpp"
#include "answers/answer_json.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

std::string side_words(const Trace& trace, std::int64_t makespan_ns, std::uint64_t ran) {
  if (is_graph_alone(trace.tasks.size(), ran)) return "is " + graph_alone_text(trace.tasks.size());
  return duration_text_ns(makespan_ns) + " (" + origin_name(trace.metadata.origin) + ", " +
         machine_text(trace) + ")";
}

bool both_ran(const Comparison& comparison) {
  return comparison.makespan_a_ns > 0 && comparison.makespan_b_ns > 0;
}

std::string times_sentence(const Trace& a, const Trace& b, const Comparison& c) {
  std::uint64_t ran_a = 0;
  std::uint64_t ran_b = 0;
  for (const TypeComparison& type : c.types) {
    ran_a += type.tasks_a;
    ran_b += type.tasks_b;
  }
  const std::string text =
      "A " + side_words(a, c.makespan_a_ns, ran_a) + ", B " + side_words(b, c.makespan_b_ns, ran_b) + ": ";
  if (!both_ran(c)) {
    const std::string side = c.makespan_a_ns > 0 ? "B." : c.makespan_b_ns > 0 ? "A." : "either.";
    const std::uint64_t ran = (c.makespan_a_ns > 0 ? 0 : ran_a) + (c.makespan_b_ns > 0 ? 0 : ran_b);
    return text + (ran > 0 ? "no time passed in " : "nothing ran in ") + side;
  }
  // A prediction for a different machine answers another question, so it is not "off".
  const bool is_prediction = a.metadata.origin == Origin::measured &&
                             b.metadata.origin == Origin::predicted && a.workers.size() == b.workers.size() &&
                             a.nodes.size() == b.nodes.size();
  return text + (is_prediction ? "the prediction is off by " : "B differs by ") +
         deviation_text(c.makespan_ratio) + "; busy " + percent_text(c.busy_share_a) + " against " +
         percent_text(c.busy_share_b) + ".";
}

std::string rule_words(const Trace& a, const Trace& b, MatchRule rule) {
  switch (rule) {
    case MatchRule::written_version:
      return "by the version each wrote";
    case MatchRule::parent_and_order:
      return a.recorded.submit && b.recorded.submit
                 ? "by their order of submission"
                 : "by their order in the files (submission was not recorded)";
    case MatchRule::none:
      break;
  }
  return "by no rule that applies";
}

std::string match_sentence(const Trace& a, const Trace& b, const Comparison& c) {
  return count_text(c.matched) + " of A's " + count_text(c.tasks_a, "task") + " (" +
         percent_text(ratio(c.matched, c.tasks_a)) + ") found in B, which has " +
         count_text(c.tasks_b, "task") + " (" + percent_text(ratio(c.matched, c.tasks_b)) + " matched), " +
         rule_words(a, b, c.rule) + ".";
}

std::string change_words(std::int64_t a_ns, std::int64_t b_ns) {
  return ": " + duration_text_ns(a_ns) + " against " + duration_text_ns(b_ns) + ".";
}

// The type whose busy time changed most explains most.
void say_types(const Comparison& comparison, Verdict& verdict) {
  const TypeComparison* most = nullptr;
  const auto change = [](const TypeComparison& type) { return std::abs(type.busy_b_ns - type.busy_a_ns); };
  for (const TypeComparison& type : comparison.types) {
    if (most == nullptr || change(type) > change(*most)) most = &type;
  }
  if (most == nullptr || change(*most) == 0) return;
  verdict.say("Most of the change in busy time is " + most->type + "'s" +
              change_words(most->busy_a_ns, most->busy_b_ns));
}

void say_parting(const Trace& a, const Parting& parting, Verdict& verdict) {
  if (!parting.parts) {
    verdict.say("The runs do not diverge: A's last task begins within 1 % of B's time.");
    return;
  }
  const std::string name = task_name(a, parting.task);
  verdict.say("The runs diverge at " + duration_text_ns(parting.begin_ns) + " (" +
                  duration_text_ns(parting.expected_ns) + " in B), where " + name +
                  " begins: from there on A is " + (parting.end_lag_ns > 0 ? "behind" : "ahead") +
                  " by more than 1 % of B's time, at the end by " +
                  duration_text_ns(std::abs(parting.end_lag_ns)) + ".",
              {FindingTarget::of_tasks(name, {parting.task})});
}

// "gemm waiting for a worker"; without a type, "waiting for a message".
std::string part_name(const ChainComparison& part) {
  const std::string does = part.kind == ChainLink::Kind::run
                               ? "running"
                               : "waiting for " + std::string(link_words(part.kind).awaited);
  return part.type.empty() ? does : part.type + " " + does;
}

Table table_of(const std::string& noun, const std::string& heading, const std::string& what) {
  return {noun,
          {{heading, Kind::text},
           {what + "A", Kind::duration, "a_ns"},
           {what + "B", Kind::duration, "b_ns"},
           {"change", Kind::change}},
          {}};
}

using Side = std::optional<std::int64_t>;

std::vector<Cell> cells_of(const std::string& name, const Side& a_ns, const Side& b_ns) {
  const auto cell = [](const Side& ns) { return ns ? Cell(*ns) : Cell(); };
  return {name, cell(a_ns), cell(b_ns), a_ns && b_ns ? Cell(*b_ns - *a_ns) : Cell()};
}

void add(Table& table, std::vector<Cell> cells, std::initializer_list<Cell> more) {
  cells.insert(cells.end(), more.begin(), more.end());
  table.rows.push_back({std::move(cells)});
}

Table run_table(const Comparison& comparison) {
  Table table = table_of("run", "run", "");
  add(table, cells_of("makespan", comparison.makespan_a_ns, comparison.makespan_b_ns), {});
  return table;
}

Table type_table(const Comparison& comparison) {
  Table table = table_of("type", "type", "busy ");
  table.columns[0].key = "type";
  table.columns[1].key = "busy_a_s";
  table.columns[2].key = "busy_b_s";
  table.columns.insert(table.columns.end(), {{"tasks A", Kind::count, "tasks_a"},
                                             {"tasks B", Kind::count, "tasks_b"},
                                             {"mean A", Kind::duration, "mean_a_s"},
                                             {"mean B", Kind::duration, "mean_b_s"},
                                             {"B to A", Kind::deviation}});
  for (const TypeComparison& type : comparison.types) {
    const bool both = type.mean_a_ns != 0 && type.tasks_b != 0;
    add(table, cells_of(type.type, type.busy_a_ns, type.busy_b_ns),
        {type.tasks_a, type.tasks_b, type.mean_a_ns, type.mean_b_ns,
         both ? Cell(static_cast<double>(type.mean_b_ns) / static_cast<double>(type.mean_a_ns)) : Cell()});
  }
  return table;
}

Table worker_table(const Trace& a, const Trace& b, const ComparisonCauses& causes) {
  Table table = table_of("worker", "worker", "busy ");
  table.columns[1].key = "busy_a_ns";
  table.columns[2].key = "busy_b_ns";
  table.columns.insert(table.columns.end(), {{"idle A", Kind::duration, "idle_a_ns"},
                                             {"idle B", Kind::duration, "idle_b_ns"},
                                             {"", Kind::count, "worker"}});
  const auto cell = [](const Side& ns) { return ns ? Cell(*ns) : Cell(); };
  for (const WorkerComparison& worker : causes.workers) {
    add(table,
        cells_of(worker_name(worker.busy_a_ns ? a : b, worker.worker), worker.busy_a_ns, worker.busy_b_ns),
        {cell(worker.idle_a_ns), cell(worker.idle_b_ns), worker.worker.value()});
  }
  return table;
}

Table idle_table(const ComparisonCauses& causes) {
  Table table = table_of("cause", "not work", "");
  table.columns.push_back({"", Kind::text, "cause"});
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const auto cause = static_cast<IdleCause>(i);
    const auto side = [cause](const IdleTime& idle) {
      return idle.knows(cause) ? Side(idle.total.of(cause)) : Side();
    };
    const Side a_ns = side(causes.idle_a);
    const Side b_ns = side(causes.idle_b);
    std::vector<Cell> cells = cells_of(std::string(cause_words(cause).heading), a_ns, b_ns);
    if (!a_ns) cells[1] = NotRecorded();
    if (!b_ns) cells[2] = NotRecorded();
    add(table, std::move(cells), {cause_name(cause)});
  }
  return table;
}

Table chain_table(const ComparisonCauses& causes) {
  Table table = table_of("part", "on the chain", "");
  table.columns.insert(table.columns.end(), {{"", Kind::text, "kind"}, {"", Kind::text, "type"}});
  if (!causes.chain) {
    table.remark = "The critical chain was not recorded.";
    return table;
  }
  for (const ChainComparison& part : *causes.chain) {
    add(table, cells_of(part_name(part), part.a_ns, part.b_ns),
        {kind_name(part.kind), part.type.empty() ? Cell() : Cell(part.type)});
  }
  return table;
}

Json side_json(const Trace& trace, const std::string& file, std::int64_t makespan_ns, double busy_share,
               std::uint64_t tasks) {
  return {{"file", file},
          {"origin", origin_name(trace.metadata.origin)},
          {"tasks", tasks},
          {"workers", trace.workers.size()},
          {"nodes", trace.nodes.size()},
          {"makespan_s", seconds(makespan_ns)},
          {"busy_share", busy_share}};
}

Json parting_json(const Trace& a, const std::optional<Parting>& parting) {
  if (!parting) return nullptr;
  Json json{{"tolerance_ns", parting->tolerance_ns},
            {"end_lag_ns", parting->end_lag_ns},
            {"parts", parting->parts}};
  if (!parting->parts) return json;
  json["task_a"] = parting->task.value();
  json["task_b"] = parting->twin.value();
  json["name"] = task_name(a, parting->task);
  json["begun"] = parting->begun;
  json["begin_ns"] = parting->begin_ns;
  json["expected_ns"] = parting->expected_ns;
  return json;
}

}  // namespace

ComparisonCauses comparison_causes(const Trace& a, const Trace& b, const Comparison& comparison) {
  const TaskGraph graph_a(a);
  const TaskGraph graph_b(b);
  return {compare_workers(a, b), idle_time(a, graph_a), idle_time(b, graph_b),
          compare_chains(a, graph_a, b, graph_b),
          parting(task_times(a), task_times(b), comparison.match, comparison.makespan_b_ns)};
}

Answer comparison_answer(const Trace& a, const Trace& b, const Comparison& comparison,
                         const ComparisonCauses& causes) {
  Answer answer;
  Verdict& verdict = answer.verdict;
  verdict.say(times_sentence(a, b, comparison));
  if (!both_ran(comparison)) return answer;
  if (causes.parting) say_parting(a, *causes.parting, verdict);
  if (causes.chain && !causes.chain->empty() && causes.chain->front().change_ns() != 0) {
    const ChainComparison& change = causes.chain->front();
    verdict.say("On the critical chain, what changed most is " + part_name(change) +
                change_words(change.a_ns, change.b_ns));
  }
  say_types(comparison, verdict);
  verdict.say(match_sentence(a, b, comparison));
  answer.tables = {run_table(comparison), type_table(comparison), worker_table(a, b, causes),
                   idle_table(causes), chain_table(causes)};
  return answer;
}

std::string comparison_json(const Trace& a, const std::string& file_a, const Trace& b,
                            const std::string& file_b, const Comparison& comparison,
                            const ComparisonCauses& causes) {
  const Comparison& c = comparison;
  Json json{{"format", "gusset compare"}, {"version", 1}};
  json["a"] = side_json(a, file_a, c.makespan_a_ns, c.busy_share_a, c.tasks_a);
  json["b"] = side_json(b, file_b, c.makespan_b_ns, c.busy_share_b, c.tasks_b);
  json["makespan_ratio"] = both_ran(c) ? Json(c.makespan_ratio) : Json(nullptr);
  json["match"] = {{"rule", rule_name(c.rule)},
                   {"tasks", c.matched},
                   {"share", ratio(c.matched, c.tasks_a)},
                   {"share_b", ratio(c.matched, c.tasks_b)}};
  json["types"] = rows_json(type_table(c));
  json["per_worker"] = rows_json(worker_table(a, b, causes));
  json["idle"] = rows_json(idle_table(causes));
  json["chain"] = causes.chain ? rows_json(chain_table(causes)) : Json(nullptr);
  json["parting"] = parting_json(a, causes.parting);
  return document_text(json);
}

}  // namespace gusset::traces
