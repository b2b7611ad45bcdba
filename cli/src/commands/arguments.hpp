#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "output/trace_text.hpp"
#include "programs/setting_values.hpp"

namespace gusset::cli {

/// The text of one command's help.
struct Help {
  std::string name;
  std::string usage;        ///< the text after "gusset NAME "
  std::string description;  ///< one sentence
  std::string example;      ///< a command line and its purpose
};

/// Makes a formatter that lays out help in Gusset's style. `usage` is the text after "gusset ".
std::shared_ptr<CLI::Formatter> make_formatter(const std::string& usage);

/// The arguments of every command that answers a question about one trace.
struct TraceArguments {
  std::string path;
  bool json = false;
  bool strict = false;
};

/// Adds an option or a positional argument. `name` has its names and, after a blank, the placeholder for its
/// value in the help: "-o,--output FILE".
template <class Value>
CLI::Option* add_option(CLI::App& command, std::string_view name, Value& value, const std::string& help) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::string_view type = name.substr(std::min(blank + 1, name.size()));
  return command.add_option(std::string(name.substr(0, blank)), value, help)->type_name(std::string(type));
}

/// Adds an argument or an option that names traces: files, pipes, or "-" for standard input.
template <class Value>
CLI::Option* add_trace_option(CLI::App& command, std::string_view name, Value& value,
                              const std::string& help) {
  return add_option(command, name, value, help)->transform(reopenable);
}

/// Adds --strict. Every command that reads other programs' traces has it.
void add_strict_flag(CLI::App& command, bool& strict);
void add_json_flag(CLI::App& command, bool& json);
/// Adds T.gus, --json and --strict.
void add_trace_arguments(CLI::App& command, TraceArguments& arguments);

/// Help for options that several commands have. Programs check --policy, because they may define policies.
inline constexpr const char* policy_help =
    "Choose how workers take tasks: locality (default), fifo, priority, random, nearest,\n"
    "static, critical, cab, squads, or a policy that PROGRAM defines";
inline constexpr const char* boundary_help =
    "Under the policy cab, let any socket take tasks down to level N (default: from the data's and\n"
    "the caches' sizes); 0 treats all workers alike";
inline constexpr const char* schedule_help =
    "Run the tasks on the workers and in the order of a schedule file (from gusset schedule)";
inline constexpr const char* form_help =
    "Let captured plans follow the schedule strictly (strict, the default), with flags (flags), or\n"
    "as a guide, like other tasks (guided)";
inline constexpr const char* broadcast_help =
    "Choose how a version of data reaches many nodes: direct (the owner sends it to all; the\n"
    "default), tree (nodes that have it send it on) or tree,K (each node to at most K)";
inline constexpr const char* balance_help =
    "Let nodes without work take over ready tasks that the program marks as migratable: off\n"
    "(default), basic, equalize or smart, each optionally with a number of ready tasks that stay\n"
    "(smart,4), or list:FILE";
inline constexpr const char* replay_policy_help =
    "Choose how workers take tasks: locality (default), fifo, priority, random, nearest,\n"
    "static, critical, cab or squads";
inline const std::string platform_help =
    "Predict for this machine: a name (see gusset platform), a JSON or SimGrid XML file, or\n"
    "nodes:cores:gflops:latency:bandwidth, with GFlop/s per core, seconds and bytes/s";
inline constexpr const char* rate_help =
    "Set the work per second for graphs whose tasks never ran (default: 1000, so that a unit\n"
    "of work takes 1 ms)";
inline constexpr const char* baseline_help =
    "Compare with the same program on fewer threads, to find work inflation (the same tasks take\n"
    "longer)";
inline constexpr const char* seed_help = "Start from seed S (default: 1)";
inline constexpr const char* caches_help =
    "Follow what the platform's L2 and L3 caches hold, and add the time of missing bytes";
inline constexpr const char* seed_jobs_help = "Simulate N seeds at once (default: one per core)";

/// Adds a command without options. Its parser accepts unknown words; `refuse_remaining` reports them in
/// Gusset's wording.
CLI::App* new_command(CLI::App& gusset, const Help& help);

/// Throws Failure if the command line has words that the command does not know.
void refuse_remaining(const CLI::App& command);
/// Like refuse_remaining; also throws Failure if the trace is missing.
void require_trace(const CLI::App& command, const TraceArguments& arguments);
/// The program and its arguments. Throws Failure if there is no program, or if the command line has words
/// that the command does not know.
const std::vector<std::string>& require_program(const CLI::App& command, const ProgramLine& program);

/// Adds a command. `declare(command, arguments)` adds its options, `execute(command, arguments)` runs it.
template <class Arguments, class Declare, class Execute>
Command declare_command(CLI::App& gusset, const Help& help, Declare declare, Execute execute) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* const command = new_command(gusset, help);
  declare(*command, *arguments);
  return {command, [command, arguments, execute] { return execute(*command, *arguments); }};
}

/// Adds a command that `execute(arguments)` runs.
template <class Arguments, class Declare, class Execute>
Command add_command(CLI::App& gusset, const Help& help, Declare declare, Execute execute) {
  return declare_command<Arguments>(gusset, help, declare,
                                    [execute](const CLI::App& command, const Arguments& arguments) {
                                      refuse_remaining(command);
                                      return execute(arguments);
                                    });
}

/// Adds a command that `execute(arguments, words)` runs; `words` are the program and its arguments after
/// `--`.
template <class Arguments, class Declare, class Execute>
Command add_program_command(CLI::App& gusset, const ProgramLine& program, const Help& help, Declare declare,
                            Execute execute) {
  return declare_command<Arguments>(gusset, help, declare,
                                    [execute, &program](const CLI::App& command, const Arguments& arguments) {
                                      return execute(arguments, require_program(command, program));
                                    });
}

/// Adds a command that answers a question about a trace. `declare` adds its extra options.
template <class Arguments, class Declare, class Execute>
Command add_trace_command(CLI::App& gusset, const Help& help, Declare declare, Execute execute) {
  return declare_command<Arguments>(
      gusset, help,
      [declare](CLI::App& command, Arguments& arguments) {
        add_trace_arguments(command, arguments);
        declare(command, arguments);
      },
      [execute](const CLI::App& command, const Arguments& arguments) {
        require_trace(command, arguments);
        return execute(arguments);
      });
}
template <class Execute>
Command add_trace_command(CLI::App& gusset, const Help& help, Execute execute) {
  const auto no_options = [](CLI::App&, TraceArguments&) {};
  return add_trace_command<TraceArguments>(gusset, help, no_options, execute);
}

}  // namespace gusset::cli
