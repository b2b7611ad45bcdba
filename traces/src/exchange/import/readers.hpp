#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include "gus/file_text.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "issue_list.hpp"

/// One reader per format. Each takes text that `detect_format` assigned to it. The returned trace satisfies
/// `validate`, except for errors that only `validate` can detect (times too far apart).
namespace gusset::traces::import {

Result<Trace> read_chrome_json(FileText& source, IssueList& issues);
Result<Trace> read_csv(const FileText& source, IssueList& issues);
Result<Trace> read_dot(const FileText& source, IssueList& issues);
Result<Trace> read_paje(const FileText& source, IssueList& issues);
Result<Trace> read_starpu_tasks(const FileText& source, IssueList& issues);
Result<Trace> read_superglue_log(const FileText& source, IssueList& issues);

/// The log and the dependencies of one rank.
struct TaskTorrentRank {
  std::uint64_t rank = 0;
  FileText log;
  std::vector<FileText> dependencies;  ///< empty or one file
};
Result<Trace> read_tasktorrent(const std::vector<TaskTorrentRank>& ranks, IssueList& issues);

/// Finds the logs of one run, sorted by rank. `path` is one of its logs (NAME.log.RANK), their folder, or
/// FOLDER/NAME. Empty if there are none.
Result<std::vector<TaskTorrentRank>> find_tasktorrent(const std::filesystem::path& path);

/// Whether a line has the form of a TaskTorrent log, or of a SuperGlue log.
bool is_tasktorrent_line(std::string_view line);
bool is_superglue_line(std::string_view line);

}  // namespace gusset::traces::import
