#include "gusset/traces/analysis/causes/idle.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/table.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

using traces::IdleCause;

// All causes, in the order in which they are looked for, with their words.
struct NamedCause {
  IdleCause cause;
  std::string heading;
  std::string_view meaning;
  std::string_view advice;
};

const std::vector<NamedCause>& all_causes() {
  static const std::vector<NamedCause> causes = [] {
    std::vector<NamedCause> list;
    for (std::size_t i = 0; i < traces::idle_causes; ++i) {
      const auto cause = static_cast<IdleCause>(i);
      const traces::CauseWords& words = traces::cause_words(cause);
      list.push_back({cause, std::string(words.heading), words.meaning, words.advice});
    }
    return list;
  }();
  return causes;
}

struct Found {
  TracePointer trace;
  traces::IdleTime idle;
};

std::string verdict(const Found& found) {
  const auto& idle = found.idle;
  const std::int64_t idle_ns = idle.total.total_ns();
  const std::int64_t whole_ns = idle.busy_ns + idle_ns;
  if (whole_ns == 0) return "No time passed.\n";
  std::string text = "Of " + machine_text(*found.trace) + " × " + duration_text_ns(idle.makespan_ns) + ", " +
                     percent_text(share_of(idle_ns, whole_ns)) +
                     " was not work: " + duration_text_ns(idle_ns) + ".";
  const NamedCause* worst = nullptr;
  for (const NamedCause& words : all_causes()) {
    if (worst == nullptr || idle.total.of(words.cause) > idle.total.of(worst->cause)) worst = &words;
  }
  if (idle_ns == 0) return text + "\n";
  return text + " Most of it, " + percent_text(share_of(idle.total.of(worst->cause), idle_ns)) +
         ", passed while " + std::string(worst->meaning) + ": " + std::string(worst->advice) + ".\n";
}

std::string cause_table(const Found& found) {
  const auto& idle = found.idle;
  const std::int64_t idle_ns = idle.total.total_ns();
  const std::int64_t whole_ns = idle.busy_ns + idle_ns;
  Table table({"not work", "time", "of it", "of all"});
  for (const NamedCause& words : all_causes()) {
    if (!idle.knows(words.cause)) {
      table.add_row({words.heading, "not recorded", "-", "-"});
      continue;
    }
    const std::int64_t ns = idle.total.of(words.cause);
    table.add_row({words.heading, duration_text_ns(ns), percent_text(share_of(ns, idle_ns)),
                   percent_text(share_of(ns, whole_ns))});
  }
  table.add_row({"(sum)", duration_text_ns(idle_ns), percent_text(idle_ns > 0 ? 1.0 : 0.0),
                 percent_text(share_of(idle_ns, whole_ns))});
  std::string text = table.text();
  const auto within = [&](const std::optional<std::int64_t>& ns) {
    return ns ? duration_text_ns(*ns) : std::string("not recorded");
  };
  return text + "Of it in spans of waiting: " + within(idle.waiting_ns) +
         ", of looking for work: " + within(idle.stealing_ns) + ", of sending: " + within(idle.sending_ns) +
         ", of receiving: " + within(idle.receiving_ns) + ".\n";
}

std::string place_table(const Found& found, const std::string& what,
                        const std::vector<traces::IdleParts>& places, const std::vector<std::string>& names) {
  if (places.size() > most_rows) return count_text(places.size(), what) + ": see --json\n";
  std::vector<std::string> header{what, "not work"};
  for (const NamedCause& words : all_causes()) {
    if (found.idle.knows(words.cause)) header.emplace_back(words.heading);
  }
  Table table(std::move(header));
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::vector<std::string> row{names[i], duration_text_ns(places[i].total_ns())};
    for (const NamedCause& words : all_causes()) {
      if (found.idle.knows(words.cause)) row.push_back(duration_text_ns(places[i].of(words.cause)));
    }
    table.add_row(std::move(row));
  }
  return table.text();
}

std::vector<std::string> worker_names(const traces::Trace& trace) {
  std::vector<std::string> names;
  for (std::size_t w = 0; w < trace.workers.size(); ++w)
    names.push_back(worker_text(trace, traces::WorkerId(w)));
  return names;
}

std::vector<std::string> node_names(const traces::Trace& trace) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < trace.nodes.size(); ++n) names.push_back(node_text(trace, traces::NodeId(n)));
  return names;
}

nlohmann::ordered_json parts_json(const traces::IdleTime& idle, const traces::IdleParts& parts) {
  nlohmann::ordered_json json{{"idle_ns", parts.total_ns()}};
  for (const NamedCause& words : all_causes()) {
    json[std::string(traces::cause_name(words.cause)) + "_ns"] =
        idle.knows(words.cause) ? nlohmann::ordered_json(parts.of(words.cause))
                                : nlohmann::ordered_json(nullptr);
  }
  return json;
}

nlohmann::ordered_json document(const Found& found, const std::string& path) {
  const auto& idle = found.idle;
  const auto optional = [](const std::optional<std::int64_t>& ns) {
    return ns ? nlohmann::ordered_json(*ns) : nlohmann::ordered_json(nullptr);
  };
  nlohmann::ordered_json json{{"format", "gusset idle"}, {"version", 1}, {"file", path}};
  json["makespan_ns"] = idle.makespan_ns;
  json["workers"] = found.trace->workers.size();
  json["busy_ns"] = idle.busy_ns;
  json.update(parts_json(idle, idle.total));
  json["in_wait_spans_ns"] = optional(idle.waiting_ns);
  json["in_steal_spans_ns"] = optional(idle.stealing_ns);
  json["in_send_spans_ns"] = optional(idle.sending_ns);
  json["in_receive_spans_ns"] = optional(idle.receiving_ns);
  const auto list = [&](const std::vector<traces::IdleParts>& places, const char* what,
                        const std::vector<std::string>& names) {
    auto rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < places.size(); ++i) {
      nlohmann::ordered_json row{{what, i}, {"name", names[i]}};
      row.update(parts_json(idle, places[i]));
      rows.push_back(std::move(row));
    }
    return rows;
  };
  json["per_worker"] = list(idle.workers, "worker", worker_names(*found.trace));
  json["per_node"] = list(idle.nodes, "node", node_names(*found.trace));
  const bool knows_messages = idle.knows(IdleCause::message);
  for (std::size_t i = 0; i < idle.awaited_from_ns.size(); ++i) {
    json["per_node"][i]["awaited_from_ns"] =
        knows_messages ? nlohmann::ordered_json(idle.awaited_from_ns[i]) : nlohmann::ordered_json(nullptr);
  }
  return json;
}

int idle(const TraceArguments& arguments) {
  Found found;
  found.trace = load_trace(arguments.path, arguments.strict);
  require_runs(*found.trace, arguments.path);
  found.idle = traces::idle_time(*found.trace, traces::TaskGraph(*found.trace));
  if (arguments.json) {
    print(json_text(document(found, arguments.path)));
    return 0;
  }
  if (found.idle.busy_ns == 0 && found.idle.total.total_ns() == 0) {
    print(verdict(found));
    return 0;
  }
  std::string text = verdict(found) + "\n" + cause_table(found) + "\n" +
                     place_table(found, "worker", found.idle.workers, worker_names(*found.trace));
  if (found.trace->nodes.size() > 1) {
    text += "\n" + place_table(found, "node", found.idle.nodes, node_names(*found.trace));
  }
  print(text);
  return 0;
}

}  // namespace

Command add_idle(CLI::App& gusset) {
  const auto arguments = std::make_shared<TraceArguments>();
  CLI::App* command = add_command(
      gusset, {"idle", "T.gus [--json] [--strict]", "Says where the time went that was not work, by cause.",
               "gusset idle cholesky.gus"});
  add_trace_arguments(*command, *arguments);
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return idle(*arguments);
          }};
}

}  // namespace gusset::cli
