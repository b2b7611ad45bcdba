#include "gusset/viewer/app/explain/statistics_panel.hpp"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QToolTip>
#include <QTreeWidget>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/matrix_chart.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class StatisticsPanelTest : public testing::WindowFixture {
 protected:
  StatisticsPanel& panel() { return window_->explanation_docks().statistics(); }
  void show_panel() {
    key(Qt::Key_S, Qt::ShiftModifier);
    ASSERT_TRUE(window_->findChild<QDockWidget*>("Statistics")->isVisible());
    wait_for_range({});
  }
  /// The panel requests the view's range shortly after the view stops moving.
  void wait_for_range(const QString& text) {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !window_->session().busy() && panel().range_label().text().contains(text); },
        testing::patience_ms))
        << panel().range_label().text().toStdString();
    settle();
  }
  QString cell(int row, int column) { return panel().table().topLevelItem(row)->text(column); }
};

constexpr const char* drawing = R"(
  aaaabb..aa
  bb........
)";

TEST_F(StatisticsPanelTest, PictureGetsTheRoomThatTheTableLeaves) {
  for (const QSize size : {QSize(1600, 900), QSize(1024, 768)}) {
    window_->resize(size);
    open({write("stats.gus", drawing)});
    if (!panel().isVisible()) show_panel();
    const auto fits = [this] {
      const int columns = panel().table().header()->length();
      return panel().table().viewport()->width() >= columns &&
             panel().table().viewport()->width() < columns + 40;
    };
    EXPECT_TRUE(QTest::qWaitFor(fits, testing::patience_ms))
        << panel().table().header()->length() << " in " << panel().table().viewport()->width();
    EXPECT_GT(panel().histogram().width(), panel().width() * 3 / 10);
  }
}

TEST_F(StatisticsPanelTest, ShowsStatisticsPerType) {
  open({write("stats.gus", drawing)});
  show_panel();
  EXPECT_EQ(panel().range_label().text(), "whole trace");
  ASSERT_EQ(panel().table().topLevelItemCount(), 3);
  EXPECT_EQ(cell(0, 0), "all tasks");
  EXPECT_EQ(cell(0, 2), "4");
  EXPECT_EQ(cell(1, 0), "a");
  EXPECT_EQ(cell(1, 3), "6.00 µs");
  EXPECT_EQ(cell(1, 1), "60.0 %");
  EXPECT_EQ(cell(1, 4), "3.00 µs");
  EXPECT_EQ(cell(1, 8), "4.00 µs");
}

TEST_F(StatisticsPanelTest, FollowsSelectedAndVisibleRange) {
  open({write("stats.gus", drawing)});
  show_panel();
  drag(point(500), point(3'500));
  wait_for_range("selected range");
  EXPECT_EQ(cell(0, 2), "2");
  key(Qt::Key_Escape);
  timeline().show({6'600, 9'400});
  view().redecorate();
  key(Qt::Key_W);
  wait_for_range("visible range");
  EXPECT_EQ(cell(0, 2), "1");
  auto* choice = window_->findChild<QComboBox*>("statistics range");
  choice->setCurrentIndex(1);
  wait_for_range("whole trace");
  EXPECT_EQ(cell(0, 2), "4");
}

TEST_F(StatisticsPanelTest, ClickOnABarSelectsItsTasks) {
  open({write("stats.gus", drawing)});
  show_panel();
  // Clicks the row of type b, then its only bar.
  const QRect row = panel().table().visualItemRect(panel().table().topLevelItem(2));
  QTest::mouseClick(panel().table().viewport(), Qt::LeftButton, {}, row.center());
  settle();
  HistogramView& histogram = panel().histogram();
  ASSERT_EQ(histogram.bars().size(), 1U);
  EXPECT_EQ(histogram.bars()[0].count, 2U);
  QTest::mouseClick(&histogram, Qt::LeftButton, {}, histogram.bar_area(0).center());
  settle();
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->tasks.size(), 2U);
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("2 tasks selected"));
  ASSERT_NE(window_->explanations().marked_set(), nullptr);
}

TEST_F(StatisticsPanelTest, DragOverBarsSelectsTheirTasks) {
  open({write("stats.gus", "a.bb.cccc.dddddddd.a.bb.cccc")});
  show_panel();
  HistogramView& histogram = panel().histogram();
  ASSERT_GE(histogram.bars().size(), 3U);
  const auto at = [&](std::size_t bar) { return histogram.bar_area(bar).center(); };
  QTest::mousePress(&histogram, Qt::LeftButton, {}, at(1));
  QMouseEvent drag(QEvent::MouseMove, at(0), histogram.mapToGlobal(at(0)), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(&histogram, &drag);
  QTest::mouseRelease(&histogram, Qt::LeftButton, {}, at(0));
  settle();
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->tasks.size(), histogram.bars()[0].count + histogram.bars()[1].count);
  EXPECT_GT(selection().set->tasks.size(), histogram.bars()[0].count);
}

TEST_F(StatisticsPanelTest, BarUnderThePointerIsDarker) {
  open({write("stats.gus", drawing)});
  show_panel();
  HistogramView& histogram = panel().histogram();
  const QPoint inside(histogram.bar_area(0).center().x(), histogram.bar_area(0).bottom() - 2);
  const auto colour = [&] {
    return histogram.grab().toImage().pixelColor(inside * histogram.devicePixelRatio());
  };
  const QColor plain = colour();
  QMouseEvent move(QEvent::MouseMove, inside, histogram.mapToGlobal(inside), Qt::NoButton, {}, {});
  QApplication::sendEvent(&histogram, &move);
  EXPECT_EQ(histogram.cursor().shape(), Qt::PointingHandCursor);
  EXPECT_LT(colour().lightness(), plain.lightness());
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&histogram, &leave);
  EXPECT_EQ(colour(), plain);
}

TEST_F(StatisticsPanelTest, HistogramHasAnAxisOfCounts) {
  open({write("stats.gus", drawing)});
  show_panel();
  HistogramView& histogram = panel().histogram();
  ASSERT_FALSE(histogram.bars().empty());
  EXPECT_GT(histogram.bar_area(0).left(), 14 + histogram.fontMetrics().height()) << "room for the labels";
  const QImage shown = histogram.grab().toImage();
  const QColor background = histogram.palette().color(QPalette::Base);
  const double scale = shown.devicePixelRatio();
  int drawn = 0;
  for (int y = 0; y < shown.height(); ++y) {
    for (int x = 0; x < static_cast<int>((histogram.bar_area(0).left() - 2) * scale); ++x) {
      const bool is_beside_bars =
          y > histogram.bar_area(0).top() * scale && y < histogram.bar_area(0).bottom() * scale;
      drawn += is_beside_bars && shown.pixelColor(x, y) != background;
    }
  }
  EXPECT_GT(drawn, 10);
}

TEST_F(StatisticsPanelTest, ShowsStatisticsPerWorker) {
  open({write("stats.gus", drawing)});
  show_panel();
  window_->findChild<QComboBox*>("statistics by")->setCurrentIndex(1);
  settle();
  ASSERT_EQ(panel().table().topLevelItemCount(), 3);
  EXPECT_EQ(cell(2, 0), "w1");
  EXPECT_EQ(cell(2, 2), "1");
}

TEST_F(StatisticsPanelTest, NestedTasksAreATreeWithAFlameGraph) {
  traces::Trace trace = *traces::testing::trace_from_text("aaaabbbb|bb", 1000);
  trace.recorded.parents = true;
  trace.tasks.parent = {traces::TaskId(), traces::TaskId(0), traces::TaskId(0)};
  ASSERT_TRUE(traces::write_gus(trace, folder_ / "nested.gus"));
  open({folder_ / "nested.gus"});
  show_panel();
  auto* choice = window_->findChild<QComboBox*>("statistics by");
  choice->setCurrentIndex(choice->findText("nested tasks (flame graph)"));
  settle();
  ASSERT_EQ(panel().table().topLevelItemCount(), 2);
  EXPECT_EQ(cell(0, 0), "a");
  EXPECT_EQ(cell(0, 2), "10.0 µs");
  EXPECT_EQ(cell(1, 0), "  b");
  EXPECT_EQ(cell(1, 1), "2");
  ChartView& chart = panel().chart();
  ASSERT_TRUE(chart.isVisible());
  const QPoint on_b(chart.box().left + chart.box().width / 4, chart.box().top + 26 + 22 + 10);
  QTest::mouseClick(&chart, Qt::LeftButton, {}, on_b);
  EXPECT_EQ(panel().table().currentItem(), panel().table().topLevelItem(1));
  EXPECT_NE(chart.grab().toImage().pixelColor(on_b), chart.palette().color(QPalette::Base));
  drag(point(500), point(3'500));
  wait_for_range("selected range");
  ASSERT_EQ(panel().table().topLevelItemCount(), 1);
  EXPECT_EQ(cell(0, 2), "3.00 µs");
}

// Node n1 waits 2 µs for x, which node n0 sends.
constexpr const char* waiting_node = R"(
  n0/w0: aa......
  n1/w0: ....bbcc
  a1: write x@0 [submit 0] [ready 0]
  b1: read x@1, write y@0 [submit 0] [ready 4]
  c1: read y@1 [submit 0] [ready 6]
  message x@1 n0->n1 2 4
  x: 800 bytes on n0
  y: 8 bytes on n1
)";

class MessageMatrixTest : public StatisticsPanelTest {
 protected:
  void show_matrix() {
    open({write("nodes.gus", waiting_node)});
    show_panel();
    choose("statistics by", "messages between nodes");
    ASSERT_TRUE(panel().chart().isVisible());
  }
  void choose(const char* box, const QString& text) {
    auto* choice = window_->findChild<QComboBox*>(box);
    choice->setCurrentIndex(choice->findText(text));
    settle();
  }
  QPoint place_of(const picture::MatrixCell& cell) {
    const picture::MatrixChart chart = picture::message_chart(*window_->session().document()->panel(0).trace);
    ChartView& view = panel().chart();
    for (int y = 0; y < view.height(); y += 4) {
      for (int x = 0; x < view.width(); x += 4) {
        if (matrix_cell_at(chart, view.box(), {x + 0.0, y + 0.0}) == cell) return {x, y};
      }
    }
    ADD_FAILURE() << "the chart has no such cell";
    return {};
  }
  void click_cell(const picture::MatrixCell& cell) {
    QTest::mouseClick(&panel().chart(), Qt::LeftButton, {}, place_of(cell));
    settle();
  }
  std::string tooltip_of(const picture::MatrixCell& cell) {
    const QPoint where = place_of(cell);
    ChartView& view = panel().chart();
    QMouseEvent event(QEvent::MouseMove, where, view.mapToGlobal(where), Qt::NoButton, {}, {});
    QApplication::sendEvent(&view, &event);
    return QToolTip::text().toStdString();
  }
  bool has_outline() {
    const QImage image = panel().chart().grab().toImage();
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (image.pixelColor(x, y) == QColor(0xD9, 0x5F, 0x02)) return true;
      }
    }
    return false;
  }
};

TEST_F(MessageMatrixTest, CellSelectsTheTasksThatNeededItsMessages) {
  show_matrix();
  EXPECT_FALSE(has_outline());
  click_cell({0, 1});
  ASSERT_NE(selection().set, nullptr);
  EXPECT_EQ(selection().set->tasks, (std::vector<TaskReference>{{0, traces::TaskId(1)}}));
  EXPECT_EQ(selection().set->name, "tasks on n1 that needed messages from n0");
  EXPECT_TRUE(has_outline());
}

TEST_F(MessageMatrixTest, CellWithoutMessagesSelectsTheRows) {
  show_matrix();
  click_cell({0, 0});
  EXPECT_EQ(selection().rows, (std::vector<RowReference>{{0, 0}}));
}

TEST_F(MessageMatrixTest, SelectedTaskOutlinesTheCellOfItsMessages) {
  show_matrix();
  click(point(7'000, {0, 1}));
  EXPECT_EQ(selection().task(), (TaskReference{0, traces::TaskId(2)}));
  EXPECT_FALSE(has_outline()) << "c needed no message";
  click(point(5'000, {0, 1}));
  EXPECT_EQ(selection().task(), (TaskReference{0, traces::TaskId(1)}));
  EXPECT_TRUE(has_outline());
}

TEST_F(MessageMatrixTest, ShowsIdleTimeThatWaitedForMessages) {
  show_matrix();
  EXPECT_THAT(tooltip_of({0, 1}), ::testing::HasSubstr("n0 → n1: 1 message, 800 B"));
  EXPECT_THAT(tooltip_of({0, 1}), ::testing::Not(::testing::HasSubstr("idle time")));
  choose("matrix of", "idle time");
  const auto names_time = [this] {
    return tooltip_of({0, 1}).find("2.00 µs of idle time spent waiting for messages") != std::string::npos;
  };
  EXPECT_TRUE(QTest::qWaitFor(names_time, testing::patience_ms)) << tooltip_of({0, 1});
}

TEST_F(StatisticsPanelTest, GroupsByTheAttributesOfTheOpenTraces) {
  traces::Trace trace = *traces::testing::trace_from_text("aab", 1000);
  trace.attributes = {{"iteration", {traces::TaskId(0), traces::TaskId(1)}, std::vector<std::int64_t>{2, 1}}};
  ASSERT_TRUE(traces::write_gus(trace, folder_ / "with.gus"));
  open({folder_ / "with.gus", write("without.gus", "aa")});
  show_panel();
  auto* choice = window_->findChild<QComboBox*>("statistics by");
  const int index = choice->findText("per iteration");
  ASSERT_GE(index, 0);
  choice->setCurrentIndex(index);
  settle();
  ASSERT_EQ(panel().table().topLevelItemCount(), 4);
  EXPECT_EQ(panel().table().headerItem()->text(0), "Iteration");
  EXPECT_EQ(cell(1, 0), "1");
  EXPECT_EQ(cell(1, 3), "1.00 µs");
  EXPECT_EQ(cell(3, 0), "all tasks, without.gus") << "a trace without the attribute has only its sum";
  open({folder_ / "without.gus"});
  EXPECT_EQ(choice->findText("per iteration"), -1);
  EXPECT_EQ(choice->currentText(), "per type");
}

}  // namespace
}  // namespace gusset::viewer
