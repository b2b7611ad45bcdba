#include "run_arguments.hpp"

#include <cstdlib>

#include "output/errors.hpp"
#include "programs/setting_values.hpp"

namespace gusset::cli {
namespace {

// Policies are not checked here, because the program may define them.
void check_depth(const std::string& depth) {
  if (depth.empty() || depth == "spans" || depth == "ready" || depth == "accesses") return;
  throw errors::bad_value("run", "--depth", "spans, ready or accesses", depth);
}

}  // namespace

std::map<std::string, std::string> run_variables(const RunArguments& arguments) {
  std::map<std::string, std::string> variables;
  if (!arguments.threads.empty())
    variables["GUSSET_THREADS"] = std::to_string(parse_threads("run", arguments.threads));
  check_depth(arguments.depth);
  if (!arguments.depth.empty()) variables["GUSSET_DEPTH"] = arguments.depth;
  // The recording's memory limit and the pinning of threads have no option here, so the caller's variables
  // stay in effect.
  for (const char* const name : {"GUSSET_TRACE_MEMORY", "GUSSET_PIN"}) {
    if (const char* const value = std::getenv(name); value != nullptr) variables[name] = value;
  }
  if (!arguments.policy.empty()) variables["GUSSET_POLICY"] = arguments.policy;
  if (!arguments.boundary.empty())
    variables["GUSSET_BOUNDARY"] = std::to_string(parse_boundary("run", arguments.boundary));
  if (!arguments.schedule.empty()) variables["GUSSET_SCHEDULE"] = arguments.schedule;
  if (!arguments.form.empty())
    variables["GUSSET_SCHEDULE_FORM"] = checked_form("run", arguments.form, arguments.schedule);
  return variables;
}

}  // namespace gusset::cli
