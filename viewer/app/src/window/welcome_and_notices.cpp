#include "gusset/viewer/app/window/welcome_and_notices.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QSettings>
#include <QVBoxLayout>
#include <utility>

#include "gusset/viewer/app/widgets/file_watch.hpp"
#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "gusset/viewer/app/window/command_palette.hpp"
#include "gusset/viewer/app/window/load_card.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/view_persistence.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "widgets/drop_target.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"
#include "window/hidden_docks.hpp"
#include "window/recent_menu.hpp"
#include "window/toolbar.hpp"
#include "window/tour_and_lessons.hpp"

namespace gusset::viewer {
namespace {

constexpr int state_version = 1;

std::vector<std::filesystem::path> files_of(const Document& document) {
  std::vector<std::filesystem::path> paths;
  for (const auto& loaded : document.traces) {
    if (!loaded->path.empty()) paths.push_back(loaded->path);
  }
  return paths;
}

}  // namespace

WelcomeAndNotices::WelcomeAndNotices(MainWindow& window, Actions& actions, QVBoxLayout& centre)
    : window_(window), jobs_(post_to(this), 1), docks_(std::make_unique<HiddenDocks>(window)) {
  QWidget& area = *centre.parentWidget();
  Session& session = window.session();
  window.setWindowIcon(program_icon());
  notice_ = new NoticeBar(&area);
  centre.insertWidget(0, notice_);
  welcome_ = new WelcomePage(&area);
  centre.insertWidget(centre.indexOf(&window.view()), welcome_, 1);
  new LoadCard(session, &area);
  files_ = new FileWatch(jobs_, this);
  views_ = new ViewPersistence(window, session, window.view(), window.explanation_docks().arrows(), jobs_);
  views_->exclude([this](const std::filesystem::path& path) { return is_made_here(path); });
  recent_ = std::make_unique<RecentMenu>(window, actions, *welcome_, jobs_);
  QMenu& file = actions.menu("File");
  auto_reload_ = actions.add(file, "Reload when a file c&hanges", "auto reload", {}, {},
                             Actions::Needs::nothing, Actions::after(file, "reload"));
  auto_reload_->setCheckable(true);
  connect(auto_reload_, &QAction::toggled, this, [this](bool on) {
    if (settings_) settings_->setValue("auto reload", on);
  });
  QMenu& view = actions.menu("View");
  view.addSeparator();
  auto* palette = new CommandPalette(window);
  actions.add_always(view, "Find a co&mmand…", "find command", "Ctrl+Shift+P",
                     [palette] { palette->start(); });
  guide_ = std::make_unique<TourAndLessons>(window, actions, *welcome_, *notice_);
  make_toolbar(window, actions);
  connections_ = {
      welcome_->action_requested.connect([this](const QString& id) { window_.run_action(id); }),
      window.failed.connect(
          [this](const std::string& message) { notice_->say(NoticeBar::Kind::error, qt_text(message)); }),
      window.editor().failed.connect([this](const std::string& message) { graph_error_ = qt_text(message); }),
      window.editor().saved.connect([this](const std::filesystem::path& path) {
        if (notice_->text() == graph_error_) notice_->hide();  // saving has mended it
        recent_->add_saved_graph(path);
      }),
      session.traces_changed.connect([this] { traces_changed(); }),
      session.document_changed.connect([this] { update_centre(); }),
      session.jobs().busy_changed.connect([this] { update_centre(); }),
      window.what_if_docks().sweep().visibility_changed.connect([this] { update_centre(); }),
      files_->changed.connect(
          [this](const std::vector<std::filesystem::path>& paths) { files_changed(paths); })};
  accept_drops(window, area, [&session](std::vector<std::filesystem::path> paths, bool add) {
    if (add) {
      session.add(std::move(paths));
    } else {
      session.open(std::move(paths));
    }
  });
  window.installEventFilter(this);
  update_centre();
}

WelcomeAndNotices::~WelcomeAndNotices() {
  if (settings_) views_->flush();
  window_.removeEventFilter(this);
}

void WelcomeAndNotices::remember() {
  settings_ =
      std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "gusset", "gusset-viewer");
  views_->start();
  window_.restoreGeometry(settings_->value("window").toByteArray());
  docks_->hide(false);
  window_.restoreState(settings_->value("docks").toByteArray(), state_version);
  docks_->hide(has_nothing_open());
  window_.run_action(settings_->value("theme", "system theme").toString());
  auto_reload_->setChecked(settings_->value("auto reload", false).toBool());
  recent_->remember(*settings_);
  window_.sources().remember(*settings_);
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
  const bool closes = watched == &window_ && event->type() == QEvent::Close;
  if (closes && window_.editor().ask_to_save([this] { window_.close(); })) {
    event->ignore();
    return true;
  }
  if (closes && settings_) {
    window_.classroom().leave_projector();  // otherwise its bare window would be saved
    views_->flush();
    docks_->hide(false);
    save_window();
  }
  return QObject::eventFilter(watched, event);
}

void WelcomeAndNotices::traces_changed() {
  const std::shared_ptr<const Document> document = window_.session().document();
  const std::shared_ptr<const traces::Trace> first = document->empty() ? nullptr : document->panel(0).trace;
  const bool first_changed = std::exchange(first_, first) != first || first == nullptr;
  if (first_changed) notice_->hide();  // otherwise only traces below changed: a lesson's question stays
  if (settings_) files_->watch(files_of(*document));
  recent_->add_open_traces();
  guide_->traces_changed(first_changed);
}

void WelcomeAndNotices::files_rewritten() {
  if (settings_) files_->watch(files_of(*window_.session().document()));
  views_->files_rewritten();
}

bool WelcomeAndNotices::is_made_here(const std::filesystem::path& path) const {
  return guide_->owns(path) || window_.editor().owns(path);
}

bool WelcomeAndNotices::has_nothing_open() const {
  return window_.session().document()->empty() && window_.session().loading() == nullptr;
}

// Shows the welcome page while nothing is open or about to open.
void WelcomeAndNotices::update_centre() {
  const bool sweep = window_.what_if_docks().shows_sweep();
  const bool welcome = !sweep && has_nothing_open();
  docks_->hide(has_nothing_open());
  const bool timeline = !sweep && !welcome;
  if (welcome == !welcome_->isHidden() && timeline == !window_.view().isHidden()) return;
  welcome_->setVisible(welcome);
  window_.view().setVisible(timeline);
  if (welcome) {
    recent_->check();
    welcome_->focus_first();
  } else {
    window_.view().setFocus();
  }
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
