#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include "gus/file_text.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "issue_list.hpp"

/// One reader per format. Each takes text that `detect_format` took for its own, and returns a trace that
/// satisfies `validate` but for what that alone can find (times too far apart).
namespace gusset::traces::import {

Result<Trace> read_chrome_json(FileText& source, IssueList& issues);
Result<Trace> read_csv(const FileText& source, IssueList& issues);
Result<Trace> read_dot(const FileText& source, IssueList& issues);
Result<Trace> read_paje(const FileText& source, IssueList& issues);
Result<Trace> read_starpu_tasks(const FileText& source, IssueList& issues);
Result<Trace> read_superglue_log(const FileText& source, IssueList& issues);

/// The logs and dependencies of one rank.
struct TaskTorrentRank {
  std::uint64_t rank = 0;
  FileText log;
  std::vector<FileText> dependencies;  ///< none or one
};
Result<Trace> read_tasktorrent(const std::vector<TaskTorrentRank>& ranks, IssueList& issues);

/// The files that belong to one log, or lie in a folder, or whose names begin with `path`: sorted by rank.
/// Empty where there are none.
Result<std::vector<TaskTorrentRank>> find_tasktorrent(const std::filesystem::path& path);

/// Whether a line is one of a TaskTorrent log, a SuperGlue log.
bool is_tasktorrent_line(std::string_view line);
bool is_superglue_line(std::string_view line);

}  // namespace gusset::traces::import
