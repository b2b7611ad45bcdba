#include "gusset/viewer/app/explain/critical_path_panel.hpp"

#include <QLabel>
#include <QTreeWidget>

#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
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
      "Bound: the longest path through the task graph. No schedule of these tasks is shorter, on "
      "any number of workers.\n"
      "Chain: what the tasks of this run waited for, from the last one back to the start. Its "
      "parts add up to the makespan.\n"
      "Work: the time of all tasks, divided by the number of workers."));
  table_ = named(new QTreeWidget(this), "critical path table");
  table_->setColumnCount(path_columns);
  make_plain_table(*table_, path_chain);
  table_->setItemDelegateForColumn(path_chain_share, new ShareBar(table_));
  new FittedColumns(*table_);
  auto* layout = tight_column(this, 0);
  layout->addWidget(summary_);
  layout->addWidget(table_);
  connect(table_, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem* item, int column) { select(*item, column); });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  explanations.path_changed.connect([this] { refresh(); })};
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
  const ViewPalette& palette = view_palette_on(document->appearance.background);
  if (table_->topLevelItemCount() > 0 && explanations_.shows_path()) {
    text += QString(
                "In the timeline: <span style=\"color:%1\">▭</span> chain, <span style=\"color:%1\">┄</span> "
                "its waits, <span style=\"color:%2\">▂</span> tasks of the bound.")
                .arg(qt_colour(palette.chain).name(), qt_colour(palette.bound).name());
  }
  table_->setVisible(table_->topLevelItemCount() > 0);
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
