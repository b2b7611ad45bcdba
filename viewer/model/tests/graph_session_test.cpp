#include "gusset/viewer/model/graph/graph_session.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "graph_case.hpp"
#include "gusset/traces/model/names.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* small = R"(
  aaaa....bbbbb
  cc...........
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1, read y@1 [submit 0] [ready 4]
)";

class GraphSessionTest : public ::testing::Test {
 protected:
  void show(std::shared_ptr<const traces::Trace> trace) {
    session_.show(make_document({index_trace(std::move(trace), {}, 1)}));
  }
  void settle() {
    ui_.run_until([this] { return !session_.busy(); });
    ui_.run_all();
  }
  const traces::GraphScene& scene() { return *graph_.drawing()->scene; }

  testing::UiQueue ui_;
  Session session_{ui_.post(), 1};
  GraphSession graph_{session_};
  int changes_ = 0;
  Connection connection_ = graph_.changed.connect([this] { ++changes_; });
};

TEST_F(GraphSessionTest, NothingIsComputedUntilItIsNeeded) {
  show(traces::testing::trace_from_text(small));
  settle();
  EXPECT_EQ(graph_.drawing(), nullptr);
  EXPECT_EQ(session_.graph(0), nullptr);
  graph_.set_needed(true);
  EXPECT_EQ(graph_.message(), "Laying out 3 tasks…");
  settle();
  ASSERT_NE(graph_.drawing(), nullptr);
  EXPECT_EQ(graph_.message(), "");
  EXPECT_EQ(scene().boxes.size(), 3U);
  EXPECT_EQ(graph_.fold().kind, traces::FoldBy::Kind::nothing);
}

TEST_F(GraphSessionTest, LargeGraphIsFoldedByTypeAndGroupsToggle) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  EXPECT_EQ(graph_.fold().kind, traces::FoldBy::Kind::type);
  ASSERT_EQ(scene().boxes.size(), 3U);
  const traces::GraphScene before = scene();
  graph_.toggle(scene().boxes[1].number);
  settle();
  EXPECT_TRUE(graph_.is_any_open());
  EXPECT_GT(scene().boxes.size(), 200U);
  graph_.toggle(*graph_.toggled());
  settle();
  EXPECT_EQ(scene(), before);
  EXPECT_FALSE(graph_.is_any_open());
}

TEST_F(GraphSessionTest, SelectedTaskIsFoundInItsGroup) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  const auto box = graph_.box_of({0, traces::TaskId(17)});
  ASSERT_TRUE(box);
  EXPECT_EQ(scene().boxes[*box].label, type_name(*session_.document()->panel(0).trace, traces::TaskId(17)));
  EXPECT_FALSE(graph_.box_of({1, traces::TaskId(17)}));
  EXPECT_FALSE(graph_.box_of({0, traces::TaskId(900)}));
}

TEST_F(GraphSessionTest, NewFoldOverridesAPendingToggle) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  const std::uint32_t group = scene().boxes[0].number;
  graph_.fold_by({traces::FoldBy::Kind::attribute, "step"});
  graph_.toggle(group);  // a group that is about to be replaced
  settle();
  EXPECT_EQ(graph_.fold().attribute, "step");
  EXPECT_EQ(scene().boxes.size(), 37U);
  EXPECT_FALSE(graph_.is_any_open());
}

TEST_F(GraphSessionTest, DataViewAddsVersionsBetweenTasks) {
  graph_.set_needed(true);
  show(traces::testing::trace_from_text(small));
  graph_.show_by(GraphSession::By::data);
  settle();
  EXPECT_EQ(scene().boxes.size(), 3U + 4U);
}

TEST_F(GraphSessionTest, MessageNamesMissingRecordings) {
  graph_.set_needed(true);
  show(traces::testing::trace_from_text("ab"));
  settle();
  EXPECT_EQ(graph_.drawing(), nullptr);
  EXPECT_EQ(graph_.message(), "Dependencies were not recorded in this trace:\nthere is no graph to draw");
  show(traces::testing::trace_from_text("a.b\nb1: after a1"));
  graph_.show_by(GraphSession::By::data);
  settle();
  EXPECT_EQ(graph_.message(),
            "Data accesses were not recorded in this trace:\nthere are no data versions to draw");
  session_.close();
  EXPECT_EQ(graph_.message(), "No trace is open");
}

TEST_F(GraphSessionTest, KeepsOldColoursWhileAJobComputesNewOnes) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  const std::shared_ptr<const BoxColours> before = graph_.colours();
  ASSERT_NE(before, nullptr);
  Appearance appearance = session_.appearance();
  appearance.custom_colours[scene().boxes[0].label] = {1, 2, 3};
  session_.set_appearance(appearance);
  EXPECT_EQ(graph_.colours(), before);
  EXPECT_TRUE(session_.busy());
  settle();
  EXPECT_EQ((*graph_.colours())[0].front().colour, (traces::Colour{1, 2, 3}));
  EXPECT_EQ((*before)[0].size(), 1U);
  EXPECT_NE((*before)[0].front().colour, (traces::Colour{1, 2, 3}));
}

TEST_F(GraphSessionTest, GroupHasItsTasksColours) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  for (std::uint32_t box = 0; box < 3; ++box) {
    ASSERT_EQ((*graph_.colours())[box].size(), 1U);
    const auto& names = session_.document()->colours;
    const auto type = std::find(names.names().begin(), names.names().end(), scene().boxes[box].label);
    EXPECT_EQ((*graph_.colours())[box].front().colour,
              names.colour(static_cast<std::size_t>(type - names.names().begin())));
  }
  graph_.fold_by({traces::FoldBy::Kind::level, {}});
  settle();
  double sum = 0.0;
  for (const picture::ColourShare& share : (*graph_.colours())[0]) sum += share.share;
  EXPECT_NEAR(sum, 1.0, 1e-9);
  const traces::GraphScene* scene_before = graph_.drawing()->scene.get();
  session_.colour_by({traces::ColourKey::attribute, "step"});
  settle();
  EXPECT_EQ(graph_.drawing()->scene.get(), scene_before) << "colours alone need no new layout";
}

TEST_F(GraphSessionTest, NewDocumentReplacesTheGraph) {
  graph_.set_needed(true);
  show(traces::testing::typed_trace(3, 900, 3));
  settle();
  graph_.toggle(scene().boxes[1].number);
  show(traces::testing::trace_from_text(small));
  EXPECT_EQ(graph_.drawing(), nullptr);
  settle();
  EXPECT_EQ(scene().boxes.size(), 3U);
  EXPECT_FALSE(graph_.is_any_open());
}

TEST_F(GraphSessionTest, TooltipShowsNameTimeAndWorker) {
  graph_.set_needed(true);
  show(traces::testing::trace_from_text(small));
  settle();
  const traces::GraphBox& box = scene().boxes[scene().box_of_node[2]];
  const std::vector<std::string> lines = graph_.tooltip(box);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "b #2");
  EXPECT_EQ(lines[1].substr(0, 23), "ran 5.00 µs from 8.000");
  EXPECT_EQ(graph_.tooltip(scene().lines[0])[1], "1 dependency");
}

}  // namespace
}  // namespace gusset::viewer
