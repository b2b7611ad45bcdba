#include "gus_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gus_chunk_appender.hpp"
#include "gus_tables.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace gus {
namespace {

class Writer {
 public:
  Writer(const Trace& trace, Sink& sink) : trace_(trace), out_(sink) {}

  /// What others refer to comes first, so that a file that was cut off has lost as little as possible.
  Result<Done> run() {
    out_.append_metadata(trace_.metadata, trace_.recorded);
    table(Section::types, trace_.types, [&](ColumnWriter& c) { c.texts(Column::name, trace_.types); });
    table(Section::nodes, trace_.nodes, [&](ColumnWriter& c) { node_columns(c, c.rows_of(trace_.nodes)); });
    table(Section::workers, trace_.workers,
          [&](ColumnWriter& c) { worker_columns(c, c.rows_of(trace_.workers)); });
    table(Section::lanes, trace_.lanes,
          [&](ColumnWriter& c) { c.id(Column::worker, member(c.rows_of(trace_.lanes), &Lane::worker)); });
    table(Section::access_modes, trace_.access_modes,
          [&](ColumnWriter& c) { access_mode_columns(c, c.rows_of(trace_.access_modes)); });
    table(Section::handles, trace_.handles, [&](ColumnWriter& c) { handle_columns(c, trace_.handles); });
    table(Section::tasks, trace_.tasks,
          [&](ColumnWriter& c) { task_columns(c, trace_.tasks, trace_.recorded); });
    for (std::uint32_t lane = 0; lane < trace_.lanes.size(); ++lane) {
      const SpanColumns& spans = trace_.lanes[lane].spans;
      table(
          Section::spans, spans, [&](ColumnWriter& c) { span_columns(c, spans); }, lane);
    }
    accesses();
    table(Section::dependencies, trace_.dependencies,
          [&](ColumnWriter& c) { dependency_columns(c, c.rows_of(trace_.dependencies)); });
    table(Section::span_links, trace_.span_links,
          [&](ColumnWriter& c) { span_link_columns(c, c.rows_of(trace_.span_links)); });
    table(Section::messages, trace_.messages,
          [&](ColumnWriter& c) { message_columns(c, c.rows_of(trace_.messages)); });
    attributes();
    counters();
    return out_.finish();
  }

 private:
  template <class Table, class Fill>
  void table(Section section, const Table& rows, Fill fill, std::uint32_t group = 0) {
    out_.append_rows(section, group, rows.size(), 0, fill);
  }

  void accesses() {
    const AccessTable& accesses = trace_.accesses;
    std::vector<TaskId> tasks(accesses.items.size());
    for (std::size_t task = 0; task < trace_.tasks.size() && !tasks.empty(); ++task)
      std::fill(tasks.begin() + static_cast<std::ptrdiff_t>(accesses.first[task]),
                tasks.begin() + static_cast<std::ptrdiff_t>(accesses.first[task + 1]), TaskId(task));
    table(Section::accesses, accesses.items, [&](ColumnWriter& c) {
      c.id(Column::task, cells(c, std::as_const(tasks)));
      access_columns(c, c.rows_of(accesses.items));
    });
  }

  void attributes() {
    table(Section::attributes, trace_.attributes, [&](ColumnWriter& c) {
      const Attribute* const attributes = c.rows_of(trace_.attributes);
      c.text(Column::name, member(attributes, &Attribute::name));
      c.count(Column::kind, 2, [=](Row row) { return attributes[row].values.index(); });
    });
    for (std::uint32_t a = 0; a < trace_.attributes.size(); ++a) {
      const Attribute& attribute = trace_.attributes[a];
      const auto fill = [&](ColumnWriter& c) {
        c.id(Column::task, cells(c, attribute.tasks));
        value_column(c, attribute.values);
      };
      table(Section::attribute_values, attribute.tasks, fill, a);
    }
  }

  void counters() {
    table(Section::counters, trace_.counters,
          [&](ColumnWriter& c) { counter_columns(c, c.rows_of(trace_.counters)); });
    for (std::uint32_t i = 0; i < trace_.counters.size(); ++i) {
      const Counter& counter = trace_.counters[i];
      const auto fill = [&](ColumnWriter& c) {
        c.number(Column::time, cells(c, counter.time_ns));
        c.real(Column::real, cells(c, counter.value));
      };
      table(Section::counter_samples, counter.time_ns, fill, i);
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
