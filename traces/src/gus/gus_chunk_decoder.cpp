#include "gus_chunk_decoder.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "gus_chunk_reader.hpp"
#include "gus_tables.hpp"
#include "gusset/base/columns.hpp"

namespace gusset::traces::gus {
namespace {

using Flaw = std::optional<Error>;

/// The tables that chunks are rows of.
class Tables {
 public:
  Tables(const Source& source, DecodedTrace& out) : source_(source), out_(out), trace_(out.trace) {}

  Flaw chunk(const DirectoryEntry& entry) {
    ChunkReader in(source_, entry);
    ColumnReader c(in);
    switch (Section{entry.info.section}) {
      case Section::types:
        in.texts(Column::name, trace_.types);
        break;
      case Section::nodes:
        node_columns(c, c.rows_of(trace_.nodes));
        break;
      case Section::workers:
        worker_columns(c, c.rows_of(trace_.workers));
        break;
      case Section::lanes:
        c.id(Column::worker, member(trace_.lanes.data() + in.first_row(), &Lane::worker));
        break;
      case Section::access_modes:
        access_modes(c);
        break;
      case Section::handles:
        handle_columns(c, trace_.handles);
        break;
      case Section::tasks:
        task_columns(c, trace_.tasks, trace_.recorded);
        break;
      case Section::accesses:
        c.id(Column::task, cells(c, out_.access_tasks));
        access_columns(c, c.rows_of(trace_.accesses.items));
        break;
      case Section::spans:
        spans(in, c);
        break;
      case Section::dependencies:
        dependency_columns(c, c.rows_of(trace_.dependencies));
        break;
      case Section::span_links:
        span_link_columns(c, c.rows_of(trace_.span_links));
        break;
      case Section::messages:
        message_columns(c, c.rows_of(trace_.messages));
        break;
      case Section::attributes:
        attributes(in, c);
        break;
      case Section::attribute_values:
        c.id(Column::task, cells(c, trace_.attributes[in.group()].tasks));
        value_column(c, trace_.attributes[in.group()].values);
        break;
      case Section::counters:
        counter_columns(c, trace_.counters.data() + in.first_row());
        break;
      case Section::counter_samples:
        c.number(Column::time, cells(c, trace_.counters[in.group()].time_ns));
        c.real(Column::real, cells(c, trace_.counters[in.group()].value));
        break;
      case Section::clock:
        clock(c);
        break;
      case Section::recorded_tasks:
        recorded_tasks(in, c);
        break;
      case Section::recorded_pauses:
        recorded_pause_columns(c, out_.recording.lanes[in.group()].pauses);
        break;
      case Section::recorded_accesses:
        recorded_access_columns(c, out_.recording.lanes[in.group()].accesses);
        break;
      case Section::recorded_values:
        c.task_number(Column::number, cells(c, out_.recording.value_numbers[in.group()]));
        value_column(c, trace_.attributes[in.group()].values);
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
  void access_modes(ColumnReader& c) {
    AccessMode* modes = c.rows_of(trace_.access_modes);
    std::vector<std::uint64_t> flags(c.rows());
    c.text(Column::name, member(modes, &AccessMode::name));
    c.count(
        Column::flags, 7, [data = flags.data()](Row row) -> auto& { return data[row]; });
    for (Row row = 0; row < c.rows(); ++row) set_mode_flags(modes[row], flags[row]);
  }

  void spans(const ChunkReader& in, ColumnReader& c) {
    SpanColumns& spans = trace_.lanes[in.group()].spans;
    if (in.first_row() == 0) {
      const std::uint64_t all = out_.sizes.lane_spans[in.group()];
      columns::reserve_all(spans.begin_ns, all);
      columns::reserve_all(spans.end_ns, all);
      columns::reserve_all(spans.task, all);
      columns::reserve_all(spans.kind, all);
    }
    span_columns(c, spans);
  }

  void attributes(const ChunkReader& in, ColumnReader& c) {
    Attribute* attributes = trace_.attributes.data() + in.first_row();
    std::vector<std::uint64_t> kinds(c.rows());
    c.text(Column::name, member(attributes, &Attribute::name));
    c.count(
        Column::kind, 2, [data = kinds.data()](Row row) -> auto& { return data[row]; });
    for (Row row = 0; row < c.rows(); ++row) {
      if (kinds[row] == 1) attributes[row].values = std::vector<double>();
      if (kinds[row] == 2) attributes[row].values = std::vector<std::string>();
    }
  }

  void clock(ColumnReader& c) {
    Recording::ClockSample* samples = c.rows_of(out_.recording.clock);
    c.number(Column::ticks, member(samples, &Recording::ClockSample::ticks));
    c.time(Column::time, member(samples, &Recording::ClockSample::ns));
  }

  void recorded_tasks(const ChunkReader& in, ColumnReader& c) {
    constexpr auto longest = static_cast<std::uint64_t>(max_ticks);
    RecordedTasks& tasks = out_.recording.lanes[in.group()].tasks;
    const auto begin = recorded_stretches(c, tasks);
    std::vector<std::uint8_t> passed_by(c.rows());
    c.count(
        Column::kind, 1, [data = passed_by.data()](Row row) -> auto& { return data[row]; });
    tasks.passed_by.insert(tasks.passed_by.end(), passed_by.begin(), passed_by.end());
    c.task_number(Column::number, cells(c, tasks.number));
    c.id(Column::type, cells(c, tasks.type));
    if (out_.in_file.parents) c.task_number(Column::parent_number, cells(c, tasks.parent));
    if (out_.in_file.work) {
      if (in.has(Column::whole_work)) {
        c.count(Column::whole_work, max_u64, cells(c, tasks.work));
      } else {
        c.real(Column::work, cells(c, tasks.work));
      }
    }
    if (out_.in_file.submit) c.lead(Column::submit_lead, begin, longest, cells(c, tasks.submit));
    if (out_.in_file.ready) c.lead(Column::ready_lead, begin, longest, cells(c, tasks.ready));
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
