#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/analysis/causes/path_totals.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "output/printable.hpp"
#include "output/table.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

using traces::ChainLink;

struct PathArguments {
  std::string path;
  bool json = false;
  bool strict = false;
};

struct Paths {
  TracePointer trace;
  std::int64_t makespan_ns = 0;
  std::vector<std::int64_t> duration_ns;  ///< per task
  traces::CriticalBound bound;
  traces::CriticalChain chain;
  std::vector<std::int64_t> slack_ns;  // per task
  std::vector<traces::SerialGroup> groups;
  traces::PathTotals totals;
};

constexpr std::size_t groups_shown = 5;

// What passed while such links lasted, and what to try against them.
struct KindWords {
  const char* meaning;
  const char* advice;
};

KindWords words(ChainLink::Kind kind) {
  switch (kind) {
    case ChainLink::Kind::run:
      return {"a task ran", "faster kernels shorten it"};
    case ChainLink::Kind::message:
      return {"data travelled between nodes", "another process grid, or larger blocks, may send less"};
    case ChainLink::Kind::ready_wait:
      return {"a task was ready and no worker took it",
              "more workers, or another order of submission, can win it back"};
    case ChainLink::Kind::submit_wait:
      return {"a task that could have run was not submitted yet", "larger tasks are submitted faster"};
    case ChainLink::Kind::release:
      return {"the runtime passed tasks on", "larger tasks leave it less to do"};
    case ChainLink::Kind::unknown:
      break;
  }
  return {"the trace does not say what", "a trace with times of submission and readiness tells more"};
}

// Where tasks ran during this share of the makespan, the rest is not worth a word.
constexpr double mostly_running = 0.95;
// A bound of this share of the makespan is what limits it.
constexpr double limiting_bound_from = 0.8;

constexpr std::size_t longest_waits_shown = 5;

double share(std::int64_t part_ns, std::int64_t whole_ns) {
  return whole_ns == 0 ? 0.0 : static_cast<double>(part_ns) / static_cast<double>(whole_ns);
}

// Of the bound's path, the heaviest first.
std::vector<traces::PathTypeTotal> bound_types(const Paths& paths) {
  std::vector<traces::PathTypeTotal> types = paths.totals.types;
  std::erase_if(types, [](const traces::PathTypeTotal& type) { return type.bound_tasks == 0; });
  return types;
}

const std::string& type_name(const Paths& paths, traces::TypeId type) {
  return paths.trace->types[type.value()];
}

// A chain of running tasks is either the dependencies' doing or the workers': a task that waited for its
// worker follows what ran there.
std::string running_advice(const Paths& paths) {
  const double bound_share = share(paths.bound.length_ns, paths.makespan_ns);
  if (bound_share >= limiting_bound_from || bound_share == 0.0) {
    return "they had to wait for each other; smaller tasks that overlap, or faster kernels, would shorten it";
  }
  return "tasks waited for workers that were busy with others; more workers, or faster kernels, would "
         "shorten it, " +
         fixed_text(1.0 / bound_share, 1) + " times at most";
}

std::string verdict(const Paths& paths) {
  std::string text = "Bound: no schedule of these tasks is shorter than " +
                     duration_text_ns(paths.bound.length_ns) + ", " +
                     percent_text(share(paths.bound.length_ns, paths.makespan_ns)) + " of the makespan (" +
                     duration_text_ns(paths.makespan_ns) + "); the path has " +
                     count_text(paths.bound.tasks.size(), "task") + ".\n";
  std::int64_t run_ns = 0;
  const traces::PathKindTotal* worst = nullptr;
  for (const traces::PathKindTotal& kind : paths.totals.kinds) {
    if (kind.kind == ChainLink::Kind::run) {
      run_ns = kind.ns;
    } else if (worst == nullptr || kind.ns > worst->ns) {
      worst = &kind;
    }
  }
  text += "Chain: tasks that others waited for ran during " + percent_text(share(run_ns, paths.makespan_ns)) +
          " of the makespan";
  if (worst == nullptr || share(run_ns, paths.makespan_ns) >= mostly_running) {
    return text + ": " + running_advice(paths) + ".\n";
  }
  const auto [meaning, advice] = words(worst->kind);
  return text + "; most of the rest, " + duration_text_ns(worst->ns) + ", passed while " + meaning + ": " +
         advice + ".\n";
}

std::string chain_table(const Paths& paths) {
  Table table({"chain", "links", "time", "of makespan"});
  for (const traces::PathKindTotal& total : paths.totals.kinds) {
    table.add_row({std::string(traces::kind_name(total.kind)), std::to_string(total.links),
                   duration_text_ns(total.ns), percent_text(share(total.ns, paths.makespan_ns))});
  }
  return table.text();
}

std::string bound_table(const Paths& paths) {
  Table table({"bound", "tasks", "time", "of bound"});
  for (const traces::PathTypeTotal& total : bound_types(paths)) {
    table.add_row({type_name(paths, total.type), std::to_string(total.bound_tasks),
                   duration_text_ns(total.bound_ns),
                   percent_text(share(total.bound_ns, paths.bound.length_ns))});
  }
  return table.text();
}

std::string longest_waits(const Paths& paths) {
  std::vector<ChainLink> waits;
  for (const ChainLink& link : paths.chain.links) {
    if (link.kind != ChainLink::Kind::run) waits.push_back(link);
  }
  std::stable_sort(waits.begin(), waits.end(), [](const ChainLink& a, const ChainLink& b) {
    return a.end_ns - a.begin_ns > b.end_ns - b.begin_ns;
  });
  if (waits.empty()) return {};
  waits.resize(std::min(waits.size(), longest_waits_shown));
  Table table({"longest waits", "kind", "at", "time"});
  for (const ChainLink& link : waits) {
    table.add_row({link.task.is_none() ? "(end)" : task_text(*paths.trace, link.task),
                   std::string(traces::kind_name(link.kind)), duration_text_ns(link.begin_ns),
                   duration_text_ns(link.end_ns - link.begin_ns)});
  }
  return "\n" + table.text();
}

// Of all tasks of a type that ran: how much longer they could have lasted.
struct TypeSlack {
  std::string type;
  std::uint64_t critical = 0;  // tasks without slack
  std::vector<std::int64_t> slack_ns;
};

std::vector<TypeSlack> slack_by_type(const Paths& paths) {
  std::vector<TypeSlack> types(paths.trace->types.size());
  for (std::size_t i = 0; i < types.size(); ++i) types[i].type = paths.trace->types[i];
  for (std::size_t task = 0; task < paths.slack_ns.size(); ++task) {
    TypeSlack& type = types[paths.trace->tasks.type[task].value()];
    type.slack_ns.push_back(paths.slack_ns[task]);
    if (paths.slack_ns[task] == 0) ++type.critical;
  }
  std::erase_if(types, [](const TypeSlack& type) { return type.slack_ns.empty(); });
  return types;
}

std::string slack_table(const Paths& paths) {
  Table table({"slack", "tasks", "without any", "median", "max"});
  for (TypeSlack& type : slack_by_type(paths)) {
    const traces::Distribution slack = traces::distribution_of(type.slack_ns);
    table.add_row({type.type, std::to_string(slack.count), std::to_string(type.critical),
                   duration_text_ns(slack.median_ns), duration_text_ns(slack.max_ns)});
  }
  return "\n" + table.text();
}

std::string group_text(const Paths& paths, const traces::SerialGroup& group) {
  const std::string& name = paths.trace->handles.name[group.handle.value()];
  return (name.empty() ? "handle " + std::to_string(group.handle.value()) : name) + " version " +
         std::to_string(group.version);
}

std::string group_table(const Paths& paths) {
  if (paths.groups.empty()) return {};
  Table table({"commuting groups", "tasks", "serial bound", "of makespan"});
  for (std::size_t i = 0; i < std::min(paths.groups.size(), groups_shown); ++i) {
    const traces::SerialGroup& group = paths.groups[i];
    table.add_row({group_text(paths, group), std::to_string(group.tasks), duration_text_ns(group.length_ns),
                   percent_text(share(group.length_ns, paths.makespan_ns))});
  }
  return "\n" + table.text();
}

void add_slack(nlohmann::ordered_json& json, const Paths& paths) {
  auto& slack = json["slack"];
  slack["types"] = nlohmann::ordered_json::array();
  for (TypeSlack& type : slack_by_type(paths)) {
    const traces::Distribution d = traces::distribution_of(type.slack_ns);
    slack["types"].push_back({{"type", type.type},
                              {"tasks", d.count},
                              {"critical", type.critical},
                              {"median_ns", d.median_ns},
                              {"max_ns", d.max_ns}});
  }
  slack["per_task_ns"] = paths.slack_ns;
  json["commuting_groups"] = nlohmann::ordered_json::array();
  for (const traces::SerialGroup& group : paths.groups) {
    json["commuting_groups"].push_back({{"handle", group.handle.value()},
                                        {"name", paths.trace->handles.name[group.handle.value()]},
                                        {"version", group.version},
                                        {"tasks", group.tasks},
                                        {"length_ns", group.length_ns}});
  }
}

nlohmann::ordered_json task_json(const Paths& paths, traces::TaskId task) {
  if (task.is_none()) return {{"task", nullptr}, {"type", nullptr}};
  return {{"task", task.value()},
          {"type", paths.trace->types[paths.trace->tasks.type[task.value()].value()]}};
}

nlohmann::ordered_json document(const Paths& paths, const std::string& path) {
  nlohmann::ordered_json json{{"format", "gusset critical-path"}, {"version", 1}, {"file", path}};
  json["makespan_s"] = seconds(paths.makespan_ns);
  json["makespan_ns"] = paths.makespan_ns;

  auto& bound = json["bound"];
  bound = {{"length_s", seconds(paths.bound.length_ns)},
           {"length_ns", paths.bound.length_ns},
           {"share", share(paths.bound.length_ns, paths.makespan_ns)}};
  bound["types"] = nlohmann::ordered_json::array();
  for (const traces::PathTypeTotal& total : bound_types(paths)) {
    bound["types"].push_back({{"type", type_name(paths, total.type)},
                              {"tasks", total.bound_tasks},
                              {"busy_s", seconds(total.bound_ns)}});
  }
  bound["tasks"] = nlohmann::ordered_json::array();
  for (const traces::TaskId task : paths.bound.tasks) {
    auto entry = task_json(paths, task);
    entry["duration_ns"] = paths.duration_ns[task.value()];
    bound["tasks"].push_back(std::move(entry));
  }

  auto& chain = json["chain"];
  chain["kinds"] = nlohmann::ordered_json::array();
  for (const traces::PathKindTotal& total : paths.totals.kinds) {
    chain["kinds"].push_back({{"kind", std::string(traces::kind_name(total.kind))},
                              {"links", total.links},
                              {"total_s", seconds(total.ns)},
                              {"share", share(total.ns, paths.makespan_ns)}});
  }
  chain["links"] = nlohmann::ordered_json::array();
  for (const ChainLink& link : paths.chain.links) {
    nlohmann::ordered_json entry{{"kind", std::string(traces::kind_name(link.kind))}};
    entry.update(task_json(paths, link.task));
    entry["begin_ns"] = link.begin_ns;
    entry["end_ns"] = link.end_ns;
    chain["links"].push_back(std::move(entry));
  }
  add_slack(json, paths);
  return json;
}

Paths find_paths(const std::string& path, bool strict) {
  Paths paths;
  paths.trace = load_trace(path, strict);
  const traces::TaskGraph graph(*paths.trace);
  if (!graph.known()) throw errors::unknown_dependencies(path);
  auto [times, bound, chain] = traces::critical_path(*paths.trace, graph);
  paths.duration_ns = std::move(times.duration_ns);
  if (!bound || !chain) {
    const std::vector<traces::TaskId> cycle = traces::dependency_cycle(graph);
    throw errors::cyclic_dependencies(path, printable(traces::cycle_text(*paths.trace, cycle)));
  }
  require_runs(*paths.trace, path);
  paths.bound = std::move(bound->bound);
  paths.slack_ns = std::move(bound->slack_ns);
  paths.chain = std::move(*chain);
  paths.totals = traces::path_totals(*paths.trace, paths.duration_ns, paths.bound, paths.chain);
  paths.groups = traces::serial_groups(graph, paths.duration_ns);
  // The chain's links sum to the makespan.
  paths.makespan_ns = paths.chain.links.empty() ? 0 : paths.chain.links.back().end_ns;
  return paths;
}

int critical_path(const PathArguments& arguments) {
  if (arguments.path.empty()) throw errors::missing_argument("critical-path", "a trace (T.gus)");
  const Paths paths = find_paths(arguments.path, arguments.strict);
  if (arguments.json) {
    print(json_text(document(paths, arguments.path)));
  } else if (paths.chain.links.empty()) {
    print("No task ran.\n");
  } else {
    print(verdict(paths) + "\n" + chain_table(paths) + "\n" + bound_table(paths) + longest_waits(paths) +
          slack_table(paths) + group_table(paths));
  }
  return 0;
}

}  // namespace

Command add_critical_path(CLI::App& gusset) {
  const auto arguments = std::make_shared<PathArguments>();
  CLI::App* command = add_command(gusset, {"critical-path", "T.gus [--json] [--strict]",
                                           "Says what the makespan was made of, and how short it could get.",
                                           "gusset critical-path cholesky.gus"});
  command->add_option("T.gus", arguments->path, "A trace with accesses or dependencies")->type_name("");
  command->add_flag("--json", arguments->json, "Print a JSON document instead (docs/commands.md)");
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return critical_path(*arguments);
          }};
}

}  // namespace gusset::cli
