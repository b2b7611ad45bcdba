#include "gusset/viewer/app/timeline/timeline_view.hpp"

#include <gmock/gmock.h>

#include <QLabel>
#include <QScrollBar>
#include <QStatusBar>

#include "chain_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using TimelineViewTest = testing::WindowFixture;
using testing::chain;

constexpr TaskReference a = testing::chain_a;
constexpr TaskReference b = testing::chain_b;
constexpr TaskReference c = testing::chain_c;
constexpr TaskReference d = testing::chain_d;
constexpr TaskReference e = testing::chain_e;

TEST_F(TimelineViewTest, ClickSelectsTheTaskAndShowsItsDelay) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  EXPECT_EQ(selection().task(), b);
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("b z"));
  EXPECT_THAT(details().toStdString(),
              ::testing::ContainsRegex("ready . start\n4.00 .s|ready → start\n4.00 µs"));
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("waited for\na x"));
}

TEST_F(TimelineViewTest, ClickOnIdleTimeClearsTheSelection) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  click(point(6'000));
  EXPECT_FALSE(selection().task());
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("Click a task"));
}

TEST_F(TimelineViewTest, LinkSelectsThePredecessor) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  // Clicks the link where it is shown.
  QTextBrowser& browser = window_->details();
  QPoint where;
  for (int y = 0; y < browser.viewport()->height() && where.isNull(); y += 3) {
    for (int x = 0; x < browser.viewport()->width() && where.isNull(); x += 3) {
      if (browser.anchorAt({x, y}) == "task:0:0") where = {x, y};
    }
  }
  ASSERT_FALSE(where.isNull());
  QTest::mouseClick(browser.viewport(), Qt::LeftButton, {}, where);
  settle();
  EXPECT_EQ(selection().task(), a);
  EXPECT_EQ(selection().origin, SelectionOrigin::details);
}

TEST_F(TimelineViewTest, LinkScrollsToTheTask) {
  open({write("chain.gus", chain)});
  timeline().show({14'000, 20'000});
  click(point(17'000, {0, 1}));
  ASSERT_EQ(selection().task(), e);
  emit window_->details().anchorClicked(QUrl("task:0:1"));
  settle();
  EXPECT_EQ(selection().task(), c);
  EXPECT_GE(timeline().x_from_time(0), timeline().plot().left - 1.0);
}

TEST_F(TimelineViewTest, WheelZoomsAtThePointer) {
  open({write("chain.gus", chain)});
  const QPoint where = point(9'000);
  const double time = time_at(where);
  const double span = timeline().axis().span_ns();
  for (int i = 0; i < 6; ++i) wheel(where, 1);
  EXPECT_NEAR(timeline().x_from_time(time), where.x() * canvas().devicePixelRatioF(), 1.01);
  EXPECT_NEAR(timeline().axis().span_ns(), span / std::pow(1.25, 6), span * 0.01);
  for (int i = 0; i < 6; ++i) wheel(where, -1);
  EXPECT_NEAR(timeline().axis().span_ns(), span, span * 0.02);
}

TEST_F(TimelineViewTest, ControlZoomsFinerAndShiftCoarser) {
  open({write("chain.gus", chain)});
  const auto zoom_by = [&](Qt::KeyboardModifiers keys) {
    const double before = timeline().axis().ns_per_pixel();
    wheel(point(9'000), 1, keys);
    return before / timeline().axis().ns_per_pixel();
  };
  const double fine = zoom_by(Qt::ControlModifier);
  const double normal = zoom_by({});
  const double coarse = zoom_by(Qt::ShiftModifier);
  EXPECT_LT(fine, normal);
  EXPECT_LT(normal, coarse);
}

TEST_F(TimelineViewTest, KeysZoomPanAndFit) {
  open({write("chain.gus", chain)});
  const TimeAxis all = timeline().axis();
  key(Qt::Key_W);
  key(Qt::Key_W);
  EXPECT_LT(timeline().axis().span_ns(), all.span_ns() * 0.7);
  const double begin = timeline().axis().begin_ns();
  key(Qt::Key_D);
  EXPECT_GT(timeline().axis().begin_ns(), begin);
  key(Qt::Key_A);
  EXPECT_NEAR(timeline().axis().begin_ns(), begin, 1e-6);
  key(Qt::Key_S);
  EXPECT_GT(timeline().axis().span_ns(), all.span_ns() * 0.7);
  key(Qt::Key_0);
  EXPECT_EQ(timeline().axis(), all);
  key(Qt::Key_W);
  key(Qt::Key_Home);
  EXPECT_EQ(timeline().axis(), all);
  key(Qt::Key_W);
  key(Qt::Key_Asterisk);
  EXPECT_EQ(timeline().axis(), all);
}

TEST_F(TimelineViewTest, FCentresThenFitsTheSelection) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  for (int i = 0; i < 3; ++i) key(Qt::Key_W);
  const double span = timeline().axis().span_ns();
  key(Qt::Key_F);
  EXPECT_NEAR(timeline().axis().span_ns(), span, 1e-6);
  EXPECT_NEAR((timeline().axis().begin_ns() + timeline().axis().end_ns()) / 2, 10'500,
              timeline().axis().ns_per_pixel());
  key(Qt::Key_F);
  EXPECT_NEAR(timeline().axis().span_ns(), 6'000, 10);
}

TEST_F(TimelineViewTest, FFitsARange) {
  open({write("chain.gus", chain)});
  window_->session().selection().select_range({1'000, 2'000}, SelectionOrigin::timeline);
  key(Qt::Key_F);
  EXPECT_NEAR(timeline().axis().span_ns(), 1'200, 10) << "with a margin";
}

TEST_F(TimelineViewTest, FGoesToTheLastSelectedTaskOrRange) {
  open({write("chain.gus", chain)});
  const auto middle = [&] { return (timeline().axis().begin_ns() + timeline().axis().end_ns()) / 2; };
  click(point(10'000));
  ASSERT_EQ(selection().task(), b);
  window_->session().selection().select_range({1'000, 2'000}, SelectionOrigin::timeline);
  for (int i = 0; i < 2; ++i) key(Qt::Key_F);
  EXPECT_NEAR(middle(), 1'500, 2 * timeline().axis().ns_per_pixel());
  window_->session().selection().select_task(b, RowReference{0, 0}, SelectionOrigin::timeline);
  for (int i = 0; i < 2; ++i) key(Qt::Key_F);
  EXPECT_NEAR(middle(), 10'500, 2 * timeline().axis().ns_per_pixel());
}

TEST_F(TimelineViewTest, UndoAndRedoZoom) {
  open({write("chain.gus", chain)});
  const TimeAxis all = timeline().axis();
  wheel(point(9'000), 1);
  wheel(point(9'000), 1);
  const TimeAxis part = timeline().axis();
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(timeline().axis(), all);
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_EQ(timeline().axis(), part);
}

TEST_F(TimelineViewTest, ArrowKeysStepThroughTasksAndRows) {
  open({write("chain.gus", chain)});
  key(Qt::Key_Right);
  EXPECT_EQ(selection().task(), a);
  key(Qt::Key_Right);
  EXPECT_EQ(selection().task(), b);
  key(Qt::Key_Down);
  EXPECT_EQ(selection().task(), d);
  key(Qt::Key_Left);
  EXPECT_EQ(selection().task(), c);
  key(Qt::Key_Up);
  EXPECT_EQ(selection().task(), a);
}

TEST_F(TimelineViewTest, BracketsFollowDependencies) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  key(Qt::Key_BracketRight);
  EXPECT_EQ(selection().task(), e);
  key(Qt::Key_BracketLeft);
  EXPECT_EQ(selection().task(), b);
  key(Qt::Key_BracketLeft);
  EXPECT_EQ(selection().task(), a);
}

TEST_F(TimelineViewTest, DragSelectsARangeAndEscapeClearsIt) {
  open({write("chain.gus", chain)});
  click(point(10'000));
  drag(point(2'000), point(8'000));
  ASSERT_TRUE(selection().range);
  EXPECT_NEAR(static_cast<double>(selection().range->begin_ns), 2'000, 2 * timeline().axis().ns_per_pixel());
  EXPECT_NEAR(static_cast<double>(selection().range->end_ns), 8'000, 2 * timeline().axis().ns_per_pixel());
  EXPECT_EQ(selection().task(), b) << "a range leaves the task selected";
  key(Qt::Key_Escape);
  EXPECT_FALSE(selection().range);
  EXPECT_EQ(selection().task(), b);
  key(Qt::Key_Escape);
  EXPECT_FALSE(selection().task());
}

TEST_F(TimelineViewTest, ShiftDragAndMiddleDragPan) {
  open({write("chain.gus", chain)});
  for (int i = 0; i < 4; ++i) wheel(point(9'000), 1);
  const QPoint from = point(9'000);
  const QPoint to = from + QPoint(-120, 0);
  const double time = time_at(from);
  drag(from, to, Qt::LeftButton, Qt::ShiftModifier);
  EXPECT_NEAR(time_at(to), time, 2 * timeline().axis().ns_per_pixel());
  EXPECT_FALSE(selection().range);
  drag(to, from, Qt::MiddleButton);
  EXPECT_NEAR(time_at(from), time, 2 * timeline().axis().ns_per_pixel());
}

TEST_F(TimelineViewTest, DragInTheOverviewMovesTheView) {
  open({write("chain.gus", chain)});
  timeline().show({0, 2'000});
  settle();
  const double ratio = canvas().devicePixelRatioF();
  const Box overview = timeline().overview();
  const QPoint from(static_cast<int>((overview.left + 60) / ratio),
                    static_cast<int>((overview.top + overview.height / 2) / ratio));
  const QPoint to(static_cast<int>((overview.left + overview.width * 3 / 4) / ratio), from.y());
  move(from);
  QTest::mousePress(&canvas(), Qt::LeftButton, {}, from);
  settle();
  move(to, Qt::LeftButton);
  settle();
  settle();
  QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, to);
  settle();
  EXPECT_FALSE(selection().range);
  const double middle = (timeline().axis().begin_ns() + timeline().axis().end_ns()) / 2;
  EXPECT_NEAR(middle, 15'000, 200);
}

TEST_F(TimelineViewTest, PressesInTheOverviewKeepTheViewWithinTheTraces) {
  open({write("chain.gus", chain)});
  const double ratio = canvas().devicePixelRatioF();
  const Box overview = timeline().overview();
  const auto press_at = [&](double share) {
    const QPoint at(static_cast<int>((overview.left + share * overview.width) / ratio),
                    static_cast<int>((overview.top + overview.height / 2) / ratio));
    move(at);
    QTest::mousePress(&canvas(), Qt::LeftButton, {}, at);
    settle();
    move(at, Qt::LeftButton);
    settle();
    QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at);
    settle();
  };
  const TimeAxis all = timeline().axis();
  press_at(0.9);
  EXPECT_EQ(timeline().axis(), all) << "everything is in view already";
  timeline().show({0, 2'000});
  settle();
  const double span = timeline().axis().span_ns();
  press_at(0.97);
  EXPECT_NEAR(timeline().axis().end_ns(), static_cast<double>(timeline().document().extent_ns), 1.0);
  EXPECT_NEAR(timeline().axis().span_ns(), span, 1e-6);
}

TEST_F(TimelineViewTest, HoveringRedrawsOnlyTheOverlay) {
  open({write("chain.gus", chain)});
  move(point(1'000));
  settle();
  const std::uint64_t revision = timeline().revision();
  const QImage before = view().canvas().image().copy();
  move(point(10'000));
  settle();
  EXPECT_EQ(timeline().revision(), revision);
  EXPECT_NE(view().canvas().image(), before) << "the tooltip and the cursor moved";
}

TEST_F(TimelineViewTest, DoubleClickFitsTheTask) {
  open({write("chain.gus", chain)});
  QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, point(10'000));
  settle();
  EXPECT_EQ(selection().task(), b);
  EXPECT_NEAR(timeline().axis().span_ns(), 6'000, 10);
}

TEST_F(TimelineViewTest, TwoTracesShareOneAxis) {
  open({write("one.gus", "aaaa....aaaa"), write("two.gus", "....bbbb")});
  move(QPoint(2, 2));
  settle();
  const QImage image = view().canvas().image();
  const auto first_shown = [&](RowReference row) {
    const Stretch track = track_of_row(timeline().layout().row(row, 0), timeline().scale());
    for (int x = timeline().plot().left; x < timeline().plot().right(); ++x) {
      if (x < timeline().x_from_time(3'900)) continue;  // finds where the first trace's blank part begins
      const bool blank = image.pixelColor(x, track.bottom() - 2).lightness() > 225;
      if (blank == (row.panel == 0)) return x;
    }
    return -1;
  };
  EXPECT_NEAR(first_shown({0, 0}), first_shown({1, 0}), 1);
  EXPECT_NEAR(first_shown({1, 0}), timeline().x_from_time(4'000), 1.01);
}

TEST_F(TimelineViewTest, ManyRowsScroll) {
  std::string rows;
  for (int i = 0; i < 300; ++i) rows += "ab\n";
  open({write("many.gus", rows)});
  auto* bar = window_->findChild<QScrollBar*>("rows of panel 0");
  ASSERT_NE(bar, nullptr);
  EXPECT_TRUE(bar->isVisible());
  bar->setValue(bar->maximum());
  settle();
  EXPECT_EQ(timeline().scrolls()[0], timeline().layout().max_scroll(0));
  wheel(QPoint(5, canvas().height() / 2), 2);
  EXPECT_LT(timeline().scrolls()[0], timeline().layout().max_scroll(0));
  EXPECT_EQ(bar->value(), timeline().scrolls()[0]);
}

TEST_F(TimelineViewTest, InputInAnEmptyTraceSelectsNothing) {
  traces::Trace nothing;
  ASSERT_TRUE(traces::write_gus(nothing, folder_ / "empty.gus"));
  open({folder_ / "empty.gus"});
  for (const Qt::Key step :
       {Qt::Key_W, Qt::Key_D, Qt::Key_F, Qt::Key_Right, Qt::Key_Down, Qt::Key_BracketLeft, Qt::Key_0})
    key(step);
  click(QPoint(canvas().width() / 2, canvas().height() / 2));
  drag(QPoint(300, 200), QPoint(500, 220));
  EXPECT_FALSE(selection().task());
}

TEST_F(TimelineViewTest, StatusBarShowsWhatADragDoes) {
  open({write("one.gus", "aab")});
  move(point(1'000));
  settle();
  QString text;
  for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>()) text += label->text();
  EXPECT_TRUE(text.contains("Drag: select a range")) << text.toStdString();
}

}  // namespace
}  // namespace gusset::viewer
