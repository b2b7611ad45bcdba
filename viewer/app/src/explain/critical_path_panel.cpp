#include "gusset/viewer/app/explain/critical_path_panel.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/timeline/path_colours.hpp"
#include "gusset/viewer/model/document/time_text.hpp"
#include "widgets/plain_table.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum PathColumn { path_name, path_chain, path_chain_share, path_bound, path_columns };
constexpr int panel_role = Qt::UserRole;
constexpr int row_role = Qt::UserRole + 1;

QString path_text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

CriticalPathPanel::CriticalPathPanel(Session& session, Reasons& reasons, QWidget* parent)
    : QWidget(parent), session_(session), reasons_(reasons) {
  setObjectName("critical path panel");
  summary_ = new QLabel(this);
  summary_->setObjectName("critical path summary");
  summary_->setWordWrap(true);
  summary_->setAlignment(Qt::AlignTop);
  summary_->setTextFormat(Qt::RichText);
  summary_->setContentsMargins(8, 6, 8, 2);
  table_ = new QTreeWidget(this);
  table_->setObjectName("critical path table");
  table_->setColumnCount(path_columns);
  table_->setHeaderLabels({"Type or wait", "Chain", "Share", "Bound"});
  table_->headerItem()->setToolTip(path_chain, "What each task really waited for, back from the last one");
  table_->headerItem()->setToolTip(path_chain_share, "Of the makespan");
  table_->headerItem()->setToolTip(path_bound, "The longest path through the task graph");
  make_plain_table(*table_, path_chain);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setSectionResizeMode(path_name, QHeaderView::Stretch);
  table_->setItemDelegateForColumn(path_chain_share, new ShareBar(table_));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(summary_);
  layout->addWidget(table_);
  connect(table_, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem* item, int column) { select(*item, column); });
}

void CriticalPathPanel::refresh() {
  table_->clear();
  const std::shared_ptr<const Document> document = session_.document();
  QString words;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const CriticalPathFacts* facts = reasons_.path().get(panel);
    if (document->traces.size() > 1)
      words += "<b>" + path_text(panel_name(*document, panel)).toHtmlEscaped() + "</b>: ";
    words += facts == nullptr ? "Looking for the critical path…" : path_text(critical_path_summary(*facts));
    words += "<br>";
    if (facts != nullptr && facts->state == CriticalPathFacts::State::known) add_panel(panel);
  }
  const PathInk& ink = path_ink_on(document->appearance.paper);
  if (table_->topLevelItemCount() > 0) {
    words += QString(
                 "In the timeline: <span style=\"color:%1\">▭</span> chain, <span "
                 "style=\"color:%1\">┄</span> what it "
                 "waited for, <span style=\"color:%2\">▂</span> the bound's tasks.")
                 .arg(qt_colour(ink.chain).name(), qt_colour(ink.bound).name());
  }
  table_->setVisible(table_->topLevelItemCount() > 0);
  summary_->setText(words);
}

void CriticalPathPanel::add_panel(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const LoadedTrace& loaded = document->panel(panel);
  const CriticalPathFacts& facts = *reasons_.path().get(panel);
  if (document->traces.size() > 1) {
    auto* heading = new QTreeWidgetItem(table_);
    heading->setText(path_name, path_text(panel_name(*document, panel)));
    heading->setFirstColumnSpanned(true);
    heading->setData(path_name, row_role, -1);
  }
  const PathInk& ink = path_ink_on(document->appearance.paper);
  const std::vector<CriticalPathRow> rows = critical_path_rows(loaded, facts);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CriticalPathRow& row = rows[i];
    auto* item = new QTreeWidgetItem(table_);
    item->setData(path_name, panel_role, static_cast<qulonglong>(panel));
    item->setData(path_name, row_role, static_cast<int>(i));
    const QColor colour =
        row.type ? colour_of_type(*document, panel, row.type->value()) : qt_colour(ink.chain);
    item->setText(path_name, path_text(row.name));
    if (row.waiting) {
      QFont italic = table_->font();
      italic.setItalic(true);
      item->setFont(path_name, italic);
      item->setToolTip(path_name, "Waiting on the chain");
    }
    if (row.type) item->setIcon(path_name, colour_swatch(colour));
    item->setText(path_chain, row.chain_ns > 0 ? path_text(duration_text(row.chain_ns)) : "–");
    item->setText(path_chain_share, path_text(share_text(row.chain_share)));
    item->setData(path_chain_share, ShareBar::share_role, row.chain_share);
    item->setData(path_chain_share, ShareBar::colour_role, colour);
    item->setText(path_bound, row.bound_ns > 0 ? path_text(duration_text(row.bound_ns)) : "–");
    for (int column = path_chain; column < path_columns; ++column)
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  auto* sum = new QTreeWidgetItem(table_);
  sum->setData(path_name, row_role, -1);
  sum->setText(path_name, "sum");
  sum->setText(path_chain, path_text(duration_text(facts.makespan_ns)));
  sum->setText(path_bound, path_text(duration_text(facts.bound.length_ns)));
  for (int column = path_name; column < path_columns; ++column) {
    if (column > path_name) sum->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    sum->setForeground(column, palette().color(QPalette::PlaceholderText));
  }
}

void CriticalPathPanel::select(const QTreeWidgetItem& item, int column) {
  const std::size_t panel = item.data(path_name, panel_role).toULongLong();
  const int row = item.data(path_name, row_role).toInt();
  const CriticalPathFacts* facts = reasons_.path().get(panel);
  if (row < 0 || facts == nullptr) return;
  const LoadedTrace& loaded = session_.document()->panel(panel);
  const std::vector<CriticalPathRow> rows = critical_path_rows(loaded, *facts);
  const CriticalPathRow& of = rows[static_cast<std::size_t>(row)];
  session_.selection().select_tasks(tasks_of_row(panel, loaded, *facts, of, column == path_bound),
                                    SelectionOrigin::command);
}

}  // namespace gusset::viewer
