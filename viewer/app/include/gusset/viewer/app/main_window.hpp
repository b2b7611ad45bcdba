#pragma once
#include <QMainWindow>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "gusset/viewer/app/canvas.hpp"
#include "gusset/viewer/app/details_panel.hpp"
#include "gusset/viewer/app/legend_panel.hpp"
#include "gusset/viewer/app/timeline_view.hpp"
#include "gusset/viewer/model/session.hpp"

class QLabel;

namespace gusset::viewer {

/// One line of the table of keys.
struct KeyHelp {
  QString group;
  QString keys;
  QString what;
};

/// The window: menus, docks, shortcuts, dialogs. Joins the session with the views.
class MainWindow : public QMainWindow {
 public:
  MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads);
  ~MainWindow() override;

  Session& session() { return session_; }
  TimelineView& view() { return *view_; }
  DetailsPanel& details() { return *details_; }
  LegendPanel& legend() { return *legend_; }

  /// Draws the open traces to a file on paper's terms; the result is told in the status bar or in a message.
  void export_picture(const std::filesystem::path& path);
  /// Every key and mouse gesture.
  std::vector<KeyHelp> key_help() const { return keys_; }

  /// Called instead of showing a message where opening fails; until then a message box tells.
  std::function<void(const std::string&)> open_failed;
  /// After each frame that shows a document.
  std::function<void()> picture_shown;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  using Paths = std::vector<std::filesystem::path>;

  void make_docks();
  void make_file_menu();
  void make_view_menu();
  void make_go_menu();
  void make_help_menu();
  QAction* add(QMenu& menu, const QString& text, const QString& id, const QList<QKeySequence>& keys,
               std::function<void()> run);
  void connect_session();
  Paths ask_for_traces(const QString& title);
  void ask_for_export();
  void show_keys();
  void step_in_graph(bool forward);
  void show_document(bool keep_view);
  void update_actions();
  void update_busy();
  void tell(const QString& title, const std::string& message);

  Session session_;
  TimelineView* view_ = nullptr;
  DetailsPanel* details_ = nullptr;
  LegendPanel* legend_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* busy_ = nullptr;
  std::vector<KeyHelp> keys_;
  std::vector<QAction*> need_document_;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  JobRunner exports_;
};

}  // namespace gusset::viewer
