#include "gusset/viewer/app/explain/statistics_charts.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/charts/flame_chart.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

// The rows of the nodes from `first` to `last`.
void add_rows_of_nodes(const Document& document, std::size_t panel, std::size_t first, std::size_t last,
                       std::vector<RowReference>& rows) {
  const LoadedTrace& loaded = document.panel(panel);
  for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
    const std::size_t node = traces::node_of_lane(*loaded.trace, loaded.rows[row].lane).value();
    if (node >= first && node <= last) rows.push_back({panel, row});
  }
}

}  // namespace

ChartView::Chart message_matrix_chart(Session& session, std::size_t panel, const picture::MatrixChart& matrix,
                                      int width) {
  if (matrix.names.empty()) return {};
  auto chart = std::make_shared<const picture::MatrixChart>(matrix);
  const auto select = [&session, panel, chart](std::size_t row, std::size_t column) {
    std::vector<RowReference> rows;
    for (const std::size_t at : row == column ? std::vector{row} : std::vector{row, column}) {
      const std::size_t first = at * chart->nodes_per_row;
      add_rows_of_nodes(*session.document(), panel, first, first + chart->nodes_per_row - 1, rows);
    }
    session.selection().select_rows(std::move(rows), std::nullopt, SelectionOrigin::command);
  };
  return {
      picture::matrix_height(*chart, width),
      [chart](picture::Canvas& canvas, const picture::PanelBox& box) { draw_matrix(canvas, *chart, box); },
      [chart, select](const picture::PanelBox& box, picture::Point point) -> std::optional<ChartSpot> {
        const auto cell = matrix_cell_at(*chart, box, point);
        if (!cell) return std::nullopt;
        return ChartSpot{qt_text(matrix_cell_text(*chart, *cell)) + "; click to select the rows of both",
                         [select, cell] { select(cell->row, cell->column); }};
      }};
}

ChartView::Chart nested_tasks_chart(const Document& document, std::size_t panel,
                                    const traces::FlameGraph& graph,
                                    std::function<void(std::size_t frame)> frame_clicked) {
  auto chart = std::make_shared<const picture::FlameChart>(picture::flame_chart(
      *document.panel(panel).trace, graph, "Nested tasks", document.appearance.background));
  if (chart->bars.empty()) return {};
  return {flame_height(*chart),
          [chart](picture::Canvas& canvas, const picture::PanelBox& box) { draw_flame(canvas, *chart, box); },
          [chart, frame_clicked = std::move(frame_clicked)](
              const picture::PanelBox& box, picture::Point point) -> std::optional<ChartSpot> {
            const picture::FlameBar* bar = flame_bar_at(*chart, box, point);
            if (bar == nullptr) return std::nullopt;
            return ChartSpot{qt_text(bar->name + ": " + bar->text),
                             [frame_clicked, frame = bar->frame] { frame_clicked(frame); }};
          },
          false};
}

}  // namespace gusset::viewer
