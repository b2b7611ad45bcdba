#pragma once
#include <QMainWindow>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "gusset/viewer/app/timeline/alignment_menu.hpp"
#include "gusset/viewer/app/timeline/canvas.hpp"
#include "gusset/viewer/app/classroom/classroom.hpp"
#include "gusset/viewer/app/explain/details_panel.hpp"
#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/app/timeline/legend_panel.hpp"
#include "gusset/viewer/app/explain/reasons_docks.hpp"
#include "gusset/viewer/app/window/study_docks.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QLabel;

namespace gusset::viewer {

class CsvExports;
class Desktop;
class FilterBar;
class FindBar;
class MarksPanel;
enum class PictureSize : std::uint8_t;
enum class Theme : std::uint8_t;

/// The window: menus, docks, shortcuts, dialogs. Joins the session with the views.
class MainWindow : public QMainWindow {
 public:
  MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads);
  ~MainWindow() override;

  Session& session() { return session_; }
  TimelineView& view() { return *view_; }
  DetailsPanel& details() { return *details_; }
  LegendPanel& legend() { return *legend_; }
  GraphDock& graph() { return *graph_; }
  ReasonsDocks& reasons() { return *reasons_; }
  StudyDocks& studies() { return *studies_; }
  Classroom& classroom() { return *classroom_; }
  /// Whether work is under way.
  bool busy() const { return session_.busy() || studies_->busy() || (classroom_ && classroom_->busy()); }

  /// Draws the open traces, or the sweep that is shown, to a file on paper's terms; the result is told in the
  /// status bar or in a message.
  void export_picture(const std::filesystem::path& path, PictureSize size = {});
  /// Draws the task graph as its dock shows it, likewise; says why where there is none yet.
  void export_graph(const std::filesystem::path& path, PictureSize size = {});
  /// Copies and exports tables.
  CsvExports& tables() { return *tables_; }
  /// Tells tasks apart by that; false where it is none of the session's keys.
  bool colour_by(const std::string& key);
  /// Welcome page, recent traces, notices, what is kept.
  Desktop& desktop() { return *desktop_; }
  /// Gives the docks that are shown at first their usual sizes.
  void size_docks();
  /// Runs an action of the menus by its id, where it can run now.
  void run_action(const QString& id);
  /// Looks for tasks, as somebody who types into the find bar.
  void find(const QString& text);
  /// After the view was set from what was kept: menus show it.
  void view_restored();

  /// Called instead of showing a message where opening fails; until then a message box tells.
  std::function<void(const std::string&)> open_failed;
  /// After each frame that shows a document.
  std::function<void()> picture_shown;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  using Paths = std::vector<std::filesystem::path>;

  void make_docks();
  void make_file_menu();
  void make_tables_menu(QMenu& file);
  void make_view_menu();
  void make_edit_menu();
  void update_edits();
  void make_rows_menu();
  void ask_for_rows();
  void make_theme_menu(QMenu& view);
  void set_theme(Theme theme);
  void follow_palette();
  void make_find_actions(QMenu& menu);
  void make_go_menu();
  void make_classroom(QVBoxLayout& centre, unsigned threads);
  void offer_colours();
  void make_help_menu();
  QAction* add(QMenu& menu, const QString& text, const QString& id, const QList<QKeySequence>& keys,
               std::function<void()> run);
  /// `add`, for what needs an open trace.
  ReasonsDocks::AddAction adder();
  void connect_session();
  Paths ask_for_traces(const QString& title);
  void ask_for_export();
  void ask_for_graph_export();
  void ask_for_picture(const QString& title, const QString& full, const QString& name,
                       std::function<void(const std::filesystem::path&, PictureSize)> draw);
  bool has_graph();
  void graph_laid_out();
  /// What stands in the view's place where there are no times.
  void update_message(bool graph_shown);
  void export_by(const std::filesystem::path& path, std::function<Result<QString>()> draw);
  void step_in_graph(bool forward);
  void show_document(bool keep_view);
  void update_actions();
  void update_rows();
  void update_busy();
  void reload();
  void tell(const QString& title, const std::string& message);

  Session session_;
  TimelineView* view_ = nullptr;
  DetailsPanel* details_ = nullptr;
  LegendPanel* legend_ = nullptr;
  GraphDock* graph_ = nullptr;
  std::unique_ptr<ReasonsDocks> reasons_;
  std::unique_ptr<StudyDocks> studies_;
  std::unique_ptr<AlignmentMenu> alignment_;
  std::unique_ptr<Classroom> classroom_;
  FilterBar* filters_ = nullptr;
  FindBar* find_ = nullptr;
  MarksPanel* marks_ = nullptr;
  QAction* undo_edit_ = nullptr;
  QAction* redo_edit_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* busy_ = nullptr;
  std::vector<QAction*> need_document_;
  std::vector<QAction*> need_trace_or_sweep_;
  QMenu* colours_ = nullptr;
  QActionGroup* colour_group_ = nullptr;
  QAction* fold_ = nullptr;
  std::vector<std::pair<RowOrder, QAction*>> order_actions_;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  PictureSize picture_size_{};  // that was chosen last
  QString picture_folder_;      // where the last picture went; empty: nowhere yet
  QString rows_wanted_;         // what was asked for last
  bool exports_graph_ = false;  // as soon as it is laid out
  JobRunner exports_;
  std::unique_ptr<CsvExports> tables_;
  std::unique_ptr<Desktop> desktop_;  // last: it goes before what it looks at
};

}  // namespace gusset::viewer
