// What the task graph shows besides boxes and lines: the legend of states, and durations.
#include <gmock/gmock.h>

#include <QDockWidget>

#include "chain_trace.hpp"
#include "graph_dock_fixture.hpp"

namespace gusset::viewer {
namespace {

using testing::chain;
using testing::chain_a;

class GraphLegendTest : public testing::GraphDockFixture {
 protected:
  void set_width(int width) {
    window_->resizeDocks({&window_->graph()}, {width}, Qt::Horizontal);
    settle();
  }
  /// Whether the legend's line has only its background within a few pixels of the right edge.
  bool ends_before_the_edge() {
    const QImage image = picture();
    const int middle = image.height() - 10;
    for (int y = middle - 6; y <= middle + 6; ++y) {
      for (int x = image.width() - 6; x < image.width(); ++x) {
        if (image.pixel(x, y) != image.pixel(image.width() - 1, middle)) return false;
      }
    }
    return true;
  }
};

TEST_F(GraphLegendTest, LegendOfStatesIsNotCutInANarrowPanel) {
  open_graph(write("chain.gus", chain));
  window_->session().add({write("a trace with a longer name.gus", chain)});
  settle();
  move(point(5'000));
  ASSERT_NE(graph().time_ns(), std::nullopt);
  for (const int width : {300, 420, 520, 640}) {
    set_width(width);
    move(point(5'000));
    EXPECT_TRUE(ends_before_the_edge()) << graph().width();
  }
  EXPECT_THAT(graph_tip({20, graph().height() - 8}).toStdString(),
              ::testing::AllOf(::testing::HasSubstr("in chain"), ::testing::HasSubstr("waiting")));
}

TEST_F(GraphLegendTest, BoxesThatAreLargeEnoughShowDurations) {
  open_graph(write("chain.gus", chain, 1000));
  graph_key(Qt::Key_0);
  const QImage large = picture();
  for (int i = 0; i < 12; ++i) graph_wheel(graph().rect().center(), -1);
  settle();
  const QImage small = picture();
  open({write("chain.gus", chain, 3000)});
  graph_key(Qt::Key_0);
  EXPECT_NE(picture(), large) << "the same graph with other durations";
}

}  // namespace
}  // namespace gusset::viewer
