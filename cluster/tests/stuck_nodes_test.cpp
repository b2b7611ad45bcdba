#include "engine/stuck_nodes.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace gusset::cluster {
namespace {

using Report = StuckNodes::Report;

/// What node 0 finds after all nodes have reported this 10 times.
std::optional<std::string> found_in(const std::vector<Report>& reports) {
  StuckNodes stuck(static_cast<unsigned>(reports.size()));
  std::optional<std::string> found;
  for (unsigned times = 0; times < 10; ++times) {
    for (unsigned node = 0; node < reports.size(); ++node) found = stuck.add(node, reports[node]);
  }
  return found;
}

TEST(StuckNodes, NodesThatWaitForWhatNeverComesAreStuck) {
  const std::vector<Report> reports{{.sent = 3, .received = 1, .text = "waits for a"},
                                    {.sent = 1, .received = 3, .text = "waits for b"}};
  EXPECT_EQ(found_in(reports), "node 0: waits for a; node 1: waits for b");
}

TEST(StuckNodes, AMessageUnderWayMayLetItsReceiverGoOn) {
  EXPECT_EQ(found_in({{.sent = 3, .received = 1}, {.sent = 1, .received = 2}}), std::nullopt);
}

TEST(StuckNodes, ASumThatAllNodesHaveBegunWillEnd) {
  EXPECT_EQ(found_in({{.sums = 5, .awaits_sum = true}, {.sums = 5, .awaits_sum = true}}), std::nullopt);
  // Node 1 has the result of the fifth sum already.
  EXPECT_EQ(found_in({{.sums = 5, .awaits_sum = true}, {.sums = 5}}), std::nullopt);
  EXPECT_EQ(found_in({{.sums = 5, .awaits_sum = true}, {.sums = 6, .awaits_sum = true}}), std::nullopt);
}

TEST(StuckNodes, ASumThatAStuckNodeHasNotBegunNeverEnds) {
  EXPECT_EQ(found_in({{.sums = 5, .awaits_sum = true}, {.sums = 4, .text = "waits for a"}}),
            "node 1: waits for a");
}

TEST(StuckNodes, NodesThatDoSomethingBetweenTheirReportsAreNotStuck) {
  StuckNodes stuck(2);
  for (unsigned times = 0; times < 10; ++times) {
    EXPECT_EQ(stuck.add(0, {.sent = 3, .received = 3}), std::nullopt);
    EXPECT_EQ(stuck.add(1, {.sent = times, .received = times}), std::nullopt);
  }
}

}  // namespace
}  // namespace gusset::cluster
