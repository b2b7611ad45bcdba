#include "gus_table_appender.hpp"

#include "gus_tables.hpp"

namespace gusset::traces::gus {

TableAppender::TableAppender(Sink& sink, const Metadata& metadata, const Recorded& recorded) : out_(sink) {
  out_.append_metadata(metadata, recorded);
}

template <class Fill>
void TableAppender::table(Section section, std::uint32_t group, std::size_t rows, Fill fill) {
  if (rows == 0) return;
  std::uint64_t& in_file = rows_[{section, group}];
  out_.append_rows(section, group, rows, in_file, fill);
  in_file += rows;
}

void TableAppender::append(const Trace& rows, std::span<const TaskId> access_tasks) {
  const auto add = [&](Section section, std::size_t count) {
    table(section, 0, count, [&](Chunk& chunk) { table_columns(chunk, section, 0, rows, access_tasks); });
  };
  // Lanes, attributes and counters with the rows that belong to them.
  const auto add_group = [&](Section section, std::size_t first, std::size_t index, std::size_t count) {
    table(section, static_cast<std::uint32_t>(first + index), count, [&](Chunk& chunk) {
      table_columns(chunk, section, static_cast<std::uint32_t>(index), rows, access_tasks);
    });
  };
  const std::uint64_t lanes = rows_[{Section::lanes, 0}];
  const std::uint64_t attributes = rows_[{Section::attributes, 0}];
  const std::uint64_t counters = rows_[{Section::counters, 0}];
  add(Section::types, rows.types.size());
  add(Section::nodes, rows.nodes.size());
  add(Section::workers, rows.workers.size());
  add(Section::lanes, rows.lanes.size());
  add(Section::access_modes, rows.access_modes.size());
  add(Section::handles, rows.handles.size());
  add(Section::tasks, rows.tasks.size());
  for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane)
    add_group(Section::spans, lanes, lane, rows.lanes[lane].spans.size());
  add(Section::accesses, rows.accesses.items.size());
  add(Section::dependencies, rows.dependencies.size());
  add(Section::span_links, rows.span_links.size());
  add(Section::task_waits, rows.fork_join.waits.size());
  add(Section::joined_tasks, rows.fork_join.joined.size());
  add(Section::locks, rows.fork_join.locks.size());
  add(Section::lock_holds, rows.fork_join.holds.size());
  add(Section::processor_uses, rows.processor_time.uses.size());
  add(Section::bindings, rows.processor_time.bindings.size());
  add(Section::work_constructs, rows.worksharing.constructs.size());
  add(Section::work_executions, rows.worksharing.executions.size());
  add(Section::work_shares, rows.worksharing.shares.size());
  add(Section::work_chunks, rows.worksharing.chunks.size());
  add(Section::messages, rows.messages.size());
  add(Section::attributes, rows.attributes.size());
  for (std::size_t a = 0; a < rows.attributes.size(); ++a)
    add_group(Section::attribute_values, attributes, a, rows.attributes[a].tasks.size());
  add(Section::counters, rows.counters.size());
  for (std::size_t i = 0; i < rows.counters.size(); ++i)
    add_group(Section::counter_samples, counters, i, rows.counters[i].time_ns.size());
  add(Section::marks, rows.marks.size());
}

void TableAppender::append_spans(LaneId lane, const SpanColumns& spans) {
  table(Section::spans, lane.value(), spans.size(), [&](Chunk& chunk) { span_columns(chunk, spans); });
}

}  // namespace gusset::traces::gus
