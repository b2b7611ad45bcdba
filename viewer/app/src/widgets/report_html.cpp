#include "report_html.hpp"

#include <cstddef>

namespace gusset::viewer {

QString piece_html(const ReportPiece& piece) {
  if (piece.source)
    return QString("<a href=\"%1\">%2</a>").arg(source_link(*piece.source), escaped_html(piece.text));
  if (!piece.condition.empty()) {
    const QByteArray condition = QUrl::toPercentEncoding(qt_text(piece.condition));
    return QString("<a href=\"find:%1\" title=\"Find all: %2\">%3</a>")
        .arg(QString::fromLatin1(condition), escaped_html(piece.condition), escaped_html(piece.text));
  }
  if (!piece.link)
    return piece.is_marked ? "<b>" + escaped_html(piece.text) + "</b>" : escaped_html(piece.text);
  QString text = escaped_html(piece.text).replace(' ', "&nbsp;");
  if (piece.is_marked) text = "<b>" + text + "</b>";
  return QString("<a href=\"task:%1:%2\">%3</a>")
      .arg(piece.link->panel)
      .arg(piece.link->task.value())
      .arg(text);
}

std::optional<TaskReference> task_of_link(const QUrl& link) {
  const QStringList parts = link.toString().split(':');
  if (parts.size() != 3 || parts[0] != "task") return std::nullopt;
  return TaskReference{parts[1].toULongLong(), traces::TaskId(parts[2].toUInt())};
}

QString source_link(const SourceLocation& place) {
  const QString file = QString::fromLatin1(QUrl::toPercentEncoding(qt_text(place.file)));
  return "source:" + file + ":" + QString::number(place.line);
}

std::optional<SourceLocation> source_of_link(const QUrl& link) {
  const QStringList parts = link.toString(QUrl::FullyEncoded).split(':');
  if (parts.size() != 3 || parts[0] != "source") return std::nullopt;
  return SourceLocation{QUrl::fromPercentEncoding(parts[1].toLatin1()).toStdString(), parts[2].toUInt()};
}

QString table_html(const std::vector<std::string>& headings,
                   const std::vector<std::vector<std::string>>& rows, const QString& muted, TableLook look) {
  const QString number = "<td align=\"right\" style=\"white-space:nowrap";
  QString text = "<table cellspacing=\"0\" cellpadding=\"3\"><tr>";
  for (const std::string& heading : headings)
    text += number + "; color:" + muted + "\">" + escaped_html(heading) + "</td>";
  text += "</tr>";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool names = look == TableLook::named_rows && i == 0;
      const bool matters = look == TableLook::named_rows && i + 1 == row.size();
      const QString cell = escaped_html(row[i]);
      text += (names ? "<td style=\"color:" + muted : number) + "\">" +
              (matters ? "<b>" + cell + "</b>" : cell) + "</td>";
    }
    text += "</tr>";
  }
  return text + "</table>";
}

QString findings_html(const traces::Answer& answer) {
  QString text;
  for (const traces::Finding& finding : answer.verdict.findings) text += verdict_html(finding.sentence);
  return text;
}

QString tables_html(const traces::Answer& answer, const QString& muted) {
  QString text;
  for (const traces::Table& table : answer.tables) {
    std::vector<std::string> headings;
    for (const traces::Table::Column& column : table.columns) {
      if (!column.heading.empty()) headings.push_back(column.heading);
    }
    std::vector<std::vector<std::string>> rows;
    for (const traces::Table::Row& row : table.rows) {
      std::vector<std::string>& cells = rows.emplace_back();
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (table.is_shown(i)) cells.push_back(traces::cell_text(table.columns[i].kind, row.cells[i]));
      }
    }
    text += table_html(headings, rows, muted, TableLook::even) + note_html(table.remark, muted);
  }
  return text;
}

}  // namespace gusset::viewer
