#include "gusset/viewer/app/window/sharing.hpp"

#include <QFileDialog>
#include <QMainWindow>
#include <QMenu>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/paper/report/html_report.hpp"
#include "gusset/viewer/app/explain/as_seen.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

Sharing::Sharing(QMainWindow& window, JobRunner& jobs, Session& session, TimelineView& view, Arrows& arrows,
                 Explanations& explanations)
    : window_(window),
      jobs_(jobs),
      session_(session),
      view_(view),
      arrows_(arrows),
      explanations_(explanations) {}

void Sharing::add_actions(Actions& actions, QMenu& menu) {
  actions.add(menu, "Sa&ve as report…", "save report", {}, [this] { ask_for_report(); });
  actions.add(menu, "Save &marks in the trace", "save marks", {}, [this] { save_marks(); });
}

void Sharing::ask_for_report() {
  const Document& document = *session_.document();
  if (document.empty()) return;
  const std::filesystem::path stem = document.panel(0).path.stem();
  const QString name = stem.empty() ? QString("report") : qt_path(stem);
  const QString path =
      QFileDialog::getSaveFileName(&window_, "Save as report", name + ".html", "Reports (*.html)");
  if (!path.isEmpty()) save_report(path.toStdU16String());
}

void Sharing::save_report(const std::filesystem::path& path) {
  paper::Report shown = report_as_seen(*session_.document(), view_.timeline(), &arrows_, &explanations_,
                                       session_.edits().marks);
  for (paper::ReportedTrace& reported : shown.traces) {
    if (is_temporary && is_temporary(reported.file)) reported.file.clear();
  }
  jobs_.start(
      "report",
      [report = std::move(shown), path](const JobRunner::Cancelled&) -> Result<std::size_t> {
        const auto html = paper::html_report(report);
        if (!html) return html.error();
        if (auto done = write_text(path, *html); !done) return done.error();
        return html->size();
      },
      [this, path](const Result<std::size_t>& bytes) {
        if (!bytes) return jobs_.failed(bytes.error().message());
        say(window_, "Saved the report " + qt_path(path) + ", " + qt_text(bytes_text(*bytes)));
      });
}

void Sharing::save_marks() {
  const Document& document = *session_.document();
  if (document.empty()) return;
  const std::filesystem::path path = document.panel(0).path;
  if (path.empty()) return say(window_, "The top trace has no file yet, so it cannot keep marks");
  jobs_.start(
      JobRunner::Slot("marks", path.string()),
      [path, marks = session_.edits().marks](const JobRunner::Cancelled&) -> Result<std::size_t> {
        if (auto done = traces::write_marks(path, marks); !done) return done.error();
        return marks.size();
      },
      [this, path](const Result<std::size_t>& marks) {
        if (!marks) return jobs_.failed(marks.error().message());
        if (file_rewritten) file_rewritten();
        say(window_, "Saved " + qt_text(count_text(*marks, "mark")) + " in " + qt_path(path.filename()));
      });
}

}  // namespace gusset::viewer
