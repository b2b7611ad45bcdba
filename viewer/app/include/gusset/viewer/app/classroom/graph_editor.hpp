#pragma once
#include <QString>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/what_if/what_if_panel.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/scratch_folder.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QMainWindow;
class QSpinBox;
class QToolButton;

namespace gusset::viewer {

/// Lets the user build a task graph in the graph's dock: add and delete tasks and dependencies, and set names
/// and durations. Each change can be undone, and starts a new simulation of the graph on the chosen workers;
/// the schedule appears in the timeline. The controls are in a bar above the graph; the bar is shown while a
/// graph is built.
class GraphEditor : public QWidget {
 public:
  GraphEditor(QMainWindow& window, Session& session, GraphDock& dock, WhatIfPanel& what_if);

  /// Adds "New graph", "Save the graph" and "Save the graph as" to the File menu and the rest to the Edit
  /// menu.
  void add_actions(Actions& actions);
  /// Replaces the open traces by a graph with one task.
  void start_new();
  /// Edits the first open trace, which must be a graph that has not run.
  void edit_open();
  /// Chooses the machine of the next schedules.
  void set_machine(unsigned workers, const std::string& policy);
  /// Writes the graph in the format that the file's name selects: .dot, .csv or .gus. Returns whether that
  /// succeeded.
  bool save(const std::filesystem::path& path);
  /// Whether the graph has changes that no file has.
  bool is_modified() const { return graph() != nullptr && graph()->unplaced() != saved_.unplaced(); }
  /// What the window's title shows after the graph's name: "*" if the graph is modified.
  QString title_mark() const;
  /// Call this before the graph is replaced or the window closes. If the graph is modified, asks whether to
  /// save it, calls `go_on` unless the user cancels, and returns true. Returns immediately.
  bool ask_to_save(std::function<void()> go_on);
  /// Whether a file is the editor's own copy of the graph.
  bool owns(const std::filesystem::path& path) const {
    return folder_ && path.parent_path() == folder_->path();
  }

  bool asks_to_save = true;  ///< whether somebody can answer; otherwise changes are discarded

  Signal<const std::string&> failed;  ///< passes a one-line message
  Signal<const std::filesystem::path&> saved;
  /// The number of workers and the policy, which the user changed here or in the panel "What if".
  Signal<unsigned, const std::string&> machine_changed;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void make_bar();
  void enter_name();
  /// `file` is the file that the graph was read from; empty if there is none that the user may replace.
  void begin(GraphDraft graph, std::string title, std::filesystem::path file);
  /// The graph that is being built; null if none is.
  std::shared_ptr<const GraphDraft> graph() const { return session_.edits().graph; }
  /// The selected task, in the graph or in its schedule, which have the same tasks.
  std::optional<traces::TaskId> selected() const;
  void select(std::optional<traces::TaskId> task);
  void change(GraphDraft next, std::optional<traces::TaskId> selected);
  std::shared_ptr<const LoadedTrace> loaded(const GraphDraft& graph, const Appearance& appearance);
  void show_edited();
  void play();
  void refresh();
  void say(const QString& text, bool is_error);
  /// `at`: a place in the drawing; empty: any free place.
  void add_task(std::optional<traces::ScenePoint> at = {});
  /// Lets the layout choose the places of all tasks.
  void arrange();
  void remove_chosen();
  void connect_tasks(const traces::Dependency& edge);
  void rename();
  void set_duration();
  /// Takes over a name or a duration that the user has typed without Return.
  void take_typed();
  void ask_for_dependency();
  void ask_for_removed_dependency();
  /// The file that "Save" replaces after the graph was opened. Empty for a lesson, and for a format that
  /// graphs are not written in.
  std::filesystem::path own_file_of(const LoadedTrace& opened) const;
  /// Writes the graph's file, or asks for a name if there is none. Calls `then` once that succeeded.
  void save_file(std::function<void()> then);
  void ask_for_file(std::function<void()> then);
  void save_as(std::filesystem::path path, const QString& type, std::function<void()> then);
  void leave(const std::function<void()>& go_on);

  QMainWindow& window_;
  Session& session_;
  GraphDock& dock_;
  WhatIfPanel& what_if_;
  std::optional<ScratchFolder> folder_;
  std::string title_;                   ///< of the graph
  GraphDraft saved_;                    ///< the graph as its file has it, or as it began
  std::filesystem::path file_;          ///< where the graph was opened or saved; or empty
  bool is_new_ = false;                 ///< no file has any version of the graph
  bool is_leaving_ = false;             ///< the user has answered
  bool is_changing_ = false;            ///< the selection is about to be restored
  std::optional<traces::TaskId> next_;  ///< to select after the change under way
  std::vector<QAction*> actions_;       ///< enabled while a graph is built
  QAction* edit_ = nullptr;
  QToolButton* edit_button_ = nullptr;  ///< above a graph that is not edited yet
  QLineEdit* name_ = nullptr;
  QDoubleSpinBox* duration_ = nullptr;
  QSpinBox* workers_ = nullptr;
  QComboBox* policy_ = nullptr;
  QLabel* message_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
