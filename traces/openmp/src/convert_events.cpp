#include "convert_events.hpp"

#include <ctime>
#include <new>
#include <string>
#include <system_error>

#include "event_file_format.hpp"
#include "event_file_reader.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/this_machine.hpp"
#include "replay.hpp"
#include "storage/conversion_failure.hpp"
#include "trace_output.hpp"

namespace gusset::ompt {
namespace {

/// Adds the provenance of a trace from this machine. A program built for GCC's libgomp loads it too, but does
/// not use it.
void add_provenance(traces::Metadata& metadata, const RecordedProcess& process, std::size_t threads) {
  metadata.command = process.command;
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = processor_name();
  metadata.date = utc_text(static_cast<std::time_t>(process.start_epoch_ns / 1'000'000'000));
  metadata.runtime += " (" + process.runtime + ")";
  if (process.asks_for_one_thread && threads == 1) {
    metadata.notes.emplace_back(traces::asked_for_one_thread);
  } else if (process.asks_for_one_thread) {
    metadata.notes.push_back("OMP_NUM_THREADS=1 asks for one thread, but " + count_text(threads, "thread") +
                             " were recorded: the program sets their number itself (as with num_threads), or "
                             "starts threads of its own");
  }
  if (process.maps.find("/libgomp.so") == std::string::npos) return;
  metadata.runtime += " instead of GCC's libgomp";
  metadata.notes.push_back(
      "recorded with LLVM's libomp instead of GCC's libgomp, which schedules differently");
}

Conversion convert(const std::filesystem::path& events,
                   const std::function<std::filesystem::path(std::optional<unsigned>)>& name_of,
                   std::size_t pages) {
  const auto opened = EventFileReader::open(events);
  if (!opened) return {opened.error(), true};
  EventFileReader& reader = **opened;
  const RecordedProcess& process = reader.process();
  const std::filesystem::path trace = name_of(process.rank);
  Scratch scratch(trace.parent_path(), pages);
  Replay replay(reader, scratch);
  replay.run();
  if (!replay.tables().tasks.has_work()) {
    if (!process.facts.is_incomplete) return {};
    return {Error{trace.filename().string(), "space for a trace of the OpenMP tasks",
                  "a full disk: recording stopped before the first task"},
            false};
  }
  TraceOutput output(
      replay, [&process](const std::vector<Call>& calls) { return name_source_places(calls, process.maps); });
  traces::Metadata metadata = output.metadata(process.ended_by);
  add_provenance(metadata, process, replay.lanes().size());
  if (const auto written = output.write(trace, metadata); !written.ok()) return {written.error(), true};
  return {};
}

}  // namespace

void remove_events(const std::filesystem::path& events) {
  std::error_code ignored;
  for (const char* const extension : {"", command_extension, maps_extension})
    std::filesystem::remove(events.string() + extension, ignored);
}

Conversion convert_events(const std::filesystem::path& events,
                          const std::function<std::filesystem::path(std::optional<unsigned> rank)>& name_of,
                          std::size_t pages) {
  try {
    return convert(events, name_of, pages);
  } catch (const ConversionFailure& failure) {
    return {failure.error(), true};
  } catch (const std::bad_alloc&) {
    return {Error{events.string(), "memory for the conversion", "none left"}, true};
  } catch (const std::exception& error) {
    return {Error{events.string(), "events that can be converted", error.what()}, true};
  }
}

}  // namespace gusset::ompt
