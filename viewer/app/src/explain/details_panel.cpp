#include "gusset/viewer/app/explain/details_panel.hpp"

#include <QEvent>
#include <QUrl>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/explain/comparison_report.hpp"
#include "widgets/report_html.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

QString html(const std::vector<ReportSection>& sections, const QString& muted);

QString html(const TaskReport& report, const QString& muted) {
  const QString colour = qt_colour(report.colour).name();
  QString text =
      QString("<p style=\"font-size:large; margin:0\"><span style=\"color:%1\">■</span> <b>%2</b></p>")
          .arg(colour, escaped_html(report.heading));
  return text + html(report.sections, muted);
}

QString html(const std::vector<ReportSection>& sections, const QString& muted) {
  QString text = "<table cellspacing=\"0\" cellpadding=\"2\">";
  for (const ReportSection& section : sections) {
    if (!section.title.empty()) {
      text += QString("<tr><td colspan=\"2\" style=\"padding-top:10px\"><b>%1</b></td></tr>")
                  .arg(escaped_html(section.title));
    }
    for (const ReportLine& line : section.lines) {
      QString value;
      for (const ReportPiece& piece : line.pieces) value += piece_html(piece);
      if (line.unknown) value = "<i style=\"color:" + muted + "\">" + value + "</i>";
      if (line.label.empty()) {  // a sentence spans both columns
        text += QString("<tr><td colspan=\"2\">%1</td></tr>").arg(value);
        continue;
      }
      text += QString(
                  "<tr><td style=\"color:%1; padding-right:12px; "
                  "white-space:nowrap\">%2</td><td>%3</td></tr>")
                  .arg(muted, escaped_html(line.label), value);
    }
  }
  text += "</table>";
  return text;
}

std::optional<QString> condition_of(const QUrl& link) {
  const QString text = link.toString(QUrl::FullyEncoded);
  if (!text.startsWith("find:")) return std::nullopt;
  return QUrl::fromPercentEncoding(text.mid(5).toLatin1());
}

// Returns the answer for the task of the last "why" question, which may differ from the selected task.
std::optional<ReportSection> why_section(const Explanations& explanations, const Document& document) {
  const std::optional<TaskReference> task = explanations.why_task();
  if (!task || !document.has(*task)) return std::nullopt;
  const LoadedTrace& loaded = document.panel(task->panel);
  if (const WhyFacts* why = explanations.why()) return why_section(loaded, *why);
  return ReportSection{"Why not earlier? " + task_name(loaded, task->task),
                       {{"", {{"Looking for the cause…", {}}}, false}}};
}

}  // namespace

DetailsPanel::DetailsPanel(Session& session, Explanations& explanations, Arrows& arrows,
                           Comparisons& comparisons, QWidget* parent)
    : QTextBrowser(parent),
      session_(session),
      explanations_(explanations),
      arrows_(arrows),
      comparisons_(comparisons) {
  setObjectName("details");
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(10);
  connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    if (const std::optional<SourceLocation> place = source_of_link(link)) {
      source_requested(*place);
      return;
    }
    if (const std::optional<QString> condition = condition_of(link)) {
      find_requested(*condition);
      return;
    }
    const std::optional<TaskReference> task = task_of_link(link);
    if (!task || !session_.document()->has(*task)) return;
    session_.selection().select_task(*task, session_.document()->row_of(*task), SelectionOrigin::details);
  });
  const auto follow = [this](auto& signal) { return signal.connect([this] { refresh(); }); };
  connections_ = {follow(session.document_changed),      follow(session.selection().changed),
                  follow(session.waited_for_changed),    follow(explanations.why_changed),
                  follow(explanations.children_changed), follow(explanations.off_core_changed),
                  follow(arrows.links_changed),          follow(comparisons.changed)};
  refresh();
}

void DetailsPanel::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

void DetailsPanel::refresh() {
  const QString muted = muted_colour(palette()).name();
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (const std::shared_ptr<const TaskSet> set = session_.selection().state().set) {
    setHtml(html(set_report(*session_.document(), *set), muted));
    return;
  }
  if (!task || !session_.document()->has(*task)) {
    setHtml(paragraph_html(
        "Click a task to see when it became ready, what it waited for and which data it used.", muted));
    return;
  }
  TaskReport report =
      task_report(*session_.document(), session_.graph(task->panel), *task,
                  explanations_.children(task->panel), explanations_.off_core().get(task->panel));
  for (const auto& section :
       {arrows_.messages_of(*task), matches_section(*session_.document(), comparisons_, *task)})
    if (section) report.sections.push_back(*section);
  const std::optional<ReportSection> why = why_section(explanations_, *session_.document());
  const QString answer = why ? html({*why}, muted) : QString();
  // A long answer must not hide the task that was clicked after the question.
  const bool is_asked = explanations_.why_task() == task;
  setHtml(is_asked ? answer + html(report, muted) : html(report, muted) + answer);
}

}  // namespace gusset::viewer
