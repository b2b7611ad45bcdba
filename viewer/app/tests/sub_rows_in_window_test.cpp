// Nested tasks in sub-rows, by real clicks and keys.
#include <gmock/gmock.h>

#include <QAction>
#include <cstdlib>

#include "gusset/viewer/app/explain/as_seen.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

/// Task 0 (outer) is suspended from 2000 to 8000 for task 1 (middle), which is suspended from 3000 to 5000
/// for task 2 (inner). From 9000 to 10 000 task 0 waits while nothing runs. Tasks 3 and 4 of another worker
/// do not nest. All times are in ns.
traces::Trace nested_trace() {
  traces::Trace trace;
  trace.metadata.origin = traces::Origin::measured;
  trace.types = {"outer", "middle", "inner"};
  trace.nodes.emplace_back();
  trace.workers = {{traces::NodeId(0u), "w0"}, {traces::NodeId(0u), "w1"}};
  trace.lanes = {{traces::WorkerId(0u), {}}, {traces::WorkerId(1u), {}}};
  for (const std::size_t type : {0U, 1U, 2U, 0U, 0U}) trace.tasks.type.emplace_back(type);
  const auto add = [&](std::size_t lane, std::int64_t begin_ns, std::int64_t end_ns, std::size_t task,
                       traces::SpanKind kind = traces::SpanKind::run) {
    trace.lanes[lane].spans.push_back(begin_ns, end_ns, traces::TaskId(task), kind);
  };
  add(0, 0, 12'000, 0);
  add(0, 2'000, 8'000, 1);
  add(0, 3'000, 5'000, 2);
  add(0, 9'000, 10'000, 0, traces::SpanKind::wait);
  add(1, 0, 4'000, 3);
  add(1, 6'000, 12'000, 4);
  return trace;
}

class SubRowsInWindowTest : public testing::WindowFixture {
 protected:
  void SetUp() override {
    const auto written = traces::write_gus(nested_trace(), folder_ / "nested.gus");
    ASSERT_TRUE(written);
    open({folder_ / "nested.gus"});
  }
  QPoint in_sub_row(double time_ns, std::size_t depth) {
    const Stretch where = track_at(timeline(), 0, 0, depth);
    const double ratio = canvas().devicePixelRatioF();
    return QPointF(timeline().x_from_time(time_ns) / ratio, (where.top + where.height / 2.0) / ratio)
        .toPoint();
  }
  std::optional<std::size_t> task_clicked(double time_ns, std::size_t depth) {
    click(in_sub_row(time_ns, depth));
    const auto task = selection().task();
    return task ? std::optional<std::size_t>(task->task.value()) : std::nullopt;
  }
  QAction& action() { return *window_->findChild<QAction*>("sub-rows"); }
  QColor pixel(QPoint where) {
    view().canvas().draw_now();
    return view().canvas().image().pixelColor(where * canvas().devicePixelRatioF());
  }
};

TEST_F(SubRowsInWindowTest, ClickSelectsTheTaskOfASubRow) {
  EXPECT_EQ(task_clicked(1'000, 0), 0U);
  EXPECT_EQ(task_clicked(4'000, 2), 2U);
  EXPECT_EQ(task_clicked(4'000, 1), 1U) << "suspended";
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("middle"));
  EXPECT_EQ(task_clicked(4'000, 0), 0U) << "suspended";
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("outer"));
  EXPECT_EQ(task_clicked(9'500, 2), std::nullopt) << "idle";
}

TEST_F(SubRowsInWindowTest, UpAndDownStepThroughSubRows) {
  const auto task_after = [&](Qt::Key pressed) {
    key(pressed);
    return selection().task()->task.value();
  };
  ASSERT_EQ(task_clicked(1'000, 0), 0U);
  EXPECT_EQ(task_after(Qt::Key_Down), 1U);
  EXPECT_EQ(task_after(Qt::Key_Down), 2U);
  EXPECT_EQ(task_after(Qt::Key_Up), 1U);
  EXPECT_EQ(task_after(Qt::Key_Up), 0U);
  key(Qt::Key_H);
  EXPECT_EQ(task_after(Qt::Key_Down), 4U) << "rows, where none is split";
}

TEST_F(SubRowsInWindowTest, KeyAndMenuToggleSubRows) {
  EXPECT_TRUE(action().isChecked()) << "on unless they are switched off";
  EXPECT_EQ(timeline().sub_rows({0, 0}), 3U);
  key(Qt::Key_H);
  EXPECT_FALSE(action().isChecked());
  EXPECT_EQ(timeline().sub_rows({0, 0}), 1U);
  EXPECT_EQ(task_clicked(4'000, 0), 2U) << "the innermost, as rows without sub-rows show it";
  action().trigger();
  settle();
  EXPECT_TRUE(action().isChecked());
  EXPECT_EQ(timeline().sub_rows({0, 0}), 3U);
  window_->run_action("sub-rows");
  EXPECT_FALSE(timeline().shows_sub_rows()) << "as --do runs it";
}

// Checks one pixel of each kind in the window.
TEST_F(SubRowsInWindowTest, FillsTasksWhereTheyRanAndKeepsIdleTimeBlank) {
  move({2, 2});
  settle();
  const auto colour_of = [&](std::size_t category) {
    const traces::Colour colour = window_->session().document()->colours.of_categories(0)[category];
    return QColor(colour.red, colour.green, colour.blue);
  };
  const auto foot = [&](double time_ns, std::size_t depth) {
    const Stretch where = track_at(timeline(), 0, 0, depth);
    return QPointF(timeline().x_from_time(time_ns), where.bottom() - 5).toPoint();
  };
  const QColor background =
      pixel(QPointF(timeline().x_from_time(5'300), track_at(timeline(), 0, 1, 0).top + 5).toPoint());
  for (std::size_t depth = 0; depth < 3; ++depth)
    EXPECT_EQ(pixel(foot(9'500, depth)), background) << "idle, in sub-row " << depth;
  const auto is_filled = [&](const QColor& shown, std::size_t category) {
    const QColor colour = colour_of(category);
    return std::abs(shown.red() - colour.red()) <= 1 && std::abs(shown.green() - colour.green()) <= 1 &&
           std::abs(shown.blue() - colour.blue()) <= 1;
  };
  EXPECT_TRUE(is_filled(pixel(foot(500, 0)), 0));
  EXPECT_TRUE(is_filled(pixel(foot(2'300, 1)), 1));
  EXPECT_TRUE(is_filled(pixel(foot(3'300, 2)), 2));
  const QColor elsewhere = pixel(foot(4'000, 0));
  EXPECT_NE(elsewhere, background) << "the worker is busy within the task";
  EXPECT_FALSE(is_filled(elsewhere, 0)) << "which is suspended";
  EXPECT_LT(elsewhere.saturation(), 30) << "grey";
}

TEST_F(SubRowsInWindowTest, ExportFollowsTheSubRowSetting) {
  EXPECT_TRUE(options_as_seen(timeline()).sub_rows);
  key(Qt::Key_H);
  EXPECT_FALSE(options_as_seen(timeline()).sub_rows);
}

}  // namespace
}  // namespace gusset::viewer
