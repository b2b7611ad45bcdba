#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "programs/setting_values.hpp"

namespace gusset::cli {

/// The words of one command's help.
struct Help {
  std::string name;
  std::string usage;        ///< what follows "gusset NAME "
  std::string description;  ///< one sentence
  std::string example;      ///< a command line and what it is for
};

/// Lays help out in gusset's way. `usage` follows "gusset ".
std::shared_ptr<CLI::Formatter> make_formatter(const std::string& usage);

/// Adds a command. What it does not know is left for `refuse_remaining`, whose wording is ours.
CLI::App* add_command(CLI::App& gusset, const Help& help);

/// Adds an option or a positional argument. `name` states its names and, after a blank, what its value is in
/// the help: "-o,--output FILE".
template <class Value>
CLI::Option* add_option(CLI::App& command, std::string_view name, Value& value, const std::string& help) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::string_view type = name.substr(std::min(blank + 1, name.size()));
  return command.add_option(std::string(name.substr(0, blank)), value, help)->type_name(std::string(type));
}

/// Throws Failure where words are left that the command does not know.
void refuse_remaining(const CLI::App& command);

/// Adds --strict, which every command has that reads traces of other programs.
void add_strict_flag(CLI::App* command, bool& strict);

/// Of --policy, which the program checks: it may have policies of its own.
inline constexpr const char* policy_help =
    "By which workers take tasks: locality, fifo, priority, random, nearest, static,\n"
    "or one of PROGRAM's own; locality if not given";

/// The program and its arguments. Throws Failure where there is none, or words that the command does not
/// know.
std::vector<std::string> require_program(const std::string& command, const ProgramLine& program,
                                         const CLI::App& app);

}  // namespace gusset::cli
