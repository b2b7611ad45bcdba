// The names of the tasks of a graph that is built in the window, with real clicks and keys.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "graph_editor_fixture.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/viewer/app/widgets/choice_dialog.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using testing::GraphEditorTest;
using traces::TaskId;

class GraphNamesTest : public GraphEditorTest {
 protected:
  void type_name(const char* text) {
    auto& name = find<QLineEdit>("graph task name");
    ASSERT_TRUE(name.hasFocus());
    QTest::keyClicks(&name, text);
    QTest::keyClick(&name, Qt::Key_Return);
    wait_until_idle();
  }
  /// What the boxes of the graph say, in order of submission.
  std::vector<std::string> labels() {
    std::vector<std::string> labels;
    for (std::size_t task = 0; task < draft().tasks().size(); ++task)
      labels.push_back(scene().boxes[box(TaskId(task))].label);
    return labels;
  }
};

TEST_F(GraphNamesTest, NamesStayWhileTheGraphIsEdited) {
  start_by_click();
  press(Qt::Key_F2);
  type_name("extra");
  EXPECT_EQ(find<QLineEdit>("graph task name").text(), "extra 1");
  press(Qt::Key_Insert);
  type_name("load A");
  press(Qt::Key_Insert);
  type_name("extra");
  EXPECT_THAT(labels(), ElementsAre("extra 1", "load A", "extra 2"));
  draw_dependency(2, 0);
  EXPECT_THAT(labels(), ElementsAre("load A", "extra 2", "extra 1"));
  const traces::Trace& schedule = *document().traces.back()->trace;
  EXPECT_EQ(traces::task_name(schedule, TaskId(2)), "extra 1") << "the schedule has the same names";
  EXPECT_EQ(graph_tip(middle(2)).toStdString().find('#'), std::string::npos) << "a number would change";
}

TEST_F(GraphNamesTest, FieldShowsTheNumberThatTheNameHas) {
  start_by_click();
  press(Qt::Key_F2);
  type_name("extra");
  press(Qt::Key_F2);
  type_name("extra");
  EXPECT_EQ(find<QLineEdit>("graph task name").text(), "extra 1");
  EXPECT_THAT(labels(), ElementsAre("extra 1"));
}

TEST_F(GraphNamesTest, DependencyDialogFindsNamesWithBlanks) {
  start_by_click();
  for (int i = 0; i < 11; ++i) press(Qt::Key_Insert);
  window_->session().selection().select_task({0, TaskId(3)}, {}, SelectionOrigin::command);
  press(Qt::Key_L, Qt::ControlModifier);
  auto& dialog = find<ChoiceDialog>("dependency dialog");
  auto& typed = *dialog.findChild<QLineEdit*>("choice filter");
  QTest::keyClicks(&typed, "task 1");
  EXPECT_EQ(dialog.shown(), (QStringList{"task 1", "task 10", "task 11", "task 12"}));
  EXPECT_EQ(dialog.current(), "task 1");
  QTest::keyClick(&typed, Qt::Key_Down);
  EXPECT_EQ(dialog.current(), "task 10");
  QTest::keyClicks(&typed, "2");
  EXPECT_EQ(dialog.current(), "task 12");
  QTest::keyClicks(&typed, "x");
  EXPECT_EQ(dialog.current(), "");
  QTest::keyClick(&typed, Qt::Key_Return);
  EXPECT_TRUE(dialog.isVisible()) << "no task has this name";
  QTest::keyClick(&typed, Qt::Key_Backspace);
  QTest::keyClick(&typed, Qt::Key_Return);
  QApplication::setActiveWindow(window_.get());
  wait_until_idle();
  ASSERT_EQ(draft().dependencies().size(), 1U);
  EXPECT_EQ(draft().dependency_text(draft().dependencies()[0]), "task 4 → task 12");
}

}  // namespace
}  // namespace gusset::viewer
