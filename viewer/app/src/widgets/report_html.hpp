#pragma once
#include <QString>
#include <QUrl>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/answers/answer.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {

/// Functions that turn reports into rich text. They escape plain text; `muted` is an HTML colour.
inline QString paragraph_html(const QString& html, const QString& colour) {
  return "<p style=\"color:" + colour + "\">" + html + "</p>";
}

/// The conclusion of a report.
inline QString verdict_html(const std::string& text) {
  return text.empty() ? QString() : "<p style=\"margin:4px 0\"><b>" + escaped_html(text) + "</b></p>";
}

inline QString note_html(const std::string& text, const QString& muted) {
  return text.empty() ? QString()
                      : "<p style=\"color:" + muted + "; margin:2px 0\">" + escaped_html(text) + "</p>";
}

/// A piece of a sentence. Its link, if any, is a "task:", "source:" or "find:" URL.
QString piece_html(const ReportPiece& piece);
/// Returns the task that a "task:" link leads to.
std::optional<TaskReference> task_of_link(const QUrl& link);

/// The address of a "source:" link.
QString source_link(const SourceLocation& place);
/// Returns the place that a "source:" link leads to.
std::optional<SourceLocation> source_of_link(const QUrl& link);

/// The look of a table's columns: all alike, or the first column names the rows and the last is emphasised.
enum class TableLook { even, named_rows };

QString table_html(const std::vector<std::string>& headings,
                   const std::vector<std::vector<std::string>>& rows, const QString& muted, TableLook look);

QString findings_html(const traces::Answer& answer);
/// The tables and the notes below them.
QString tables_html(const traces::Answer& answer, const QString& muted);

}  // namespace gusset::viewer
