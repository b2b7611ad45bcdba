#include "gusset/traces/answers/comparison_answer.hpp"

#include <string>

#include "arguments.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct CompareArguments {
  std::string path_a;
  std::string path_b;
  bool json = false;
  bool strict = false;
};

int compare(const CompareArguments& arguments) {
  if (arguments.path_b.empty()) throw errors::missing_argument("compare", "two traces (A.gus B.gus)");
  const TracePointer a = load_trace(arguments.path_a, arguments.strict);
  const TracePointer b = load_trace(arguments.path_b, arguments.strict);
  const traces::Comparison comparison = traces::compare(*a, *b);
  const traces::ComparisonCauses causes = traces::comparison_causes(*a, *b, comparison);
  print(arguments.json
            ? traces::comparison_json(*a, arguments.path_a, *b, arguments.path_b, comparison, causes)
            : answer_text(traces::comparison_answer(*a, *b, comparison, causes)));
  return 0;
}

}  // namespace

Command add_compare(CLI::App& gusset) {
  return add_command<CompareArguments>(
      gusset,
      {"compare", "A.gus B.gus [--json] [--strict]",
       "Compare two traces: a run and its prediction, or two runs.",
       "gusset compare measured.gus predicted.gus"},
      [](CLI::App& command, CompareArguments& arguments) {
        add_trace_option(command, "A.gus", arguments.path_a, "The first trace, which B.gus is compared with");
        add_trace_option(command, "B.gus", arguments.path_b, "The second trace");
        add_json_flag(command, arguments.json);
        add_strict_flag(command, arguments.strict);
      },
      compare);
}

}  // namespace gusset::cli
