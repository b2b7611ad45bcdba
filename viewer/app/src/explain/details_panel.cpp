#include "gusset/viewer/app/explain/details_panel.hpp"

#include <QEvent>
#include <QUrl>
#include <cstdio>

#include "gusset/viewer/app/widgets/theme.hpp"

namespace gusset::viewer {
namespace {

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QString html(const ReportPiece& piece) {
  if (piece.source) {
    const QString file =
        QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(piece.source->file)));
    return QString("<a href=\"source:%1:%2\">%3</a>")
        .arg(file)
        .arg(piece.source->line)
        .arg(escaped(piece.text));
  }
  if (!piece.condition.empty()) {
    const QByteArray condition = QUrl::toPercentEncoding(QString::fromStdString(piece.condition));
    return QString("<a href=\"find:%1\" title=\"Find all: %2\">%3</a>")
        .arg(QString::fromLatin1(condition), escaped(piece.condition), escaped(piece.text));
  }
  if (!piece.link) return piece.is_marked ? "<b>" + escaped(piece.text) + "</b>" : escaped(piece.text);
  QString words = escaped(piece.text).replace(' ', "&nbsp;");
  if (piece.is_marked) words = "<b>" + words + "</b>";
  return QString("<a href=\"task:%1:%2\">%3</a>")
      .arg(piece.link->panel)
      .arg(piece.link->task.value())
      .arg(words);
}

QString html(const std::vector<ReportSection>& sections, const QString& muted);

QString html(const TaskReport& report, const QString& muted) {
  const QString colour = QColor(report.colour.red, report.colour.green, report.colour.blue).name();
  QString text =
      QString("<p style=\"font-size:large; margin:0\"><span style=\"color:%1\">■</span> <b>%2</b></p>")
          .arg(colour, escaped(report.heading));
  return text + html(report.sections, muted);
}

QString html(const std::vector<ReportSection>& sections, const QString& muted) {
  QString text = "<table cellspacing=\"0\" cellpadding=\"2\">";
  for (const ReportSection& section : sections) {
    if (!section.title.empty()) {
      text += QString("<tr><td colspan=\"2\" style=\"padding-top:10px\"><b>%1</b></td></tr>")
                  .arg(escaped(section.title));
    }
    for (const ReportLine& line : section.lines) {
      QString value;
      for (const ReportPiece& piece : line.pieces) value += html(piece);
      if (line.unknown) value = "<i style=\"color:" + muted + "\">" + value + "</i>";
      if (line.label.empty()) {  // a sentence takes the whole width
        text += QString("<tr><td colspan=\"2\">%1</td></tr>").arg(value);
        continue;
      }
      text += QString(
                  "<tr><td style=\"color:%1; padding-right:12px; "
                  "white-space:nowrap\">%2</td><td>%3</td></tr>")
                  .arg(muted, escaped(line.label), value);
    }
  }
  text += "</table>";
  return text;
}

std::optional<SourcePlace> source_of(const QUrl& link) {
  const QStringList parts = link.toString(QUrl::FullyEncoded).split(':');
  if (parts.size() != 3 || parts[0] != "source") return std::nullopt;
  return SourcePlace{QUrl::fromPercentEncoding(parts[1].toLatin1()).toStdString(), parts[2].toUInt()};
}

std::optional<QString> condition_of(const QUrl& link) {
  const QString text = link.toString(QUrl::FullyEncoded);
  if (!text.startsWith("find:")) return std::nullopt;
  return QUrl::fromPercentEncoding(text.mid(5).toLatin1());
}

std::optional<TaskReference> task_of(const QUrl& link) {
  const QStringList parts = link.toString().split(':');
  if (parts.size() != 3 || parts[0] != "task") return std::nullopt;
  return TaskReference{parts[1].toULongLong(), traces::TaskId(parts[2].toUInt())};
}

}  // namespace

DetailsPanel::DetailsPanel(Session& session, QWidget* parent) : QTextBrowser(parent), session_(session) {
  setObjectName("details");
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(10);
  connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    if (const std::optional<SourcePlace> place = source_of(link)) {
      if (open_source) open_source(*place);
      return;
    }
    if (const std::optional<QString> condition = condition_of(link)) {
      if (find_asked) find_asked(*condition);
      return;
    }
    const std::optional<TaskReference> task = task_of(link);
    if (!task || !session_.document()->has(*task)) return;
    session_.selection().select_task(*task, session_.document()->row_of(*task), SelectionOrigin::details);
  });
  subscription_ = session_.selection().subscribe([this](const SelectionState&) { refresh(); });
  refresh();
}

void DetailsPanel::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

void DetailsPanel::refresh() {
  const QString muted = muted_ink(palette()).name();
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (const std::shared_ptr<const TaskSet> set = session_.selection().state().set) {
    setHtml(html(set_report(*session_.document(), *set), muted));
    return;
  }
  if (!task || !session_.document()->has(*task)) {
    setHtml("<p style=\"color:" + muted +
            "\">Click a task to see when it became ready, what it waited for and what it touched.</p>");
    return;
  }
  const QString first = first_sections ? html(first_sections(), muted) : QString();
  TaskReport report = task_report(*session_.document(), session_.graph(task->panel), *task,
                                  children ? children(task->panel) : nullptr);
  if (const auto section = messages ? messages(*task) : std::nullopt) report.sections.push_back(*section);
  if (const auto section = more ? more(*task) : std::nullopt) report.sections.push_back(*section);
  setHtml(first + html(report, muted));
}

}  // namespace gusset::viewer
