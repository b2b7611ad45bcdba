#include "write_traces.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <system_error>
#include <tuple>

#include "convert_events.hpp"
#include "event_file_format.hpp"
#include "event_file_reader.hpp"
#include "gusset/base/numbered_path.hpp"
#include "gusset/base/process_rank.hpp"

namespace gusset::ompt {
namespace {

/// A process that has ended, with the fields by which processes are sorted.
struct EndedProcess {
  std::filesystem::path path;
  std::int64_t start_epoch_ns = 0;
  bool is_started = false;
};

/// The name of a process's trace. If gusset started the launcher, the name gets the process's rank. If the
/// launcher started gusset, gusset has already chosen a name for its rank.
std::filesystem::path free_name(std::filesystem::path trace, std::optional<unsigned> rank) {
  if (rank && !process_rank()) trace = path_with_number(trace, *rank);
  unsigned number = 1;
  while (std::filesystem::exists(numbered_path(trace, number))) ++number;
  return numbered_path(trace, number);
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
      errors.push_back({trace.filename().string(), "space for a trace of the OpenMP tasks",
                        "a full disk: recording stopped before the first task"});
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
    if (process.is_started && !ended_by.empty()) note_end(process.path, ended_by);
    const Conversion conversion = convert_events(
        process.path, [&trace](std::optional<unsigned> rank) { return free_name(trace, rank); });
    if (conversion.error) errors.push_back(*conversion.error);
    if (!conversion.needs_events) remove_events(process.path);
  }
  return errors;
}

Result<Done> write_trace(const std::filesystem::path& events, const std::filesystem::path& trace) {
  const Conversion conversion = convert_events(events, [&trace](std::optional<unsigned>) { return trace; });
  if (conversion.error) return *conversion.error;
  std::error_code ignored;
  if (!std::filesystem::exists(trace, ignored))
    return Error{events.string(), "OpenMP tasks or parallel regions", "none"};
  return Done{};
}

}  // namespace gusset::ompt
