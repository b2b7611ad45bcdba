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

  /// Writes tables before the tables that refer to them, so that a truncated file loses as little as
  /// possible.
  Result<Done> run() {
    out_.append_metadata(trace_.metadata, trace_.recorded);
    table(Section::types, trace_.types.size());
    table(Section::nodes, trace_.nodes.size());
    table(Section::workers, trace_.workers.size());
    table(Section::lanes, trace_.lanes.size());
    table(Section::access_modes, trace_.access_modes.size());
    table(Section::handles, trace_.handles.size());
    table(Section::tasks, trace_.tasks.size());
    for (std::uint32_t lane = 0; lane < trace_.lanes.size(); ++lane)
      table(Section::spans, trace_.lanes[lane].spans.size(), lane);
    find_access_tasks();
    table(Section::accesses, trace_.accesses.items.size());
    table(Section::dependencies, trace_.dependencies.size());
    table(Section::span_links, trace_.span_links.size());
    table(Section::task_waits, trace_.fork_join.waits.size());
    table(Section::joined_tasks, trace_.fork_join.joined.size());
    table(Section::locks, trace_.fork_join.locks.size());
    table(Section::lock_holds, trace_.fork_join.holds.size());
    table(Section::processor_uses, trace_.processor_time.uses.size());
    table(Section::bindings, trace_.processor_time.bindings.size());
    table(Section::work_constructs, trace_.worksharing.constructs.size());
    table(Section::work_executions, trace_.worksharing.executions.size());
    table(Section::work_shares, trace_.worksharing.shares.size());
    table(Section::work_chunks, trace_.worksharing.chunks.size());
    table(Section::messages, trace_.messages.size());
    table(Section::attributes, trace_.attributes.size());
    for (std::uint32_t a = 0; a < trace_.attributes.size(); ++a)
      table(Section::attribute_values, trace_.attributes[a].tasks.size(), a);
    table(Section::counters, trace_.counters.size());
    for (std::uint32_t i = 0; i < trace_.counters.size(); ++i)
      table(Section::counter_samples, trace_.counters[i].time_ns.size(), i);
    return out_.finish();
  }

 private:
  void table(Section section, std::size_t rows, std::uint32_t group = 0) {
    out_.append_rows(section, group, rows, 0, [&](Chunk& chunk) {
      table_columns(chunk, section, group, trace_, std::as_const(access_tasks_));
    });
  }

  void find_access_tasks() {
    const AccessTable& accesses = trace_.accesses;
    access_tasks_.resize(accesses.items.size());
    for (std::size_t task = 0; task < trace_.tasks.size() && !access_tasks_.empty(); ++task)
      std::fill(access_tasks_.begin() + static_cast<std::ptrdiff_t>(accesses.first[task]),
                access_tasks_.begin() + static_cast<std::ptrdiff_t>(accesses.first[task + 1]), TaskId(task));
  }

  const Trace& trace_;
  ChunkAppender out_;
  std::vector<TaskId> access_tasks_;
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
