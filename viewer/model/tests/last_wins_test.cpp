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
  int timers_ = 0;
  LastWins<int> work_{
      {[this](int request) { started_.push_back(request); }, [this] { ++stops_; }, [this] { ++timers_; }}};
};

TEST_F(LastWinsTest, FirstRequestStartsAtOnce) {
  work_.request(1);
  EXPECT_THAT(started_, ElementsAre(1));
  EXPECT_EQ(work_.running(), 1);
  EXPECT_TRUE(work_.ended());
  EXPECT_EQ(work_.running(), std::nullopt);
}

TEST_F(LastWinsTest, OnlyTheLatestWaitingRequestStarts) {
  work_.request(1);
  for (int next = 2; next <= 5; ++next) work_.request(next);
  EXPECT_THAT(started_, ElementsAre(1)) << "one at a time";
  EXPECT_EQ(timers_, 1) << "the timer starts when the work becomes stale";
  EXPECT_TRUE(work_.ended()) << "work that ends in time is shown, so that the picture follows the mouse";
  EXPECT_THAT(started_, ElementsAre(1, 5));
  EXPECT_EQ(stops_, 0);
}

TEST_F(LastWinsTest, SlowStaleWorkIsStoppedAndNotShown) {
  work_.request(1);
  work_.request(2);
  work_.timed_out();
  work_.timed_out();
  EXPECT_EQ(stops_, 1);
  EXPECT_THAT(started_, ElementsAre(1)) << "the next one starts when the first one has ended";
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1, 2));
  EXPECT_TRUE(work_.ended());
}

TEST_F(LastWinsTest, CurrentWorkIsNeverStopped) {
  work_.request(1);
  work_.timed_out();
  EXPECT_EQ(stops_, 0);
  EXPECT_TRUE(work_.ended());
  work_.timed_out();
  EXPECT_EQ(stops_, 0);
}

TEST_F(LastWinsTest, CancelStopsWorkAndDropsWaitingRequests) {
  work_.cancel();
  EXPECT_EQ(stops_, 0);
  work_.request(1);
  work_.request(2);
  work_.cancel();
  EXPECT_EQ(stops_, 1);
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1));
  work_.request(3);
  EXPECT_THAT(started_, ElementsAre(1, 3));
}

TEST_F(LastWinsTest, RequestAfterCancelStartsOnceTheWorkerIsFree) {
  work_.request(1);
  work_.cancel();
  work_.request(2);
  EXPECT_FALSE(work_.ended());
  EXPECT_THAT(started_, ElementsAre(1, 2));
  EXPECT_TRUE(work_.ended());
}

}  // namespace
}  // namespace gusset::viewer
