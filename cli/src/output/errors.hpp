#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

#include "gusset/base/result.hpp"

namespace gusset::cli {

/// What ends a command early: one line for standard error, which main prints after "gusset: ", and an exit
/// status.
class Failure : public std::runtime_error {
 public:
  static constexpr int failed = 1;
  static constexpr int misused = 2;

  explicit Failure(const std::string& line, int exit_status = failed)
      : std::runtime_error(line), exit_status_(exit_status) {}
  explicit Failure(const Error& error) : Failure(error.message()) {}

  int exit_status() const { return exit_status_; }

 private:
  int exit_status_;
};

/// All wording that `gusset` itself has for failures; each is one line "WHERE: expected …, found …".
namespace errors {

/// "signal 11 (Segmentation fault)".
std::string signal_text(int signal_number);

// The command line (exit status 2).
Failure no_command();
Failure unknown_command(const std::string& found);
Failure unknown_argument(const std::string& command, const std::string& found);
Failure missing_argument(const std::string& command, const std::string& expected);
Failure missing_program(const std::string& command);
Failure program_without_dashes(const std::string& command, const std::string& program);
Failure bad_value(const std::string& command, const std::string& option, const std::string& expected,
                  const std::string& found);
Failure grid_without_places(const std::string& grid, unsigned grid_nodes, std::uint64_t places);
Failure grid_does_not_match(const std::string& grid, unsigned grid_nodes, unsigned platform_nodes);
Failure trace_without_costs();
Failure placeholder_without_parameter(const std::string& parameter);
Failure parameter_without_placeholder(const std::string& parameter);
Failure grids_without_nodes();
Failure nodes_without_grid(unsigned nodes);
Failure proposal_without_size(const std::string& parameter);
Failure objective_without_costs(const std::string& objective);
Failure too_many_combinations(std::size_t most);
Failure missing_value(const std::string& command, const std::string& option);
Failure empty_word(const std::string& command, const std::string& before);
Failure refused_condition(const std::string& command, const Error& error);
/// An option asks for what a trace does not have; the error names the option.
Failure refused_by_trace(const std::string& path, const Error& error);
Failure option_of_traces(const std::string& path, const std::string& option, const std::string& found);
Failure refused_command_line(const std::string& command, const std::string& reason);

// Programs that gusset starts.
Failure program_not_startable(const std::string& program, int error_number);
Failure program_without_runtime(const std::string& program);
Failure program_is_static(const std::string& program);
Failure program_without_openmp_tasks(const std::string& program);
Failure policy_for_openmp(const std::string& program, const std::string& policy);
Failure openmp_calls_missing(const std::string& program, const std::string& calls);
Failure recorder_not_found(const std::string& recorder, const std::string& folder);
Failure libomp_not_found(const std::string& library, const std::string& program);
Failure program_without_trace(const std::string& program);
Failure program_without_statistics(const std::string& program);
// Of one configuration of a sweep.
Failure program_without_gusset(const std::string& program);
Failure several_runtimes(const std::string& program, std::size_t runtimes);
Failure strange_statistics(const std::string& program, const std::string& found);
Failure grid_of_other_nodes(const std::string& grid, unsigned nodes);
Failure results_replaced(const std::string& program, std::size_t runtimes, std::size_t results);
Failure program_chose_engine(const std::string& program, const std::string& expected,
                             const std::string& found);
/// Shells report a child that a signal ended as this + its number.
inline constexpr int first_signal_status = 128;
/// Of a program that was killed before it had written anything of its trace.
Failure nothing_was_written(const Failure& killed);
Failure program_killed(const std::string& program, int signal_number);
Failure program_interrupted(const std::string& program, int signal_number);
Failure viewer_not_found(const std::string& beside);

// Files.
Failure output_not_writable(const std::string& path, int error_number);
Failure output_not_a_file(const std::string& path);
Failure sweep_interrupted(const std::string& path, int signal_number, std::size_t done, std::size_t total);
/// A file that holds another sweep than a command line asks for; `option` is where they differ first.
Failure another_sweep(const std::string& path, const std::string& option);
Failure output_is_in_use(const std::string& output, const std::string& other);
Failure trace_given_twice(const std::string& path);
Failure machine_and_traces(const std::string& path);
/// `endings` in words: ".dot, .svg, .png or .pdf".
Failure other_ending(const std::string& path, const std::string& endings);
/// `run` and `simulate` write Gusset's own format only.
Failure trace_of_other_format(const std::string& command, const std::string& path);
Failure graph_too_large(const std::string& path, std::size_t most, std::uint64_t found);
/// Explicit dependencies name no data.
Failure unknown_accesses(const std::string& path);
Failure baseline_without_runs(const std::string& path);
Failure unknown_dependencies(const std::string& path);
/// `cycle` in words.
Failure cyclic_dependencies(const std::string& path, const std::string& cycle);
Failure no_tasks(const std::string& path);
Failure nothing_ran(const std::string& path);
Failure graph_without_times(const std::string& path, std::uint64_t tasks);
Failure task_never_ran(const std::string& path, const std::string& task);
Failure task_not_found_there(const std::string& path, const std::string& task);

}  // namespace errors
}  // namespace gusset::cli
