#include "gusset/traces/analysis/time/efficiency.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct EfficiencyArguments : TraceArguments {
  std::string baseline;
};

// Returns nothing if there is only one node, if no task ran, if the trace can't be replayed, or if the replay
// takes less time than the busiest worker computed.
std::optional<traces::CommunicationSplit> split_communication(const traces::Trace& trace,
                                                              const traces::Efficiency& e,
                                                              const std::string& path) {
  if (trace.nodes.size() < 2 || e.makespan_ns == 0 || e.communication == 0.0) return std::nullopt;
  const auto ideal_s = simulator::ideal_network_makespan_s(trace, path);
  if (!ideal_s.ok()) return std::nullopt;
  // A replay's schedule may be worse than the run's. That difference says nothing about the network.
  const double transfer = std::min(1.0, *ideal_s / seconds(e.makespan_ns));
  if (transfer < e.communication) return std::nullopt;
  return traces::CommunicationSplit{e.communication / transfer, transfer};
}

int efficiency(const EfficiencyArguments& arguments) {
  traces::Sections sections = traces::Sections::none();
  sections.spans = sections.tasks = true;
  sections.others = true;  // when threads were outside of parallel regions or had no processor
  TracePointer trace = load_trace(arguments.path, arguments.strict, sections);
  // The replay needs the whole trace. Imported traces have been read completely, and their issues reported.
  if (trace->nodes.size() > 1 && trace->metadata.origin != traces::Origin::imported)
    trace = load_trace(arguments.path, arguments.strict);
  const TracePointer baseline =
      arguments.baseline.empty() ? nullptr : load_trace(arguments.baseline, arguments.strict, sections);
  require_runs(*trace, arguments.path);
  if (baseline) {
    require_runs(*baseline, arguments.baseline);
    require_fewer_workers(*baseline, arguments.baseline, *trace, arguments.path);
  }
  const traces::Efficiency result = traces::efficiency(*trace, baseline.get());
  const bool is_compared = baseline != nullptr && result.load_balance > 0.0;
  if (is_compared && traces::compute_statistics(*baseline).tasks == 0)
    throw errors::nothing_ran(arguments.baseline);
  const auto split = split_communication(*trace, result, arguments.path);
  print(arguments.json ? traces::efficiency_json(result, split, arguments.path, arguments.baseline)
                       : answer_text(traces::efficiency_answer(*trace, result, split)));
  return 0;
}

}  // namespace

Command add_efficiency(CLI::App& gusset) {
  return add_trace_command<EfficiencyArguments>(
      gusset,
      {"efficiency", "T.gus [--baseline T1.gus] [--json] [--strict]",
       "Show how well workers were used, as factors that multiply (the POP metrics).",
       "gusset efficiency on8threads.gus --baseline on1thread.gus"},
      [](CLI::App& command, EfficiencyArguments& arguments) {
        add_trace_option(command, "--baseline T1.gus", arguments.baseline, baseline_help);
      },
      efficiency);
}

}  // namespace gusset::cli
