#include "gusset/viewer/model/graph/graph_camera.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

constexpr traces::LayoutSize drawn_size{2000.0, 1000.0};

traces::GraphBox box_at(double x, double y) {
  traces::GraphBox box;
  box.x = x;
  box.y = y;
  box.width = 80.0;
  box.height = 24.0;
  return box;
}

TEST(GraphCamera, StartsCentredOnTheWholeDrawing) {
  const GraphCamera camera(drawn_size, 500.0, 500.0);
  EXPECT_NEAR(camera.x_from_scene(0.0), GraphCamera::margin_pixels, 1e-9);
  EXPECT_NEAR(camera.x_from_scene(2000.0), 500.0 - GraphCamera::margin_pixels, 1e-9);
  EXPECT_NEAR(camera.y_from_scene(500.0), 250.0, 1e-9);
}

TEST(GraphCamera, SmallDrawingGrowsWithTheViewUpToALimit) {
  const GraphCamera camera({200.0, 100.0}, 340.0, 400.0);
  EXPECT_NEAR(camera.scale(), 1.5, 1e-9);
  EXPECT_NEAR(camera.resized(440.0, 400.0).scale(), 2.0, 1e-9);
  EXPECT_EQ(camera.resized(4000.0, 4000.0).scale(), GraphCamera::largest_fit);
}

TEST(GraphCamera, ZoomKeepsThePointUnderThePointer) {
  const GraphCamera camera(drawn_size, 500.0, 500.0);
  const double x = camera.scene_from_x(300.0);
  const double y = camera.scene_from_y(240.0);
  const GraphCamera zoomed = camera.zoomed_at(300.0, 240.0, 3.0);
  EXPECT_NEAR(zoomed.scale(), camera.scale() * 3.0, 1e-12);
  EXPECT_NEAR(zoomed.x_from_scene(x), 300.0, 1e-9);
  EXPECT_NEAR(zoomed.y_from_scene(y), 240.0, 1e-9);
}

TEST(GraphCamera, DrawingNeverLeavesTheView) {
  const GraphCamera camera = GraphCamera(drawn_size, 500.0, 500.0).zoomed_at(250.0, 250.0, 5.0);
  const GraphCamera far = camera.panned(1e6, -1e6);
  EXPECT_LE(far.scene_from_x(250.0), 2000.0 + 1e-9);
  EXPECT_GE(far.scene_from_y(250.0), -1e-9);
  EXPECT_LE(camera.zoomed_at(0, 0, 1e9).scale(), GraphCamera::max_scale);
  EXPECT_GT(camera.zoomed_at(0, 0, 1e-9).scale(), 0.0);
}

TEST(GraphCamera, CentresBeforeEnlarging) {
  const GraphCamera camera(drawn_size, 500.0, 500.0);
  const traces::GraphBox box = box_at(400.0, 300.0);
  const GraphCamera centred = camera.centred_on(box);
  EXPECT_EQ(centred.scale(), camera.scale());
  EXPECT_NEAR(centred.x_from_scene(box.middle_x()), 250.0, 1e-9);
  EXPECT_EQ(centred.centred_on(box).scale(), GraphCamera::usual_scale);
}

TEST(GraphCamera, RevealMovesNoFurtherThanNeeded) {
  const GraphCamera camera = GraphCamera(drawn_size, 500.0, 500.0).zoomed_at(250.0, 250.0, 4.0);
  const traces::GraphBox inside = box_at(camera.scene_from_x(100.0), camera.scene_from_y(100.0));
  EXPECT_EQ(camera.revealing(inside), camera);
  const traces::GraphBox right = box_at(camera.scene_from_x(600.0), camera.scene_from_y(200.0));
  const GraphCamera moved = camera.revealing(right);
  EXPECT_NEAR(moved.x_from_scene(right.right()), 500.0 - GraphCamera::margin_pixels, 1e-9);
  EXPECT_NEAR(moved.y_from_scene(right.y), 200.0, 1e-9);
}

TEST(GraphCamera, ResizeKeepsEverythingInView) {
  const GraphCamera camera = GraphCamera(drawn_size, 500.0, 500.0).resized(900.0, 300.0);
  EXPECT_TRUE(camera.shows_everything());
  EXPECT_EQ(camera.width(), 900.0);
}

TEST(GraphCamera, RedrawKeepsThePointInPlace) {
  const GraphCamera camera = GraphCamera(drawn_size, 500.0, 500.0).zoomed_at(250.0, 250.0, 4.0);
  const traces::ScenePoint before{1000.0, 500.0};
  const traces::ScenePoint after{1300.0, 700.0};
  const GraphCamera redrawn = camera.redrawn({3000.0, 2000.0}, before, after);
  EXPECT_NEAR(redrawn.x_from_scene(after.x), camera.x_from_scene(before.x), 1e-9);
  EXPECT_NEAR(redrawn.y_from_scene(after.y), camera.y_from_scene(before.y), 1e-9);
  EXPECT_EQ(redrawn.scale(), camera.scale());
}

TEST(GraphCamera, EditKeepsAPointInPlaceWhileTheDrawingHasRoom) {
  const GraphCamera camera = GraphCamera({400.0, 100.0}, 500.0, 500.0).zoomed_at(250.0, 250.0, 0.9);
  // A dependency makes two tasks of one level one below the other: the drawing is narrow afterwards.
  const GraphCamera edited = camera.edited({80.0, 260.0}, {360.0, 12.0}, {40.0, 180.0});
  EXPECT_EQ(edited.scale(), camera.scale());
  EXPECT_NEAR(edited.x_from_scene(40.0), camera.x_from_scene(360.0), 1e-9) << "far from the view's middle";
  EXPECT_NEAR(edited.y_from_scene(180.0), camera.y_from_scene(12.0), 1e-9);
  EXPECT_EQ(edited.panned(0.0, 0.0), edited);
  EXPECT_EQ(edited.resized(600.0, 500.0).scale(), camera.scale());
  const GraphCamera low = edited.resized(500.0, 100.0);
  EXPECT_TRUE(low.shows_everything()) << "a view that lacks room for the drawing";
}

TEST(GraphCamera, EditZoomsOutOnlyIfTheDrawingOutgrowsTheView) {
  const GraphCamera camera({400.0, 100.0}, 500.0, 500.0);
  const GraphCamera edited = camera.edited({600.0, 100.0}, {300.0, 50.0}, {300.0, 50.0});
  EXPECT_LT(edited.scale(), camera.scale());
  EXPECT_GE(edited.x_from_scene(0.0), 0.0);
  EXPECT_LE(edited.x_from_scene(600.0), 500.0);
  EXPECT_NEAR(edited.y_from_scene(50.0), camera.y_from_scene(50.0), 1e-9);
  EXPECT_EQ(edited.edited({700.0, 100.0}, {0.0, 0.0}, {0.0, 0.0}).scale(), edited.scale())
      << "room for further edits";
  const GraphCamera close = camera.zoomed_at(250.0, 250.0, 3.0);
  EXPECT_EQ(close.edited({600.0, 100.0}, {300.0, 50.0}, {300.0, 50.0}).scale(), close.scale())
      << "the user looks at a part";
}

}  // namespace
}  // namespace gusset::viewer
