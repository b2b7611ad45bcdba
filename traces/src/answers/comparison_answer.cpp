#include "gusset/traces/answers/comparison_answer.hpp"

#include <cstdlib>

#include "analysis/time/ratio.hpp"
#include "answers/first_touch.hpp"
#include "answers/lack_of_processors.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/predicted_network.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

std::string side_text(const Trace& trace, std::int64_t makespan_ns, std::uint64_t ran) {
  if (is_graph_only(trace.tasks.size(), ran)) return "is " + graph_only_text(trace.tasks.size());
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
      "A " + side_text(a, c.makespan_a_ns, ran_a) + ", B " + side_text(b, c.makespan_b_ns, ran_b) + ": ";
  if (!both_ran(c)) {
    const std::string side = c.makespan_a_ns > 0 ? "B." : c.makespan_b_ns > 0 ? "A." : "either.";
    const std::uint64_t ran = (c.makespan_a_ns > 0 ? 0 : ran_a) + (c.makespan_b_ns > 0 ? 0 : ran_b);
    return text + (ran > 0 ? "no time passed in " : "nothing ran in ") + side;
  }
  // A prediction for a different machine answers another question, so it is not "off"; nor does a replay or a
  // schedule of recorded tasks, or a prediction in which each worker has a processor.
  const bool is_prediction = a.metadata.origin == Origin::measured &&
                             b.metadata.origin == Origin::predicted && a.workers.size() == b.workers.size() &&
                             a.nodes.size() == b.nodes.size() && !is_what_if(b.metadata) &&
                             !lacks_processors(a, c.makespan_a_ns);
  return text + (is_prediction ? "the prediction is off by " : "B differs by ") +
         deviation_text(c.makespan_ratio) + "; workers were busy for " + percent_text(c.busy_share_a) +
         " in A and " + percent_text(c.busy_share_b) + " in B.";
}

std::string range_text(const Trace& trace, const ComparedRange& range, std::uint64_t tasks) {
  return "from " + duration_text_ns(range.begin_ns) + " to " + duration_text_ns(range.end_ns) + " (" +
         duration_text_ns(range.length_ns()) + ", " + origin_name(trace.metadata.origin) + ", " +
         machine_text(trace) + "): " + (tasks == 0 ? "no task ran" : count_text(tasks, "task") + " ran");
}

void add_ranges(const Trace& a, const Trace& b, const Comparison& c, Verdict& verdict) {
  verdict.add("A " + range_text(a, c.ranges->a, c.tasks_a) + "; B " + range_text(b, c.ranges->b, c.tasks_b) +
              ". Workers were busy for " + percent_text(c.busy_share_a) + " of A's range and " +
              percent_text(c.busy_share_b) + " of B's.");
  if (c.makespan_a_ns != c.makespan_b_ns && both_ran(c))
    verdict.add("B's range differs in length by " + deviation_text(c.makespan_ratio) + ".");
}

// Two runs of one program may differ as much by chance. A prediction has no noise of this kind.
void add_noise(const Trace& a, const Trace& b, Verdict& verdict) {
  if (a.metadata.origin == Origin::predicted || b.metadata.origin == Origin::predicted) return;
  verdict.add(
      "One run of each says nothing about noise: to know whether they differ by more, record several and try "
      "gusset compare A*.gus --against B*.gus.");
}

/// Differences say little about the program if threads had no processor.
void add_lack_of_processors(const Trace& trace, std::int64_t makespan_ns, const char* side,
                            Verdict& verdict) {
  if (!lacks_processors(trace, makespan_ns)) return;
  verdict.add(std::string("In ") + side + ", threads " + without_processor_text(trace, makespan_ns) + ": " +
              own_processor_advice + ".");
}

/// A part of a difference may be the cost of memory that only one of the runs uses for the first time.
void add_first_touch(const Trace& trace, std::int64_t makespan_ns, const char* side, Verdict& verdict) {
  constexpr double min_share = 0.01;  // of the workers' time
  const auto uses = costly_first_uses(trace, task_times(trace));
  if (!uses) return;
  const double whole_ns = static_cast<double>(makespan_ns) * static_cast<double>(trace.workers.size());
  if (static_cast<double>(uses->excess_ns) < min_share * whole_ns) return;
  verdict.add(std::string("In ") + side + ", the " + first_touch_text(trace, *uses) + ".");
}

std::string match_sentence(const Trace& a, const Trace& b, const Comparison& c) {
  const bool has_order = a.recorded.submit && b.recorded.submit;
  const bool has_names =
      find_attribute(a, task_detail) != nullptr && find_attribute(b, task_detail) != nullptr;
  const std::string written =
      has_names ? ", matched by the version they write or by name" : ", matched by the version they write";
  const std::string rule = c.rule == MatchRule::none              ? ""
                           : c.rule == MatchRule::written_version ? written
                           : has_order                            ? ", matched by order of submission"
                                                                  : ", matched by order in the files";
  return count_text(c.matched) + " of A's " + count_text(c.tasks_a, "task") + " (" +
         percent_text(ratio(c.matched, c.tasks_a)) + ") are in B, which has " +
         count_text(c.tasks_b, "task") + " (" + percent_text(ratio(c.matched, c.tasks_b)) + " are in A)" +
         rule + ".";
}

std::string match_sentence_of_ranges(const Comparison& c) {
  return count_text(c.matched) + " of A's " + count_text(c.tasks_a, "task") + " also ran in B's range.";
}

std::string change_text(std::int64_t a_ns, std::int64_t b_ns) {
  return ": " + duration_text_ns(a_ns) + " in A, " + duration_text_ns(b_ns) + " in B.";
}

void add_type_change(const Comparison& comparison, Verdict& verdict) {
  const TypeComparison* most = nullptr;
  const auto change = [](const TypeComparison& type) { return std::abs(type.busy_b_ns - type.busy_a_ns); };
  for (const TypeComparison& type : comparison.types) {
    if (most == nullptr || change(type) > change(*most)) most = &type;
  }
  if (most == nullptr || change(*most) == 0) return;
  verdict.add("The busy time of " + most->type + " changed most" +
              change_text(most->busy_a_ns, most->busy_b_ns));
}

void add_divergence(const Trace& a, const Divergence& divergence, Verdict& verdict) {
  if (!divergence.diverges) {
    verdict.add("The runs do not diverge: A's last task ends within 1 % of B's time.");
    return;
  }
  const std::string name = task_name(a, divergence.task);
  verdict.add("The runs diverge at " + duration_text_ns(divergence.end_ns) + ", where " + name +
                  " ends in A: " +
                  (divergence.ended == 0 ? std::string("B's first task had ended")
                                         : "in B, as many tasks had ended") +
                  " at " + duration_text_ns(divergence.expected_ns) + ". From then on A is " +
                  (divergence.end_lag_ns > 0 ? "behind" : "ahead") +
                  " by more than 1 % of B's time, and at the end by " +
                  duration_text_ns(std::abs(divergence.end_lag_ns)) + ".",
              {FindingTarget::of_tasks(name, {divergence.task})});
}

// "gemm waiting for a worker"; without a type, "waiting for a message".
std::string part_name(const ChainComparison& part) {
  const std::string activity = part.kind == ChainLink::Kind::run
                                   ? "running"
                                   : "waiting for " + std::string(link_text(part.kind).awaited);
  return part.type.empty() ? activity : part.type + " " + activity;
}

Table table_of(const std::string& noun, const std::string& heading, const std::string& quantity) {
  return {noun,
          {{heading, Kind::text},
           {quantity + "A", Kind::duration, "a_ns"},
           {quantity + "B", Kind::duration, "b_ns"},
           {"change", Kind::change}}};
}

using Side = std::optional<std::int64_t>;

Cell cell(const Side& ns) {
  return ns ? Cell(*ns) : Cell();
}

std::vector<Cell> cells_of(const std::string& name, const Side& a_ns, const Side& b_ns) {
  return {name, cell(a_ns), cell(b_ns), a_ns && b_ns ? Cell(*b_ns - *a_ns) : Cell()};
}

void add(Table& table, std::vector<Cell> cells, std::initializer_list<Cell> more) {
  cells.insert(cells.end(), more.begin(), more.end());
  table.rows.push_back({std::move(cells)});
}

Table run_table(const Comparison& comparison) {
  Table table = table_of("run", "run", "");
  add(table,
      cells_of(comparison.ranges ? "range" : "makespan", comparison.makespan_a_ns, comparison.makespan_b_ns),
      {});
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

std::optional<TypeCacheMisses> misses_of(const std::vector<TypeCacheMisses>& misses,
                                         const std::string& type) {
  const auto found = std::ranges::find(misses, type, &TypeCacheMisses::type);
  return found == misses.end() ? std::nullopt : std::optional(*found);
}

/// The cache misses of the types, in the order of the type table.
Table cache_table(const Comparison& comparison) {
  Table table{.noun = "type",
              .columns = {{"missed in caches", Kind::text, "type"},
                          {"L2 A", Kind::bytes, "l2_missing_bytes_a"},
                          {"L2 B", Kind::bytes, "l2_missing_bytes_b"},
                          {"L3 A", Kind::bytes, "l3_missing_bytes_a"},
                          {"L3 B", Kind::bytes, "l3_missing_bytes_b"}}};
  for (const TypeComparison& type : comparison.types) {
    const auto a = misses_of(comparison.misses_a, type.type);
    const auto b = misses_of(comparison.misses_b, type.type);
    if (!a && !b) continue;
    const auto bytes = [](const auto& misses, std::uint64_t TypeCacheMisses::*member) {
      return misses ? Cell(*misses.*member) : Cell(NotRecorded());
    };
    add(table, {type.type},
        {bytes(a, &TypeCacheMisses::l2_bytes), bytes(b, &TypeCacheMisses::l2_bytes),
         bytes(a, &TypeCacheMisses::l3_bytes), bytes(b, &TypeCacheMisses::l3_bytes)});
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
  for (const WorkerComparison& worker : causes.workers) {
    add(table,
        cells_of(worker_place(worker.busy_a_ns ? a : b, worker.worker), worker.busy_a_ns, worker.busy_b_ns),
        {cell(worker.idle_a_ns), cell(worker.idle_b_ns), worker.worker.value()});
  }
  return table;
}

Table idle_table(const ComparisonCauses& causes) {
  Table table = table_of("cause", "idle", "");
  table.columns.push_back({"", Kind::text, "cause"});
  for (std::size_t i = 0; i < idle_causes; ++i) {
    const auto cause = static_cast<IdleCause>(i);
    const auto side = [cause](const IdleTime& idle) {
      return idle.knows(cause) ? Side(idle.total.of(cause)) : Side();
    };
    const Side a_ns = side(causes.idle_a);
    const Side b_ns = side(causes.idle_b);
    std::vector<Cell> cells = cells_of(std::string(cause_text(cause).heading), a_ns, b_ns);
    if (!a_ns) cells[1] = NotRecorded();
    if (!b_ns) cells[2] = NotRecorded();
    add(table, std::move(cells), {cause_name(cause)});
  }
  return table;
}

Table chain_table(const ComparisonCauses& causes) {
  Table table = table_of("part", "critical chain", "");
  table.columns.insert(table.columns.end(), {{"", Kind::text, "kind"}, {"", Kind::text, "type"}});
  if (!causes.chain) {
    table.remark = "The critical chain is unknown: dependencies are missing or cyclic.";
    return table;
  }
  for (const ChainComparison& part : *causes.chain) {
    add(table, cells_of(part_name(part), part.a_ns, part.b_ns),
        {kind_name(part.kind), part.type.empty() ? Cell() : Cell(part.type)});
  }
  return table;
}

Json side_json(const Trace& trace, const std::string& file, const std::optional<ComparedRange>& range,
               std::int64_t makespan_ns, double busy_share, std::uint64_t tasks) {
  Json json{{"file", file},
            {"origin", origin_name(trace.metadata.origin)},
            {"tasks", tasks},
            {"workers", trace.workers.size()},
            {"nodes", trace.nodes.size()},
            {"makespan_s", seconds(makespan_ns)},
            {"busy_share", busy_share}};
  if (range) json["range"] = {{"begin_ns", range->begin_ns}, {"end_ns", range->end_ns}};
  return json;
}

Json divergence_json(const Trace& a, const std::optional<Divergence>& divergence) {
  if (!divergence) return nullptr;
  Json json{{"tolerance_ns", divergence->tolerance_ns},
            {"end_lag_ns", divergence->end_lag_ns},
            {"diverges", divergence->diverges}};
  if (!divergence->diverges) return json;
  json["task_a"] = divergence->task.value();
  json["task_b"] = divergence->other_task.value();
  json["name"] = task_name(a, divergence->task);
  json["ended"] = divergence->ended;
  json["end_ns"] = divergence->end_ns;
  json["expected_ns"] = divergence->expected_ns;
  return json;
}

}  // namespace

ComparisonCauses comparison_causes(const Trace& a, const Trace& b, const Comparison& comparison) {
  const TaskGraph graph_a(a);
  const TaskGraph graph_b(b);
  if (const auto& ranges = comparison.ranges) {
    return {compare_workers(a, b, ranges),
            idle_time_in(a, graph_a, ranges->a.begin_ns, ranges->a.end_ns),
            idle_time_in(b, graph_b, ranges->b.begin_ns, ranges->b.end_ns),
            {},
            {}};
  }
  return {compare_workers(a, b), idle_time(a, graph_a), idle_time(b, graph_b),
          compare_chains(a, graph_a, b, graph_b),
          divergence(task_times(a), task_times(b), comparison.match, comparison.makespan_b_ns)};
}

Answer comparison_answer(const Trace& a, const Trace& b, const Comparison& comparison,
                         const ComparisonCauses& causes) {
  Answer answer;
  Verdict& verdict = answer.verdict;
  if (comparison.ranges) {
    add_ranges(a, b, comparison, verdict);
    add_noise(a, b, verdict);
    add_type_change(comparison, verdict);
    verdict.add(match_sentence_of_ranges(comparison));
    answer.tables = {run_table(comparison), type_table(comparison), worker_table(a, b, causes),
                     idle_table(causes)};
    return answer;
  }
  verdict.add(times_sentence(a, b, comparison));
  if (!both_ran(comparison)) return answer;
  add_lack_of_processors(a, comparison.makespan_a_ns, "A", verdict);
  add_lack_of_processors(b, comparison.makespan_b_ns, "B", verdict);
  add_first_touch(a, comparison.makespan_a_ns, "A", verdict);
  add_first_touch(b, comparison.makespan_b_ns, "B", verdict);
  add_noise(a, b, verdict);
  if (causes.divergence) add_divergence(a, *causes.divergence, verdict);
  if (causes.chain && !causes.chain->empty() && causes.chain->front().change_ns() != 0) {
    const ChainComparison& change = causes.chain->front();
    const auto type = std::ranges::find(comparison.types, change.type, &TypeComparison::type);
    const bool is_run = change.kind == ChainLink::Kind::run && type != comparison.types.end();
    // Otherwise it may seem that these tasks became faster or slower.
    const bool are_others =
        is_run && std::abs(ratio(type->busy_b_ns - type->busy_a_ns, type->busy_a_ns)) < 0.01;
    verdict.add("On the critical chain, " + part_name(change) + " changed most" +
                (are_others ? " (" + change.type + " as a whole takes as long in both)" : "") +
                change_text(change.a_ns, change.b_ns));
  }
  add_type_change(comparison, verdict);
  verdict.add(match_sentence(a, b, comparison));
  answer.tables = {run_table(comparison), type_table(comparison), worker_table(a, b, causes),
                   idle_table(causes), chain_table(causes)};
  if (Table caches = cache_table(comparison); !caches.rows.empty())
    answer.tables.push_back(std::move(caches));
  return answer;
}

std::string comparison_json(const Trace& a, const std::string& file_a, const Trace& b,
                            const std::string& file_b, const Comparison& comparison,
                            const ComparisonCauses& causes) {
  const Comparison& c = comparison;
  Json json{{"format", "gusset compare"}, {"version", 1}};
  const auto range_of = [&c](ComparedRange ComparedRanges::*side) {
    return c.ranges ? std::optional((*c.ranges).*side) : std::nullopt;
  };
  json["a"] = side_json(a, file_a, range_of(&ComparedRanges::a), c.makespan_a_ns, c.busy_share_a, c.tasks_a);
  json["b"] = side_json(b, file_b, range_of(&ComparedRanges::b), c.makespan_b_ns, c.busy_share_b, c.tasks_b);
  json["makespan_ratio"] = both_ran(c) ? Json(c.makespan_ratio) : Json(nullptr);
  json["match"] = {{"rule", rule_name(c.rule)},
                   {"tasks", c.matched},
                   {"share", ratio(c.matched, c.tasks_a)},
                   {"share_b", ratio(c.matched, c.tasks_b)}};
  json["types"] = rows_json(type_table(c));
  json["per_worker"] = rows_json(worker_table(a, b, causes));
  json["idle"] = rows_json(idle_table(causes));
  json["chain"] = causes.chain ? rows_json(chain_table(causes)) : Json(nullptr);
  if (const Table caches = cache_table(c); !caches.rows.empty()) json["caches"] = rows_json(caches);
  json["divergence"] = divergence_json(a, causes.divergence);
  return document_text(json);
}

}  // namespace gusset::traces
