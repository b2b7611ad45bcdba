#include "gusset/viewer/app/explain/idle_panel.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeWidget>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "widgets/answer_table.hpp"
#include "widgets/fitted_columns.hpp"
#include "widgets/hatch_swatch.hpp"
#include "widgets/plain_table.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum IdleColumn { idle_name, idle_time, idle_share };
constexpr int trace_role = Qt::UserRole;
constexpr int row_role = Qt::UserRole + 1;     // a part's row in the answer's table
constexpr int worker_role = Qt::UserRole + 2;  // a row's worker
constexpr int bar_height = 24;

// Rows that are about no cause are busy time.
QBrush brush_of_part(const traces::Table::Row& row, traces::Background background) {
  const std::optional<traces::IdleCause> cause = cause_of_part(row);
  return cause ? brush_of(picture::cause_look(*cause, background))
               : QBrush(qt_colour(view_palette_on(background).line));
}

// Draws a table cell as one stacked bar. Shares that sum to 1 fill it.
class StackedBar : public QStyledItemDelegate {
 public:
  static constexpr int shares_role = Qt::UserRole + 20;   // QVariantList of double
  static constexpr int brushes_role = Qt::UserRole + 21;  // QVariantList of QBrush

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariantList shares = index.data(shares_role).toList();
    if (shares.isEmpty()) {
      QStyledItemDelegate::paint(painter, option, index);
      return;
    }
    const QVariantList brushes = index.data(brushes_role).toList();
    const QRectF whole = QRectF(option.rect).adjusted(4, 3, -4, -3);
    double left = whole.left();
    for (int i = 0; i < shares.size(); ++i) {
      const double width = whole.width() * shares[i].toDouble();
      const auto brush = brushes[i].value<QBrush>();
      const QRectF part(left, whole.top(), width, whole.height());
      painter->fillRect(part, brush);
      if (width > 2) painter->fillRect(part.adjusted(width - 1, 0, 0, 0), brush.color());
      left += width;
    }
    painter->setPen(QColor(160, 168, 178));
    painter->drawRect(whole);
  }
};

std::string summary_of(const LoadedTrace& loaded, const IdleFacts& facts) {
  const traces::Answer answer = traces::idle_answer(*loaded.trace, facts.time);
  return answer.verdict.findings.front().sentence +
         (answer.tables.empty() ? "" : " " + answer.tables.front().remark);
}

void set_bar(QTreeWidgetItem& item, int column, const traces::Table& parts, traces::Background background) {
  QVariantList shares;
  QVariantList brushes;
  QString tooltip;
  for (std::size_t i = 0; i < parts.rows.size(); ++i) {
    const std::vector<traces::Cell>& cells = parts.rows[i].cells;
    const auto* share = std::get_if<double>(&cells[idle_share].value);
    if (parts.rows[i].is_total || share == nullptr) continue;
    shares << *share;
    brushes << brush_of_part(parts.rows[i], background);
    if (*share <= 0.0) continue;
    const auto text = [&](int at) {
      return qt_text(traces::cell_text(parts.columns[static_cast<std::size_t>(at)].kind,
                                       cells[static_cast<std::size_t>(at)]));
    };
    tooltip +=
        (tooltip.isEmpty() ? "" : "\n") + text(idle_name) + ": " + text(idle_time) + ", " + text(idle_share);
  }
  item.setData(column, StackedBar::shares_role, shares);
  item.setData(column, StackedBar::brushes_role, brushes);
  item.setToolTip(column, plain_tooltip(tooltip));
}

}  // namespace

IdlePanel::IdlePanel(Session& session, Explanations& explanations, QWidget* parent)
    : QWidget(parent), session_(session), explanations_(explanations) {
  setObjectName("idle panel");
  summary_ = named(new QLabel(this), "idle summary");
  summary_->setTextFormat(Qt::PlainText);
  summary_->setWordWrap(true);
  summary_->setAlignment(Qt::AlignTop);
  summary_->setContentsMargins(8, 6, 8, 2);
  per_worker_ = named(new QCheckBox("Show each worker", this), "idle per worker");
  per_worker_->setContentsMargins(8, 0, 8, 0);
  table_ = named(new QTreeWidget(this), "idle table");
  show_columns(*table_, traces::idle_parts(traces::Trace(), traces::IdleTime()));
  make_plain_table(*table_, idle_time);
  table_->setItemDelegateForColumn(idle_name, new StackedBar(table_));
  table_->setItemDelegateForColumn(idle_share, new ShareBar(table_));
  new FittedColumns(*table_);
  auto* layout = tight_column(this, 2);
  layout->addWidget(summary_);
  layout->addWidget(table_, 1);
  layout->addWidget(per_worker_);
  connect(per_worker_, &QCheckBox::toggled, this, [this] { refresh(); });
  connect(table_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int) { select(*item); });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  explanations.idle_changed.connect([this] { refresh(); })};
}

void IdlePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  explanations_.idle().need_all();
}

void IdlePanel::refresh() {
  if (isVisible()) explanations_.idle().need_all();
  table_->clear();
  const std::shared_ptr<const Document> document = session_.document();
  QString text;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const IdleFacts* facts = explanations_.idle().get(panel);
    if (document->traces.size() > 1) text += qt_text(panel_name(*document, panel)) + ": ";
    text += facts == nullptr ? "Looking for idle time…" : qt_text(summary_of(document->panel(panel), *facts));
    text += "\n";
    if (facts != nullptr && !document->panel(panel).is_graph_only()) add_panel(panel);
  }
  summary_->setText(text.trimmed());
  table_->setVisible(table_->topLevelItemCount() > 0);
  per_worker_->setVisible(table_->topLevelItemCount() > 0);
}

void IdlePanel::add_panel(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const LoadedTrace& loaded = document->panel(panel);
  const IdleFacts& facts = *explanations_.idle().get(panel);
  if (document->traces.size() > 1) {
    auto* heading = new QTreeWidgetItem(table_);
    heading->setText(idle_name, qt_text(panel_name(*document, panel)));
    heading->setFirstColumnSpanned(true);
  }
  const traces::Table parts = traces::idle_parts(*loaded.trace, facts.time);
  auto* bar = new QTreeWidgetItem(table_);
  bar->setFirstColumnSpanned(true);
  bar->setSizeHint(idle_name, {0, bar_height});
  const traces::Background background = document->appearance.background;
  set_bar(*bar, idle_name, parts, background);
  for (std::size_t i = 0; i < parts.rows.size(); ++i) {
    QTreeWidgetItem* item = add_answer_row(*table_, parts, parts.rows[i]);
    if (parts.rows[i].is_total) continue;
    item->setIcon(idle_name, hatch_swatch(brush_of_part(parts.rows[i], background)));
    item->setData(idle_share, ShareBar::colour_role, brush_of_part(parts.rows[i], background).color());
    item->setData(idle_name, trace_role, static_cast<qulonglong>(panel));
    item->setData(idle_name, row_role, static_cast<qulonglong>(i));
    if (parts.rows[i].target)
      item->setToolTip(idle_name, plain_tooltip(qt_text(parts.rows[i].target->text) + "; click to show it"));
  }
  if (per_worker_->isChecked()) add_workers(panel);
}

void IdlePanel::add_workers(std::size_t panel) {
  const LoadedTrace& loaded = session_.document()->panel(panel);
  const IdleFacts& facts = *explanations_.idle().get(panel);
  const traces::Trace& trace = *loaded.trace;
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    const traces::Table parts = traces::idle_parts(facts.time, traces::WorkerId(w));
    auto* item = new QTreeWidgetItem(table_);
    item->setData(idle_name, trace_role, static_cast<qulonglong>(panel));
    item->setData(idle_name, worker_role, static_cast<qulonglong>(w));
    set_bar(*item, idle_name, parts, session_.document()->appearance.background);
    item->setText(idle_time, qt_text(traces::worker_place(trace, traces::WorkerId(w))));
    const double idle = 1.0 - std::get<double>(parts.rows.front().cells[idle_share].value);
    item->setText(idle_share, qt_text(percent_text(idle) + " idle"));
    for (const int column : {idle_time, idle_share})
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
}

void IdlePanel::select(const QTreeWidgetItem& item) {
  const std::size_t panel = item.data(idle_name, trace_role).toULongLong();
  const IdleFacts* facts = explanations_.idle().get(panel);
  if (facts == nullptr) return;
  const Document& document = *session_.document();
  if (const QVariant worker = item.data(idle_name, worker_role); worker.isValid()) {
    select_target(document, panel,
                  traces::FindingTarget::of_worker("", traces::WorkerId(worker.toULongLong())),
                  session_.selection());
  } else if (const QVariant row = item.data(idle_name, row_role); row.isValid()) {
    const traces::Table parts = traces::idle_parts(*document.panel(panel).trace, facts->time);
    if (const auto& target = parts.rows[row.toULongLong()].target)
      select_target(document, panel, *target, session_.selection());
  }
}

}  // namespace gusset::viewer
