// Pixels are blank exactly where workers are idle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "figure/drawing.hpp"
#include "figure/time_axis.hpp"
#include "figure_fixture.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"

namespace gusset::paper {
namespace {

using testing::Figure;
using testing::Picture;
using testing::random_trace;
using testing::Shape;
using traces::SpanKind;

/// Computes a lane's busy time in [begin, end); spans may nest one level deep.
double busy_by_hand(const traces::SpanColumns& spans, double begin_ns, double end_ns) {
  double sum = 0.0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const double from = std::max(begin_ns, static_cast<double>(spans.begin_ns[i]));
    const double to = std::min(end_ns, static_cast<double>(spans.end_ns[i]));
    const bool inside = i > 0 && spans.begin_ns[i] < spans.end_ns[i - 1];
    // A nested wait takes its time from the run around it; a nested run is already counted with it.
    if (from < to && spans.kind[i] == SpanKind::wait) sum -= to - from;
    if (from < to && spans.kind[i] == SpanKind::run && !inside) sum += to - from;
  }
  return sum;
}

/// The trace with types that have no names, so that no letters cover the tasks.
std::shared_ptr<const traces::Trace> without_names(const traces::Trace& trace) {
  auto unnamed = std::make_shared<traces::Trace>(trace);
  for (std::string& type : unnamed->types) type.clear();
  return unnamed;
}

class IdlePixels : public Figure, public ::testing::WithParamInterface<Shape> {};

TEST_P(IdlePixels, PixelsAreBlankExactlyWhereWorkersAreIdle) {
  const std::vector<Panel> panels{{without_names(*random_trace(GetParam())), "one"},
                                  {without_names(*random_trace({"few", 2, 10, 100, 300})), "two"}};
  const FigureOptions options{.width = 900, .row_height = 24};
  ASSERT_TRUE(draw(panels, file("a.png"), options));
  const Picture picture(file("a.png"));
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const Legend legend(panels, details, options, colours_of(panels), options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines(), depths_of(details));
  ASSERT_EQ(picture.width, layout.width);
  ASSERT_EQ(picture.height, layout.height);
  std::int64_t end_ns = 0;
  for (const Panel& panel : panels)
    end_ns = std::max(end_ns, traces::compute_statistics(*panel.trace).makespan_ns);
  const int columns = layout.plot_right - layout.plot_left;
  const double column_ns = static_cast<double>(end_ns) / columns;
  int idle = 0, full = 0;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    for (const RowLayout& row : layout.panels[p].rows) {
      const traces::SpanColumns& spans = panels[p].trace->lanes[row.lanes[0]].spans;
      for (int column = 0; column < columns; ++column) {
        const double busy_ns = busy_by_hand(spans, column * column_ns - 1, (column + 1) * column_ns + 1);
        const double share = busy_ns / column_ns;
        const int x = layout.plot_left + column;
        const int coloured = picture.coloured(x, row.top, row.bottom);
        if (busy_ns == 0) {
          ++idle;
          ASSERT_EQ(coloured, 0) << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        } else if (share >= 1.0 + 1.9 / column_ns) {
          ++full;
          ASSERT_EQ(picture.filled(x, row.top, row.bottom), row.bottom - row.top)
              << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        } else if (GetParam().only_bars && p == 0) {
          const double height = std::min(1.0, share) * (row.bottom - row.top);
          ASSERT_NEAR(coloured, height + 0.5, 0.75) << "lane " << row.lanes[0] << " column " << column;
          ++full;
        } else if (share > 0.1) {
          ASSERT_GT(coloured, 0) << "panel " << p << " lane " << row.lanes[0] << " column " << column;
        }
      }
    }
  }
  EXPECT_GT(idle, 100);
  EXPECT_GT(full, 20);
}

INSTANTIATE_TEST_SUITE_P(Figure, IdlePixels,
                         ::testing::Values(Shape{"Large", 3, 20, 40000, 20000},
                                           Shape{"Middle", 3, 300, 4000, 1500},
                                           Shape{"Small", 3, 20000, 100, 12, false, true},
                                           Shape{"Bursts", 4, 2000, 200, 2000, false, true},
                                           Shape{"Nested", 3, 60, 30000, 9000, true}),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(IdlePixels, PixelsAreBlankExactlyWhereWorkersAreIdleInATimeRange) {
  const std::vector<Panel> panels{{random_trace(GetParam()), "one"}};
  const std::int64_t end_ns = traces::compute_statistics(*panels[0].trace).makespan_ns;
  FigureOptions options{.width = 700, .row_height = 24};
  options.from_ns = end_ns / 3 + 1;
  options.to_ns = end_ns / 2;
  ASSERT_TRUE(draw(panels, file("a.png"), options));
  const Picture picture(file("a.png"));
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const Legend legend(panels, details, options, colours_of(panels), options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines(), depths_of(details));
  const TimeAxis axis(*options.from_ns, *options.to_ns, layout.plot_right - layout.plot_left);
  int idle = 0, busy = 0;
  for (const RowLayout& row : layout.panels[0].rows) {
    const traces::SpanColumns& spans = panels[0].trace->lanes[row.lanes[0]].spans;
    for (int column = 0; column < axis.columns(); ++column) {
      const double from_ns =
          std::max(axis.grid().time_from_column(column), static_cast<double>(*options.from_ns));
      const double to_ns =
          std::min(axis.grid().time_from_column(column + 1), static_cast<double>(*options.to_ns));
      const double width_ns = to_ns - from_ns;
      const double busy_ns = busy_by_hand(spans, from_ns - 1, to_ns + 1);
      const int coloured = picture.coloured(layout.plot_left + column, row.top, row.bottom);
      if (busy_ns == 0.0) {
        ++idle;
        ASSERT_EQ(coloured, 0) << "lane " << row.lanes[0] << " column " << column;
      } else if (width_ns > 0.5 * axis.grid().ns_per_column && busy_ns > 0.2 * width_ns + 2) {
        ++busy;
        ASSERT_GT(coloured, 0) << "lane " << row.lanes[0] << " column " << column;
      }
    }
  }
  EXPECT_GT(idle + busy, 300);
  EXPECT_GT(busy, 0);
}

}  // namespace
}  // namespace gusset::paper
