#include "gusset/viewer/app/explain/critical_path_panel.hpp"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTreeWidget>

#include "widgets/share_bar.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class CriticalPathPanelTest : public testing::WindowFixture {
 protected:
  CriticalPathPanel& panel() { return window_->explanation_docks().path(); }
  QDockWidget* dock() { return window_->findChild<QDockWidget*>("Critical path"); }
  QAction* action() { return window_->findChild<QAction*>("critical path"); }

  void click_cell(int row, int column) {
    QTreeWidget& table = panel().table();
    table.scrollToItem(table.topLevelItem(row));
    const QRect cell = table.visualItemRect(table.topLevelItem(row));
    const int x = table.header()->sectionPosition(column) + table.header()->sectionSize(column) / 2;
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, {x, cell.center().y()});
    settle();
  }
};

constexpr const char* path_drawing = R"(
  aaaa....bbbbb...
  cc......dd......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 0] [ready 4]
  d1: read y@1 [submit 0] [ready 2]
)";

TEST_F(CriticalPathPanelTest, KeyShowsPathAndTable) {
  open({write("path.gus", path_drawing)});
  EXPECT_FALSE(dock()->isVisible());
  EXPECT_EQ(window_->explanations().path().get(0), nullptr) << "computed only when first needed";
  const QImage before = view().canvas().image().copy();
  key(Qt::Key_C);
  EXPECT_TRUE(action()->isChecked());
  EXPECT_TRUE(dock()->isVisible());
  EXPECT_NE(view().canvas().image(), before);
  ASSERT_EQ(panel().table().topLevelItemCount(), 4);
  EXPECT_EQ(panel().table().topLevelItem(0)->text(0), "b");
  EXPECT_EQ(panel().table().topLevelItem(0)->text(1), "5.00 µs");
  EXPECT_EQ(panel().table().topLevelItem(2)->text(0), "ready, not taken");
  EXPECT_EQ(panel().table().topLevelItem(3)->text(1), "13.0 µs") << "the sum is the makespan";
  key(Qt::Key_C);
  EXPECT_FALSE(window_->explanations().shows_path());
  EXPECT_FALSE(dock()->isVisible());
}

TEST_F(CriticalPathPanelTest, ExplainsTheTimelineOnlyWhileThePathIsDrawn) {
  open({write("path.gus", path_drawing)});
  const auto explains = [this] { return panel().summary().text().contains("In the timeline: "); };
  dock()->show();
  settle();
  ASSERT_EQ(panel().table().topLevelItemCount(), 4);
  EXPECT_FALSE(explains());
  key(Qt::Key_C);
  EXPECT_TRUE(explains());
  const ViewPalette& palette = view_palette_on(window_->session().document()->appearance.background);
  const auto symbol = [](Rgba colour, const char* shape) {
    return "<span style=\"color:" + qt_colour(colour).name().toStdString() + "\">" + shape + "</span>";
  };
  EXPECT_THAT(panel().summary().text().toStdString(),
              ::testing::StartsWith("In the timeline: " + symbol(palette.bound, "▭") + " critical path, " +
                                    symbol(palette.chain, "▔") + " critical chain, "));
  key(Qt::Key_C);
  EXPECT_FALSE(explains());
  EXPECT_EQ(panel().table().topLevelItemCount(), 4);
  EXPECT_TRUE(dock()->isVisible()) << "it was open before";
}

TEST_F(CriticalPathPanelTest, NamesOfTheBoundsHaveARowOfTheirOwn) {
  open({write("path.gus", path_drawing), write("other.gus", path_drawing)});
  const int title = timeline().layout().title(1).top;
  key(Qt::Key_C);
  EXPECT_TRUE(timeline().has_bounds_row());
  EXPECT_GT(timeline().layout().bounds(0).height, 0);
  EXPECT_GE(timeline().layout().title(1).top, timeline().layout().bounds(0).bottom());
  key(Qt::Key_C);
  EXPECT_FALSE(timeline().has_bounds_row());
  EXPECT_EQ(timeline().layout().title(1).top, title);
}

TEST_F(CriticalPathPanelTest, ClickSelectsTasksOfAType) {
  open({write("path.gus", path_drawing)});
  key(Qt::Key_C);
  click_cell(0, 3);
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->name, "b on the critical path");
  EXPECT_EQ(selection().set->tasks.size(), 1U);
  click_cell(2, 1);
  EXPECT_EQ(selection().set->name, "ready, not taken on the critical chain");
}

TEST_F(CriticalPathPanelTest, ListsTheTasksInOrderOfTime) {
  open({write("path.gus", path_drawing)});
  key(Qt::Key_C);
  QTableView& list = panel().list();
  const auto row = [&](int at) {
    std::string cells;
    for (int column = 0; column < 5; ++column)
      cells += (column == 0 ? "" : " | ") + list.model()->index(at, column).data().toString().toStdString();
    return cells;
  };
  ASSERT_EQ(list.model()->rowCount(), 2);
  EXPECT_TRUE(list.isColumnHidden(5)) << "one trace needs no names";
  EXPECT_EQ(row(0), "a x | 4.00 µs |  | w0 | 0.000 µs");
  EXPECT_EQ(row(1), "b #2 | 5.00 µs | a dependency, then a worker for 4.00 µs | w0 | 8.000 µs");
  timeline().show({0, 2'000});
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(1, 1)).center());
  settle();
  ASSERT_TRUE(selection().task());
  EXPECT_EQ(selection().task()->task, traces::TaskId(2));
  EXPECT_GT(timeline().axis().end_ns(), 8'000) << "the view shows the task";
  QTest::keyClick(&list, Qt::Key_Up);
  EXPECT_EQ(selection().task()->task, traces::TaskId(0));
  window_->session().selection().select_task({0, traces::TaskId(1)}, {}, SelectionOrigin::graph);
  EXPECT_FALSE(list.selectionModel()->hasSelection()) << "another task is selected";
  window_->findChild<QComboBox*>("critical path tasks of")->setCurrentIndex(1);
  EXPECT_EQ(list.model()->rowCount(), 2);
  EXPECT_TRUE(list.isColumnHidden(2)) << "waits belong to the chain";
  key(Qt::Key_F11);
  key(Qt::Key_C);
  EXPECT_GE(list.rowHeight(0), list.fontMetrics().height()) << "rows have room for large letters";
}

TEST_F(CriticalPathPanelTest, SaysIfDependenciesAreMissing) {
  open({write("plain.gus", "aaaa..bb\nbb......")});
  key(Qt::Key_C);
  EXPECT_THAT(panel().summary().text().toStdString(), ::testing::HasSubstr("Dependencies were not recorded"));
  EXPECT_EQ(panel().table().topLevelItemCount(), 0);
  EXPECT_FALSE(panel().list().isVisible());
}

TEST_F(CriticalPathPanelTest, UpdatesForAnotherTrace) {
  open({write("path.gus", path_drawing)});
  key(Qt::Key_C);
  open({write("other.gus", "aa\na1: write x@0")});
  EXPECT_TRUE(window_->explanations().shows_path());
  ASSERT_EQ(panel().table().topLevelItemCount(), 2);
  EXPECT_EQ(panel().table().topLevelItem(0)->text(1), "2.00 µs");
}

}  // namespace
}  // namespace gusset::viewer
