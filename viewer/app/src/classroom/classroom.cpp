#include "gusset/viewer/app/classroom/classroom.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/explain/as_seen.hpp"
#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

// Each schedule plays on its own clock, regardless of the traces' alignment.
std::int64_t longest_run_ns(const Document& document) {
  std::int64_t longest_ns = 0;
  for (const auto& loaded : document.traces) longest_ns = std::max(longest_ns, loaded->totals.makespan_ns);
  return longest_ns;
}

constexpr int play_tick_ms = 33;

}  // namespace

Classroom::Classroom(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view,
                     GraphDock& graph, Arrows& arrows, Explanations& explanations, const WhatIfRunner& others,
                     unsigned threads)
    : QObject(&window),
      window_(window),
      session_(session),
      view_(view),
      graph_(graph),
      arrows_(arrows),
      explanations_(explanations),
      facts_(session, "player", playback_facts),
      jobs_(post_to(this), 1) {
  make_docks(others, threads);
  projector_ = new Projector(window, centre, session, view);
  connections_ = {session.traces_changed.connect([this] { reset(); }),
                  view.document_shown.connect([this] {
                    if (session_.document()->empty()) leave_projector();
                    // The panel may be open before anything is played, as the last session left it.
                    if (is_shown_ || !dock_->isHidden()) facts_.need_all();
                    show_facts();
                  }),
                  panel_->time_requested.connect([this](std::int64_t time_ns) { go_to(time_ns); }),
                  panel_->panel_requested.connect([this](std::size_t panel) {
                    graph_.graph().show_panel(panel);
                    show_facts();
                  }),
                  graph.graph().changed.connect([this] {
                    if (panel_->panel() != shown_panel()) show_facts();
                  }),
                  facts_.ready.connect([this] {
                    show_facts();
                    take_steps();
                  }),
                  speedup_->runner().busy_changed.connect([this] { busy_changed(); }),
                  jobs_.busy_changed.connect([this] { busy_changed(); })};
  clock_.setInterval(play_tick_ms);
  clock_.setTimerType(Qt::PreciseTimer);
  connect(&clock_, &QTimer::timeout, this, [this] { tick(); });
  view.installEventFilter(this);
}

Classroom::~Classroom() {
  view_.removeEventFilter(this);
  connections_.clear();
  projector_->set_on(false);  // the projector changes the whole program's font and palette
  delete frames_;             // the dialog uses these jobs, which end now
}

// Space plays only while the timeline has the focus. Elsewhere it presses buttons and ticks boxes.
bool Classroom::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &view_ || event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const auto& key = static_cast<const QKeyEvent&>(*event);
  if (key.key() != Qt::Key_Space || key.modifiers() != Qt::NoModifier || !can_play()) return false;
  if (!key.isAutoRepeat()) play_or_pause();
  return true;
}

void Classroom::make_docks(const WhatIfRunner& others, unsigned threads) {
  panel_ = new PlayerPanel(session_, &window_);
  usual_height_ = panel_->sizeHint().height();
  dock_ = add_dock(window_, "Player", panel_, Qt::BottomDockWidgetArea);
  hide_until_requested(*dock_, "Shift+P");
  connect(dock_->toggleViewAction(), &QAction::toggled, this, [this](bool is_shown) {
    if (is_shown) {
      dock_->show();  // the action does so only after this signal
      show_player();
      show_facts();  // the projector may have played without this panel
    } else if (!projector_->is_on()) {
      hide_player();
    }
  });
  connect(dock_, &QDockWidget::visibilityChanged, this, [this](bool is_visible) {
    is_panel_visible_ = is_visible;
    if (is_visible) make_room();
    show_moment();
  });
  speedup_ = new SpeedupPanel(session_, others, threads, &window_);
  hide_until_requested(*add_tab(window_, "Speedup", speedup_), "U");
}

void Classroom::add_actions(Actions& actions) {
  QMenu& menu = actions.menu("&Play");
  const auto add = [&](const QString& text, const QString& id, const QString& key, const char* icon,
                       auto run) {
    QAction* action = actions.add(menu, text, id, key, std::move(run));
    action->setIcon(line_icon(icon));
    action->setIconVisibleInMenu(false);
    return action;
  };
  QAction* start = add("Go to the &start", "to the start", "Shift+B", "start", [this] { go_to(0); });
  QAction* previous = add("Pre&vious event", "previous event", "B", "previous", [this] { step(-1); });
  play_ = add("&Play or pause", "play", "P", "play", [this] { play_or_pause(); });
  QAction* next = add("&Next event of any trace", "next event", "N", "next", [this] { step(1); });
  menu.addSeparator();
  QAction* slower =
      add("S&lower", "slower", "J", "slower", [this] { change_speed(player_.doublings() - 1); });
  QAction* faster =
      add("&Faster", "faster", "L", "faster", [this] { change_speed(player_.doublings() + 1); });
  QAction* fade = actions.add_checkable(menu, "&Dim the future", "dim future", "Shift+F", {});
  fade->setChecked(dims_future_);
  connect(fade, &QAction::toggled, this, [this](bool on) {
    dims_future_ = on;
    show_moment();
  });
  menu.addSeparator();
  QAction* projector = actions.add_checkable(menu, "Pro&jector", "projector", "F11", {});
  connect(projector, &QAction::toggled, this, [this](bool on) {
    const bool keeps_graph = on && session_.edits().graph != nullptr && !graph_.isHidden();
    projector_->set_on(on);
    if (keeps_graph) graph_.show();  // the user is building it
  });
  connections_.push_back(projector_->changed.connect([this, projector](bool on) {
    projector->setChecked(on);
    if (!on && dock_->isHidden()) {
      hide_player();
    } else {
      show_moment();
    }
  }));
  actions.add(menu, "Export f&rames…", "export frames", "Ctrl+Shift+F", [this] { export_frames(); });
  panel_->add_buttons({start, previous, play_, next, slower, faster});
  panel_->add_choice(*fade);
}

bool Classroom::leave_projector() {
  if (!projector_->is_on()) return false;
  projector_->set_on(false);
  return true;
}

// Resets the player for a new set of traces. If the first trace is the same, only traces below it were added
// or removed, and the player keeps its position.
void Classroom::reset() {
  const std::shared_ptr<const Document> document = session_.document();
  std::shared_ptr<const traces::Trace> first = document->empty() ? nullptr : document->panel(0).trace;
  const bool continues = first != nullptr && first == first_;
  first_ = std::move(first);
  const Player before = std::exchange(player_, Player(longest_run_ns(*document)));
  player_.set_doublings(before.doublings());
  if (continues) {
    player_.go_to(before.time_ns());
    if (before.is_playing()) player_.play();
    return;
  }
  steps_ = 0;
  is_shown_ = is_shown_ && !dock_->isHidden();  // nothing is dimmed until it is played
  clock_.stop();
}

// The graph's trace, so that the counts and the graph agree. A graph that has not run is counted as its
// newest schedule.
std::size_t Classroom::shown_panel() const {
  const std::shared_ptr<const Document> document = session_.document();
  const std::size_t panel = graph_.graph().panel();
  const bool has_times = panel < document->traces.size() && !document->panel(panel).is_graph_only();
  return has_times ? panel : newest_schedule(*document).value_or(0);
}

void Classroom::show_player() {
  if (!projector_->is_on() && dock_->isHidden()) {
    dock_->show();
    dock_->raise();
  }
  if (is_shown_ || session_.document()->empty()) return;
  is_shown_ = true;
  facts_.need_all();
  show_facts();
}

// Enlarges the player if it shows more workers than before. Otherwise its height is the user's choice.
void Classroom::make_room() {
  const int wanted = panel_->sizeHint().height();
  if (projector_->is_on() || dock_->isFloating() || wanted <= usual_height_) return;
  usual_height_ = wanted;
  QTimer::singleShot(0, dock_, [this] {  // after the layout is done
    const int needed = dock_->sizeHint().height();
    if (dock_->height() < needed) window_.resizeDocks({dock_}, {needed}, Qt::Vertical);
  });
}

void Classroom::hide_player() {
  is_shown_ = false;
  player_.pause();
  steps_ = 0;
  show_moment();
}

bool Classroom::can_play() const {
  return !session_.document()->empty() && !session_.document()->has_only_graphs();
}

// Shows the player, which says why if nothing can be played. Returns whether something can be played.
bool Classroom::open_player() {
  if (!session_.document()->empty()) show_player();
  return can_play();
}

void Classroom::play_or_pause() {
  if (!open_player()) return;
  if (player_.is_playing()) {
    player_.pause();
  } else {
    player_.play();
    since_tick_.start();
  }
  show_moment();
}

void Classroom::step(int direction) {
  if (!open_player()) return;
  steps_ += direction;
  take_steps();
}

void Classroom::take_steps() {
  for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) {
    if (facts_.get(panel) == nullptr) return;
  }
  while (steps_ != 0) {
    std::optional<std::int64_t> nearest;
    for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) {
      const traces::Playback& schedule = *facts_.get(panel)->schedule;
      const auto event =
          steps_ > 0 ? schedule.next_event(player_.time_ns()) : schedule.previous_event(player_.time_ns());
      if (event && (!nearest || (steps_ > 0 ? *event < *nearest : *event > *nearest))) nearest = event;
    }
    steps_ += steps_ > 0 ? -1 : 1;
    player_.go_to(nearest.value_or(player_.time_ns()));
  }
  show_moment();
}

void Classroom::go_to(std::int64_t time_ns) {
  if (!open_player()) return;
  steps_ = 0;
  player_.go_to(time_ns);
  show_moment();
}

void Classroom::change_speed(int doublings) {
  player_.set_doublings(doublings);
  if (open_player()) show_moment();
}

void Classroom::tick() {
  player_.pass(static_cast<double>(since_tick_.restart()) * 1e-3);
  show_moment();
}

void Classroom::show_facts() {
  panel_->show_trace(shown_panel(), facts_.get(shown_panel()));
  show_moment();
}

void Classroom::show_moment() {
  if (play_ != nullptr) play_->setIcon(line_icon(player_.is_playing() ? "pause" : "play"));
  if (player_.is_playing() != clock_.isActive()) {
    if (player_.is_playing()) {
      clock_.start();
    } else {
      clock_.stop();
    }
  }
  const bool has_moment = is_shown_ && can_play();
  arrows_.set_playback(has_moment ? std::optional(player_.time_ns()) : std::nullopt);
  if (has_moment) {
    view_.set_playback(PlaybackCursor{player_.time_ns(), dims_future_});
    view_.keep_in_view(player_.time_ns());
    graph_.set_playback(player_.time_ns());
  } else {
    view_.set_playback(std::nullopt);
    graph_.set_playback(std::nullopt);
  }
  if (!dock_->isHidden()) panel_->show_player(player_);
  if (!projector_->is_on()) return;
  QString text;
  if (has_moment) {
    text = qt_text(playback_time_text(player_));
    const std::shared_ptr<const Document> document = session_.document();
    if (const PlaybackFacts* facts = facts_.get(shown_panel())) {
      if (document->traces.size() > 1) text += " · " + qt_text(panel_name(*document, shown_panel()));
      text += " · " + qt_text(counts_text(*facts->schedule, player_.time_ns()));
    }
    text += " · speed " + qt_text(playback_speed_text(player_));
  }
  projector_->show_text(text, is_panel_visible_);
}

void Classroom::export_frames() {
  const Timeline& timeline = view_.timeline();
  FramesRequest request{panels_as_seen(*session_.document(), timeline, &arrows_, &explanations_),
                        options_as_seen(timeline), options_as_seen(timeline, paper::slide_options())};
  if (request.panels.empty()) return;
  request.queues = !dock_->isHidden();
  request.graph = !graph_.isHidden();
  request.shown_ns =
      request.options.to_ns.value_or(session_.document()->extent_ns) - request.options.from_ns.value_or(0);
  auto* dialog = new FramesDialog(std::move(request), frames_choices_, jobs_, window_);
  frames_ = dialog;
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

}  // namespace gusset::viewer
