#include "gusset/viewer/model/document/last_wins.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

class LastWinsTest : public ::testing::Test {
 protected:
  std::vector<int> started_;
  int stops_ = 0;
  int clocks_ = 0;
  LastWins<int> work_{
      {[this](int what) { started_.push_back(what); }, [this] { ++stops_; }, [this] { ++clocks_; }}};
};

TEST_F(LastWinsTest, TheFirstStartsAtOnce) {
  work_.ask(1);
  EXPECT_THAT(started_, ElementsAre(1));
  EXPECT_EQ(work_.running(), 1);
  EXPECT_TRUE(work_.ended());
  EXPECT_EQ(work_.running(), std::nullopt);
}

TEST_F(LastWinsTest, OfThoseThatCameMeanwhileOnlyTheLastStarts) {
  work_.ask(1);
  for (int what = 2; what <= 5; ++what) work_.ask(what);
  EXPECT_THAT(started_, ElementsAre(1)) << "one at a time";
  EXPECT_EQ(clocks_, 1) << "the clock runs from when the work became stale";
  EXPECT_TRUE(work_.ended()) << "what ends in time is shown, so that the picture follows the hand";
  EXPECT_THAT(started_, ElementsAre(1, 5));
  EXPECT_EQ(stops_, 0);
}

TEST_F(LastWinsTest, StaleWorkThatTakesTooLongIsStoppedAndNotShown) {
  work_.ask(1);
  work_.ask(2);
  work_.lost_patience();
  work_.lost_patience();
  EXPECT_EQ(stops_, 1);
  EXPECT_THAT(started_, ElementsAre(1)) << "the next begins when the first is gone";
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1, 2));
  EXPECT_TRUE(work_.ended());
}

TEST_F(LastWinsTest, WorkThatIsNotStaleIsNeverStopped) {
  work_.ask(1);
  work_.lost_patience();
  EXPECT_EQ(stops_, 0);
  EXPECT_TRUE(work_.ended());
  work_.lost_patience();
  EXPECT_EQ(stops_, 0);
}

TEST_F(LastWinsTest, GivingUpStopsWorkAndForgetsWhatWaits) {
  work_.give_up();
  EXPECT_EQ(stops_, 0);
  work_.ask(1);
  work_.ask(2);
  work_.give_up();
  EXPECT_EQ(stops_, 1);
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1));
  work_.ask(3);
  EXPECT_THAT(started_, ElementsAre(1, 3));
}

TEST_F(LastWinsTest, WhatIsAskedForAfterGivingUpStartsWhenTheWorkerIsFree) {
  work_.ask(1);
  work_.give_up();
  work_.ask(2);
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1, 2));
  EXPECT_TRUE(work_.ended());
}

}  // namespace
}  // namespace gusset::viewer
