#include "gusset/traces/analysis/compare/change_limit.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

using Decision = ChangeLimit::Decision;

RatioEstimate between(double low, double high) {
  return {(low + high) / 2.0, RatioInterval{low, high}};
}

TEST(ChangeLimit, ParsesQuantitySignAndPercent) {
  EXPECT_EQ(parse_change_limit("makespan>5%"), (ChangeLimit{RunQuantity::makespan, true, 5.0}));
  EXPECT_EQ(parse_change_limit(" busy < -2.5 % "), (ChangeLimit{RunQuantity::busy, false, -2.5}));
  EXPECT_EQ(parse_change_limit("idle>0%"), (ChangeLimit{RunQuantity::idle, true, 0.0}));
}

TEST(ChangeLimit, RejectsAnythingElse) {
  for (const char* const text : {"", "makespan", "makespan>", "makespan>5", "makespan>%", ">5%", "speed>5%",
                                 "makespan=5%", "makespan>=5%", "makespan>nan%", "makespan>inf%",
                                 "makespan>-100%", "makespan>5%%", "makespan>5% idle>5%", "Makespan>5%"})
    EXPECT_FALSE(parse_change_limit(text)) << text;
}

TEST(ChangeLimit, TextParsesAsTheSameLimit) {
  for (const char* const text : {"makespan>5%", "busy<-2.5%", "idle>0%"}) {
    const auto limit = parse_change_limit(text);
    ASSERT_TRUE(limit) << text;
    EXPECT_EQ(limit->text(), text);
  }
}

TEST(ChangeLimit, FailsOnlyIfTheWholeIntervalLiesBeyondTheLimit) {
  const ChangeLimit slower{RunQuantity::makespan, true, 5.0};
  EXPECT_EQ(slower.decide(between(1.06, 1.2)), Decision::failed);
  EXPECT_EQ(slower.decide(between(1.05, 1.2)), Decision::undecided) << "the limit itself is allowed";
  EXPECT_EQ(slower.decide(between(1.04, 1.2)), Decision::undecided);
  EXPECT_EQ(slower.decide(between(0.9, 1.05)), Decision::passed);
  const ChangeLimit faster{RunQuantity::makespan, false, -5.0};
  EXPECT_EQ(faster.decide(between(0.8, 0.94)), Decision::failed);
  EXPECT_EQ(faster.decide(between(0.8, 0.96)), Decision::undecided);
  EXPECT_EQ(faster.decide(between(0.95, 1.1)), Decision::passed);
}

TEST(ChangeLimit, IsUndecidedWithoutAnInterval) {
  const ChangeLimit slower{RunQuantity::makespan, true, 5.0};
  EXPECT_EQ(slower.decide(std::nullopt), Decision::undecided);
  EXPECT_EQ(slower.decide(RatioEstimate{2.0, {}}), Decision::undecided);
}

TEST(ChangeLimit, DecisionsHaveNames) {
  EXPECT_EQ(decision_name(Decision::failed), "failed");
  EXPECT_EQ(decision_name(Decision::passed), "passed");
  EXPECT_EQ(decision_name(Decision::undecided), "undecided");
}

}  // namespace
}  // namespace gusset::traces
