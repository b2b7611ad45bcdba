#include "html.hpp"

#include <algorithm>
#include <cstdint>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/paper/report/html_report.hpp"
#include "gusset/traces/picture/canvas/rating_colour.hpp"

namespace gusset::paper {
namespace {

using traces::Table;

std::int64_t bar_of(const Table& table, const Table::Row& row) {
  const auto* count = std::get_if<std::int64_t>(&row.cells[*table.bars].value);
  return count == nullptr ? 0 : *count;
}

std::string heading_row(const Table& table) {
  std::string text = "<thead><tr>";
  bool is_first = true;
  for (const Table::Column& column : table.columns) {
    if (column.heading.empty()) continue;
    const bool is_text = column.kind == Table::Kind::text && !is_first;
    text += is_text ? "<th scope=\"col\" class=\"text\"" : "<th scope=\"col\"";
    if (!column.meaning.empty()) text += " title=\"" + html_text(column.meaning) + "\"";
    text += ">" + html_text(column.heading) + "</th>";
    is_first = false;
  }
  if (table.bars) text += "<th></th>";
  return text + "</tr></thead>\n";
}

std::string row_text(const Table& table, const Table::Row& row, std::int64_t longest_bar) {
  std::string text = row.is_total ? "<tr class=\"total\">" : "<tr>";
  bool is_first = true;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    if (!table.is_shown(i)) continue;
    const std::string cell = html_text(traces::cell_text(table.columns[i].kind, row.cells[i]));
    const bool is_text = table.columns[i].kind == Table::Kind::text;
    text += is_first  ? "<th scope=\"row\">" + cell + "</th>"
            : is_text ? "<td class=\"text\">" + cell + "</td>"
                      : "<td>" + cell + "</td>";
    is_first = false;
  }
  if (table.bars) {
    const std::int64_t percent = bar_of(table, row) * 100 / longest_bar;
    text += "<td class=\"bar\"><span style=\"width:" + std::to_string(percent) + "%\"></span></td>";
  }
  return text + "</tr>\n";
}

}  // namespace

std::string html_text(std::string_view text) {
  return xml_escaped(gusset::printable(text));
}

std::string html_sentence(std::string_view sentence) {
  std::string text;
  while (!sentence.empty()) {
    const std::size_t begin = sentence.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : sentence.find('`', begin + 1);
    if (end == std::string_view::npos) break;
    text += html_text(sentence.substr(0, begin)) + "<code>" +
            html_text(sentence.substr(begin + 1, end - begin - 1)) + "</code>";
    sentence.remove_prefix(end + 1);
  }
  return text + html_text(sentence);
}

void Html::heading(int level, std::string_view text) {
  const std::string tag = "h" + std::to_string(level);
  text_ += "<" + tag + ">" + html_text(text) + "</" + tag + ">\n";
}

void Html::paragraph(std::string_view sentence, std::string_view style) {
  if (sentence.empty()) return;
  text_ += style.empty() ? "<p>" : "<p class=\"" + std::string(style) + "\">";
  text_ += html_sentence(sentence) + "</p>\n";
}

void Html::facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string rows;
  for (const auto& [name, value] : facts) {
    if (!value.empty()) rows += "<dt>" + html_text(name) + "</dt><dd>" + html_text(value) + "</dd>\n";
  }
  if (!rows.empty()) text_ += "<dl>\n" + rows + "</dl>\n";
}

void Html::headline(const traces::Headline& headline, std::string_view name) {
  const std::string colour = traces::hex_text(picture::rating_colour(headline.rating));
  text_ += "<section class=\"headline\" style=\"border-left-color:" + colour + "\">\n";
  paragraph(name, "name");
  text_ += "<p class=\"figure\">" + html_text(headline.figure) + "</p>\n<div><span class=\"badge\" " +
           "style=\"background:" + colour + "\">" +
           html_text(headline.search.empty() ? traces::rating_text(headline.rating) : headline.search) +
           "</span>\n";
  paragraph(headline.cause, "cause");
  paragraph(headline.reason, "note");
  text_ += "</div></section>\n";
}

void Html::findings(const traces::Verdict& verdict) {
  const auto has_next = [](const traces::Finding& finding) { return !finding.next.empty(); };
  if (std::ranges::none_of(verdict.findings, has_next)) {
    for (const traces::Finding& finding : verdict.findings) paragraph(finding.sentence);
    return;
  }
  text_ += "<ol>\n";
  for (const traces::Finding& finding : verdict.findings) {
    text_ += "<li>" + html_sentence(finding.sentence);
    if (has_next(finding))
      text_ += "<br/><span class=\"note\">" + html_text(traces::next_label) + "</span><code>" +
               html_text(finding.next) + "</code>";
    text_ += "</li>\n";
  }
  text_ += "</ol>\n";
}

void Html::table(const Table& table) {
  if (table.rows.empty()) return;
  std::int64_t longest_bar = 1;
  if (table.bars) {
    for (const Table::Row& row : table.rows) longest_bar = std::max(longest_bar, bar_of(table, row));
  }
  text_ += "<div class=\"table\"><table>\n" + heading_row(table) + "<tbody>\n";
  std::size_t rows = 0;
  std::size_t left_out = 0;
  for (const Table::Row& row : table.rows) {
    if (!row.is_total && ++rows > max_report_rows) {
      ++left_out;
    } else {
      text_ += row_text(table, row, longest_bar);
    }
  }
  text_ += "</tbody></table></div>\n";
  if (left_out > 0) paragraph("… and " + count_text(left_out, "more " + table.noun), "note");
  paragraph(table.remark, "note");
}

void Html::tables(const std::vector<Table>& tables) {
  for (const Table& each : tables) table(each);
}

void Html::picture(std::string_view svg, std::string_view caption, int min_width) {
  text_ += "<figure><div class=\"picture\"";
  if (min_width > 0) text_ += " style=\"--min-width: " + std::to_string(min_width) + "px\"";
  text_ += '>';
  text_ += svg;
  text_ += "</div><figcaption>" + html_sentence(caption) + "</figcaption></figure>\n";
}

}  // namespace gusset::paper
