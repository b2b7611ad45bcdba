#include <filesystem>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/traces/exchange/merge_ranks.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> parts;
  std::string output;
};

int merge(const MergeArguments& arguments) {
  if (arguments.parts.empty())
    throw errors::missing_argument("merge", "the parts that the nodes of one run recorded (PART.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("merge", "-o A.gus");
  refuse_other_format("merge", arguments.output);
  refuse_same_file(arguments.output, arguments.parts);
  OutputFile output(arguments.output);
  const std::vector<std::filesystem::path> parts(arguments.parts.begin(), arguments.parts.end());
  const traces::MergedRanks merged = required(traces::merge_ranks(parts, output.pending()));
  output.commit();
  const TracePointer head = load_trace(output.name(), false, traces::Sections::none());
  print(size_line(*head, merged.tasks, output.name()));
  for (const std::string& note : merged.notes) print_diagnostic(output.name() + ": " + note);
  return 0;
}

}  // namespace

Command add_merge(CLI::App& gusset) {
  return add_command<MergeArguments>(
      gusset,
      {"merge", "PART.gus… -o A.gus", "Join the parts of a run on several nodes into one trace.",
       "gusset merge t.node*.gus -o t.gus"},
      [](CLI::App& command, MergeArguments& arguments) {
        add_trace_option(command, "PART.gus", arguments.parts,
                         "The nodes' parts, in any order; if some are missing, the trace has the others");
        add_option(command, "-o,--output FILE", arguments.output, "Write the trace of all nodes to FILE");
      },
      merge);
}

}  // namespace gusset::cli
