#include "gusset/viewer/app/window/welcome_and_notices.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/classroom/lesson_player.hpp"
#include "gusset/viewer/app/widgets/file_watch.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "gusset/viewer/app/window/command_palette.hpp"
#include "gusset/viewer/app/window/load_card.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/tour_card.hpp"
#include "gusset/viewer/app/window/view_persistence.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "widgets/drop_target.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int state_version = 1;

}  // namespace

WelcomeAndNotices::WelcomeAndNotices(MainWindow& window, Actions& actions, QVBoxLayout& centre)
    : window_(window), actions_(actions), jobs_(post_to(this), 1) {
  QWidget& area = *centre.parentWidget();
  window.setWindowIcon(program_icon());
  notice_ = new NoticeBar(&area);
  centre.insertWidget(0, notice_);
  welcome_ = new WelcomePage(&area);
  centre.insertWidget(centre.indexOf(&window.view()), welcome_, 1);
  welcome_->recent_requested = [this](const RecentTrace& entry) { open_recent(entry); };
  welcome_->sample_requested = [this](std::size_t sample) { open_sample(sample); };
  welcome_->lesson_requested = [this](std::size_t lesson) { open_lesson(lesson); };
  welcome_->tour_requested = [this] { start_tour(); };
  welcome_->open_requested = [this] { window_.run_action("open"); };
  new LoadCard(window.session(), &area);
  palette_ = new CommandPalette(window);
  tour_ = new TourCard(&window);
  tour_->part_rect = [this](TourStep::Part part) { return part_rect(part); };
  tour_->run_action = [this](const std::string& id) { window_.run_action(qt_text(id)); };
  lesson_player_ = new LessonPlayer(this);
  lesson_player_->failed = [this](const std::string& message) { fail(message); };
  lesson_player_->played = [this](const Lesson& lesson, std::vector<std::filesystem::path> traces) {
    hint_ = lesson.look;
    views_->exclude(lesson_player_->folder().toStdU16String());
    window_.session().open(std::move(traces));
  };
  files_ = new FileWatch(jobs_, this);
  views_ = new ViewPersistence(window, window.session(), window.view(), window.explanation_docks().arrows(),
                               jobs_);
  Session& session = window.session();
  connections_ = {window.failed.connect([this](const std::string& message) { fail(message); }),
                  session.traces_changed.connect([this] { traces_changed(); }),
                  session.document_changed.connect([this] { update_centre(); }),
                  session.jobs().busy_changed.connect([this] { update_centre(); }),
                  window.what_if_docks().sweep().visibility_changed.connect([this] { update_centre(); }),
                  files_->changed.connect(
                      [this](const std::vector<std::filesystem::path>& paths) { files_changed(paths); })};
  accept_drops(window, area, [this](std::vector<std::filesystem::path> paths, bool add) {
    if (add) {
      window_.session().add(std::move(paths));
    } else {
      window_.session().open(std::move(paths));
    }
  });
  add_file_actions();
  add_other_actions();
  make_toolbar();
  const QString missing = installed_file("lessons").isEmpty() ? "The lessons are not installed."
                          : gusset_command().isEmpty()
                              ? "Lessons need the gusset command, beside this program or in PATH."
                              : "";
  welcome_->show_availability(installed_file("samples").isEmpty() ? "The samples are not installed." : "",
                              missing);
  window.installEventFilter(this);
  update_centre();
}

WelcomeAndNotices::~WelcomeAndNotices() {
  if (remembers_) views_->flush();
  window_.removeEventFilter(this);
}

void WelcomeAndNotices::remember() {
  remembers_ = true;
  views_->start();
  settings_ =
      std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "gusset", "gusset-viewer");
  window_.restoreGeometry(settings_->value("window").toByteArray());
  set_docks_hidden(false);
  window_.restoreState(settings_->value("docks").toByteArray(), state_version);
  set_docks_hidden(has_nothing_open());
  window_.run_action(settings_->value("theme", "system theme").toString());
  auto_reload_->setChecked(settings_->value("auto reload", false).toBool());
  recent_ = RecentTraces::from_json(settings_->value("recent").toString().toStdString());
  show_recent();
  check_recent();
}

// Hides the docks while nothing is open: empty panels would be in the way of the welcome page.
void WelcomeAndNotices::set_docks_hidden(bool hidden) {
  if (hidden == are_docks_hidden_) return;
  are_docks_hidden_ = hidden;
  if (!hidden) {
    QList<QDockWidget*> docks;
    QList<int> widths;
    QList<int> heights;
    for (const HiddenDock& one : std::exchange(hidden_docks_, {})) {
      one.dock->show();
      if (!one.size.isValid()) continue;
      docks << one.dock;
      widths << one.size.width();
      heights << one.size.height();
    }
    if (docks.isEmpty()) window_.size_docks();
    window_.resizeDocks(docks, widths, Qt::Horizontal);
    window_.resizeDocks(docks, heights, Qt::Vertical);
    return;
  }
  for (auto* dock : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    if (dock->isHidden()) continue;
    hidden_docks_.push_back({dock, window_.isVisible() ? dock->size() : QSize()});
    dock->hide();
  }
}

void WelcomeAndNotices::save_window() {
  settings_->setValue("window", window_.saveGeometry());
  settings_->setValue("docks", window_.saveState(state_version));
  for (const char* theme : {"system theme", "light theme", "dark theme"}) {
    const auto* action = window_.findChild<QAction*>(theme);
    if (action != nullptr && action->isChecked()) settings_->setValue("theme", theme);
  }
  settings_->sync();
}

bool WelcomeAndNotices::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Close && remembers_) {
    window_.classroom().leave_projector();  // otherwise its bare window would be saved
    views_->flush();
    set_docks_hidden(false);
    save_window();
  }
  return QObject::eventFilter(watched, event);
}

void WelcomeAndNotices::traces_changed() {
  notice_->hide();
  std::vector<std::filesystem::path> paths;
  for (const auto& loaded : window_.session().document()->traces) {
    if (!loaded->path.empty()) paths.push_back(loaded->path);
  }
  if (remembers_) files_->watch(paths);
  note_recent();
  if (!hint_.empty()) notice_->say(NoticeBar::Kind::hint, qt_text(std::exchange(hint_, {})));
  if (std::exchange(tour_wanted_, false) && !window_.session().document()->empty())
    QTimer::singleShot(0, this, [this] { tour_->start(); });  // after the layout is done
}

void WelcomeAndNotices::fail(const std::string& message) {
  tour_wanted_ = false;
  hint_.clear();
  notice_->say(NoticeBar::Kind::error, qt_text(message));
}

bool WelcomeAndNotices::has_nothing_open() const {
  return window_.session().document()->empty() && window_.session().loading() == nullptr;
}

// Shows the welcome page while nothing is open or about to open.
void WelcomeAndNotices::update_centre() {
  const bool sweep = window_.what_if_docks().shows_sweep();
  const bool welcome = !sweep && has_nothing_open();
  set_docks_hidden(has_nothing_open());
  const bool timeline = !sweep && !welcome;
  if (welcome == !welcome_->isHidden() && timeline == !window_.view().isHidden()) return;
  welcome_->setVisible(welcome);
  window_.view().setVisible(timeline);
  if (welcome) {
    check_recent();
    welcome_->focus_first();
  } else {
    window_.view().setFocus();
  }
}

void WelcomeAndNotices::check_recent() {
  jobs_.start(
      "recent", [recent = recent_](const JobRunner::Cancelled&) { return recent.checked(); },
      [this](RecentTraces checked) {
        if (checked == recent_) return;
        recent_ = std::move(checked);
        // Missing traces are grey this time and gone the next.
        if (settings_) settings_->setValue("recent", qt_text(recent_.without_missing().to_json()));
        show_recent();
      });
}

void WelcomeAndNotices::note_recent() {
  RecentTrace entry;
  const auto lesson_folder = std::filesystem::path(lesson_player_->folder().toStdU16String());
  for (const auto& loaded : window_.session().document()->traces) {
    // A path without a folder is not a lesson, even if there is no lesson folder to compare with.
    const bool is_lesson = !lesson_folder.empty() && loaded->path.parent_path() == lesson_folder;
    if (loaded->path.empty() || is_lesson || window_.what_if_docks().is_temporary(loaded->path)) continue;
    const std::u8string path = std::filesystem::absolute(loaded->path).lexically_normal().u8string();
    entry.paths.emplace_back(path.begin(), path.end());
    if (entry.about.empty()) entry.about = loaded->origin_name() + " · " + loaded->summary();
  }
  if (entry.paths.empty()) return;
  jobs_.cancel("recent");  // the pending check would restore the old list
  recent_.add(std::move(entry));
  if (settings_) settings_->setValue("recent", qt_text(recent_.to_json()));
  show_recent();
}

void WelcomeAndNotices::open_recent(const RecentTrace& entry) {
  std::vector<std::filesystem::path> paths;
  for (const std::string& path : entry.paths) paths.emplace_back(std::u8string(path.begin(), path.end()));
  window_.session().open(std::move(paths));
}

void WelcomeAndNotices::open_sample(std::size_t sample) {
  const QString file = installed_file("samples/" + qt_text(sample_traces()[sample].file));
  if (file.isEmpty()) {
    fail("sample: expected " + sample_traces()[sample].file + " in share/gusset/samples, found none");
  } else {
    window_.session().open({std::filesystem::path(file.toStdU16String())});
  }
}

void WelcomeAndNotices::open_lesson(std::size_t lesson) {
  const Lesson& one = lessons()[lesson];
  const QString graph = installed_file("lessons/" + qt_text(one.id) + ".dot");
  const QString program = gusset_command();
  if (graph.isEmpty()) {
    fail("lesson: expected " + one.id + ".dot in share/gusset/lessons, found none");
  } else if (program.isEmpty()) {
    fail("lesson: expected the gusset command beside this program or in PATH, found none");
  } else {
    lesson_player_->play(one, program, graph);
  }
}

void WelcomeAndNotices::start_tour() {
  if (!window_.session().document()->empty()) {
    tour_->start();
    return;
  }
  tour_wanted_ = true;
  open_sample(0);
}

void WelcomeAndNotices::files_changed(const std::vector<std::filesystem::path>& changed) {
  QStringList names;
  for (const auto& path : changed) names << qt_path(path.filename());
  if (auto_reload_->isChecked()) {
    window_.session().reload();
    say(window_, "Reloaded " + names.join(", "));
    return;
  }
  const auto reload = [this] { window_.session().reload(); };
  notice_->say(NoticeBar::Kind::question,
               names.join(", ") + (names.size() == 1 ? " has" : " have") + " changed on disk.",
               {{"Reload", "notice reload", reload}, {"Always reload", "notice always", [this, reload] {
                                                        auto_reload_->setChecked(true);
                                                        reload();
                                                      }}});
}

}  // namespace gusset::viewer
