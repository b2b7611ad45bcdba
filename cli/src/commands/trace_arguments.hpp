#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "arguments.hpp"
#include "command.hpp"

namespace gusset::cli {

/// What every command that answers a question about one trace takes.
struct TraceArguments {
  std::string path;
  bool json = false;
  bool strict = false;
};

/// Adds T.gus, --json and --strict to a command.
void add_trace_arguments(CLI::App& command, TraceArguments& arguments);

/// Throws Failure where no trace was given, or words that the command does not know.
void require_trace(const CLI::App& command, const TraceArguments& arguments);

}  // namespace gusset::cli
