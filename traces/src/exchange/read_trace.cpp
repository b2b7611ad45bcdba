#include "gusset/traces/exchange/read_trace.hpp"

#include <algorithm>
#include <array>

#include "gus/file_text.hpp"
#include "gusset/traces/model/validate.hpp"
#include "import/formats.hpp"
#include "import/import_errors.hpp"
#include "import/issue_list.hpp"
#include "import/readers.hpp"

namespace gusset::traces {
namespace {

using import::IssueList;

constexpr std::string_view gus_signature = "\x89GUS\r\n\x1a\n";
constexpr std::string_view gzip_signature = "\x1f\x8b";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Whether a file begins like a .gus file, intact or not.
bool is_gus(std::string_view head) {
  return head.starts_with(gus_signature.substr(0, 4));
}

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

/// Unzips a trace. Takes little memory if the file is something else: first unzips the head, which must be
/// that of a trace, and gives up if the file compresses better than any trace does.
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
  if (is_gus(source.text())) return read_gus_source(source, options);
  const import::TextFormat* const format = import::text_format_of(source.text());
  if (format == nullptr) return import::errors::unknown_format(source.name(), source.text());
  is_tasktorrent = format->format == TraceFormat::tasktorrent_log;
  const std::string name = source.name();
  return result_of(format->read(source, issues), format->format, issues, name, options);
}

Result<ReadTrace> read_tasktorrent_files(const std::filesystem::path& path, const ReadOptions& options) {
  auto ranks = import::find_tasktorrent(path);
  if (!ranks) return ranks.error();
  if (ranks->empty()) return import::errors::no_tasktorrent_files(path.string());
  IssueList issues;
  return result_of(import::read_tasktorrent(*ranks, issues), TraceFormat::tasktorrent_log, issues,
                   path.string(), options);
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
  if (is_gus(head)) return TraceFormat::gus;
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  const import::TextFormat* const found = import::text_format_of(head);
  return found == nullptr ? std::nullopt : std::optional(found->format);
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
  if (is_gus(source->text())) return read_gus_source(*source, options);
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
