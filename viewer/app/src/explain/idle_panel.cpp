#include "gusset/viewer/app/explain/idle_panel.hpp"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gusset/viewer/model/document/time_text.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "widgets/plain_table.hpp"
#include "widgets/share_bar.hpp"
#include "widgets/stacked_bar.hpp"

namespace gusset::viewer {
namespace {

enum IdleColumn { idle_name, idle_time, idle_share, idle_columns };
constexpr int trace_role = Qt::UserRole;
constexpr int cause_role = Qt::UserRole + 1;   // of a cause's row
constexpr int worker_role = Qt::UserRole + 2;  // of a worker's row
constexpr int bar_height = 24;

QString idle_text(const std::string& words) {
  return QString::fromStdString(words);
}

QColor colour_of_part(const IdlePart& part, traces::Paper paper) {
  return part.cause ? qt_colour(cause_colour(*part.cause, paper)) : qt_colour(ink_on(paper).line);
}

void set_bar(QTreeWidgetItem& item, int column, const std::vector<IdlePart>& parts, traces::Paper paper) {
  QVariantList shares;
  QVariantList colours;
  QString words;
  for (const IdlePart& part : parts) {
    shares << part.share;
    colours << colour_of_part(part, paper);
    if (part.ns > 0) {
      words += (words.isEmpty() ? "" : "\n") +
               idle_text(part.name + ": " + duration_text(part.ns) + ", " + share_text(part.share));
    }
  }
  item.setData(column, StackedBar::shares_role, shares);
  item.setData(column, StackedBar::colours_role, colours);
  item.setToolTip(column, words);
}

}  // namespace

IdlePanel::IdlePanel(Session& session, Reasons& reasons, QWidget* parent)
    : QWidget(parent), session_(session), reasons_(reasons) {
  setObjectName("idle panel");
  summary_ = new QLabel(this);
  summary_->setObjectName("idle summary");
  summary_->setWordWrap(true);
  summary_->setAlignment(Qt::AlignTop);
  summary_->setContentsMargins(8, 6, 8, 2);
  per_worker_ = new QCheckBox("Each worker", this);
  per_worker_->setObjectName("idle per worker");
  per_worker_->setContentsMargins(8, 0, 8, 0);
  table_ = new QTreeWidget(this);
  table_->setObjectName("idle table");
  table_->setColumnCount(idle_columns);
  table_->setHeaderLabels({"Time of the workers", "Time", "Share"});
  make_plain_table(*table_, idle_time);
  table_->header()->setSectionResizeMode(idle_name, QHeaderView::Stretch);
  table_->header()->setSectionResizeMode(idle_time, QHeaderView::ResizeToContents);
  table_->header()->setSectionResizeMode(idle_share, QHeaderView::Fixed);
  table_->header()->resizeSection(idle_share, 84);
  table_->setItemDelegateForColumn(idle_name, new StackedBar(table_));
  table_->setItemDelegateForColumn(idle_share, new ShareBar(table_));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(summary_);
  layout->addWidget(table_, 1);
  layout->addWidget(per_worker_);
  connect(per_worker_, &QCheckBox::toggled, this, [this] { refresh(); });
  connect(table_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int) { select(*item); });
}

void IdlePanel::refresh() {
  table_->clear();
  const std::shared_ptr<const Document> document = session_.document();
  QString words;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const IdleFacts* facts = reasons_.idle().get(panel);
    if (document->traces.size() > 1) words += idle_text(panel_name(*document, panel)) + ": ";
    words +=
        facts == nullptr ? "Looking for idle time…" : idle_text(idle_summary(document->panel(panel), *facts));
    words += "\n";
    if (facts != nullptr && !document->panel(panel).is_graph_alone()) add_panel(panel);
  }
  summary_->setText(words.trimmed());
  table_->setVisible(table_->topLevelItemCount() > 0);
  per_worker_->setVisible(table_->topLevelItemCount() > 0);
}

void IdlePanel::add_panel(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const LoadedTrace& loaded = document->panel(panel);
  const IdleFacts& facts = *reasons_.idle().get(panel);
  if (document->traces.size() > 1) {
    auto* heading = new QTreeWidgetItem(table_);
    heading->setText(idle_name, idle_text(panel_name(*document, panel)));
    heading->setFirstColumnSpanned(true);
  }
  const std::vector<IdlePart> parts = idle_parts(loaded, facts);
  auto* bar = new QTreeWidgetItem(table_);
  bar->setFirstColumnSpanned(true);
  bar->setSizeHint(idle_name, {0, bar_height});
  const traces::Paper paper = document->appearance.paper;
  set_bar(*bar, idle_name, parts, paper);
  std::int64_t whole_ns = 0;
  for (const IdlePart& part : parts) {
    whole_ns += part.ns;
    auto* item = new QTreeWidgetItem(table_);
    item->setIcon(idle_name, colour_swatch(colour_of_part(part, paper)));
    item->setText(idle_name, idle_text(part.name));
    item->setData(idle_name, trace_role, static_cast<qulonglong>(panel));
    if (part.cause) {
      item->setData(idle_name, cause_role, static_cast<int>(*part.cause));
      item->setToolTip(
          idle_name, idle_text(std::string(traces::cause_words(*part.cause).meaning) + "; a click shows the "
                                                                                       "longest such time"));
    }
    item->setText(idle_time, part.known ? idle_text(duration_text(part.ns)) : "not recorded");
    item->setTextAlignment(idle_time, Qt::AlignRight | Qt::AlignVCenter);
    if (!part.known) {
      item->setForeground(idle_time, palette().color(QPalette::PlaceholderText));
      continue;
    }
    item->setText(idle_share, idle_text(share_text(part.share)));
    item->setTextAlignment(idle_share, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(idle_share, ShareBar::share_role, part.share);
    item->setData(idle_share, ShareBar::colour_role, colour_of_part(part, paper));
  }
  auto* sum = new QTreeWidgetItem(table_);
  sum->setText(idle_name, "sum");
  sum->setText(idle_time, idle_text(duration_text(whole_ns)));
  sum->setTextAlignment(idle_time, Qt::AlignRight | Qt::AlignVCenter);
  for (int column = 0; column < idle_columns; ++column)
    sum->setForeground(column, palette().color(QPalette::PlaceholderText));
  if (per_worker_->isChecked()) add_workers(panel);
}

void IdlePanel::add_workers(std::size_t panel) {
  const LoadedTrace& loaded = session_.document()->panel(panel);
  const IdleFacts& facts = *reasons_.idle().get(panel);
  const traces::Trace& trace = *loaded.trace;
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    const std::vector<IdlePart> parts = idle_parts_of_worker(facts, traces::WorkerId(w));
    auto* item = new QTreeWidgetItem(table_);
    item->setData(idle_name, trace_role, static_cast<qulonglong>(panel));
    item->setData(idle_name, worker_role, static_cast<qulonglong>(w));
    set_bar(*item, idle_name, parts, session_.document()->appearance.paper);
    const traces::Worker& worker = trace.workers[w];
    const std::string node = trace.nodes.size() > 1 ? trace.nodes[worker.node.value()].name + " " : "";
    item->setText(idle_time, idle_text(node + worker.name));
    item->setText(idle_share, idle_text(share_text(1.0 - parts.front().share) + " idle"));
    for (int column = idle_time; column < idle_columns; ++column)
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
}

void IdlePanel::select(const QTreeWidgetItem& item) {
  const std::size_t panel = item.data(idle_name, trace_role).toULongLong();
  const IdleFacts* facts = reasons_.idle().get(panel);
  if (facts == nullptr) return;
  const std::shared_ptr<const Document> document = session_.document();
  if (const QVariant worker = item.data(idle_name, worker_role); worker.isValid()) {
    session_.selection().select_rows(rows_of_worker(*document, panel, traces::WorkerId(worker.toULongLong())),
                                     {}, SelectionOrigin::command);
  } else if (const QVariant cause = item.data(idle_name, cause_role); cause.isValid()) {
    const traces::IdleStretch& longest =
        facts->time.longest_of(static_cast<traces::IdleCause>(cause.toInt()));
    if (longest.worker.is_none()) return;
    session_.selection().select_rows(rows_of_worker(*document, panel, longest.worker),
                                     TimeRange{longest.begin_ns, longest.end_ns}, SelectionOrigin::command);
  }
}

}  // namespace gusset::viewer
