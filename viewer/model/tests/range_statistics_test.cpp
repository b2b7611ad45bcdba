#include "gusset/viewer/model/explain/range_statistics.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::UiQueue;

class RangeStatisticsTest : public ::testing::Test {
 protected:
  RangeStatisticsTest() : session_(queue_.post(), 1), statistics_(session_) {
    session_.show(document_from_text({"aaaabb..aa\nbb........"}));
  }
  void settle() {
    queue_.run_until([this] { return !session_.busy(); });
  }

  UiQueue queue_;
  Session session_;
  RangeStatistics statistics_;
  int changes_ = 0;
  Connection connection_ = statistics_.changed.connect([this] { ++changes_; });
};

TEST_F(RangeStatisticsTest, NothingIsComputedUnlessWatched) {
  statistics_.set_range(TimeRange{0, 4000});
  settle();
  EXPECT_EQ(statistics_.of(0), nullptr);
  statistics_.set_watched(true);
  settle();
  ASSERT_NE(statistics_.of(0), nullptr);
  EXPECT_EQ(statistics_.of(0)->all.count, 2U);
}

TEST_F(RangeStatisticsTest, MatchGussetStats) {
  statistics_.set_watched(true);
  statistics_.set_range(TimeRange{1000, 5000});
  settle();
  traces::TaskStatisticsOptions options;
  options.from_ns = 1000;
  options.to_ns = 5000;
  const auto expected = traces::task_statistics(*session_.document()->panel(0).trace, options);
  EXPECT_EQ(statistics_.of(0)->all, expected->all);
  EXPECT_EQ(statistics_.of(0)->histogram, expected->histogram);
  EXPECT_EQ(statistics_.range(), (TimeRange{1000, 5000}));
}

TEST_F(RangeStatisticsTest, SameQueryIsNotComputedTwice) {
  statistics_.set_watched(true);
  settle();
  const int before = changes_;
  statistics_.set_range(std::nullopt);
  statistics_.group_by(traces::GroupBy::type);
  settle();
  EXPECT_EQ(changes_, before);
  statistics_.group_by(traces::GroupBy::worker);
  settle();
  EXPECT_EQ(changes_, before + 1);
  EXPECT_EQ(statistics_.of(0)->groups.size(), 2U);
}

TEST_F(RangeStatisticsTest, BarSelectsTheTasksItCounts) {
  statistics_.set_watched(true);
  settle();
  // Type b has two tasks of 2 µs.
  const traces::TaskGroupStatistics& b = statistics_.of(0)->groups.at(1);
  ASSERT_EQ(b.name, "b");
  ASSERT_EQ(b.histogram.size(), 1U);
  statistics_.select_bar(0, b.number, b.histogram.front());
  settle();
  ASSERT_NE(session_.selection().state().set, nullptr);
  EXPECT_EQ(session_.selection().state().set->tasks.size(), b.histogram.front().count);
  EXPECT_EQ(session_.selection().state().set->name, "b lasting 2.00 µs to 5.00 µs");
}

TEST_F(RangeStatisticsTest, NewDocumentReplacesTheStatistics) {
  statistics_.set_watched(true);
  settle();
  session_.show(document_from_text({"c", "dd.d"}));
  EXPECT_EQ(statistics_.of(0), nullptr) << "the old statistics are dropped at once";
  settle();
  ASSERT_NE(statistics_.of(1), nullptr);
  EXPECT_EQ(statistics_.of(1)->all.count, 2U);
}

TEST(RangeStatisticsText, DescribeTheRange) {
  const auto both = document_from_text({"aabb", "aabbccdd"});
  EXPECT_EQ(statistics_range_text(*both, {}, false), "whole trace");
  EXPECT_EQ(statistics_range_text(*both, TimeRange{1000, 2000}, true),
            "selected range, 1.000 µs to 2.000 µs; only the part of each task inside it");
  const auto ends = aligned(*both, {traces::AlignAt::end, false, {}});
  EXPECT_EQ(statistics_range_text(*ends, TimeRange{5000, 6000}, true),
            "selected range, -3.000 µs to -2.000 µs from the end; only the part of each task inside it");
}

}  // namespace
}  // namespace gusset::viewer
