#include "gusset/viewer/app/explain/as_seen.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class AsSeen : public testing::WindowFixture {
 protected:
  Arrows& arrows() { return window_->explanation_docks().arrows(); }
};

TEST_F(AsSeen, DefaultViewExportsTheWholeTrace) {
  open({write("one.gus", "n0/w0: aa..bb\nn1/w0: cc....")});
  const auto panels = panels_as_seen(*window_->session().document(), timeline(), &arrows());
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_TRUE(panels[0].lanes.empty());
  EXPECT_EQ(panels[0].shown, nullptr);
  EXPECT_FALSE(options_as_seen(timeline()).from_ns);
}

TEST_F(AsSeen, PinnedRowsComeFirst) {
  open({write("one.gus", "n0/w0: aa..bb\nn1/w0: cc....")});
  view().pin({{0, 1}}, true);
  settle();
  const auto panels = panels_as_seen(*window_->session().document(), timeline(), &arrows());
  EXPECT_THAT(panels[0].lanes, ::testing::ElementsAre(1, 0));
}

TEST_F(AsSeen, ExportsArrowsOfTheSelectionUnlessSwitchedOff) {
  open({write("one.gus", "aaaa....\n....bbbb\nb1: after a1")});
  click(point(6'000, {0, 1}));
  const auto panels = panels_as_seen(*window_->session().document(), timeline(), &arrows());
  ASSERT_EQ(panels[0].arrows.size(), 1U);
  EXPECT_EQ(panels[0].arrows[0].from_ns, 4'000);
  key(Qt::Key_E);
  EXPECT_TRUE(panels_as_seen(*window_->session().document(), timeline(), &arrows())[0].arrows.empty());
}

TEST_F(AsSeen, ExportsMessagesBetweenNodesIfSwitchedOn) {
  open({write("one.gus",
              "n0/w0: aaa.....\nn1/w0: ......bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
              "message x@1 n0->n1 3 6")});
  EXPECT_FALSE(panels_as_seen(*window_->session().document(), timeline(), &arrows())[0].messages);
  key(Qt::Key_E, Qt::ShiftModifier);
  const auto panels = panels_as_seen(*window_->session().document(), timeline(), &arrows());
  EXPECT_TRUE(panels[0].messages);
  const auto path = folder_ / "seen.svg";
  ASSERT_TRUE(paper::draw(panels, path, options_as_seen(timeline())));
  std::ifstream file(path);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(svg, ::testing::HasSubstr("1 message between nodes"));
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
  const auto panels = panels_as_seen(*window_->session().document(), timeline(), &arrows());
  EXPECT_THAT(panels[0].lanes, ::testing::ElementsAre(1));
  ASSERT_NE(panels[0].shown, nullptr);
  EXPECT_FALSE((*panels[0].shown)[0]);
  EXPECT_EQ(panels[0].subtitle, "without a");
  const paper::FigureOptions options = options_as_seen(timeline());
  EXPECT_NEAR(static_cast<double>(*options.from_ns), timeline().axis().begin_ns(), 1.0);
  EXPECT_NEAR(static_cast<double>(*options.to_ns), timeline().axis().end_ns(), 1.0);
  EXPECT_EQ(options.custom_colours.at("c"), (traces::Colour{1, 2, 3}));
  const auto path = folder_ / "seen.svg";
  ASSERT_TRUE(paper::draw(panels, path, options));
  std::ifstream file(path);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(svg, ::testing::HasSubstr("#010203"));
}

}  // namespace
}  // namespace gusset::viewer
