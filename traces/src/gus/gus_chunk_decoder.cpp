#include "gus_chunk_decoder.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "gus_chunk_reader.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/columns.hpp"

namespace gusset::traces::gus {
namespace {

using Flaw = std::optional<Error>;
using Row = std::uint32_t;

constexpr std::uint64_t max_u32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t min_i64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max_i64 = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t max_ticks = std::int64_t{1} << 61;  // so that those of a second fit, and twice as many

constexpr std::uint64_t mode_commutes = 1;
constexpr std::uint64_t mode_exclusive = 2;
constexpr std::uint64_t mode_modifies = 4;

/// Which alternative of Attribute::values an attribute has; stored as the column `kind`.
template <class T>
constexpr auto make_values = [](Attribute& attribute) { attribute.values = std::vector<T>(); };

/// The tables that chunks are rows of. Too many to fit a short file: each is a few lines, and all alike.
class Tables {
 public:
  Tables(const Source& source, DecodedTrace& out) : source_(source), out_(out), trace_(out.trace) {}

  Flaw chunk(const DirectoryEntry& entry) {
    ChunkReader in(source_, entry);
    switch (Section{entry.info.section}) {
      case Section::types:
        in.texts(Column::name, trace_.types);
        break;
      case Section::nodes:
        nodes(in);
        break;
      case Section::workers:
        workers(in);
        break;
      case Section::lanes:
        lanes(in);
        break;
      case Section::access_modes:
        access_modes(in);
        break;
      case Section::handles:
        handles(in);
        break;
      case Section::tasks:
        tasks(in);
        break;
      case Section::accesses:
        accesses(in);
        break;
      case Section::spans:
        spans(in);
        break;
      case Section::dependencies:
        dependencies(in);
        break;
      case Section::span_links:
        span_links(in);
        break;
      case Section::messages:
        messages(in);
        break;
      case Section::attributes:
        attributes(in);
        break;
      case Section::attribute_values:
        attribute_values(in);
        break;
      case Section::counters:
        counters(in);
        break;
      case Section::counter_samples:
        counter_samples(in);
        break;
      case Section::clock:
        clock(in);
        break;
      case Section::recorded_tasks:
        recorded_tasks(in);
        break;
      case Section::recorded_pauses:
        recorded_pauses(in);
        break;
      case Section::recorded_accesses:
        recorded_accesses(in);
        break;
      case Section::recorded_values:
        recorded_values(in);
        break;
      case Section::notes:
        in.texts(Column::text, out_.recording.notes);
        break;
      default:
        break;  // The directory is no chunk of itself, and the metadata has been read.
    }
    return in.finish();
  }

 private:
  /// Makes room for a chunk's rows at the end of a table; returns the first of them.
  template <class T>
  static T* extend(std::vector<T>& column, const ChunkReader& in) {
    column.resize(column.size() + in.rows());
    return column.data() + (column.size() - in.rows());
  }

  template <class Id>
  static void id_column(ChunkReader& in, Column column, std::vector<Id>& to) {
    in.ids<Id>(column, [out = extend(to, in)](Row row, Id id) { out[row] = id; });
  }

  template <class Number>
  static void number_column(ChunkReader& in, Column column, std::vector<Number>& to) {
    using Limits = std::numeric_limits<Number>;
    in.numbers<Number>(column, Limits::min(), Limits::max(), {},
                       [out = extend(to, in)](Row row, Number number) { out[row] = number; });
  }

  static void real_column(ChunkReader& in, Column column, std::vector<double>& to) {
    in.reals(column, [out = extend(to, in)](Row row, double value) { out[row] = value; });
  }

  /// Times of which some may be unknown.
  template <class Out>
  static void times(ChunkReader& in, Column column, Out out) {
    in.numbers<std::int64_t>(column, -max_time_ns, max_time_ns, unknown_time, out);
  }
  static void time_column(ChunkReader& in, Column column, std::vector<std::int64_t>& to) {
    times(in, column, [out = extend(to, in)](Row row, std::int64_t time_ns) { out[row] = time_ns; });
  }

  /// Numbers from 0 to `high`; `out(row, number)`.
  template <class Out>
  static void counts(ChunkReader& in, Column column, std::uint64_t high, Out out) {
    in.numbers<std::uint64_t>(column, 0, high, {}, out);
  }

  void nodes(ChunkReader& in) {
    std::vector<std::string> names;
    in.texts(Column::name, names);
    names.resize(in.rows());
    Node* out = extend(trace_.nodes, in);
    for (Row row = 0; row < in.rows(); ++row) out[row].name = std::move(names[row]);
    in.numbers<std::int64_t>(Column::clock_offset, min_i64, max_i64, {},
                             [&](Row row, std::int64_t v) { out[row].clock_offset_ns = v; });
    in.reals(Column::clock_drift, [&](Row row, double v) { out[row].clock_drift = v; });
    in.numbers<std::int64_t>(Column::clock_residual, min_i64, max_i64, {},
                             [&](Row row, std::int64_t v) { out[row].clock_residual_ns = v; });
  }

  void workers(ChunkReader& in) {
    std::vector<std::string> names;
    in.texts(Column::name, names);
    names.resize(in.rows());
    Worker* out = extend(trace_.workers, in);
    for (Row row = 0; row < in.rows(); ++row) out[row].name = std::move(names[row]);
    in.ids<NodeId>(Column::node, [&](Row row, NodeId id) { out[row].node = id; });
  }

  void lanes(ChunkReader& in) {
    Lane* out = trace_.lanes.data() + in.first_row();
    in.ids<WorkerId>(Column::worker, [&](Row row, WorkerId id) { out[row].worker = id; });
  }

  void access_modes(ChunkReader& in) {
    std::vector<std::string> names;
    in.texts(Column::name, names);
    names.resize(in.rows());
    AccessMode* out = extend(trace_.access_modes, in);
    for (Row row = 0; row < in.rows(); ++row) out[row].name = std::move(names[row]);
    counts(in, Column::flags, mode_commutes | mode_exclusive | mode_modifies,
           [&](Row row, std::uint64_t flags) {
             out[row].commutes = (flags & mode_commutes) != 0;
             out[row].exclusive = (flags & mode_exclusive) != 0;
             out[row].modifies = (flags & mode_modifies) != 0;
           });
  }

  void handles(ChunkReader& in) {
    in.texts(Column::name, trace_.handles.name);
    number_column(in, Column::size_bytes, trace_.handles.size_bytes);
    id_column(in, Column::owner, trace_.handles.owner);
  }

  void tasks(ChunkReader& in) {
    TaskColumns& tasks = trace_.tasks;
    const Recorded& recorded = trace_.recorded;
    id_column(in, Column::type, tasks.type);
    if (recorded.parents) id_column(in, Column::parent, tasks.parent);
    if (recorded.work) real_column(in, Column::work, tasks.work);
    if (recorded.submit) time_column(in, Column::submit, tasks.submit_ns);
    if (recorded.ready) time_column(in, Column::ready, tasks.ready_ns);
  }

  void accesses(ChunkReader& in) {
    id_column(in, Column::task, out_.access_tasks);
    Access* out = extend(trace_.accesses.items, in);
    in.ids<HandleId>(Column::handle, [&](Row row, HandleId id) { out[row].handle = id; });
    in.ids<AccessModeId>(Column::mode, [&](Row row, AccessModeId id) { out[row].mode = id; });
    counts(in, Column::version, max_u32,
           [&](Row row, std::uint64_t v) { out[row].version = static_cast<std::uint32_t>(v); });
  }

  void spans(ChunkReader& in) {
    SpanColumns& spans = trace_.lanes[in.group()].spans;
    if (in.first_row() == 0) {
      const std::uint64_t all = out_.sizes.lane_spans[in.group()];
      columns::reserve_all(spans.begin_ns, all);
      columns::reserve_all(spans.end_ns, all);
      columns::reserve_all(spans.task, all);
      columns::reserve_all(spans.kind, all);
    }
    std::int64_t* const begin = extend(spans.begin_ns, in);
    std::int64_t* const end = extend(spans.end_ns, in);
    in.numbers<std::int64_t>(Column::begin, -max_time_ns, max_time_ns, {},
                             [=](Row row, std::int64_t time_ns) { begin[row] = time_ns; });
    // Unsigned until both columns have been found in range.
    in.numbers<std::uint64_t>(
        Column::duration, 0, 2 * static_cast<std::uint64_t>(max_time_ns), {},
        [=](Row row, std::uint64_t duration_ns) {
          end[row] = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin[row]) + duration_ns);
        });
    id_column(in, Column::task, spans.task);
    SpanKind* const kind = extend(spans.kind, in);
    counts(in, Column::kind, static_cast<std::uint64_t>(SpanKind::other),
           [=](Row row, std::uint64_t v) { kind[row] = static_cast<SpanKind>(v); });
  }

  void dependencies(ChunkReader& in) {
    Dependency* out = extend(trace_.dependencies, in);
    in.ids<TaskId>(Column::before, [&](Row row, TaskId id) { out[row].before = id; });
    in.ids<TaskId>(Column::after, [&](Row row, TaskId id) { out[row].after = id; });
  }

  void span_links(ChunkReader& in) {
    SpanLink* out = extend(trace_.span_links, in);
    counts(in, Column::kind, static_cast<std::uint64_t>(SpanLink::Kind::join),
           [&](Row row, std::uint64_t v) { out[row].kind = static_cast<SpanLink::Kind>(v); });
    in.ids<LaneId>(Column::from_lane, [&](Row row, LaneId id) { out[row].from.lane = id; });
    counts(in, Column::from_index, max_u64, [&](Row row, std::uint64_t v) { out[row].from.index = v; });
    in.ids<LaneId>(Column::to_lane, [&](Row row, LaneId id) { out[row].to.lane = id; });
    counts(in, Column::to_index, max_u64, [&](Row row, std::uint64_t v) { out[row].to.index = v; });
  }

  void messages(ChunkReader& in) {
    Message* out = extend(trace_.messages, in);
    counts(in, Column::kind, static_cast<std::uint64_t>(Message::Kind::other),
           [&](Row row, std::uint64_t v) { out[row].kind = static_cast<Message::Kind>(v); });
    in.ids<HandleId>(Column::handle, [&](Row row, HandleId id) { out[row].handle = id; });
    counts(in, Column::version, max_u32,
           [&](Row row, std::uint64_t v) { out[row].version = static_cast<std::uint32_t>(v); });
    in.ids<NodeId>(Column::from_node, [&](Row row, NodeId id) { out[row].from = id; });
    in.ids<NodeId>(Column::to_node, [&](Row row, NodeId id) { out[row].to = id; });
    times(in, Column::send, [&](Row row, std::int64_t v) { out[row].send_ns = v; });
    times(in, Column::receive, [&](Row row, std::int64_t v) { out[row].receive_ns = v; });
    counts(in, Column::payload_bytes, max_u64, [&](Row row, std::uint64_t v) { out[row].payload_bytes = v; });
    counts(in, Column::wire_bytes, max_u64, [&](Row row, std::uint64_t v) { out[row].wire_bytes = v; });
  }

  void attributes(ChunkReader& in) {
    std::vector<std::string> names;
    in.texts(Column::name, names);
    names.resize(in.rows());
    Attribute* out = trace_.attributes.data() + in.first_row();
    for (Row row = 0; row < in.rows(); ++row) out[row].name = std::move(names[row]);
    counts(in, Column::kind, 2, [&](Row row, std::uint64_t kind) {
      if (kind == 0) make_values<std::int64_t>(out[row]);
      if (kind == 1) make_values<double>(out[row]);
      if (kind == 2) make_values<std::string>(out[row]);
    });
  }

  void attribute_values(ChunkReader& in) {
    Attribute& attribute = trace_.attributes[in.group()];
    id_column(in, Column::task, attribute.tasks);
    values(in, attribute);
  }
  static void values(ChunkReader& in, Attribute& attribute) {
    if (auto* integers = std::get_if<0>(&attribute.values)) number_column(in, Column::integer, *integers);
    if (auto* reals = std::get_if<1>(&attribute.values)) real_column(in, Column::real, *reals);
    if (auto* texts = std::get_if<2>(&attribute.values)) in.texts(Column::text, *texts);
  }

  void counters(ChunkReader& in) {
    std::vector<std::string> names;
    std::vector<std::string> units;
    in.texts(Column::name, names);
    in.texts(Column::unit, units);
    names.resize(in.rows());
    units.resize(in.rows());
    Counter* out = trace_.counters.data() + in.first_row();
    for (Row row = 0; row < in.rows(); ++row) {
      out[row].name = std::move(names[row]);
      out[row].unit = std::move(units[row]);
    }
    in.ids<NodeId>(Column::node, [&](Row row, NodeId id) { out[row].node = id; });
  }

  void counter_samples(ChunkReader& in) {
    Counter& counter = trace_.counters[in.group()];
    number_column(in, Column::time, counter.time_ns);
    real_column(in, Column::real, counter.value);
  }

  void clock(ChunkReader& in) {
    Recording::ClockSample* out = extend(out_.recording.clock, in);
    in.numbers<std::int64_t>(Column::ticks, min_i64, max_i64, {},
                             [&](Row row, std::int64_t v) { out[row].ticks = v; });
    times(in, Column::time, [&](Row row, std::int64_t v) { out[row].ns = v; });
  }

  static void stretch_column(ChunkReader& in, std::vector<std::int64_t>& begins,
                             std::vector<std::int64_t>& ends) {
    std::int64_t* const begin = extend(begins, in);
    std::int64_t* const end = extend(ends, in);
    in.numbers<std::int64_t>(Column::begin, -max_ticks, max_ticks, {},
                             [=](Row row, std::int64_t ticks) { begin[row] = ticks; });
    counts(in, Column::duration, static_cast<std::uint64_t>(max_ticks), [=](Row row, std::uint64_t ticks) {
      end[row] = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin[row]) + ticks);
    });
  }

  /// Times before a begin.
  static void lead_column(ChunkReader& in, Column column, const std::int64_t* begin,
                          std::vector<std::int64_t>& to) {
    std::int64_t* const out = extend(to, in);
    counts(in, column, static_cast<std::uint64_t>(max_ticks), [=](Row row, std::uint64_t ticks) {
      out[row] = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin[row]) - ticks);
    });
  }

  static void task_number_column(ChunkReader& in, Column column, std::vector<std::uint64_t>& to) {
    in.numbers<std::uint64_t>(column, 0, no_number - 1, no_number,
                              [out = extend(to, in)](Row row, std::uint64_t v) { out[row] = v; });
  }

  void recorded_tasks(ChunkReader& in) {
    RecordedTasks& tasks = out_.recording.lanes[in.group()].tasks;
    stretch_column(in, tasks.begin, tasks.end);
    const std::int64_t* const begin = tasks.begin.data() + (tasks.begin.size() - in.rows());
    const std::size_t first = tasks.passed_by.size();
    tasks.passed_by.resize(first + in.rows());
    counts(in, Column::kind, 1, [&](Row row, std::uint64_t v) { tasks.passed_by[first + row] = v == 1; });
    task_number_column(in, Column::number, tasks.number);
    id_column(in, Column::type, tasks.type);
    if (out_.in_file.parents) task_number_column(in, Column::parent_number, tasks.parent);
    if (out_.in_file.work) {
      if (in.has(Column::whole_work)) {
        double* const out = extend(tasks.work, in);
        counts(in, Column::whole_work, max_u64,
               [=](Row row, std::uint64_t v) { out[row] = static_cast<double>(v); });
      } else {
        real_column(in, Column::work, tasks.work);
      }
    }
    if (out_.in_file.submit) lead_column(in, Column::submit_lead, begin, tasks.submit);
    if (out_.in_file.ready) lead_column(in, Column::ready_lead, begin, tasks.ready);
  }

  void recorded_pauses(ChunkReader& in) {
    RecordedPauses& pauses = out_.recording.lanes[in.group()].pauses;
    stretch_column(in, pauses.begin, pauses.end);
    SpanKind* const kind = extend(pauses.kind, in);
    counts(in, Column::kind, static_cast<std::uint64_t>(SpanKind::other),
           [=](Row row, std::uint64_t v) { kind[row] = static_cast<SpanKind>(v); });
  }

  void recorded_accesses(ChunkReader& in) {
    RecordedAccesses& accesses = out_.recording.lanes[in.group()].accesses;
    task_number_column(in, Column::number, accesses.number);
    Access* out = extend(accesses.access, in);
    in.ids<HandleId>(Column::handle, [&](Row row, HandleId id) { out[row].handle = id; });
    in.ids<AccessModeId>(Column::mode, [&](Row row, AccessModeId id) { out[row].mode = id; });
    counts(in, Column::version, max_u32,
           [&](Row row, std::uint64_t v) { out[row].version = static_cast<std::uint32_t>(v); });
  }

  void recorded_values(ChunkReader& in) {
    task_number_column(in, Column::number, out_.recording.value_numbers[in.group()]);
    values(in, trace_.attributes[in.group()]);
  }

  const Source& source_;
  DecodedTrace& out_;
  Trace& trace_;
};

}  // namespace

Flaw decode_chunk(const Source& source, const DirectoryEntry& entry, DecodedTrace& out) {
  return Tables(source, out).chunk(entry);
}

}  // namespace gusset::traces::gus
