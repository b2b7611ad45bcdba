#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "accuracy/cluster_study.hpp"
#include "example_call.hpp"
#include "mpi_environment.hpp"

namespace gusset::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const Example cluster_accuracy{CLUSTER_ACCURACY_BINARY};

std::string launcher() {
  const std::string openmpi = MPIRUN_OPENMPI;
  return openmpi.empty() ? MPIRUN_MPICH : openmpi;
}

// The test checks that predictions are made, measured and judged, not how accurate they are here and now.
TEST(ClusterAccuracy, QuickStudyCountsMeasuresAndPredicts) {
  if (launcher().empty()) GTEST_SKIP() << "no MPI is installed";
  const auto result = cluster_accuracy.run({"--quick", "--launcher", launcher()}, mpi_environment());
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  const std::string& report = result.output;
  EXPECT_THAT(report, HasSubstr("Costs come from cholesky N = 1536, gemm N = 768 on 2 nodes."));
  EXPECT_THAT(report, HasSubstr("the quick study, which says little. Between 2 nodes on 1 host: latency "));
  std::istringstream lines(report);
  std::size_t cases = 0;
  for (std::string line; std::getline(lines, line);) {
    char program[16] = {};
    char counts[8] = {};
    unsigned rows = 0, tile = 0, nodes = 0;
    double measured_ms = 0, spread = 0, predicted_ms = 0, error = 0;
    if (std::sscanf(line.c_str(), "| %15s | %u | %u | %u | %7s | %lf | %lf %% | %lf | %lf %%", program, &rows,
                    &tile, &nodes, counts, &measured_ms, &spread, &predicted_ms, &error) != 9)
      continue;
    ++cases;
    EXPECT_EQ(rows, 1024u);
    EXPECT_EQ(nodes, 2u);
    EXPECT_STREQ(counts, "yes") << program;
    EXPECT_GT(measured_ms, 0.0);
    EXPECT_NEAR(error, (predicted_ms / measured_ms - 1.0) * 100.0, 1.0 + std::abs(error) * 0.02);
  }
  EXPECT_EQ(cases, 2u) << report;
  EXPECT_THAT(report, HasSubstr("\n- Counts: equal in 2 of 2 cases.\n"));
  // Beside other programs, the calibration is disturbed.
  EXPECT_THAT(report, ContainsRegex("\n- (Times|Called not reliable), [12] cases: median error [0-9.]+ %, "));
}

TEST(ClusterAccuracy, CountsDifferIfAnyNodesDo) {
  const auto document = nlohmann::json::parse(R"({"makespan_s": 1,
      "totals": {"level1_tasks": 3, "wire_bytes": 100},
      "nodes": [{"node": 0, "messages_sent": 2, "busy_s": 1, "busy_share": 1, "peak_memory_bytes": 9}],
      "pairs": [{"from": 0, "to": 1, "messages": 2}]})");
  auto other = document;
  other["makespan_s"] = 2;
  other["totals"]["wire_bytes"] = 200;
  other["nodes"][0]["busy_s"] = nullptr;
  EXPECT_TRUE(accuracy::has_equal_counts(document, other));
  other["nodes"][0]["messages_sent"] = 3;
  EXPECT_FALSE(accuracy::has_equal_counts(document, other));
}

TEST(ClusterAccuracy, InvalidArgumentsFailWithOneLine) {
  const auto result = cluster_accuracy.run({"--slow"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "cluster_accuracy: The following argument was not expected: --slow\n");
}

}  // namespace
}  // namespace gusset::testing
