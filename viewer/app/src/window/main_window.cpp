#include "gusset/viewer/app/window/main_window.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/window/csv_exports.hpp"
#include "gusset/viewer/app/window/desktop.hpp"
#include "gusset/viewer/app/timeline/filter_bar.hpp"
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"
#include "widgets/post_to.hpp"

namespace gusset::viewer {
namespace {

constexpr int dock_width = 330;
constexpr int dock_least_width = 300;
constexpr int told_ms = 8000;
const char* const default_hint = "?: keys and mouse";
const char* const trace_filter =
    "Traces, graphs and sweeps (*.gus *.json *.paje *.trace *.log *.log.* *.rec *.dot *.csv *.gz);;"
    "All files (*)";

std::filesystem::path path_of(const QString& name) {
  return name.toStdU16String();
}

}  // namespace

MainWindow::MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads)
    : session_(post_to(this), threads), exports_(post_to(this), 1) {
  setObjectName("main window");
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
  view_ = new TimelineView(std::move(canvas), session_.selection(), this);
  filters_ = new FilterBar(session_, *view_, this);
  find_ = new FindBar(session_, *view_, this);
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(filters_);
  column->addWidget(view_, 1);
  column->addWidget(find_);
  setCentralWidget(centre);
  make_docks();
  studies_ = std::make_unique<StudyDocks>(*this, session_, threads);
  studies_->busy_changed = [this] {
    update_actions();
    update_busy();
  };
  studies_->host_sweeps(*column, *view_);
  studies_->sweep_shown = [this] {
    if (picture_shown) picture_shown();
  };
  studies_->twins_changed = [this] {
    details_->refresh();
    alignment_->twins_changed();
  };
  details_->more = [this](TaskReference task) { return studies_->twins_of(task); };
  details_->find_asked = [this](const QString& condition) { find_->find(condition); };
  make_classroom(*column, threads);
  make_file_menu();
  make_edit_menu();
  make_view_menu();
  make_rows_menu();
  make_go_menu();
  classroom_->add_actions(*menuBar()->addMenu("&Play"), adder());
  make_help_menu();
  hint_ = new QLabel(this);
  busy_ = new QLabel(this);
  statusBar()->addWidget(hint_, 1);
  statusBar()->addPermanentWidget(busy_);
  desktop_ = std::make_unique<Desktop>(*this, *column);
  connect_session();
  follow_palette();
  show_document(false);
}

MainWindow::~MainWindow() {
  // Panels use the session and each other's parts to their end: they go before any member does.
  desktop_.reset();
  classroom_.reset();
  delete graph_;  // it listens to the timeline's events, and widgets get some while they go
  for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) delete dock;
}

void MainWindow::make_docks() {
  legend_ = new LegendPanel(session_, this);
  details_ = new DetailsPanel(session_, this);
  graph_ = new GraphDock(session_, *view_, this);
  addDockWidget(Qt::RightDockWidgetArea, graph_);
  const auto dock = [this](const QString& title, QWidget* content) {
    auto* widget = new QDockWidget(title, this);
    widget->setObjectName(title);
    widget->setWidget(content);
    addDockWidget(Qt::RightDockWidgetArea, widget);
    return widget;
  };
  QDockWidget* legend = dock("Legend", legend_);
  QDockWidget* details = dock("Details", details_);
  marks_ = new MarksPanel(session_, *view_, this);
  dock("Marks", marks_)->hide();
  splitDockWidget(graph_, legend, Qt::Horizontal);  // the graph stands between the timeline and the others
  splitDockWidget(legend, details, Qt::Vertical);
  for (QDockWidget* narrow : {legend, details}) narrow->setMinimumWidth(dock_least_width);
  graph_->hide();
  size_docks();
  reasons_ = std::make_unique<ReasonsDocks>(*this, session_, *view_, *details_);
}

void MainWindow::size_docks() {
  const QList<QDockWidget*> docks = {findChild<QDockWidget*>("Legend"), findChild<QDockWidget*>("Details")};
  resizeDocks(docks, {dock_width, dock_width}, Qt::Horizontal);
  resizeDocks(docks, {200, 600}, Qt::Vertical);
}

void MainWindow::make_classroom(QVBoxLayout& centre, unsigned threads) {
  classroom_ = std::make_unique<Classroom>(*this, centre, session_, *view_, *graph_, threads);
  classroom_->busy_changed = [this] { update_busy(); };
  classroom_->arrows = [this] { return &reasons_->arrows(); };
  classroom_->told = [this](const QString& words) { statusBar()->showMessage(words, told_ms); };
  classroom_->speedup().is_of_others = [this](const std::filesystem::path& path) {
    return studies_->what_if().runner().owns(path);
  };
}

QAction* MainWindow::add(QMenu& menu, const QString& text, const QString& id, const QList<QKeySequence>& keys,
                         std::function<void()> run) {
  auto* action = new QAction(text, this);
  action->setObjectName(id);
  action->setShortcuts(keys);
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  menu.addAction(action);
  return action;
}

ReasonsDocks::AddAction MainWindow::adder() {
  return [this](QMenu& menu, const QString& text, const QString& id, const QList<QKeySequence>& keys,
                std::function<void()> run) {
    need_document_.push_back(add(menu, text, id, keys, std::move(run)));
    return need_document_.back();
  };
}

void MainWindow::make_file_menu() {
  QMenu& menu = *menuBar()->addMenu("&File");
  add(menu, "&Open…", "open", {QKeySequence("Ctrl+O")},
      [this] { session_.open(ask_for_traces("Open traces")); });
  add(menu, "&Add for comparison…", "add", {QKeySequence("Ctrl+Shift+O")},
      [this] { session_.add(ask_for_traces("Add traces for comparison")); });
  need_trace_or_sweep_.push_back(add(menu, "&Reload", "reload", {QKeySequence("F5")}, [this] { reload(); }));
  menu.addSeparator();
  need_trace_or_sweep_.push_back(
      add(menu, "&Export picture…", "export", {QKeySequence("Ctrl+E")}, [this] { ask_for_export(); }));
  need_document_.push_back(add(menu, "Export the &graph…", "export graph", {QKeySequence("Shift+G")},
                               [this] { ask_for_graph_export(); }));
  graph_->view().setContextMenuPolicy(Qt::ActionsContextMenu);
  graph_->view().addAction(need_document_.back());
  make_tables_menu(menu);
  menu.addSeparator();
  need_document_.push_back(
      add(menu, "&Close traces", "close", {QKeySequence("Ctrl+W")}, [this] { session_.close(); }));
  add(menu, "&Quit", "quit", {QKeySequence("Ctrl+Q")}, [this] { close(); });
}

void MainWindow::make_view_menu() {
  QMenu& menu = *menuBar()->addMenu("&View");
  const auto need = [&](QAction* action) { need_document_.push_back(action); };
  need(add(menu, "Zoom &in", "zoom in", {QKeySequence("W"), QKeySequence("Ctrl++")},
           [this] { view_->zoom_step(1); }));
  need(add(menu, "Zoom &out", "zoom out", {QKeySequence("S"), QKeySequence("Ctrl+-")},
           [this] { view_->zoom_step(-1); }));
  need(add(menu, "Pan to &earlier", "pan earlier", {QKeySequence("A")}, [this] { view_->pan_step(-0.1); }));
  need(add(menu, "Pan to &later", "pan later", {QKeySequence("D")}, [this] { view_->pan_step(0.1); }));
  need(add(menu, "Show &all", "fit", {QKeySequence("0"), QKeySequence("*"), QKeySequence("Home")},
           [this] { view_->fit(); }));
  need(add(menu, "Centre the &selection; again: fit it", "fit selection", {QKeySequence("F")},
           [this] { view_->centre_or_show_selection(); }));
  menu.addSeparator();
  undo_ = add(menu, "&Undo zoom, rows, filters", "undo zoom", {QKeySequence("Ctrl+U")},
              [this] { view_->undo(); });
  redo_ = add(menu, "&Redo zoom, rows, filters", "redo zoom", {QKeySequence("Ctrl+R")},
              [this] { view_->redo(); });
  menu.addSeparator();
  alignment_ = std::make_unique<AlignmentMenu>(*this, session_, studies_->comparisons(), menu);
  colours_ = menu.addMenu("&Colour by");
  colours_->setObjectName("colour by");
  make_theme_menu(menu);
  menu.addSeparator();
  reasons_->add_view_actions(menu, adder());
  menu.addSeparator();
  menu.addAction(findChild<QAction*>("last sweep"));
  QMenu& panels = *menu.addMenu("&Panels");  // some have the name of what is shown in the timeline
  panels.setObjectName("panels");
  for (QDockWidget* dock : findChildren<QDockWidget*>()) {
    QAction* toggle = dock->toggleViewAction();
    if (toggle->objectName().isEmpty()) toggle->setObjectName("show " + dock->objectName().toLower());
    QObject::connect(toggle, &QAction::triggered, dock, [dock](bool is_shown) {
      if (is_shown) dock->raise();  // in front of those that share its place
    });
    panels.addAction(toggle);
  }
}

void MainWindow::offer_colours() {
  delete std::exchange(colour_group_, new QActionGroup(this));  // with its actions
  for (const std::string& key : session_.colour_keys()) {
    auto* action = new QAction(QString::fromStdString(key), colour_group_);
    action->setObjectName("colour by " + action->text());
    action->setCheckable(true);
    action->setChecked(key == traces::to_text(session_.colour_by()));
    connect(action, &QAction::triggered, this, [this, key] { colour_by(key); });
    colours_->addAction(action);
  }
  colours_->setEnabled(!colours_->isEmpty());
}

bool MainWindow::colour_by(const std::string& key) {
  for (const auto& loaded : session_.document()->traces) {
    const auto by = traces::parse_colour_by(*loaded->trace, key);
    if (!by) continue;
    session_.colour_by(*by);
    return true;
  }
  return false;
}

void MainWindow::make_go_menu() {
  QMenu& menu = *menuBar()->addMenu("&Go");
  make_find_actions(menu);
  // Arrows belong to whatever has the focus; only the timeline's are ours.
  const auto arrow = [&](const QString& text, const QString& id, Qt::Key key, std::function<void()> run) {
    QAction* action = add(menu, text, id, {QKeySequence(key)}, std::move(run));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view_->addAction(action);
    need_document_.push_back(action);
  };
  arrow("&Next task in the row", "next task", Qt::Key_Right, [this] { view_->select_in_row(1); });
  arrow("&Previous task in the row", "previous task", Qt::Key_Left, [this] { view_->select_in_row(-1); });
  arrow("Task in the row &above", "row above", Qt::Key_Up, [this] { view_->select_across_rows(-1); });
  arrow("Task in the row &below", "row below", Qt::Key_Down, [this] { view_->select_across_rows(1); });
  menu.addSeparator();
  need_document_.push_back(add(menu, "Predecessor that ended &last", "predecessor", {QKeySequence("[")},
                               [this] { step_in_graph(false); }));
  need_document_.push_back(add(menu, "Successor that began &first", "successor", {QKeySequence("]")},
                               [this] { step_in_graph(true); }));
  need_document_.push_back(add(menu, "&Same task in the next trace", "same task", {QKeySequence("T")},
                               [this] { studies_->go_to_twin(); }));
  menu.addSeparator();
  reasons_->add_go_actions(menu, adder());
  need_document_.push_back(add(menu, "&Clear the selection", "clear", {QKeySequence("Esc")}, [this] {
    if (!classroom_->leave_projector()) view_->clear_selection();
  }));
}

void MainWindow::make_help_menu() {
  QMenu& menu = *menuBar()->addMenu("&Help");
  add(menu, "&Keys and mouse", "keys", {QKeySequence("?")}, [this] { show_key_table(*this); });
}

void MainWindow::connect_session() {
  session_.events.document_changed = [this](bool keep_view) { show_document(keep_view); };
  session_.events.waited_for_changed = [this] {
    details_->refresh();
    view_->set_waited_for(session_.waited_for());
    graph_->waited_for_changed();
  };
  session_.events.graph_ready = [this](std::size_t panel) {
    reasons_->graph_ready(panel);
    if (classroom_) classroom_->graph_ready(panel);
  };
  session_.events.totals_changed = [this] { legend_->refresh(); };
  session_.events.marks_changed = [this] { update_edits(); };
  session_.events.tracks_changed = [this] { view_->set_tracks(session_.tracks()); };
  session_.events.found_changed = [this] { find_->refresh(); };
  session_.events.busy_changed = [this] { update_busy(); };
  session_.events.failed = [this](const std::string& message) {
    if (open_failed) {
      open_failed(message);
    } else {
      if (desktop_) desktop_->fail(message);
    }
  };
  hint_->setText(default_hint);
  view_->hint_changed = [this](const QString& text) { hint_->setText(text.isEmpty() ? default_hint : text); };
  graph_->view().hint_changed = view_->hint_changed;
  graph_->laid_out = [this] { graph_laid_out(); };
  connect(graph_, &QDockWidget::visibilityChanged, this, [this](bool shown) { update_message(shown); });
  view_->view_changed = [this] {
    update_actions();
    reasons_->view_changed();
    if (desktop_) desktop_->view_changed();
  };
  reasons_->shown_changed = [this] {
    if (desktop_) desktop_->view_changed();
  };
  session_.events.settings_changed = [this](UndoStep step) {
    view_->set_settings(session_.view_settings(), step);
  };
  view_->settings_wanted = [this](const ViewSettings& settings) { session_.set_view_settings(settings); };
  view_->rows_changed = [this] { update_rows(); };
  view_->picture_shown = [this] {
    reasons_->picture_shown();
    if (picture_shown) picture_shown();
  };
}

void MainWindow::show_document(bool keep_view) {
  const std::shared_ptr<const Document> document = session_.document();
  update_message(!graph_->isHidden());
  view_->set_document(document, keep_view);
  exports_graph_ = false;
  if (document->is_of_graphs_alone() && !keep_view) graph_->show();
  view_->set_waited_for(session_.waited_for());
  reasons_->document_changed();
  legend_->refresh();
  details_->refresh();
  graph_->document_changed();
  offer_colours();
  update_rows();
  update_edits();
  QStringList names;
  for (const auto& loaded : document->traces) names << QString::fromStdString(loaded->name());
  names << "Gusset";
  setWindowTitle(names.mid(0, names.size() - 1).join(" | ") + (names.size() > 1 ? " – " : "") + names.last());
  update_actions();
  if (desktop_) desktop_->document_changed(keep_view);
  if (classroom_) classroom_->document_changed();
  studies_->refresh();  // last: it may show another document
}

void MainWindow::update_message(bool graph_shown) {
  const Document& document = *session_.document();
  if (document.is_of_graphs_alone()) {
    view_->set_message(graph_shown ? "A task graph, without times"
                                   : "A task graph, without times (G shows it)");
  } else if (!document.empty() && document.extent_ns == 0) {
    const bool is_whole = std::none_of(document.traces.begin(), document.traces.end(),
                                       [](const auto& loaded) { return loaded->trace->metadata.incomplete; });
    view_->set_message(is_whole ? "Nothing ran in this trace"
                                : "No task is left of this trace: it is not whole");
  } else {
    const auto& arrangements = view_->timeline().arrangements();
    const bool filtered_away =
        !arrangements.empty() && std::all_of(arrangements.begin(), arrangements.end(), [](const auto& rows) {
          return rows.rows().empty() && rows.hidden_rows() > 0;
        });
    view_->set_message(filtered_away ? "No row is left: end a filter above" : "");
  }
}

void MainWindow::view_restored() {
  findChild<QAction*>("boxes")->setChecked(view_->timeline().shape() == TaskShape::box);
  findChild<QAction*>("sub-rows")->setChecked(view_->timeline().shows_sub_rows());
  findChild<QAction*>("tracks")->setChecked(session_.shows_tracks());
  update_rows();
  update_actions();
}

void MainWindow::run_action(const QString& id) {
  auto* const action = findChild<QAction*>(id);
  if (action != nullptr && action->isEnabled()) action->trigger();
}

void MainWindow::find(const QString& text) {
  find_->find(text);
}

// What is in sight.
void MainWindow::reload() {
  if (studies_->shows_sweep()) {
    studies_->sweep()->reload();
  } else {
    session_.reload();
  }
}

void MainWindow::update_actions() {
  const bool open = !session_.document()->empty();
  for (QAction* action : need_document_) action->setEnabled(open);
  for (QAction* action : need_trace_or_sweep_) action->setEnabled(open || studies_->shows_sweep());
  reasons_->update_actions();
  undo_->setEnabled(view_->timeline().can_undo());
  redo_->setEnabled(view_->timeline().can_redo());
  alignment_->refresh();
}

void MainWindow::update_busy() {
  busy_->setText(busy() ? "Working…" : "");
  if (desktop_) desktop_->busy_changed();
}

MainWindow::Paths MainWindow::ask_for_traces(const QString& title) {
  Paths paths;
  for (const QString& name : QFileDialog::getOpenFileNames(this, title, {}, trace_filter))
    paths.push_back(path_of(name));
  return paths;
}

void MainWindow::tell(const QString& title, const std::string& message) {
  auto* box =
      new QMessageBox(QMessageBox::Warning, title, QString::fromStdString(message), QMessageBox::Ok, this);
  box->setObjectName("message");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->open();
}

void MainWindow::step_in_graph(bool forward) {
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (!task) return;
  const traces::TaskGraph* graph = session_.graph(task->panel);
  if (graph == nullptr) return;
  const std::shared_ptr<const Document> document = session_.document();
  const auto next = neighbour_in_graph(*document, *graph, *task, forward ? Step::next : Step::previous);
  if (next) session_.selection().select_task(*next, document->row_of(*next), SelectionOrigin::command);
}

}  // namespace gusset::viewer
