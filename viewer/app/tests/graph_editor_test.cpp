// Building a task graph in the window, with real clicks and keys.
#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <fstream>

#include "graph_dock_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using traces::Dependency;
using traces::TaskId;

class GraphEditorTest : public testing::GraphDockFixture {
 protected:
  void SetUp() override {
    if (window_->what_if_docks().what_if().runner().program().isEmpty())
      GTEST_SKIP() << "built without the gusset command";
  }
  template <class Widget>
  Widget& find(const char* name) {
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name;
    return *widget;
  }
  const GraphDraft& draft() { return *window_->session().edits().graph; }
  bool is_building() { return window_->session().edits().graph != nullptr; }
  std::string message() { return find<QLabel>("graph message").text().toStdString(); }
  const Document& document() { return *window_->session().document(); }
  void wait_until_idle() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window_->busy(); }, testing::patience_ms));
    settle();
  }
  void start_by_click() {
    QTest::mouseClick(&find<QPushButton>("welcome new graph"), Qt::LeftButton);
    wait_until_idle();
    ASSERT_TRUE(is_building());
  }
  QPoint middle(std::size_t task) { return graph().position_of(box(TaskId(task))); }
  void press(Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    graph().setFocus();
    QTest::keyClick(&graph(), key, keys);
    wait_until_idle();
  }
  void draw_dependency(std::size_t from, std::size_t to) {
    const QPoint start = middle(from);
    const QPoint end = middle(to);
    graph_move(start);
    QTest::mousePress(&graph(), Qt::LeftButton, {}, start);
    graph_move((start + end) / 2, Qt::LeftButton);
    graph_move(end, Qt::LeftButton);
    QTest::mouseRelease(&graph(), Qt::LeftButton, {}, end);
    wait_until_idle();
  }
  std::int64_t makespan_ns() { return document().traces.back()->totals.makespan_ns; }
  static constexpr std::int64_t ms = 1'000'000;
};

TEST_F(GraphEditorTest, StudentBuildsAGraphAndSeesItsSchedule) {
  start_by_click();
  ASSERT_TRUE(window_->graph().isVisible());
  EXPECT_EQ(draft().tasks().size(), 1U);
  ASSERT_EQ(document().traces.size(), 2U) << "the schedule of one task";
  EXPECT_EQ(makespan_ns(), 1 * ms);
  EXPECT_FALSE(find<QWidget>("graph card").isVisible());

  QTest::mouseClick(&find<QToolButton>("graph add task"), Qt::LeftButton);
  wait_until_idle();
  press(Qt::Key_Insert);
  ASSERT_EQ(draft().tasks().size(), 3U);
  EXPECT_EQ(draft().tasks()[2].name, "task 3");
  EXPECT_EQ(makespan_ns(), 2 * ms) << "three tasks on two workers";

  auto& duration = find<QDoubleSpinBox>("graph task duration");
  press(Qt::Key_F4);
  EXPECT_TRUE(duration.hasFocus());
  QTest::keyClicks(&duration, "4");
  QTest::keyClick(&duration, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[2].duration_ms, 4.0);
  EXPECT_EQ(makespan_ns(), 5 * ms) << "task 3 begins when a worker has ended another one";

  draw_dependency(0, 1);
  draw_dependency(1, 2);
  EXPECT_THAT(draft().dependencies(),
              ElementsAre(Dependency{TaskId(0), TaskId(1)}, Dependency{TaskId(1), TaskId(2)}));
  EXPECT_EQ(makespan_ns(), 6 * ms);
  ASSERT_EQ(document().traces.size(), 2U) << "one schedule, of the newest graph";
  EXPECT_EQ(document().traces.back()->trace->tasks.size(), 3U);
}

TEST_F(GraphEditorTest, CycleIsRefusedInOneLine) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_Insert);
  draw_dependency(0, 1);
  draw_dependency(1, 2);
  ASSERT_EQ(draft().dependencies().size(), 2U);
  draw_dependency(2, 0);
  EXPECT_EQ(draft().dependencies().size(), 2U);
  EXPECT_THAT(message(), HasSubstr("task 3 → task 1 would make a cycle: task 1 → task 2 → task 3 → task 1"));
  draw_dependency(0, 2);
  EXPECT_EQ(draft().dependencies().size(), 2U);
  EXPECT_THAT(message(), HasSubstr("task 3 already waits for task 1: task 1 → task 2 → task 3"));
}

TEST_F(GraphEditorTest, DeletesAndUndoes) {
  start_by_click();
  press(Qt::Key_Insert);
  draw_dependency(0, 1);
  const GraphDraft before = draft();
  graph_click((middle(0) + middle(1)) / 2);
  press(Qt::Key_Delete);
  EXPECT_TRUE(draft().dependencies().empty());
  EXPECT_EQ(draft().tasks().size(), 2U) << "the line was chosen, not a task";
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(draft(), before);
  graph_click(middle(0));
  press(Qt::Key_Delete);
  ASSERT_EQ(draft().tasks().size(), 1U);
  EXPECT_EQ(draft().tasks()[0].name, "task 2");
  press(Qt::Key_Delete);
  EXPECT_EQ(draft().tasks().size(), 1U);
  EXPECT_THAT(message(), HasSubstr("at least one task"));
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(draft(), before);
  EXPECT_EQ(document().panel(0).trace->tasks.size(), 2U) << "the window shows what was restored";
  press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(draft().tasks().size(), 1U);
}

TEST_F(GraphEditorTest, KeyboardAloneIsEnough) {
  QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
  wait_until_idle();
  ASSERT_TRUE(is_building());
  press(Qt::Key_F2);
  auto& name = find<QLineEdit>("graph task name");
  EXPECT_TRUE(name.hasFocus());
  QTest::keyClicks(&name, "load A");
  QTest::keyClick(&name, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[0].name, "load A");
  EXPECT_TRUE(graph().hasFocus());
  press(Qt::Key_Insert);
  press(Qt::Key_L, Qt::ControlModifier);
  auto& dialog = find<QInputDialog>("dependency dialog");
  EXPECT_EQ(dialog.comboBoxItems(), QStringList{"load A"});
  QTest::keyClick(&dialog, Qt::Key_Return);
  wait_until_idle();
  EXPECT_THAT(draft().dependencies(), ElementsAre(Dependency{TaskId(1), TaskId(0)}));
  QApplication::setActiveWindow(window_.get());  // a platform without a window manager does not
  press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  for (auto* open : window_->findChildren<QInputDialog*>("dependency dialog")) {
    if (open->isVisible()) QTest::keyClick(open, Qt::Key_Return);
  }
  wait_until_idle();
  EXPECT_TRUE(draft().dependencies().empty());
}

TEST_F(GraphEditorTest, DoubleClicksAddAndRename) {
  start_by_click();
  QTest::mouseDClick(&graph(), Qt::LeftButton, {}, QPoint(4, graph().height() - 4));
  wait_until_idle();
  EXPECT_EQ(draft().tasks().size(), 2U);
  QTest::mouseDClick(&graph(), Qt::LeftButton, {}, middle(0));
  settle();
  EXPECT_TRUE(find<QLineEdit>("graph task name").hasFocus());
  EXPECT_EQ(find<QLineEdit>("graph task name").text(), "task 1");
}

TEST_F(GraphEditorTest, WorkersAndPolicyStayWhileTheGraphChanges) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_Insert);
  auto& workers = find<QSpinBox>("graph workers");
  workers.setFocus();
  workers.selectAll();
  QTest::keyClicks(&workers, "3");
  QTest::keyClick(&workers, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(document().traces.back()->trace->workers.size(), 3U);
  EXPECT_EQ(makespan_ns(), 1 * ms);
  press(Qt::Key_Insert);
  EXPECT_EQ(document().traces.back()->trace->workers.size(), 3U);
  EXPECT_EQ(makespan_ns(), 2 * ms);
}

TEST_F(GraphEditorTest, SavedGraphsOpenAgain) {
  for (const char* name : {"mine.dot", "mine.csv"}) {
    window_->editor().start_new();
    wait_until_idle();
    press(Qt::Key_Insert);
    draw_dependency(0, 1);
    press(Qt::Key_F4);
    QTest::keyClicks(&find<QDoubleSpinBox>("graph task duration"), "2.5");
    QTest::keyClick(&find<QDoubleSpinBox>("graph task duration"), Qt::Key_Return);
    wait_until_idle();
    const GraphDraft saved = draft();
    EXPECT_EQ(saved.tasks()[1].duration_ms, 2.5);
    window_->editor().save(folder_ / name);
    EXPECT_THAT(message(), HasSubstr("Saved "));
    open({folder_ / name});
    EXPECT_FALSE(is_building()) << "another graph is open";
    EXPECT_FALSE(find<QWidget>("graph editor").isVisible());
    ASSERT_TRUE(find<QWidget>("graph card").isVisible());
    QTest::mouseClick(&find<QPushButton>("graph card edit"), Qt::LeftButton);
    wait_until_idle();
    ASSERT_TRUE(is_building()) << name;
    EXPECT_EQ(draft(), saved) << name;
  }
  std::string error;
  const Connection connection = window_->failed.connect([&](const std::string& text) { error = text; });
  window_->editor().save(folder_ / "mine.txt");
  EXPECT_THAT(error, HasSubstr("mine.txt: expected a name that ends in .dot, .csv or .gus"));
}

TEST_F(GraphEditorTest, GraphFollowsThePlayerAndThenStaysAsDrawn) {
  start_by_click();
  press(Qt::Key_Insert);
  EXPECT_EQ(window_->graph().graph().panel(), 0U);
  key(Qt::Key_N);
  wait_until_idle();
  EXPECT_EQ(window_->graph().graph().panel(), 1U) << "its tasks have states";
  EXPECT_EQ(graph().time_ns(), 1 * ms);
}

TEST_F(GraphEditorTest, GraphsWithDataAreRefusedInOneLine) {
  const std::filesystem::path path = folder_ / "adds.dot";
  std::ofstream(path) << "digraph { a -> b [dir=none, style=dashed]; }\n";
  open({path});
  std::string error;
  const Connection connection = window_->failed.connect([&](const std::string& text) { error = text; });
  QTest::mouseClick(&find<QPushButton>("graph card edit"), Qt::LeftButton);
  EXPECT_EQ(error, "graph: expected tasks and dependencies only, to edit it, found accesses to data");
  EXPECT_FALSE(is_building());
}

}  // namespace
}  // namespace gusset::viewer
