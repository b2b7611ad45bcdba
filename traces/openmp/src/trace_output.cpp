#include "trace_output.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "gusset/base/numbers.hpp"

namespace gusset::ompt {
namespace {

using traces::LaneId;
using traces::TaskId;
using traces::Trace;
using traces::TraceAppender;
using traces::TypeId;

constexpr std::uint64_t rows_per_piece = 65536;

/// Calls `write(first, last)` for pieces of a table, until writing fails.
template <class Write>
void in_pieces(const TraceAppender& out, std::uint64_t rows, Write write) {
  for (std::uint64_t first = 0; first < rows && out.failure() == nullptr; first += rows_per_piece)
    write(first, std::min(rows, first + rows_per_piece));
}

/// Collects rows and writes them in pieces of a table.
class Piece {
 public:
  Piece(TraceAppender& out, const traces::Recorded& recorded) : out_(out) { rows.recorded = recorded; }

  /// Call it after each row that is added to `table`.
  template <class Table>
  void added(Table& table) {
    if (table.size() == rows_per_piece) flush(table);
  }
  template <class Table>
  void flush(Table& table) {
    if (out_.failure() == nullptr) out_.append(rows);
    table.clear();
  }

  Trace rows;

 private:
  TraceAppender& out_;
};

std::string type_name(Item::Kind kind, const std::string& place) {
  switch (kind) {
    case Item::Kind::initial:
      return "serial";
    case Item::Kind::implicit:
      return "parallel " + place;
    case Item::Kind::taskwait:
      return "taskwait " + place;
    default:
      return place;
  }
}

}  // namespace

TraceOutput::TraceOutput(Replay& replay, const NamePlaces& name_places)
    : replay_(replay), tables_(replay.tables()) {
  name_types(name_places);
  name_locks(name_places);
  if (const std::vector<Call> calls = replay.constructs().calls(); !calls.empty())
    constructs_ = replay.constructs().constructs(name_places(calls));
  for (const auto& lane : replay_.lanes()) {
    const TaskId task = lane->last;
    last_types_.push_back(
        task.is_none() ? "" : types_[type_of_place_[tables_.tasks.rows.get(task.value()).place].value()]);
  }
}

traces::Recorded TraceOutput::recorded() const {
  traces::Recorded recorded;
  recorded.parents = recorded.submit = recorded.ready = tables_.has_times();
  recorded.fork_join = recorded.worksharing = tables_.has_times();
  recorded.accesses = tables_.depth == Depth::accesses;
  recorded.processor_time = true;
  return recorded;
}

void TraceOutput::name_types(const NamePlaces& name_places) {
  const std::vector<TaskPlace>& places = tables_.tasks.places();
  std::map<std::uint64_t, std::string> names;  // by address
  for (const TaskPlace& place : places) {
    if (place.tasks > 0 && place.kind != Item::Kind::initial) names[place.address];
  }
  std::vector<Call> calls;
  for (const auto& [address, name] : names) calls.push_back({address, tables_.tasks.body_of(address)});
  std::vector<std::string> texts = name_places(calls);
  for (auto text = texts.begin(); auto& [address, name] : names) name = std::move(*text++);
  std::map<std::string, TypeId> types;
  for (const TaskPlace& place : places) {
    if (place.tasks == 0) {
      type_of_place_.emplace_back();
      continue;
    }
    const auto [type, is_new] =
        types.try_emplace(type_name(place.kind, names[place.address]), TypeId(types_.size()));
    if (is_new) types_.push_back(type->first);
    type_of_place_.push_back(type->second);
  }
}

void TraceOutput::name_locks(const NamePlaces& name_places) {
  std::vector<Call> calls;
  for (std::uint64_t number = 0; number < tables_.locks.locks(); ++number) {
    const LockRow lock = tables_.locks.lock(number);
    if (lock.has_call && lock_calls_.try_emplace(lock.call).second) calls.push_back({lock.call, 0});
  }
  if (calls.empty()) return;
  std::vector<std::string> names = name_places(calls);
  for (std::size_t i = 0; i < calls.size(); ++i) lock_calls_[calls[i].return_address] = std::move(names[i]);
}

/// "; the last tasks: lu.c:41 #7 on thread 0, lu.c:47 #9 on thread 1"
std::string TraceOutput::last_tasks_text() const {
  std::string text;
  for (std::size_t thread = 0; thread < last_types_.size(); ++thread) {
    const TaskId task = replay_.lanes()[thread]->last;
    if (task.is_none()) continue;
    text += (text.empty() ? "; the last tasks: " : ", ") + last_types_[thread] + " #" +
            std::to_string(task.value()) + " on thread " + std::to_string(thread);
  }
  return text;
}

traces::Metadata TraceOutput::metadata(const std::string& ended_by) const {
  const RecordingFacts& facts = replay_.facts();
  traces::Metadata metadata;
  metadata.origin = traces::Origin::measured;
  metadata.runtime = traces::openmp_runtime;
  if (facts.recording_ns > 0) metadata.recording_ns = facts.recording_ns;
  if (facts.start_up_ns > 0) metadata.start_up_ns = facts.start_up_ns;
  std::vector<std::string>& notes = metadata.notes;
  if (facts.is_incomplete) {
    metadata.incomplete = true;
    const std::string all =
        facts.ran_until_ns == 0 ? std::string() : " of " + duration_text_ns(facts.ran_until_ns);
    notes.push_back("recording stopped after " + duration_text_ns(facts.end_ns) + all +
                    ", because there was no space for more events: the rest of the run is unknown");
  } else if (facts.is_cut && !ended_by.empty()) {
    metadata.incomplete = true;
    notes.push_back("the program was ended by " + ended_by + last_tasks_text());
  } else if (facts.is_cut) {
    metadata.incomplete = true;
    notes.push_back(
        "the process ended before its OpenMP runtime shut down, by a signal, by exec, or by an exit that "
        "skips "
        "the runtime: the trace ends with the last event");
  }
  const auto note = [&notes](std::uint64_t count, const std::string& noun, const char* text) {
    if (count > 0) notes.push_back(count_text(count, noun) + text);
  };
  note(tables_.losses.unknown_tasks, "event", " of tasks whose creation was not reported");
  note(tables_.losses.missing_ends, "task end", " not reported: set to when the enclosing task continued");
  return metadata;
}

Result<Done> TraceOutput::write(const std::filesystem::path& path, const traces::Metadata& metadata) {
  Result<TraceAppender> created = TraceAppender::create(path, metadata, recorded());
  if (!created) return created.error();
  TraceAppender& out = *created;
  write_head(out);
  write_handles(out);
  write_tasks(out);
  write_spans(out);
  write_accesses(out);
  write_joined(out);
  write_locks(out);
  write_processor_time(out);
  write_work(out);
  return out.finish();
}

void TraceOutput::write_head(TraceAppender& out) {
  Trace head;
  head.recorded = recorded();
  head.types = types_;
  head.nodes.push_back({.name = "node 0"});
  for (std::size_t thread = 0; thread < replay_.lanes().size(); ++thread) {
    head.workers.push_back({traces::NodeId(0), "thread " + std::to_string(thread)});
    head.lanes.push_back({traces::WorkerId(thread), {}});
  }
  if (head.recorded.accesses) head.access_modes = AccessTable::modes();
  out.append(head);
}

void TraceOutput::write_handles(TraceAppender& out) {
  in_pieces(out, tables_.accesses.handles(), [&](std::uint64_t first, std::uint64_t last) {
    Trace piece;
    piece.recorded = recorded();
    piece.handles.name.resize(last - first);
    piece.handles.size_bytes.resize(last - first, 0);
    piece.handles.owner.resize(last - first, traces::NodeId(0));
    out.append(piece);
  });
}

void TraceOutput::write_tasks(TraceAppender& out) {
  ScratchArray<AccessRow>& accesses = tables_.accesses.rows;
  std::uint64_t access = 0;  // index of `next`, which belongs to this task or a later one
  AccessRow next = accesses.size() == 0 ? AccessRow{.task = Item::none} : accesses.get(0);
  const auto skip = [&](std::uint32_t task) {
    while (next.task == task)
      next = ++access == accesses.size() ? AccessRow{.task = Item::none} : accesses.get(access);
  };
  in_pieces(out, tables_.tasks.rows.size(), [&](std::uint64_t first, std::uint64_t last) {
    Trace piece;
    piece.recorded = recorded();
    traces::TaskColumns& tasks = piece.tasks;
    for (std::uint64_t id = first; id < last; ++id) {
      const TaskRow row = tables_.tasks.rows.get(id);
      tasks.type.push_back(type_of_place_[row.place]);
      if (!tables_.has_times()) continue;
      tasks.parent.push_back(row.parent == Item::none ? TaskId() : TaskId(row.parent));
      tasks.submit_ns.push_back(row.submit_ns);
      if (next.task != id) {
        tasks.ready_ns.push_back(row.submit_ns);
        continue;
      }
      // A task that never started may have been ready, too.
      tasks.ready_ns.push_back(next.ready_ns != traces::unknown_time
                                   ? next.ready_ns
                                   : tables_.accesses.ready_ns(access, row.submit_ns));
      skip(next.task);
    }
    out.append(piece);
  });
}

/// Also writes what the wait spans waited for.
void TraceOutput::write_spans(TraceAppender& out) {
  Piece piece(out, recorded());
  auto& waits = piece.rows.fork_join.waits;
  for (std::size_t thread = 0; thread < replay_.lanes().size(); ++thread) {
    LaneReplay& lane = *replay_.lanes()[thread];
    std::uint64_t known_waits = 0;
    in_pieces(out, lane.spans.size(), [&](std::uint64_t first, std::uint64_t last) {
      traces::SpanColumns columns;
      for (std::uint64_t i = first; i < last; ++i) {
        const SpanList::Span span = lane.spans.get(i);
        const bool is_run = span.kind == SpanList::Kind::run;
        columns.push_back(span.begin_ns, span.end_ns, span.task,
                          is_run ? traces::SpanKind::run : traces::SpanKind::wait);
        if (is_run || span.kind == SpanList::Kind::wait) continue;
        const WaitRow wait =
            span.kind == SpanList::Kind::taskwait ? WaitRow{} : lane.waits.get(known_waits++);
        waits.push_back({{LaneId(thread), i}, wait.kind, wait.object, wait.since_ns});
        piece.added(waits);
      }
      out.append_spans(LaneId(thread), columns);
    });
  }
  piece.flush(waits);
}

void TraceOutput::write_accesses(TraceAppender& out) {
  ScratchArray<AccessRow>& accesses = tables_.accesses.rows;
  in_pieces(out, accesses.size(), [&](std::uint64_t first, std::uint64_t last) {
    Trace piece;
    piece.recorded = recorded();
    std::vector<TaskId> tasks;
    for (std::uint64_t i = first; i < last; ++i) {
      const AccessRow row = accesses.get(i);
      tasks.emplace_back(row.task);
      piece.accesses.items.push_back(
          {traces::HandleId(row.handle), traces::AccessModeId(row.mode), row.version});
    }
    out.append(piece, tasks);
  });
}

void TraceOutput::write_joined(TraceAppender& out) {
  Piece piece(out, recorded());
  auto& joined = piece.rows.fork_join.joined;
  for (std::uint64_t i = 0; i < tables_.tasks.joined.size(); ++i) {
    const traces::JoinedTask row = tables_.tasks.joined.get(i);
    if (!tables_.has_times() || row.region == TaskTable::not_joined) continue;
    joined.push_back(row);
    piece.added(joined);
  }
  piece.flush(joined);
}

void TraceOutput::write_locks(TraceAppender& out) {
  Piece piece(out, recorded());
  auto& locks = piece.rows.fork_join.locks;
  constexpr std::array kinds{"lock ", "critical ", "atomic ", "ordered "};
  for (std::uint64_t number = 0; number < tables_.locks.locks(); ++number) {
    const LockRow lock = tables_.locks.lock(number);
    const std::string kind = kinds.at(static_cast<std::size_t>(lock.kind));
    locks.push_back(lock.has_call ? kind + lock_calls_.at(lock.call) : "");
    piece.added(locks);
  }
  piece.flush(locks);
  auto& holds = piece.rows.fork_join.holds;
  tables_.locks.visit_holds([&](const traces::LockHold& hold) {
    holds.push_back(hold);
    piece.added(holds);
  });
  piece.flush(holds);
}

void TraceOutput::write_processor_time(TraceAppender& out) {
  Piece piece(out, recorded());
  auto& uses = piece.rows.processor_time.uses;
  for (const auto& lane : replay_.lanes()) {
    for (std::uint64_t i = 0; i < lane->uses.size(); ++i) {
      uses.push_back(lane->uses.get(i));
      piece.added(uses);
    }
  }
  piece.flush(uses);
  for (std::size_t thread = 0; thread < replay_.lanes().size(); ++thread) {
    const LaneReplay& lane = *replay_.lanes()[thread];
    if (lane.processors > 0)
      piece.rows.processor_time.bindings.push_back(
          {traces::WorkerId(thread), lane.processors, mask_text(lane.affinity), replay_.facts().quota});
  }
  piece.flush(piece.rows.processor_time.bindings);
}

void TraceOutput::write_work(TraceAppender& out) {
  Piece piece(out, recorded());
  traces::Worksharing& rows = piece.rows.worksharing;
  rows.constructs = constructs_;
  piece.flush(rows.constructs);
  const auto write = [&piece](auto& from, auto& to) {
    for (std::uint64_t i = 0; i < from.size(); ++i) {
      to.push_back(from.get(i));
      piece.added(to);
    }
    piece.flush(to);
  };
  write(replay_.work().executions, rows.executions);
  write(replay_.work().shares, rows.shares);
  write(replay_.work().chunks, rows.chunks);
}

}  // namespace gusset::ompt
