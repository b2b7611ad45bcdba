// Building a task graph in the window, with real clicks and keys.
#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <fstream>

#include "graph_editor_fixture.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/viewer/app/widgets/choice_dialog.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using testing::GraphEditorTest;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using traces::Dependency;
using traces::TaskId;

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

  const double scale = graph().camera().scale();
  const QPoint second = middle(1);
  draw_dependency(0, 1);
  EXPECT_EQ(graph().camera().scale(), scale);
  EXPECT_LE((middle(1) - second).manhattanLength(), 2) << "the task stays at the pointer";
  EXPECT_GT(middle(1).y(), middle(0).y());
  draw_dependency(1, 2);
  EXPECT_EQ(graph().camera().scale(), scale);
  EXPECT_THAT(draft().dependencies(),
              ElementsAre(Dependency{TaskId(0), TaskId(1)}, Dependency{TaskId(1), TaskId(2)}));
  EXPECT_EQ(makespan_ns(), 6 * ms);
  ASSERT_EQ(document().traces.size(), 2U) << "one schedule, of the newest graph";
  EXPECT_EQ(document().traces.back()->trace->tasks.size(), 3U);
}

TEST_F(GraphEditorTest, DurationsMayHaveUnits) {
  start_by_click();
  press(Qt::Key_F4);
  auto& duration = find<QDoubleSpinBox>("graph task duration");
  for (const char key : {'2', '5', '0', 'u', 's'}) {
    QKeyEvent override_event(QEvent::ShortcutOverride, key - 32, {}, QString(QLatin1Char(key)));
    QApplication::sendEvent(duration.findChild<QLineEdit*>(), &override_event);
    EXPECT_TRUE(override_event.isAccepted()) << "typed, not a command: " << key;
    QTest::keyClicks(&duration, QString(QLatin1Char(key)));
  }
  QTest::keyClick(&duration, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[0].duration_ms, 0.25);
  EXPECT_EQ(duration.text().toStdString(), "0.25 ms");
}

TEST_F(GraphEditorTest, BuildingGivesTheGraphMostOfTheRoom) {
  window_->resize(1600, 900);
  start_by_click();
  EXPECT_GT(window_->graph().width(), window_->width() / 2);
  EXPECT_GT(view().width(), 300);
  open({write("run.gus", "aab")});
  EXPECT_NEAR(window_->graph().width(), 640, 20) << "nothing is built any more";
  window_->resize(1024, 768);
  settle();
  window_->editor().start_new();
  wait_until_idle();
  EXPECT_GT(graph().width(), window_->width() / 2 - 20);
  EXPECT_GT(graph().height(), window_->height() * 0.35);
  EXPECT_GT(view().width(), 300);
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
  auto& dialog = find<ChoiceDialog>("dependency dialog");
  EXPECT_EQ(dialog.shown(), QStringList{"load A"});
  QTest::keyClick(&dialog, Qt::Key_Return);
  wait_until_idle();
  EXPECT_THAT(draft().dependencies(), ElementsAre(Dependency{TaskId(0), TaskId(1)}));
  EXPECT_EQ(draft().tasks()[1].name, "load A") << "it is submitted after the task that it waits for";
  QApplication::setActiveWindow(window_.get());  // a platform without a window manager does not
  press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  for (auto* open : window_->findChildren<ChoiceDialog*>("dependency dialog")) {
    if (open->isVisible()) QTest::keyClick(open, Qt::Key_Return);
  }
  wait_until_idle();
  EXPECT_TRUE(draft().dependencies().empty());
}

TEST_F(GraphEditorTest, TaskChosenInTheScheduleIsTheOneThatChanges) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_Insert);
  const QPoint place = middle(0);
  draw_dependency(2, 0);
  EXPECT_LE((middle(2) - place).manhattanLength(), 3) << "the task at the pointer, which has another number";
  ASSERT_EQ(document().traces.size(), 2U);
  const TaskReference last{1, TaskId(2)};
  window_->session().selection().select_task(last, document().row_of(last), SelectionOrigin::timeline);
  settle();
  EXPECT_EQ(find<QLineEdit>("graph task name").text(), "task 1");
  auto& duration = find<QDoubleSpinBox>("graph task duration");
  duration.setFocus();
  duration.selectAll();
  QTest::keyClicks(&duration, "4");
  QTest::keyClick(&duration, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(draft().task(TaskId(2)).name, "task 1");
  EXPECT_EQ(draft().task(TaskId(2)).duration_ms, 4.0);
  EXPECT_EQ(makespan_ns(), 5 * ms);
  EXPECT_TRUE(graph().hasFocus()) << "its keys go on";
  EXPECT_TRUE(find<QTableView>("player data").isHidden()) << "the graph names no data";
}

TEST_F(GraphEditorTest, WhyNotEarlierIsAskedOfTheSchedule) {
  start_by_click();
  press(Qt::Key_Insert);
  draw_dependency(0, 1);
  EXPECT_EQ(find<QTabBar>("verdict tabs").currentIndex(), 1) << "the verdict is on the schedule";
  const TaskReference in_graph{0, TaskId(1)};
  window_->session().selection().select_task(in_graph, {}, SelectionOrigin::command);
  settle();
  press(Qt::Key_Y);
  EXPECT_EQ(window_->session().selection().state().task(), (TaskReference{1, TaskId(1)}));
  const WhyFacts* const why = window_->explanations().why();
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->task, (TaskReference{1, TaskId(1)}));
  EXPECT_EQ(find<QLineEdit>("graph task name").text(), "task 2")
      << "the same task stays chosen in the editor";
}

TEST_F(GraphEditorTest, TabGoesFromTheNameToTheDurationAndToAdd) {
  start_by_click();
  auto& name = find<QLineEdit>("graph task name");
  auto& duration = find<QDoubleSpinBox>("graph task duration");
  press(Qt::Key_F2);
  QTest::keyClicks(&name, "load");
  QTest::keyClick(&name, Qt::Key_Tab);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[0].name, "load 1");
  ASSERT_TRUE(duration.hasFocus()) << QApplication::focusWidget()->objectName().toStdString();
  QTest::keyClicks(&duration, "3");
  QTest::keyClick(&duration, Qt::Key_Tab);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[0].duration_ms, 3.0);
  auto& add = find<QToolButton>("graph add task");
  ASSERT_TRUE(add.hasFocus()) << QApplication::focusWidget()->objectName().toStdString();
  QTest::keyClick(&add, Qt::Key_Space);
  wait_until_idle();
  ASSERT_EQ(draft().tasks().size(), 2U);
  ASSERT_TRUE(name.hasFocus());
  QTest::keyClicks(&name, "sum");
  QTest::keyClick(&name, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[1].name, "sum 1") << "typing replaces the new task's name";
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  EXPECT_TRUE(name.hasFocus()) << QApplication::focusWidget()->objectName().toStdString();
}

TEST_F(GraphEditorTest, UndoTakesBackATaskWhoseNameIsSelected) {
  start_by_click();
  press(Qt::Key_Insert);
  auto& name = find<QLineEdit>("graph task name");
  ASSERT_TRUE(name.hasFocus());
  QTest::keyClick(&name, Qt::Key_Z, Qt::ControlModifier);
  wait_until_idle();
  EXPECT_EQ(draft().tasks().size(), 1U);
  press(Qt::Key_F2);
  QTest::keyClicks(&name, "sum");
  QTest::keyClick(&name, Qt::Key_Z, Qt::ControlModifier);
  wait_until_idle();
  EXPECT_EQ(name.text(), "task 1") << "what is typed is undone first";
  EXPECT_EQ(draft().tasks().size(), 1U);
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

TEST_F(GraphEditorTest, TasksStayWhereTheUserPutsThem) {
  start_by_click();
  const auto place = [this](QPoint at) {
    QTest::mouseDClick(&graph(), Qt::LeftButton, {}, at);
    wait_until_idle();
  };
  const auto near = [](QPoint a, QPoint b) { return (a - b).manhattanLength() <= 3; };
  const QPoint first = middle(0);
  const QPoint second(first.x() - 120, first.y() + 100);
  const QPoint third(first.x() + 90, first.y() + 180);
  place(second);
  EXPECT_TRUE(near(middle(1), second)) << middle(1).x() << " " << middle(1).y();
  place(third);
  EXPECT_TRUE(near(middle(2), third));
  draw_dependency(1, 2);
  draw_dependency(0, 1);
  EXPECT_TRUE(near(middle(0), first) && near(middle(1), second) && near(middle(2), third)) << "they all stay";
  const auto apart = [this] {  // in the drawing, which the view may scale
    const traces::GraphBox& above = scene().boxes[box(TaskId(0))];
    const traces::GraphBox& below = scene().boxes[box(TaskId(1))];
    return QPointF(below.middle_x() - above.middle_x(), below.middle_y() - above.middle_y()).toPoint();
  };
  const QPoint chosen = apart();
  press(Qt::Key_Insert);
  EXPECT_TRUE(near(apart(), chosen));
  press(Qt::Key_Delete);
  key(Qt::Key_N);
  wait_until_idle();
  ASSERT_EQ(window_->graph().graph().panel(), 1U) << "its schedule plays";
  EXPECT_TRUE(near(apart(), chosen));
  trigger("arrange tasks");
  EXPECT_EQ(apart().x(), 0) << "the layout puts a chain into one column";
  trigger("undo edit");
  EXPECT_TRUE(near(apart(), chosen));
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
  press(Qt::Key_I, Qt::ControlModifier);
  find<QSpinBox>("what if workers").setValue(4);
  auto& policy = find<QComboBox>("what if policy");
  policy.setFocus();
  QTest::keyClick(&policy, Qt::Key_Down);
  wait_until_idle();
  EXPECT_EQ(workers.value(), 4) << "as chosen in What if";
  EXPECT_EQ(find<QComboBox>("graph policy").currentText(), policy.currentText());
  const QString chosen = policy.currentText();
  press(Qt::Key_Insert);
  EXPECT_EQ(document().traces.back()->trace->workers.size(), 4U);
  EXPECT_EQ(find<QSpinBox>("what if workers").value(), 4);
  EXPECT_EQ(policy.currentText(), chosen);
}

TEST_F(GraphEditorTest, TypedValuesCountWithoutReturn) {
  start_by_click();
  auto& duration = find<QDoubleSpinBox>("graph task duration");
  press(Qt::Key_F4);
  QTest::keyClicks(&duration, "7");
  QTest::keyClick(&duration, Qt::Key_Insert);
  wait_until_idle();
  ASSERT_EQ(draft().tasks().size(), 2U);
  EXPECT_EQ(draft().tasks()[0].duration_ms, 7.0);
  EXPECT_EQ(draft().tasks()[1].duration_ms, 1.0);
  auto& name = find<QLineEdit>("graph task name");
  QTest::keyClicks(&name, "sum");
  QTest::keyClick(&name, Qt::Key_F4);
  wait_until_idle();
  EXPECT_EQ(draft().tasks()[1].name, "sum 1");
  QTest::keyClicks(&duration, "9");
  QTest::keyClick(&duration, Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(draft().tasks()[1].duration_ms, 9.0) << "taken before the graph is saved";
}

TEST_F(GraphEditorTest, KernelSpeedsStayWhileTheGraphChanges) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_I, Qt::ControlModifier);
  const auto speeds = [this] {
    return window_->findChildren<QDoubleSpinBox*>(QRegularExpression("what if times of .*"));
  };
  ASSERT_EQ(speeds().size(), 1);
  const QString name = speeds().front()->objectName();
  speeds().front()->setValue(4.0);
  wait_until_idle();
  EXPECT_EQ(makespan_ns(), ms / 4);
  press(Qt::Key_Insert);
  EXPECT_EQ(find<QDoubleSpinBox>(name.toUtf8().constData()).value(), 4.0);
}

TEST_F(GraphEditorTest, KeptScheduleSaysThatItIsOfAnotherGraph) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_I, Qt::ControlModifier);
  auto& keep = find<QPushButton>("what if keep");
  ASSERT_TRUE(keep.isVisible() && keep.isEnabled());
  QTest::mouseClick(&keep, Qt::LeftButton);
  auto& workers = find<QSpinBox>("graph workers");
  workers.setFocus();
  workers.selectAll();
  QTest::keyClicks(&workers, "3");
  QTest::keyClick(&workers, Qt::Key_Return);
  wait_until_idle();
  ASSERT_EQ(document().traces.size(), 3U);
  EXPECT_EQ(document().panel(1).program(), "what if: 2 workers");
  press(Qt::Key_Insert);
  ASSERT_EQ(document().traces.size(), 3U);
  EXPECT_EQ(document().panel(1).program(), "another graph · what if: 2 workers");
  EXPECT_EQ(document().panel(2).program(), "what if: 3 workers");
  window_->run_action("next event");
  wait_until_idle();
  auto& played = find<QComboBox>("player trace");
  EXPECT_EQ(played.count(), 2) << "the graph itself never ran";
  EXPECT_EQ(played.currentText(), "what if: 3 workers");
  played.setFocus();
  QTest::keyClick(&played, Qt::Key_Up);
  wait_until_idle();
  EXPECT_EQ(window_->graph().graph().panel(), 1U) << "the graph shows the played schedule";
  EXPECT_EQ(window_->classroom().player().time_ns(), graph().time_ns());
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document().panel(1).program(), "what if: 2 workers") << "the graph is the same again";
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

TEST_F(GraphEditorTest, OpenedGraphHasAVisibleWayToEditIt) {
  const std::filesystem::path path = folder_ / "mine.dot";
  std::ofstream(path) << "digraph { a [weight=2]; a -> b; a -> c }\n";
  open({path});
  auto& edit = find<QToolButton>("graph edit this graph");
  EXPECT_TRUE(edit.isVisible());
  EXPECT_EQ(edit.text(), "Edit this graph");
  EXPECT_EQ(find<QPushButton>("graph card edit").text(), "Edit this graph");
  find<QSpinBox>("graph card workers").setValue(3);
  find<QComboBox>("graph card policy").setCurrentText("fifo");
  QTest::mouseClick(&find<QPushButton>("graph card play"), Qt::LeftButton);
  wait_until_idle();
  ASSERT_EQ(document().traces.size(), 2U);
  EXPECT_TRUE(edit.isVisible()) << "the card is gone, the button is not";
  QTest::mouseDClick(&graph(), Qt::LeftButton, {}, middle(0));
  settle();
  EXPECT_FALSE(is_building());
  EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(), HasSubstr("“Edit this graph”"));
  QTest::mouseClick(&edit, Qt::LeftButton);
  wait_until_idle();
  ASSERT_TRUE(is_building());
  EXPECT_FALSE(edit.isVisible());
  EXPECT_EQ(draft().tasks()[0].duration_ms, 2.0);
  EXPECT_EQ(document().traces.back()->trace->workers.size(), 3U) << "as the schedule before";
  EXPECT_EQ(find<QComboBox>("graph policy").currentText(), "fifo");
  press(Qt::Key_Insert);
  press(Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(window_->findChild<QFileDialog*>("save graph dialog"), nullptr) << "the graph has a file";
  EXPECT_FALSE(window_->editor().is_modified());
  EXPECT_EQ(traces::read_trace(path)->trace->tasks.size(), 4U);
  press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QFileInfo(find<QFileDialog>("save graph dialog").selectedFiles().value(0)).fileName(),
            "mine.dot");
  find<QFileDialog>("save graph dialog").reject();
  open({write("run.gus", "aab")});
  EXPECT_FALSE(edit.isVisible()) << "a run cannot be edited";
}

TEST_F(GraphEditorTest, NextGraphKeepsTheMachine) {
  start_by_click();
  auto& workers = find<QSpinBox>("graph workers");
  workers.setFocus();
  workers.selectAll();
  QTest::keyClicks(&workers, "4");
  QTest::keyClick(&workers, Qt::Key_Return);
  wait_until_idle();
  auto& policy = find<QComboBox>("graph policy");
  policy.setFocus();
  while (policy.currentText() != "priority") QTest::keyClick(&policy, Qt::Key_Down);
  wait_until_idle();
  ASSERT_TRUE(window_->editor().save(folder_ / "mine.csv"));
  open({folder_ / "mine.csv"});
  EXPECT_EQ(find<QSpinBox>("graph card workers").value(), 4);
  EXPECT_EQ(find<QComboBox>("graph card policy").currentText(), "priority");
  QTest::mouseClick(&find<QPushButton>("graph card edit"), Qt::LeftButton);
  wait_until_idle();
  EXPECT_EQ(document().traces.back()->trace->workers.size(), 4U);
  EXPECT_EQ(policy.currentText(), "priority");
}

TEST_F(GraphEditorTest, BetterScheduleStartsFromTheShownNumberOfWorkers) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_B, Qt::ControlModifier);
  auto& threads = find<QSpinBox>("schedule threads");
  ASSERT_TRUE(threads.isVisible());
  EXPECT_EQ(threads.value(), 2);
  auto& workers = find<QSpinBox>("graph workers");
  workers.setFocus();
  workers.selectAll();
  QTest::keyClicks(&workers, "3");
  QTest::keyClick(&workers, Qt::Key_Return);
  wait_until_idle();
  EXPECT_EQ(threads.value(), 3);
  threads.setValue(5);
  view().setFocus();
  key(Qt::Key_N);
  wait_until_idle();
  EXPECT_EQ(threads.value(), 5) << "the user's number stays while the schedule does";
}

TEST_F(GraphEditorTest, TitleMarksUnsavedChanges) {
  start_by_click();
  EXPECT_THAT(title(), StartsWith("New graph | ")) << "nothing to lose yet";
  press(Qt::Key_Insert);
  EXPECT_THAT(title(), StartsWith("New graph, not saved* | "));
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_THAT(title(), StartsWith("New graph | "));
  press(Qt::Key_Insert);
  ASSERT_TRUE(window_->editor().save(folder_ / "mine.dot"));
  EXPECT_THAT(title(), StartsWith("mine.dot | "));
  press(Qt::Key_Insert);
  EXPECT_THAT(title(), StartsWith("mine.dot* | "));
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_THAT(title(), StartsWith("mine.dot | "));
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_THAT(title(), StartsWith("mine.dot* | ")) << "the file has two tasks";
}

TEST_F(GraphEditorTest, UnsavedChangesAreNotDiscardedWithoutAQuestion) {
  const std::filesystem::path other = write("other.gus", "aab");
  start_by_click();
  press(Qt::Key_Insert);
  const GraphDraft edited = draft();
  const std::vector<std::function<void()>> ways{
      [&] { press(Qt::Key_N, Qt::ControlModifier); }, [&] { open({other}); },
      [&] { press(Qt::Key_W, Qt::ControlModifier); }, [&] { window_->close(); }};
  for (const auto& leave : ways) {
    leave();
    answer("save changes", QMessageBox::Cancel);
    ASSERT_TRUE(is_building());
    EXPECT_EQ(draft(), edited);
    EXPECT_TRUE(window_->isVisible());
    EXPECT_THAT(title(), StartsWith("New graph, not saved*"));
    press(Qt::Key_Insert);
    press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(draft(), edited) << "editing goes on";
  }
  open({other});
  answer("save changes", QMessageBox::Discard);
  EXPECT_FALSE(is_building());
  EXPECT_EQ(document().traces.size(), 1U);
  open({other});
  const auto is_answered = [&] { return question("save changes") == nullptr; };
  EXPECT_TRUE(QTest::qWaitFor(is_answered, testing::patience_ms)) << "nothing is edited";
}

TEST_F(GraphEditorTest, SaveAppendsTheTypesExtension) {
  start_by_click();
  press(Qt::Key_S, Qt::ControlModifier);
  save_in_dialog(folder_ / "mygraph", "Graphviz (*.dot)");
  EXPECT_THAT(message(), HasSubstr("mygraph.dot"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "mygraph.dot"));
  press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  save_in_dialog(folder_ / "my.graph", "Table (*.csv)");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "my.graph.csv"));
  press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  save_in_dialog(folder_ / "other.csv", "Graphviz (*.dot)");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "other.csv")) << "a known extension is the user's choice";
  EXPECT_EQ(question("replace file"), nullptr);
  EXPECT_FALSE(find<QWidget>("notice").isVisible());
}

TEST_F(GraphEditorTest, SaveAsksBeforeItReplacesAFile) {
  start_by_click();
  press(Qt::Key_Insert);
  const std::filesystem::path path = folder_ / "mygraph.dot";
  std::ofstream(path) << "digraph { mine }\n";
  press(Qt::Key_S, Qt::ControlModifier);
  save_in_dialog(folder_ / "mygraph", "Graphviz (*.dot)");
  answer("replace file", QMessageBox::No);
  EXPECT_EQ(std::filesystem::file_size(path), 17U) << "the file is as it was";
  EXPECT_TRUE(window_->editor().is_modified());
  trigger("close");
  answer("save changes", QMessageBox::Save);
  save_in_dialog(folder_ / "mygraph", "Graphviz (*.dot)");
  answer("replace file", QMessageBox::Yes);
  EXPECT_TRUE(document().empty()) << "the traces are closed once the graph is saved";
  EXPECT_NE(std::filesystem::file_size(path), 17U);
}

TEST_F(GraphEditorTest, SuccessRemovesTheErrorThatItMends) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(window_->editor().save(folder_ / "no such folder" / "mine.dot"));
  ASSERT_TRUE(find<QWidget>("notice").isVisible());
  EXPECT_TRUE(window_->editor().is_modified());
  save_in_dialog(folder_ / "mine", "Graphviz (*.dot)");
  EXPECT_FALSE(find<QWidget>("notice").isVisible());
  EXPECT_FALSE(window_->editor().is_modified());
}

TEST_F(GraphEditorTest, SavedGraphIsARecentFileAtOnce) {
  start_by_click();
  EXPECT_EQ(window_->findChild<QAction*>("open recent 0"), nullptr);
  ASSERT_TRUE(window_->editor().save(folder_ / "mine.dot"));
  EXPECT_EQ(find<QAction>("open recent 0").text(), "mine.dot");
  EXPECT_EQ(window_->findChild<QAction*>("open recent 1"), nullptr);
  trigger("open recent 0");
  EXPECT_FALSE(is_building());
  EXPECT_EQ(document().panel(0).path, folder_ / "mine.dot");
}

TEST_F(GraphEditorTest, LessonsAskBeforeTheyReplaceTheGraph) {
  start_by_click();
  press(Qt::Key_Insert);
  trigger("open lesson anomaly");
  ASSERT_TRUE(QTest::qWaitFor([this] { return question("save changes") != nullptr; }, testing::patience_ms));
  answer("save changes", QMessageBox::Cancel);
  EXPECT_TRUE(is_building());
  press(Qt::Key_Insert);
  EXPECT_FALSE(find<QAction>("lesson answer").isEnabled()) << "no lesson is open";
  trigger("open lesson anomaly");
  ASSERT_TRUE(QTest::qWaitFor([this] { return question("save changes") != nullptr; }, testing::patience_ms));
  answer("save changes", QMessageBox::Discard);
  EXPECT_FALSE(is_building());
  EXPECT_EQ(document().panel(0).name(), "Anomaly, 3 workers");
  EXPECT_TRUE(find<QAction>("lesson answer").isEnabled());
}

TEST_F(GraphEditorTest, SaveBeforeLeavingWritesTheGraphsFile) {
  start_by_click();
  press(Qt::Key_Insert);
  const std::filesystem::path mine = folder_ / "mine.dot";
  ASSERT_TRUE(window_->editor().save(mine));
  press(Qt::Key_Insert);
  const GraphDraft edited = draft();
  window_->close();
  answer("save changes", QMessageBox::Save);
  EXPECT_FALSE(window_->isVisible());
  const auto read = traces::read_trace(mine);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(GraphDraft::of(*read->trace).value(), edited);
}

TEST_F(GraphEditorTest, NobodyIsAskedInAScreenshot) {
  window_->editor().asks_to_save = false;
  start_by_click();
  press(Qt::Key_Insert);
  trigger("new graph");
  EXPECT_EQ(question("save changes"), nullptr);
  EXPECT_EQ(draft().tasks().size(), 1U);
}

TEST_F(GraphEditorTest, DependencyDialogProposesATaskThatMayWait) {
  start_by_click();
  press(Qt::Key_Insert);
  press(Qt::Key_Insert);
  draw_dependency(0, 1);
  press(Qt::Key_L, Qt::ControlModifier);
  auto& dialog = find<ChoiceDialog>("dependency dialog");
  EXPECT_EQ(dialog.shown(), (QStringList{"task 1", "task 3"}));
  EXPECT_EQ(dialog.current(), "task 3") << "task 1 would close a cycle";
  EXPECT_GE(dialog.width(), dialog.fontMetrics().horizontalAdvance(dialog.windowTitle()) + 150)
      << "room for the title and its bar's buttons";
  QTest::keyClick(&dialog, Qt::Key_Return);
  wait_until_idle();
  EXPECT_THAT(draft().dependencies(),
              ElementsAre(Dependency{TaskId(0), TaskId(1)}, Dependency{TaskId(1), TaskId(2)}));
}

TEST_F(GraphEditorTest, ProjectorKeepsTheGraphThatIsBeingBuilt) {
  window_->resize(1920, 1080);
  start_by_click();
  ASSERT_TRUE(window_->graph().isVisible());
  key(Qt::Key_F11);
  wait_until_idle();
  ASSERT_TRUE(window_->classroom().projector().is_on());
  EXPECT_TRUE(window_->graph().isVisible());
  EXPECT_FALSE(find<QDockWidget>("Legend").isVisible());
  EXPECT_NEAR(window_->graph().width(), window_->width() / 2, 80) << "as when G shows it";
  key(Qt::Key_Escape);
  EXPECT_TRUE(window_->graph().isVisible());
  key(Qt::Key_G);
  key(Qt::Key_F11);
  EXPECT_FALSE(window_->graph().isVisible()) << "it was closed before";
}

TEST_F(GraphEditorTest, GraphWithoutTimesHasNoStates) {
  start_by_click();
  press(Qt::Key_Insert);
  ASSERT_EQ(window_->graph().graph().panel(), 0U);
  const QImage before = picture();
  move(point(0.5 * ms, {1, 0}));
  EXPECT_EQ(graph().time_ns(), std::nullopt);
  EXPECT_EQ(picture(), before);
  window_->graph().graph().show_panel(1);
  wait_until_idle();
  EXPECT_NE(graph().time_ns(), std::nullopt) << "its schedule has times";
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
