#include "gusset/traces/gus/recording_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gus_chunk_appender.hpp"
#include "gus_sink.hpp"
#include "gus_tables.hpp"

namespace gusset::traces {

using gus::Column;
using gus::ColumnWriter;
using gus::Section;

struct RecordingFile::State {
  State(std::unique_ptr<gus::Sink> where, Recorded what)
      : sink(std::move(where)), recorded(what), out(*sink) {}

  /// Appends rows as chunks, after those that the table has; `fill(columns)` gives each its columns.
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
  Recorded recorded;
  gus::ChunkAppender out;
  std::map<std::pair<Section, std::uint32_t>, std::uint64_t> rows;
};

namespace {

/// Mostly counts of operations, whose bits as doubles would need eight bytes.
void work_column(ColumnWriter& c, const double* work) {
  constexpr double most = 9007199254740992.0;  // whole numbers up to here are exact
  const bool is_whole = std::all_of(work, work + c.rows(), [](double value) {
    return value >= 0.0 && value <= most && value == std::floor(value) && !std::signbit(value);
  });
  const auto cell = [=](gus::Row row) { return work[row]; };
  if (is_whole) {
    c.count(Column::whole_work, gus::max_u64, cell);
  } else {
    c.real(Column::work, cell);
  }
}

}  // namespace

RecordingFile::RecordingFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingFile::RecordingFile(RecordingFile&&) noexcept = default;
RecordingFile& RecordingFile::operator=(RecordingFile&&) noexcept = default;
RecordingFile::~RecordingFile() = default;

namespace {

template <class State>
void write_head(State& state, const RecordingHead& head) {
  state.out.append_metadata(head.metadata, head.recorded);
  state.append(Section::nodes, 0, head.nodes.size(),
               [&](ColumnWriter& c) { gus::node_columns(c, c.rows_of(head.nodes)); });
  state.append(Section::workers, 0, head.workers.size(),
               [&](ColumnWriter& c) { gus::worker_columns(c, c.rows_of(head.workers)); });
  std::vector<Lane> lanes;
  for (std::size_t worker = 0; worker < head.workers.size(); ++worker)
    lanes.push_back({WorkerId(worker), {}});
  state.append(Section::lanes, 0, lanes.size(), [&](ColumnWriter& c) {
    c.id(Column::worker, gus::member(c.rows_of(std::as_const(lanes)), &Lane::worker));
  });
  state.append(Section::access_modes, 0, head.access_modes.size(),
               [&](ColumnWriter& c) { gus::access_mode_columns(c, c.rows_of(head.access_modes)); });
}

}  // namespace

Result<RecordingFile> RecordingFile::create(const std::filesystem::path& path, const RecordingHead& head) {
  Result<gus::DirectSink> sink = gus::DirectSink::open(path);
  if (!sink) return sink.error();
  auto state =
      std::make_unique<State>(std::make_unique<gus::DirectSink>(std::move(sink).value()), head.recorded);
  write_head(*state, head);
  return RecordingFile(std::move(state));
}

RecordingFile RecordingFile::in_memory(const RecordingHead& head) {
  auto state = std::make_unique<State>(std::make_unique<gus::MemorySink>(), head.recorded);
  write_head(*state, head);
  return RecordingFile(std::move(state));
}

void RecordingFile::add_types(std::span<const std::string> names) {
  state_->append(Section::types, 0, names.size(), [&](ColumnWriter& c) { c.texts(Column::name, names); });
}

void RecordingFile::add_handles(const HandleColumns& handles) {
  state_->append(Section::handles, 0, handles.size(),
                 [&](ColumnWriter& c) { gus::handle_columns(c, handles); });
}

std::uint32_t RecordingFile::add_attribute(const std::string& name, const decltype(Attribute::values)& kind) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::attributes));
  state_->append(Section::attributes, 0, 1, [&](ColumnWriter& c) {
    c.texts(Column::name, std::span(&name, 1));
    c.count(Column::kind, 2, [&](gus::Row) { return kind.index(); });
  });
  return index;
}

std::uint32_t RecordingFile::add_counter(const std::string& name, const std::string& unit, NodeId node) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::counters));
  const Counter counter{name, unit, node, {}, {}};
  state_->append(Section::counters, 0, 1, [&](ColumnWriter& c) { gus::counter_columns(c, &counter); });
  return index;
}

void RecordingFile::add_tasks(LaneId lane, const RecordedTasks& tasks) {
  const Recorded& recorded = state_->recorded;
  state_->append(Section::recorded_tasks, lane.value(), tasks.size(), [&](ColumnWriter& c) {
    const auto begin = gus::recorded_stretches(c, tasks);
    const std::size_t first = c.first();
    c.count(Column::kind, 1, [&](gus::Row row) { return tasks.passed_by[first + row] ? 1u : 0u; });
    c.task_number(Column::number, gus::cells(c, tasks.number));
    c.id(Column::type, gus::cells(c, tasks.type));
    if (recorded.parents) c.task_number(Column::parent_number, gus::cells(c, tasks.parent));
    if (recorded.work) work_column(c, c.rows_of(tasks.work));
    if (recorded.submit) c.lead(Column::submit_lead, begin, 0, gus::cells(c, tasks.submit));
    if (recorded.ready) c.lead(Column::ready_lead, begin, 0, gus::cells(c, tasks.ready));
  });
}

void RecordingFile::add_pauses(LaneId lane, const RecordedPauses& pauses) {
  state_->append(Section::recorded_pauses, lane.value(), pauses.size(),
                 [&](ColumnWriter& c) { gus::recorded_pause_columns(c, pauses); });
}

void RecordingFile::add_accesses(LaneId lane, const RecordedAccesses& accesses) {
  state_->append(Section::recorded_accesses, lane.value(), accesses.size(),
                 [&](ColumnWriter& c) { gus::recorded_access_columns(c, accesses); });
}

void RecordingFile::add_values(std::uint32_t attribute, std::span<const std::uint64_t> task_numbers,
                               const decltype(Attribute::values)& values) {
  state_->append(Section::recorded_values, attribute, task_numbers.size(), [&](ColumnWriter& c) {
    c.task_number(Column::number, gus::cells(c, task_numbers));
    gus::value_column(c, values);
  });
}

void RecordingFile::add_samples(std::uint32_t counter, std::span<const std::int64_t> ticks,
                                std::span<const double> values) {
  state_->append(Section::counter_samples, counter, ticks.size(), [&](ColumnWriter& c) {
    c.number(Column::time, gus::cells(c, ticks));
    c.real(Column::real, gus::cells(c, values));
  });
}

void RecordingFile::add_clock(std::int64_t ticks, std::int64_t ns) {
  state_->append(Section::clock, 0, 1, [&](ColumnWriter& c) {
    c.number(Column::ticks, [&](gus::Row) { return ticks; });
    c.number(Column::time, [&](gus::Row) { return ns; });
  });
}

void RecordingFile::add_note(const std::string& note) {
  state_->append(Section::notes, 0, 1, [&](ColumnWriter& c) { c.texts(Column::text, std::span(&note, 1)); });
}

const Error* RecordingFile::failure() const {
  return state_->out.failure();
}

Result<Done> RecordingFile::finish() {
  return state_->out.finish();
}

std::vector<std::byte> RecordingFile::take_bytes() {
  auto* const memory = dynamic_cast<gus::MemorySink*>(state_->sink.get());
  return memory == nullptr ? std::vector<std::byte>() : memory->take();
}

}  // namespace gusset::traces
