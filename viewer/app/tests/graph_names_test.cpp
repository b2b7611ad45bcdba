// The names of the tasks of a graph that is built in the window, with real clicks and keys.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "graph_editor_fixture.hpp"
#include "gusset/traces/model/task_name.hpp"

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

}  // namespace
}  // namespace gusset::viewer
