#pragma once
#include <QString>
#include <string>
#include <vector>

namespace gusset::viewer {

/// Rich text of reports; `muted` is a colour as HTML names it. Words come as they are and are escaped.
inline QString escaped_html(const std::string& words) {
  return QString::fromStdString(words).toHtmlEscaped();
}

/// What a report comes to.
inline QString verdict_html(const std::string& words) {
  return words.empty() ? QString() : "<p style=\"margin:4px 0\"><b>" + escaped_html(words) + "</b></p>";
}

inline QString note_html(const std::string& words, const QString& muted) {
  return words.empty() ? QString()
                       : "<p style=\"color:" + muted + "; margin:2px 0\">" + escaped_html(words) + "</p>";
}

/// How the columns of a table look: all alike, or the first names the rows and the last matters most.
enum class TableLook { even, named_rows };

QString table_html(const std::vector<std::string>& headings,
                   const std::vector<std::vector<std::string>>& rows, const QString& muted, TableLook look);

}  // namespace gusset::viewer
