#include "gusset/viewer/app/timeline/alignment_menu.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QStatusBar>

#include "gusset/viewer/app/explain/as_seen.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;
using traces::AlignAt;
using traces::TaskId;

// Task b begins at 5 µs in the run and at 3 µs in the prediction.
constexpr const char* slow_run = "..aa.bb|cc\na1: write x@0\nb1: read x@1, write y@0\nc1: read y@1";
constexpr const char* fast_run = ".aabbcc\na1: write x@0\nb1: read x@1, write y@0\nc1: read y@1";

class AlignmentTest : public testing::WindowFixture {
 protected:
  void open_both() {
    open({write("run.gus", slow_run), write("prediction.gus", fast_run, 1000, traces::Origin::predicted)});
  }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  const Document& document() { return *window_->session().document(); }
  const traces::Alignment& alignment() { return window_->session().alignment(); }
  QAction& action(const char* id) { return *window_->findChild<QAction*>(id); }
  double x(std::size_t panel, double own_ns) { return timeline().x_from_time(panel, own_ns); }
  /// Takes a time in the panel's own times.
  QPoint place(std::size_t panel, double own_ns) {
    const Stretch row = timeline().layout().row({panel, 0}, timeline().scrolls()[panel]);
    const double ratio = canvas().devicePixelRatioF();
    return QPointF(x(panel, own_ns) / ratio, (row.top + row.height / 2.0) / ratio).toPoint();
  }
  std::string status() { return window_->statusBar()->currentMessage().toStdString(); }
};

TEST_F(AlignmentTest, SingleTraceDisablesAlignment) {
  open({write("run.gus", slow_run)});
  EXPECT_FALSE(action("next alignment").isEnabled());
  EXPECT_FALSE(action("own scales").isEnabled());
  key(Qt::Key_A, Qt::ShiftModifier);
  EXPECT_EQ(alignment().at, AlignAt::recorded);
}

TEST_F(AlignmentTest, KeyCyclesThroughAlignments) {
  open_both();
  EXPECT_TRUE(action("align as recorded").isChecked());
  key(Qt::Key_A, Qt::ShiftModifier);
  EXPECT_EQ(alignment().at, AlignAt::first_task);
  EXPECT_TRUE(action("align starts").isChecked());
  EXPECT_NEAR(x(0, 2000), x(1, 1000), 1.0);
  EXPECT_THAT(status(), HasSubstr("first task"));
  key(Qt::Key_A, Qt::ShiftModifier);
  EXPECT_EQ(alignment().at, AlignAt::end);
  EXPECT_NEAR(x(0, 9000), x(1, 7000), 1.0);
  key(Qt::Key_A, Qt::ShiftModifier);  // no task is selected
  EXPECT_EQ(alignment().at, AlignAt::recorded);
}

TEST_F(AlignmentTest, AlignsSelectedTaskWithItsCounterpart) {
  open_both();
  click(place(0, 6000));
  ASSERT_EQ(selection().task(), (TaskReference{0, TaskId(1)}));
  window_->run_action("align at task");
  wait_until_idle();
  EXPECT_EQ(alignment().at, AlignAt::task);
  EXPECT_EQ(alignment().tasks, (std::vector<TaskId>{TaskId(1), TaskId(1)}));
  EXPECT_NEAR(x(0, 5000), x(1, 3000), 1.0);
  // A click still hits the task under the pointer.
  click(place(1, 4000));
  EXPECT_EQ(selection().task(), (TaskReference{1, TaskId(1)}));
}

TEST_F(AlignmentTest, AligningAtATaskNeedsASelectedTask) {
  open_both();
  window_->run_action("align at task");
  EXPECT_THAT(status(), HasSubstr("Select a task first"));
  EXPECT_EQ(alignment().at, AlignAt::recorded);
  EXPECT_TRUE(action("align as recorded").isChecked());
}

TEST_F(AlignmentTest, TaskWithoutCounterpartAlignsNothing) {
  open({write("run.gus", "aabb"), write("other.gus", ".aa")});
  click(place(0, 3000));
  window_->run_action("align at task");
  wait_until_idle();
  EXPECT_EQ(alignment().at, AlignAt::recorded);
  EXPECT_THAT(status(), HasSubstr("No other trace has this task"));
}

TEST_F(AlignmentTest, OwnScalesFillTheWidthAndZoomTogether) {
  open_both();
  key(Qt::Key_X, Qt::ShiftModifier);
  EXPECT_TRUE(action("own scales").isChecked());
  EXPECT_NEAR(x(0, 9000), x(1, 7000), 1.0);
  EXPECT_EQ(timeline().rulers(), 2U);
  const QPoint where = place(1, 3500);
  wheel(where, 4);
  // Aligned times stay aligned.
  EXPECT_NEAR(x(0, 4500), x(1, 3500), 1.0);
  EXPECT_NEAR(x(1, 3500), where.x() * canvas().devicePixelRatioF(), 2.0);
  EXPECT_LT(timeline().axis(1).span_ns(), 7000);
}

TEST_F(AlignmentTest, SelectedRangeUsesEachTracesOwnTimes) {
  open_both();
  window_->run_action("align ends");
  settle();
  // The range covers b and c, the last tasks of both traces.
  drag(place(0, 5050), place(0, 8950));
  ASSERT_TRUE(selection().range);
  EXPECT_EQ(document().own_range(0, *selection().range), (TimeRange{5000, 9000}));
  EXPECT_EQ(document().own_range(1, *selection().range), (TimeRange{3000, 7000}));
  const auto totals = window_->session().totals().statistics();
  ASSERT_EQ(totals.size(), 2U);
  EXPECT_EQ(totals[0]->busy_ns, 4000);
  EXPECT_EQ(totals[1]->busy_ns, 4000);
}

TEST_F(AlignmentTest, PointerReadoutShowsRulerTimeAndTraceTime) {
  open_both();
  window_->run_action("align ends");
  settle();
  const QPoint at = place(1, 4000);
  const double ratio = canvas().devicePixelRatioF();
  OverlayInput input;
  input.pointer = Pointer{at.x() * ratio, at.y() * ratio};
  const Overlay overlay = compose_overlay(timeline(), input);
  ASSERT_EQ(overlay.badges.size(), 1U);
  // Exact to one pixel.
  EXPECT_THAT(overlay.badges[0].text,
              ::testing::MatchesRegex("-(3.0|2.9)[0-9] µs · own time (4.0|3.9)[0-9] µs"));
}

TEST_F(AlignmentTest, UndoRestoresTheAlignment) {
  open_both();
  wheel(place(0, 3000), 2);
  const TimeAxis before = timeline().axis();
  key(Qt::Key_A, Qt::ShiftModifier);
  EXPECT_EQ(alignment().at, AlignAt::first_task);
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_EQ(alignment().at, AlignAt::recorded);
  EXPECT_EQ(timeline().axis(), before);
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_EQ(alignment().at, AlignAt::first_task);
  key(Qt::Key_U, Qt::ControlModifier);
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_TRUE(timeline().axis().shows_everything());
}

TEST_F(AlignmentTest, MarksKeepTheTopTracesTimes) {
  open_both();
  move(place(0, 5000));
  key(Qt::Key_M);
  ASSERT_EQ(window_->session().edits().marks.size(), 1U);
  EXPECT_EQ(window_->session().edits().marks[0].time_ns, 5000);
  window_->run_action("align ends");
  settle();
  OverlayInput input;
  input.marks = window_->session().edits().marks;
  const Overlay overlay = compose_overlay(timeline(), input);
  ASSERT_EQ(overlay.flags.size(), 1U);
  EXPECT_NEAR(overlay.flags[0].x, x(0, 5000), 1.0);
}

TEST_F(AlignmentTest, ExportKeepsTheAlignment) {
  open_both();
  window_->run_action("align ends");
  settle();
  const paper::FigureOptions options = options_as_seen(timeline());
  ASSERT_TRUE(options.side_by_side);
  EXPECT_EQ(options.side_by_side->placements, document().side_by_side.placements);
  EXPECT_EQ(options.ruler_text, "from the end");
}

}  // namespace
}  // namespace gusset::viewer
