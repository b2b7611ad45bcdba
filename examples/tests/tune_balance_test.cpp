// A sweep with and without load balancing, on a machine with a slow node.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(TuneBalance, MovesTasksAwayFromASlowNode) {
  const TestFolder folder;
  folder.write("slow.json",
               R"({"name": "slow", "nodes": 4, "cores": 2, "gflops_per_core": 8, "latency_s": 2e-6,
                   "bandwidth_bytes_per_s": 5e9, "node_speeds": [1, 1, 1, 0.5]})");
  const auto result =
      run_program({{GUSSET_BINARY, "tune", "-o", "s.json", "--grid", "2x2", "--platform", "slow.json",
                    "--balance", "--", CHOLESKY_BINARY, "--size", "4096", "--blocks", "16", "--migratable"},
                   {},
                   folder.path(),
                   ""});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("smart balancing is fastest: "));
  EXPECT_THAT(
      result.output,
      HasSubstr("\nTo run the best: gusset run --nodes 4 --grid 2x2 --balance smart --threads 2 -- "));
  const json sweep = json::parse(read_text(folder.file("s.json")));
  const json& off = sweep.at("configurations").at(0).at("screen").at("measures");
  const json& smart = sweep.at("configurations").at(1).at("screen").at("measures");
  EXPECT_TRUE(off.at("migrated_tasks").is_null());
  EXPECT_GT(smart.at("migrated_tasks"), 20);
  EXPECT_GT(smart.at("payload_bytes"), off.at("payload_bytes"));
  EXPECT_LT(smart.at("makespan_s").get<double>(), 0.8 * off.at("makespan_s").get<double>());
}

}  // namespace
}  // namespace gusset::testing
