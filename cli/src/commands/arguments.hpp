#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "gusset/simulator/network/network.hpp"

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

/// Throws Failure where words are left that the command does not know.
void refuse_remaining(const CLI::App& command);

/// Adds --strict, which every command has that reads traces of other programs.
void add_strict_flag(CLI::App* command, bool& strict);

/// The parts of a list between commas, empty ones too; at least one.
std::vector<std::string> between_commas(const std::string& list);

/// A decimal number without sign, in minimum … maximum. Throws Failure naming the command and its option.
std::uint64_t parse_count(const std::string& command, const std::string& option, const std::string& text,
                          std::uint64_t minimum, std::uint64_t maximum);

/// A time with a unit, in ns. Throws Failure naming the command and its option.
std::int64_t parse_time(const std::string& command, const std::string& option, const std::string& text);

/// Threads of one node: 1 … most_threads.
inline constexpr std::uint64_t most_threads = 1024;
std::uint64_t parse_threads(const std::string& command, const std::string& text);

/// Throws Failure where the network of that name does not know the platform's topology.
void require_network(simulator::NetworkEngine network, const simulator::Platform& platform,
                     const std::string& source);

/// Of --policy, which the program checks: it may have policies of its own.
inline constexpr const char* policy_help =
    "By which workers take tasks: locality, fifo, priority, random, nearest, static,\n"
    "or one of PROGRAM's own; locality if not given";

/// The program and its arguments. Throws Failure where there is none, or words that the command does not
/// know.
std::vector<std::string> require_program(const std::string& command, const ProgramLine& program,
                                         const CLI::App& app);

}  // namespace gusset::cli
