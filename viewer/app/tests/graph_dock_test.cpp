#include "gusset/viewer/app/graph/graph_dock.hpp"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>
#include <algorithm>
#include <fstream>
#include <random>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "random_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* graph_chain = R"(
  aaaa....bbbbb.......
  cc......ddddd..eeeee
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1, read y@1, write z@0 [submit 0] [ready 4]
  d1: read y@1 [submit 0] [ready 4]
  e1: read z@1 [submit 0] [ready 13]
)";
constexpr TaskReference first_a{0, traces::TaskId(0)};
constexpr TaskReference second_b{0, traces::TaskId(2)};

class GraphDockTest : public testing::WindowFixture {
 protected:
  void open_graph(const std::filesystem::path& path) {
    open({path});
    key(Qt::Key_G);
    ASSERT_TRUE(window_->graph().isVisible());
    settle();
    QApplication::processEvents();
    settle();
  }
  std::filesystem::path write_random(std::size_t tasks) {
    auto trace = *traces::testing::random_trace({.seed = 5, .tasks = tasks, .handles = 60});
    trace.types = {"init", "step", "sum"};
    for (std::size_t i = 0; i < tasks; ++i) trace.tasks.type[i] = traces::TypeId(i % 3);
    const std::filesystem::path path = folder_ / "random.gus";
    EXPECT_TRUE(traces::write_gus(trace, path));
    return path;
  }
  GraphView& graph() { return window_->graph().view(); }
  const traces::GraphScene& scene() { return *window_->graph().graph().drawing()->scene; }
  std::uint32_t box(traces::TaskId task) { return scene().box_of_node[task.value()]; }
  void graph_move(QPoint where, Qt::MouseButtons buttons = {}) {
    QMouseEvent event(QEvent::MouseMove, where, graph().mapToGlobal(where), Qt::NoButton, buttons, {});
    QApplication::sendEvent(&graph(), &event);
  }
  void graph_click(QPoint where) {
    graph_move(where);
    QTest::mouseClick(&graph(), Qt::LeftButton, {}, where);
    settle();
  }
  void graph_key(Qt::Key key) {
    graph().setFocus();
    QTest::keyClick(&graph(), key);
    settle();
  }
  void graph_wheel(QPoint where, int steps) {
    QWheelEvent event(where, graph().mapToGlobal(where), {}, {0, 120 * steps}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&graph(), &event);
  }
  QString graph_tip(QPoint where) {
    QHelpEvent event(QEvent::ToolTip, where, graph().mapToGlobal(where));
    QApplication::sendEvent(&graph(), &event);
    return QToolTip::text();
  }
  QImage picture() { return graph().grab().toImage(); }
  template <class Widget>
  Widget& child(const char* name) {
    return *window_->graph().findChild<Widget*>(name);
  }
  void choose(const char* name, const QString& text) {
    auto& chooser = child<QComboBox>(name);
    chooser.setFocus();
    const int index = chooser.findText(text);
    ASSERT_GE(index, 0) << text.toStdString();
    while (chooser.currentIndex() != index)
      QTest::keyClick(&chooser, chooser.currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    settle();
    ASSERT_EQ(chooser.currentText(), text);
  }
};

TEST_F(GraphDockTest, KeyTableListsItsShortcutOnce) {
  const std::vector<KeyHelp> table = key_table(*window_);
  EXPECT_EQ(std::count_if(table.begin(), table.end(), [](const KeyHelp& line) { return line.keys == "G"; }),
            1);
}

TEST_F(GraphDockTest, ComputesNothingUntilShown) {
  open({write("chain.gus", graph_chain)});
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

TEST_F(GraphDockTest, GraphWithoutTimesShowsTheDock) {
  const std::filesystem::path path = folder_ / "graph.dot";
  std::ofstream(path) << "digraph { a -> b; a -> c; b -> d; c -> d }\n";
  open({path});
  ASSERT_TRUE(window_->graph().isVisible());
  QApplication::processEvents();
  settle();
  EXPECT_EQ(scene().boxes.size(), 4U);
  EXPECT_EQ(window_->session().document()->traces[0]->summary(), "graph of 4 tasks, without times");
  const auto* const legend = window_->findChild<QTreeWidget*>("legend");
  EXPECT_EQ(legend->topLevelItem(0)->text(0), "imported · graph without times");
  EXPECT_EQ(legend->topLevelItem(0)->child(0)->text(1), "1") << "tasks of the first name";
  EXPECT_EQ(legend->topLevelItem(0)->child(0)->text(2), "") << "nothing ran, for whatever time";
  const auto width = [](std::string_view text) { return 8.0 * static_cast<double>(text.size()); };
  const TextSize text{16.0, width, width};
  const Picture picture = compose_picture(timeline(), text, 1);
  EXPECT_TRUE(std::none_of(picture.labels.begin(), picture.labels.end(), [](const Label& label) {
    return label.text.ends_with(" ns") || label.text == "busy";
  })) << "there is no time to count";
  EXPECT_EQ(view().message(), "A task graph without times");
  key(Qt::Key_G);
  ASSERT_FALSE(window_->graph().isVisible());
  EXPECT_EQ(view().message(), "A task graph without times (press G to show it)");
  key(Qt::Key_F5);
  settle();
  EXPECT_FALSE(window_->graph().isVisible()) << "reloading opens no panel";
}

TEST_F(GraphDockTest, PanelsExplainAGraphWithoutTimes) {
  const std::filesystem::path path = folder_ / "alone.dot";
  std::ofstream(path) << "digraph { 1 [label=a]; 2 [label=b]; 1 -> 2 }";
  open({path});
  for (const char* action : {"play", "show critical path", "show idle time"})
    window_->findChild<QAction*>(action)->trigger();
  settle();
  const auto label = [this](const char* name) { return window_->findChild<QLabel*>(name)->text(); };
  EXPECT_EQ(label("player counts"), "A graph without times: there is nothing to play.");
  EXPECT_EQ(label("player time"), "");
  EXPECT_FALSE(window_->findChild<QWidget*>("player panel")->isEnabled());
  EXPECT_FALSE(window_->classroom().player().is_playing());
  EXPECT_TRUE(label("critical path summary").startsWith("A graph without times: no path"));
  EXPECT_TRUE(label("idle summary").startsWith("A graph without times: no worker was idle"));
  for (const char* table : {"critical path table", "idle table"})
    EXPECT_FALSE(window_->findChild<QTreeWidget*>(table)->isVisible()) << table;
  open({write("chain.gus", graph_chain)});
  settle();
  EXPECT_TRUE(window_->findChild<QWidget*>("player panel")->isEnabled());
  EXPECT_NE(label("player time"), "");
}

TEST_F(GraphDockTest, ClickSelectsAndRevealsTheTaskInTheTimeline) {
  open_graph(write("chain.gus", graph_chain));
  timeline().show({14'000, 20'000});
  graph_click(graph().position_of(box(first_a.task)));
  EXPECT_EQ(selection().task(), first_a);
  EXPECT_EQ(selection().origin, SelectionOrigin::graph);
  EXPECT_GE(timeline().x_from_time(0), timeline().plot().left - 1.0);
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("a x #0"));
}

TEST_F(GraphDockTest, ClickInTheTimelineRevealsTheTaskInTheGraph) {
  open_graph(write("chain.gus", graph_chain));
  for (int i = 0; i < 12; ++i) graph_wheel({graph().width() - 5, graph().height() - 5}, 1);
  const QImage before = picture();
  click(point(2'000));
  ASSERT_EQ(selection().task(), first_a);
  EXPECT_TRUE(graph().rect().contains(graph().position_of(box(first_a.task))));
  EXPECT_NE(picture(), before);
}

TEST_F(GraphDockTest, ClickOnBackgroundClearsTheSelection) {
  open_graph(write("chain.gus", graph_chain));
  graph_click(graph().position_of(box(second_b.task)));
  ASSERT_EQ(selection().task(), second_b);
  graph_click({3, 3});
  EXPECT_FALSE(selection().task());
}

TEST_F(GraphDockTest, WheelZoomsDragPansZeroFits) {
  open_graph(write("chain.gus", graph_chain));
  const GraphCamera all = graph().camera();
  const QPoint at = graph().position_of(box(second_b.task));
  for (int i = 0; i < 4; ++i) graph_wheel(at, 1);
  EXPECT_NEAR(graph().camera().scale(), all.scale() * std::pow(1.25, 4), 1e-9);
  EXPECT_LE((graph().position_of(box(second_b.task)) - at).manhattanLength(), 2);
  QTest::mousePress(&graph(), Qt::LeftButton, {}, at);
  graph_move(at + QPoint(-30, 0), Qt::LeftButton);
  graph_move(at + QPoint(-60, -25), Qt::LeftButton);
  QTest::mouseRelease(&graph(), Qt::LeftButton, {}, at + QPoint(-60, -25));
  EXPECT_LE((graph().position_of(box(second_b.task)) - at - QPoint(-60, -25)).manhattanLength(), 2);
  EXPECT_FALSE(selection().task()) << "a drag is no click";
  graph_key(Qt::Key_0);
  EXPECT_EQ(graph().camera(), all);
}

TEST_F(GraphDockTest, KeysLeaveTheTimelineUnchanged) {
  open_graph(write("chain.gus", graph_chain));
  const TimeAxis axis = timeline().axis();
  const GraphCamera all = graph().camera();
  graph_key(Qt::Key_W);
  EXPECT_GT(graph().camera().scale(), all.scale());
  graph_key(Qt::Key_D);
  graph_key(Qt::Key_S);
  graph_key(Qt::Key_Home);
  EXPECT_EQ(graph().camera(), all);
  EXPECT_EQ(timeline().axis(), axis);
}

TEST_F(GraphDockTest, FCentresTheSelectedTask) {
  open_graph(write("chain.gus", graph_chain));
  graph_click(graph().position_of(box(first_a.task)));
  for (int i = 0; i < 6; ++i) graph_wheel({5, 5}, 1);
  graph_key(Qt::Key_F);
  const QPoint middle(graph().width() / 2, graph().height() / 2);
  EXPECT_LE((graph().position_of(box(first_a.task)) - middle).manhattanLength(), 3);
}

TEST_F(GraphDockTest, TooltipDescribesTheBox) {
  open_graph(write("chain.gus", graph_chain));
  const QString tip = graph_tip(graph().position_of(box(second_b.task)));
  EXPECT_TRUE(tip.contains("b z #2")) << tip.toStdString();
  EXPECT_TRUE(tip.contains("5.00 µs")) << tip.toStdString();
}

TEST_F(GraphDockTest, TimelinePointerSetsTheTime) {
  open_graph(write("chain.gus", graph_chain));
  EXPECT_FALSE(graph().time_ns());
  const QImage without = picture();
  move(point(10'000));
  ASSERT_TRUE(graph().time_ns());
  EXPECT_NEAR(static_cast<double>(*graph().time_ns()), 10'000, timeline().axis().ns_per_pixel());
  const QImage at = picture();
  EXPECT_NE(at, without);
  move(point(1'000));
  EXPECT_NE(picture(), at);
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&canvas(), &leave);
  EXPECT_FALSE(graph().time_ns());
  EXPECT_EQ(picture(), without);
}

TEST_F(GraphDockTest, SelectedRangeSetsTheTimeWithoutAPointer) {
  open_graph(write("chain.gus", graph_chain));
  drag(point(3'000), point(9'000));
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&canvas(), &leave);
  ASSERT_TRUE(selection().range);
  EXPECT_EQ(graph().time_ns(), selection().range->begin_ns);
}

TEST_F(GraphDockTest, GroupsUnfoldInPlaceAndFoldByTheirTitle) {
  open_graph(write_random(900));
  ASSERT_EQ(scene().boxes.size(), 3U);
  const std::uint32_t group = scene().boxes[1].number;
  const QPoint at = graph().position_of(1);
  const double top = graph().camera().y_from_scene(scene().boxes[1].y);
  graph_click(at);
  ASSERT_GT(scene().boxes.size(), 300U);
  const std::uint32_t open = scene().box_of_group[group];
  EXPECT_EQ(scene().boxes[open].kind, traces::GraphBox::Kind::open_group);
  EXPECT_NEAR(graph().position_of(open).x(), at.x(), 2) << "it stays where it was clicked";
  EXPECT_NEAR(graph().camera().y_from_scene(scene().boxes[open].y), top, 2);
  EXPECT_TRUE(child<QToolButton>("graph fold all").isEnabled());
  graph_click(graph().position_of(open));
  EXPECT_EQ(scene().boxes.size(), 3U);
  EXPECT_EQ(graph().position_of(1), at);
  EXPECT_FALSE(child<QToolButton>("graph fold all").isEnabled());
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

TEST_F(GraphDockTest, FoldedGraphMarksTheSelectedTasksGroup) {
  open_graph(write_random(900));
  const QImage before = picture();
  key(Qt::Key_Right);
  ASSERT_TRUE(selection().task());
  EXPECT_NE(picture(), before);
}

TEST_F(GraphDockTest, ShowsTheSelectedTasksTrace) {
  open({write("one.gus", graph_chain), write("two.gus", "a.b\nb1: after a1")});
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
  open_graph(write("chain.gus", graph_chain));
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
  open({write("chain.gus", graph_chain)});
  bool found = false;
  for (const KeyHelp& line : key_table(*window_))
    found = found || (line.group == "Task graph" && line.keys.contains("Wheel"));
  EXPECT_TRUE(found);
}

TEST_F(GraphDockTest, FollowsTheDarkTheme) {
  open_graph(write("chain.gus", graph_chain));
  const QColor light = picture().pixelColor(2, 2);
  apply_theme(Theme::dark);
  settle();
  const QColor dark = picture().pixelColor(2, 2);
  apply_theme(Theme::system);
  settle();
  EXPECT_GT(light.lightness(), 200);
  EXPECT_LT(dark.lightness(), 60);
}

TEST_F(GraphDockTest, SurvivesRandomInput) {
  open_graph(write_random(900));
  std::mt19937 random(7);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const Qt::Key keys[] = {Qt::Key_0, Qt::Key_F, Qt::Key_W, Qt::Key_S, Qt::Key_A, Qt::Key_D, Qt::Key_Up};
  for (int i = 0; i < 1500; ++i) {
    const QPoint at(below(graph().width()), below(graph().height()));
    switch (below(8)) {
      case 0:
        QTest::mouseClick(&graph(), Qt::LeftButton, {}, at);
        break;
      case 1:
        graph_wheel(at, below(7) - 3);
        break;
      case 2:
        QTest::mousePress(&graph(), Qt::LeftButton, {}, at);
        graph_move(at + QPoint(below(80) - 40, below(80) - 40), Qt::LeftButton);
        QTest::mouseRelease(&graph(), Qt::LeftButton, {}, at);
        break;
      case 3:
        QTest::keyClick(&graph(), keys[below(7)]);
        break;
      case 4:
        move(point(below(20'000)));
        break;
      case 5:
        graph_tip(at);
        break;
      case 6:
        if (below(20) == 0) window_->graph().graph().fold_all();
        if (below(40) == 0) window_->graph().fold_by(below(2) == 0 ? "level" : "type");
        if (below(40) == 0) window_->graph().show_by(below(2) == 0 ? "tasks" : "data");
        break;
      default:
        if (below(4) == 0) QApplication::processEvents();
    }
  }
  settle();
  settle();
  EXPECT_NE(window_->graph().graph().drawing(), nullptr);
  EXPECT_EQ(window_->graph().graph().message(), "");
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
