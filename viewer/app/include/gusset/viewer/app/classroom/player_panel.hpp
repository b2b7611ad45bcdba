#pragma once
#include <QWidget>
#include <memory>

#include "gusset/viewer/model/explain/playback_facts.hpp"
#include "gusset/viewer/model/explain/player.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QAbstractItemModel;
class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QTableView;
class QToolButton;

namespace gusset::viewer {

class HandleTable;
class WorkerTable;

/// The player's buttons, and tables of running tasks, ready tasks and handle versions at the playback
/// position. Display only.
class PlayerPanel : public QWidget {
 public:
  explicit PlayerPanel(Session& session, QWidget* parent = nullptr);

  /// Adds a button for each action.
  void add_buttons(const std::vector<QAction*>& actions);
  /// Adds a check box for an action.
  void add_choice(QAction& action);

  /// Shows a trace of the document. `facts` is null while they are being computed.
  void show_trace(std::size_t panel, const PlaybackFacts* facts);
  void show_player(const Player& player);
  std::size_t panel() const { return panel_; }
  /// Has room for all workers, up to 8; more scroll.
  QSize sizeHint() const override;

  Signal<std::int64_t> time_requested;  ///< the user moved the slider; passes its time in ns
  Signal<std::size_t> panel_requested;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fit_columns();
  int row_height() const;
  void make_bar();
  QTableView* add_table(QAbstractItemModel& model, const QString& name);

  Session& session_;
  std::size_t panel_ = 0;
  std::shared_ptr<const traces::Playback> schedule_;
  bool can_play_ = false;
  bool has_widths_ = false;  ///< columns fit the current font; later widths are the user's choice
  QHBoxLayout* bar_ = nullptr;
  QHBoxLayout* end_of_bar_ = nullptr;
  QComboBox* trace_ = nullptr;
  QSlider* slider_ = nullptr;
  QLabel* time_ = nullptr;
  QLabel* rate_ = nullptr;
  QLabel* counts_ = nullptr;
  QLabel* no_data_ = nullptr;
  WorkerTable* workers_ = nullptr;
  HandleTable* handles_ = nullptr;
  QTableView* worker_view_ = nullptr;
  QTableView* handle_view_ = nullptr;
};

/// Returns, for example, "12.3 µs of 45.6 µs".
std::string playback_time_text(const Player& player);
/// Returns, for example, "1×: 2.28 µs a second".
std::string playback_speed_text(const Player& player);

}  // namespace gusset::viewer
