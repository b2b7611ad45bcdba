// Tables of tasks with a header (docs/formats.md). One row is one span, or a task that never ran, or a
// worker. Rows are parsed column by column in place: this is the format whose speed is promised,
// and what the compiler sees in one file it can put into one loop: that is why it is long.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <unordered_map>

#include "csv_accesses.hpp"
#include "csv_header.hpp"
#include "import_errors.hpp"
#include "number_table.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "span_words.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {
namespace {

using ColumnKind = CsvColumn::Kind;

constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

/// A field without its quotes. An empty one that is not quoted is absent.
struct CsvField {
  std::string_view text;
  bool is_there = false;
};

/// What one row says.
struct Row {
  std::uint64_t task = no_number;
  std::uint64_t parent = no_number;
  std::uint64_t lane = 0;
  CsvField type;
  CsvField node;
  CsvField worker;
  CsvField kind;
  CsvField after;
  CsvField accesses;
  std::int64_t begin_ns = unknown_time;
  std::int64_t end_ns = unknown_time;
  std::int64_t duration_ns = unknown_time;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  double work = -1.0;
};

template <class T>
void set(std::vector<T>& column, TaskId task, const T& value, const T& absent) {
  if (column.size() <= task.value()) column.resize(task.value() + std::size_t{1}, absent);
  column[task.value()] = value;
}

/// Puts a column's values at the new numbers of their tasks.
template <class T>
void reorder(std::vector<T>& column, const std::vector<TaskId>& numbers, const T& absent) {
  column.resize(numbers.size(), absent);
  std::vector<T> sorted(column.size(), absent);
  for (std::size_t i = 0; i < numbers.size(); ++i) sorted[numbers[i].value()] = column[i];
  column = std::move(sorted);
}

class CsvReader {
 public:
  CsvReader(const Source& source, IssueList& issues)
      : source_(source),
        issues_(issues),
        builder_(issues),
        p_(source.text().data()),
        end_(p_ + source.text().size()) {}

  Result<Trace> read() {
    expect_rows();
    if (auto done = read_header(); !done) return done.error();
    while (p_ < end_) {
      ++line_;
      row_line_ = line_;
      const char* const begin = p_;
      Row row;
      if (!read_row(row)) {
        // What has no line end at the end of the file may have been cut off.
        if (std::memchr(begin, '\n', static_cast<std::size_t>(end_ - begin)) != nullptr || p_ < end_)
          return failure_;
        issues_.add(ImportIssue::Kind::truncated, [&] { return failure_; });
        break;
      }
      if (p_ == begin) break;
      if (!add(row)) return failure_;
    }
    return finish();
  }

 private:
  /// Lines are about as long as some of the first: room for all of them at once.
  void expect_rows() {
    const std::string_view head = source_.text().substr(0, 4096);
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    builder_.reserve(source_.text().size() / (head.size() / (lines + 1) + 1) + 1);
  }

  Error bad(std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), row_line_, expected, found);
  }

  Error missing(const char* expected) const {
    return {errors::at_line(source_.name(), row_line_), expected, "none"};
  }

  /// Keeps why a row is refused. Fields are read by the million: their functions return whether they could
  /// be.
  bool fail(Error error) {
    failure_ = std::move(error);
    return false;
  }

  /// Takes one field, with its quotes; leaves p_ at the separator behind it.
  bool read_field(CsvField& field) {
    if (*p_ != '"' || p_ == end_) {
      const char* const begin = p_;
      const char* p = begin;  // not the member, which every character read might alias
      const char* const end = end_;
      while (*p != ',' && *p != '\n' && p < end) ++p;
      p_ = p;
      std::size_t size = static_cast<std::size_t>(p - begin);
      if (size > 0 && *p_ != ',' && begin[size - 1] == '\r') --size;
      field = {{begin, size}, size > 0};
      return true;
    }
    const char* const begin = ++p_;
    bool has_quotes = false;
    for (; p_ < end_; ++p_) {
      if (*p_ == '\n') ++line_;
      if (*p_ != '"') continue;
      if (p_[1] != '"') break;
      has_quotes = true;
      ++p_;
    }
    if (p_ == end_)
      return fail(Error{errors::at_line(source_.name(), row_line_), "a quote that ends the field",
                        "the end of the file"});
    field = {{begin, static_cast<std::size_t>(p_ - begin)}, true};
    ++p_;
    if (*p_ == '\r' && p_[1] == '\n') ++p_;
    if (*p_ != ',' && *p_ != '\n' && p_ != end_) return fail(bad("a comma after a quoted field", {p_, 1}));
    if (has_quotes) field.text = unquoted(field.text);
    return true;
  }

  std::string_view unquoted(std::string_view text) {
    std::string& out = scratch_.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == '"') ++i;
    }
    return out;
  }

  Result<Done> read_header() {
    line_ = row_line_ = 1;
    std::vector<std::string> names;
    p_ = skip_blanks(p_);  // where a byte order mark was
    while (true) {
      CsvField field;
      if (!read_field(field)) return failure_;
      names.emplace_back(trimmed(field.text));
      if (p_ == end_ || *p_++ == '\n') break;
    }
    auto columns = parse_csv_header(names, errors::at_line(source_.name(), 1));
    if (!columns) return columns.error();
    columns_ = std::move(columns).value();
    for (const CsvColumn& column : columns_) {
      has_[static_cast<std::size_t>(column.kind)] = true;
      if (column.kind < ColumnKind::integer) continue;
      AttributeColumn& attribute = builder_.attribute(column.name);
      has_attributes_ = true;
      if (column.kind == ColumnKind::real) attribute.start_as_reals();
      if (column.kind == ColumnKind::text) attribute.start_as_texts();
    }
    values_.resize(columns_.size());
    return Done{};
  }

  bool read_row(Row& row) {
    if (*p_ == '\n' || (*p_ == '\r' && p_[1] == '\n')) {  // an empty line
      p_ += *p_ == '\r' ? 2 : 1;
      return true;
    }
    scratch_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) {
        if (*p_ != ',' || p_ == end_) return fail(wrong_count(i));
        ++p_;
      }
      if (!read_column(i, row)) return false;
    }
    if (p_ == end_) return true;
    if (*p_ == '\r') ++p_;
    if (*p_ == ',') return fail(Error{errors::at_line(source_.name(), row_line_), count_text(), "more"});
    ++p_;
    return true;
  }

  std::string count_text() const { return std::to_string(columns_.size()) + " fields, as in the header"; }
  Error wrong_count(std::size_t found) const {
    return {errors::at_line(source_.name(), row_line_), count_text(), std::to_string(found)};
  }

  bool is_separator() const {
    return *p_ == ',' || *p_ == '\n' || p_ == end_ || (*p_ == '\r' && p_[1] == '\n');
  }

  bool read_number(std::uint64_t& number, const char* expected) {
    if (is_separator()) return true;
    const char* const begin = p_;
    const char* const stop = scan_unsigned(p_, number);
    if (stop != nullptr) p_ = stop;
    if (stop == nullptr || !is_separator()) return bad_field(begin, expected);
    return true;
  }

  bool read_time(std::int64_t& time_ns, unsigned decimals) {
    if (is_separator()) return true;
    const char* const begin = p_;
    const char* const stop = scan_scaled(p_, decimals, time_ns);
    if (stop != nullptr) p_ = stop;
    if (stop == nullptr || !is_separator())
      return bad_field(begin, "a time as a decimal number within 2^62 ns");
    return true;
  }

  bool bad_field(const char* begin, const char* expected) {
    p_ = begin;
    CsvField field;
    if (!read_field(field)) return false;
    return fail(bad(expected, field.text));
  }

  bool read_column(std::size_t i, Row& row) {
    const CsvColumn& column = columns_[i];
    switch (column.kind) {
      case ColumnKind::task:
        return read_number(row.task, "the number of a task");
      case ColumnKind::parent:
        return read_number(row.parent, "the number of a task");
      case ColumnKind::lane:
        return read_number(row.lane, "the number of a lane");
      case ColumnKind::begin:
        return read_time(row.begin_ns, column.decimals);
      case ColumnKind::end:
        return read_time(row.end_ns, column.decimals);
      case ColumnKind::duration:
        return read_time(row.duration_ns, column.decimals);
      case ColumnKind::submit:
        return read_time(row.submit_ns, column.decimals);
      case ColumnKind::ready:
        return read_time(row.ready_ns, column.decimals);
      case ColumnKind::type:
        return read_field(row.type);
      case ColumnKind::node:
        return read_field(row.node);
      case ColumnKind::worker:
        return read_field(row.worker);
      case ColumnKind::span_kind:
        return read_field(row.kind);
      case ColumnKind::after:
        return read_field(row.after);
      case ColumnKind::accesses:
        return read_field(row.accesses);
      case ColumnKind::work: {
        CsvField field;
        if (!read_field(field)) return false;
        if (field.is_there &&
            !(parse_number(field.text, row.work) && row.work >= 0 && std::isfinite(row.work))) {
          return fail(bad("finite work of at least 0", field.text));
        }
        return true;
      }
      case ColumnKind::integer:
      case ColumnKind::real:
      case ColumnKind::text:
      case ColumnKind::attribute:
        break;
    }
    return read_field(values_[i]);
  }

  /// The task that a row belongs to, in `task`; none for spans of no task.
  bool task_of(const Row& row, TaskId& task) {
    if (!has(ColumnKind::task)) {
      if (row.type.is_there) task = builder_.add_task(row.type.text);
      return true;
    }
    if (row.task == no_number) {
      if (row.type.is_there) return fail(missing("the number of a task that has a type"));
      return true;
    }
    const auto next = static_cast<std::uint32_t>(builder_.trace.tasks.size());
    std::uint32_t number = next;
    if (row.task < source_.text().size()) {
      const auto at = static_cast<std::size_t>(row.task);
      if (at >= numbers_.size()) numbers_.resize(std::max(at + 1, numbers_.size() * 2), TaskId::none_value);
      if (numbers_[at] == TaskId::none_value) numbers_[at] = next;
      number = numbers_[at];
    } else {
      number = far_numbers_.try_emplace(row.task, next).first->second;
    }
    task = TaskId(number);
    if (number < next) {
      const TypeId known = builder_.trace.tasks.type[number];
      if (row.type.is_there && builder_.type_name(known) != row.type.text) {
        issues_.add(ImportIssue::Kind::dropped_value,
                    [&] { return bad("the type that the task had before", row.type.text); });
      }
      return true;
    }
    if (!row.type.is_there) return fail(missing("a type where a task first appears"));
    is_ascending_ = is_ascending_ && (next == 0 || last_new_ < row.task);
    last_new_ = row.task;
    builder_.add_task(row.type.text);
    return true;
  }

  bool add(const Row& row) {
    if (row.begin_ns == unknown_time && !row.type.is_there && row.task == no_number && !row.node.is_there &&
        !row.worker.is_there) {
      if (row.end_ns != unknown_time || row.duration_ns != unknown_time)
        return fail(missing("a begin beside the end"));
      return true;
    }
    TaskId task;
    if (!task_of(row, task)) return false;
    if (row.begin_ns != unknown_time) {
      if (!add_span(row, task)) return false;
    } else if (row.node.is_there || row.worker.is_there) {
      declare(row);
    }
    return task.is_none() || add_facts(row, task);
  }

  bool add_span(const Row& row, TaskId task) {
    SpanKind kind = SpanKind::run;
    if (row.kind.is_there) {
      const auto* const known = std::find(std::begin(kind_words), std::end(kind_words), row.kind.text);
      if (known == std::end(kind_words))
        return fail(bad("a kind: run, wait, submit, steal, send, receive or other", row.kind.text));
      kind = static_cast<SpanKind>(known - std::begin(kind_words));
    }
    std::int64_t end_ns = row.end_ns;
    if (row.duration_ns != unknown_time) end_ns = row.begin_ns + row.duration_ns;
    if (end_ns == unknown_time) return fail(missing("an end or a duration beside the begin"));
    if (end_ns < row.begin_ns) {
      issues_.add(ImportIssue::Kind::clock_jump, [&] {
        return Error{errors::at_line(source_.name(), row_line_), "an end at or after the begin",
                     "one before it"};
      });
      end_ns = row.begin_ns;
    }
    if (has(ColumnKind::worker) && !row.worker.is_there)
      return fail(missing("a worker for what has a begin"));
    builder_.add_span(row_of(row), row.begin_ns, end_ns, task, kind, row_line_);
    return true;
  }

  /// A row that names a node, or a worker, without a span: it may have none.
  void declare(const Row& row) {
    if (row.worker.is_there) {
      row_of(row);
    } else {
      node_of(row.node.text);
    }
  }

  std::uint32_t node_of(std::string_view name) {
    const std::uint32_t node = nodes_.add(name);
    if (node == builder_.trace.nodes.size()) builder_.add_node(std::string(name));
    return node;
  }

  std::uint32_t row_of(const Row& row) {
    const std::uint64_t node = has(ColumnKind::node) || nodes_.size() == 0 ? node_of(row.node.text) : 0;
    const std::uint64_t name = workers_.add(row.worker.text);
    bool is_new = false;
    const std::uint32_t worker = worker_rows_.add(node << 32 | name, is_new);
    if (is_new) builder_.add_worker(NodeId(node), std::string(row.worker.text));
    if (!has(ColumnKind::lane)) return is_new ? builder_.add_row(WorkerId(worker)) : worker;
    const std::uint32_t number =
        lane_rows_.add(std::uint64_t{worker} << 32 | (row.lane & 0xffffffff), is_new);
    if (is_new) builder_.add_row(WorkerId(worker));
    return number;
  }

  bool add_facts(const Row& row, TaskId task) {
    TaskColumns& tasks = builder_.trace.tasks;
    if (row.parent != no_number) parents_.push_back({task, row.parent, row_line_});
    if (row.work >= 0) set(tasks.work, task, row.work, 0.0);
    if (row.submit_ns != unknown_time) set(tasks.submit_ns, task, row.submit_ns, unknown_time);
    if (row.ready_ns != unknown_time) set(tasks.ready_ns, task, row.ready_ns, unknown_time);
    if (row.after.is_there) {
      std::string_view rest = trimmed(row.after.text);
      while (!rest.empty()) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        std::uint64_t before = 0;
        if (!parse_number(rest.substr(0, blank), before))
          return fail(bad("numbers of tasks, with blanks between", row.after.text));
        befores_.push_back({task, before, row_line_});
        rest = trimmed(rest.substr(blank));
      }
    }
    if (row.accesses.is_there) {
      const std::size_t first = accesses_.size();
      if (!access_parser_.parse(row.accesses.text, accesses_))
        return fail(bad("accesses \"mode handle@version;…\"", row.accesses.text));
      set(access_ranges_, task, {first, accesses_.size()}, {});
    }
    for (std::size_t i = 0; has_attributes_ && i < columns_.size(); ++i) {
      if (columns_[i].kind < ColumnKind::integer || !values_[i].is_there) continue;
      if (!add_value(columns_[i], values_[i].text, task)) return false;
    }
    return true;
  }

  bool add_value(const CsvColumn& column, std::string_view text, TaskId task) {
    AttributeColumn& attribute = builder_.attribute(column.name);
    std::int64_t integer = 0;
    double real = 0.0;
    switch (column.kind) {
      case ColumnKind::integer:
        if (!parse_number(text, integer)) return fail(bad("an integer", text));
        attribute.add_integer(task, integer);
        break;
      case ColumnKind::real:
        if (!parse_number(text, real)) return fail(bad("a real number", text));
        attribute.add_real(task, real);
        break;
      case ColumnKind::text:
        attribute.add_text(task, text);
        break;
      default:
        attribute.add_parsed(task, text);
    }
    return true;
  }

  /// A task named by its number, anywhere in the file.
  struct Reference {
    TaskId task;
    std::uint64_t other;
    std::uint32_t line;
  };

  TaskId find(std::uint64_t number) const {
    if (!has(ColumnKind::task))
      return number < builder_.trace.tasks.size() ? TaskId(static_cast<std::size_t>(number)) : TaskId();
    if (number < numbers_.size()) return TaskId(numbers_[static_cast<std::size_t>(number)]);
    const auto far = far_numbers_.find(number);
    return far == far_numbers_.end() ? TaskId() : TaskId(far->second);
  }

  void add_references() {
    Trace& trace = builder_.trace;
    const auto unresolved = [&](const Reference& reference) {
      issues_.add(ImportIssue::Kind::unresolved_dependency, [&] {
        return errors::bad_line(source_.name(), reference.line, "the number of another task",
                                std::to_string(reference.other));
      });
    };
    for (const Reference& reference : parents_) {
      const TaskId parent = find(reference.other);
      if (parent.is_none() || parent == reference.task) {
        unresolved(reference);
      } else {
        set(trace.tasks.parent, reference.task, parent, TaskId());
      }
    }
    for (const Reference& reference : befores_) {
      const TaskId before = find(reference.other);
      if (before.is_none() || before == reference.task) {
        unresolved(reference);
      } else {
        trace.dependencies.push_back({before, reference.task});
      }
    }
  }

  /// Tasks are numbered as in the file, but without gaps.
  void renumber() {
    Trace& trace = builder_.trace;
    if (is_ascending_) return;
    std::vector<TaskId> numbers(trace.tasks.size());
    std::size_t next = 0;
    for (const std::uint32_t number : numbers_) {
      if (number != TaskId::none_value) numbers[number] = TaskId(next++);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> far(far_numbers_.begin(), far_numbers_.end());
    std::sort(far.begin(), far.end());
    for (const auto& [given, number] : far) numbers[number] = TaskId(next++);

    builder_.renumber_tasks(numbers);
    if (!trace.tasks.parent.empty()) {
      for (TaskId& parent : trace.tasks.parent) parent = parent.is_none() ? parent : numbers[parent.value()];
      reorder(trace.tasks.parent, numbers, TaskId());
    }
    if (!trace.tasks.work.empty()) reorder(trace.tasks.work, numbers, 0.0);
    if (!trace.tasks.submit_ns.empty()) reorder(trace.tasks.submit_ns, numbers, unknown_time);
    if (!trace.tasks.ready_ns.empty()) reorder(trace.tasks.ready_ns, numbers, unknown_time);
    if (!access_ranges_.empty()) reorder(access_ranges_, numbers, {});
    for (Dependency& d : trace.dependencies) d = {numbers[d.before.value()], numbers[d.after.value()]};
  }

  Result<Trace> finish() {
    add_references();
    renumber();
    Trace& trace = builder_.trace;
    const std::size_t tasks = trace.tasks.size();
    const Recorded recorded{has(ColumnKind::parent),
                            has(ColumnKind::work),
                            has(ColumnKind::submit),
                            has(ColumnKind::ready),
                            has(ColumnKind::accesses),
                            has(ColumnKind::after),
                            false};
    trace.recorded = recorded;
    if (recorded.parents) add_parents(tasks);
    if (recorded.work) trace.tasks.work.resize(tasks, 0.0);
    if (recorded.submit) trace.tasks.submit_ns.resize(tasks, unknown_time);
    if (recorded.ready) trace.tasks.ready_ns.resize(tasks, unknown_time);
    if (recorded.accesses) add_accesses(tasks);
    begin_at_zero();
    builder_.make_lanes(
        [this](std::uint32_t, std::uint32_t line) { return errors::at_line(source_.name(), line); });
    return builder_.take();
  }

  /// Times are kept as they are written, but for those of a clock that began after the first task did, or a
  /// hundred times as long before it as all took.
  void begin_at_zero() {
    const auto [first_ns, last_ns] = builder_.extent_of_tasks();
    if (first_ns >= 0 && first_ns / 100 <= last_ns - first_ns) return;
    const std::int64_t moved_ns = builder_.start_at_zero();
    if (moved_ns != 0) {
      builder_.trace.metadata.notes.push_back("times are counted from " + std::to_string(moved_ns) +
                                              " ns, where the file's first begins");
    }
  }

  void add_parents(std::size_t tasks) {
    std::vector<TaskId>& parents = builder_.trace.tasks.parent;
    parents.resize(tasks);
    for (std::size_t task = 0; task < tasks; ++task) {
      if (parents[task].is_none() || parents[task] < TaskId(task)) continue;
      parents[task] = TaskId();
      issues_.add(ImportIssue::Kind::unresolved_dependency, [&] {
        return Error{source_.name() + ": task " + std::to_string(task), "a parent of a lower number",
                     "a higher one"};
      });
    }
  }

  void add_accesses(std::size_t tasks) {
    Trace& trace = builder_.trace;
    access_ranges_.resize(tasks);
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

  bool has(ColumnKind kind) const { return has_[static_cast<std::size_t>(kind)]; }

  const Source& source_;
  IssueList& issues_;
  TraceBuilder builder_;
  const char* p_;
  const char* end_;
  Error failure_;
  std::uint32_t line_ = 0;
  std::uint32_t row_line_ = 0;  ///< where the row began: quoted fields may have line ends
  std::vector<CsvColumn> columns_;
  bool has_[static_cast<std::size_t>(ColumnKind::attribute) + 1] = {};
  bool has_attributes_ = false;
  std::vector<CsvField> values_;     ///< of the row's attributes, by column
  std::deque<std::string> scratch_;  ///< fields of the row that had quotes in them
  NameTable nodes_;
  NameTable workers_;
  NumberTable worker_rows_;
  NumberTable lane_rows_;
  std::vector<std::uint32_t> numbers_;  ///< of the tasks as they appear, by the file's number
  std::unordered_map<std::uint64_t, std::uint32_t>
      far_numbers_;             ///< the same for numbers larger than the file
  std::uint64_t last_new_ = 0;  ///< the file's number of the last task that was new
  bool is_ascending_ = true;
  std::vector<Reference> parents_;
  std::vector<Reference> befores_;
  CsvAccesses access_parser_;
  std::vector<Access> accesses_;
  std::vector<std::pair<std::size_t, std::size_t>> access_ranges_;
};

}  // namespace

Result<Trace> read_csv(const Source& source, IssueList& issues) {
  return CsvReader(source, issues).read();
}

}  // namespace gusset::traces::import
