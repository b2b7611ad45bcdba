#include "gusset/viewer/app/explain/statistics_charts.hpp"

#include <utility>

#include "gusset/traces/picture/charts/panel_chart.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

ChartView::Chart message_matrix_chart(picture::MatrixChart matrix, int width,
                                      std::function<void(const picture::MatrixCell& cell)> cell_clicked) {
  const picture::PanelChart chart = picture::panel_chart(matrix);
  return {chart.height(width), chart.draw,
          [matrix = std::move(matrix), cell_clicked = std::move(cell_clicked)](
              const picture::PanelBox& box, picture::Point point) -> std::optional<ChartSpot> {
            const auto cell = matrix_cell_at(matrix, box, point);
            if (!cell) return std::nullopt;
            return ChartSpot{
                qt_text(matrix_cell_text(matrix, *cell)) + "; click to select the tasks that needed them",
                [cell_clicked, cell] { cell_clicked(*cell); }};
          }};
}

ChartView::Chart nested_tasks_chart(const Document& document, std::size_t panel,
                                    const traces::FlameGraph& graph,
                                    std::function<void(std::size_t frame)> frame_clicked) {
  picture::FlameChart flame = picture::flame_chart(*document.panel(panel).trace, graph, "Nested tasks",
                                                   document.appearance.background);
  const picture::PanelChart chart = picture::panel_chart(flame);
  return {chart.height(0), chart.draw,
          [flame = std::move(flame), frame_clicked = std::move(frame_clicked)](
              const picture::PanelBox& box, picture::Point point) -> std::optional<ChartSpot> {
            const picture::FlameBar* bar = flame_bar_at(flame, box, point);
            if (bar == nullptr) return std::nullopt;
            return ChartSpot{qt_text(bar->name + ": " + bar->text),
                             [frame_clicked, frame = bar->frame] { frame_clicked(frame); }};
          },
          false};
}

}  // namespace gusset::viewer
