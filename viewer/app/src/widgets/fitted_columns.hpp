#pragma once
#include <QObject>
#include <vector>

class QTreeWidget;

namespace gusset::viewer {

/// What a column needs, in pixels.
struct ColumnNeed {
  int content = 0;  ///< its widest name or figure
  int wanted = 0;   ///< with its heading and words, or with a bar that is long enough to compare
};

/// Divides a table's width among its columns. First all cells get their width, then the columns from the
/// second on get what they want, and the first one, which has the names, gets the rest. Where even the cells
/// lack room, the first column shrinks to `least_name` pixels, and then the last columns shrink.
std::vector<int> fitted_widths(const std::vector<ColumnNeed>& columns, int room, int least_name);

/// Keeps a table's columns as wide as `fitted_widths` says, for any content and size of the table. A cell
/// that is cut off shows its text as a tooltip. A table that wraps words is as high as its rows, so that its
/// names are never cut off; it must do so from the start.
class FittedColumns : public QObject {
 public:
  explicit FittedColumns(QTreeWidget& table);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit_soon();
  void fit();
  void fit_height();

  QTreeWidget& table_;
  bool is_fitting_soon_ = false;
};

}  // namespace gusset::viewer
