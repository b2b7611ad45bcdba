#include "gus_decoder.hpp"
#include "gus_tables.hpp"
#include "gusset/base/columns.hpp"

namespace gusset::traces::gus {
namespace {

void clock_columns(ChunkReader& in, std::vector<Recording::ClockSample>& clock) {
  Recording::ClockSample* const samples = in.rows_of(clock);
  in.number(Column::ticks, member(samples, &Recording::ClockSample::ticks));
  in.time(Column::time, member(samples, &Recording::ClockSample::ns));
}

void make_room(SpanColumns& spans, std::uint64_t rows) {
  columns::reserve_all(spans.begin_ns, rows);
  columns::reserve_all(spans.end_ns, rows);
  columns::reserve_all(spans.task, rows);
  columns::reserve_all(spans.kind, rows);
}

}  // namespace

std::optional<Error> decode_chunk(const Source& source, const DirectoryEntry& entry, DecodedTrace& out) {
  ChunkReader in(source, entry);
  Recording& recording = out.recording;
  const std::uint32_t group = in.group();
  switch (const Section section{entry.info.section}; section) {
    case Section::clock:
      clock_columns(in, recording.clock);
      break;
    case Section::recorded_tasks:
      recorded_task_columns(in, recording.lanes[group].tasks, out.in_file);
      break;
    case Section::recorded_pauses:
      recorded_pause_columns(in, recording.lanes[group].pauses);
      break;
    case Section::recorded_accesses:
      recorded_access_columns(in, recording.lanes[group].accesses);
      break;
    case Section::processor_samples:
      processor_sample_columns(in, recording.lanes[group].processor);
      break;
    case Section::recorded_values:
      recorded_value_columns(in, recording.value_numbers[group], out.trace.attributes[group].values);
      break;
    case Section::recorded_messages:
      recorded_message_columns(in, in.rows_of(recording.messages));
      break;
    case Section::clock_comparisons:
      clock_comparison_columns(in, in.rows_of(recording.comparisons));
      break;
    case Section::notes:
      in.texts(Column::text, recording.notes);
      break;
    default:
      if (section == Section::spans && in.first_row() == 0)
        make_room(out.trace.lanes[group].spans, out.sizes.lane_spans[group]);
      table_columns(in, section, group, out.trace, out.access_tasks);
  }
  return in.finish();
}

}  // namespace gusset::traces::gus
