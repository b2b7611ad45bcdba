#include "gusset/viewer/app/window/csv_exports.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QTextBrowser>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_copied_bytes = std::size_t{64} << 20;

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

CsvExports::CsvExports(QMainWindow& window, Actions& actions, QMenu& menu, JobRunner& jobs)
    : window_(window), actions_(actions), menu_(menu), jobs_(jobs) {
  actions.add_always(menu, "Copy the focused table as CSV", "copy csv", "Ctrl+Shift+C", [this] {
    if (const std::optional<QString> name = focused()) copy(*name);
  });
  actions.add_always(menu, "Export the focused table as CSV…", "export csv", "Ctrl+Shift+E", [this] {
    if (const std::optional<QString> name = focused()) ask_for_file(*name);
  });
  menu_.addSeparator();
}

void CsvExports::add(const QString& name, QWidget& widget, MakeJob make_job) {
  tables_[name] = std::move(make_job);
  const auto offer = [&](const QString& text, const QString& id, std::function<void()> run) {
    widget.addAction(actions_.add_always(menu_, text, id, {}, std::move(run)));
  };
  offer("Copy " + name + " as CSV", "copy csv " + name, [this, name] { copy(name); });
  offer("Export " + name + " as CSV…", "export csv " + name, [this, name] { ask_for_file(name); });
  if (!table_of_widget_.try_emplace(&widget, name).second) return;
  if (widget.focusPolicy() == Qt::NoFocus) widget.setFocusPolicy(Qt::TabFocus);
  if (auto* text = qobject_cast<QTextBrowser*>(&widget)) {
    add_to_text_menu(*text);
  } else if (widget.contextMenuPolicy() == Qt::DefaultContextMenu) {
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
  }
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

std::optional<CsvExports::Job> CsvExports::job_for(const QString& name) {
  const auto table = tables_.find(name);
  if (table == tables_.end()) return std::nullopt;
  std::optional<Job> job = table->second();
  if (!job) say(window_, "No " + name + " to copy or export: the table is empty");
  return job;
}

void CsvExports::copy(const QString& name) {
  std::optional<Job> job = job_for(name);
  if (!job) return;
  jobs_.start(
      JobRunner::Slot("CSV", "copy of " + name.toStdString()),
      [job = std::move(*job)](const JobRunner::Cancelled&) { return csv_text(job); },
      [this, name](const CsvText& csv) {
        if (csv.text.size() > max_copied_bytes) {
          return jobs_.failed("copying " + name.toStdString() + ": expected at most " +
                              bytes_text(max_copied_bytes) + " for the clipboard, found " +
                              bytes_text(csv.text.size()) + ": export it to a file");
        }
        QApplication::clipboard()->setText(qt_text(csv.text));
        say(window_, "Copied " + name + ": " + lines_text(csv.lines));
      });
}

void CsvExports::ask_for_file(const QString& name) {
  if (!job_for(name)) return;
  QString file = name;
  const QString path = QFileDialog::getSaveFileName(&window_, "Export " + name + " as CSV",
                                                    file.replace(' ', '-') + ".csv", "Tables (*.csv)");
  if (!path.isEmpty()) export_to(name, path.toStdU16String());
}

void CsvExports::export_to(const QString& name, const std::filesystem::path& path) {
  std::optional<Job> job = job_for(name);
  if (!job) return;
  using Written = std::pair<std::string, std::size_t>;  // error message, number of lines
  const QString file = qt_path(path);
  jobs_.start(
      JobRunner::Slot("CSV", path.string()),
      [job = std::move(*job), file](const JobRunner::Cancelled&) {
        const CsvText csv = csv_text(job);
        return Written(write_csv(file, csv.text), csv.lines);
      },
      [this, file](const Written& written) {
        if (!written.first.empty()) return jobs_.failed(written.first);
        say(window_, "Exported " + lines_text(written.second) + " to " + file);
      });
}

}  // namespace gusset::viewer
