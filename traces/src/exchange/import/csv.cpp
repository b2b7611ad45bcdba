// Tables of tasks with a header (docs/formats.md). Each row is a span, a task that never ran, or a worker.
#include <algorithm>
#include <cmath>
#include <string>

#include "csv_accesses.hpp"
#include "exchange/import/csv/csv_rows.hpp"
#include "number_table.hpp"
#include "numbered_tasks.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "span_kinds.hpp"
#include "text_reader.hpp"

namespace gusset::traces::import {
namespace {

using Kind = CsvColumn::Kind;

class CsvReader : TextReader {
 public:
  CsvReader(const FileText& source, IssueList& issues)
      : TextReader(source, issues), rows_(source), numbered_(source.text().size()) {}

  Result<Trace> read() {
    expect_rows();
    auto columns = rows_.read_header();
    if (!columns) return columns.error();
    columns_ = std::move(columns).value();
    for (const CsvColumn& column : columns_) declare(column);
    for (CsvRow row; rows_.next(row);) {
      if (!add(row)) return failure_;
    }
    if (rows_.failure()) {
      if (!rows_.is_cut_off()) return *rows_.failure();
      issues_.add(ImportIssue::Kind::truncated, *rows_.failure());
    }
    return finish();
  }

 private:
  /// Reserves memory for all rows, assuming that lines are about as long as the first few.
  void expect_rows() {
    const std::string_view head = source_.text().substr(0, 4096);
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    builder_.reserve(source_.text().size() / (head.size() / (lines + 1) + 1) + 1);
  }

  void declare(const CsvColumn& column) {
    has_[static_cast<std::size_t>(column.kind)] = true;
    if (column.kind < Kind::integer) return;
    AttributeColumn& attribute = builder_.attribute(column.name);
    has_attributes_ = true;
    if (column.kind == Kind::real) attribute.start_as_reals();
    if (column.kind == Kind::text) attribute.start_as_texts();
  }

  /// Records why a row is rejected.
  bool fail(Error error) {
    failure_ = std::move(error);
    return false;
  }
  bool fail_missing(const CsvRow& row, const char* expected) {
    return fail({at(row.line), expected, "none"});
  }

  bool add(const CsvRow& row) {
    const CsvField& work = row.field(Kind::work);
    double value = 0.0;
    if (work.is_present && (!parse_number(work.text, value) || !(value >= 0) || !std::isfinite(value)))
      return fail(bad(row.line, "finite work of at least 0", work.text));
    const bool has_place = row.field(Kind::node).is_present || row.field(Kind::worker).is_present;
    if (!row.has_time(Kind::begin) && !row.field(Kind::type).is_present && !row.has_number(Kind::task) &&
        !has_place) {
      const bool has_end = row.has_time(Kind::end) || row.has_time(Kind::duration);
      return !has_end || fail_missing(row, "a begin time for this end");
    }
    TaskId task;
    if (!task_of(row, task)) return false;
    if (row.has_time(Kind::begin)) {
      if (!add_span(row, task)) return false;
    } else if (row.field(Kind::worker).is_present) {  // the worker may have no span
      row_of(row);
    } else if (has_place) {
      node_of(row.field(Kind::node).text);
    }
    if (task.is_none()) return true;
    if (work.is_present) TraceBuilder::set(builder_.trace.tasks.work, task, value, 0.0);
    return add_facts(row, task);
  }

  /// Sets `task` to the row's task, or to none for spans without a task.
  bool task_of(const CsvRow& row, TaskId& task) {
    const CsvField& type = row.field(Kind::type);
    if (!row.has_number(Kind::task)) {
      if (!type.is_present) return true;
      if (has(Kind::task)) return fail_missing(row, "a task number in a row with a type");
      task = builder_.add_task(type.text);
      return true;
    }
    TaskId& known = numbered_[row.number(Kind::task)];
    if (known.is_none()) {
      if (!type.is_present) return fail_missing(row, "a type in a task's first row");
      known = builder_.add_task(type.text);
    } else if (type.is_present && builder_.type_name(builder_.trace.tasks.type[known.value()]) != type.text) {
      issues_.add(ImportIssue::Kind::dropped_value, at(row.line), "the type in the task's first row",
                  errors::ShownLine{type.text});
    }
    task = known;
    return true;
  }

  bool add_span(const CsvRow& row, TaskId task) {
    SpanKind kind = SpanKind::run;
    if (const CsvField& word = row.field(Kind::span_kind); word.is_present) {
      const auto known = span_kind_named(word.text);
      if (!known)
        return fail(bad(row.line, "a kind: run, wait, submit, steal, send, receive or other", word.text));
      kind = *known;
    }
    const std::int64_t begin_ns = row.time_ns(Kind::begin);
    std::int64_t end_ns = row.time_ns(Kind::end);
    if (row.has_time(Kind::duration)) end_ns = begin_ns + row.time_ns(Kind::duration);
    if (end_ns == unknown_time) return fail_missing(row, "an end or a duration for this begin");
    end_ns = checked_end(issues_, begin_ns, end_ns, at(row.line));
    if (has(Kind::worker) && !row.field(Kind::worker).is_present)
      return fail_missing(row, "a worker for this span");
    builder_.add_span(row_of(row), begin_ns, end_ns, task, kind, row.line);
    return true;
  }

  std::uint32_t node_of(std::string_view name) {
    const std::uint32_t node = nodes_.add(name);
    if (node == builder_.trace.nodes.size()) builder_.add_node(std::string(name));
    return node;
  }

  std::uint32_t row_of(const CsvRow& row) {
    const std::uint64_t node =
        has(Kind::node) || nodes_.size() == 0 ? node_of(row.field(Kind::node).text) : 0;
    const std::string_view name = row.field(Kind::worker).text;
    bool is_new = false;
    const std::uint32_t worker = worker_rows_.add(node << 32 | workers_.add(name), is_new);
    if (is_new) builder_.add_worker(NodeId(node), std::string(name));
    if (!has(Kind::lane)) return is_new ? builder_.add_row(WorkerId(worker)) : worker;
    const std::uint64_t lane = row.has_number(Kind::lane) ? row.number(Kind::lane) & 0xffffffff : 0;
    const std::uint32_t number = lane_rows_.add(std::uint64_t{worker} << 32 | lane, is_new);
    if (is_new) builder_.add_row(WorkerId(worker));
    return number;
  }

  bool add_facts(const CsvRow& row, TaskId task) {
    TaskColumns& tasks = builder_.trace.tasks;
    if (row.has_number(Kind::parent)) parents_.push_back({task, row.number(Kind::parent), row.line});
    if (row.has_time(Kind::submit))
      TraceBuilder::set(tasks.submit_ns, task, row.time_ns(Kind::submit), unknown_time);
    if (row.has_time(Kind::ready))
      TraceBuilder::set(tasks.ready_ns, task, row.time_ns(Kind::ready), unknown_time);
    if (const CsvField& after = row.field(Kind::after); after.is_present) {
      for (std::string_view rest = trimmed(after.text); !rest.empty();) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        std::uint64_t before = 0;
        if (!parse_number(rest.substr(0, blank), before))
          return fail(bad(row.line, "task numbers separated by blanks", after.text));
        befores_.push_back({task, before, row.line});
        rest = trimmed(rest.substr(blank));
      }
    }
    if (const CsvField& accesses = row.field(Kind::accesses); accesses.is_present) {
      const std::size_t first = accesses_.size();
      if (!access_parser_.parse(accesses.text, accesses_))
        return fail(bad(row.line, "accesses \"mode handle@version;…\"", accesses.text));
      TraceBuilder::set(access_ranges_, task, {first, accesses_.size()}, {});
    }
    for (std::size_t i = 0; has_attributes_ && i < columns_.size(); ++i) {
      if (row.attributes[i].is_present && !add_value(row, columns_[i], row.attributes[i].text, task))
        return false;
    }
    return true;
  }

  bool add_value(const CsvRow& row, const CsvColumn& column, std::string_view text, TaskId task) {
    AttributeColumn& attribute = builder_.attribute(column.name);
    std::int64_t integer = 0;
    double real = 0.0;
    switch (column.kind) {
      case Kind::integer:
        if (!parse_number(text, integer)) return fail(bad(row.line, "an integer", text));
        attribute.add_integer(task, integer);
        break;
      case Kind::real:
        if (!parse_number(text, real)) return fail(bad(row.line, "a real number", text));
        attribute.add_real(task, real);
        break;
      case Kind::text:
        attribute.add_text(task, text);
        break;
      default:
        attribute.add_parsed(task, text);
    }
    return true;
  }

  /// A task's reference to another task by number. The other task may be anywhere in the file.
  struct Reference {
    TaskId task;
    std::uint64_t other;
    std::uint32_t line;
  };

  /// The other task. None, with an issue, if it is not in the file or is the same task.
  TaskId resolve(const Reference& reference) {
    TaskId other = numbered_.find(reference.other);
    if (!has(Kind::task) && reference.other < builder_.trace.tasks.size())
      other = TaskId(static_cast<std::size_t>(reference.other));
    if (!other.is_none() && other != reference.task) return other;
    issues_.add(ImportIssue::Kind::unresolved_dependency, at(reference.line), "the number of another task",
                errors::shown(std::to_string(reference.other)));
    return {};
  }

  Result<Trace> finish() {
    Trace& trace = builder_.trace;
    for (const Reference& reference : parents_) {
      const TaskId parent = resolve(reference);
      if (!parent.is_none()) TraceBuilder::set(trace.tasks.parent, reference.task, parent, TaskId());
    }
    for (const Reference& reference : befores_) {
      const TaskId before = resolve(reference);
      if (!before.is_none()) trace.dependencies.push_back({before, reference.task});
    }
    // Tasks keep the order of the file's numbers, without gaps.
    if (const auto numbers = numbered_.renumber(trace.tasks.size()); !numbers.empty()) {
      builder_.renumber_tasks(numbers);
      TraceBuilder::reorder(access_ranges_, numbers, {});
    }
    trace.recorded = {has(Kind::parent),
                      has(Kind::work),
                      has(Kind::submit),
                      has(Kind::ready),
                      has(Kind::accesses),
                      has(Kind::after),
                      false};
    drop_later_parents();
    if (trace.recorded.accesses) add_accesses();
    begin_at_zero();
    builder_.make_lanes(places());
    return builder_.take();
  }

  /// Keeps the times as written, unless they are negative or the first task begins more than a hundred times
  /// the tasks' duration after time zero.
  void begin_at_zero() {
    const auto [first_ns, last_ns] = builder_.extent_of_tasks();
    if (first_ns >= 0 && first_ns / 100 <= last_ns - first_ns) return;
    const std::int64_t moved_ns = builder_.start_at_zero();
    if (moved_ns == 0) return;
    builder_.trace.metadata.notes.push_back("times are relative to the file's first time, " +
                                            std::to_string(moved_ns) + " ns");
  }

  void drop_later_parents() {
    std::vector<TaskId>& parents = builder_.trace.tasks.parent;
    for (std::size_t task = 0; task < parents.size(); ++task) {
      if (parents[task].is_none() || parents[task] < TaskId(task)) continue;
      parents[task] = TaskId();
      issues_.add(ImportIssue::Kind::unresolved_dependency, errors::Place{source_.name(), "task", task},
                  "a parent with a lower number", "a higher one");
    }
  }

  void add_accesses() {
    Trace& trace = builder_.trace;
    access_ranges_.resize(trace.tasks.size());
    trace.accesses.first.push_back(0);
    for (const auto& [first, last] : access_ranges_) {
      for (std::size_t i = first; i < last; ++i) trace.accesses.items.push_back(accesses_[i]);
      trace.accesses.first.push_back(trace.accesses.items.size());
    }
    trace.access_modes = access_parser_.modes();
    trace.handles.name = access_parser_.handle_names();
    trace.handles.size_bytes.resize(trace.handles.name.size(), 0);
    if (trace.nodes.empty() && !trace.handles.name.empty()) builder_.add_node("");
    trace.handles.owner.resize(trace.handles.name.size(), NodeId(0));
  }

  bool has(Kind kind) const { return has_[static_cast<std::size_t>(kind)]; }

  CsvRows rows_;
  Error failure_;
  std::vector<CsvColumn> columns_;
  bool has_[static_cast<std::size_t>(Kind::attribute) + 1] = {};
  bool has_attributes_ = false;
  NameTable nodes_;
  NameTable workers_;
  NumberTable worker_rows_;
  NumberTable lane_rows_;
  NumberedTasks numbered_;
  std::vector<Reference> parents_;
  std::vector<Reference> befores_;
  CsvAccesses access_parser_;
  std::vector<Access> accesses_;
  std::vector<std::pair<std::size_t, std::size_t>> access_ranges_;
};

}  // namespace

Result<Trace> read_csv(const FileText& source, IssueList& issues) {
  return CsvReader(source, issues).read();
}

}  // namespace gusset::traces::import
