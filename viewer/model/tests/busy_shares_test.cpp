#include "gusset/viewer/model/timeline/busy_shares.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

BusyShares shares_of(const char* text) {
  const auto parsed = parse_busy_shares(text);
  EXPECT_TRUE(parsed) << text;
  return parsed ? parsed.value() : BusyShares();
}

TEST(BusyShares, BoundsMeanThemselvesWhereTheySaySo) {
  EXPECT_TRUE(BusyShares().contain(0.0));
  EXPECT_TRUE(BusyShares().are_all());
  EXPECT_TRUE(shares_of("busy<50%").contain(49.9));
  EXPECT_FALSE(shares_of("busy<50%").contain(50.0));
  EXPECT_TRUE(shares_of("busy<=50%").contain(50.0));
  EXPECT_TRUE(shares_of("busy>=90%").contain(90.0));
  EXPECT_FALSE(shares_of("busy>90%").contain(90.0));
  const BusyShares both = shares_of(" Busy >= 10 and busy < 50 % ");
  EXPECT_FALSE(both.contain(9.0));
  EXPECT_TRUE(both.contain(10.0));
  EXPECT_FALSE(both.contain(50.0));
}

TEST(BusyShares, AreWrittenAsTheyAreRead) {
  for (const char* text : {"busy<50%", "busy<=12.5%", "busy>0%", "busy>=10% and busy<50%"})
    EXPECT_EQ(to_text(shares_of(text)), text);
  EXPECT_EQ(to_text(BusyShares()), "");
}

TEST(BusyShares, OtherTextsAreNamesOrRefused) {
  EXPECT_FALSE(is_of_busy_shares("busy"));
  EXPECT_FALSE(is_of_busy_shares("busy worker"));
  EXPECT_FALSE(is_of_busy_shares("worker<3"));
  EXPECT_TRUE(is_of_busy_shares("busy<"));
  EXPECT_TRUE(is_of_busy_shares(" BUSY =1"));
  for (const char* text : {"busy<", "busy=5%", "busy<101%", "busy<-1%", "busy<x%", "busy<5%5", "busy<5% and",
                           "busy<5% and busy<6%", "busy<nan", "worker"})
    EXPECT_FALSE(parse_busy_shares(text)) << text;
  EXPECT_EQ(parse_busy_shares("busy=5%").error().message(),
            "rows: expected busy<50% or busy>=90%, of 0 to 100%, found busy=5%");
}

}  // namespace
}  // namespace gusset::viewer
