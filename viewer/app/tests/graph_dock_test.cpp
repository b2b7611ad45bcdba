#include "gusset/viewer/app/graph/graph_dock.hpp"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <fstream>

#include "chain_trace.hpp"
#include "graph_dock_fixture.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

using GraphDockTest = testing::GraphDockFixture;
using testing::chain;

TEST_F(GraphDockTest, KeyTableListsItsShortcutOnce) {
  const std::vector<KeyHelp> table = key_table(*window_);
  EXPECT_EQ(std::count_if(table.begin(), table.end(), [](const KeyHelp& line) { return line.keys == "G"; }),
            1);
}

TEST_F(GraphDockTest, ComputesNothingUntilShown) {
  open({write("chain.gus", chain)});
  EXPECT_FALSE(window_->graph().isVisible());
  EXPECT_EQ(window_->graph().graph().drawing(), nullptr);
  key(Qt::Key_G);
  EXPECT_TRUE(window_->graph().isVisible());
  settle();
  ASSERT_NE(window_->graph().graph().drawing(), nullptr);
  EXPECT_EQ(scene().boxes.size(), 5U);
  key(Qt::Key_G);
  EXPECT_FALSE(window_->graph().isVisible());
}

TEST_F(GraphDockTest, OpensWithAShareOfTheWindowOrTheUsersSize) {
  window_->resize(1600, 900);
  open_graph(write("chain.gus", chain));
  QWidget& dock = window_->graph();
  EXPECT_NEAR(dock.width(), 640, 20);
  EXPECT_GT(view().width(), 500);
  // The splitter belongs to the window.
  const QPoint splitter(dock.x() - 3, dock.y() + dock.height() / 2);
  const QPoint left = splitter - QPoint(60, 0);
  QTest::mousePress(window_.get(), Qt::LeftButton, {}, splitter);
  QMouseEvent drag(QEvent::MouseMove, left, window_->mapToGlobal(left), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(window_.get(), &drag);
  QTest::qWait(50);  // the window follows the splitter with a timer
  QTest::mouseRelease(window_.get(), Qt::LeftButton, {}, left);
  settle();
  const int chosen = dock.width();
  EXPECT_NEAR(chosen, 700, 20);
  key(Qt::Key_G);
  ASSERT_FALSE(dock.isVisible());
  key(Qt::Key_G);
  EXPECT_NEAR(dock.width(), chosen, 2);
}

TEST_F(GraphDockTest, GraphWithoutTimesShowsTheDock) {
  const std::filesystem::path path = folder_ / "graph.dot";
  std::ofstream(path) << "digraph { a -> b; a -> c; b -> d; c -> d }\n";
  open({path});
  ASSERT_TRUE(window_->graph().isVisible());
  QApplication::processEvents();
  settle();
  EXPECT_EQ(scene().boxes.size(), 4U);
  EXPECT_EQ(window_->session().document()->traces[0]->summary(), "graph of 4 tasks, not run yet");
  const auto* const legend = window_->findChild<QTreeWidget*>("legend");
  EXPECT_EQ(legend->topLevelItem(0)->text(0), "graph · not run yet");
  EXPECT_EQ(legend->topLevelItem(0)->child(0)->text(1), "1") << "tasks of the first name";
  EXPECT_EQ(legend->topLevelItem(0)->child(0)->text(2), "") << "nothing ran, so there is no busy time";
  const auto width = [](std::string_view text) { return 8.0 * static_cast<double>(text.size()); };
  const TextSize text{16.0, width, width};
  const Picture picture = compose_picture(timeline(), text);
  EXPECT_TRUE(std::none_of(picture.labels.begin(), picture.labels.end(), [](const Label& label) {
    return label.text.ends_with(" ns") || label.text == "busy";
  })) << "there is no time to count";
  EXPECT_EQ(view().message(), "") << "a card is shown instead";
  EXPECT_TRUE(window_->findChild<QWidget*>("graph card")->isVisible());
  key(Qt::Key_G);
  ASSERT_FALSE(window_->graph().isVisible());
  key(Qt::Key_F5);
  settle();
  EXPECT_FALSE(window_->graph().isVisible()) << "reloading opens no panel";
}

TEST_F(GraphDockTest, PanelsExplainAGraphWithoutTimes) {
  const std::filesystem::path path = folder_ / "alone.dot";
  std::ofstream(path) << "digraph { 1 [label=a, weight=2]; 2 [label=b]; 1 -> 2 }";
  open({path});
  for (const char* action : {"play", "show critical path", "show idle time"})
    window_->findChild<QAction*>(action)->trigger();
  settle();
  const auto label = [this](const char* name) { return window_->findChild<QLabel*>(name)->text(); };
  EXPECT_EQ(window_->session().document()->traces[0]->summary(),
            "graph of 2 tasks with durations, not run yet");
  EXPECT_EQ(label("player counts"), "A graph that has not run: there is nothing to play.");
  EXPECT_EQ(label("player time"), "");
  EXPECT_FALSE(window_->findChild<QWidget*>("player panel")->isEnabled());
  EXPECT_FALSE(window_->classroom().player().is_playing());
  EXPECT_TRUE(label("critical path summary").startsWith("A graph that has not run: which path"));
  EXPECT_TRUE(label("idle summary").startsWith("A graph that has not run: no worker was idle"));
  for (const char* table : {"critical path table", "idle table"})
    EXPECT_FALSE(window_->findChild<QTreeWidget*>(table)->isVisible()) << table;
  open({write("chain.gus", chain)});
  settle();
  EXPECT_TRUE(window_->findChild<QWidget*>("player panel")->isEnabled());
  EXPECT_NE(label("player time"), "");
}

TEST_F(GraphDockTest, FoldAllFoldsEveryGroup) {
  open_graph(write_random(900));
  graph_click(graph().position_of(1));
  ASSERT_GT(scene().boxes.size(), 300U);
  QTest::mouseClick(&child<QToolButton>("graph fold all"), Qt::LeftButton);
  settle();
  EXPECT_EQ(scene().boxes.size(), 3U);
}

TEST_F(GraphDockTest, ChoosersSetFoldingAndKind) {
  open_graph(write_random(900));
  EXPECT_EQ(child<QComboBox>("graph fold").currentText(), "type");
  choose("graph fold", "nothing");
  EXPECT_GE(scene().boxes.size(), 900U);
  choose("graph fold", "level");
  EXPECT_LE(scene().boxes.size(), 100U);
  choose("graph by", "data versions");
  choose("graph fold", "type");
  bool has_versions = false;
  for (const traces::GraphBox& shown : scene().boxes)
    has_versions = has_versions || shown.second_line.find("version") != std::string::npos;
  EXPECT_TRUE(has_versions);
}

TEST_F(GraphDockTest, ShowsTheSelectedTasksTrace) {
  open({write("one.gus", chain), write("two.gus", "a.b\nb1: after a1")});
  key(Qt::Key_G);
  settle();
  EXPECT_EQ(scene().boxes.size(), 5U);
  EXPECT_TRUE(child<QComboBox>("graph trace").isVisible());
  window_->session().selection().select_task({1, traces::TaskId(1)}, std::nullopt, SelectionOrigin::details);
  settle();
  settle();
  EXPECT_EQ(scene().boxes.size(), 2U);
  EXPECT_EQ(child<QComboBox>("graph trace").currentText(), "two.gus");
  choose("graph trace", "one.gus");
  EXPECT_EQ(scene().boxes.size(), 5U);
}

TEST_F(GraphDockTest, OtherTracesShowTheGraphOfTheFirstOne) {
  const std::filesystem::path two = write("two.gus", "a.b\nb1: after a1");
  open({write("one.gus", chain), two});
  key(Qt::Key_G);
  settle();
  click(point(500, {1, 0}));
  ASSERT_EQ(window_->graph().graph().panel(), 1U) << "the selected task's trace";
  key(Qt::Key_F5);
  EXPECT_EQ(window_->graph().graph().panel(), 1U) << "the same traces";
  open({two, write("one.gus", chain)});
  EXPECT_EQ(window_->graph().graph().panel(), 0U);
  EXPECT_EQ(child<QComboBox>("graph trace").currentText(), "two.gus");
  EXPECT_EQ(scene().boxes.size(), 2U);
}

TEST_F(GraphDockTest, GraphWithoutTimesIsShownAsItsNewestSchedule) {
  const std::filesystem::path dot = folder_ / "graph.dot";
  std::ofstream(dot) << "digraph { a -> b }\n";
  const std::filesystem::path run = write("run.gus", "a.b\nb1: after a1");
  open({run, dot});
  EXPECT_EQ(window_->graph().graph().panel(), 0U);
  open({dot, run, run});
  EXPECT_EQ(window_->graph().graph().panel(), 2U);
  click(point(500, {1, 0}));
  EXPECT_EQ(window_->graph().graph().panel(), 1U);
  open({dot, run, run});
  EXPECT_EQ(window_->graph().graph().panel(), 2U);
}

TEST_F(GraphDockTest, SaysIfDependenciesAreMissing) {
  open({write("plain.gus", "aab")});
  key(Qt::Key_G);
  settle();
  EXPECT_EQ(window_->graph().graph().drawing(), nullptr);
  EXPECT_THAT(window_->graph().graph().message(), ::testing::HasSubstr("not recorded"));
  const QImage shown = picture();
  bool has_words = false;
  for (int y = 0; y < shown.height() && !has_words; ++y) {
    for (int x = 0; x < shown.width() && !has_words; ++x)
      has_words = shown.pixelColor(x, y).lightness() < 160;
  }
  EXPECT_TRUE(has_words);
  graph_click({50, 50});
  graph_key(Qt::Key_F);
  graph_wheel({50, 50}, 2);
}

TEST_F(GraphDockTest, FollowsReloadAndClose) {
  open_graph(write("chain.gus", chain));
  write("chain.gus", "a.b\nb1: after a1");
  key(Qt::Key_F5);
  settle();
  EXPECT_EQ(scene().boxes.size(), 2U);
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_EQ(window_->graph().graph().drawing(), nullptr);
  EXPECT_EQ(window_->graph().graph().message(), "No trace is open");
  picture();
}

TEST_F(GraphDockTest, KeyTableListsItsGestures) {
  open({write("chain.gus", chain)});
  bool found = false;
  for (const KeyHelp& line : key_table(*window_))
    found = found || (line.group == "Task graph" && line.keys.contains("Wheel"));
  EXPECT_TRUE(found);
}

TEST_F(GraphDockTest, SurvivesShrinkingAndFloating) {
  open_graph(write_random(900));
  window_->resize(300, 200);
  settle();
  window_->graph().setFloating(true);
  settle();
  picture();
  window_->graph().setFloating(false);
  window_->resize(1200, 800);
  settle();
  EXPECT_EQ(scene().boxes.size(), 3U);
}

}  // namespace
}  // namespace gusset::viewer
