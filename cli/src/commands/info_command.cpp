#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "arguments.hpp"
#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "output/printable.hpp"
#include "output/table.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

struct InfoArguments {
  std::string path;
  bool json = false;
  bool strict = false;
};

struct Facts {
  TracePointer trace;
  traces::Statistics statistics;
  std::optional<std::int64_t> bound_ns;
};

// From here on there is too little idle time left to be worth a search.
constexpr double little_idle_from = 0.9;
// A critical path that takes this share of the makespan is what limits it.
constexpr double limiting_path_from = 0.8;

// Said where some nodes work through while others wait; else empty.
std::string imbalance(const Facts& facts) {
  const auto& nodes = facts.statistics.nodes;
  if (nodes.size() < 2) return {};
  const auto& busiest = *std::max_element(
      nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.busy_share < b.busy_share; });
  if (busiest.busy_share < little_idle_from || facts.statistics.busy_share >= little_idle_from) return {};
  return "The work is spread unevenly: " + printable(node_text(*facts.trace, busiest.node)) +
         " was busy for " + percent_text(busiest.busy_share) +
         " of the time; try another process grid or smaller blocks.";
}

std::string advice(const Facts& facts) {
  const auto& statistics = facts.statistics;
  if (!facts.bound_ns) return "Dependencies were not recorded: what held the workers up is not known.";
  const double share = static_cast<double>(*facts.bound_ns) /
                       static_cast<double>(std::max<std::int64_t>(statistics.makespan_ns, 1));
  const std::string path = "the critical path is " + duration_text_ns(*facts.bound_ns) + ", " +
                           percent_text(share) + " of the makespan";
  if (share >= limiting_path_from) {
    return "More workers won't help: " + path + "; try smaller tasks, or a shorter chain of them.";
  }
  if (statistics.busy_share >= little_idle_from) {
    return "Little idle time is left; more workers can make it at most " + fixed_text(1.0 / share, 1) +
           " times faster: " + path + ".";
  }
  if (const std::string uneven = imbalance(facts); !uneven.empty()) return uneven;
  return "Workers were idle although " + path +
         ": see gusset critical-path for what tasks waited for, and gusset view for where.";
}

bool is_graph_alone(const Facts& facts) {
  return traces::is_graph_alone(facts.trace->tasks.size(), facts.statistics.tasks);
}

std::string notes_text(const Facts& facts) {
  std::string text;
  for (const std::string& note : facts.trace->metadata.notes) text += "Note: " + printable(note) + "\n";
  return text;
}

std::string verdict(const Facts& facts, const std::string& path) {
  const auto& statistics = facts.statistics;
  std::string text =
      printable(program_text(*facts.trace, path)) + ", " + origin_text(facts.trace->metadata.origin) + ": ";
  if (is_graph_alone(facts))
    return text + traces::graph_alone_text(facts.trace->tasks.size()) + ": none of them ran.\n" +
           notes_text(facts);
  text += count_text(statistics.tasks, "task") + " on " + machine_text(*facts.trace) + " in " +
          duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) +
          " of the workers' time busy.\n";
  if (statistics.tasks == 0 || statistics.types.empty()) {
    text += "No task ran.\n";
  } else {
    const auto& heaviest = statistics.types.front();
    text += printable(facts.trace->types[heaviest.type.value()]) + " took " + percent_text(heaviest.share) +
            " of the busy time. " + advice(facts) + "\n";
  }
  return text + notes_text(facts);
}

std::string type_table(const Facts& facts) {
  Table table({"type", "tasks", "busy", "share", "min", "median", "mean", "max"});
  for (const auto& type : facts.statistics.types) {
    table.add_row({facts.trace->types[type.type.value()], std::to_string(type.tasks),
                   duration_text_ns(type.busy_ns), percent_text(type.share), duration_text_ns(type.min_ns),
                   duration_text_ns(type.median_ns), duration_text_ns(type.mean_ns),
                   duration_text_ns(type.max_ns)});
  }
  return table.text(most_rows, "type");
}

std::string worker_table(const Facts& facts) {
  if (facts.statistics.workers.size() > most_rows) {
    return count_text(facts.statistics.workers.size(), "worker") + ": see --json\n";
  }
  Table table({"worker", "tasks", "busy", "idle", "busy share"});
  for (const auto& worker : facts.statistics.workers) {
    table.add_row({worker_text(*facts.trace, worker.worker), std::to_string(worker.tasks),
                   duration_text_ns(worker.busy_ns), duration_text_ns(worker.idle_ns),
                   percent_text(worker.busy_share)});
  }
  return table.text();
}

std::string node_table(const Facts& facts) {
  if (facts.statistics.nodes.size() > most_rows) {
    return count_text(facts.statistics.nodes.size(), "node") + ": see --json\n";
  }
  const bool known = facts.trace->recorded.messages;
  Table table({"node", "workers", "tasks", "busy share", "sent", "received", "payload sent"});
  for (const auto& node : facts.statistics.nodes) {
    table.add_row({node_text(*facts.trace, node.node), std::to_string(node.workers),
                   std::to_string(node.tasks), percent_text(node.busy_share),
                   known ? std::to_string(node.messages_sent) : "not recorded",
                   known ? std::to_string(node.messages_received) : "not recorded",
                   known ? bytes_text(static_cast<double>(node.payload_bytes_sent)) : "not recorded"});
  }
  return table.text();
}

nlohmann::ordered_json per_type(const Facts& facts) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& type : facts.statistics.types) {
    list.push_back({{"type", facts.trace->types[type.type.value()]},
                    {"tasks", type.tasks},
                    {"busy_s", seconds(type.busy_ns)},
                    {"share", type.share},
                    {"min_s", seconds(type.min_ns)},
                    {"median_s", seconds(type.median_ns)},
                    {"mean_s", seconds(type.mean_ns)},
                    {"max_s", seconds(type.max_ns)}});
  }
  return list;
}

nlohmann::ordered_json per_worker(const Facts& facts) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& worker : facts.statistics.workers) {
    const auto& named = facts.trace->workers[worker.worker.value()];
    list.push_back({{"worker", worker.worker.value()},
                    {"name", named.name},
                    {"node", named.node.value()},
                    {"tasks", worker.tasks},
                    {"busy_s", seconds(worker.busy_ns)},
                    {"idle_s", seconds(worker.idle_ns)},
                    {"busy_share", worker.busy_share}});
  }
  return list;
}

nlohmann::ordered_json per_node(const Facts& facts) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& node : facts.statistics.nodes) {
    nlohmann::ordered_json entry{
        {"node", node.node.value()},       {"name", facts.trace->nodes[node.node.value()].name},
        {"workers", node.workers},         {"tasks", node.tasks},
        {"busy_s", seconds(node.busy_ns)}, {"busy_share", node.busy_share}};
    const bool known = facts.trace->recorded.messages;
    entry["messages_sent"] = known ? nlohmann::ordered_json(node.messages_sent) : nullptr;
    entry["messages_received"] = known ? nlohmann::ordered_json(node.messages_received) : nullptr;
    entry["payload_bytes_sent"] = known ? nlohmann::ordered_json(node.payload_bytes_sent) : nullptr;
    entry["payload_bytes_received"] = known ? nlohmann::ordered_json(node.payload_bytes_received) : nullptr;
    list.push_back(std::move(entry));
  }
  return list;
}

nlohmann::ordered_json document(const Facts& facts, const std::string& path) {
  const auto& metadata = facts.trace->metadata;
  const auto& recorded = facts.trace->recorded;
  const auto& statistics = facts.statistics;
  nlohmann::ordered_json json{{"format", "gusset info"}, {"version", 1}, {"file", path}};
  json["origin"] = origin_text(metadata.origin);
  json["program"] = metadata.program;
  json["command"] = metadata.command;
  json["host"] = metadata.host;
  json["cpu"] = metadata.cpu;
  json["compiler"] = metadata.compiler;
  json["runtime"] = metadata.runtime;
  json["date"] = metadata.date;
  json["notes"] = metadata.notes;
  json["tasks"] = statistics.tasks;
  json["workers"] = facts.trace->workers.size();
  json["nodes"] = facts.trace->nodes.size();
  json["makespan_s"] = seconds(statistics.makespan_ns);
  json["busy_s"] = seconds(statistics.busy_ns);
  json["idle_s"] = seconds(statistics.idle_ns);
  json["busy_share"] = statistics.busy_share;
  json["mean_parallelism"] = statistics.mean_parallelism;
  json["critical_path_bound_s"] = facts.bound_ns ? nlohmann::ordered_json(seconds(*facts.bound_ns)) : nullptr;
  json["messages"] = recorded.messages ? nlohmann::ordered_json(facts.trace->messages.size()) : nullptr;
  json["recorded"] = {{"parents", recorded.parents},   {"work", recorded.work},
                      {"submit", recorded.submit},     {"ready", recorded.ready},
                      {"accesses", recorded.accesses}, {"dependencies", recorded.dependencies},
                      {"messages", recorded.messages}};
  json["types"] = per_type(facts);
  json["per_worker"] = per_worker(facts);
  json["per_node"] = per_node(facts);
  return json;
}

// Only a trace with a graph has to be in memory as a whole, for its bound.
Facts facts_of(const InfoArguments& arguments) {
  Facts facts;
  const std::shared_ptr<traces::SpanSource> spans = load_spans(arguments.path, arguments.strict);
  facts.trace = TracePointer(spans, &spans->frame());
  if (facts.trace->recorded.accesses || facts.trace->recorded.dependencies) {
    if (facts.trace->tasks.size() != spans->tasks())
      facts.trace = load_trace(arguments.path, arguments.strict);
    facts.statistics = traces::compute_statistics(*facts.trace);
    facts.bound_ns = bound_ns(*facts.trace);
    return facts;
  }
  auto statistics = traces::compute_statistics(*spans);
  if (!statistics.ok()) throw Failure(statistics.error());
  facts.statistics = std::move(statistics).value();
  return facts;
}

int info(const InfoArguments& arguments) {
  if (arguments.path.empty()) throw errors::missing_argument("info", "a trace (T.gus)");
  const Facts facts = facts_of(arguments);
  if (arguments.json) {
    print(json_text(document(facts, arguments.path)));
    return 0;
  }
  std::string text = verdict(facts, arguments.path);
  if (!is_graph_alone(facts)) text += "\n" + type_table(facts) + "\n" + worker_table(facts);
  if (facts.trace->nodes.size() > 1) text += "\n" + node_table(facts);
  print(text);
  return 0;
}

}  // namespace

Command add_info(CLI::App& gusset) {
  const auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = add_command(
      gusset, {"info", "T.gus [--json] [--strict]", "Says how well a trace's workers were used, and by what.",
               "gusset info cholesky.gus"});
  command->add_option("T.gus", arguments->path, "A measured, predicted or imported trace")->type_name("");
  command->add_flag("--json", arguments->json, "Print a JSON document instead (docs/commands.md)");
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return info(*arguments);
          }};
}

}  // namespace gusset::cli
