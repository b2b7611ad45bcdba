#include "gus_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gus_table_appender.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace gus {
namespace {

std::vector<TaskId> access_tasks_of(const Trace& trace) {
  const AccessTable& accesses = trace.accesses;
  std::vector<TaskId> tasks(accesses.items.size());
  for (std::size_t task = 0; task < trace.tasks.size() && !tasks.empty(); ++task)
    std::fill(tasks.begin() + static_cast<std::ptrdiff_t>(accesses.first[task]),
              tasks.begin() + static_cast<std::ptrdiff_t>(accesses.first[task + 1]), TaskId(task));
  return tasks;
}

}  // namespace

Result<Done> write_trace(const Trace& trace, Sink& sink) {
  TableAppender out(sink, trace.metadata, trace.recorded);
  out.append(trace, access_tasks_of(trace));
  return out.finish();
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
