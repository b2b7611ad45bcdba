#pragma once
#include <QMainWindow>
#include <memory>

#include "gusset/viewer/app/classroom/classroom.hpp"
#include "gusset/viewer/app/classroom/graph_editor.hpp"
#include "gusset/viewer/app/explain/details_panel.hpp"
#include "gusset/viewer/app/explain/explanation_docks.hpp"
#include "gusset/viewer/app/explain/source_opener.hpp"
#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/timeline/canvas.hpp"
#include "gusset/viewer/app/timeline/legend_panel.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/window/picture_exports.hpp"
#include "gusset/viewer/app/window/sharing.hpp"
#include "gusset/viewer/app/window/what_if_docks.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

class ContextMenus;
class CsvExports;
class WelcomeAndNotices;
class FindBar;
class StatusLine;
class ViewMenu;

/// The main window. Makes the session, the views, their docks and menus; each listens to what it shows.
class MainWindow : public QMainWindow {
 public:
  /// `threads` limits the threads that read traces.
  MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads);
  ~MainWindow() override;

  Session& session() { return session_; }
  TimelineView& view() { return *view_; }
  DetailsPanel& details() { return *details_; }
  LegendPanel& legend() { return *legend_; }
  GraphDock& graph() { return *graph_; }
  Explanations& explanations() { return explanations_; }
  ExplanationDocks& explanation_docks() { return *explanation_docks_; }
  WhatIfDocks& what_if_docks() { return *what_if_docks_; }
  Classroom& classroom() { return *classroom_; }
  GraphEditor& editor() { return *editor_; }
  PictureExports& pictures() { return *pictures_; }
  Sharing& sharing() { return *sharing_; }
  SourceOpener& sources() { return *sources_; }
  CsvExports& tables() { return *tables_; }
  WelcomeAndNotices& welcome() { return *welcome_; }
  /// Whether work is in progress.
  bool busy() const;

  /// Gives the initially visible docks their default sizes.
  void size_docks();
  /// Colours tasks by a key. Returns false if no open trace has that key.
  bool colour_by(const std::string& key);
  /// Searches for tasks as if the user typed into the find bar.
  void find(const QString& text);
  /// Runs the menu action with that id if it is enabled.
  void run_action(const QString& id);

  /// Passes a one-line message when opening or computing fails. The window also shows the message.
  Signal<const std::string&> failed;
  /// Emitted after each frame that shows a document.
  Signal<> picture_shown;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void make_docks(QVBoxLayout& centre, unsigned threads);
  void make_menus();
  void make_file_menu();
  void add_tables();
  void connect_parts();
  void keep(Connections connections);
  void follow_palette();
  void update_title();
  void enable_actions();

  Session session_;
  Explanations explanations_;
  Arrows arrows_;
  Comparisons comparisons_;
  JobRunner exports_;
  Actions actions_;
  TimelineView* view_ = nullptr;
  FindBar* find_ = nullptr;
  LegendPanel* legend_ = nullptr;
  DetailsPanel* details_ = nullptr;
  GraphDock* graph_ = nullptr;
  GraphEditor* editor_ = nullptr;  // part of the graph's dock
  std::unique_ptr<StatusLine> status_;
  std::unique_ptr<ExplanationDocks> explanation_docks_;
  std::unique_ptr<WhatIfDocks> what_if_docks_;
  std::unique_ptr<Classroom> classroom_;
  std::unique_ptr<PictureExports> pictures_;
  std::unique_ptr<Sharing> sharing_;
  std::unique_ptr<SourceOpener> sources_;
  std::unique_ptr<CsvExports> tables_;
  std::unique_ptr<ViewMenu> view_menu_;
  std::unique_ptr<ContextMenus> context_menus_;
  std::unique_ptr<WelcomeAndNotices> welcome_;
  Connections connections_;
};

}  // namespace gusset::viewer
