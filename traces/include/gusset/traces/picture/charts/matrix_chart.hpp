#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/message_idle.hpp"
#include "gusset/traces/answers/message_matrix.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// A row and a column of a chart.
struct MatrixCell {
  std::size_t row = 0;
  std::size_t column = 0;
  friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};

/// Amounts sent between places, as a square of shaded cells: a row for each sender, a column for each
/// receiver.
struct MatrixChart {
  std::string title;
  std::string row_title;           ///< what rows are: "from"
  std::string column_title;        ///< what columns are: "to"
  std::vector<std::string> names;  ///< of the rows and of the columns
  std::vector<double> values;      ///< row by row; names² entries, at least 0; 0: nothing
  std::vector<std::string> texts;  ///< each value with its unit; as many as values
  std::size_t nodes_per_row = 1;   ///< of a message_chart: the last row may have fewer
  /// What `matrix_cell_text` says about each value instead of its text; empty: the text.
  std::vector<std::string> details = {};
  std::vector<MatrixCell> marked = {};  ///< cells with an outline
};

/// The most rows of a `message_chart`. With more nodes, each row and column combines several.
inline constexpr std::size_t max_matrix_rows = 48;

/// What the cells of a message_chart show about the messages of a pair of nodes.
enum class MatrixQuantity { payload, messages, idle };

/// What each node sent to each other node, like traces::message_matrix. Has no names if the trace has a
/// single node or no messages. `idle` is the trace's message_idle in the same range; empty if it is unknown.
/// The details list every known quantity.
MatrixChart message_chart(const traces::Trace& trace, const traces::MessageMatrixOptions& options = {},
                          MatrixQuantity quantity = MatrixQuantity::payload,
                          const std::vector<traces::MessageIdle>& idle = {});

/// The chart's height in pixels in a panel of the given width; 0 without names.
int matrix_height(const MatrixChart& chart, int width);
/// Draws the chart at the left of the box. The darkest cell has the largest value; cells without anything are
/// blank. Texts appear in cells that are wide enough.
void draw_matrix(Canvas& canvas, const MatrixChart& chart, const PanelBox& box);

/// The cell at a point of a chart that is drawn in `box`; nothing outside the cells.
std::optional<MatrixCell> matrix_cell_at(const MatrixChart& chart, const PanelBox& box, Point point);
/// "node 0 → node 1: 12 messages, 32.8 kB".
std::string matrix_cell_text(const MatrixChart& chart, MatrixCell cell);

}  // namespace gusset::picture
