#include "gusset/traces/picture/charts/matrix_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <variant>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr Colour least_cell_colour{0xE3, 0xEC, 0xF6};
constexpr Colour most_cell_colour{0x08, 0x45, 0x94};
constexpr Colour blank_cell_colour{0xF6, 0xF6, 0xF6};
constexpr Colour marked_cell_colour{0xD9, 0x5F, 0x02};

constexpr int matrix_title_height = 26;
constexpr int matrix_note_height = 24;
constexpr double largest_cell = 72.0;
constexpr double least_cell_with_text = 44.0;
constexpr double widest_matrix_label = 140.0;
constexpr double matrix_label_gap = 8.0;

// The sizes of a chart, which depend on the width alone, so that its height is known before it is drawn.
struct MatrixSizes {
  double label = 0.0;  // width of the row labels, and height of the column labels if they are rotated
  double cell = 0.0;
  bool has_upright_labels = false;
  int header = 0;
};

MatrixSizes sizes_of(const MatrixChart& chart, int width) {
  MatrixSizes sizes;
  std::size_t longest = 0;
  for (const std::string& name : chart.names) longest = std::max(longest, name.size());
  const double widest_name = static_cast<double>(longest) * small_size * 0.65;
  sizes.label = std::min(widest_matrix_label, widest_name) + 30.0;
  sizes.cell = std::clamp((width - sizes.label) / static_cast<double>(chart.names.size()), 4.0, largest_cell);
  sizes.has_upright_labels = sizes.cell < widest_name + 6.0;
  sizes.header = sizes.has_upright_labels ? static_cast<int>(std::ceil(sizes.label)) + 18 : 42;
  return sizes;
}

std::string range_name(const traces::Trace& trace, std::size_t first, std::size_t last) {
  const std::string name = traces::node_name(trace, traces::NodeId(first));
  return first == last ? name : "nodes " + std::to_string(first) + "–" + std::to_string(last);
}

// In the order of MatrixQuantity.
constexpr std::array quantity_titles{"Payload between nodes", "Messages between nodes",
                                     "Idle time that waited for messages"};

/// What one group of nodes sent to another.
struct PairSum {
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  std::int64_t idle_ns = 0;
};

double value_of(const PairSum& sum, MatrixQuantity quantity) {
  switch (quantity) {
    case MatrixQuantity::messages:
      return static_cast<double>(sum.messages);
    case MatrixQuantity::idle:
      return static_cast<double>(sum.idle_ns);
    case MatrixQuantity::payload:
      break;
  }
  return static_cast<double>(sum.payload_bytes);
}

std::string text_of(const PairSum& sum, MatrixQuantity quantity) {
  switch (quantity) {
    case MatrixQuantity::messages:
      return count_text(sum.messages);
    case MatrixQuantity::idle:
      return duration_text_ns(sum.idle_ns);
    case MatrixQuantity::payload:
      break;
  }
  return bytes_text(static_cast<double>(sum.payload_bytes));
}

// Empty if there was no message. Messages sent before a range may have been awaited in it.
std::string detail_of(const PairSum& sum) {
  std::string text;
  if (sum.messages > 0)
    text = count_text(sum.messages, "message") + ", " + bytes_text(static_cast<double>(sum.payload_bytes));
  if (sum.idle_ns > 0)
    text += (text.empty() ? "" : ", ") + duration_text_ns(sum.idle_ns) +
            " of idle time spent waiting for messages";
  return text;
}

}  // namespace

MatrixChart message_chart(const traces::Trace& trace, const traces::MessageMatrixOptions& options,
                          MatrixQuantity quantity, const std::vector<traces::MessageIdle>& idle) {
  MatrixChart chart{quantity_titles.at(static_cast<std::size_t>(quantity)), "from", "to", {}, {}, {}, 1};
  const std::size_t nodes = trace.nodes.size();
  if (nodes < 2 || trace.messages.empty()) return chart;
  const std::size_t per_row = (nodes + max_matrix_rows - 1) / max_matrix_rows;
  const std::size_t rows = (nodes + per_row - 1) / per_row;
  chart.nodes_per_row = per_row;
  for (std::size_t row = 0; row < rows; ++row)
    chart.names.push_back(range_name(trace, row * per_row, std::min(nodes, (row + 1) * per_row) - 1));
  std::vector<PairSum> sums(rows * rows);
  const auto sum_of = [&](std::uint64_t from, std::uint64_t to) -> PairSum& {
    return sums[from / per_row * rows + to / per_row];
  };
  for (const traces::Table::Row& pair : traces::message_pairs(trace, options).rows) {
    const auto number = [&pair](std::size_t column) {
      return static_cast<std::uint64_t>(std::get<std::int64_t>(pair.cells[column].value));
    };
    PairSum& sum = sum_of(number(0), number(1));
    sum.messages += number(2);
    sum.payload_bytes += number(3);
  }
  for (const traces::MessageIdle& pair : idle)
    sum_of(pair.from.value(), pair.to.value()).idle_ns += pair.idle_ns;
  for (const PairSum& sum : sums) {
    chart.values.push_back(value_of(sum, quantity));
    chart.texts.push_back(chart.values.back() > 0.0 ? text_of(sum, quantity) : "");
    chart.details.push_back(detail_of(sum));
  }
  return chart;
}

int matrix_height(const MatrixChart& chart, int width) {
  if (chart.names.empty()) return 0;
  const MatrixSizes sizes = sizes_of(chart, width);
  return matrix_title_height + sizes.header + matrix_note_height +
         static_cast<int>(std::ceil(sizes.cell * static_cast<double>(chart.names.size())));
}

void draw_matrix(Canvas& canvas, const MatrixChart& chart, const PanelBox& box) {
  if (chart.names.empty()) return;
  const MatrixSizes sizes = sizes_of(chart, box.width);
  const std::size_t rows = chart.names.size();
  const double left = box.left + sizes.label;
  const double top = box.top + matrix_title_height + sizes.header;
  const double room = sizes.label - matrix_label_gap;
  const double most = *std::max_element(chart.values.begin(), chart.values.end());
  // Cells lower than a line of text leave out labels, so that labels do not overlap.
  const auto label_every = static_cast<std::size_t>(std::ceil((small_size + 2.0) / sizes.cell));
  draw_panel_title(canvas, chart.title, box);
  write_fitting(canvas, {left, top - sizes.header + 12.0}, chart.column_title + " →", box.width - sizes.label,
                {.size = small_size, .colour = plot_note_colour});
  write_fitting(canvas, {left - matrix_label_gap, top - 6.0}, chart.row_title + " ↓", room,
                {.size = small_size, .anchor = Anchor::end, .colour = plot_note_colour});
  for (std::size_t row = 0; row < rows; ++row) {
    const double middle = (static_cast<double>(row) + 0.5) * sizes.cell;
    if (row % label_every == 0) {
      write_fitting(canvas, {left - matrix_label_gap, top + middle + 4.0}, chart.names[row], room,
                    {.size = small_size, .anchor = Anchor::end});
      if (sizes.has_upright_labels) {
        write_fitting(canvas, {left + middle + 4.0, top - 6.0}, chart.names[row], room,
                      {.size = small_size, .upwards = true});
      } else {
        write_fitting(canvas, {left + middle, top - 6.0}, chart.names[row], sizes.cell - 4.0,
                      {.size = small_size, .anchor = Anchor::middle});
      }
    }
    for (std::size_t column = 0; column < rows; ++column) {
      const double value = chart.values[row * rows + column];
      const Colour colour =
          value > 0.0 ? mixed(least_cell_colour, most_cell_colour, value / most) : blank_cell_colour;
      const double x = left + static_cast<double>(column) * sizes.cell;
      const double y = top + static_cast<double>(row) * sizes.cell;
      const double gap = sizes.cell > 12.0 ? 2.0 : 0.0;
      const std::string& text = chart.texts[row * rows + column];
      Path cell;
      cell.rectangle(x, y, x + sizes.cell - gap, y + sizes.cell - gap);
      canvas.fill(cell, colour, printable(matrix_cell_text(chart, {row, column})));
      if (sizes.cell >= least_cell_with_text)
        write_fitting(canvas, {x + (sizes.cell - gap) / 2.0, y + sizes.cell / 2.0 + 4.0}, text,
                      sizes.cell - 6.0,
                      {.size = small_size, .anchor = Anchor::middle, .colour = text_colour_on(colour)});
    }
  }
  for (const MatrixCell& cell : chart.marked) {
    const double x = left + static_cast<double>(cell.column) * sizes.cell;
    const double y = top + static_cast<double>(cell.row) * sizes.cell;
    Path outline;
    outline.rectangle(x, y, x + sizes.cell, y + sizes.cell);
    outline.line_to(x, y);
    canvas.stroke(outline, {.width = 2.0, .colour = marked_cell_colour}, "selected");
  }
  write_fitting(canvas, {left, top + sizes.cell * static_cast<double>(rows) + 16.0},
                "darker: more; blank: nothing", box.width - sizes.label,
                {.size = small_size, .colour = plot_note_colour});
}

std::optional<MatrixCell> matrix_cell_at(const MatrixChart& chart, const PanelBox& box, Point point) {
  if (chart.names.empty()) return std::nullopt;
  const MatrixSizes sizes = sizes_of(chart, box.width);
  const double column = std::floor((point.x - box.left - sizes.label) / sizes.cell);
  const double row = std::floor((point.y - box.top - matrix_title_height - sizes.header) / sizes.cell);
  const auto end = static_cast<double>(chart.names.size());
  if (column < 0.0 || row < 0.0 || column >= end || row >= end) return std::nullopt;
  return MatrixCell{static_cast<std::size_t>(row), static_cast<std::size_t>(column)};
}

std::string matrix_cell_text(const MatrixChart& chart, MatrixCell cell) {
  const std::vector<std::string>& texts = chart.details.empty() ? chart.texts : chart.details;
  const std::string& text = texts[cell.row * chart.names.size() + cell.column];
  return chart.names[cell.row] + " → " + chart.names[cell.column] + ": " + (text.empty() ? "nothing" : text);
}

}  // namespace gusset::picture
