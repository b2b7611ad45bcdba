#pragma once
#include <cstddef>
#include <functional>

#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/picture/charts/matrix_chart.hpp"
#include "gusset/viewer/app/widgets/chart_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// A message_chart. Empty without messages. `width` is the room for it in pixels.
ChartView::Chart message_matrix_chart(picture::MatrixChart matrix, int width,
                                      std::function<void(const picture::MatrixCell& cell)> cell_clicked);

/// A trace's flame graph. `frame_clicked` gets the number of the clicked frame.
ChartView::Chart nested_tasks_chart(const Document& document, std::size_t panel,
                                    const traces::FlameGraph& graph,
                                    std::function<void(std::size_t frame)> frame_clicked);

}  // namespace gusset::viewer
