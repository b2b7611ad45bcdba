#include "gusset/viewer/model/timeline/busy_shares.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

BusyShares shares_of(const char* text) {
  const auto parsed = parse_busy_shares(text);
  EXPECT_TRUE(parsed) << text;
  return parsed ? parsed.value() : BusyShares();
}

TEST(BusyShares, InclusiveBoundsContainTheBound) {
  EXPECT_TRUE(BusyShares().contains(0.0));
  EXPECT_TRUE(BusyShares().allows_all());
  EXPECT_TRUE(shares_of("busy<50%").contains(49.9));
  EXPECT_FALSE(shares_of("busy<50%").contains(50.0));
  EXPECT_TRUE(shares_of("busy<=50%").contains(50.0));
  EXPECT_TRUE(shares_of("busy>=90%").contains(90.0));
  EXPECT_FALSE(shares_of("busy>90%").contains(90.0));
  const BusyShares both = shares_of(" Busy >= 10 and busy < 50 % ");
  EXPECT_FALSE(both.contains(9.0));
  EXPECT_TRUE(both.contains(10.0));
  EXPECT_FALSE(both.contains(50.0));
}

TEST(BusyShares, TextRoundTrips) {
  for (const char* text : {"busy<50%", "busy<=12.5%", "busy>0%", "busy>=10% and busy<50%"})
    EXPECT_EQ(to_text(shares_of(text)), text);
  EXPECT_EQ(to_text(BusyShares()), "");
}

TEST(BusyShares, OtherTextIsANameOrAnError) {
  EXPECT_FALSE(is_busy_condition("busy"));
  EXPECT_FALSE(is_busy_condition("busy worker"));
  EXPECT_FALSE(is_busy_condition("worker<3"));
  EXPECT_TRUE(is_busy_condition("busy<"));
  EXPECT_TRUE(is_busy_condition(" BUSY =1"));
  for (const char* text : {"busy<", "busy=5%", "busy<101%", "busy<-1%", "busy<x%", "busy<5%5", "busy<5% and",
                           "busy<5% and busy<6%", "busy<nan", "worker"})
    EXPECT_FALSE(parse_busy_shares(text)) << text;
  EXPECT_EQ(parse_busy_shares("busy=5%").error().message(),
            "rows: expected a condition such as busy<50% or busy>=90%, from 0 to 100%, found busy=5%");
}

}  // namespace
}  // namespace gusset::viewer
