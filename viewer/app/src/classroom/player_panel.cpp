#include "gusset/viewer/app/classroom/player_panel.hpp"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "explain/playback_tables.hpp"
#include "gusset/base/numbers.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int slider_steps = 10'000;
constexpr QSize least_size{900, 230};
constexpr std::size_t max_workers_in_sight = 8;
constexpr double shown_parts = 10'000.0;  // times are shown exact to this fraction of the total

}  // namespace

std::string playback_time_text(const Player& player) {
  const auto extent = static_cast<double>(player.extent_ns());
  const double resolution = std::max(1.0, extent / shown_parts);
  return time_text(static_cast<double>(player.time_ns()), resolution, extent) + " of " +
         time_text(extent, resolution, extent);
}

std::string playback_speed_text(const Player& player) {
  const std::string speed =
      player.doublings() < 0 ? "1/" + fixed_text(1.0 / player.speed(), 0) : fixed_text(player.speed(), 0);
  return speed + "×: " + gusset::duration_text(player.ns_per_second() * 1e-9) + " a second";
}

PlayerPanel::PlayerPanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  setObjectName("player panel");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(4);
  bar_ = new QHBoxLayout;
  bar_->setSpacing(4);
  end_of_bar_ = new QHBoxLayout;
  make_bar();
  column->addLayout(bar_);
  column->addLayout(end_of_bar_);  // in its own row, so that large fonts do not widen the window
  workers_ = new WorkerTable(this);
  handles_ = new HandleTable(this);
  auto* both = named(new QSplitter(Qt::Horizontal, this), "player tables");
  worker_view_ = add_table(*workers_, "player workers");
  both->addWidget(worker_view_);
  auto* right = new QWidget;
  auto* right_column = tight_column(right);
  handle_view_ = add_table(*handles_, "player data");
  no_data_ = new QLabel("Data accesses were not recorded.");
  no_data_->setAlignment(Qt::AlignCenter);
  right_column->addWidget(handle_view_);
  right_column->addWidget(no_data_);
  both->addWidget(right);
  both->setChildrenCollapsible(false);
  both->setSizes({560, 400});
  column->addWidget(both, 1);
}

void PlayerPanel::make_bar() {
  trace_ = named(new QComboBox, "player trace");
  trace_->setFocusPolicy(Qt::TabFocus);
  connect(trace_, &QComboBox::activated, this,
          [this](int index) { panel_requested(trace_->itemData(index).value<std::size_t>()); });
  slider_ = named(new QSlider(Qt::Horizontal), "player slider");
  slider_->setRange(0, slider_steps);
  slider_->setPageStep(slider_steps / 20);
  slider_->setFocusPolicy(Qt::TabFocus);  // a drag leaves the keyboard focus to the player's keys
  slider_->setMinimumWidth(120);
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    const auto extent = static_cast<double>(session_.document()->extent_ns);
    time_requested(std::llround(extent * value / slider_steps));
  });
  time_ = named(new QLabel, "player time");
  rate_ = named(new QLabel, "player speed");
  counts_ = named(new QLabel, "player counts");
  for (QLabel* label : {rate_, counts_}) {
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(1);  // a narrow window cuts off the labels
  }
  bar_->addWidget(slider_, 1);
  bar_->addSpacing(6);
  bar_->addWidget(time_);
  end_of_bar_->addWidget(counts_);
  end_of_bar_->addStretch(1);
  end_of_bar_->addWidget(rate_);
  end_of_bar_->addWidget(trace_);
}

QTableView* PlayerPanel::add_table(QAbstractItemModel& model, const QString& name) {
  auto* table = named(new QTableView, name);
  table->setModel(&model);
  table->setFrameShape(QFrame::NoFrame);
  table->setShowGrid(false);
  table->setAlternatingRowColors(true);
  table->setSelectionMode(QAbstractItemView::NoSelection);
  table->setFocusPolicy(Qt::TabFocus);
  table->setWordWrap(false);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->verticalHeader()->hide();
  table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

void PlayerPanel::add_buttons(const std::vector<QAction*>& actions) {
  int place = 0;
  for (QAction* action : actions) {
    auto* button = named(new QToolButton, "player " + action->objectName());
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    bar_->insertWidget(place++, button);
  }
}

void PlayerPanel::add_choice(QAction& action) {
  auto* box = named(new QCheckBox(QString(action.text()).remove('&')), "player " + action.objectName());
  box->setChecked(action.isChecked());
  box->setFocusPolicy(Qt::TabFocus);
  connect(box, &QCheckBox::clicked, &action, &QAction::trigger);
  connect(&action, &QAction::toggled, box, &QCheckBox::setChecked);
  end_of_bar_->insertSpacing(3, 12);  // gap before the choice of a trace
  end_of_bar_->insertWidget(4, box);
}

void PlayerPanel::show_trace(std::size_t panel, const PlaybackFacts* facts) {
  const std::shared_ptr<const Document> document = session_.document();
  panel_ = panel;
  schedule_ = facts == nullptr ? nullptr : facts->schedule;
  workers_->show_trace(document, panel, facts);
  handles_->show_trace(document, panel, facts);
  const bool knows_data = facts == nullptr || facts->handles->known();
  bool has_data = false;
  for (std::size_t handle = 0; facts != nullptr && handle < document->panel(panel).trace->handles.size();
       ++handle)
    has_data = has_data || !is_made_up(*document->panel(panel).trace, traces::HandleId(handle));
  handle_view_->setVisible(knows_data && has_data);
  no_data_->setVisible(!knows_data);
  handle_view_->parentWidget()->setVisible(has_data || !knows_data);  // otherwise, queues get all the room
  const QSignalBlocker quiet(trace_);
  trace_->clear();
  for (std::size_t of = 0; of < document->traces.size(); ++of) {
    if (document->panel(of).is_graph_only()) continue;  // it never ran
    trace_->addItem(qt_text(panel_name(*document, of)), QVariant::fromValue(of));
    if (of == panel) trace_->setCurrentIndex(trace_->count() - 1);
  }
  trace_->setVisible(trace_->count() > 1);
  can_play_ = !document->empty() && !document->has_only_graphs();
  updateGeometry();  // for another number of workers
  setEnabled(can_play_);
}

void PlayerPanel::show_player(const Player& player) {
  const std::shared_ptr<const Document> document = session_.document();
  const QSignalBlocker quiet(slider_);
  const double share = static_cast<double>(player.time_ns()) / static_cast<double>(player.extent_ns());
  if (!slider_->isSliderDown()) slider_->setValue(static_cast<int>(std::lround(share * slider_steps)));
  time_->setText(can_play_ ? "<b>" + escaped_html(playback_time_text(player)) + "</b>" : "");
  rate_->setText(can_play_ ? qt_text(playback_speed_text(player)) : "");
  if (!document->empty() && document->panel(panel_).is_graph_only()) {
    counts_->setText("A graph that has not run: there is nothing to play.");
    return;
  }
  if (schedule_ == nullptr || document->empty()) {
    counts_->setText(document->empty() ? "" : "Computing when tasks became ready…");
    return;
  }
  const auto moment =
      std::make_shared<const PlaybackMoment>(document->panel(panel_), *schedule_, player.time_ns());
  workers_->show_moment(moment);
  handles_->show_moment(moment);
  counts_->setText(qt_text(counts_text(*schedule_, player.time_ns())));
  if (!std::exchange(has_widths_, true)) fit_columns();
}

int PlayerPanel::row_height() const {
  return fontMetrics().height() + 6;
}

QSize PlayerPanel::sizeHint() const {
  const std::shared_ptr<const Document> document = session_.document();
  std::size_t rows = panel_ < document->traces.size() ? document->panel(panel_).trace->workers.size() : 0;
  rows = std::min(rows, max_workers_in_sight);
  const QMargins margins = layout()->contentsMargins();
  const int height = margins.top() + bar_->sizeHint().height() + layout()->spacing() +
                     end_of_bar_->sizeHint().height() + layout()->spacing() +
                     worker_view_->horizontalHeader()->sizeHint().height() +
                     static_cast<int>(rows) * row_height() +
                     worker_view_->horizontalScrollBar()->sizeHint().height() + margins.bottom();
  return least_size.expandedTo({0, height});
}

void PlayerPanel::fit_columns() {
  for (auto* table : findChildren<QTableView*>()) {
    const QFontMetrics letters = table->fontMetrics();
    const int letter = letters.averageCharWidth();
    table->verticalHeader()->setDefaultSectionSize(row_height());
    table->setColumnWidth(0, 16 * letter);
    table->setColumnWidth(1, (table == handle_view_ ? 13 : 48) * letter);
    if (table == handle_view_) table->setColumnWidth(2, 34 * letter);
  }
}

void PlayerPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) has_widths_ = false;  // the widths were for the old font
}

}  // namespace gusset::viewer
