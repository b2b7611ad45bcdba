#include "gusset/traces/analysis/time/efficiency.hpp"

#include <gmock/gmock.h>

#include "answers/recorded_program.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::trace_from_text;

TEST(Efficiency, KnownTraceHasKnownFactors) {
  const Efficiency e = efficiency(*trace_from_text("aaaa....\nbb......\ncccccc.c\n", 1));
  EXPECT_DOUBLE_EQ(e.parallel, (4.0 + 2.0 + 7.0) / 3.0 / 8.0);
  EXPECT_DOUBLE_EQ(e.load_balance, (4.0 + 2.0 + 7.0) / 3.0 / 7.0);
  EXPECT_DOUBLE_EQ(e.communication, 7.0 / 8.0);
  EXPECT_EQ(e.busiest, WorkerId(2));
  EXPECT_FALSE(e.scalability.has_value());
}

TEST(Efficiency, FactorsMultiplyOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Efficiency e = efficiency(*random_trace({.seed = seed, .nodes = 1 + seed % 2}));
    EXPECT_NEAR(e.load_balance * e.communication, e.parallel, 1e-12);
    EXPECT_LE(e.node_balance, 1.0);
  }
}

TEST(Efficiency, EmptyTraceIsZero) {
  const Efficiency e = efficiency(Trace{});
  EXPECT_EQ(e.parallel, 0.0);
  EXPECT_EQ(e.load_balance, 0.0);
  EXPECT_TRUE(e.busiest.is_none());
  const Trace empty;
  EXPECT_EQ(efficiency(empty, &empty).scalability->computation, 1.0);
}

/// A region in which each of some threads runs for `part_ns`.
Trace region_of(std::size_t threads, std::int64_t part_ns) {
  testing::ForkJoinProgram program(threads);
  for (std::size_t lane = 0; lane < threads; ++lane)
    program.run(lane, program.joined("parallel a.c:1", {}, 0, 0), 0, part_ns);
  return testing::recorded(program);
}

TEST(Efficiency, RegionsAreComparedWithAllTheirParts) {
  const Trace one = region_of(1, 1'000'000);
  const Scalability divided = *efficiency(region_of(2, 500'000), &one).scalability;
  ASSERT_EQ(divided.types.size(), 1U);
  EXPECT_TRUE(divided.types[0].is_region);
  EXPECT_EQ(divided.types[0].tasks, 1U);
  EXPECT_DOUBLE_EQ(divided.types[0].ratio, 1.0);
  EXPECT_DOUBLE_EQ(divided.computation, 1.0);
  const Scalability repeated = *efficiency(region_of(2, 1'000'000), &one).scalability;
  EXPECT_DOUBLE_EQ(repeated.types[0].ratio, 2.0);
  EXPECT_DOUBLE_EQ(repeated.computation, 0.5);
  const Verdict found = verdict(region_of(2, 1'000'000), {"t.gus", &one, "one.gus"});
  EXPECT_THAT(found.findings.at(0).sentence,
              ::testing::StartsWith("Threads together take longer than the baseline's thread: "));
  EXPECT_THAT(
      found.findings.at(0).sentence,
      ::testing::HasSubstr("2.00 times as long (mean 2.00 ms, not 1.00 ms, in all threads together)"));
}

TEST(Efficiency, TypesThatTakeLongerThanInTheBaselineAreInflated) {
  const auto one = trace_from_text("aa|aabbb\n", 1);
  const auto two = trace_from_text("aaa|aaa\nbbb...c\n", 1);
  const Efficiency e = efficiency(*two, one.get());
  ASSERT_TRUE(e.scalability.has_value());
  const Scalability& s = *e.scalability;
  EXPECT_DOUBLE_EQ(s.speedup, 7.0 / 7.0);
  ASSERT_EQ(s.types.size(), 2u) << "c is not in the baseline";
  EXPECT_EQ(s.types[0].type, "a");
  EXPECT_DOUBLE_EQ(s.types[0].ratio, 1.5);
  EXPECT_DOUBLE_EQ(s.types[0].extra_ns, 2.0);
  EXPECT_DOUBLE_EQ(s.types[1].ratio, 1.0);
  EXPECT_DOUBLE_EQ(s.computation, 7.0 / 9.0);
  EXPECT_DOUBLE_EQ(s.covered, 9.0 / 10.0);
  EXPECT_DOUBLE_EQ(s.global_efficiency, e.parallel * s.computation);
}

}  // namespace
}  // namespace gusset::traces
