#pragma once
#include <QWidget>
#include <functional>
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

/// The player's buttons, and what runs, is ready and has been written at its moment. Shows; decides nothing.
class PlayerPanel : public QWidget {
 public:
  explicit PlayerPanel(Session& session, QWidget* parent = nullptr);

  /// Puts a button for each of the window's actions.
  void add_buttons(const std::vector<QAction*>& actions);
  void add_choice(QAction& action);

  /// Another document, other facts, or another of its traces. `facts` is null while they are looked for.
  void show_trace(std::size_t panel, const PlaybackFacts* facts);
  void show_player(const Player& player);
  std::size_t panel() const { return panel_; }
  QSize sizeHint() const override { return {900, 230}; }

  /// The slider was moved there.
  std::function<void(std::int64_t time_ns)> time_asked;
  std::function<void(std::size_t panel)> panel_asked;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fit_columns();
  void make_bar();
  QTableView* add_table(QAbstractItemModel& model, const QString& name);

  Session& session_;
  std::size_t panel_ = 0;
  std::shared_ptr<const traces::Playback> schedule_;
  bool plays_ = false;
  bool has_widths_ = false;  ///< columns, for these letters; later ones are somebody's choice
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
  QTableView* handle_view_ = nullptr;
};

/// "12.3 µs of 45.6 µs"; "1×: 2.28 µs a second".
std::string playback_time_text(const Player& player);
std::string playback_speed_text(const Player& player);

}  // namespace gusset::viewer
