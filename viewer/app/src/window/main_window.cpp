#include "gusset/viewer/app/window/main_window.hpp"

#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QVBoxLayout>

#include "gusset/viewer/app/timeline/filter_bar.hpp"
#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/app/window/csv_exports.hpp"
#include "gusset/viewer/app/window/graph_card.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/app/window/welcome_and_notices.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"
#include "window/context_menus.hpp"
#include "window/dock_fitter.hpp"
#include "window/menus.hpp"
#include "window/status_line.hpp"
#include "window/view_menu.hpp"
#include "window/window_keys.hpp"

namespace gusset::viewer {
namespace {

constexpr int dock_width = 330;
constexpr int dock_min_width = 300;

std::vector<std::filesystem::path> ask_for_traces(QWidget& window, const QString& title) {
  std::vector<std::filesystem::path> paths;
  const QStringList names = QFileDialog::getOpenFileNames(
      &window, title, {},
      "Traces, graphs and sweeps (*.gus *.json *.paje *.trace *.log *.log.* *.rec *.dot *.csv *.gz);;"
      "All files (*)");
  for (const QString& name : names) paths.emplace_back(name.toStdU16String());
  return paths;
}

// Returns why the timeline is empty, or an empty string. Graphs that have not run have a card instead.
std::string timeline_message(const Document& document, const Timeline& timeline) {
  if (document.has_only_graphs()) return "";
  if (!document.empty() && document.extent_ns == 0) {
    const bool is_complete =
        std::none_of(document.traces.begin(), document.traces.end(),
                     [](const auto& loaded) { return loaded->trace->metadata.incomplete; });
    return is_complete ? "Nothing ran in this trace" : "This incomplete trace contains no task runs";
  }
  const auto& arrangements = timeline.arrangements();
  const bool filtered_away =
      !arrangements.empty() && std::all_of(arrangements.begin(), arrangements.end(), [](const auto& rows) {
        return rows.rows().empty() && rows.hidden_rows() > 0;
      });
  return filtered_away ? "All rows are hidden: remove a filter above" : "";
}

}  // namespace

MainWindow::MainWindow(std::unique_ptr<Canvas> canvas, unsigned threads)
    : session_(post_to(this), threads),
      explanations_(session_),
      arrows_(session_),
      comparisons_(post_to(this)),
      exports_(post_to(this), 1),
      actions_(*this) {
  prepare_style();
  setObjectName("main window");
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
  view_ = new TimelineView(std::move(canvas), session_, explanations_, arrows_, this);
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(new FilterBar(session_, *view_, this));
  column->addWidget(view_, 1);
  find_ = new FindBar(session_, *view_, this);
  column->addWidget(find_);
  setCentralWidget(centre);
  make_docks(*column, threads);
  new DockFitter(*this);
  new WindowKeys(*this);
  make_menus();
  context_menus_ =
      std::make_unique<ContextMenus>(*this, session_, *view_, *find_, *findChild<MarksPanel*>("marks"));
  auto* const card = new GraphCard(session_, view_);
  keep({card->play_requested.connect([this](unsigned workers, const std::string& policy) {
          editor_->set_machine(workers, policy);
          what_if_docks_->play_graph(workers, policy);
        }),
        card->edit_requested.connect([this](unsigned workers, const std::string& policy) {
          editor_->set_machine(workers, policy);
          editor_->edit_open();
        }),
        editor_->machine_changed.connect(
            [card](unsigned workers, const std::string& policy) { card->set_machine(workers, policy); })});
  status_ = std::make_unique<StatusLine>(*this);
  welcome_ = std::make_unique<WelcomeAndNotices>(*this, actions_, *column);
  sharing_->file_rewritten = [this] { welcome_->files_rewritten(); };
  sharing_->is_temporary = [this](const std::filesystem::path& file) {
    return welcome_->is_made_here(file) || what_if_docks_->is_temporary(file);
  };
  session_.asks_first = [this](std::function<void()> go_on) {
    return editor_->ask_to_save(std::move(go_on));
  };
  connect_parts();
  follow_palette();
  update_title();
  enable_actions();
}

MainWindow::~MainWindow() {
  // Panels use the session and each other until they are destroyed, so they go before any member.
  connections_.clear();
  welcome_.reset();
  status_.reset();  // before the parts that it watches; leaving the projector starts jobs
  context_menus_.reset();
  classroom_.reset();
  delete graph_;  // it listens to the timeline's events, which widgets still get during destruction
  for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) delete dock;
}

bool MainWindow::busy() const {
  return status_->busy();
}

void MainWindow::make_docks(QVBoxLayout& centre, unsigned threads) {
  legend_ = new LegendPanel(session_, explanations_, this);
  details_ = new DetailsPanel(session_, explanations_, arrows_, comparisons_, this);
  graph_ = new GraphDock(session_, *view_, this);
  addDockWidget(Qt::RightDockWidgetArea, graph_);
  QDockWidget* legend = add_dock(*this, "Legend", legend_);
  QDockWidget* details = add_dock(*this, "Details", details_);
  auto* marks = new MarksPanel(session_, *view_, this);
  add_dock(*this, "Marks", marks)->hide();
  splitDockWidget(graph_, legend, Qt::Horizontal);  // the graph goes between the timeline and the other docks
  splitDockWidget(legend, details, Qt::Vertical);
  for (QDockWidget* narrow : {legend, details}) narrow->setMinimumWidth(dock_min_width);
  graph_->hide();
  size_docks();
  explanation_docks_ = std::make_unique<ExplanationDocks>(*this, session_, *view_, *details_, explanations_,
                                                          arrows_, comparisons_);
  what_if_docks_ =
      std::make_unique<WhatIfDocks>(*this, centre, session_, *view_, explanations_, comparisons_, threads);
  classroom_ = std::make_unique<Classroom>(*this, centre, session_, *view_, *graph_, arrows_, explanations_,
                                           what_if_docks_->what_if().runner(), threads);
  editor_ = new GraphEditor(*this, session_, *graph_, what_if_docks_->what_if());
  pictures_ = std::make_unique<PictureExports>(*this, exports_, session_, *view_, *graph_, arrows_,
                                               explanations_, what_if_docks_->sweep(), classroom_->speedup());
  sharing_ = std::make_unique<Sharing>(*this, exports_, session_, *view_, arrows_, explanations_);
  sources_ = std::make_unique<SourceOpener>(session_, *this);
}

void MainWindow::size_docks() {
  const QList<QDockWidget*> docks = {findChild<QDockWidget*>("Legend"), findChild<QDockWidget*>("Details")};
  resizeDocks(docks, {dock_width, dock_width}, Qt::Horizontal);
  resizeDocks(docks, {200, 600}, Qt::Vertical);
}

void MainWindow::make_menus() {
  make_file_menu();
  keep(fill_edit_menu(*this, actions_, session_, *view_, *findChild<MarksPanel*>("marks")));
  view_menu_ = std::make_unique<ViewMenu>(*this, actions_, session_, *view_, comparisons_);
  QMenu& view = actions_.menu("&View");
  explanation_docks_->add_view_actions(actions_, view);
  view.addSeparator();
  view.addAction(findChild<QAction*>("last sweep"));
  view_menu_->add_docks(*this);
  keep(fill_rows_menu(*this, actions_, session_, *view_));
  fill_go_menu(actions_, session_, *view_, *find_, *what_if_docks_);
  QMenu& go = actions_.menu("&Go");
  explanation_docks_->add_go_actions(actions_, go);
  actions_.add(go, "&Clear the selection", "clear", "Esc", [this] {
    if (!classroom_->leave_projector()) view_->clear_selection();
  });
  classroom_->add_actions(actions_);
  editor_->add_actions(actions_);
  actions_.add_always(actions_.menu("&Help"), "&Keys and mouse", "keys", "?; F1",
                      [this] { show_key_table(*this); });
}

void MainWindow::make_file_menu() {
  using Needs = Actions::Needs;
  QMenu& menu = actions_.menu("&File");
  actions_.add_always(menu, "&Open…", "open", "Ctrl+O",
                      [this] { session_.open(ask_for_traces(*this, "Open traces")); });
  actions_.add_always(menu, "&Add for comparison…", "add", "Ctrl+Shift+O",
                      [this] { session_.add(ask_for_traces(*this, "Add traces for comparison")); });
  actions_.add(
      menu, "&Reload", "reload", "F5",
      [this] {
        if (what_if_docks_->shows_sweep()) {
          what_if_docks_->sweep().reload();
        } else {
          session_.reload();
        }
      },
      Needs::trace_or_sweep);
  menu.addSeparator();
  actions_.add(
      menu, "&Export picture…", "export", "Ctrl+E", [this] { pictures_->ask_for_picture(); },
      Needs::trace_or_sweep);
  classroom_->speedup().addAction(actions_.add(menu, "Export the speed&up…", "export speedup", {},
                                               [this] { pictures_->ask_for_speedup(); }));
  QAction* graph = actions_.add(menu, "Export the &graph…", "export graph", "Shift+G",
                                [this] { pictures_->ask_for_graph(); });
  graph_->view().setContextMenuPolicy(Qt::ActionsContextMenu);
  graph_->view().addAction(graph);
  sharing_->add_actions(actions_, menu);
  sources_->add_actions(actions_, menu);
  QMenu* const tables = menu.addMenu("&Tables as CSV");
  tables->setObjectName("tables as csv");
  tables_ = std::make_unique<CsvExports>(*this, actions_, *tables, exports_, [this] { return busy(); });
  add_tables();
  menu.addSeparator();
  actions_.add(menu, "&Close traces", "close", "Ctrl+W", [this] { session_.close(); });
  actions_.add_always(menu, "&Quit", "quit", "Ctrl+Q", [this] { close(); });
}

void MainWindow::connect_parts() {
  SweepView& sweep = what_if_docks_->sweep();
  const auto fail = [this](const std::string& message) { failed(message); };
  const auto show = [this] { picture_shown(); };
  const auto hint = [this](const QString& text) { status_->show_hint(text); };
  const auto explain = [this] {
    view_->set_message(timeline_message(*session_.document(), view_->timeline()));
  };
  keep({view_->document_shown.connect(explain), view_->rows_changed.connect(explain),
        session_.jobs().failed.connect(fail), sweep.failed.connect(fail), editor_->failed.connect(fail),
        exports_.failed.connect([this](const std::string& message) { warn(*this, "Export", message); }),
        view_->picture_shown.connect(show), sweep.shown.connect(show), view_->hint_changed.connect(hint),
        graph_->view().hint_changed.connect(hint),
        details_->find_requested.connect([this](const QString& condition) { find_->find(condition); }),
        legend_->find_requested.connect([this](const QString& condition) { find_->find(condition); }),
        session_.document_changed.connect([this] {
          update_title();
          enable_actions();
        }),
        sweep.visibility_changed.connect([this] { enable_actions(); }),
        view_menu_->theme_changed.connect([this] { follow_palette(); })});
  for (auto* requested : {&details_->source_requested, &explanation_docks_->verdict().source_requested,
                          &explanation_docks_->statistics().source_requested, &legend_->source_requested})
    keep({requested->connect([this](const SourceLocation& place) { sources_->open(place); })});
  status_->watch(session_.jobs().busy_changed, [this] { return session_.busy(); });
  status_->watch(comparisons_.jobs().busy_changed, [this] { return comparisons_.busy(); });
  status_->watch(what_if_docks_->what_if().busy_changed, [this] { return what_if_docks_->what_if().busy(); });
  SchedulePanel& schedule = what_if_docks_->schedule();
  status_->watch(schedule.runner().busy_changed, [&schedule] { return schedule.busy(); });
  status_->watch(sweep.busy_changed, [&sweep] { return sweep.busy(); });
  status_->watch(classroom_->busy_changed, [this] { return classroom_->busy(); });
  status_->watch(
      exports_.busy_changed, [this] { return exports_.busy(); }, "Exporting…");
}

void MainWindow::keep(Connections connections) {
  std::move(connections.begin(), connections.end(), std::back_inserter(connections_));
}

void MainWindow::update_title() {
  QStringList names;
  for (const auto& loaded : session_.document()->traces) names << qt_text(loaded->name());
  if (!names.isEmpty()) names.front() += editor_->title_mark();
  setWindowTitle(names.isEmpty() ? "Gusset" : names.join(" | ") + " – Gusset");
}

void MainWindow::enable_actions() {
  actions_.enable(!session_.document()->empty(), what_if_docks_->shows_sweep());
}

void MainWindow::run_action(const QString& id) {
  auto* const action = findChild<QAction*>(id);
  if (action != nullptr && action->isEnabled()) action->trigger();
}

bool MainWindow::colour_by(const std::string& key) {
  return view_menu_->colour_by(key);
}

void MainWindow::find(const QString& text) {
  find_->find(text);
}

void MainWindow::follow_palette() {
  if (const QColor muted = muted_colour(QApplication::palette());
      palette().color(QPalette::PlaceholderText) != muted) {
    QPalette own;  // all other colours stay the program's
    own.setColor(QPalette::PlaceholderText, muted);
    setPalette(own);
  }
  Appearance next = session_.appearance();
  next.background = background_of(QApplication::palette());
  session_.set_appearance(std::move(next));
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) follow_palette();
}

}  // namespace gusset::viewer
