#include "gusset/simulator/calibrate.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "gusset/simulator/cost_table.hpp"
#include "output_file.hpp"
#include "table.hpp"
#include "trace_text.hpp"
#include "units.hpp"

namespace gusset::cli {
namespace {

struct CalibrateArguments {
  std::vector<std::string> paths;
  std::string output;
  bool strict = false;
};

// Fewer measurements of a size than this make a mean that another run would change.
constexpr std::uint64_t few_measurements = 10;
// A trimmed mean so far above the median comes from a disturbed machine.
constexpr double disturbed = 1.2;

std::string size_text(const simulator::CostEntry& entry) {
  if (entry.kind == simulator::SizeKind::bytes) return bytes_text(entry.size);
  return fixed_text(entry.size, 0);
}

// How far a cost's mean is above what a typical task took: other programs that take the processor lengthen
// some tasks a lot.
double disturbance(const simulator::CostEntry& entry) {
  return entry.median_s > 0.0 ? entry.mean_s / entry.median_s : 1.0;
}

std::string verdict(const simulator::CostTable& table, const std::string& output) {
  std::uint64_t measurements = 0;
  std::uint64_t thin = 0;
  for (const auto& entry : table.entries) {
    measurements += entry.count;
    if (entry.count < few_measurements) ++thin;
  }
  std::string text =
      output + ": costs of " + count_text(table.entries.size(), "type-and-size pair") + " from " +
      count_text(measurements, "task") + " on " +
      (table.machine.cpu.empty() ? "a machine that the traces do not name" : table.machine.cpu) + ".";
  const auto worst =
      std::max_element(table.entries.begin(), table.entries.end(),
                       [](const auto& a, const auto& b) { return disturbance(a) < disturbance(b); });
  if (worst != table.entries.end() && disturbance(*worst) > disturbed) {
    text += " The machine was not quiet: the mean of " + worst->type + " is " +
            fixed_text(disturbance(*worst), 1) + " times its median; calibrate again when it is.";
  }
  if (thin > 0) {
    text += " " + std::to_string(thin) + " of them rest on fewer than " + std::to_string(few_measurements) +
            " tasks: more runs would make them surer.";
  }
  return text + "\n";
}

std::string cost_table(const simulator::CostTable& costs) {
  Table table({"type", "size", "count", "mean", "stddev", "min", "median", "max", "rate"});
  for (const auto& entry : costs.entries) {
    const bool has_rate = entry.kind == simulator::SizeKind::work && entry.mean_s > 0.0 && entry.size > 0.0;
    table.add_row({entry.type, size_text(entry), std::to_string(entry.count), duration_text(entry.mean_s),
                   duration_text(entry.stddev_s), duration_text(entry.min_s), duration_text(entry.median_s),
                   duration_text(entry.max_s),
                   has_rate ? fixed_text(entry.size / entry.mean_s * 1e-9, 2) + " G/s" : "-"});
  }
  return table.text();
}

int calibrate(const CalibrateArguments& arguments) {
  if (arguments.paths.empty())
    throw errors::missing_argument("calibrate", "at least one measured trace (T.gus)");
  if (arguments.output.empty()) throw errors::missing_argument("calibrate", "-o COSTS.json");
  refuse_same_file(arguments.output, arguments.paths);
  for (auto path = arguments.paths.begin(); path != arguments.paths.end(); ++path) {
    const auto is_this = [&path](const std::string& earlier) { return is_same_file(earlier, *path); };
    if (std::any_of(arguments.paths.begin(), path, is_this)) throw errors::trace_given_twice(*path);
  }
  OutputFile output(arguments.output);
  std::vector<TracePointer> traces;
  std::vector<simulator::CalibrationTrace> measured;
  for (const std::string& path : arguments.paths) {
    traces.push_back(load_trace(path, arguments.strict));
    measured.push_back({traces.back().get(), path});
  }
  const auto costs = simulator::calibrate(measured);
  if (!costs.ok()) throw Failure(costs.error());
  output.write(simulator::to_json(*costs));
  output.commit();
  print(verdict(*costs, output.name()) + "\n" + cost_table(*costs));
  return 0;
}

}  // namespace

Command add_calibrate(CLI::App& gusset) {
  const auto arguments = std::make_shared<CalibrateArguments>();
  CLI::App* command = add_command(gusset, {"calibrate", "T.gus… -o COSTS.json",
                                           "Learns what tasks cost from measured traces, by type and size.",
                                           "gusset calibrate run1.gus run2.gus -o costs.json"});
  command->add_option("T.gus", arguments->paths, "Measured traces of one machine")->type_name("");
  command->add_option("-o,--output", arguments->output, "The costs to write, for gusset simulate --costs")
      ->type_name("FILE");
  add_strict_flag(command, arguments->strict);
  return {command, [command, arguments] {
            refuse_remaining(*command);
            return calibrate(*arguments);
          }};
}

}  // namespace gusset::cli
