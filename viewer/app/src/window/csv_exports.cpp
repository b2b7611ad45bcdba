#include "gusset/viewer/app/window/csv_exports.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>
#include <QTextBrowser>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_copied_bytes = std::size_t{64} << 20;
constexpr int look_ms = 30;
constexpr int max_idle_looks = 10;  // panels start computing a moment after they are shown

struct CsvText {
  std::string text;
  std::size_t lines = 0;
};

CsvText csv_text(const CsvExports::Job& job) {
  const traces::CsvTable table = job();
  return {traces::to_csv(table), table.rows.size()};
}

QString lines_text(std::size_t lines) {
  return qt_text(count_text(lines, "line"));
}

// Returns the error, or an empty string.
std::string write_csv(const QString& path, const std::string& text) {
  const auto written = write_text(path.toStdU16String(), text);
  return written ? "" : written.error().message();
}

void show_panel_of(QWidget& widget) {
  for (QWidget* part = &widget; part != nullptr; part = part->parentWidget()) {
    if (auto* dock = qobject_cast<QDockWidget*>(part)) return bring_to_front(dock);
  }
}

// Extends the standard text menu with the widget's actions.
void add_to_text_menu(QTextBrowser& text) {
  text.setContextMenuPolicy(Qt::CustomContextMenu);
  QObject::connect(&text, &QWidget::customContextMenuRequested, &text, [&text](const QPoint& at) {
    QMenu* menu = text.createStandardContextMenu(at);
    menu->setObjectName("text menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    menu->addActions(text.actions());
    menu->popup(text.mapToGlobal(at));
  });
}

}  // namespace

CsvExports::CsvExports(QMainWindow& window, Actions& actions, QMenu& menu, JobRunner& jobs,
                       std::function<bool()> is_busy)
    : window_(window), actions_(actions), menu_(menu), jobs_(jobs), is_busy_(std::move(is_busy)) {
  actions.add_always(menu, "Copy the focused table as CSV", "copy csv", "Ctrl+Shift+C", [this] {
    if (const std::optional<QString> name = focused()) copy(*name);
  });
  actions.add_always(menu, "Export the focused table as CSV…", "export csv", "Ctrl+Shift+E", [this] {
    if (const std::optional<QString> name = focused()) ask_for_file(*name);
  });
  menu_.addSeparator();
  look_soon_.setInterval(look_ms);
  QObject::connect(&look_soon_, &QTimer::timeout, &look_soon_, [this] { look_again(); });
}

void CsvExports::add(const QString& name, QWidget& widget, MakeJob make_job, const QString& if_empty,
                     Known known) {
  const auto offer = [&](const QString& id, std::function<void()> run) {
    // Without a trace there is no panel to show.
    const auto needs = known == Known::once_shown ? Actions::Needs::trace : Actions::Needs::nothing;
    QAction* action = actions_.add(menu_, {}, id, {}, std::move(run), needs);
    widget.addAction(action);
    return action;
  };
  tables_[name] = {&widget,
                   std::move(make_job),
                   if_empty,
                   known,
                   name,
                   offer("copy csv " + name, [this, name] { copy(name); }),
                   offer("export csv " + name, [this, name] { ask_for_file(name); })};
  set_title(name, name);
  if (!table_of_widget_.try_emplace(&widget, name).second) return;
  if (widget.focusPolicy() == Qt::NoFocus) widget.setFocusPolicy(Qt::TabFocus);
  if (auto* text = qobject_cast<QTextBrowser*>(&widget)) {
    add_to_text_menu(*text);
  } else if (widget.contextMenuPolicy() == Qt::DefaultContextMenu) {
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
  }
}

void CsvExports::set_title(const QString& name, const QString& title) {
  Source& source = tables_.at(name);
  source.title = title;
  const QString text = QString(title).replace('&', "&&");
  source.copy->setText("Copy " + text + " as CSV");
  source.save->setText("Export " + text + " as CSV…");
}

std::optional<QString> CsvExports::focused() {
  for (const QWidget* widget = QApplication::focusWidget(); widget != nullptr;
       widget = widget->parentWidget()) {
    const auto table = table_of_widget_.find(widget);
    if (table != table_of_widget_.end()) return table->second;
  }
  say(window_, "No table has the focus: press Tab to reach one, or choose one in File, Tables as CSV");
  return std::nullopt;
}

void CsvExports::say_empty(const Source& source) {
  say(window_, "No " + source.title + " to copy or export: " + source.if_empty);
}

void CsvExports::with_job(const QString& name, UseJob use) {
  const auto table = tables_.find(name);
  if (table == tables_.end()) return;
  const Source& source = table->second;
  look_soon_.stop();  // the latest request replaces an earlier one
  if (source.known == Known::once_shown && !source.widget->isVisible()) show_panel_of(*source.widget);
  if (std::optional<Job> job = source.make_job()) return use(std::move(*job));
  if (source.known == Known::always) return say_empty(source);
  awaited_ = name;
  use_awaited_ = std::move(use);
  idle_looks_ = 0;
  look_soon_.start();
}

void CsvExports::look_again() {
  const Source& source = tables_.at(awaited_);
  std::optional<Job> job = source.make_job();
  if (!job && is_busy_()) {
    idle_looks_ = 0;
    return say(window_, "Computing " + source.title + "…");
  }
  if (!job && ++idle_looks_ < max_idle_looks) return;
  look_soon_.stop();
  const UseJob use = std::exchange(use_awaited_, {});
  if (!job) return say_empty(source);
  use(std::move(*job));
}

void CsvExports::copy(const QString& name) {
  with_job(name, [this, name](Job job) {
    jobs_.start(
        JobRunner::Slot("CSV", "copy of " + name.toStdString()),
        [job = std::move(job)](const JobRunner::Cancelled&) { return csv_text(job); },
        [this, title = tables_.at(name).title](const CsvText& csv) {
          if (csv.text.size() > max_copied_bytes) {
            return jobs_.failed("copying " + title.toStdString() + ": expected at most " +
                                bytes_text(max_copied_bytes) + " for the clipboard, found " +
                                bytes_text(csv.text.size()) + ": export it to a file");
          }
          QApplication::clipboard()->setText(qt_text(csv.text));
          say(window_, "Copied " + title + ": " + lines_text(csv.lines));
        });
  });
}

void CsvExports::ask_for_file(const QString& name) {
  with_job(name, [this, name](const Job&) {
    const QString path =
        QFileDialog::getSaveFileName(&window_, "Export " + tables_.at(name).title + " as CSV",
                                     QString(name).replace(' ', '-') + ".csv", "Tables (*.csv)");
    if (!path.isEmpty()) export_to(name, path.toStdU16String());
  });
}

void CsvExports::export_to(const QString& name, const std::filesystem::path& path) {
  with_job(name, [this, path](Job job) {
    using Written = std::pair<std::string, std::size_t>;  // error message, number of lines
    const QString file = qt_path(path);
    jobs_.start(
        JobRunner::Slot("CSV", path.string()),
        [job = std::move(job), file](const JobRunner::Cancelled&) {
          const CsvText csv = csv_text(job);
          return Written(write_csv(file, csv.text), csv.lines);
        },
        [this, file](const Written& written) {
          if (!written.first.empty()) return jobs_.failed(written.first);
          say(window_, "Saved " + file + " (" + lines_text(written.second) + ", CSV)");
        });
  });
}

}  // namespace gusset::viewer
