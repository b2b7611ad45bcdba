#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include "gusset/viewer/app/classroom/frames_dialog.hpp"
#include "gusset/viewer/app/classroom/player_panel.hpp"
#include "gusset/viewer/app/classroom/projector.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/what_if/speedup_panel.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"

class QDockWidget;

namespace gusset::viewer {

class GraphDock;

/// The teaching tools: the player and its dock, frame export, the projector, and speedup against threads.
/// Connects the player with the timeline and the graph, which show the playback position.
class Classroom : public QObject {
 public:
  /// Makes the docks. `centre` is the layout that contains the view.
  Classroom(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view, GraphDock& graph,
            Arrows& arrows, Explanations& explanations, const WhatIfRunner& others, unsigned threads);
  ~Classroom() override;

  /// Fills the Play menu.
  void add_actions(Actions& actions);

  const Player& player() const { return player_; }
  PlayerPanel& panel() { return *panel_; }
  SpeedupPanel& speedup() { return *speedup_; }
  Projector& projector() { return *projector_; }
  /// Whether the views show the playback position.
  bool is_shown() const { return is_shown_; }
  bool busy() const { return speedup_->busy() || jobs_.busy(); }
  /// Returns false if the projector was off.
  bool leave_projector();

  Signal<> busy_changed;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void make_docks(const WhatIfRunner& others, unsigned threads);
  void reset();
  std::size_t shown_panel() const;
  bool can_play() const;
  bool open_player();
  void play_or_pause();
  void step(int direction);
  void take_steps();
  void go_to(std::int64_t time_ns);
  void change_speed(int doublings);
  void show_player();
  void make_room();
  void hide_player();
  void show_moment();
  void show_facts();
  void tick();
  void export_frames();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  GraphDock& graph_;
  Arrows& arrows_;
  Explanations& explanations_;
  OnDemand<PlaybackFacts> facts_;
  Player player_;
  std::shared_ptr<const traces::Trace> first_;  ///< the first panel's trace; a new one resets the player
  bool is_shown_ = false;
  bool is_panel_visible_ = false;
  int usual_height_ = 0;  ///< of the panel, in pixels, for the most workers so far
  bool dims_future_ = true;
  int steps_ = 0;  ///< steps to take once the playback facts are known
  QTimer clock_;
  QElapsedTimer since_tick_;
  PlayerPanel* panel_ = nullptr;
  QDockWidget* dock_ = nullptr;
  SpeedupPanel* speedup_ = nullptr;
  Projector* projector_ = nullptr;
  QAction* play_ = nullptr;
  QPointer<FramesDialog> frames_;
  FramesChoices frames_choices_;
  JobRunner jobs_;  // its destructor waits for running jobs
  Connections connections_;
};

}  // namespace gusset::viewer
