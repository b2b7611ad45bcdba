#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"

namespace {

using gusset::cli::Command;
using gusset::cli::Failure;
using gusset::cli::ProgramLine;

// The command line of `run`, `run-node`, `simulate` and `tune` ends at the first `--`. The words after it
// belong to the program and are not parsed.
struct CommandLine {
  std::vector<std::string> words;
  ProgramLine program;
};

CommandLine split(int argc, char** argv) {
  CommandLine line{{argv + 1, argv + argc}, {}};
  constexpr std::array<std::string_view, 4> with_program{"run", "run-node", "simulate", "tune"};
  if (line.words.empty() ||
      std::find(with_program.begin(), with_program.end(), line.words.front()) == with_program.end())
    return line;
  const auto dashes = std::find(line.words.begin(), line.words.end(), "--");
  if (dashes == line.words.end()) return line;
  line.program.emplace(dashes + 1, line.words.end());
  line.words.erase(dashes, line.words.end());
  return line;
}

int dispatch(int argc, char** argv) {
  auto [words, program] = split(argc, argv);
  // An empty word usually comes from an unset variable in a script: the user meant to give a value.
  const auto empty = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.empty() || word.ends_with('=');
  });
  if (empty != words.end()) {
    const std::string before = !empty->empty() ? *empty : empty == words.begin() ? "gusset" : *(empty - 1);
    throw gusset::cli::errors::empty_value(empty == words.begin() ? "command line" : words.front(), before);
  }
  CLI::App app("Run task-parallel programs, predict their runs, and explain what costs time.", "gusset");
  app.set_version_flag("--version", "gusset " GUSSET_VERSION, "Print the version");
  app.set_help_flag("-h,--help", "Print this help");
  app.allow_extras();
  app.footer(
      "gusset COMMAND --help shows a command's options and an example.\nExample:\n  gusset run -- ./cholesky "
      "--size 3072 --blocks 12 && gusset view cholesky.gus");
  app.formatter(gusset::cli::make_formatter("COMMAND …"));
  const std::vector<Command> commands{gusset::cli::add_run(app, program),
                                      gusset::cli::add_calibrate(app),
                                      gusset::cli::add_simulate(app, program),
                                      gusset::cli::add_tune(app, program),
                                      gusset::cli::add_replay(app),
                                      gusset::cli::add_speedup(app),
                                      gusset::cli::add_schedule(app),
                                      gusset::cli::add_platform(app),
                                      gusset::cli::add_convert(app),
                                      gusset::cli::add_merge(app),
                                      gusset::cli::add_info(app),
                                      gusset::cli::add_report(app),
                                      gusset::cli::add_stats(app),
                                      gusset::cli::add_flame(app),
                                      gusset::cli::add_idle(app),
                                      gusset::cli::add_efficiency(app),
                                      gusset::cli::add_critical_path(app),
                                      gusset::cli::add_why(app),
                                      gusset::cli::add_check(app),
                                      gusset::cli::add_graph(app),
                                      gusset::cli::add_compare(app),
                                      gusset::cli::add_render(app),
                                      gusset::cli::add_view(app),
                                      gusset::cli::add_run_node(app, program),
                                      gusset::cli::add_network_node(app)};
  const auto chosen = [&commands] {
    return std::find_if(commands.begin(), commands.end(), [](const Command& c) { return c.app->parsed(); });
  };

  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes words from the back
    app.parse(words);
  } catch (const CLI::CallForVersion& version) {
    gusset::cli::print(version.what() + std::string("\n"));
    return 0;
  } catch (const CLI::CallForHelp&) {
    gusset::cli::print(app.help());
    return 0;
  } catch (const CLI::ParseError& error) {
    const auto command = chosen();
    const std::string name = command == commands.end() ? "command line" : command->app->get_name();
    const std::string reason = error.what();
    // CLI11 says "--output: …" if an option lacks its value or appears twice.
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
      throw gusset::cli::errors::missing_value(name, reason.substr(0, reason.find(':')));
    }
    throw gusset::cli::errors::refused_command_line(name, reason);
  }
  if (chosen() == commands.end()) {
    const auto remaining = app.remaining();
    if (remaining.empty()) throw gusset::cli::errors::no_command();
    throw gusset::cli::errors::unknown_command(remaining.front());
  }
  return chosen()->execute();
}

}  // namespace

int main(int argc, char** argv) {
  gusset::cli::prepare_standard_streams();
  try {
    return dispatch(argc, argv);
  } catch (const Failure& failure) {
    gusset::cli::print_diagnostic(failure.what());
    return failure.exit_status();
  } catch (const std::exception& error) {
    gusset::cli::print_diagnostic(error.what());
    return Failure::failed;
  }
}
