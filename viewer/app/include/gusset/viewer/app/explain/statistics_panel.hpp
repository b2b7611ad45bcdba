#pragma once
#include <QTimer>
#include <QWidget>
#include <optional>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/widgets/chart_view.hpp"
#include "gusset/viewer/app/widgets/histogram_view.hpp"
#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/explain/range_statistics.hpp"

class QAction;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace gusset::viewer {

/// Shows task durations per type, worker, node or attribute, with a histogram of the chosen row; how many
/// messages each node sent to each other node, with a matrix of their payload, number or cost; or nested
/// tasks, with a flame graph. A double click on a type whose name has a source line asks for its file. Covers
/// the selected range, the visible range or the whole trace.
class StatisticsPanel : public QWidget {
 public:
  StatisticsPanel(Session& session, TimelineView& view, Explanations& explanations, Arrows& arrows,
                  QWidget* parent = nullptr);
  /// Shows the messages between nodes.
  void show_messages();
  /// Groups tasks by "type", "worker", "node" or an attribute of the open traces; otherwise changes nothing.
  void group_by(const QString& key);

  /// What the table shows: "statistics by type", "messages between nodes".
  QString title() const;
  Signal<> title_changed;

  Signal<const SourceLocation&> source_requested;  ///< asks to open a source file

  QTreeWidget& table() { return *table_; }
  /// The table's full content; empty until the statistics are known, and while the panel is hidden, since
  /// hidden statistics do not follow the view.
  std::optional<traces::CsvTable> csv() const;
  HistogramView& histogram() { return *histogram_; }
  /// The matrix or the flame graph; hidden while there is a histogram.
  ChartView& chart() { return *chart_; }
  QLabel& range_label() { return *range_label_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void ask();
  void refresh();
  void split();
  void add_rows(std::size_t panel);
  void add_messages(std::size_t panel);
  void add_nested(std::size_t panel);
  bool shows_messages() const;
  bool shows_nested() const;
  std::optional<traces::Table> table_of(std::size_t panel) const;
  void list_attributes();
  void show_picture();
  void mark_source(QTreeWidgetItem& item, const std::string& type);
  std::optional<SourceLocation> source_of_current() const;
  void show_histogram(std::size_t panel);
  void ask_for_matrix();
  std::vector<picture::MatrixCell> selected_cells(std::size_t panel, std::size_t nodes_per_row) const;

  Session& session_;
  TimelineView& view_;
  Explanations& explanations_;
  Arrows& arrows_;
  RangeStatistics statistics_;
  QTimer soon_;
  QTimer split_soon_;
  QComboBox* by_ = nullptr;
  QComboBox* quantity_ = nullptr;  ///< of the matrix
  QComboBox* range_choice_ = nullptr;
  QLabel* range_label_ = nullptr;
  QTreeWidget* table_ = nullptr;
  QAction* open_source_ = nullptr;
  QSplitter* splitter_ = nullptr;
  bool is_split_by_user_ = false;
  QStackedWidget* pictures_ = nullptr;
  HistogramView* histogram_ = nullptr;
  ChartView* chart_ = nullptr;
  bool is_selected_ = false;  ///< the statistics cover the selected range
  Connections connections_;
};

}  // namespace gusset::viewer
