#include "gusset/viewer/app/graph/graph_view.hpp"

#include <gmock/gmock.h>

#include <QToolButton>
#include <random>

#include "chain_trace.hpp"
#include "graph_dock_fixture.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"

namespace gusset::viewer {
namespace {

using GraphViewTest = testing::GraphDockFixture;
using testing::chain;
using testing::chain_a;
using testing::chain_b;

TEST_F(GraphViewTest, ClickSelectsAndRevealsTheTaskInTheTimeline) {
  open_graph(write("chain.gus", chain));
  timeline().show({14'000, 20'000});
  graph_click(graph().position_of(box(chain_a.task)));
  EXPECT_EQ(selection().task(), chain_a);
  EXPECT_EQ(selection().origin, SelectionOrigin::graph);
  EXPECT_GE(timeline().x_from_time(0), timeline().plot().left - 1.0);
  EXPECT_THAT(details().toStdString(), ::testing::HasSubstr("■ a x"));
}

TEST_F(GraphViewTest, ClickInTheTimelineRevealsTheTaskInTheGraph) {
  open_graph(write("chain.gus", chain));
  for (int i = 0; i < 12; ++i) graph_wheel({graph().width() - 5, graph().height() - 5}, 1);
  const QImage before = picture();
  click(point(2'000));
  ASSERT_EQ(selection().task(), chain_a);
  EXPECT_TRUE(graph().rect().contains(graph().position_of(box(chain_a.task))));
  EXPECT_NE(picture(), before);
}

TEST_F(GraphViewTest, ClickOnBackgroundClearsTheSelection) {
  open_graph(write("chain.gus", chain));
  graph_click(graph().position_of(box(chain_b.task)));
  ASSERT_EQ(selection().task(), chain_b);
  graph_click({3, 3});
  EXPECT_FALSE(selection().task());
}

TEST_F(GraphViewTest, WheelZoomsDragPansZeroFits) {
  open_graph(write("chain.gus", chain));
  const GraphCamera all = graph().camera();
  const QPoint at = graph().position_of(box(chain_b.task));
  for (int i = 0; i < 2; ++i) graph_wheel(at, 1);
  EXPECT_NEAR(graph().camera().scale(), all.scale() * std::pow(1.25, 2), 1e-9);
  EXPECT_LE((graph().position_of(box(chain_b.task)) - at).manhattanLength(), 2);
  QTest::mousePress(&graph(), Qt::LeftButton, {}, at);
  graph_move(at + QPoint(-30, 0), Qt::LeftButton);
  graph_move(at + QPoint(-60, -25), Qt::LeftButton);
  QTest::mouseRelease(&graph(), Qt::LeftButton, {}, at + QPoint(-60, -25));
  EXPECT_LE((graph().position_of(box(chain_b.task)) - at - QPoint(-60, -25)).manhattanLength(), 2);
  EXPECT_FALSE(selection().task()) << "a drag is no click";
  graph_key(Qt::Key_0);
  EXPECT_EQ(graph().camera(), all);
}

TEST_F(GraphViewTest, KeysLeaveTheTimelineUnchanged) {
  open_graph(write("chain.gus", chain));
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

TEST_F(GraphViewTest, FCentresTheSelectedTask) {
  open_graph(write("chain.gus", chain));
  graph_click(graph().position_of(box(chain_a.task)));
  for (int i = 0; i < 6; ++i) graph_wheel({5, 5}, 1);
  graph_key(Qt::Key_F);
  // Without the legend below.
  const QPoint middle = QPointF(graph().width() / 2.0, graph().camera().height() / 2.0).toPoint();
  EXPECT_LT(middle.y(), graph().height() / 2);
  EXPECT_LE((graph().position_of(box(chain_a.task)) - middle).manhattanLength(), 3);
}

TEST_F(GraphViewTest, TooltipDescribesTheBox) {
  open_graph(write("chain.gus", chain));
  const QString tip = graph_tip(graph().position_of(box(chain_b.task)));
  EXPECT_TRUE(tip.contains("b z #2")) << tip.toStdString();
  EXPECT_TRUE(tip.contains("5.00 µs")) << tip.toStdString();
}

TEST_F(GraphViewTest, TimelinePointerSetsTheTime) {
  open_graph(write("chain.gus", chain));
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

TEST_F(GraphViewTest, SelectedRangeSetsTheTimeWithoutAPointer) {
  open_graph(write("chain.gus", chain));
  drag(point(3'000), point(9'000));
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&canvas(), &leave);
  ASSERT_TRUE(selection().range);
  EXPECT_EQ(graph().time_ns(), selection().range->begin_ns);
}

TEST_F(GraphViewTest, GroupsUnfoldInPlaceAndFoldByTheirTitle) {
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

TEST_F(GraphViewTest, FoldedGraphMarksTheSelectedTasksGroup) {
  open_graph(write_random(900));
  const QImage before = picture();
  key(Qt::Key_Right);
  ASSERT_TRUE(selection().task());
  EXPECT_NE(picture(), before);
}

TEST_F(GraphViewTest, FollowsTheDarkTheme) {
  open_graph(write("chain.gus", chain));
  const QColor light = picture().pixelColor(2, 2);
  apply_theme(Theme::dark);
  settle();
  const QColor dark = picture().pixelColor(2, 2);
  apply_theme(Theme::system);
  settle();
  EXPECT_GT(light.lightness(), 200);
  EXPECT_LT(dark.lightness(), 60);
}

TEST_F(GraphViewTest, SurvivesRandomInput) {
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

}  // namespace
}  // namespace gusset::viewer
