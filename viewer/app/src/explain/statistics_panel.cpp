#include "gusset/viewer/app/explain/statistics_panel.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

#include "gusset/traces/answers/stats_answer.hpp"
#include "widgets/answer_table.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum StatisticsColumn { statistics_name, statistics_share };
constexpr int of_trace_role = Qt::UserRole;
constexpr int of_group_role = Qt::UserRole + 1;  // the group's number; invalid for all groups
constexpr int messages_item = -1;                // data of the choice that shows messages, not tasks
constexpr int settle_ms = 150;                   // wait for a moving view to come to rest

QColor group_colour(const Document& document, std::size_t panel, traces::GroupBy by,
                    std::optional<std::uint32_t> group) {
  if (group && by == traces::GroupBy::type) return colour_of_type(document, panel, *group);
  return qt_colour(view_palette_on(document.appearance.background).profile);
}

}  // namespace

StatisticsPanel::StatisticsPanel(Session& session, TimelineView& view, QWidget* parent)
    : QWidget(parent), session_(session), view_(view), statistics_(session) {
  setObjectName("statistics panel");
  by_ = named(new QComboBox(this), "statistics by");
  by_->addItem("per type", static_cast<int>(traces::GroupBy::type));
  by_->addItem("per worker", static_cast<int>(traces::GroupBy::worker));
  by_->addItem("per node", static_cast<int>(traces::GroupBy::node));
  by_->addItem("messages between nodes", messages_item);
  range_choice_ = named(new QComboBox(this), "statistics range");
  range_choice_->addItems({"selected or visible range", "whole trace"});
  range_label_ = new QLabel(this);
  range_label_->setTextFormat(Qt::PlainText);
  table_ = named(new QTreeWidget, "statistics table");
  show_columns(*table_, traces::stats_table({}, traces::GroupBy::type));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setMaximumSectionSize(
      28 * fontMetrics().averageCharWidth());  // limits names; numbers are shorter
  table_->setItemDelegateForColumn(statistics_share, new ShareBar(table_));
  table_->setRootIsDecorated(false);
  table_->setIndentation(0);
  table_->setFrameShape(QFrame::NoFrame);
  histogram_ = new HistogramView;
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(table_);
  splitter->addWidget(histogram_);
  splitter->setStretchFactor(0, 5);
  splitter->setStretchFactor(1, 3);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(by_);
  bar->addWidget(range_choice_);
  bar->addWidget(range_label_, 1);
  auto* layout = tight_column(this, 3);
  layout->addLayout(bar);
  layout->addWidget(splitter, 1);

  soon_.setSingleShot(true);
  soon_.setInterval(settle_ms);
  connect(&soon_, &QTimer::timeout, this, [this] { ask(); });
  connect(by_, &QComboBox::currentIndexChanged, this, [this] {
    ask();
    refresh();
  });
  connect(range_choice_, &QComboBox::currentIndexChanged, this, [this] { ask(); });
  connect(table_, &QTreeWidget::currentItemChanged, this, [this] { show_histogram(); });
  connections_ = {view.view_changed.connect([this] { soon_.start(); }), view.document_shown.connect([this] {
                    ask();
                    refresh();
                  }),
                  statistics_.changed.connect([this] { refresh(); }),
                  session_.selection().changed.connect([this] { ask(); })};
}

void StatisticsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  ask();
  statistics_.set_watched(true);
}

void StatisticsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  statistics_.set_watched(false);
}

void StatisticsPanel::ask() {
  soon_.stop();
  const TimeAxis& axis = view_.timeline().axis();
  const std::optional<TimeRange> selected = session_.selection().state().range;
  std::optional<TimeRange> range;
  is_selected_ = false;
  if (range_choice_->currentIndex() == 0 && selected) {
    range = selected;
    is_selected_ = true;
  } else if (range_choice_->currentIndex() == 0 && !axis.shows_everything()) {
    range = TimeRange{std::max<std::int64_t>(0, std::llround(axis.begin_ns())),
                      std::min<std::int64_t>(axis.extent_ns(), std::llround(axis.end_ns()))};
  }
  if (!shows_messages()) statistics_.group_by(static_cast<traces::GroupBy>(by_->currentData().toInt()));
  statistics_.set_range(range);
}

void StatisticsPanel::refresh() {
  // Keeps the chosen row.
  const QTreeWidgetItem* current = table_->currentItem();
  const QVariant of_trace = current == nullptr ? QVariant() : current->data(statistics_name, of_trace_role);
  const QVariant of_group = current == nullptr ? QVariant() : current->data(statistics_name, of_group_role);
  const QSignalBlocker quiet(table_);
  table_->clear();
  const std::size_t panels = session_.document()->traces.size();
  const bool known = panels > 0 && statistics_.of(0) != nullptr;
  range_label_->setText(
      known ? qt_text(statistics_range_text(*session_.document(), statistics_.range(), is_selected_)) : "");
  for (std::size_t panel = 0; panel < panels; ++panel) {
    if (statistics_.of(panel) == nullptr) continue;
    shows_messages() ? add_messages(panel) : add_rows(panel);
  }
  QTreeWidgetItem* next = table_->topLevelItem(0);
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = table_->topLevelItem(i);
    if (item->data(statistics_name, of_trace_role) == of_trace &&
        item->data(statistics_name, of_group_role) == of_group)
      next = item;
  }
  table_->setCurrentItem(next);
  show_histogram();
}

void StatisticsPanel::add_rows(std::size_t panel) {
  const traces::TaskStatistics& statistics = *statistics_.of(panel);
  const std::shared_ptr<const Document> document = session_.document();
  const traces::GroupBy by = statistics_.known_by();
  const traces::Table table = traces::stats_table(statistics, by);
  show_columns(*table_, table);
  for (const traces::Table::Row& row : table.rows) {
    QTreeWidgetItem* item = add_answer_row(*table_, table, row);
    std::optional<std::uint32_t> group;
    if (row.is_total) {
      if (document->traces.size() > 1)
        item->setText(statistics_name,
                      item->text(statistics_name) + ", " + qt_text(panel_name(*document, panel)));
      QFont bold = table_->font();
      bold.setBold(true);
      item->setFont(statistics_name, bold);
    } else {
      group = static_cast<std::uint32_t>(std::get<std::int64_t>(row.cells.front().value));
      item->setData(statistics_name, of_group_role, *group);
    }
    const QColor colour = group_colour(*document, panel, by, group);
    item->setData(statistics_name, of_trace_role, static_cast<qulonglong>(panel));
    item->setData(statistics_share, ShareBar::colour_role, colour);
    if (group && by == traces::GroupBy::type) item->setIcon(statistics_name, colour_swatch(colour));
  }
}

bool StatisticsPanel::shows_messages() const {
  return by_->currentData().toInt() == messages_item;
}

// All traces' matrices have columns for as many nodes as the largest of them.
void StatisticsPanel::add_messages(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const traces::Table& table = *statistics_.messages_of(panel);
  show_columns(*table_, table);
  for (const traces::Table::Row& row : table.rows) {
    QTreeWidgetItem* item = add_answer_row(*table_, table, row);
    if (document->traces.size() > 1)
      item->setText(statistics_name,
                    item->text(statistics_name) + ", " + qt_text(panel_name(*document, panel)));
    item->setData(statistics_name, of_trace_role, static_cast<qulonglong>(panel));
  }
}

std::optional<traces::CsvTable> StatisticsPanel::csv() const {
  traces::CsvTable csv;
  for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) {
    if (statistics_.of(panel) == nullptr) continue;
    if (shows_messages() && statistics_.messages_of(panel)->rows.empty()) continue;
    traces::add_to_csv(csv, session_.document()->panel(panel).name(),
                       shows_messages()
                           ? *statistics_.messages_of(panel)
                           : traces::stats_table(*statistics_.of(panel), statistics_.known_by()));
  }
  return csv.rows.empty() ? std::nullopt : std::optional(std::move(csv));
}

void StatisticsPanel::show_histogram() {
  const QTreeWidgetItem* item = table_->currentItem();
  const std::size_t panel = item == nullptr ? 0 : item->data(statistics_name, of_trace_role).toULongLong();
  const traces::TaskStatistics* statistics = statistics_.of(panel);
  if (item == nullptr || statistics == nullptr || shows_messages()) {
    histogram_->show_bars({}, {}, {});
    return;
  }
  std::optional<std::uint32_t> group;
  if (const QVariant number = item->data(statistics_name, of_group_role); number.isValid())
    group = number.toUInt();
  std::vector<traces::HistogramBin> bars = statistics->histogram;
  for (const traces::TaskGroupStatistics& of : statistics->groups) {
    if (group && of.number == *group) bars = of.histogram;
  }
  histogram_->bar_clicked = [this, panel, group](const traces::HistogramBin& bar) {
    statistics_.select_bar(panel, group, bar);
  };
  histogram_->show_bars(std::move(bars),
                        group_colour(*session_.document(), panel, statistics_.known_by(), group),
                        "Durations, " + item->text(statistics_name));
}

}  // namespace gusset::viewer
