#include "gusset/traces/analysis/compare/compare.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/traces/answers/comparison_words.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "output/printable.hpp"
#include "output/table.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

struct CompareArguments {
  std::string path_a;
  std::string path_b;
  bool json = false;
  bool strict = false;
};

struct Pair {
  TracePointer a;
  TracePointer b;
  traces::Comparison comparison;
  std::vector<traces::WorkerComparison> workers;
  traces::IdleTime idle_a;
  traces::IdleTime idle_b;
  std::optional<std::vector<traces::ChainComparison>> chain;
  std::optional<traces::Parting> parting;
};

constexpr std::size_t changes_shown = 8;

double matched_share(const traces::Comparison& comparison, std::uint64_t of_tasks) {
  return of_tasks == 0 ? 0.0 : static_cast<double>(comparison.matched) / static_cast<double>(of_tasks);
}

double ratio(std::int64_t a, std::int64_t b) {
  return a == 0 ? 0.0 : static_cast<double>(b) / static_cast<double>(a);
}

std::string verdict(const Pair& pair) {
  const traces::ComparisonWords words =
      traces::comparison_words(*pair.a, *pair.b, pair.comparison, pair.chain, pair.parting);
  std::string text = words.times + "\n";
  if (!words.match.empty()) text += words.match + (words.types.empty() ? "" : " " + words.types) + "\n";
  for (const std::string& sentence : {words.chain, words.parting}) {
    if (!sentence.empty()) text += sentence + "\n";
  }
  return printable_lines(text);
}

std::string type_table(const traces::Comparison& comparison) {
  Table table({"type", "tasks A", "tasks B", "busy A", "busy B", "mean A", "mean B", "B to A"});
  for (const auto& type : comparison.types) {
    const bool both = type.mean_a_ns != 0 && type.tasks_b != 0;
    table.add_row({type.type, std::to_string(type.tasks_a), std::to_string(type.tasks_b),
                   duration_text_ns(type.busy_a_ns), duration_text_ns(type.busy_b_ns),
                   duration_text_ns(type.mean_a_ns), duration_text_ns(type.mean_b_ns),
                   both ? deviation_text(ratio(type.mean_a_ns, type.mean_b_ns)) : "-"});
  }
  return table.text(most_rows, "type");
}

std::string known_duration(const std::optional<std::int64_t>& ns) {
  return ns ? duration_text_ns(*ns) : "-";
}

std::string worker_table(const Pair& pair) {
  if (pair.workers.size() > most_rows) return count_text(pair.workers.size(), "worker") + ": see --json\n";
  Table table({"worker", "busy A", "busy B", "idle A", "idle B"});
  for (const auto& worker : pair.workers) {
    table.add_row({std::to_string(worker.worker.value()), known_duration(worker.busy_a_ns),
                   known_duration(worker.busy_b_ns), known_duration(worker.idle_a_ns),
                   known_duration(worker.idle_b_ns)});
  }
  return table.text();
}

std::string idle_text(const traces::IdleTime& idle, traces::IdleCause cause) {
  return idle.knows(cause) ? duration_text_ns(idle.total.of(cause)) : "not recorded";
}

std::string idle_table(const Pair& pair) {
  Table table({"not work", "A", "B"});
  for (std::size_t i = 0; i < traces::idle_causes; ++i) {
    const auto cause = static_cast<traces::IdleCause>(i);
    table.add_row({std::string(traces::cause_name(cause)), idle_text(pair.idle_a, cause),
                   idle_text(pair.idle_b, cause)});
  }
  return table.text();
}

std::string chain_table(const Pair& pair) {
  if (!pair.chain) return "Critical chain: not recorded\n";
  Table table({"on the chain", "A", "B", "change"});
  for (std::size_t i = 0; i < std::min(pair.chain->size(), changes_shown); ++i) {
    const traces::ChainComparison& change = (*pair.chain)[i];
    table.add_row({printable(traces::chain_part_name(change)), duration_text_ns(change.a_ns),
                   duration_text_ns(change.b_ns), duration_text_ns(change.change_ns())});
  }
  return table.text();
}

nlohmann::ordered_json optional_json(const std::optional<std::int64_t>& ns) {
  return ns ? nlohmann::ordered_json(*ns) : nlohmann::ordered_json(nullptr);
}

void add_causes(nlohmann::ordered_json& json, const Pair& pair) {
  json["per_worker"] = nlohmann::ordered_json::array();
  for (const auto& worker : pair.workers) {
    json["per_worker"].push_back({{"worker", worker.worker.value()},
                                  {"busy_a_ns", optional_json(worker.busy_a_ns)},
                                  {"busy_b_ns", optional_json(worker.busy_b_ns)},
                                  {"idle_a_ns", optional_json(worker.idle_a_ns)},
                                  {"idle_b_ns", optional_json(worker.idle_b_ns)}});
  }
  const auto of = [](const traces::IdleTime& idle, traces::IdleCause cause) {
    return idle.knows(cause) ? nlohmann::ordered_json(idle.total.of(cause)) : nlohmann::ordered_json(nullptr);
  };
  json["idle"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < traces::idle_causes; ++i) {
    const auto cause = static_cast<traces::IdleCause>(i);
    json["idle"].push_back({{"cause", std::string(traces::cause_name(cause))},
                            {"a_ns", of(pair.idle_a, cause)},
                            {"b_ns", of(pair.idle_b, cause)}});
  }
  json["chain"] = nullptr;
  if (!pair.chain) return;
  json["chain"] = nlohmann::ordered_json::array();
  for (const traces::ChainComparison& change : *pair.chain) {
    json["chain"].push_back({{"kind", std::string(traces::kind_name(change.kind))},
                             {"type", change.type.empty() ? nlohmann::ordered_json(nullptr)
                                                          : nlohmann::ordered_json(change.type)},
                             {"a_ns", change.a_ns},
                             {"b_ns", change.b_ns}});
  }
}

nlohmann::ordered_json side_json(const traces::Trace& trace, const std::string& path,
                                 std::int64_t makespan_ns, double busy_share, std::uint64_t tasks) {
  return {{"file", path},
          {"origin", origin_text(trace.metadata.origin)},
          {"tasks", tasks},
          {"workers", trace.workers.size()},
          {"nodes", trace.nodes.size()},
          {"makespan_s", seconds(makespan_ns)},
          {"busy_share", busy_share}};
}

nlohmann::ordered_json parting_json(const Pair& pair) {
  if (!pair.parting) return nullptr;
  const traces::Parting& parting = *pair.parting;
  nlohmann::ordered_json json{
      {"tolerance_ns", parting.tolerance_ns}, {"end_lag_ns", parting.end_lag_ns}, {"parts", parting.parts}};
  if (!parting.parts) return json;
  json["task_a"] = parting.task.value();
  json["task_b"] = parting.twin.value();
  json["name"] = traces::task_name(*pair.a, parting.task);
  json["begun"] = parting.begun;
  json["begin_ns"] = parting.begin_ns;
  json["expected_ns"] = parting.expected_ns;
  return json;
}

nlohmann::ordered_json document(const Pair& pair, const CompareArguments& arguments) {
  const auto& c = pair.comparison;
  nlohmann::ordered_json json{{"format", "gusset compare"}, {"version", 1}};
  json["a"] = side_json(*pair.a, arguments.path_a, c.makespan_a_ns, c.busy_share_a, c.tasks_a);
  json["b"] = side_json(*pair.b, arguments.path_b, c.makespan_b_ns, c.busy_share_b, c.tasks_b);
  const bool both_ran = c.makespan_a_ns > 0 && c.makespan_b_ns > 0;
  json["makespan_ratio"] = both_ran ? nlohmann::ordered_json(c.makespan_ratio) : nullptr;
  json["match"] = {{"rule", std::string(traces::rule_name(c.rule))},
                   {"tasks", c.matched},
                   {"share", matched_share(c, c.tasks_a)},
                   {"share_b", matched_share(c, c.tasks_b)}};
  json["types"] = nlohmann::ordered_json::array();
  for (const auto& type : c.types) {
    json["types"].push_back({{"type", type.type},
                             {"tasks_a", type.tasks_a},
                             {"tasks_b", type.tasks_b},
                             {"busy_a_s", seconds(type.busy_a_ns)},
                             {"busy_b_s", seconds(type.busy_b_ns)},
                             {"mean_a_s", seconds(type.mean_a_ns)},
                             {"mean_b_s", seconds(type.mean_b_ns)}});
  }
  add_causes(json, pair);
  json["parting"] = parting_json(pair);
  return json;
}

int compare(const CompareArguments& arguments) {
  if (arguments.path_b.empty()) throw errors::missing_argument("compare", "two traces (A.gus B.gus)");
  Pair pair;
  pair.a = load_trace(arguments.path_a, arguments.strict);
  pair.b = load_trace(arguments.path_b, arguments.strict);
  pair.comparison = traces::compare(*pair.a, *pair.b);
  pair.workers = traces::compare_workers(*pair.a, *pair.b);
  const traces::TaskGraph graph_a(*pair.a);
  const traces::TaskGraph graph_b(*pair.b);
  pair.idle_a = traces::idle_time(*pair.a, graph_a);
  pair.idle_b = traces::idle_time(*pair.b, graph_b);
  pair.chain = traces::compare_chains(*pair.a, graph_a, *pair.b, graph_b);
  pair.parting = traces::parting(traces::task_times(*pair.a), traces::task_times(*pair.b),
                                 pair.comparison.match, pair.comparison.makespan_b_ns);
  if (arguments.json) {
    print(json_text(document(pair, arguments)));
  } else if (pair.comparison.makespan_a_ns == 0 || pair.comparison.makespan_b_ns == 0) {
    print(verdict(pair));
  } else {
    print(verdict(pair) + "\n" + type_table(pair.comparison) + "\n" + worker_table(pair) + "\n" +
          idle_table(pair) + "\n" + chain_table(pair));
  }
  return 0;
}

}  // namespace

Command add_compare(CLI::App& gusset) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command =
      add_command(gusset, {"compare", "A.gus B.gus [--json] [--strict]",
                           "Says how two traces differ: a run and its prediction, or two runs.",
                           "gusset compare measured.gus predicted.gus"});
  command->add_option("A.gus", arguments->path_a, "The trace to compare with")->type_name("");
  command->add_option("B.gus", arguments->path_b, "The trace to compare")->type_name("");
  command->add_flag("--json", arguments->json, "Print a JSON document instead (docs/commands.md)");
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return compare(*arguments);
          }};
}

}  // namespace gusset::cli
