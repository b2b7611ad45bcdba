#include "gusset/traces/answers/why_words.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "output/printable.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

using traces::TaskId;
using traces::unknown_time;
using traces::WhyStep;

struct WhyArguments : TraceArguments {
  std::string task;
  std::string depth = "3";
};

constexpr std::uint64_t most_steps = 1'000'000;

std::string step_text(const traces::Trace& trace, const WhyStep& step, const traces::WhyNames& names) {
  return printable(traces::to_text(traces::why_sentence(trace, step, names))) + "\n  " +
         printable(traces::why_waits(step)) + "\n";
}

nlohmann::ordered_json time_json(std::int64_t time_ns) {
  return time_ns == unknown_time ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(time_ns);
}

nlohmann::ordered_json task_json(const traces::Trace& trace, TaskId task) {
  if (task.is_none()) return nullptr;
  return {{"task", task.value()}, {"name", task_text(trace, task)}};
}

nlohmann::ordered_json step_json(const traces::Trace& trace, const WhyStep& step) {
  nlohmann::ordered_json json;
  json["task"] = task_json(trace, step.task);
  json["worker"] = trace.lanes[step.lane.value()].worker.value();
  json["begin_ns"] = step.begin_ns;
  json["submit_ns"] = time_json(step.submit_ns);
  json["ready_ns"] = time_json(step.ready_ns);
  json["cause"] = std::string(traces::cause_name(step.cause));
  json["cause_ns"] = time_json(step.cause_ns);
  json["by"] = task_json(trace, step.by);
  json["handle"] = step.handle.is_none() ? nlohmann::ordered_json(nullptr)
                                         : nlohmann::ordered_json(trace.handles.name[step.handle.value()]);
  json["version"] =
      step.handle.is_none() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(step.version);
  json["message"] = nullptr;
  if (step.message) {
    const traces::Message& message = trace.messages[*step.message];
    json["message"] = {{"from", message.from.value()},
                       {"to", message.to.value()},
                       {"send_ns", time_json(message.send_ns)},
                       {"receive_ns", time_json(message.receive_ns)},
                       {"payload_bytes", message.payload_bytes}};
  }
  json["waits"] = nlohmann::ordered_json::array();
  for (const traces::ChainLink& link : step.waits) {
    json["waits"].push_back({{"kind", std::string(traces::kind_name(link.kind))},
                             {"begin_ns", link.begin_ns},
                             {"end_ns", link.end_ns}});
  }
  return json;
}

std::string ambiguity(const traces::FoundTasks& found) {
  if (found.count < 2) return {};
  std::string text = "Of " + count_text(found.count, "task") + " of that name, this is the first, number " +
                     std::to_string(found.first.value()) + "; others:";
  for (const TaskId other : found.others) text += " " + std::to_string(other.value());
  return text + (found.count > found.others.size() + 1 ? " …" : "") + "\n";
}

int why(const WhyArguments& arguments) {
  if (arguments.task.empty())
    throw errors::missing_argument("why", "a task (its number, or a name such as \"gemm A(3,1)\")");
  const std::uint64_t depth = parse_count("why", "--depth", arguments.depth, 1, most_steps);
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const auto found = traces::find_tasks(*trace, arguments.task, arguments.path);
  if (!found.ok()) throw Failure(found.error());
  const traces::TaskGraph graph(*trace);
  const auto steps = traces::why(*trace, graph, found->first, static_cast<std::size_t>(depth));
  if (steps.empty()) throw errors::task_never_ran(arguments.path, task_text(*trace, found->first));
  if (arguments.json) {
    nlohmann::ordered_json json{{"format", "gusset why"}, {"version", 1}, {"file", arguments.path}};
    json["task"] = task_json(*trace, found->first);
    json["tasks_of_that_name"] = found->count;
    json["dependencies_recorded"] = graph.known();
    json["summary"] = traces::to_text(traces::why_summary(*trace, steps, graph.known()));
    json["steps"] = nlohmann::ordered_json::array();
    for (const WhyStep& step : steps) json["steps"].push_back(step_json(*trace, step));
    print(json_text(json));
    return 0;
  }
  std::string text = ambiguity(*found);
  if (!graph.known()) text += "Dependencies were not recorded: predecessors are not known.\n";
  text += printable(traces::to_text(traces::why_summary(*trace, steps, graph.known()))) + "\n\n";
  const traces::WhyNames names(*trace, steps);
  for (const WhyStep& step : steps) text += step_text(*trace, step, names);
  print(text);
  return 0;
}

}  // namespace

Command add_why(CLI::App& gusset) {
  const auto arguments = std::make_shared<WhyArguments>();
  CLI::App* command = add_command(gusset, {"why", "T.gus TASK [--depth N] [--json] [--strict]",
                                           "Says why a task began when it did, and not earlier.",
                                           "gusset why cholesky.gus \"gemm A(3,1)\" --depth 5"});
  add_trace_arguments(*command, *arguments);
  command->add_option("TASK", arguments->task, "Its number, its name (type and modified handle), or a type")
      ->type_name("");
  command->add_option("--depth", arguments->depth, "How many tasks to go back; 3 if not given")
      ->type_name("N");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return why(*arguments);
          }};
}

}  // namespace gusset::cli
