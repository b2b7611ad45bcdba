#include "gusset/viewer/app/explain/as_seen.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class AsSeen : public testing::WindowFixture {
 protected:
  std::vector<paper::Panel> as_seen() {
    return panels_as_seen(*window_->session().document(), timeline(), &window_->explanation_docks().arrows(),
                          &window_->explanations());
  }
  std::string svg_as_seen() {
    const auto path = folder_ / "seen.svg";
    EXPECT_TRUE(paper::draw(as_seen(), path, options_as_seen(timeline())));
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(AsSeen, DefaultViewExportsTheWholeTrace) {
  open({write("one.gus", "n0/w0: aa..bb\nn1/w0: cc....")});
  const auto panels = as_seen();
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_TRUE(panels[0].lanes.empty());
  EXPECT_EQ(panels[0].shown, nullptr);
  EXPECT_FALSE(options_as_seen(timeline()).from_ns);
  EXPECT_EQ(panels[0].name, "") << "nothing to tell it from";
  window_->session().add({write("two.gus", "aab")});
  settle();
  EXPECT_EQ(as_seen().at(1).name, "two.gus");
}

TEST_F(AsSeen, ExportsBoxesWhileTheWindowShowsBoxes) {
  open({write("one.gus", "aaaaaaaa")});
  EXPECT_FALSE(options_as_seen(timeline()).boxes);
  const std::string triangles = svg_as_seen();
  key(Qt::Key_X);
  EXPECT_TRUE(options_as_seen(timeline()).boxes);
  EXPECT_NE(svg_as_seen(), triangles);
  key(Qt::Key_X);
  EXPECT_EQ(svg_as_seen(), triangles);
}

TEST_F(AsSeen, ExportsTheBoundOfABetterSchedule) {
  open({write("one.gus", "aaaa....\n....bbbb\na1: write x@0\nb1: read x@1")});
  EXPECT_THAT(svg_as_seen(), ::testing::Not(::testing::HasSubstr("bound 6.00")));
  window_->explanations().show_bounds({{0, 6'000, "bound 6.00 µs (work)"}});
  ASSERT_EQ(as_seen()[0].bounds.size(), 1U);
  EXPECT_EQ(as_seen()[0].bounds[0].time_ns, 6'000);
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr("bound 6.00"));
}

TEST_F(AsSeen, PinnedRowsComeFirst) {
  open({write("one.gus", "n0/w0: aa..bb\nn1/w0: cc....")});
  view().pin({{0, 1}}, true);
  settle();
  const auto panels = as_seen();
  EXPECT_THAT(panels[0].lanes, ::testing::ElementsAre(1, 0));
}

TEST_F(AsSeen, ExportsArrowsOfTheSelectionUnlessSwitchedOff) {
  open({write("one.gus", "aaaa....\n....bbbb\nb1: after a1")});
  click(point(6'000, {0, 1}));
  const auto panels = as_seen();
  ASSERT_EQ(panels[0].arrows.size(), 1U);
  EXPECT_EQ(panels[0].arrows[0].from_ns, 4'000);
  key(Qt::Key_E);
  EXPECT_TRUE(as_seen()[0].arrows.empty());
}

TEST_F(AsSeen, ExportsMessagesBetweenNodesIfSwitchedOn) {
  open({write("one.gus",
              "n0/w0: aaa.....\nn1/w0: ......bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
              "message x@1 n0->n1 3 6")});
  EXPECT_FALSE(as_seen()[0].messages);
  key(Qt::Key_E, Qt::ShiftModifier);
  const auto panels = as_seen();
  EXPECT_TRUE(panels[0].messages);
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr("1 message between nodes"));
}

TEST_F(AsSeen, ExportsCausesOfIdleTimeWhileTheyAreShown) {
  open({write("one.gus", R"(
    aa....bbbb
    cccc......
    a1: write x@0 [submit 0] [ready 0]
    c1: write y@0 [submit 0] [ready 0]
    b1: read x@1 [submit 4] [ready 4]
  )")});
  EXPECT_EQ(as_seen()[0].idle, nullptr);
  key(Qt::Key_I);
  settle();
  ASSERT_NE(as_seen()[0].idle, nullptr);
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr(">not submitted"));
  key(Qt::Key_I);
  EXPECT_EQ(as_seen()[0].idle, nullptr);
}

TEST_F(AsSeen, ExportsTheCriticalPathAndTheSelectedTask) {
  open({write("one.gus", "aaaa....\n....bbbb\na1: write x@0\nb1: read x@1")});
  EXPECT_EQ(as_seen()[0].critical_path, nullptr);
  EXPECT_TRUE(as_seen()[0].selected.empty());
  key(Qt::Key_C);
  settle();
  ASSERT_NE(as_seen()[0].critical_path, nullptr);
  EXPECT_EQ(as_seen()[0].critical_path->bound.length_ns, 8'000);
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr("<title>critical chain</title>"));
  click(point(6'000, {0, 1}));
  EXPECT_THAT(as_seen()[0].selected, ::testing::ElementsAre(traces::TaskId(1u)));
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr("<title>selected</title>"));
  key(Qt::Key_C);
  EXPECT_EQ(as_seen()[0].critical_path, nullptr);
}

TEST_F(AsSeen, ExportUsesTheViewsRangeRowsFiltersAndColours) {
  open({write("one.gus", "n0/w0: aa..bb\nn1/w0: cc....")});
  timeline().show({2'000, 4'000});
  view().filter_rows(window_->session().document()->panel(0).trace->nodes[1].name);
  Appearance appearance = window_->session().appearance();
  appearance.hidden = {"a"};
  appearance.custom_colours["c"] = {1, 2, 3};
  window_->session().set_appearance(appearance);
  settle();
  const auto panels = as_seen();
  EXPECT_THAT(panels[0].lanes, ::testing::ElementsAre(1));
  ASSERT_NE(panels[0].shown, nullptr);
  EXPECT_FALSE((*panels[0].shown)[0]);
  EXPECT_EQ(panels[0].subtitle, "without a");
  const paper::FigureOptions options = options_as_seen(timeline());
  EXPECT_NEAR(static_cast<double>(*options.from_ns), timeline().axis().begin_ns(), 1.0);
  EXPECT_NEAR(static_cast<double>(*options.to_ns), timeline().axis().end_ns(), 1.0);
  EXPECT_EQ(options.custom_colours.at("c"), (traces::Colour{1, 2, 3}));
  EXPECT_THAT(svg_as_seen(), ::testing::HasSubstr("#010203"));
}

}  // namespace
}  // namespace gusset::viewer
