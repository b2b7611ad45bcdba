#include "gusset/viewer/app/timeline/marks_panel.hpp"

#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

enum MarkColumn { mark_time_column, mark_note_column, mark_column_count };

}  // namespace

MarksPanel::MarksPanel(Session& session, TimelineView& view, QWidget* parent)
    : QTableWidget(0, mark_column_count, parent), session_(session), view_(view) {
  setObjectName("marks");
  setHorizontalHeaderLabels({"Time", "Note"});
  horizontalHeader()->setStretchLastSection(true);
  verticalHeader()->hide();
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setToolTip(
      "M: mark the time at the pointer · Click: go there · Double-click: edit the note · Delete: remove");
  connect(this, &QTableWidget::cellClicked, this, [this](int row, int) {
    const std::vector<Mark> marks = session_.edits().marks;
    if (static_cast<std::size_t>(row) < marks.size())
      view_.centre_on(marks[static_cast<std::size_t>(row)].time_ns);
  });
  connect(this, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
    if (item->column() != mark_note_column) return;
    session_.edit(
        with_note(session_.edits(), static_cast<std::size_t>(item->row()), item->text().toStdString()));
  });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  session.marks_changed.connect([this] { refresh(); })};
  refresh();
}

void MarksPanel::refresh() {
  const QSignalBlocker quiet(this);
  const std::vector<Mark> marks = session_.edits().marks;
  const auto extent = static_cast<double>(std::max<std::int64_t>(1, session_.document()->extent_ns));
  setRowCount(static_cast<int>(marks.size()));
  for (int row = 0; row < rowCount(); ++row) {
    const Mark& mark = marks[static_cast<std::size_t>(row)];
    auto* time = new QTableWidgetItem(qt_text(time_text(static_cast<double>(mark.time_ns), 1.0, extent)));
    time->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    setItem(row, mark_time_column, time);
    setItem(row, mark_note_column, new QTableWidgetItem(qt_text(mark.note)));
  }
  resizeColumnToContents(mark_time_column);
}

void MarksPanel::write_note_at(std::int64_t time_ns) {
  const std::vector<Mark> marks = session_.edits().marks;
  for (std::size_t i = marks.size(); i-- > 0;) {
    if (marks[i].time_ns != time_ns) continue;
    setCurrentCell(static_cast<int>(i), mark_note_column);
    editItem(item(static_cast<int>(i), mark_note_column));
    return;
  }
}

void MarksPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete && currentRow() >= 0) {
    session_.edit(without_mark(session_.edits(), static_cast<std::size_t>(currentRow())));
  } else {
    QTableWidget::keyPressEvent(event);
  }
}

}  // namespace gusset::viewer
