#include "write_traces.hpp"

#include <algorithm>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>

#include "event_file_format.hpp"
#include "event_file_reader.hpp"
#include "gusset/base/numbered_path.hpp"
#include "gusset/base/process_rank.hpp"
#include "gusset/base/this_machine.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "source_places.hpp"
#include "trace_builder.hpp"

namespace gusset::ompt {
namespace {

/// The data that order the processes. Their events are read one process at a time, because each may have
/// many.
struct EndedProcess {
  std::filesystem::path path;
  std::int64_t start_epoch_ns = 0;
  bool is_started = false;
};

/// The name of a process's trace. A rank that gusset started through a launcher has the rank in the name; if
/// the launcher started gusset, gusset chose the name.
std::filesystem::path free_name(std::filesystem::path trace, std::optional<unsigned> rank) {
  if (rank && !process_rank()) trace = path_with_number(trace, *rank);
  unsigned number = 1;
  while (std::filesystem::exists(numbered_path(trace, number))) ++number;
  return numbered_path(trace, number);
}

/// Adds the provenance of a trace from this machine. A program built for GCC's libgomp loads it too, but does
/// not use it.
void add_provenance(traces::Metadata& metadata, const ProcessRecording& process) {
  metadata.command = process.command;
  if (!metadata.command.empty())
    metadata.program = std::filesystem::path(metadata.command.front()).filename().string();
  metadata.host = host_name();
  metadata.cpu = processor_name();
  metadata.date = utc_text(static_cast<std::time_t>(process.start_epoch_ns / 1'000'000'000));
  metadata.runtime += " (" + process.runtime + ")";
  if (process.maps.find("/libgomp.so") == std::string::npos) return;
  metadata.runtime += " instead of GCC's libgomp";
  metadata.notes.push_back(
      "recorded with LLVM's libomp instead of GCC's libgomp, which schedules differently");
}

Error no_space(const std::filesystem::path& trace) {
  return {trace.filename().string(), "space for a trace of the OpenMP tasks",
          "a full disk: recording stopped before the first task"};
}

void remove_events(const std::filesystem::path& events) {
  std::error_code ignored;
  for (const char* const extension : {"", command_extension, maps_extension})
    std::filesystem::remove(events.string() + extension, ignored);
}

std::optional<Error> write_one(const std::filesystem::path& events, const std::filesystem::path& trace,
                               const std::string& ended_by) {
  const auto process = read_event_file(events);
  if (!process.ok()) return process.error();
  const auto built = build_trace(
      process->recording,
      [&](const std::vector<Call>& calls) { return name_source_places(calls, process->maps); },
      process->is_started ? ended_by : "");
  if (!built.ok()) return built.error();
  if (*built == nullptr)
    return process->recording.is_incomplete ? std::optional(no_space(trace)) : std::nullopt;
  add_provenance((*built)->metadata, *process);
  const std::filesystem::path name = free_name(trace, process->rank);
  auto written = traces::write_gus(**built, name);
  if (!written.ok() && process->recording.is_incomplete) {
    // The events are all in memory now, and their files fill the disk.
    remove_events(events);
    written = traces::write_gus(**built, name);
  }
  return written.ok() ? std::nullopt : std::optional(written.error());
}

}  // namespace

std::vector<Error> write_traces(const std::filesystem::path& trace, const std::string& ended_by) {
  std::vector<Error> errors;
  std::vector<EndedProcess> processes;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(trace.parent_path(), ignored)) {
    if (entry.path().extension() != event_file_extension) continue;
    const auto header = read_event_file_header(entry.path());
    if (std::filesystem::file_size(entry.path(), ignored) == 0) {  // no space even for the header
      errors.push_back(no_space(trace));
      remove_events(entry.path());
    } else if (header.ok()) {
      processes.push_back({entry.path(), header->start_epoch_ns, header->is_started});
    } else {
      errors.push_back(header.error());
    }
  }
  std::sort(processes.begin(), processes.end(), [](const EndedProcess& a, const EndedProcess& b) {
    return std::tuple(!a.is_started, a.start_epoch_ns, a.path) <
           std::tuple(!b.is_started, b.start_epoch_ns, b.path);
  });
  for (const EndedProcess& process : processes) {
    if (const auto error = write_one(process.path, trace, ended_by)) errors.push_back(*error);
    remove_events(process.path);
  }
  return errors;
}

}  // namespace gusset::ompt
