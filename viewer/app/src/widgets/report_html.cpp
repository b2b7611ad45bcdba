#include "report_html.hpp"

#include <cstddef>

namespace gusset::viewer {

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

}  // namespace gusset::viewer
