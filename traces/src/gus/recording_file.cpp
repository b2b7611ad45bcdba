#include "gusset/traces/gus/recording_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gus_chunk.hpp"
#include "gus_chunk_appender.hpp"
#include "gus_sink.hpp"
#include "gus_tables.hpp"

namespace gusset::traces {

using gus::Chunk;
using gus::Column;
using gus::Section;
using Row = std::uint32_t;

struct RecordingFile::State {
  State(std::unique_ptr<gus::Sink> where, Recorded what)
      : sink(std::move(where)), recorded(what), out(*sink) {}

  /// Appends rows as chunks, after those that the table has; `fill(chunk, first)` gives a chunk its columns,
  /// its rows being first, first + 1, … of those given.
  template <class Fill>
  void append(Section section, std::uint32_t group, std::size_t count, Fill fill) {
    std::uint64_t& in_table = rows[{section, group}];
    for (std::size_t first = 0; first < count; first += gus::max_chunk_rows) {
      const auto here = static_cast<Row>(std::min<std::size_t>(count - first, gus::max_chunk_rows));
      Chunk chunk(section, group, in_table, here);
      fill(chunk, first);
      out.append(chunk);
      in_table += here;
    }
  }
  template <class Names>
  void append_names(Section section, const Names& names) {
    append(section, 0, names.size(), [&](Chunk& chunk, std::size_t first) {
      chunk.texts(Column::name, std::span(names).subspan(first, chunk.rows()));
    });
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

void stretches(Chunk& chunk, std::size_t first, const std::vector<std::int64_t>& begin,
               const std::vector<std::int64_t>& end) {
  chunk.numbers<std::int64_t>(Column::begin, [&](Row row) { return begin[first + row]; });
  chunk.numbers<std::uint64_t>(Column::duration, [&](Row row) {
    return static_cast<std::uint64_t>(end[first + row] - begin[first + row]);
  });
}

void numbers(Chunk& chunk, Column column, std::size_t first, std::span<const std::uint64_t> values) {
  chunk.numbers<std::uint64_t>(
      column, [&](Row row) { return values[first + row]; }, std::optional(no_number));
}

/// Mostly counts of operations, whose bits as doubles would need eight bytes.
void work(Chunk& chunk, std::size_t first, const std::vector<double>& values) {
  constexpr double most = 9007199254740992.0;  // whole numbers up to here are exact
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  const bool is_whole = std::all_of(begin, begin + chunk.rows(), [](double value) {
    return value >= 0.0 && value <= most && value == std::floor(value) && !std::signbit(value);
  });
  if (is_whole) {
    chunk.numbers<std::uint64_t>(Column::whole_work,
                                 [&](Row row) { return static_cast<std::uint64_t>(values[first + row]); });
  } else {
    chunk.reals(Column::work, [&](Row row) { return values[first + row]; });
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
  state.out.append(gus::metadata_chunk(head.metadata, head.recorded));
  state.append(Section::nodes, 0, head.nodes.size(),
               [&](Chunk& chunk, std::size_t first) { gus::node_columns(chunk, head.nodes.data() + first); });
  state.append(Section::workers, 0, head.workers.size(), [&](Chunk& chunk, std::size_t first) {
    gus::worker_columns(chunk, head.workers.data() + first);
  });
  state.append(Section::lanes, 0, head.workers.size(), [&](Chunk& chunk, std::size_t first) {
    chunk.ids(Column::worker, [&](Row row) { return WorkerId(first + row); });
  });
  state.append(Section::access_modes, 0, head.access_modes.size(), [&](Chunk& chunk, std::size_t first) {
    gus::access_mode_columns(chunk, head.access_modes.data() + first);
  });
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
  state_->append_names(Section::types, names);
}

void RecordingFile::add_handles(const HandleColumns& handles) {
  state_->append(Section::handles, 0, handles.size(),
                 [&](Chunk& chunk, std::size_t first) { gus::handle_columns(chunk, handles, first); });
}

std::uint32_t RecordingFile::add_attribute(const std::string& name, const decltype(Attribute::values)& kind) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::attributes));
  state_->append(Section::attributes, 0, 1, [&](Chunk& chunk, std::size_t) {
    chunk.texts(Column::name, std::span(&name, 1));
    chunk.numbers<std::uint64_t>(Column::kind, [&](Row) { return std::uint64_t{kind.index()}; });
  });
  return index;
}

std::uint32_t RecordingFile::add_counter(const std::string& name, const std::string& unit, NodeId node) {
  const auto index = static_cast<std::uint32_t>(state_->size(Section::counters));
  state_->append(Section::counters, 0, 1, [&](Chunk& chunk, std::size_t) {
    chunk.texts(Column::name, std::span(&name, 1));
    chunk.texts(Column::unit, std::span(&unit, 1));
    chunk.ids(Column::node, [&](Row) { return node; });
  });
  return index;
}

void RecordingFile::add_tasks(LaneId lane, const RecordedTasks& tasks) {
  const Recorded& recorded = state_->recorded;
  state_->append(Section::recorded_tasks, lane.value(), tasks.size(), [&](Chunk& chunk, std::size_t first) {
    stretches(chunk, first, tasks.begin, tasks.end);
    chunk.numbers<std::uint64_t>(
        Column::kind, [&](Row row) { return std::uint64_t{tasks.passed_by[first + row] ? 1u : 0u}; });
    numbers(chunk, Column::number, first, tasks.number);
    chunk.ids(Column::type, [&](Row row) { return tasks.type[first + row]; });
    if (recorded.parents) numbers(chunk, Column::parent_number, first, tasks.parent);
    if (recorded.work) work(chunk, first, tasks.work);
    const auto lead = [&](Column column, const std::vector<std::int64_t>& times) {
      chunk.numbers<std::uint64_t>(column, [&](Row row) {
        return static_cast<std::uint64_t>(
            std::max<std::int64_t>(0, tasks.begin[first + row] - times[first + row]));
      });
    };
    if (recorded.submit) lead(Column::submit_lead, tasks.submit);
    if (recorded.ready) lead(Column::ready_lead, tasks.ready);
  });
}

void RecordingFile::add_pauses(LaneId lane, const RecordedPauses& pauses) {
  state_->append(Section::recorded_pauses, lane.value(), pauses.size(), [&](Chunk& chunk, std::size_t first) {
    stretches(chunk, first, pauses.begin, pauses.end);
    chunk.numbers<std::uint64_t>(
        Column::kind, [&](Row row) { return static_cast<std::uint64_t>(pauses.kind[first + row]); });
  });
}

void RecordingFile::add_accesses(LaneId lane, const RecordedAccesses& accesses) {
  state_->append(Section::recorded_accesses, lane.value(), accesses.size(),
                 [&](Chunk& chunk, std::size_t first) {
                   numbers(chunk, Column::number, first, accesses.number);
                   gus::access_columns(chunk, accesses.access.data() + first);
                 });
}

void RecordingFile::add_values(std::uint32_t attribute, std::span<const std::uint64_t> task_numbers,
                               const decltype(Attribute::values)& values) {
  state_->append(Section::recorded_values, attribute, task_numbers.size(),
                 [&](Chunk& chunk, std::size_t first) {
                   numbers(chunk, Column::number, first, task_numbers);
                   std::visit([&](const auto& list) { gus::value_column(chunk, first, list); }, values);
                 });
}

void RecordingFile::add_samples(std::uint32_t counter, std::span<const std::int64_t> ticks,
                                std::span<const double> values) {
  state_->append(Section::counter_samples, counter, ticks.size(), [&](Chunk& chunk, std::size_t first) {
    gus::sample_columns(chunk, ticks.data() + first, values.data() + first);
  });
}

void RecordingFile::add_clock(std::int64_t ticks, std::int64_t ns) {
  state_->append(Section::clock, 0, 1, [&](Chunk& chunk, std::size_t) {
    chunk.numbers<std::int64_t>(Column::ticks, [&](Row) { return ticks; });
    chunk.numbers<std::int64_t>(Column::time, [&](Row) { return ns; });
  });
}

void RecordingFile::add_note(const std::string& note) {
  state_->append(Section::notes, 0, 1,
                 [&](Chunk& chunk, std::size_t) { chunk.texts(Column::text, std::span(&note, 1)); });
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
