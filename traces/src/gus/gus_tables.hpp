#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "gus_chunk.hpp"
#include "gus_chunk_reader.hpp"

/// Describes the columns of each table, for both Chunk and ChunkReader. Rows are the rows of one chunk.
namespace gusset::traces::gus {

inline constexpr std::uint64_t max_u32 = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::int64_t max_ticks = std::int64_t{1} << 61;  // the sum or difference of two fits

/// The numeric value of an enumeration's last enumerator.
template <class Enumerated>
constexpr std::uint64_t most(Enumerated last) {
  return static_cast<std::uint64_t>(last);
}

inline std::uint64_t mode_flags(const AccessMode& mode) {
  return (mode.commutes ? 1u : 0u) + (mode.exclusive ? 2u : 0u) + (mode.modifies ? 4u : 0u);
}
inline void set_mode_flags(AccessMode& mode, std::uint64_t flags) {
  mode.commutes = (flags & 1) != 0;
  mode.exclusive = (flags & 2) != 0;
  mode.modifies = (flags & 4) != 0;
}

template <class C, class Messages>
void recorded_message_columns(C& c, Messages* messages) {
  c.stretch(member(messages, &RecordedMessage::begin), member(messages, &RecordedMessage::end), max_ticks,
            static_cast<std::uint64_t>(max_ticks));
  c.count(Column::kind, most(RecordedMessage::End::arrival), member(messages, &RecordedMessage::what));
  c.id(Column::handle, member(messages, &RecordedMessage::handle));
  c.count(Column::version, max_u32, member(messages, &RecordedMessage::version));
  c.id(Column::from_node, member(messages, &RecordedMessage::from));
  c.id(Column::to_node, member(messages, &RecordedMessage::to));
  c.count(Column::payload_bytes, max_u64, member(messages, &RecordedMessage::payload_bytes));
  c.count(Column::wire_bytes, max_u64, member(messages, &RecordedMessage::wire_bytes));
  optional_count_column(c, Column::listeners, member(messages, &RecordedMessage::listeners));
}

template <class C, class Comparisons>
void clock_comparison_columns(C& c, Comparisons* comparisons) {
  c.time(Column::sent, member(comparisons, &ClockComparison::sent_ns));
  c.time(Column::answered, member(comparisons, &ClockComparison::answered_ns));
  c.time(Column::received, member(comparisons, &ClockComparison::received_ns));
}

/// What a part of a run says about its handles in addition to the columns that all handles have.
template <class C, class Identities>
void handle_identity_columns(C& c, Identities& identities) {
  c.task_number(Column::identity, cells(c, identities.identity));
  c.count(Column::scope, most(HandleScope::one_node), cells(c, identities.scope));
}

inline void set_value_kind(Attribute& attribute, std::uint64_t kind) {
  if (kind == 1) attribute.values = std::vector<double>();
  if (kind == 2) attribute.values = std::vector<std::string>();
}

template <class C, class Handles>
void handle_columns(C& c, Handles& handles) {
  c.texts(Column::name, handles.name);
  c.number(Column::size_bytes, cells(c, handles.size_bytes));
  c.id(Column::owner, cells(c, handles.owner));
}

/// All columns except the one that identifies the task.
template <class C, class Accesses>
void access_columns(C& c, Accesses* accesses) {
  c.id(Column::handle, member(accesses, &Access::handle));
  c.id(Column::mode, member(accesses, &Access::mode));
  c.count(Column::version, max_u32, member(accesses, &Access::version));
}

template <class C, class Attributes>
void attribute_columns(C& c, Attributes* attributes) {
  c.text(Column::name, member(attributes, &Attribute::name));
  c.code(
      Column::kind, 2, [=](Row row) { return std::uint64_t{attributes[row].values.index()}; },
      [=](Row row, auto kind) { set_value_kind(attributes[row], kind); });
}

/// The values of an attribute, without the column that identifies the task.
template <class C, class Values>
void value_column(C& c, Values& values) {
  if (auto* integers = std::get_if<0>(&values)) c.number(Column::integer, cells(c, *integers));
  if (auto* reals = std::get_if<1>(&values)) c.real(Column::real, cells(c, *reals));
  if (auto* texts = std::get_if<2>(&values)) c.texts(Column::text, *texts);
}

template <class C, class Counters>
void counter_columns(C& c, Counters* counters) {
  c.text(Column::name, member(counters, &Counter::name));
  c.text(Column::unit, member(counters, &Counter::unit));
  c.id(Column::node, member(counters, &Counter::node));
}

template <class C, class Times, class Values>
void sample_columns(C& c, Times& times, Values& values) {
  c.number(Column::time, cells(c, times));
  c.real(Column::real, cells(c, values));
}

/// Delays of processor uses or samples. The column is left out if all are unknown.
template <class Cell>
void delay_column(Chunk& chunk, Cell cell) {
  for (Row row = 0; row < chunk.rows(); ++row) {
    if (cell(row) != unknown_time) return chunk.length(Column::delay, cell);
  }
}
template <class Cell>
void delay_column(ChunkReader& in, Cell cell) {
  if (in.has(Column::delay)) return in.length(Column::delay, cell);
  for (Row row = 0; row < in.rows(); ++row) cell(row) = unknown_time;
}

/// Numbers up to 2^32 - 1. The column is left out if all are 0.
template <class Cell>
void optional_count_column(Chunk& chunk, Column column, Cell cell) {
  for (Row row = 0; row < chunk.rows(); ++row) {
    if (cell(row) != 0) return chunk.count(column, max_u32, cell);
  }
}
template <class Cell>
void optional_count_column(ChunkReader& in, Column column, Cell cell) {
  if (in.has(column)) return in.count(column, max_u32, cell);
  for (Row row = 0; row < in.rows(); ++row) cell(row) = 0;
}

template <class C, class Bindings>
void binding_columns(C& c, Bindings* bindings) {
  c.id(Column::worker, member(bindings, &Binding::worker));
  c.count(Column::processors, max_u32, member(bindings, &Binding::processors));
  c.text(Column::name, member(bindings, &Binding::affinity));
  c.real(Column::real, member(bindings, &Binding::quota));
}

template <class C, class Marks>
void mark_columns(C& c, Marks* marks) {
  c.number(Column::time, member(marks, &Mark::time_ns));
  c.text(Column::text, member(marks, &Mark::note));
}

template <class C, class Spans>
void span_columns(C& c, Spans& spans) {
  c.stretch(cells(c, spans.begin_ns), cells(c, spans.end_ns), max_time_ns,
            2 * static_cast<std::uint64_t>(max_time_ns));
  c.id(Column::task, cells(c, spans.task));
  c.count(Column::kind, most(SpanKind::other), cells(c, spans.kind));
}

/// One table of a trace. `access_tasks` are the tasks of its accesses. On reading, lanes, attributes and
/// counters already have all their rows.
template <class C, class SomeTrace, class Tasks>
void table_columns(C& c, Section section, std::uint32_t group, SomeTrace& trace, Tasks& access_tasks) {
  switch (section) {
    case Section::types:
      c.texts(Column::name, trace.types);
      break;
    case Section::nodes: {
      auto* const nodes = c.rows_of(trace.nodes);
      c.text(Column::name, member(nodes, &Node::name));
      c.number(Column::clock_offset, member(nodes, &Node::clock_offset_ns));
      c.real(Column::clock_drift, member(nodes, &Node::clock_drift));
      c.number(Column::clock_residual, member(nodes, &Node::clock_residual_ns));
      break;
    }
    case Section::workers: {
      auto* const workers = c.rows_of(trace.workers);
      c.text(Column::name, member(workers, &Worker::name));
      c.id(Column::node, member(workers, &Worker::node));
      break;
    }
    case Section::lanes:
      c.id(Column::worker, member(c.known_rows_of(trace.lanes), &Lane::worker));
      break;
    case Section::access_modes: {
      auto* const modes = c.rows_of(trace.access_modes);
      c.text(Column::name, member(modes, &AccessMode::name));
      c.code(
          Column::flags, 7, [=](Row row) { return mode_flags(modes[row]); },
          [=](Row row, auto flags) { set_mode_flags(modes[row], flags); });
      break;
    }
    case Section::handles:
      handle_columns(c, trace.handles);
      break;
    case Section::tasks: {
      auto& tasks = trace.tasks;
      c.id(Column::type, cells(c, tasks.type));
      if (trace.recorded.parents) c.id(Column::parent, cells(c, tasks.parent));
      if (trace.recorded.work) c.real(Column::work, cells(c, tasks.work));
      if (trace.recorded.submit) c.time(Column::submit, cells(c, tasks.submit_ns));
      if (trace.recorded.ready) c.time(Column::ready, cells(c, tasks.ready_ns));
      break;
    }
    case Section::accesses:
      c.id(Column::task, cells(c, access_tasks));
      access_columns(c, c.rows_of(trace.accesses.items));
      break;
    case Section::spans:
      span_columns(c, trace.lanes[group].spans);
      break;
    case Section::dependencies: {
      auto* const edges = c.rows_of(trace.dependencies);
      c.id(Column::before, member(edges, &Dependency::before));
      c.id(Column::after, member(edges, &Dependency::after));
      break;
    }
    case Section::span_links: {
      auto* const links = c.rows_of(trace.span_links);
      c.count(Column::kind, most(SpanLink::Kind::join), member(links, &SpanLink::kind));
      c.id(
          Column::from_lane, [=](Row row) -> auto& { return links[row].from.lane; });
      c.count(
          Column::from_index, max_u64, [=](Row row) -> auto& { return links[row].from.index; });
      c.id(
          Column::to_lane, [=](Row row) -> auto& { return links[row].to.lane; });
      c.count(
          Column::to_index, max_u64, [=](Row row) -> auto& { return links[row].to.index; });
      break;
    }
    case Section::task_waits: {
      auto* const waits = c.rows_of(trace.fork_join.waits);
      c.count(Column::kind, most(TaskWait::Kind::lock), member(waits, &TaskWait::kind));
      c.id(
          Column::from_lane, [=](Row row) -> auto& { return waits[row].span.lane; });
      c.count(
          Column::from_index, max_u64, [=](Row row) -> auto& { return waits[row].span.index; });
      c.count(Column::object, max_u32, member(waits, &TaskWait::object));
      c.time(Column::since, member(waits, &TaskWait::since_ns));
      break;
    }
    case Section::joined_tasks: {
      auto* const joined = c.rows_of(trace.fork_join.joined);
      c.id(Column::task, member(joined, &JoinedTask::task));
      c.count(Column::object, max_u32, member(joined, &JoinedTask::region));
      break;
    }
    case Section::locks:
      c.texts(Column::name, trace.fork_join.locks);
      break;
    case Section::lock_holds: {
      auto* const holds = c.rows_of(trace.fork_join.holds);
      c.stretch(member(holds, &LockHold::begin_ns), member(holds, &LockHold::end_ns), max_time_ns,
                2 * static_cast<std::uint64_t>(max_time_ns));
      c.id(Column::task, member(holds, &LockHold::task));
      c.count(Column::object, max_u32, member(holds, &LockHold::lock));
      break;
    }
    case Section::processor_uses: {
      auto* const uses = c.rows_of(trace.processor_time.uses);
      c.stretch(member(uses, &ProcessorUse::begin_ns), member(uses, &ProcessorUse::end_ns), max_time_ns,
                2 * static_cast<std::uint64_t>(max_time_ns));
      c.id(Column::worker, member(uses, &ProcessorUse::worker));
      c.count(Column::processor_time, static_cast<std::uint64_t>(max_time_ns),
              member(uses, &ProcessorUse::processor_ns));
      c.count(Column::waits, max_u32, member(uses, &ProcessorUse::waits));
      c.count(Column::preemptions, max_u32, member(uses, &ProcessorUse::preemptions));
      delay_column(c, member(uses, &ProcessorUse::delay_ns));
      optional_count_column(c, Column::page_faults, member(uses, &ProcessorUse::page_faults));
      break;
    }
    case Section::bindings:
      binding_columns(c, c.rows_of(trace.processor_time.bindings));
      break;
    case Section::work_constructs: {
      auto* const constructs = c.rows_of(trace.worksharing.constructs);
      c.text(Column::name, member(constructs, &WorkConstruct::place));
      c.count(Column::kind, most(WorkConstruct::Kind::inferred), member(constructs, &WorkConstruct::kind));
      c.count(Column::schedule, most(WorkConstruct::Schedule::automatic),
              member(constructs, &WorkConstruct::schedule));
      c.count(Column::chunk, max_u64, member(constructs, &WorkConstruct::chunk));
      c.count(Column::flags, 1, member(constructs, &WorkConstruct::ordered));
      break;
    }
    case Section::work_executions: {
      auto* const executions = c.rows_of(trace.worksharing.executions);
      c.count(Column::object, max_u32, member(executions, &WorkExecution::construct));
      c.count(Column::region, max_u32, member(executions, &WorkExecution::region));
      c.iterations(Column::iterations, member(executions, &WorkExecution::iterations));
      c.number(Column::first, member(executions, &WorkExecution::first));
      c.number(Column::step, member(executions, &WorkExecution::step));
      break;
    }
    case Section::work_shares: {
      auto* const shares = c.rows_of(trace.worksharing.shares);
      c.stretch(member(shares, &WorkShare::begin_ns), member(shares, &WorkShare::end_ns), max_time_ns,
                2 * static_cast<std::uint64_t>(max_time_ns));
      c.count(Column::object, max_u32, member(shares, &WorkShare::execution));
      c.id(Column::task, member(shares, &WorkShare::task));
      c.iterations(Column::iterations, member(shares, &WorkShare::iterations));
      c.count(Column::chunks, max_u64, member(shares, &WorkShare::chunks));
      break;
    }
    case Section::work_chunks: {
      auto* const chunks = c.rows_of(trace.worksharing.chunks);
      c.time(Column::end, member(chunks, &WorkChunks::end_ns));
      c.count(Column::object, max_u32, member(chunks, &WorkChunks::execution));
      c.id(Column::task, member(chunks, &WorkChunks::task));
      c.count(Column::iterations, max_u64, member(chunks, &WorkChunks::iterations));
      c.count(Column::chunks, max_u64, member(chunks, &WorkChunks::chunks));
      break;
    }
    case Section::messages: {
      auto* const messages = c.rows_of(trace.messages);
      c.count(Column::kind, most(Message::Kind::other), member(messages, &Message::kind));
      c.id(Column::handle, member(messages, &Message::handle));
      c.count(Column::version, max_u32, member(messages, &Message::version));
      c.id(Column::from_node, member(messages, &Message::from));
      c.id(Column::to_node, member(messages, &Message::to));
      c.time(Column::send, member(messages, &Message::send_ns));
      c.time(Column::receive, member(messages, &Message::receive_ns));
      c.count(Column::payload_bytes, max_u64, member(messages, &Message::payload_bytes));
      c.count(Column::wire_bytes, max_u64, member(messages, &Message::wire_bytes));
      optional_count_column(c, Column::listeners, member(messages, &Message::listeners));
      break;
    }
    case Section::attributes:
      attribute_columns(c, c.known_rows_of(trace.attributes));
      break;
    case Section::attribute_values:
      c.id(Column::task, cells(c, trace.attributes[group].tasks));
      value_column(c, trace.attributes[group].values);
      break;
    case Section::counters:
      counter_columns(c, c.known_rows_of(trace.counters));
      break;
    case Section::counter_samples:
      sample_columns(c, trace.counters[group].time_ns, trace.counters[group].value);
      break;
    case Section::marks:
      mark_columns(c, c.rows_of(trace.marks));
      break;
    default:
      break;  // the directory is not part of itself, the metadata is not a table, and the other sections
              // belong to recordings
  }
}

/// Whether declared work is stored as whole numbers. It is usually a count of operations, which would need
/// eight bytes as a double.
template <class Cell>
bool has_whole_work(const ChunkReader& in, Cell) {
  return in.has(Column::whole_work);
}
template <class Cell>
bool has_whole_work(const Chunk& chunk, Cell cell) {
  constexpr double most = 9007199254740992.0;  // whole numbers up to this value are exact
  for (Row row = 0; row < chunk.rows(); ++row) {
    const double value = cell(row);
    if (!(value >= 0.0 && value <= most && value == std::floor(value) && !std::signbit(value))) return false;
  }
  return true;
}

/// The columns of a recording's runs or pauses. Returns the cells of their start times.
template <class C, class Stretches>
auto recorded_stretches(C& c, Stretches& stretches) {
  const auto begin = cells(c, stretches.begin);
  c.stretch(begin, cells(c, stretches.end), max_ticks, static_cast<std::uint64_t>(max_ticks));
  return begin;
}

template <class C, class Tasks>
void recorded_task_columns(C& c, Tasks& tasks, const Recorded& recorded) {
  constexpr auto longest = static_cast<std::uint64_t>(max_ticks);
  const auto begin = recorded_stretches(c, tasks);
  c.count(Column::kind, 1, cells(c, tasks.skipped));
  c.task_number(Column::number, cells(c, tasks.number));
  c.id(Column::type, cells(c, tasks.type));
  if (recorded.parents) c.task_number(Column::parent_number, cells(c, tasks.parent));
  if (recorded.work) {
    const auto work = cells(c, tasks.work);
    if (has_whole_work(c, work)) {
      c.count(Column::whole_work, max_u64, work);
    } else {
      c.real(Column::work, work);
    }
  }
  if (recorded.submit) c.lead(Column::submit_lead, begin, longest, cells(c, tasks.submit));
  if (recorded.ready) c.lead(Column::ready_lead, begin, longest, cells(c, tasks.ready));
}

template <class C, class Pauses>
void recorded_pause_columns(C& c, Pauses& pauses) {
  recorded_stretches(c, pauses);
  c.count(Column::kind, most(SpanKind::other), cells(c, pauses.kind));
}

template <class C, class Accesses>
void recorded_access_columns(C& c, Accesses& accesses) {
  c.task_number(Column::number, cells(c, accesses.number));
  access_columns(c, c.rows_of(accesses.access));
}

template <class C, class Samples>
void processor_sample_columns(C& c, Samples& samples) {
  c.number(Column::ticks, cells(c, samples.ticks));
  c.count(Column::kind, 1, cells(c, samples.is_first));
  c.count(Column::processor_time, static_cast<std::uint64_t>(max_time_ns), cells(c, samples.processor_ns));
  c.count(Column::waits, max_u32, cells(c, samples.waits));
  c.count(Column::preemptions, max_u32, cells(c, samples.preemptions));
  delay_column(c, cells(c, samples.delay_ns));
  optional_count_column(c, Column::page_faults, cells(c, samples.page_faults));
}

template <class C, class Numbers, class Values>
void recorded_value_columns(C& c, Numbers& numbers, Values& values) {
  c.task_number(Column::number, cells(c, numbers));
  value_column(c, values);
}

}  // namespace gusset::traces::gus
