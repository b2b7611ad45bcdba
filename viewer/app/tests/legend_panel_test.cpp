#include "gusset/viewer/app/timeline/legend_panel.hpp"

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using LegendPanelTest = testing::WindowFixture;

TEST_F(LegendPanelTest, LegendShowsCountsAndSharesPerTrace) {
  open({write("one.gus", "a.bbb"), write("two.gus", "bb", 1000, traces::Origin::predicted)});
  const LegendPanel& legend = window_->legend();
  ASSERT_EQ(legend.topLevelItemCount(), 2);
  EXPECT_EQ(legend.topLevelItem(0)->text(0), "measured · 80.0 % busy");
  EXPECT_EQ(legend.topLevelItem(1)->text(0), "predicted · 100.0 % busy");
  const QTreeWidgetItem* first = legend.topLevelItem(0)->child(0);
  EXPECT_EQ(first->text(0), "b");
  EXPECT_EQ(first->text(1), "1");
  EXPECT_EQ(first->text(2), "3.00 µs");
  EXPECT_EQ(first->text(3), "75.0 %");
  EXPECT_EQ(legend.topLevelItem(1)->childCount(), 1);
}

TEST_F(LegendPanelTest, LegendNamesTracesOfTheSameOrigin) {
  open({write("one.gus", "a.bbb"), write("two.gus", "bb")});
  EXPECT_EQ(window_->legend().topLevelItem(0)->text(0), "one.gus · 80.0 % busy");
  EXPECT_EQ(window_->legend().topLevelItem(1)->text(0), "two.gus · 100.0 % busy");
}

TEST_F(LegendPanelTest, LegendFollowsTheSelectedRange) {
  open({write("one.gus", "aaaabbbb")});
  window_->session().selection().select_range({0, 5'000}, SelectionOrigin::timeline);
  settle();
  EXPECT_EQ(window_->legend().topLevelItem(0)->text(0), "measured · 100.0 % busy in the selected range");
  EXPECT_EQ(window_->legend().topLevelItem(0)->child(0)->text(3), "80.0 %");
}

}  // namespace
}  // namespace gusset::viewer
