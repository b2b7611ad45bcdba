// StarPU's tasks.rec: records of "Key: value" lines, separated by blank lines; times in ms. Versions of data
// follow from the order of submission, as StarPU derives its dependencies.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>

#include "exchange/standard_modes.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "lines.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "text_reader.hpp"

namespace gusset::traces::import {
namespace {

constexpr unsigned ms_to_ns = 6;

struct KeyValue {
  std::string_view key;
  std::string_view value;
  std::uint32_t line = 0;
};

/// One task.
struct Record {
  std::vector<KeyValue> fields;
  std::uint64_t submit_order = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t line = 0;

  std::string_view operator[](std::string_view key) const {
    for (const KeyValue& field : fields) {
      if (field.key == key) return field.value;
    }
    return {};
  }
};

/// Counts one handle's versions as SuperGlue does.
struct HandleState {
  std::uint32_t next_version = 0;
  std::uint32_t group_version = 0;
  std::size_t mode = write_mode;

  static constexpr std::size_t write_mode = 1;

  std::uint32_t access(std::size_t with) {
    if (with != mode || with == write_mode) group_version = next_version;
    mode = with;
    ++next_version;
    return group_version;
  }
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, blank));
    text.remove_prefix(blank);
  }
  return words;
}

class StarpuReader : TextReader {
 public:
  using TextReader::TextReader;

  Result<Trace> read() {
    if (auto done = read_records(); !done) return done.error();
    std::stable_sort(records_.begin(), records_.end(),
                     [](const Record& a, const Record& b) { return a.submit_order < b.submit_order; });
    for (const Record& record : records_) {
      if (auto done = add_task(record); !done) return done.error();
    }
    for (std::size_t i = 0; i < records_.size(); ++i) add_dependencies(records_[i], TaskId(i));
    return finish();
  }

 private:
  Result<Done> read_records() {
    Record record;
    const auto end_record = [&] {
      if (!record.fields.empty() && record["Control"].empty()) records_.push_back(std::move(record));
      record = {};
    };
    const auto take = [&](std::string_view line, const Lines& lines) -> Result<Done> {
      if (trimmed(line).empty()) {
        end_record();
        return Done{};
      }
      if (line.front() == '#') return Done{};
      const std::size_t colon = line.find(':');
      if (colon == std::string_view::npos || colon == 0)
        return bad(lines.number(), "a line \"Key: value\"", line);
      if (record.fields.empty()) record.line = lines.number();
      record.fields.push_back({line.substr(0, colon), trimmed(line.substr(colon + 1)), lines.number()});
      if (record.fields.back().key == "SubmitOrder" &&
          !parse_number(record.fields.back().value, record.submit_order)) {
        return bad_value(record.fields.back(), "a number");
      }
      return Done{};
    };
    Lines lines(source_.text());
    for (std::string_view line; lines.next(line);) {
      if (auto done = take(line, lines); !done) return done;
    }
    end_record();
    return Done{};
  }

  Error bad_value(const KeyValue& field, std::string_view expected) const {
    return bad(field.line, expected, field.value);
  }

  /// Whether add_task reads the key as something other than an attribute.
  static bool is_known(std::string_view key) {
    constexpr std::string_view known[] = {"Name",       "JobId",     "SubmitOrder", "DependsOn", "WorkerId",
                                          "SubmitTime", "ReadyTime", "StartTime",   "EndTime",   "GFlop",
                                          "Handles",    "Modes",     "Sizes",       "MPIRank"};
    return std::find(std::begin(known), std::end(known), key) != std::end(known);
  }

  Result<Done> add_task(const Record& record) {
    std::string_view name = record["Name"];
    if (name.empty()) name = record["Model"];
    const TaskId task = builder_.add_task(name.empty() ? "task" : name);
    const std::string_view job = record["JobId"];
    if (job.empty() || !jobs_.try_emplace(job, task).second) {
      issues_.add(ImportIssue::Kind::incomplete_record, at(record.line), "a unique JobId for each task",
                  job.empty() ? "none" : errors::shown(job) + " again");
    }
    TaskColumns& tasks = builder_.trace.tasks;
    std::int64_t submit_ns = unknown_time;
    std::int64_t ready_ns = unknown_time;
    std::int64_t begin_ns = unknown_time;
    std::int64_t end_ns = unknown_time;
    std::uint64_t worker = 0;
    bool has_worker = false;
    std::int64_t rank = -1;
    double work = 0.0;
    for (const KeyValue& field : record.fields) {
      std::int64_t* time_ns = field.key == "SubmitTime"  ? &submit_ns
                              : field.key == "ReadyTime" ? &ready_ns
                              : field.key == "StartTime" ? &begin_ns
                              : field.key == "EndTime"   ? &end_ns
                                                         : nullptr;
      if (time_ns != nullptr) {
        const char* const stop = scan_scaled(field.value.data(), ms_to_ns, *time_ns);
        if (stop != field.value.data() + field.value.size()) return bad_value(field, "a time in ms");
      } else if (field.key == "WorkerId") {
        has_worker = parse_number(field.value, worker);
        if (!has_worker || worker > UINT32_MAX) return bad_value(field, "the number of a worker");
      } else if (field.key == "MPIRank") {
        if (!parse_number(field.value, rank) || rank > INT32_MAX || rank < -1)
          return bad_value(field, "a rank");
      } else if (field.key == "GFlop") {
        if (!parse_number(field.value, work) || !std::isfinite(work * 1e9) || work < 0.0)
          return bad_value(field, "a number of at least 0");
        TraceBuilder::set(tasks.work, task, work * 1e9, 0.0);
      } else if (!is_known(field.key) && !field.value.empty()) {
        builder_.attribute(field.key).add_parsed(task, field.value);
      }
    }
    if (submit_ns != unknown_time) TraceBuilder::set(tasks.submit_ns, task, submit_ns, unknown_time);
    if (ready_ns != unknown_time) TraceBuilder::set(tasks.ready_ns, task, ready_ns, unknown_time);
    if (has_worker && begin_ns != unknown_time && end_ns != unknown_time) {
      end_ns =
          checked_end(issues_, begin_ns, end_ns, at(record.line), "an EndTime at or after the StartTime");
      builder_.add_span(row_of(rank, worker), begin_ns, end_ns, task, SpanKind::run, record.line);
    } else if (has_worker || begin_ns != unknown_time || end_ns != unknown_time) {
      issues_.add(ImportIssue::Kind::incomplete_record, at(record.line),
                  "all or none of WorkerId, StartTime and EndTime", "some (run dropped)");
    }
    return add_accesses(record, rank);
  }

  NodeId node_of(std::int64_t rank) {
    const auto [known, is_new] = nodes_.try_emplace(rank, NodeId());
    if (is_new) known->second = builder_.add_node(rank < 0 ? "" : "rank " + std::to_string(rank), rank);
    return known->second;
  }

  std::uint32_t row_of(std::int64_t rank, std::uint64_t worker) {
    const auto [known, is_new] = rows_.try_emplace({rank, worker}, 0);
    if (is_new) {
      const auto order = static_cast<std::int64_t>(worker);
      known->second =
          builder_.add_row(builder_.add_worker(node_of(rank), "worker " + std::to_string(worker), order));
    }
    return known->second;
  }

  Result<Done> add_accesses(const Record& record, std::int64_t rank) {
    Trace& trace = builder_.trace;
    const auto handles = words_of(record["Handles"]);
    const auto modes = words_of(record["Modes"]);
    const auto sizes = words_of(record["Sizes"]);
    if (handles.size() != modes.size() || (!sizes.empty() && sizes.size() != handles.size())) {
      return Error{at(record.line), "as many Modes and Sizes as Handles",
                   std::to_string(handles.size()) + " Handles, " + std::to_string(modes.size()) +
                       " Modes and " + std::to_string(sizes.size()) + " Sizes"};
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
      has_accesses_ = true;
      if (modes[i].find('S') != std::string_view::npos) continue;  // scratch memory is not shared
      const auto [known, is_new] = handles_.try_emplace({rank, handles[i]}, trace.handles.size());
      if (is_new) {
        std::uint64_t size_bytes = 0;
        if (!sizes.empty() && !parse_number(sizes[i], size_bytes)) {
          return bad(record.line, "sizes in bytes", sizes[i]);
        }
        trace.handles.name.emplace_back(handles[i]);
        trace.handles.size_bytes.push_back(size_bytes);
        trace.handles.owner.push_back(node_of(rank));
        states_.emplace_back();
      }
      const bool commutes = modes[i].find('C') != std::string_view::npos;
      const bool reduces = modes[i].find('X') != std::string_view::npos;
      const bool writes = modes[i].find('W') != std::string_view::npos;
      const std::size_t mode = reduces ? 3 : commutes ? 2 : writes ? 1 : 0;
      trace.accesses.items.push_back(
          {HandleId(known->second), AccessModeId(mode), states_[known->second].access(mode)});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
    return Done{};
  }

  void add_dependencies(const Record& record, TaskId task) {
    for (const std::string_view word : words_of(record["DependsOn"])) {
      has_dependencies_ = true;
      const auto before = jobs_.find(word);
      builder_.add_dependency(before == jobs_.end() ? TaskId() : before->second, task, at(record.line),
                              "the JobId of another task in DependsOn", errors::ShownLine{word});
    }
  }

  Result<Trace> finish() {
    Trace trace = builder_.finish(places());
    trace.metadata.runtime = "StarPU";
    trace.recorded.accesses = has_accesses_;
    trace.recorded.dependencies = has_dependencies_;
    trace.accesses.first.insert(trace.accesses.first.begin(), 0);
    if (has_accesses_) {
      trace.access_modes = standard_modes();
      trace.access_modes.push_back({"redux", true, false, true});
    }
    if (!has_accesses_ || !explains_order(trace)) {
      trace.recorded.accesses = false;
      trace.accesses = {};
    }
    return trace;
  }

  /// Whether the order of submission explains the order of execution. It does not determine versions of
  /// handles without sequential consistency.
  static bool explains_order(Trace& trace) {
    for (const Violation& finding : check(trace).findings) {
      if (finding.kind != Violation::Kind::before_predecessor &&
          finding.kind != Violation::Kind::adds_overlap)
        continue;
      trace.metadata.notes.emplace_back(
          "accesses are dropped: the order of submission does not explain the order of execution");
      return false;
    }
    return true;
  }

  std::vector<Record> records_;
  std::unordered_map<std::string_view, TaskId> jobs_;
  std::map<std::int64_t, NodeId> nodes_;
  std::map<std::pair<std::int64_t, std::uint64_t>, std::uint32_t> rows_;
  std::map<std::pair<std::int64_t, std::string_view>, std::size_t> handles_;
  std::vector<HandleState> states_;
  bool has_accesses_ = false;
  bool has_dependencies_ = false;
};

}  // namespace

Result<Trace> read_starpu_tasks(const FileText& source, IssueList& issues) {
  return StarpuReader(source, issues).read();
}

}  // namespace gusset::traces::import
