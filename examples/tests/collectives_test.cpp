#include <gtest/gtest.h>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

const Example collectives{COLLECTIVES_BINARY};

TEST(CollectivesExample, ChecksEachOperation) {
  for (const char* operation : {"broadcast", "reduce", "allreduce", "alltoall"}) {
    const auto result = collectives.run({"--operation", operation, "--bytes", "8000", "--times", "2"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.errors, "");
    EXPECT_EQ(result.output, std::string(operation) + ": all of rank 0's 1000 elements are right\n");
  }
}

TEST(CollectivesExample, RefusesAnAlgorithmThatCannotPerformTheOperation) {
  const auto result = collectives.run({"--operation", "broadcast", "--algorithm", "ring"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "collectives: broadcast: algorithm: expected linear, chain, binary, binomial, knomial, "
            "scatter_allgather, or automatic, found ring\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(CollectivesExample, SendsWhatTheAlgorithmSends) {
  const auto statistics =
      collectives.simulate({"--operation", "allreduce", "--algorithm", "rabenseifner", "--bytes", "8192"},
                           "8:1:1:1e-6:1e9", "1x8");
  EXPECT_EQ(statistics["totals"]["messages"], 8 * 2 * 3);
  EXPECT_EQ(statistics["totals"]["payload_bytes"], 8 * 2 * (4096 + 2048 + 1024));
}
#endif

}  // namespace
}  // namespace gusset::testing
