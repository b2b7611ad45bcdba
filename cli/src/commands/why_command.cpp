#include "gusset/traces/answers/why_answer.hpp"

#include <string>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct WhyArguments : TraceArguments {
  std::string task;
  std::string depth = "3";
};

constexpr std::uint64_t max_steps = 1'000'000;

std::string ambiguity(const traces::FoundTasks& found) {
  if (found.count < 2) return {};
  std::string text = count_text(found.count, "task") + " have this name; this is the first, number " +
                     std::to_string(found.first.value()) + ". Others:";
  for (const traces::TaskId other : found.others) text += " " + std::to_string(other.value());
  return text + (found.count > found.others.size() + 1 ? " …" : "") + "\n";
}

int why(const WhyArguments& arguments) {
  if (arguments.task.empty())
    throw errors::missing_argument("why", "a task (its number, or a name such as \"gemm A(3,1)\")");
  const std::uint64_t depth = parse_count("why", "--depth", arguments.depth, 1, max_steps);
  const TracePointer trace = load_trace(arguments.path, arguments.strict);
  const auto found = required(traces::find_tasks(*trace, arguments.task, arguments.path));
  const traces::TaskGraph graph(*trace);
  const traces::WhyAnalysis analysis{traces::why(*trace, graph, found.first, static_cast<std::size_t>(depth)),
                                     graph.known()};
  if (analysis.steps.empty()) throw errors::task_never_ran(arguments.path, task_text(*trace, found.first));
  print(arguments.json ? traces::why_json(*trace, found, analysis, arguments.path)
                       : ambiguity(found) + answer_text(traces::why_answer(*trace, analysis)));
  return 0;
}

}  // namespace

Command add_why(CLI::App& gusset) {
  return add_trace_command<WhyArguments>(
      gusset,
      {"why", "T.gus TASK [--depth N] [--json] [--strict]",
       "Show why a task began when it did, and not earlier.",
       "gusset why cholesky.gus \"gemm A(3,1)\" --depth 5"},
      [](CLI::App& command, WhyArguments& arguments) {
        add_option(command, "TASK", arguments.task,
                   "The task: its number, its name (type and first modified handle), or a type");
        add_option(command, "--depth N", arguments.depth, "Go back N tasks (default: 3)");
      },
      why);
}

}  // namespace gusset::cli
