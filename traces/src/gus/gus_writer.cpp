#include "gus_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_chunk_appender.hpp"
#include "gus_tables.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace gus {
namespace {

using Row = std::uint32_t;

/// Appends `rows` rows as chunks; `fill(chunk, first)` gives a chunk its columns, its rows being first, first
/// + 1, …
template <class Fill>
void append_rows(ChunkAppender& out, Section section, std::uint32_t group, std::size_t rows, Fill fill) {
  for (std::size_t first = 0; first < rows; first += max_chunk_rows) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(rows - first, max_chunk_rows));
    Chunk chunk(section, group, first, count);
    fill(chunk, first);
    out.append(chunk);
  }
}

template <class Get>
void times(Chunk& chunk, Column column, Get get) {
  chunk.numbers<std::int64_t>(column, get, unknown_time);
}

class Writer {
 public:
  Writer(const Trace& trace, Sink& sink) : trace_(trace), out_(sink) {}

  /// What others refer to comes first, so that a file that was cut off has lost as little as possible.
  Result<Done> run() {
    metadata();
    small_tables();
    handles();
    tasks();
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane) spans(lane);
    accesses();
    edges();
    messages();
    attributes();
    counters();
    return out_.finish();
  }

 private:
  void metadata() { out_.append(metadata_chunk(trace_.metadata, trace_.recorded)); }

  void small_tables() {
    append_rows(out_, Section::types, 0, trace_.types.size(), [&](Chunk& chunk, std::size_t first) {
      chunk.texts(Column::name, std::span(trace_.types).subspan(first, chunk.rows()));
    });
    append_rows(out_, Section::nodes, 0, trace_.nodes.size(),
                [&](Chunk& chunk, std::size_t first) { node_columns(chunk, trace_.nodes.data() + first); });
    append_rows(out_, Section::workers, 0, trace_.workers.size(), [&](Chunk& chunk, std::size_t first) {
      worker_columns(chunk, trace_.workers.data() + first);
    });
    append_rows(out_, Section::lanes, 0, trace_.lanes.size(), [&](Chunk& chunk, std::size_t first) {
      const Lane* lanes = trace_.lanes.data() + first;
      chunk.ids(Column::worker, [=](Row row) { return lanes[row].worker; });
    });
    append_rows(out_, Section::access_modes, 0, trace_.access_modes.size(),
                [&](Chunk& chunk, std::size_t first) {
                  access_mode_columns(chunk, trace_.access_modes.data() + first);
                });
  }

  void handles() {
    const HandleColumns& handles = trace_.handles;
    append_rows(out_, Section::handles, 0, handles.size(),
                [&](Chunk& chunk, std::size_t first) { handle_columns(chunk, handles, first); });
  }

  void tasks() {
    const TaskColumns& tasks = trace_.tasks;
    append_rows(out_, Section::tasks, 0, tasks.size(), [&](Chunk& chunk, std::size_t first) {
      chunk.ids(Column::type, [&](Row row) { return tasks.type[first + row]; });
      if (trace_.recorded.parents)
        chunk.ids(Column::parent, [&](Row row) { return tasks.parent[first + row]; });
      if (trace_.recorded.work) chunk.reals(Column::work, [&](Row row) { return tasks.work[first + row]; });
      if (trace_.recorded.submit)
        times(chunk, Column::submit, [&](Row row) { return tasks.submit_ns[first + row]; });
      if (trace_.recorded.ready)
        times(chunk, Column::ready, [&](Row row) { return tasks.ready_ns[first + row]; });
    });
  }

  void spans(std::size_t lane) {
    const SpanColumns& spans = trace_.lanes[lane].spans;
    append_rows(out_, Section::spans, static_cast<std::uint32_t>(lane), spans.size(),
                [&](Chunk& chunk, std::size_t first) {
                  const std::int64_t* begin = spans.begin_ns.data() + first;
                  const std::int64_t* end = spans.end_ns.data() + first;
                  chunk.numbers<std::int64_t>(Column::begin, [=](Row row) { return begin[row]; });
                  count_column(chunk, Column::duration, [=](Row row) { return end[row] - begin[row]; });
                  chunk.ids(Column::task, [&](Row row) { return spans.task[first + row]; });
                  count_column(chunk, Column::kind, [&](Row row) { return spans.kind[first + row]; });
                });
  }

  void accesses() {
    const AccessTable& table = trace_.accesses;
    std::size_t task = 0;
    std::vector<TaskId> tasks;
    append_rows(out_, Section::accesses, 0, table.items.size(), [&](Chunk& chunk, std::size_t first) {
      tasks.clear();
      for (std::size_t item = first; item < first + chunk.rows(); ++item) {
        while (table.first[task + 1] <= item) ++task;
        tasks.push_back(TaskId(task));
      }
      chunk.ids(Column::task, [&](Row row) { return tasks[row]; });
      access_columns(chunk, table.items.data() + first);
    });
  }

  void edges() {
    append_rows(out_, Section::dependencies, 0, trace_.dependencies.size(),
                [&](Chunk& chunk, std::size_t first) {
                  const Dependency* edges = trace_.dependencies.data() + first;
                  chunk.ids(Column::before, [=](Row row) { return edges[row].before; });
                  chunk.ids(Column::after, [=](Row row) { return edges[row].after; });
                });
    append_rows(out_, Section::span_links, 0, trace_.span_links.size(), [&](Chunk& chunk, std::size_t first) {
      const SpanLink* links = trace_.span_links.data() + first;
      count_column(chunk, Column::kind, [=](Row row) { return links[row].kind; });
      chunk.ids(Column::from_lane, [=](Row row) { return links[row].from.lane; });
      count_column(chunk, Column::from_index, [=](Row row) { return links[row].from.index; });
      chunk.ids(Column::to_lane, [=](Row row) { return links[row].to.lane; });
      count_column(chunk, Column::to_index, [=](Row row) { return links[row].to.index; });
    });
  }

  void messages() {
    append_rows(out_, Section::messages, 0, trace_.messages.size(), [&](Chunk& chunk, std::size_t first) {
      const Message* messages = trace_.messages.data() + first;
      count_column(chunk, Column::kind, [=](Row row) { return messages[row].kind; });
      chunk.ids(Column::handle, [=](Row row) { return messages[row].handle; });
      count_column(chunk, Column::version, [=](Row row) { return messages[row].version; });
      chunk.ids(Column::from_node, [=](Row row) { return messages[row].from; });
      chunk.ids(Column::to_node, [=](Row row) { return messages[row].to; });
      times(chunk, Column::send, [=](Row row) { return messages[row].send_ns; });
      times(chunk, Column::receive, [=](Row row) { return messages[row].receive_ns; });
      count_column(chunk, Column::payload_bytes, [=](Row row) { return messages[row].payload_bytes; });
      count_column(chunk, Column::wire_bytes, [=](Row row) { return messages[row].wire_bytes; });
    });
  }

  void attributes() {
    append_rows(out_, Section::attributes, 0, trace_.attributes.size(), [&](Chunk& chunk, std::size_t first) {
      const Attribute* attributes = trace_.attributes.data() + first;
      text_column(chunk, Column::name, [=](Row row) { return attributes[row].name; });
      count_column(chunk, Column::kind, [=](Row row) { return attributes[row].values.index(); });
    });
    for (std::size_t a = 0; a < trace_.attributes.size(); ++a) {
      const Attribute& attribute = trace_.attributes[a];
      append_rows(out_, Section::attribute_values, static_cast<std::uint32_t>(a), attribute.tasks.size(),
                  [&](Chunk& chunk, std::size_t first) {
                    chunk.ids(Column::task, [&](Row row) { return attribute.tasks[first + row]; });
                    std::visit([&](const auto& values) { value_column(chunk, first, values); },
                               attribute.values);
                  });
    }
  }

  void counters() {
    append_rows(out_, Section::counters, 0, trace_.counters.size(), [&](Chunk& chunk, std::size_t first) {
      const Counter* counters = trace_.counters.data() + first;
      text_column(chunk, Column::name, [=](Row row) { return counters[row].name; });
      text_column(chunk, Column::unit, [=](Row row) { return counters[row].unit; });
      chunk.ids(Column::node, [=](Row row) { return counters[row].node; });
    });
    for (std::size_t c = 0; c < trace_.counters.size(); ++c) {
      const Counter& counter = trace_.counters[c];
      append_rows(out_, Section::counter_samples, static_cast<std::uint32_t>(c), counter.time_ns.size(),
                  [&](Chunk& chunk, std::size_t first) {
                    sample_columns(chunk, counter.time_ns.data() + first, counter.value.data() + first);
                  });
    }
  }

  const Trace& trace_;
  ChunkAppender out_;
};

}  // namespace

Result<Done> write_trace(const Trace& trace, Sink& sink) {
  return Writer(trace, sink).run();
}

}  // namespace gus

Result<Done> write_gus(const Trace& trace, const std::filesystem::path& path) {
  if (Result<Done> valid = validate(trace, path.string()); !valid) return valid;
  Result<gus::FileSink> sink = gus::FileSink::open(path);
  if (!sink) return sink.error();
  if (Result<Done> written = gus::write_trace(trace, *sink); !written) return written;
  return sink->commit();
}

}  // namespace gusset::traces
