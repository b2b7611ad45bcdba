#include "gus_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_chunk_appender.hpp"
#include "gus_metadata.hpp"
#include "gusset/traces/gus.hpp"
#include "gusset/traces/validate.hpp"

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

/// The strings of the rows of one chunk, gathered by `get(row)`.
template <class Get>
void texts(Chunk& chunk, Column column, Get get) {
  std::vector<std::string> gathered;
  for (Row row = 0; row < chunk.rows(); ++row) gathered.push_back(get(row));
  chunk.texts(column, gathered);
}

template <class Get>
void counts(Chunk& chunk, Column column, Get get) {
  chunk.numbers<std::uint64_t>(column, [&](Row row) { return static_cast<std::uint64_t>(get(row)); });
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
  void metadata() {
    Chunk chunk(Section::metadata, 0, 0, 1);
    chunk.raw(encode_metadata(trace_.metadata, trace_.recorded));
    out_.append(chunk);
  }

  void small_tables() {
    append_rows(out_, Section::types, 0, trace_.types.size(), [&](Chunk& chunk, std::size_t first) {
      chunk.texts(Column::name, std::span(trace_.types).subspan(first, chunk.rows()));
    });
    append_rows(out_, Section::nodes, 0, trace_.nodes.size(), [&](Chunk& chunk, std::size_t first) {
      const Node* nodes = trace_.nodes.data() + first;
      texts(chunk, Column::name, [=](Row row) { return nodes[row].name; });
      chunk.numbers<std::int64_t>(Column::clock_offset, [=](Row row) { return nodes[row].clock_offset_ns; });
      chunk.reals(Column::clock_drift, [=](Row row) { return nodes[row].clock_drift; });
      chunk.numbers<std::int64_t>(Column::clock_residual,
                                  [=](Row row) { return nodes[row].clock_residual_ns; });
    });
    append_rows(out_, Section::workers, 0, trace_.workers.size(), [&](Chunk& chunk, std::size_t first) {
      const Worker* workers = trace_.workers.data() + first;
      texts(chunk, Column::name, [=](Row row) { return workers[row].name; });
      chunk.ids(Column::node, [=](Row row) { return workers[row].node; });
    });
    append_rows(out_, Section::lanes, 0, trace_.lanes.size(), [&](Chunk& chunk, std::size_t first) {
      const Lane* lanes = trace_.lanes.data() + first;
      chunk.ids(Column::worker, [=](Row row) { return lanes[row].worker; });
    });
    append_rows(out_, Section::access_modes, 0, trace_.access_modes.size(),
                [&](Chunk& chunk, std::size_t first) {
                  const AccessMode* modes = trace_.access_modes.data() + first;
                  texts(chunk, Column::name, [=](Row row) { return modes[row].name; });
                  counts(chunk, Column::flags, [=](Row row) {
                    return (modes[row].commutes ? 1 : 0) + (modes[row].exclusive ? 2 : 0) +
                           (modes[row].modifies ? 4 : 0);
                  });
                });
  }

  void handles() {
    const HandleColumns& handles = trace_.handles;
    append_rows(out_, Section::handles, 0, handles.size(), [&](Chunk& chunk, std::size_t first) {
      chunk.texts(Column::name, std::span(handles.name).subspan(first, chunk.rows()));
      counts(chunk, Column::size_bytes, [&](Row row) { return handles.size_bytes[first + row]; });
      chunk.ids(Column::owner, [&](Row row) { return handles.owner[first + row]; });
    });
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
                  counts(chunk, Column::duration, [=](Row row) { return end[row] - begin[row]; });
                  chunk.ids(Column::task, [&](Row row) { return spans.task[first + row]; });
                  counts(chunk, Column::kind, [&](Row row) { return spans.kind[first + row]; });
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
      const Access* items = table.items.data() + first;
      chunk.ids(Column::task, [&](Row row) { return tasks[row]; });
      chunk.ids(Column::handle, [=](Row row) { return items[row].handle; });
      chunk.ids(Column::mode, [=](Row row) { return items[row].mode; });
      counts(chunk, Column::version, [=](Row row) { return items[row].version; });
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
      counts(chunk, Column::kind, [=](Row row) { return links[row].kind; });
      chunk.ids(Column::from_lane, [=](Row row) { return links[row].from.lane; });
      counts(chunk, Column::from_index, [=](Row row) { return links[row].from.index; });
      chunk.ids(Column::to_lane, [=](Row row) { return links[row].to.lane; });
      counts(chunk, Column::to_index, [=](Row row) { return links[row].to.index; });
    });
  }

  void messages() {
    append_rows(out_, Section::messages, 0, trace_.messages.size(), [&](Chunk& chunk, std::size_t first) {
      const Message* messages = trace_.messages.data() + first;
      counts(chunk, Column::kind, [=](Row row) { return messages[row].kind; });
      chunk.ids(Column::handle, [=](Row row) { return messages[row].handle; });
      counts(chunk, Column::version, [=](Row row) { return messages[row].version; });
      chunk.ids(Column::from_node, [=](Row row) { return messages[row].from; });
      chunk.ids(Column::to_node, [=](Row row) { return messages[row].to; });
      times(chunk, Column::send, [=](Row row) { return messages[row].send_ns; });
      times(chunk, Column::receive, [=](Row row) { return messages[row].receive_ns; });
      counts(chunk, Column::payload_bytes, [=](Row row) { return messages[row].payload_bytes; });
      counts(chunk, Column::wire_bytes, [=](Row row) { return messages[row].wire_bytes; });
    });
  }

  void attributes() {
    append_rows(out_, Section::attributes, 0, trace_.attributes.size(), [&](Chunk& chunk, std::size_t first) {
      const Attribute* attributes = trace_.attributes.data() + first;
      texts(chunk, Column::name, [=](Row row) { return attributes[row].name; });
      counts(chunk, Column::kind, [=](Row row) { return attributes[row].values.index(); });
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
      texts(chunk, Column::name, [=](Row row) { return counters[row].name; });
      texts(chunk, Column::unit, [=](Row row) { return counters[row].unit; });
      chunk.ids(Column::node, [=](Row row) { return counters[row].node; });
    });
    for (std::size_t c = 0; c < trace_.counters.size(); ++c) {
      const Counter& counter = trace_.counters[c];
      append_rows(out_, Section::counter_samples, static_cast<std::uint32_t>(c), counter.time_ns.size(),
                  [&](Chunk& chunk, std::size_t first) {
                    chunk.numbers<std::int64_t>(Column::time,
                                                [&](Row row) { return counter.time_ns[first + row]; });
                    chunk.reals(Column::real, [&](Row row) { return counter.value[first + row]; });
                  });
    }
  }

  static void value_column(Chunk& chunk, std::size_t first, const std::vector<std::int64_t>& values) {
    chunk.numbers<std::int64_t>(Column::integer, [&](Row row) { return values[first + row]; });
  }
  static void value_column(Chunk& chunk, std::size_t first, const std::vector<double>& values) {
    chunk.reals(Column::real, [&](Row row) { return values[first + row]; });
  }
  static void value_column(Chunk& chunk, std::size_t first, const std::vector<std::string>& values) {
    chunk.texts(Column::text, std::span(values).subspan(first, chunk.rows()));
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
