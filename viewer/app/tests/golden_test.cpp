// Compares the trace view after real input, and the histogram, with checked-in pictures: crops without the
// text beside and above them. After an intended change, GUSSET_RENEW_GOLDEN=1 rewrites the pictures; look at
// each one before committing it.
#include <gtest/gtest.h>

#include <QImage>
#include <QTreeWidget>
#include <algorithm>
#include <cstdlib>
#include <string>

#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "gusset/viewer/app/widgets/histogram_view.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr int crop_width = 480;
constexpr int crop_height = 300;
constexpr int same_channel = 3;  // out of 255: rounding of blended colours

/// Two workers that wait for each other, with idle time at both ends, and a worker of another node with a
/// burst of 200 tasks, many of which share a pixel column.
traces::Trace golden_trace() {
  traces::Trace trace = *traces::testing::trace_from_text(R"(
    n0/w0: aaaa..bbbbbbbb....cc|c.....bbbb...aaa...
    n0/w1: ....aaaaaa..b|b|b|b......cccccccc...bb..
    n1/w0: dd......................................
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: write x@2
  )",
                                                          1000);
  trace.metadata.origin = traces::Origin::measured;
  std::uint64_t state = 1;  // Knuth's MMIX generator
  const auto random = [&state](std::int64_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>(state >> 33) % below;
  };
  traces::Lane& lane = trace.lanes[2];
  std::int64_t time_ns = 4'000;
  for (int i = 0; i < 200; ++i) {
    time_ns += i % 40 == 39 ? 3'000 : random(30);
    const std::int64_t end_ns = time_ns + 5 + random(i % 10 == 0 ? 900 : 90);
    lane.spans.push_back(time_ns, end_ns, traces::TaskId(trace.tasks.size()), traces::SpanKind::run);
    trace.tasks.type.emplace_back(static_cast<std::size_t>(random(4)));
    time_ns = end_ns;
    trace.accesses.first.push_back(trace.accesses.items.size());
  }
  return trace;
}

class GoldenTest : public testing::WindowFixture {
 protected:
  void SetUp() override {
    const auto written = traces::write_gus(golden_trace(), folder_ / "golden.gus");
    ASSERT_TRUE(written) << written.error().message();
    window_->run_action("light theme");
    open({folder_ / "golden.gus"});
    fit();
  }

  /// Resizes the window until the plot has the size of the crops, whatever room fonts and docks take.
  void fit() {
    for (int i = 0; i < 6; ++i) {
      const Box plot = timeline().plot();
      const int body = timeline().layout().body(0).height;
      if (plot.width == crop_width && body == crop_height) return;
      window_->resize(window_->width() + crop_width - plot.width, window_->height() + crop_height - body);
      settle();
    }
    ASSERT_EQ(timeline().plot().width, crop_width);
  }

  QImage crop() {
    move({2, 2});  // away from any task
    settle();
    view().canvas().draw_now();
    const Box plot = timeline().plot();
    const RowLayout& layout = timeline().layout();
    const int top = layout.tracks(0) > 0 ? layout.track(0, 0).top : layout.body(0).top;
    const QImage shown = view().canvas().image();
    return shown.copy(plot.left, top, plot.width, layout.body(0).bottom() - top)
        .convertToFormat(QImage::Format_RGB888);
  }

  /// `tolerance` is the share of pixels that may differ, for blended lines.
  void expect_golden(const std::string& name, double tolerance = 0.0) {
    expect_golden(name, crop(), tolerance);
  }
  static void expect_golden(const std::string& name, const QImage& shown, double tolerance = 0.0) {
    const std::filesystem::path path = std::filesystem::path(GUSSET_GOLDEN_FOLDER) / (name + ".png");
    if (std::getenv("GUSSET_RENEW_GOLDEN") != nullptr) {
      ASSERT_TRUE(shown.save(QString::fromStdString(path.string())));
      return;
    }
    const QImage golden =
        QImage(QString::fromStdString(path.string())).convertToFormat(QImage::Format_RGB888);
    ASSERT_FALSE(golden.isNull()) << path;
    const std::filesystem::path found =
        std::filesystem::path(::testing::TempDir()) / ("golden-" + name + ".png");
    if (golden.size() == shown.size() && differing_share(golden, shown) <= tolerance) return;
    shown.save(QString::fromStdString(found.string()));
    ASSERT_EQ(golden.width(), shown.width()) << "found: " << found;
    ASSERT_EQ(golden.height(), shown.height()) << "found: " << found;
    FAIL() << differing_share(golden, shown) << " of the pixels differ from " << path << "; found: " << found;
  }

  static double differing_share(const QImage& a, const QImage& b) {
    int differing = 0;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        const QRgb one = a.pixel(x, y);
        const QRgb other = b.pixel(x, y);
        differing += std::max({std::abs(qRed(one) - qRed(other)), std::abs(qGreen(one) - qGreen(other)),
                               std::abs(qBlue(one) - qBlue(other))}) > same_channel;
      }
    }
    return static_cast<double>(differing) / (static_cast<double>(a.width()) * a.height());
  }
};

constexpr double edge_tolerance = 0.005;  // for the edges of lines

TEST_F(GoldenTest, Triangles) {
  expect_golden("triangles");
}

TEST_F(GoldenTest, Boxes) {
  key(Qt::Key_X);
  expect_golden("boxes");
}

TEST_F(GoldenTest, ZoomedIntoTheBurst) {
  wheel(point(13'000, {0, 2}), 12);
  expect_golden("zoomed");
}

TEST_F(GoldenTest, FoldedNodes) {
  key(Qt::Key_T, Qt::ControlModifier);
  fit();
  expect_golden("folded");
}

TEST_F(GoldenTest, Dark) {
  window_->run_action("dark theme");
  settle();
  expect_golden("dark");
}

TEST_F(GoldenTest, IsolatedType) {
  const auto* const legend = window_->findChild<QTreeWidget*>("legend");
  ASSERT_NE(legend, nullptr);
  const QRect row = legend->visualItemRect(legend->topLevelItem(0)->child(0));
  QTest::mouseClick(legend->viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseDClick(legend->viewport(), Qt::LeftButton, {}, row.center());
  settle();
  expect_golden("alone");
}

TEST_F(GoldenTest, SelectedTaskWithArrowsAndCausalChain) {
  click(point(10'000, {0, 0}));
  ASSERT_TRUE(selection().task());
  fit();
  expect_golden("selected", edge_tolerance);
  key(Qt::Key_Y);
  fit();
  expect_golden("why", edge_tolerance);
}

TEST_F(GoldenTest, CriticalPath) {
  key(Qt::Key_C);
  fit();
  expect_golden("critical-path", edge_tolerance);
}

TEST_F(GoldenTest, IdleTimeByCause) {
  key(Qt::Key_I);
  fit();
  expect_golden("idle");
}

TEST_F(GoldenTest, Tracks) {
  window_->run_action("tracks");
  settle();
  fit();
  expect_golden("tracks", edge_tolerance);
}

TEST_F(GoldenTest, PlayedSchedule) {
  window_->run_action("player");
  settle();
  for (int i = 0; i < 30; ++i) key(Qt::Key_N);
  fit();
  expect_golden("played", edge_tolerance);
}

TEST_F(GoldenTest, HistogramOfDurations) {
  HistogramView histogram;
  const std::vector<traces::HistogramBin> bars = traces::task_statistics(golden_trace())->histogram;
  histogram.show_bars(bars, QColor(59, 95, 191), "");
  const auto plot = [&] { return histogram.bar_area(0).united(histogram.bar_area(bars.size() - 1)); };
  histogram.resize(2 * crop_width, 2 * crop_height);
  histogram.grab();  // draws the text, whose width decides where the bars begin
  histogram.resize(3 * crop_width - plot().width(), 3 * crop_height - plot().height());
  const QImage shown = histogram.grab().toImage();
  ASSERT_EQ(plot().size(), QSize(crop_width, crop_height));
  expect_golden("histogram", shown.copy(plot().adjusted(0, 0, 0, 1)).convertToFormat(QImage::Format_RGB888));
}

}  // namespace
}  // namespace gusset::viewer
