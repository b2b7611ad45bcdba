#include "gusset/viewer/app/graph/graph_dock.hpp"

#include <QAction>
#include <QComboBox>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMouseEvent>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr QSize least_content{560, 420};
constexpr double usual_share = 0.4;  // of the window
constexpr double projected_share = 0.5;
constexpr double projected_share_below = 0.36;  // of the height: the rows need the rest
constexpr double building_share = 0.55;
constexpr double below_gain = 1.2;        // a projected graph below the timeline must be larger by this
constexpr double share_of_column = 0.75;  // of the window's height, with other docks in the graph's column
constexpr int timeline_width = 360;       // pixels that the graph leaves to the timeline

class GraphContent : public QWidget {
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return least_content; }
};

QComboBox* chooser(const QString& name, QHBoxLayout& bar, const QString& label) {
  auto* caption = new QLabel(label);
  auto* box = named(new QComboBox, name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  box->setFocusPolicy(Qt::TabFocus);  // choosing with the mouse leaves the keyboard focus in the graph
  caption->setBuddy(box);
  if (bar.count() > 0) bar.addSpacing(10);
  bar.addWidget(caption);
  bar.addWidget(box);
  return box;
}

// The visible docks on the right, without those that share the graph's place.
QList<QDockWidget*> other_docks(const QMainWindow& window, QDockWidget* graph) {
  QList<QDockWidget*> others;
  const QList<QDockWidget*> same_place = window.tabifiedDockWidgets(graph);
  for (auto* dock : window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    if (dock != graph && dock->isVisible() && !dock->isFloating() && !same_place.contains(dock) &&
        window.dockWidgetArea(dock) == Qt::RightDockWidgetArea)
      others << dock;
  }
  return others;
}

// Gives the closed graph's width to the timeline instead of the docks beside it.
void give_room_to_timeline(QMainWindow& window, QDockWidget* graph) {
  const QList<QDockWidget*> others = other_docks(window, graph);
  QList<int> widths;
  for (const QDockWidget* dock : others) widths << dock->width();
  if (others.isEmpty()) return;
  QTimer::singleShot(0, &window,
                     [&window, others, widths] { window.resizeDocks(others, widths, Qt::Horizontal); });
}

}  // namespace

GraphDock::GraphDock(Session& session, TimelineView& timeline, QWidget* parent)
    : QDockWidget("Task graph", parent), session_(session), timeline_(timeline), graph_(session) {
  setObjectName("Task graph");
  auto* content = new GraphContent(this);
  choosers_ = new QWidget(content);
  auto* bar = new QHBoxLayout(choosers_);
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(6);
  trace_ = chooser("graph trace", *bar, "Trace");
  by_ = chooser("graph by", *bar, "Show");
  by_->addItems({"tasks", "data versions"});
  fold_ = chooser("graph fold", *bar, "Fold by");
  fold_all_ = named(new QToolButton, "graph fold all");
  fold_all_->setText("Fold all");
  fold_all_->setFocusPolicy(Qt::TabFocus);
  bar->addWidget(fold_all_);
  bar->addStretch(1);
  view_ = new GraphView(session_, graph_, content);
  auto* layout = tight_column(content, 0);
  layout->addWidget(choosers_);
  layout->addWidget(view_, 1);
  layout_ = layout;
  setWidget(content);
  toggleViewAction()->setShortcut(QKeySequence("G"));

  connect(trace_, &QComboBox::activated, this,
          [this](int index) { graph_.show_panel(static_cast<std::size_t>(std::max(0, index))); });
  connect(by_, &QComboBox::activated, this, [this](int index) {
    graph_.show_by(index == 0 ? GraphSession::By::tasks : GraphSession::By::data);
  });
  connect(fold_, &QComboBox::activated, this, [this](int index) {
    const std::vector<traces::FoldBy> folds = graph_.folds();
    if (index >= 0 && static_cast<std::size_t>(index) < folds.size())
      graph_.fold_by(folds[static_cast<std::size_t>(index)]);
  });
  connect(fold_all_, &QToolButton::clicked, this, [this] { graph_.fold_all(); });
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    graph_.set_needed(visible);
    auto* window = qobject_cast<QMainWindow*>(parentWidget());
    if (window == nullptr || isFloating()) return;
    if (!visible) {
      is_closed_ = isHidden();
      give_room_to_timeline(*window, this);
    } else if (std::exchange(is_closed_, false)) {
      take_room();
    }
  });
  connect(this, &QDockWidget::dockLocationChanged, this, [this] { take_room(); });
  if (parent != nullptr) parent->installEventFilter(this);  // the splitters belong to the window
  connections_ = {graph_.changed.connect([this](bool is_redrawn) {
                    update_choosers();
                    update_time();
                    if (is_redrawn) choose_area();
                  }),
                  session_.document_changed.connect([this](bool keep_view) { show_document(keep_view); }),
                  session_.selection().changed.connect([this] { update_time(); })};
  timeline_.canvas().widget().installEventFilter(this);
  update_choosers();
}

void GraphDock::take_room() {
  auto* window = qobject_cast<QMainWindow*>(parentWidget());
  if (window == nullptr) return;
  QTimer::singleShot(0, this, [this, window] {
    if (!isVisible() || isFloating()) return;
    const Qt::DockWidgetArea area = window->dockWidgetArea(this);
    if (area == Qt::TopDockWidgetArea || area == Qt::BottomDockWidgetArea) {
      window->resizeDocks(
          {this}, {opening_size({window->width(), height_below(window->width(), window->height())}).height()},
          Qt::Vertical);
      return;
    }
    QList<QDockWidget*> column{this};
    int beside = 0;
    for (QDockWidget* dock : other_docks(*window, this)) {
      if (dock->x() < x() + width() && x() < dock->x() + dock->width()) {
        column << dock;
      } else {
        beside = std::max(beside, dock->width());
      }
    }
    const QSize size =
        opening_size({std::min(share_of(window->width()), window->width() - beside - timeline_width),
                      static_cast<int>(share_of_column * window->height())});
    window->resizeDocks({this}, {size.width()}, Qt::Horizontal);
    if (column.size() == 1) return;
    const auto others = static_cast<int>(column.size()) - 1;
    QList<int> heights{size.height()};
    for (int i = 0; i < others; ++i) heights << (window->height() - size.height()) / others;
    window->resizeDocks(column, heights, Qt::Vertical);
  });
}

// A projected graph goes below the timeline if the names of its tasks would be too small beside it.
void GraphDock::choose_area() {
  auto* window = qobject_cast<QMainWindow*>(parentWidget());
  if (window == nullptr || !is_placed_by_itself() || !isVisible() || isFloating() ||
      graph_.drawing() == nullptr)
    return;
  const double bars = height() - view_->height();
  const double wanted = QFontInfo(font()).pixelSize() / traces::GraphScene::font_size;
  const double beside = view_->fitting_scale({projected_share * window->width(), window->height() - bars});
  const double below = view_->fitting_scale(
      {static_cast<double>(window->width()), projected_share_below * window->height() - bars});
  const bool is_better_below = beside < wanted && below > below_gain * beside;
  const bool is_below =
      (window->dockWidgetArea(this) & (Qt::TopDockWidgetArea | Qt::BottomDockWidgetArea)) != 0;
  if (is_below != is_better_below) {
    window->addDockWidget(is_better_below ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, this,
                          is_better_below ? Qt::Vertical : Qt::Horizontal);
  } else if (is_below) {
    take_room();
  }
}

// The height that the graph needs below the timeline, at most its share.
int GraphDock::height_below(int window_width, int window_height) const {
  if (!is_placed_by_itself()) return share_of(window_height);
  const int share = static_cast<int>(projected_share_below * window_height);
  const int bars = height() - view_->height();
  return std::min(share, bars + static_cast<int>(view_->fitted_height(window_width, share - bars)));
}

QSize GraphDock::opening_size(QSize usual) const {
  const auto chosen = chosen_sizes_.find(is_built());
  return session_.appearance().is_projected || chosen == chosen_sizes_.end() ? usual : chosen->second;
}

int GraphDock::share_of(int length) const {
  return static_cast<int>(length * (session_.appearance().is_projected ? projected_share
                                    : is_built()                       ? building_share
                                                                       : usual_share));
}

void GraphDock::show_document(bool keep_view) {
  pointed_ns_.reset();
  if (session_.document()->has_only_graphs() && !keep_view) show();
  if (std::exchange(was_built_, is_built()) != is_built()) take_room();
  follow_schedule();
  update_choosers();
  update_time();
}

// A graph that has not run is shown as its newest schedule, once there is one.
void GraphDock::follow_schedule() {
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<std::size_t> newest = newest_schedule(*document);
  const std::shared_ptr<const traces::Trace> schedule = newest ? document->panel(*newest).trace : nullptr;
  if (std::exchange(schedule_, schedule) == schedule || !newest) return;
  // While the user builds a graph, it stays as drawn until a schedule plays.
  if (!is_built() || played_ns_) graph_.show_panel(*newest);
}

void GraphDock::set_playback(std::optional<std::int64_t> time_ns) {
  const bool begins = time_ns && !played_ns_;
  played_ns_ = time_ns;
  if (begins && is_built()) {
    schedule_ = nullptr;
    follow_schedule();
  }
  update_time();
}

void GraphDock::add_bar(QWidget& bar) {
  layout_->insertWidget(0, &bar);
}

void GraphDock::add_choice(QWidget& button) {
  auto* bar = qobject_cast<QHBoxLayout*>(choosers_->layout());
  bar->insertWidget(bar->count() - 1, &button);  // before the stretch
}

bool GraphDock::show_by(const QString& name) {
  if (name != "tasks" && name != "data") return false;
  graph_.show_by(name == "tasks" ? GraphSession::By::tasks : GraphSession::By::data);
  return true;
}

bool GraphDock::fold_by(const QString& name) {
  for (const traces::FoldBy& fold : graph_.folds()) {
    if (!is_named(fold, name.toStdString())) continue;
    graph_.fold_by(fold);
    return true;
  }
  return false;
}

void GraphDock::update_choosers() {
  const std::shared_ptr<const Document> document = session_.document();
  const auto fill = [](QComboBox& box, const QStringList& names, int current) {
    QStringList shown;
    for (int i = 0; i < box.count(); ++i) shown << box.itemText(i);
    if (shown != names) {
      box.clear();
      box.addItems(names);
    }
    box.setCurrentIndex(current);
    box.setEnabled(!names.isEmpty());
  };
  QStringList traces;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel)
    traces << qt_text(panel_name(*document, panel));
  fill(*trace_, traces, static_cast<int>(graph_.panel()));
  const bool has_choice = traces.size() > 1;
  trace_->setVisible(has_choice);
  for (QLabel* label : widget()->findChildren<QLabel*>()) {
    if (label->buddy() == trace_) label->setVisible(has_choice);
  }
  by_->setCurrentIndex(graph_.by() == GraphSession::By::tasks ? 0 : 1);
  QStringList names;
  int current = -1;
  for (const traces::FoldBy& fold : graph_.folds()) {
    if (fold == graph_.fold()) current = static_cast<int>(names.size());
    names << qt_text(to_text(fold));
  }
  fill(*fold_, names, current);
  fold_all_->setEnabled(graph_.is_any_open());
  choosers_->setVisible(!is_built());  // a graph being built has nothing to choose
}

void GraphDock::update_time() {
  const SelectionState& state = session_.selection().state();
  const std::shared_ptr<const Document> document = session_.document();
  // In a graph that has not run, tasks have no state at any time.
  const bool has_times =
      graph_.panel() < document->traces.size() && !document->panel(graph_.panel()).is_graph_only();
  view_->set_time(!has_times    ? std::nullopt
                  : played_ns_  ? played_ns_
                  : pointed_ns_ ? pointed_ns_
                  : state.range ? std::optional(document->own_range(graph_.panel(), *state.range).begin_ns)
                                : std::nullopt);
}

// The time at `x` in the graph's trace, whichever panel the pointer is in.
std::optional<std::int64_t> GraphDock::own_time_at(double x) const {
  const Timeline& timeline = timeline_.timeline();
  if (graph_.panel() >= timeline.document().traces.size()) return std::nullopt;
  return std::llround(timeline.axis(graph_.panel()).time_from_x(x - timeline.plot().left));
}

bool GraphDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &timeline_.canvas().widget()) {
    if (event->type() == QEvent::Leave) {
      pointed_ns_.reset();
      update_time();
    } else if (event->type() == QEvent::MouseMove && !timeline_.timeline().document().empty()) {
      const QPointF at = static_cast<const QMouseEvent&>(*event).position() *
                         timeline_.canvas().widget().devicePixelRatioF();
      const bool on_plot = timeline_.timeline().plot().contains(at.x(), at.y());
      pointed_ns_ = on_plot ? own_time_at(at.x()) : std::nullopt;
      update_time();
    }
  }
  if (watched == parentWidget() && event->type() == QEvent::MouseButtonPress) pressed_size_ = size();
  if (watched == parentWidget() && event->type() == QEvent::MouseButtonRelease && isVisible() &&
      !isFloating() && size() != pressed_size_)
    chosen_sizes_[is_built()] = size();
  return QDockWidget::eventFilter(watched, event);
}

std::vector<std::pair<QString, QString>> GraphDock::key_help() {
  return {
      {"Wheel, W, S", "Zoom"},
      {"Drag, A, D, arrows", "Pan"},
      {"0", "Show the whole graph"},
      {"F", "Centre the selected task; again: zoom to its normal size"},
      {"Click", "Select a task or unfold a group; on an open group's title: fold it"},
      {"Drag between tasks, double-click", "Draw a dependency, add or rename a task, in a graph being built"},
      {"Pointer in the timeline", "Show the tasks' states at that time, unless a schedule is playing"}};
}

}  // namespace gusset::viewer
