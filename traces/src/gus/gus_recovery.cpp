#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gus_decoder.hpp"
#include "gus_errors.hpp"

namespace gusset::traces::gus {
namespace {

template <class Tag>
bool is_lost(Index<Tag> index, std::size_t size) {
  return index.is_none() || index.value() >= size;
}

/// The first dangling row; rows.size() if there is none.
template <class Row, class Refers>
std::size_t first_dangling(const std::vector<Row>& rows, Refers is_dangling) {
  return static_cast<std::size_t>(std::find_if(rows.begin(), rows.end(), is_dangling) - rows.begin());
}

template <class Column>
void cut(Column& column, std::size_t size) {
  if (column.size() > size) column.resize(size);
}

/// Makes decoded data consistent again. A table that others refer to ends at its first row that refers to
/// something lost. Such rows in other tables are dropped, except that a span only loses its task.
class Trimmer {
 public:
  explicit Trimmer(DecodedTrace& decoded) : decoded_(decoded), trace_(decoded.trace) {}

  void run() {
    tables();
    accesses();
    spans();
    edges();
    messages();
    attributes();
    counters();
  }

  /// Describes the dropped rows.
  std::vector<std::string> losses() const { return losses_; }

 private:
  void lose(std::uint64_t count, const std::string& what) {
    if (count > 0) losses_.push_back(what + " (" + std::to_string(count) + ")");
  }

  /// Cuts a table's columns at row `kept`.
  template <class First, class... Others>
  void end_table(std::size_t kept, const char* what, First& first, Others&... others) {
    lose(first.size() - kept, what);
    cut(first, kept);
    (cut(others, kept), ...);
  }

  void tables() {
    const std::size_t nodes = trace_.nodes.size();
    const std::size_t workers =
        first_dangling(trace_.workers, [&](const Worker& worker) { return is_lost(worker.node, nodes); });
    end_table(workers, "workers whose nodes are lost", trace_.workers);
    const std::size_t lanes =
        first_dangling(trace_.lanes, [&](const Lane& lane) { return is_lost(lane.worker, workers); });
    end_table(lanes, "lanes whose workers are lost", trace_.lanes, decoded_.sizes.lane_spans);
    HandleColumns& handles = trace_.handles;
    const std::size_t handle_count =
        first_dangling(handles.owner, [&](NodeId owner) { return is_lost(owner, nodes); });
    end_table(handle_count, "handles whose owners are lost", handles.name, handles.size_bytes, handles.owner);
    decoded_.sizes.handles = handle_count;
    TaskColumns& tasks = trace_.tasks;
    const std::size_t task_count =
        first_dangling(tasks.type, [&](TypeId type) { return is_lost(type, trace_.types.size()); });
    end_table(task_count, "tasks whose types are lost", tasks.type, tasks.parent, tasks.work, tasks.submit_ns,
              tasks.ready_ns);
    decoded_.sizes.tasks = task_count;
  }

  void accesses() {
    std::vector<Access>& items = trace_.accesses.items;
    std::vector<TaskId>& tasks = decoded_.access_tasks;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_lost(tasks[i], trace_.tasks.size()) || is_lost(items[i].handle, trace_.handles.size()) ||
          is_lost(items[i].mode, trace_.access_modes.size())) {
        continue;
      }
      items[kept] = items[i];
      tasks[kept] = tasks[i];
      ++kept;
    }
    end_table(kept, "accesses whose tasks, handles or modes are lost", items, tasks);
  }

  void spans() {
    std::uint64_t without_task = 0;
    for (Lane& lane : trace_.lanes) {
      for (TaskId& task : lane.spans.task) {
        if (task.is_none() || !is_lost(task, trace_.tasks.size())) continue;
        task = TaskId();
        ++without_task;
      }
    }
    lose(without_task, "tasks of spans that were kept");
  }

  void edges() {
    const auto is_task = [&](TaskId task) { return !is_lost(task, trace_.tasks.size()); };
    lose(std::erase_if(trace_.dependencies,
                       [&](const Dependency& d) { return !is_task(d.before) || !is_task(d.after); }),
         "dependencies whose tasks are lost");
    const std::vector<std::uint64_t>& spans = decoded_.sizes.lane_spans;
    const auto is_span = [&](const SpanReference& span) {
      return !is_lost(span.lane, spans.size()) && span.index < spans[span.lane.value()];
    };
    lose(std::erase_if(trace_.span_links,
                       [&](const SpanLink& link) { return !is_span(link.from) || !is_span(link.to); }),
         "span links whose spans are lost");
    ForkJoin& fork_join = trace_.fork_join;
    const std::size_t locks = fork_join.locks.size();
    lose(std::erase_if(fork_join.waits,
                       [&](const TaskWait& wait) {
                         return !is_span(wait.span) ||
                                (wait.kind == TaskWait::Kind::lock && wait.object >= locks);
                       }),
         "waits whose spans or locks are lost");
    lose(std::erase_if(fork_join.joined, [&](const JoinedTask& joined) { return !is_task(joined.task); }),
         "joins whose tasks are lost");
    lose(std::erase_if(fork_join.holds,
                       [&](const LockHold& hold) { return !is_task(hold.task) || hold.lock >= locks; }),
         "lock holds whose tasks or locks are lost");
    worksharing();
    const auto is_of_lost_worker = [&](const auto& row) {
      return is_lost(row.worker, trace_.workers.size());
    };
    lose(std::erase_if(trace_.processor_time.uses, is_of_lost_worker),
         "processor uses whose workers are lost");
    lose(std::erase_if(trace_.processor_time.bindings, is_of_lost_worker), "bindings whose workers are lost");
  }

  void worksharing() {
    Worksharing& worksharing = trace_.worksharing;
    const std::size_t executions = first_dangling(
        worksharing.executions,
        [&](const WorkExecution& execution) { return execution.construct >= worksharing.constructs.size(); });
    end_table(executions, "executions of constructs that are lost", worksharing.executions);
    const auto is_dangling = [&](const auto& row) {
      return is_lost(row.task, trace_.tasks.size()) || row.execution >= executions;
    };
    lose(std::erase_if(worksharing.shares, is_dangling), "shares of executions or tasks that are lost");
    lose(std::erase_if(worksharing.chunks, is_dangling), "chunks of executions or tasks that are lost");
  }

  void messages() {
    const auto is_node = [&](NodeId node) { return !is_lost(node, trace_.nodes.size()); };
    lose(std::erase_if(trace_.messages, [&](const Message& m) { return !is_node(m.from) || !is_node(m.to); }),
         "messages whose nodes are lost");
    std::uint64_t without_handle = 0;
    for (Message& message : trace_.messages) {
      if (message.handle.is_none() || !is_lost(message.handle, trace_.handles.size())) continue;
      message.handle = HandleId();
      ++without_handle;
    }
    lose(without_handle, "handles of messages that were kept");
  }

  void attributes() {
    std::uint64_t lost = 0;
    for (Attribute& attribute : trace_.attributes) {
      std::size_t kept = attribute.tasks.size();
      while (kept > 0 && is_lost(attribute.tasks[kept - 1], trace_.tasks.size())) --kept;
      lost += attribute.tasks.size() - kept;
      cut(attribute.tasks, kept);
      std::visit([kept](auto& values) { cut(values, kept); }, attribute.values);
    }
    lose(lost, "attribute values whose tasks are lost");
  }

  void counters() {
    const std::size_t kept = first_dangling(
        trace_.counters, [&](const Counter& counter) { return is_lost(counter.node, trace_.nodes.size()); });
    end_table(kept, "counters whose nodes are lost", trace_.counters);
  }

  DecodedTrace& decoded_;
  Trace& trace_;
  std::vector<std::string> losses_;
};

}  // namespace

Result<Trace> recover_bytes(const Source& source) {
  Result<Trace> whole = read_bytes(source, Sections::all());
  if (whole) return whole;
  if (auto flaw = check_file_header(source)) return *std::move(flaw);

  const ScannedDirectory scanned = scan_directory(source);
  if (scanned.directory.rows(Section::metadata) != 1)
    return errors::no_metadata(source.name, sizeof(FileHeader));
  Result<DecodedTrace> decoded = decode(source, scanned.directory, Sections::all());
  if (!decoded) return decoded.error();
  std::uint64_t of_lost_tasks = 0;
  if (auto flaw = assemble(*decoded, std::move(decoded->recording), Sections::all(), source.name,
                           Missing::is_dropped, of_lost_tasks))
    return *std::move(flaw);
  Trimmer trimmer(*decoded);
  trimmer.run();
  if (auto flaw = index_accesses(*decoded, source.name)) return *std::move(flaw);
  if (Result<Done> valid = validate(decoded->trace, source.name); !valid) return valid.error();

  std::vector<std::string>& notes = decoded->trace.metadata.notes;
  decoded->trace.metadata.incomplete = true;
  notes.push_back("recovered from an incomplete file: " + whole.error().message());
  const auto lose = [&](std::uint64_t count, const char* what) {
    if (count > 0) notes.push_back("lost: " + std::string(what) + " (" + std::to_string(count) + ")");
  };
  lose(scanned.damaged_chunks, "damaged chunks");
  lose(scanned.orphaned_chunks, "chunks that depend on lost ones");
  lose(scanned.unreadable_bytes, "unreadable bytes");
  lose(of_lost_tasks, "accesses and attribute values whose tasks are lost");
  for (const std::string& loss : trimmer.losses()) notes.push_back("lost: " + loss);
  return std::move(decoded->trace);
}

}  // namespace gusset::traces::gus
