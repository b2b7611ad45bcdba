#include "formats.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "csv_header.hpp"
#include "dot_lexer.hpp"
#include "lines.hpp"

namespace gusset::traces::import {
namespace {

/// The first line that is neither empty nor, if they are to be skipped, a comment.
std::string_view first_line(std::string_view head, bool skip_comments) {
  Lines lines(head);
  for (std::string_view line; lines.next(line);) {
    const std::size_t text = line.find_first_not_of(" \t");
    if (text != std::string_view::npos && !(skip_comments && line[text] == '#')) return line;
  }
  return {};
}

bool is_json(const TextHead& head) {
  return head.first == '[' || head.first == '{';
}

/// Recognises "digraph {", "graph name" and "strict digraph", possibly after comments.
bool is_dot(const TextHead& head) {
  DotLexer lexer(head.text);
  const DotToken first = lexer.next();
  if (!first.is_keyword("digraph") && !first.is_keyword("graph") && !first.is_keyword("strict")) return false;
  const DotToken next = lexer.next();  // for example a comma in a table's header
  return next.kind != DotToken::Kind::symbol || next.is('{') || next.is('}');
}

bool is_paje(const TextHead& head) {
  return head.entry.starts_with('%');
}

bool is_superglue_log(const TextHead& head) {
  return head.line == "LOG 2" || is_superglue_line(head.entry);
}

bool is_starpu_tasks(const TextHead& head) {
  constexpr std::array fields = {
      "Name: ",     "Model: ", "JobId: ",    "SubmitOrder: ", "Control: ",  "File: ",
      "Priority: ", "Tag: ",   "DependsOn:", "WorkerId: ",    "StartTime: "};
  return std::any_of(fields.begin(), fields.end(),
                     [&](const char* field) { return head.entry.starts_with(field); });
}

bool is_tasktorrent_log(const TextHead& head) {
  return is_tasktorrent_line(head.entry);
}

Result<Trace> read_tasktorrent_log(FileText& source, IssueList& issues) {
  std::vector<TaskTorrentRank> ranks;
  ranks.push_back({0, std::move(source), {}});
  return read_tasktorrent(ranks, issues);
}

bool is_csv(const TextHead& head) {
  return is_csv_header(head.line);
}

/// Adapts readers that do not change their source.
template <Result<Trace> (*read)(const FileText&, IssueList&)>
Result<Trace> read_unchanged(FileText& source, IssueList& issues) {
  return read(source, issues);
}

// In the order in which they are tried.
constexpr std::array<TextFormat, 7> formats{{
    {TraceFormat::chrome_json, is_json, read_chrome_json},
    {TraceFormat::dot, is_dot, read_unchanged<read_dot>},
    {TraceFormat::paje, is_paje, read_unchanged<read_paje>},
    {TraceFormat::superglue_log, is_superglue_log, read_unchanged<read_superglue_log>},
    {TraceFormat::starpu_tasks, is_starpu_tasks, read_unchanged<read_starpu_tasks>},
    {TraceFormat::tasktorrent_log, is_tasktorrent_log, read_tasktorrent_log},
    {TraceFormat::csv, is_csv, read_unchanged<read_csv>},
}};

}  // namespace

TextHead::TextHead(std::string_view head)
    : text(head), line(first_line(head, false)), entry(first_line(head, true)) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin != std::string_view::npos) first = line[begin];
}

const TextFormat* text_format_of(std::string_view head) {
  const TextHead known(head);
  if (known.first == '\0') return nullptr;
  const auto found =
      std::ranges::find_if(formats, [&](const TextFormat& each) { return each.recognises(known); });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace gusset::traces::import
