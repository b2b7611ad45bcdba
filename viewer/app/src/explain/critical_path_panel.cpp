#include "gusset/viewer/app/explain/critical_path_panel.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QTreeWidget>

#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "path_task_table.hpp"
#include "widgets/answer_table.hpp"
#include "widgets/fitted_columns.hpp"
#include "widgets/plain_table.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

// The columns of the answer that fit into a dock.
enum PathColumn { path_name, path_chain, path_chain_share, path_bound, path_columns };
constexpr int path_panel_role = Qt::UserRole;
constexpr int path_row_role = Qt::UserRole + 1;
constexpr int path_rows_measured = 200;  // enough to find the columns' widths
constexpr int longest_cell = 28;         // letters

}  // namespace

CriticalPathPanel::CriticalPathPanel(Session& session, Explanations& explanations, QWidget* parent)
    : QWidget(parent), session_(session), explanations_(explanations) {
  setObjectName("critical path panel");
  summary_ = named(new QLabel(this), "critical path summary");
  summary_->setWordWrap(true);
  summary_->setAlignment(Qt::AlignTop);
  summary_->setTextFormat(Qt::RichText);
  summary_->setContentsMargins(8, 6, 8, 2);
  summary_->setToolTip(plain_tooltip(
      "Critical path: the longest path through the task graph. No schedule of these tasks is shorter, on "
      "any number of workers.\n"
      "Critical chain: what the tasks of this run waited for, from the last one back to the start. Its "
      "parts add up to the makespan.\n"
      "Work: the time of all tasks, divided by the number of workers."));
  table_ = named(new QTreeWidget(this), "critical path table");
  table_->setColumnCount(path_columns);
  make_plain_table(*table_, path_chain);
  table_->setItemDelegateForColumn(path_chain_share, new ShareBar(table_));
  new FittedColumns(*table_);
  whole_list_ = make_list();
  auto* splitter = named(new QSplitter(Qt::Vertical, this), "critical path splitter");
  splitter->addWidget(table_);
  splitter->addWidget(whole_list_);
  auto* layout = tight_column(this, 0);
  layout->addWidget(summary_);
  layout->addWidget(splitter, 1);
  connect(table_, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem* item, int column) { select(*item, column); });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  explanations.path_changed.connect([this] { refresh(); }),
                  session.selection().changed.connect([this](const SelectionState& state) {
                    if (state.task() != tasks_->task_at(list_->currentIndex().row()))
                      list_->selectionModel()->clear();
                  })};
}

QWidget* CriticalPathPanel::make_list() {
  auto* whole = new QWidget(this);
  listed_ = named(new QComboBox, "critical path tasks of");
  listed_->addItems({"Tasks on the critical chain", "Tasks on the critical path"});
  listed_->setToolTip("Lists the tasks in order of time; a click on a task shows it in the timeline");
  tasks_ = new PathTaskTable(this);
  list_ = named(new QTableView, "critical path tasks");
  list_->setModel(tasks_);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setShowGrid(false);
  list_->setWordWrap(false);
  list_->setAlternatingRowColors(true);
  list_->setSelectionBehavior(QAbstractItemView::SelectRows);
  list_->setSelectionMode(QAbstractItemView::SingleSelection);
  list_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->viewport()->setCursor(Qt::PointingHandCursor);
  list_->verticalHeader()->hide();
  list_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  list_->horizontalHeader()->setResizeContentsPrecision(path_rows_measured);
  size_rows();
  list_->horizontalHeader()->setHighlightSections(false);
  list_->horizontalHeader()->setStretchLastSection(true);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 2);
  bar->addWidget(listed_);
  bar->addStretch();
  auto* layout = tight_column(whole, 0);
  layout->addLayout(bar);
  layout->addWidget(list_, 1);
  connect(listed_, &QComboBox::currentIndexChanged, this, [this] { list_tasks(); });
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { select_listed(current.row()); });
  connect(list_, &QTableView::clicked, this, [this](const QModelIndex& clicked) {
    select_listed(clicked.row());
    explanations_.selection_to_reveal();  // the view may have moved since the task was selected
  });
  return whole;
}

// Follows the font, which the projector enlarges.
void CriticalPathPanel::size_rows() {
  list_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  list_->horizontalHeader()->setMaximumSectionSize(longest_cell * fontMetrics().averageCharWidth());
}

void CriticalPathPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange || list_ == nullptr) return;
  size_rows();
  refresh();
}

void CriticalPathPanel::list_tasks() {
  const std::shared_ptr<const Document> document = session_.document();
  std::vector<std::shared_ptr<const CriticalPathFacts>> facts;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel)
    facts.push_back(explanations_.path().shared(panel));
  const bool is_chain = listed_->currentIndex() == 0;
  tasks_->show(document, std::move(facts),
               is_chain ? PathTaskTable::Path::chain : PathTaskTable::Path::bound);
  list_->setColumnHidden(PathTaskTable::of_trace, document->traces.size() < 2);
  list_->setColumnHidden(PathTaskTable::waited_for, !is_chain);
  list_->resizeColumnsToContents();
}

void CriticalPathPanel::select_listed(int row) {
  const std::optional<TaskReference> task = tasks_->task_at(row);
  const std::shared_ptr<const Document> document = session_.document();
  if (row >= 0 && task && document->has(*task))
    session_.selection().select_task(*task, document->row_of(*task), SelectionOrigin::command);
}

void CriticalPathPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  explanations_.path().need_all();
}

void CriticalPathPanel::refresh() {
  if (isVisible()) explanations_.path().need_all();
  table_->clear();
  const std::shared_ptr<const Document> document = session_.document();
  QString text;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const CriticalPathFacts* facts = explanations_.path().get(panel);
    if (document->traces.size() > 1) text += "<b>" + escaped_html(panel_name(*document, panel)) + "</b>: ";
    if (facts == nullptr) {
      text += "Looking for the critical path…<br>";
      continue;
    }
    for (const traces::Finding& finding : facts->answer.verdict.findings)
      text += escaped_html(finding.sentence) + "<br>";
    if (facts->parts() != nullptr) add_panel(panel);
  }
  const bool has_rows = table_->topLevelItemCount() > 0;
  if (has_rows && explanations_.shows_path()) {
    const ViewPalette& palette = view_palette_on(document->appearance.background);
    text.prepend(
        QString(
            "In the timeline: <span style=\"color:%1\">▭</span> critical path, <span "
            "style=\"color:%2\">▔</span> critical chain, <span style=\"color:%2\">┄</span> its waits.<br>")
            .arg(qt_colour(palette.bound).name(), qt_colour(palette.chain).name()));
  }
  table_->setVisible(has_rows);
  if (has_rows) limit_height(*table_);
  list_tasks();
  whole_list_->setVisible(has_rows);
  summary_->setText(text);
}

void CriticalPathPanel::add_panel(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const traces::Table& parts = *explanations_.path().get(panel)->parts();
  show_columns(*table_, parts);
  for (int column = path_columns; column < table_->columnCount(); ++column)
    table_->setColumnHidden(column, true);
  if (document->traces.size() > 1) {
    auto* heading = new QTreeWidgetItem(table_);
    heading->setText(path_name, qt_text(panel_name(*document, panel)));
    heading->setFirstColumnSpanned(true);
    heading->setData(path_name, path_row_role, -1);
  }
  const ViewPalette& palette = view_palette_on(document->appearance.background);
  for (std::size_t i = 0; i < parts.rows.size(); ++i) {
    const traces::Table::Row& row = parts.rows[i];
    QTreeWidgetItem* item = add_answer_row(*table_, parts, row);
    item->setData(path_name, path_panel_role, static_cast<qulonglong>(panel));
    item->setData(path_name, path_row_role, row.target ? static_cast<int>(i) : -1);
    if (!row.target) continue;
    const bool is_type = row.target->kind == traces::FindingTarget::Kind::type;
    const QColor colour =
        is_type ? colour_of_type(*document, panel, row.target->type.value()) : qt_colour(palette.chain);
    item->setData(path_chain_share, ShareBar::colour_role, colour);
    if (is_type) {
      item->setIcon(path_name, colour_swatch(colour));
      continue;
    }
    QFont italic = table_->font();
    italic.setItalic(true);
    item->setFont(path_name, italic);
    item->setToolTip(path_name, "Waiting on the chain");
  }
}

void CriticalPathPanel::select(const QTreeWidgetItem& item, int column) {
  const std::size_t panel = item.data(path_name, path_panel_role).toULongLong();
  const int row = item.data(path_name, path_row_role).toInt();
  const CriticalPathFacts* facts = explanations_.path().get(panel);
  if (row < 0 || facts == nullptr) return;
  session_.selection().select_tasks(
      tasks_of_row(panel, session_.document()->panel(panel), *facts,
                   facts->parts()->rows[static_cast<std::size_t>(row)], column == path_bound),
      SelectionOrigin::command);
}

}  // namespace gusset::viewer
