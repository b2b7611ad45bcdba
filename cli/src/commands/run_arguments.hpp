#pragma once
#include <map>
#include <string>

namespace gusset::cli {

/// The options of `gusset run`, as the user wrote them. Empty if not given.
struct RunArguments {
  std::string output;
  std::string threads;
  std::string depth;
  std::string policy;
  std::string boundary;
  std::string schedule;
  std::string form;
  std::string nodes;
  // Only with --nodes:
  std::string grid;
  std::string balance;
  std::string broadcast;
  std::string statistics;
  std::string launcher;
  std::string timeout;
};

/// The options that every run has, as environment variables for the runtime. Throws Failure if a value is
/// malformed.
std::map<std::string, std::string> run_variables(const RunArguments& arguments);

}  // namespace gusset::cli
