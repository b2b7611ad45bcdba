// What the policies with squads gain and lose in simulations that follow caches (docs/sockets.md).
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "example_call.hpp"
#include "gusset/base/text_file.hpp"

namespace gusset::testing {
namespace {

struct SocketCase {
  std::string program;
  std::string rows, columns, steps, leaves;
};

/// Its simulated time on four sockets with four cores each, in seconds. A unit of work is 1 ÷ 2.9e9 s.
double socket_time_s(const SocketCase& what, const std::string& policy, const std::string& boundary = "") {
  const TestFolder folder;
  std::map<std::string, std::string> variables{{"GUSSET_ENGINE", "simulate"},
                                               {"GUSSET_PLATFORM", "opteron8380"},
                                               {"GUSSET_COSTS", "work:2.9e9"},
                                               {"GUSSET_CACHES", "1"},
                                               {"GUSSET_POLICY", policy},
                                               {"GUSSET_STATS", folder.file("s.json")}};
  if (!boundary.empty()) variables["GUSSET_BOUNDARY"] = boundary;
  const auto result =
      run_program({{FORK_JOIN_BINARY, "--program", what.program, "--rows", what.rows, "--columns", what.columns,
                    "--steps", what.steps, "--leaves", what.leaves},
                   std::move(variables),
                   {},
                   ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  return nlohmann::json::parse(read_text(folder.file("s.json")))["makespan_s"];
}

}  // namespace
}  // namespace gusset::testing
