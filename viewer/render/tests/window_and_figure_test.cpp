// Compares the same rows and shapes, drawn by OpenGL for the window and by cairo for figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "canvas/cairo_canvas.hpp"
#include "documents.hpp"
#include "figure/row_painter.hpp"
#include "figure/shapes_painter.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "headless.hpp"
#include "nested.hpp"
#include "synthetic.hpp"

namespace gusset::viewer {
namespace {

using traces::LaneId;

constexpr int width = 1000;
constexpr int height = 400;

/// The pixels of a figure, 0x00RRGGBB, row by row.
class ImageCanvas final : public paper::PngCanvas {
 public:
  using PngCanvas::PngCanvas;
  std::vector<std::uint32_t> pixels() const {
    cairo_surface_flush(surface_.get());
    const auto* const data =
        reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface_.get()));
    return {data, data + std::size_t{width} * height};  // rows of 4 bytes per pixel have no padding
  }
};

class WindowAndFigure : public testing::Headless {
 protected:
  // Shows [0, end_ns]: show() adds a tenth of the range on both sides. Axes that begin at time 0 have the
  // same columns in the window and in a figure.
  Timeline timeline_from_zero(std::shared_ptr<const Document> document, std::int64_t end_ns) {
    Timeline timeline(testing::measure);
    timeline.set_size(width, height, 1.0);
    timeline.set_document(std::move(document));
    timeline.show({end_ns / 12, end_ns / 12 * 11});
    EXPECT_EQ(timeline.axis().grid().first_column, 0);
    return timeline;
  }

  std::vector<std::uint32_t> window(const Timeline& timeline, const Shapes& shapes) {
    Picture picture = compose_picture(timeline, renderer_->text_size());
    picture.over_fills.clear();
    picture.labels.clear();
    picture.shapes = shapes;
    show(picture);
    frame({});
    return image();
  }

  static std::vector<std::uint32_t> figure(const Timeline& timeline, const Shapes& shapes) {
    const picture::PlacedRows placed = placed_rows(timeline, 0);
    const auto end_ns =
        static_cast<std::int64_t>(std::llround(placed.grid.time_from_column(placed.clip.width)));
    ImageCanvas canvas(width, height);
    paper::draw_rows(canvas, placed, paper::TimeAxis(0, end_ns, placed.clip.width),
                     timeline.shape() == TaskShape::box);
    paper::draw_shapes(canvas, shapes, placed, paper::ShapesPart::in_time);
    paper::draw_shapes(canvas, shapes, placed, paper::ShapesPart::timeless);
    return canvas.pixels();
  }

  /// OpenGL and cairo antialias edges differently, so a few pixels may differ, but not whole areas.
  static void expect_same(const Timeline& timeline, const std::vector<std::uint32_t>& window_pixels,
                          const std::vector<std::uint32_t>& figure_pixels) {
    ASSERT_EQ(window_pixels.size(), figure_pixels.size());
    constexpr int visible = 64;  // of 255
    const picture::PlacedRows placed = placed_rows(timeline, 0);
    const Box clip = placed.clip;
    for (std::size_t place = 0; place < timeline.arrangement(0).rows().size(); ++place) {
      const Stretch track = placed.track(place);
      std::size_t different = 0;
      double sum = 0.0;
      double coloured = 0.0;
      for (int y = track.top; y < track.bottom(); ++y) {
        for (int x = clip.left; x < clip.right(); ++x) {
          const auto at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
          int most = 0;
          for (const unsigned shift : {0U, 8U, 16U}) {
            const auto one = static_cast<int>(window_pixels[at] >> shift & 255U);
            const auto other = static_cast<int>(figure_pixels[at] >> shift & 255U);
            most = std::max(most, std::abs(one - other));
          }
          sum += most;
          if (most > visible) ++different;
          if ((window_pixels[at] & 0xFFFFFFU) != 0xFFFFFFU) coloured += 1.0;
        }
      }
      const double pixels = 1.0 * clip.width * track.height;
      EXPECT_LT(static_cast<double>(different) / pixels, 0.01) << "row " << place;
      EXPECT_LT(sum / pixels, 4.0) << "row " << place;
      EXPECT_GT(coloured / pixels, 0.1) << "row " << place << " shows something";
    }
  }
};

TEST_F(WindowAndFigure, DrawTheSameTrianglesAndBars) {
  const auto document = testing::document_from_text({"aaaaaabbbbbb\n.cc.dddd.ee.\nababababcccc"});
  const Timeline timeline = timeline_from_zero(document, 12'000);
  expect_same(timeline, window(timeline, {}), figure(timeline, {}));
  const auto many = make_document({index_trace(testing::synthetic_trace(20'000, 4, 5), {}, 1)});
  const Timeline far = timeline_from_zero(many, many->extent_ns / 12 * 12);
  expect_same(far, window(far, {}), figure(far, {}));
}

TEST_F(WindowAndFigure, DrawTheSameBoxes) {
  const auto document = testing::document_from_text({"aaaaaabbbbbb\n.cc.dddd.ee.\nababababcccc"});
  Timeline timeline = timeline_from_zero(document, 12'000);
  timeline.set_shape(TaskShape::box);
  expect_same(timeline, window(timeline, {}), figure(timeline, {}));
}

TEST_F(WindowAndFigure, DrawTheSameSubRowsAndOutlines) {
  const auto document = testing::nested_document(testing::three_deep());
  const Timeline timeline = timeline_from_zero(document, 12'000);
  ASSERT_GT(timeline.sub_rows({0, 0}), 1U);
  Shapes shapes;
  const LoadedTrace& loaded = document->panel(0);
  picture::ParentOutlines(*loaded.trace, loaded.nesting.get()).draw(placed_rows(timeline, 0), shapes);
  ASSERT_FALSE(shapes.bars.empty());
  expect_same(timeline, window(timeline, shapes), figure(timeline, shapes));
}

TEST_F(WindowAndFigure, DrawTheSameArrowsAndMessages) {
  const auto document = testing::document_from_text({R"(
    n0/w0: aaaaaabbbbbb
    n1/w0: ..cccc..dddd
    x: 8 bytes on n0
    a1: write x@0
    d1: read x@1
    message x@1 n0->n1 6 8
  )"});
  const Timeline timeline = timeline_from_zero(document, 12'000);
  const picture::PlacedRows placed = placed_rows(timeline, 0);
  Shapes shapes;
  const traces::Traffic traffic(*document->panel(0).trace);
  EXPECT_EQ(add_message_shapes(placed, traffic, shapes).size(), 1U);
  const std::vector<traces::TaskArrow> arrows{{LaneId(0u), LaneId(1u), 1000, 4000, false, true, 0},
                                              {LaneId(1u), LaneId(0u), 5000, 9000, false, false, 0},
                                              {LaneId(0u), LaneId(0u), 2000, 10'000, false, false, 0}};
  add_arrow_shapes(placed, bundle_arrows(placed, arrows), shapes);
  EXPECT_EQ(shapes.arrows.size(), 4U);
  shapes.halo = rgba(255, 255, 255);
  const std::vector<std::uint32_t> drawn = window(timeline, shapes);
  expect_same(timeline, drawn, figure(timeline, shapes));
  EXPECT_NE(drawn, window(timeline, {})) << "arrows are visible";
}

}  // namespace
}  // namespace gusset::viewer
