#include "window/recent_menu.hpp"

#include <QMenu>
#include <QSettings>
#include <utility>

#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/welcome_and_notices.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "widgets/miniature.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

std::string full_path(const std::filesystem::path& path) {
  const std::u8string text = std::filesystem::absolute(path).lexically_normal().u8string();
  return {text.begin(), text.end()};
}

}  // namespace

RecentMenu::RecentMenu(MainWindow& window, Actions& actions, WelcomePage& page, JobRunner& jobs)
    : window_(window),
      actions_(actions),
      page_(page),
      jobs_(jobs),
      menu_(*new QMenu("Open re&cent", &actions.menu("File"))) {
  QMenu& file = actions.menu("File");
  file.insertMenu(Actions::after(file, "open"), &menu_);
  menu_.setToolTipsVisible(true);
  QObject::connect(&menu_, &QMenu::aboutToShow, &menu_, [this] { check(); });
  show();
}

void RecentMenu::remember(QSettings& settings) {
  settings_ = &settings;
  recent_ = RecentTraces::from_json(settings.value("recent").toString().toStdString());
  show();
  check();
}

void RecentMenu::save(const RecentTraces& traces) {
  if (settings_ != nullptr) settings_->setValue("recent", qt_text(traces.to_json()));
}

void RecentMenu::show() {
  menu_.clear();
  for (std::size_t i = 0; i < recent_.entries().size(); ++i) {
    const RecentTrace& entry = recent_.entries()[i];
    QString name = qt_text(entry.name()).replace("&", "&&");
    if (entry.missing) name += " (missing)";
    QAction* action =
        actions_.add_always(menu_, name, QString("open recent %1").arg(i), {}, [this, paths = entry.paths] {
          std::vector<std::filesystem::path> files;
          for (const std::string& path : paths) files.emplace_back(std::u8string(path.begin(), path.end()));
          window_.session().open(std::move(files));
        });
    action->setParent(&menu_);  // deleted when the menu is rebuilt
    action->setEnabled(!entry.missing);
    action->setToolTip(plain_tooltip(qt_text(entry.paths.front())));
  }
  menu_.setEnabled(!recent_.entries().empty());
  page_.show_recent(recent_);
}

void RecentMenu::check() {
  jobs_.start(
      "recent", [recent = recent_](const JobRunner::Cancelled&) { return recent.checked(); },
      [this](RecentTraces checked) {
        if (checked == recent_) return;
        recent_ = std::move(checked);
        save(recent_.without_missing());  // missing traces are grey this time and gone the next
        show();
      });
}

void RecentMenu::add_open_traces() {
  RecentTrace entry;
  const Document& document = *window_.session().document();
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    const auto& loaded = document.traces[panel];
    if (loaded->path.empty() || window_.welcome().is_made_here(loaded->path) ||
        window_.what_if_docks().is_temporary(loaded->path))
      continue;
    entry.paths.push_back(full_path(loaded->path));
    if (entry.about.empty()) describe(entry, panel);
  }
  if (!entry.paths.empty()) add(std::move(entry));
}

void RecentMenu::add_saved_graph(const std::filesystem::path& path) {
  RecentTrace entry;
  entry.paths.push_back(full_path(path));
  describe(entry, 0);
  add(std::move(entry));
}

void RecentMenu::describe(RecentTrace& entry, std::size_t panel) const {
  const Document& document = *window_.session().document();
  entry.about = document.panel(panel).origin_name() + " · " + document.panel(panel).summary();
  entry.miniature = text_of_miniature(miniature_of(document, panel));
}

void RecentMenu::add(RecentTrace entry) {
  jobs_.cancel("recent");  // the pending check would restore the old list
  recent_.add(std::move(entry));
  save(recent_);
  show();
}

}  // namespace gusset::viewer
