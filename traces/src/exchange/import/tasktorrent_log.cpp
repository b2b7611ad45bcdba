// TaskTorrent's logs: "who>what>details,start,end" in seconds since 1970, one file per rank. A second file
// per rank has dependencies, "before,after" by the tasks' names.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

#include "import_errors.hpp"
#include "lines.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "task_name.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {
namespace {

constexpr const char* tasktorrent_line = "a line \"who>what>details,start,end\"";

struct TaskTorrentEntry {
  std::string_view who;
  std::string_view what;
  std::string_view details;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

bool parse_seconds(std::string_view text, std::int64_t& time_ns) {
  const std::string padded(text);  // because callers may pass text without padding
  const char* const end = scan_scaled(padded.c_str(), 9, time_ns);
  return end == padded.c_str() + padded.size() && !padded.empty();
}

bool parse(std::string_view line, TaskTorrentEntry& entry) {
  const std::size_t last = line.rfind(',');
  if (last == std::string_view::npos || last == 0) return false;
  const std::size_t middle = line.rfind(',', last - 1);
  const std::size_t first = line.find('>');
  if (middle == std::string_view::npos || first == std::string_view::npos || first == 0) return false;
  const std::size_t second = line.find('>', first + 1);
  if (second == std::string_view::npos || second > middle) return false;
  entry.who = line.substr(0, first);
  entry.what = line.substr(first + 1, second - first - 1);
  entry.details = line.substr(second + 1, middle - second - 1);
  return parse_seconds(line.substr(middle + 1, last - middle - 1), entry.begin_ns) &&
         parse_seconds(line.substr(last + 1), entry.end_ns);
}

/// Whether the task is the runtime's own work on its dependency tables, which it records like tasks.
bool is_runtime_task(std::string_view name) {
  return name.starts_with("dep_map_");
}

class TaskTorrentReader {
 public:
  TaskTorrentReader(const std::vector<TaskTorrentRank>& ranks, IssueList& issues)
      : ranks_(ranks), issues_(issues), builder_(issues) {}

  Result<Trace> read() {
    for (const TaskTorrentRank& rank : ranks_) {
      if (auto done = read_log(rank); !done) return done.error();
    }
    add_tasks();
    for (const TaskTorrentRank& rank : ranks_) {
      for (const FileText& dependencies : rank.dependencies) {
        builder_.trace.recorded.dependencies = true;
        if (auto done = read_dependencies(dependencies); !done) return done.error();
      }
    }
    Trace trace = builder_.finish([this](std::uint32_t row, std::uint32_t line) {
      return errors::at_line(ranks_[rank_of_row_[row]].log.name(), line);
    });
    trace.metadata.runtime = "TaskTorrent";
    return trace;
  }

 private:
  /// A span whose task is only known after all files have been read.
  struct FoundSpan {
    std::uint32_t row;
    SpanKind kind;
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::string_view task;  ///< empty if the span belongs to no task
    std::uint32_t line;
  };

  Result<Done> read_log(const TaskTorrentRank& rank) {
    const NodeId node =
        builder_.add_node("rank " + std::to_string(rank.rank), static_cast<std::int64_t>(rank.rank));
    std::map<std::string_view, std::uint32_t> rows;
    return for_each_line(rank.log, issues_, [&](std::string_view line, const Lines& lines) -> Result<Done> {
      if (line.empty()) return Done{};
      TaskTorrentEntry entry;
      if (!parse(line, entry))
        return errors::bad_line(rank.log.name(), lines.number(), tasktorrent_line, line);
      const auto [known, is_new] = rows.try_emplace(entry.who, 0);
      if (is_new) {
        known->second = builder_.add_row(builder_.add_worker(node, std::string(entry.who)));
        rank_of_row_.push_back(static_cast<std::size_t>(&rank - ranks_.data()));
      }
      add(rank, entry, known->second, lines.number());
      return Done{};
    });
  }

  void add(const TaskTorrentRank& rank, TaskTorrentEntry& entry, std::uint32_t row, std::uint32_t line) {
    const errors::Place at = errors::at_line(rank.log.name(), line);
    entry.end_ns = checked_end(issues_, entry.begin_ns, entry.end_ns, at);
    SpanKind kind = SpanKind::other;
    std::string_view task;
    if (entry.what == "run") {
      if (!is_runtime_task(entry.details)) {
        kind = SpanKind::run;
        task = entry.details;
      }
    } else if (entry.what == "deps") {
      if (!is_runtime_task(entry.details)) task = entry.details;
    } else if (entry.what == "ss" || entry.what == "sa") {
      kind = SpanKind::send;  // the details are "receiver>task": the message makes that task ready
      const std::size_t arrow = entry.details.find('>');
      if (arrow != std::string_view::npos) task = entry.details.substr(arrow + 1);
    } else if (entry.what == "idle") {
      kind = SpanKind::wait;
    } else {
      issues_.add(ImportIssue::Kind::unknown_record, at, "run, deps, ss, sa or idle",
                  errors::ShownLine{entry.what});
    }
    found_.push_back({row, kind, entry.begin_ns, entry.end_ns, task, line});
  }

  /// Numbers the tasks by begin, because the ranks' files define no order between them.
  void add_tasks() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const FoundSpan& a, const FoundSpan& b) { return a.begin_ns < b.begin_ns; });
    builder_.attribute(task_detail).start_as_texts();
    for (const FoundSpan& found : found_) {
      if (found.kind != SpanKind::run) continue;
      const auto [known, is_new] = tasks_.try_emplace(found.task, TaskId());
      if (!is_new) continue;  // the task ran in several pieces
      const TaskName name = split_task_name(found.task);
      known->second = builder_.add_task(name.type);
      if (!name.detail.empty()) builder_.attribute(task_detail).add_text(known->second, name.detail);
    }
    for (const FoundSpan& found : found_) {
      // Spans that handle the dependencies of a task that never ran get no task.
      builder_.add_span(found.row, found.begin_ns, found.end_ns, task_of(found.task), found.kind, found.line);
    }
  }

  Result<Done> read_dependencies(const FileText& source) {
    return for_each_line(source, issues_, [&](std::string_view line, const Lines& lines) -> Result<Done> {
      if (line.empty()) return Done{};
      const std::size_t comma = line.find(',');
      if (comma == std::string_view::npos || line.find(',', comma + 1) != std::string_view::npos)
        return errors::bad_line(source.name(), lines.number(), "a line \"before,after\"", line);
      const std::string_view before = line.substr(0, comma);
      const std::string_view after = line.substr(comma + 1);
      if (!is_runtime_task(before) && !is_runtime_task(after)) {
        builder_.add_dependency(task_of(before), task_of(after),
                                errors::at_line(source.name(), lines.number()), "two tasks that ran",
                                errors::ShownLine{line});
      }
      return Done{};
    });
  }

  TaskId task_of(std::string_view name) const {
    const auto known = tasks_.find(name);
    return known == tasks_.end() ? TaskId() : known->second;
  }

  const std::vector<TaskTorrentRank>& ranks_;
  IssueList& issues_;
  TraceBuilder builder_;
  std::vector<std::size_t> rank_of_row_;
  std::vector<FoundSpan> found_;
  std::unordered_map<std::string_view, TaskId> tasks_;
};

}  // namespace

bool is_tasktorrent_line(std::string_view line) {
  TaskTorrentEntry entry;
  return parse(line, entry);
}

Result<Trace> read_tasktorrent(const std::vector<TaskTorrentRank>& ranks, IssueList& issues) {
  return TaskTorrentReader(ranks, issues).read();
}

}  // namespace gusset::traces::import
