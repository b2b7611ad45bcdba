#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "gus/gus_decoder.hpp"
#include "gus/gus_sink.hpp"
#include "gus/gus_writer.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace {

using namespace gusset::traces;
using Bytes = std::vector<std::byte>;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

Bytes write(const Trace& trace) {
  gus::MemorySink sink;
  require(gus::write_trace(trace, sink).ok(), "a trace that was read can be written");
  return sink.take();
}

/// Follows every index of a trace that was read, under the sanitizers.
std::uint64_t walk(const Trace& trace) {
  std::uint64_t sum = 0;
  for (const TypeId type : trace.tasks.type) sum += trace.types[type.value()].size();
  for (const Lane& lane : trace.lanes) {
    sum += trace.nodes[trace.workers[lane.worker.value()].node.value()].name.size();
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      sum += static_cast<std::uint64_t>(lane.spans.end_ns[i] - lane.spans.begin_ns[i]);
      const TaskId task = lane.spans.task[i];
      if (!task.is_none()) sum += trace.tasks.type[task.value()].value();
    }
  }
  if (trace.recorded.accesses) {
    for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
      for (std::uint64_t i = trace.accesses.first[task]; i < trace.accesses.first[task + 1]; ++i) {
        const Access& access = trace.accesses.items[i];
        sum += trace.handles.size_bytes[access.handle.value()];
        sum += trace.access_modes[access.mode.value()].name.size();
      }
    }
  }
  for (const SpanLink& link : trace.span_links) {
    sum += static_cast<std::uint64_t>(trace.lanes[link.from.lane.value()].spans.begin_ns[link.from.index]);
  }
  for (const LoopStatistics& loop : loops_of(trace).loops) sum += static_cast<std::uint64_t>(loop.lost_ns);
  if (trace.recorded.fork_join) {
    const TaskGraph graph(trace);
    if (graph.strands() != nullptr) sum += graph.strands()->size();
  }
  return sum;
}

volatile std::uint64_t walked = 0;  ///< keeps the walk from being optimised away

void check(const Trace& trace) {
  require(validate(trace, "trace").ok(), "a trace that was read is valid");
  walked = walk(trace);
  const Bytes once = write(trace);
  const auto again = gus::read_bytes({"again", once}, Sections::all());
  require(again.ok(), "a written trace can be read");
  require(write(*again) == once, "writing again gives the same bytes");
}

}  // namespace

/// Ignores checksums; otherwise only the seeds would get past them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gus::Source source{"fuzz", std::as_bytes(std::span(data, size)), gus::Checksums::ignore};
  if (const gusset::Result<Trace> trace = gus::read_bytes(source, Sections::all())) check(*trace);
  if (const gusset::Result<Trace> trace = gus::recover_bytes(source)) check(*trace);
  Sections some = Sections::none();
  some.spans = some.accesses = true;
  (void)gus::read_bytes(source, some).ok();
  return 0;
}
