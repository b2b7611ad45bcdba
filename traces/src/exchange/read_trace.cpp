#include "gusset/traces/exchange/read_trace.hpp"

#include <algorithm>
#include <array>

#include "gus/file_text.hpp"
#include "gusset/traces/model/validate.hpp"
#include "import/csv_header.hpp"
#include "import/dot_lexer.hpp"
#include "import/import_errors.hpp"
#include "import/issue_list.hpp"
#include "import/lines.hpp"
#include "import/readers.hpp"

namespace gusset::traces {
namespace {

using import::IssueList;

constexpr std::string_view gus_signature = "\x89GUS\r\n\x1a\n";
constexpr std::string_view gzip_signature = "\x1f\x8b";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

ReadTrace finished(Trace trace, TraceFormat format, IssueList& issues) {
  for (const ImportIssue& issue : issues.all()) trace.metadata.notes.push_back(issue.message());
  return {std::make_shared<const Trace>(std::move(trace)), format, issues.take()};
}

/// Turns a reader's result into that of `read_trace`. With `strict`, an issue takes precedence over an error
/// that comes later in the file.
Result<ReadTrace> result_of(Result<Trace> trace, TraceFormat format, IssueList& issues,
                            const std::string& name, const ReadOptions& options) {
  if (options.strict && !issues.all().empty()) return issues.all().front().first;
  if (!trace) return trace.error();
  if (auto valid = validate(*trace, name); !valid) return valid.error();
  return finished(std::move(trace).value(), format, issues);
}

/// Whether the end of a .gus file is missing.
bool is_truncated(std::string_view file) {
  constexpr std::string_view last_bytes = "GUS end\n";
  return !file.ends_with(last_bytes);
}

Result<ReadTrace> read_gus_source(const FileText& source, const ReadOptions& options) {
  auto trace = read_gus(source.bytes(), source.name(), options.sections);
  if (trace) return ReadTrace{std::move(trace).value(), TraceFormat::gus, {}};
  if (options.strict || !is_truncated(source.text())) return trace.error();
  auto rest = recover_gus(source.bytes(), source.name());
  if (!rest) return trace.error();
  return ReadTrace{
      std::move(rest).value(), TraceFormat::gus, {{ImportIssue::Kind::truncated, 1, trace.error()}}};
}

Result<Trace> read_as(TraceFormat format, FileText& source, IssueList& issues) {
  switch (format) {
    case TraceFormat::chrome_json:
      return import::read_chrome_json(source, issues);
    case TraceFormat::superglue_log:
      return import::read_superglue_log(source, issues);
    case TraceFormat::starpu_tasks:
      return import::read_starpu_tasks(source, issues);
    case TraceFormat::paje:
      return import::read_paje(source, issues);
    case TraceFormat::dot:
      return import::read_dot(source, issues);
    case TraceFormat::csv:
      return import::read_csv(source, issues);
    case TraceFormat::tasktorrent_log: {
      std::vector<import::TaskTorrentRank> ranks;
      ranks.push_back({0, std::move(source), {}});
      return import::read_tasktorrent(ranks, issues);
    }
    case TraceFormat::gus:
      break;
  }
  return import::errors::unknown_format(source.name(), source.text());
}

/// Unzips a trace. Takes little memory for anything else: begins with the head, which has to be a trace's,
/// and stops where no trace compresses that well.
Result<FileText> unzip(const FileText& zipped, IssueList& issues) {
  constexpr std::size_t head_bytes = std::size_t{1} << 20;
  constexpr std::size_t most_of_any_file = std::size_t{64} << 20;
  constexpr std::size_t max_ratio = 250;
  bool is_whole = true;
  FileText text = FileText::unzip(zipped, is_whole, head_bytes);
  if (document_name(text.text()).empty() && !detect_format(text.text()))
    return import::errors::unknown_format(text.name(), text.text());
  if (text.text().size() > head_bytes) {
    const std::size_t max_bytes = std::max(most_of_any_file, max_ratio * zipped.text().size());
    text = FileText::unzip(zipped, is_whole, max_bytes);
    if (text.text().size() > max_bytes) return import::errors::unzips_to_more(text.name(), max_bytes);
  }
  if (!is_whole) {
    issues.add(
        ImportIssue::Kind::truncated, import::errors::at_offset(zipped.name(), zipped.text().size()),
        "the end of the gzip data",
        "damage or the end of the file after " + std::to_string(text.text().size()) + " unzipped bytes");
  }
  return text;
}

/// Reads every format except those spread over several files.
Result<ReadTrace> read_source(FileText source, const ReadOptions& options, bool& is_tasktorrent) {
  IssueList issues;
  if (source.text().starts_with(gzip_signature)) {
    auto unzipped = unzip(source, issues);
    if (!unzipped) return unzipped.error();
    source = std::move(unzipped).value();
  }
  // Replaces a byte order mark by blanks, so that readers need not handle it.
  if (source.text().starts_with(byte_order_mark)) std::fill_n(source.data(), byte_order_mark.size(), ' ');
  if (const std::string document = document_name(source.text()); !document.empty())
    return import::errors::gusset_document(source.name(), document);
  const auto format = detect_format(source.text());
  if (!format) return import::errors::unknown_format(source.name(), source.text());
  if (*format == TraceFormat::gus) return read_gus_source(source, options);
  is_tasktorrent = *format == TraceFormat::tasktorrent_log;
  const std::string name = source.name();
  return result_of(read_as(*format, source, issues), *format, issues, name, options);
}

Result<ReadTrace> read_tasktorrent_files(const std::filesystem::path& path, const ReadOptions& options) {
  auto ranks = import::find_tasktorrent(path);
  if (!ranks) return ranks.error();
  if (ranks->empty()) return import::errors::no_tasktorrent_files(path.string());
  IssueList issues;
  return result_of(import::read_tasktorrent(*ranks, issues), TraceFormat::tasktorrent_log, issues,
                   path.string(), options);
}

/// The first line that is neither empty nor a comment.
std::string_view first_line(std::string_view head, bool skip_comments) {
  import::Lines lines(head);
  for (std::string_view line; lines.next(line);) {
    const std::size_t text = line.find_first_not_of(" \t");
    if (text != std::string_view::npos && !(skip_comments && line[text] == '#')) return line;
  }
  return {};
}

/// Recognises "digraph {", "graph name" and "strict digraph", possibly after comments.
bool is_dot(std::string_view head) {
  import::DotLexer lexer(head);
  const import::DotToken first = lexer.next();
  if (!first.is_keyword("digraph") && !first.is_keyword("graph") && !first.is_keyword("strict")) return false;
  const import::DotToken next = lexer.next();  // for example a comma in a table's header
  return next.kind != import::DotToken::Kind::symbol || next.is('{') || next.is('}');
}

bool is_starpu_field(std::string_view line) {
  constexpr std::array fields = {
      "Name: ",     "Model: ", "JobId: ",    "SubmitOrder: ", "Control: ",  "File: ",
      "Priority: ", "Tag: ",   "DependsOn:", "WorkerId: ",    "StartTime: "};
  return std::any_of(fields.begin(), fields.end(),
                     [&](const char* field) { return line.starts_with(field); });
}

}  // namespace

std::string_view format_name(TraceFormat format) {
  constexpr std::array<std::string_view, 8> names = {"a .gus file",
                                                     "Chrome trace JSON",
                                                     "a SuperGlue log",
                                                     "StarPU's tasks.rec",
                                                     "a TaskTorrent log",
                                                     "Paje",
                                                     "DOT",
                                                     "CSV"};
  return names[static_cast<std::size_t>(format)];
}

std::string_view kind_name(ImportIssue::Kind kind) {
  constexpr std::array<std::string_view, 12> names = {
      "truncated",         "unmatched_begin", "unmatched_end",     "overlapping_spans",
      "clock_jump",        "unknown_record",  "incomplete_record", "unresolved_dependency",
      "unmatched_message", "dropped_value",   "instants",          "asynchronous_events"};
  return names[static_cast<std::size_t>(kind)];
}

std::string ImportIssue::message() const {
  return first.message() + (count > 1 ? " (" + std::to_string(count) + " of this kind)" : "");
}

std::optional<TraceFormat> detect_format(std::string_view head) {
  if (head.starts_with(gus_signature.substr(0, 4))) return TraceFormat::gus;
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  const std::string_view line = first_line(head, false);
  const std::size_t text = line.find_first_not_of(" \t");
  if (text == std::string_view::npos) return {};
  if (line[text] == '[' || line[text] == '{') return TraceFormat::chrome_json;
  if (is_dot(head)) return TraceFormat::dot;
  const std::string_view entry = first_line(head, true);
  if (entry.starts_with('%')) return TraceFormat::paje;
  if (line == "LOG 2" || import::is_superglue_line(entry)) return TraceFormat::superglue_log;
  if (is_starpu_field(entry)) return TraceFormat::starpu_tasks;
  if (import::is_tasktorrent_line(entry)) return TraceFormat::tasktorrent_log;
  if (import::is_csv_header(line)) return TraceFormat::csv;
  return {};
}

std::string document_name(std::string_view head) {
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  const auto skip = [&head](std::string_view token) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (!head.starts_with(token)) return false;
    head.remove_prefix(token.size());
    return true;
  };
  if (!skip("{") || !skip("\"format\"") || !skip(":") || !skip("\"") || !head.starts_with("gusset "))
    return {};
  return std::string(head.substr(0, head.find_first_of("\"\\\n")));
}

Result<ReadTrace> read_trace(const std::filesystem::path& path, const ReadOptions& options) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (std::filesystem::is_directory(status)) return read_tasktorrent_files(path, options);
  if (!std::filesystem::exists(status)) {
    const auto ranks = import::find_tasktorrent(path);
    if (ranks && !ranks->empty()) return read_tasktorrent_files(path, options);
  }
  auto source = FileText::open(path);
  if (!source) return source.error();
  if (source->text().starts_with(gus_signature.substr(0, 4))) return read_gus_source(*source, options);
  bool is_tasktorrent = false;
  auto read = read_source(std::move(source).value(), options, is_tasktorrent);
  if (!is_tasktorrent) return read;
  const auto ranks = import::find_tasktorrent(path);
  // A log with another name is read alone.
  return ranks && !ranks->empty() ? read_tasktorrent_files(path, options) : std::move(read);
}

Result<ReadTrace> read_trace(std::span<const std::byte> bytes, const std::string& name,
                             const ReadOptions& options) {
  bool is_tasktorrent = false;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return read_source(FileText::copy(text, name), options, is_tasktorrent);
}

}  // namespace gusset::traces
