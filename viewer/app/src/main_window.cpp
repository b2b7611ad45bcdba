#include "gusset/viewer/app/main_window.hpp"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>

#include "gusset/figure/figure.hpp"
#include "gusset/viewer/model/navigation.hpp"

namespace gusset::viewer {
namespace {

constexpr int dock_width = 330;
const char* const welcome =
    "No trace open\nCtrl+O opens one; or drop .gus files here\nCtrl+Shift+O adds another to compare with";
const char* const default_hint = "?: keys and mouse";
const char* const trace_filter = "Gusset traces (*.gus);;All files (*)";

std::filesystem::path path_of(const QString& name) {
  return name.toStdU16String();
}

// Runs a function on the window's thread; dropped when the window is gone by then.
JobRunner::Post post_to(QObject* receiver) {
  return [receiver](std::function<void()> function) {
    QMetaObject::invokeMethod(receiver, std::move(function), Qt::QueuedConnection);
  };
}

QString shown(const QList<QKeySequence>& keys) {
  QStringList names;
  for (const QKeySequence& key : keys) names << key.toString(QKeySequence::NativeText);
  return names.join(", ");
}

}  // namespace

MainWindow::MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads)
    : session_(post_to(this), threads), exports_(post_to(this), 1) {
  setObjectName("main window");
  setAcceptDrops(true);
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
  view_ = new TimelineView(std::move(canvas), session_.selection(), this);
  setCentralWidget(view_);
  make_docks();
  make_file_menu();
  make_view_menu();
  make_go_menu();
  make_help_menu();
  hint_ = new QLabel(this);
  busy_ = new QLabel(this);
  statusBar()->addWidget(hint_, 1);
  statusBar()->addPermanentWidget(busy_);
  connect_session();
  show_document(false);
  view_->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::make_docks() {
  legend_ = new LegendPanel(session_, this);
  details_ = new DetailsPanel(session_, this);
  const auto dock = [this](const QString& title, QWidget* content) {
    auto* widget = new QDockWidget(title, this);
    widget->setObjectName(title);
    widget->setWidget(content);
    addDockWidget(Qt::RightDockWidgetArea, widget);
    return widget;
  };
  QDockWidget* legend = dock("Legend", legend_);
  QDockWidget* details = dock("Details", details_);
  resizeDocks({legend, details}, {dock_width, dock_width}, Qt::Horizontal);
  resizeDocks({legend, details}, {300, 500}, Qt::Vertical);
}

QAction* MainWindow::add(QMenu& menu, const QString& text, const QString& id, const QList<QKeySequence>& keys,
                         std::function<void()> run) {
  auto* action = new QAction(text, this);
  action->setObjectName(id);
  action->setShortcuts(keys);
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  menu.addAction(action);
  if (!keys.isEmpty())
    keys_.push_back({menu.title().remove('&'), shown(keys), QString(text).remove('&').remove("…")});
  return action;
}

void MainWindow::make_file_menu() {
  QMenu& menu = *menuBar()->addMenu("&File");
  add(menu, "&Open…", "open", {QKeySequence("Ctrl+O")},
      [this] { session_.open(ask_for_traces("Open traces")); });
  add(menu, "&Add for comparison…", "add", {QKeySequence("Ctrl+Shift+O")},
      [this] { session_.add(ask_for_traces("Add traces for comparison")); });
  need_document_.push_back(
      add(menu, "&Reload", "reload", {QKeySequence("F5")}, [this] { session_.reload(); }));
  menu.addSeparator();
  need_document_.push_back(
      add(menu, "&Export picture…", "export", {QKeySequence("Ctrl+E")}, [this] { ask_for_export(); }));
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
  undo_ = add(menu, "&Undo zoom", "undo zoom", {QKeySequence("Ctrl+U")}, [this] { view_->undo(); });
  redo_ = add(menu, "&Redo zoom", "redo zoom", {QKeySequence("Ctrl+R")}, [this] { view_->redo(); });
  menu.addSeparator();
  for (QDockWidget* dock : findChildren<QDockWidget*>()) menu.addAction(dock->toggleViewAction());
}

void MainWindow::make_go_menu() {
  QMenu& menu = *menuBar()->addMenu("&Go");
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
  menu.addSeparator();
  need_document_.push_back(add(menu, "&Clear the selection", "clear", {QKeySequence("Esc")},
                               [this] { view_->clear_selection(); }));
}

void MainWindow::make_help_menu() {
  QMenu& menu = *menuBar()->addMenu("&Help");
  add(menu, "&Keys and mouse", "keys", {QKeySequence("?")}, [this] { show_keys(); });
  keys_.push_back({"Mouse", "Wheel", "Zoom at the pointer (Ctrl: finer, Shift: coarser)"});
  keys_.push_back({"Mouse", "Drag", "Select a range of time"});
  keys_.push_back({"Mouse", "Shift+drag, middle drag", "Pan"});
  keys_.push_back({"Mouse", "Click", "Select a task"});
  keys_.push_back({"Mouse", "Double click", "Select a task and fit it"});
  keys_.push_back({"Mouse", "Wheel on the names", "Scroll the rows"});
  keys_.push_back({"Mouse", "Drag in the strip below", "Move the view along the whole trace"});
}

void MainWindow::connect_session() {
  session_.events.document_changed = [this](bool keep_view) { show_document(keep_view); };
  session_.events.waited_for_changed = [this] {
    details_->refresh();
    view_->set_waited_for(session_.waited_for());
  };
  session_.events.totals_changed = [this] { legend_->refresh(); };
  session_.events.busy_changed = [this] { update_busy(); };
  session_.events.failed = [this](const std::string& message) {
    if (open_failed) {
      open_failed(message);
    } else {
      tell("Gusset", message);
    }
  };
  hint_->setText(default_hint);
  view_->hint_changed = [this](const QString& text) { hint_->setText(text.isEmpty() ? default_hint : text); };
  view_->view_changed = [this] { update_actions(); };
  view_->picture_shown = [this] {
    if (picture_shown) picture_shown();
  };
}

void MainWindow::show_document(bool keep_view) {
  const std::shared_ptr<const Document> document = session_.document();
  view_->set_message(document->empty()          ? welcome
                     : document->extent_ns == 0 ? "Nothing ran in this trace"
                                                : "");
  view_->set_document(document, keep_view);
  view_->set_waited_for(session_.waited_for());
  legend_->refresh();
  details_->refresh();
  QStringList names;
  for (const auto& loaded : document->traces) names << QString::fromStdString(loaded->name());
  names << "Gusset";
  setWindowTitle(names.mid(0, names.size() - 1).join(" | ") + (names.size() > 1 ? " – " : "") + names.last());
  update_actions();
}

void MainWindow::update_actions() {
  const bool open = !session_.document()->empty();
  for (QAction* action : need_document_) action->setEnabled(open);
  undo_->setEnabled(view_->timeline().can_undo());
  redo_->setEnabled(view_->timeline().can_redo());
}

void MainWindow::update_busy() {
  busy_->setText(session_.busy() ? "Working…" : "");
}

MainWindow::Paths MainWindow::ask_for_traces(const QString& title) {
  Paths paths;
  for (const QString& name : QFileDialog::getOpenFileNames(this, title, {}, trace_filter))
    paths.push_back(path_of(name));
  return paths;
}

void MainWindow::ask_for_export() {
  const QString name =
      QFileDialog::getSaveFileName(this, "Export picture", "trace.svg", "Pictures (*.svg *.png)");
  if (!name.isEmpty()) export_picture(path_of(name));
}

void MainWindow::export_picture(const std::filesystem::path& path) {
  std::vector<figure::Panel> panels;
  for (const auto& loaded : session_.document()->traces) {
    panels.push_back({loaded->trace, figure::default_title(*loaded->trace)});
  }
  if (panels.empty()) return;
  busy_->setText("Exporting…");
  exports_.start(
      "export", [panels, path](const JobRunner::Cancelled&) { return figure::draw(panels, path); },
      [this, path](const traces::Result<traces::Done>& result) {
        update_busy();
        if (result) {
          statusBar()->showMessage("Exported " + QString::fromStdU16String(path.u16string()), 5000);
        } else {
          tell("Export", result.error().message());
        }
      },
      [this](const std::string& what) {
        update_busy();
        tell("Export", "export: expected enough memory for the picture, found " + what);
      });
}

void MainWindow::tell(const QString& title, const std::string& message) {
  auto* box =
      new QMessageBox(QMessageBox::Warning, title, QString::fromStdString(message), QMessageBox::Ok, this);
  box->setObjectName("message");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->open();
}

void MainWindow::show_keys() {
  auto* dialog = new QDialog(this);
  dialog->setObjectName("keys dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Keys and mouse");
  QString text = "<table cellspacing=\"0\" cellpadding=\"3\">";
  QString group;
  for (const KeyHelp& line : keys_) {
    if (line.group != group) {
      group = line.group;
      text += QString("<tr><td colspan=\"2\"><b>%1</b></td></tr>").arg(group);
    }
    text += QString("<tr><td style=\"padding-right:24px\">%1</td><td>%2</td></tr>")
                .arg(line.keys.toHtmlEscaped(), line.what.toHtmlEscaped());
  }
  auto* label = new QLabel(text + "</table>", dialog);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(label);
  layout->addWidget(buttons);
  dialog->open();
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

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  Paths paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths.push_back(path_of(url.toLocalFile()));
  }
  event->acceptProposedAction();
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    session_.add(std::move(paths));
  } else {
    session_.open(std::move(paths));
  }
}

}  // namespace gusset::viewer
