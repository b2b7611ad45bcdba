#include "bench/rounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace gusset::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(Rounds, AlternatesAndTakesMedians) {
  std::string order;
  double next = 0.0;
  const auto contestant = [&](const char* name) {
    return Contestant{name, [&order, &next, name]() -> std::optional<double> {
                        order += name;
                        return next += 1.0;
                      }};
  };
  Figure figure{"row", "ns"};
  const Failed failed = measure_alternately(figure, contestant("a"), {contestant("b")}, 3, "bench");
  EXPECT_EQ(order, "ababab");
  EXPECT_EQ(figure.ours, 3.0);
  EXPECT_THAT(figure.peers, ElementsAre(Pair("b", 4.0)));
  EXPECT_FALSE(failed.ours || failed.peers);
}

TEST(Rounds, FailingContestantIsDroppedAndReported) {
  int calls = 0;
  const Contestant ours{"Gusset", [] { return std::optional(1.0); }};
  const Contestant failing{"peer", [&]() -> std::optional<double> {
                             ++calls;
                             throw std::runtime_error("expected luck, found none");
                           }};
  const Contestant absent{"other", [] { return std::optional<double>(); }};
  Figure figure{"row", "ns"};
  ::testing::internal::CaptureStderr();
  const Failed failed = measure_alternately(figure, ours, {failing, absent}, 3, "bench");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "bench: peer, row: expected luck, found none\n");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(figure.ours, 1.0);
  EXPECT_THAT(figure.peers, IsEmpty());
  EXPECT_FALSE(failed.ours);
  EXPECT_TRUE(failed.peers);
}

}  // namespace
}  // namespace gusset::bench
