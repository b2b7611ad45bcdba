#pragma once
#include <string>
#include <vector>

#include "run_arguments.hpp"

namespace gusset::cli {

/// `gusset run --nodes N`. Returns the exit status. Throws Failure.
int run_on_nodes(const RunArguments& arguments, const std::vector<std::string>& program);

/// Throws Failure if an option is given that needs --nodes.
void refuse_options_of_nodes(const RunArguments& arguments);

}  // namespace gusset::cli
