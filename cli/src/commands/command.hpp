#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gusset::cli {

/// A command, the first word after `gusset`: how to parse it and how to run it.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> execute;  ///< returns the exit status; throws Failure
};

/// The words after the first `--` of `gusset run`, `gusset simulate` and `gusset tune`: a program and its
/// arguments. Nothing without `--`.
using ProgramLine = std::optional<std::vector<std::string>>;

// Each function has a file of its own. `program` must outlive the command.
Command add_calibrate(CLI::App& gusset);
Command add_check(CLI::App& gusset);
Command add_compare(CLI::App& gusset);
Command add_convert(CLI::App& gusset);
Command add_critical_path(CLI::App& gusset);
Command add_efficiency(CLI::App& gusset);
Command add_flame(CLI::App& gusset);
Command add_graph(CLI::App& gusset);
Command add_idle(CLI::App& gusset);
Command add_info(CLI::App& gusset);
Command add_merge(CLI::App& gusset);
Command add_platform(CLI::App& gusset);
Command add_render(CLI::App& gusset);
Command add_network_node(CLI::App& gusset);
Command add_replay(CLI::App& gusset);
Command add_report(CLI::App& gusset);
Command add_run(CLI::App& gusset, const ProgramLine& program);
Command add_run_node(CLI::App& gusset, const ProgramLine& program);
Command add_schedule(CLI::App& gusset);
Command add_simulate(CLI::App& gusset, const ProgramLine& program);
Command add_speedup(CLI::App& gusset);
Command add_stats(CLI::App& gusset);
Command add_tune(CLI::App& gusset, const ProgramLine& program);
Command add_view(CLI::App& gusset);
Command add_why(CLI::App& gusset);

}  // namespace gusset::cli
