#pragma once
#include <QDockWidget>
#include <QSize>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gusset/viewer/app/graph/graph_view.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"

class QComboBox;
class QMainWindow;
class QToolButton;
class QVBoxLayout;

namespace gusset::viewer {

/// The dock "Task graph": the graph's view, and controls for trace, kind and folding. Connects the view with
/// the session and with the timeline's pointer, which sets the graph's time. It opens with a share of the
/// window, which is larger while a graph is built, or with the size that the user has chosen. On a projector
/// it is where its names are largest: beside the timeline or below it.
class GraphDock : public QDockWidget {
 public:
  GraphDock(Session& session, TimelineView& timeline, QWidget* parent = nullptr);

  GraphView& view() { return *view_; }
  GraphSession& graph() { return graph_; }

  /// Sets the current time of a playback, which overrides the pointer; empty ends the playback.
  void set_playback(std::optional<std::int64_t> time_ns);

  /// Adds a row of controls above the graph.
  void add_bar(QWidget& bar);
  /// Adds a button beside the choosers.
  void add_choice(QWidget& button);
  /// Draws by "tasks" or "data". Returns false for any other `name`.
  bool show_by(const QString& name);
  /// Folds by one of the trace's keys. Returns false if the trace cannot be folded by `name`.
  bool fold_by(const QString& name);

  /// Keys and mouse gestures with their effects.
  static std::vector<std::pair<QString, QString>> key_help();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_document(bool keep_view);
  void follow_schedule();
  void update_choosers();
  void update_time();
  /// Resizes the dock to its usual size once the window has laid out its docks.
  void take_room();
  bool is_placed_by_itself() const { return session_.appearance().is_projected && !is_built(); }
  void choose_area();
  int height_below(int window_width, int window_height) const;
  /// The size that the user has chosen, or else the usual one.
  QSize opening_size(QSize usual) const;
  /// The graph's part of the window's width or height.
  int share_of(int length) const;
  bool is_built() const { return session_.edits().graph != nullptr; }
  std::optional<std::int64_t> own_time_at(double x) const;

  Session& session_;
  TimelineView& timeline_;
  GraphSession graph_;
  GraphView* view_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  QWidget* choosers_ = nullptr;
  QComboBox* trace_ = nullptr;
  QComboBox* by_ = nullptr;
  QComboBox* fold_ = nullptr;
  QToolButton* fold_all_ = nullptr;
  bool is_closed_ = true;                          ///< hidden, and not only behind other tabs
  bool was_built_ = false;                         ///< the user built the graph shown last
  QSize pressed_size_;                             ///< at the last press of a mouse button in the window
  std::map<bool, QSize> chosen_sizes_;             ///< by the user: while a graph is built, and otherwise
  std::optional<std::int64_t> pointed_ns_;         ///< pointer's time in the timeline
  std::shared_ptr<const traces::Trace> schedule_;  ///< of a graph that has not run, which the graph shows
  std::optional<std::int64_t> played_ns_;
  Connections connections_;
};

}  // namespace gusset::viewer
