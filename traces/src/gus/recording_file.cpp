#include "gusset/traces/gus/recording_file.hpp"

#include <map>
#include <utility>

#include "gus_chunk_appender.hpp"
#include "gus_sink.hpp"
#include "gus_tables.hpp"

namespace gusset::traces {

using gus::Chunk;
using gus::Column;
using gus::Section;

struct RecordingFile::State {
  State(std::unique_ptr<gus::Sink> where, const RecordingHead& head)
      : sink(std::move(where)), recorded(head.recorded), out(*sink) {
    out.append_metadata(head.metadata, head.recorded);
    Trace known;
    known.nodes = head.nodes;
    known.workers = head.workers;
    for (std::size_t worker = 0; worker < head.workers.size(); ++worker)
      known.lanes.push_back({WorkerId(worker), {}});
    table(Section::nodes, known.nodes.size(), known);
    table(Section::workers, known.workers.size(), known);
    table(Section::lanes, known.lanes.size(), known);
    add_modes(head.access_modes);
  }

  /// Appends all `count` rows of the trace's section.
  void table(Section section, std::size_t count, const Trace& trace) {
    append(section, 0, count,
           [&](Chunk& c) { gus::table_columns(c, section, 0, trace, trace.tasks.parent); });
  }
  void add_modes(std::vector<AccessMode> modes) {
    Trace added;
    added.access_modes = std::move(modes);
    table(Section::access_modes, added.access_modes.size(), added);
  }

  /// Appends rows as chunks after the table's existing rows. `fill(chunk)` adds each chunk's columns.
  template <class Fill>
  void append(Section section, std::uint32_t group, std::size_t count, Fill fill) {
    std::uint64_t& in_file = rows[{section, group}];
    out.append_rows(section, group, count, in_file, fill);
    in_file += count;
  }
  std::uint64_t size(Section section) const {
    const auto found = rows.find({section, 0});
    return found == rows.end() ? 0 : found->second;
  }

  std::unique_ptr<gus::Sink> sink;
  gus::FileSink* pending = nullptr;  ///< the sink, if the file appears at the end
  Recorded recorded;
  gus::ChunkAppender out;
  std::map<std::pair<Section, std::uint32_t>, std::uint64_t> rows;
};

RecordingFile::RecordingFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingFile::RecordingFile(RecordingFile&&) noexcept = default;
RecordingFile& RecordingFile::operator=(RecordingFile&&) noexcept = default;
RecordingFile::~RecordingFile() = default;

Result<RecordingFile> RecordingFile::create(const std::filesystem::path& path, const RecordingHead& head) {
  Result<gus::DirectSink> sink = gus::DirectSink::open(path);
  if (!sink) return sink.error();
  return RecordingFile(
      std::make_unique<State>(std::make_unique<gus::DirectSink>(std::move(sink).value()), head));
}

Result<RecordingFile> RecordingFile::create_whole(const std::filesystem::path& path,
                                                  const RecordingHead& head) {
  Result<gus::FileSink> sink = gus::FileSink::open(path);
  if (!sink) return sink.error();
  auto file = std::make_unique<gus::FileSink>(std::move(sink).value());
  gus::FileSink* const pending = file.get();
  RecordingFile recording(std::make_unique<State>(std::move(file), head));
  recording.state_->pending = pending;
  return recording;
}

RecordingFile RecordingFile::in_memory(const RecordingHead& head) {
  return RecordingFile(std::make_unique<State>(std::make_unique<gus::MemorySink>(), head));
}

void RecordingFile::add_types(std::span<const std::string> names) {
  state_->append(Section::types, 0, names.size(), [&](Chunk& c) { c.texts(Column::name, names); });
}

void RecordingFile::add_access_modes(std::vector<AccessMode> modes) {
  state_->add_modes(std::move(modes));
}

void RecordingFile::add_handles(const HandleColumns& handles) {
  state_->append(Section::handles, 0, handles.size(), [&](Chunk& c) { gus::handle_columns(c, handles); });
}

void RecordingFile::add_handles(const HandleColumns& handles, const HandleIdentities& identities) {
  state_->append(Section::handles, 0, handles.size(), [&](Chunk& c) {
    gus::handle_columns(c, handles);
    gus::handle_identity_columns(c, identities);
  });
}

std::uint32_t RecordingFile::add_attribute(const std::string& name, const decltype(Attribute::values)& kind) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::attributes));
  const Attribute attribute{name, {}, kind};
  state_->append(Section::attributes, 0, 1, [&](Chunk& c) { gus::attribute_columns(c, &attribute); });
  return index;
}

std::uint32_t RecordingFile::add_counter(const std::string& name, const std::string& unit, NodeId node) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::counters));
  const Counter counter{name, unit, node, {}, {}};
  state_->append(Section::counters, 0, 1, [&](Chunk& c) { gus::counter_columns(c, &counter); });
  return index;
}

void RecordingFile::add_tasks(LaneId lane, const RecordedTasks& tasks) {
  state_->append(Section::recorded_tasks, lane.value(), tasks.size(),
                 [&](Chunk& c) { gus::recorded_task_columns(c, tasks, state_->recorded); });
}

void RecordingFile::add_pauses(LaneId lane, const RecordedPauses& pauses) {
  state_->append(Section::recorded_pauses, lane.value(), pauses.size(),
                 [&](Chunk& c) { gus::recorded_pause_columns(c, pauses); });
}

void RecordingFile::add_accesses(LaneId lane, const RecordedAccesses& accesses) {
  state_->append(Section::recorded_accesses, lane.value(), accesses.size(),
                 [&](Chunk& c) { gus::recorded_access_columns(c, accesses); });
}

void RecordingFile::add_values(std::uint32_t attribute, std::span<const std::uint64_t> task_numbers,
                               const decltype(Attribute::values)& values) {
  state_->append(Section::recorded_values, attribute, task_numbers.size(),
                 [&](Chunk& c) { gus::recorded_value_columns(c, task_numbers, values); });
}

void RecordingFile::add_samples(std::uint32_t counter, std::span<const std::int64_t> ticks,
                                std::span<const double> values) {
  state_->append(Section::counter_samples, counter, ticks.size(),
                 [&](Chunk& c) { gus::sample_columns(c, ticks, values); });
}

void RecordingFile::add_processor_samples(LaneId lane, const ProcessorSamples& samples) {
  state_->append(Section::processor_samples, lane.value(), samples.size(),
                 [&](Chunk& c) { gus::processor_sample_columns(c, samples); });
}

void RecordingFile::add_messages(std::span<const RecordedMessage> messages) {
  state_->append(Section::recorded_messages, 0, messages.size(),
                 [&](Chunk& c) { gus::recorded_message_columns(c, c.rows_of(messages)); });
}

void RecordingFile::add_clock_comparisons(std::span<const ClockComparison> comparisons) {
  state_->append(Section::clock_comparisons, 0, comparisons.size(),
                 [&](Chunk& c) { gus::clock_comparison_columns(c, c.rows_of(comparisons)); });
}

void RecordingFile::add_bindings(std::span<const Binding> bindings) {
  state_->append(Section::bindings, 0, bindings.size(),
                 [&](Chunk& c) { gus::binding_columns(c, c.rows_of(bindings)); });
}

void RecordingFile::add_clock(std::int64_t ticks, std::int64_t ns) {
  state_->append(Section::clock, 0, 1, [&](Chunk& c) {
    c.number(Column::ticks, [&](gus::Row) { return ticks; });
    c.number(Column::time, [&](gus::Row) { return ns; });
  });
}

void RecordingFile::add_note(const std::string& note) {
  state_->append(Section::notes, 0, 1, [&](Chunk& c) { c.texts(Column::text, std::span(&note, 1)); });
}

const Error* RecordingFile::failure() const {
  return state_->out.failure();
}

Result<Done> RecordingFile::finish() {
  Result<Done> done = state_->out.finish();
  return done && state_->pending != nullptr ? state_->pending->commit() : done;
}

std::vector<std::byte> RecordingFile::take_bytes() {
  auto* const memory = dynamic_cast<gus::MemorySink*>(state_->sink.get());
  return memory == nullptr ? std::vector<std::byte>() : memory->take();
}

}  // namespace gusset::traces
