#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace gusset::testing {

/// The paths of the command and the probe, which the build defines.
inline const std::string gusset_path = GUSSET_BINARY;
inline const std::string probe_path = PROBE_BINARY;

/// Runs the gusset command in a folder.
inline ProgramResult gusset_in(const TestFolder& folder, std::vector<std::string> arguments,
                               std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), gusset_path);
  return run_program({std::move(arguments), std::move(environment), folder.path(), ""});
}

}  // namespace gusset::testing
